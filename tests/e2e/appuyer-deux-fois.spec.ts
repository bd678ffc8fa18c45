import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { makeAlert } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulSale } from '../kit/law.ts';
import { mailTo } from '../kit/mailbox.ts';
import { type Site, startSite } from '../kit/site.ts';
import { keepToasts, saying } from '../kit/toasts.ts';

let site: Site;
let listing = 0;
const password = 'Unbonmot2passe';

beforeAll(async () => {
  site = await startSite({ settings: { CONTACT_EMAIL: 'equipe@vigie.example' } });
  const agency = await lawfulAgency(site.db, 'arenes', {
    name: 'Agence des Arènes',
    email: 'arenes@essai.test',
  });
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.id,
      source: 'poliris',
      run: null,
      now: clock.now(),
      drafts: [cleared(lawfulSale('A1'))],
    }),
  );
  listing = outcomes.get('A1')!.id;
});

/** Before anything is drawn again: two clicks, or Enter in a field and a click. */
const presses: Readonly<Record<string, (page: Page, name: string) => Promise<void>>> = {
  'deux clics dans le même instant': (page, name) =>
    page
      .getByRole('button', { name, exact: true })
      .last()
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      }),
  'Entrée, puis un clic': (page, name) =>
    page
      .getByRole('button', { name, exact: true })
      .last()
      .evaluate((button: HTMLButtonElement) => {
        if (button.form) button.form.requestSubmit(button);
        else button.click();
        button.click();
      }),
};

const count = async (table: 'account' | 'alert' | 'lead' | 'report', column: string, email: string) => {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from ${sql.table(table)} where ${sql.ref(column)} = ${email}`.execute(
    site.db,
  );
  return rows[0]!.many;
};
const mailsTo = async (email: string, subject: RegExp) =>
  (await site.mails()).filter(
    (mail) => mail.to?.[0]?.address === email && subject.test((mail.subject ?? '').replaceAll('\u00a0', ' ')),
  ).length;
const open = async (path: string) => {
  const page = await (await visitor()).newPage();
  await visit(page, `${site.origin}${path}`);
  return page;
};

async function register(email: string) {
  const answer = await fetch(`${site.origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Léa', lastName: 'Petit', email, password, phone: null }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

/** Signed in, with an alert that watches: its page. */
async function openAlert(email: string, path: (id: number) => string) {
  await register(email);
  // An alert is its owner's once they proved their address.
  await site.db
    .updateTable('account')
    .set({ emailVerifiedAt: clock.now() })
    .where('email', '=', email)
    .execute();
  const id = await makeAlert(site, { email });
  const context = await visitor();
  const login = await context.request.post(`${site.origin}/api/auth/login`, { data: { email, password } });
  expect(login.status()).toBe(200);
  const page = await context.newPage();
  await visit(page, `${site.origin}${path(id)}`);
  return { context, page, id };
}

/** The writes asked of the server at this address, which answers none of them before `release` is called. */
async function holdBack(page: Page, address: string) {
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') asked.push(route.request().method());
    await released;
    await route.continue();
  });
  return { asked, release: () => release() };
}

async function fillSignup(page: Page, email: string) {
  await page.getByLabel('Prénom').fill('Léa');
  await page.getByLabel('Nom', { exact: true }).fill('Petit');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
}

async function fillLead(page: Page, email: string) {
  await page.getByLabel('Prénom').fill('Adèle');
  await page.getByLabel('Nom', { exact: true }).fill('Fontanel');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Téléphone').fill('0639980001');
  // Nobody writes it faster.
  await page.waitForTimeout(4_000);
}

describe.each(Object.keys(presses))('%s', (press) => {
  const twice = presses[press]!;
  const address = (what: string) => `${what}-${press.startsWith('deux') ? 'clics' : 'entree'}@essai.test`;

  it('ouvre un seul compte, avec un seul courriel', async () => {
    const email = address('compte');
    const page = await open('/inscription');
    await fillSignup(page, email);
    await twice(page, 'Créer mon compte');
    await mailTo(site, email, /./);
    await page.waitForLoadState('networkidle');
    expect(await count('account', 'email', email)).toBe(1);
    expect(await mailsTo(email, /./)).toBe(1);
    expect(await page.getByText(/existe déjà/).count()).toBe(0);
  });

  it('demande un seul lien de mot de passe', async () => {
    const email = address('oubli');
    await register(email);
    const page = await open('/mot-de-passe-oublie');
    await page.getByLabel('Adresse e-mail').fill(email);
    await twice(page, 'Recevoir le lien');
    await page.getByRole('heading', { name: 'Vérifiez votre boîte aux lettres' }).waitFor();
    await mailTo(site, email, /nouveau mot de passe/);
    const { rows } = await sql`select from account_reset_request where email = ${email}`.execute(site.db);
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(await mailsTo(email, /nouveau mot de passe/)).toBe(1);
  });

  it('crée une seule alerte', async () => {
    const email = address('alerte');
    const page = await open('/alertes/nouvelle?transaction=achat&lieux=nimes-30000');
    await page.getByLabel('Adresse e-mail').fill(email);
    await twice(page, 'Créer cette alerte');
    await page.getByRole('heading', { name: 'Vérifiez votre boîte aux lettres' }).waitFor();
    const { rows } = await sql`
      select from alert join subscriber on subscriber.id = alert.subscriber_id where subscriber.email = ${email}`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
    await mailTo(site, email, /./);
    expect(await mailsTo(email, /./)).toBe(1);
  });

  it('écrit une fois à l’agence, et le dit une fois', async () => {
    const email = address('demande');
    const page = await open(`/annonce/${listing}`);
    await fillLead(page, email);
    await twice(page, 'Envoyer ma demande');
    await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Votre demande est partie' }).count()).toBe(1);
    expect(await count('lead', 'email', email)).toBe(1);
  });

  it('signale une fois, et le dit une fois', async () => {
    const email = address('signalement');
    const page = await open(`/annonce/${listing}`);
    await page.getByRole('link', { name: 'Signaler cette annonce' }).click();
    const box = page.getByRole('dialog');
    await box.getByLabel('Motif').selectOption('scam');
    await box
      .getByLabel('Ce qui ne va pas')
      .fill('Les photos sont celles d’un autre appartement, déjà vendu.');
    await box.getByLabel('Nom').fill('Paul Dupuis');
    await box.getByLabel('Adresse e-mail').fill(email);
    await box.getByLabel(/Je signale de bonne foi/).check();
    await twice(page, 'Envoyer le signalement');
    await page.getByRole('heading', { name: 'Votre signalement est reçu' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Votre signalement est reçu' }).count()).toBe(1);
    expect(await count('report', 'email', email)).toBe(1);
  });

  it('supprime le compte une fois, avec un dernier courriel et un seul mot', async () => {
    const email = address('depart');
    await register(email);
    const context = await visitor();
    const login = await context.request.post(`${site.origin}/api/auth/login`, { data: { email, password } });
    expect(login.status()).toBe(200);
    const page = await context.newPage();
    await visit(page, `${site.origin}/profil`);
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    await page.getByRole('dialog').getByLabel('Votre mot de passe').fill(password);
    await keepToasts(page);
    await twice(page, 'Supprimer définitivement');
    await page.waitForURL(`${site.origin}/`);
    await expect.poll(() => page.getByText('Compte supprimé', { exact: true }).count()).toBe(1);
    expect(await count('account', 'email', email)).toBe(0);
    await mailTo(site, email, /supprimé/);
    expect(await mailsTo(email, /supprimé/)).toBe(1);
  });

  it('invite une fois à chercher à deux, et reprend une fois l’invitation', async () => {
    const invited = address('invitee');
    const { page, id } = await openAlert(address('invite'), (alert) => `/alertes/${alert}/resultats`);
    await page.getByLabel('Son adresse e-mail').fill(invited);
    const leave = await keepToasts(page);
    await twice(page, 'Inviter');
    await page.getByText('Rien n’est partagé tant qu’elle n’est pas acceptée').waitFor();
    await mailTo(site, invited, /à deux/);
    expect(await mailsTo(invited, /./)).toBe(1);
    expect(await page.getByText('Invitation envoyée', { exact: true }).count()).toBe(1);
    const pairs = () => site.db.selectFrom('alertPair').selectAll().where('alertId', '=', id).execute();
    expect(await pairs()).toHaveLength(1);
    await leave();
    await keepToasts(page);
    await twice(page, 'Reprendre l’invitation');
    await page.getByLabel('Son adresse e-mail').waitFor();
    expect(await page.getByText('Invitation reprise', { exact: true }).count()).toBe(1);
    expect(await pairs()).toEqual([]);
    expect(await mailsTo(invited, /./)).toBe(1);
  });
});

describe('pendant que la réponse se fait attendre', () => {
  it('un second appui n’invite pas une seconde fois', async () => {
    const invited = 'invitee-lente@essai.test';
    const { page } = await openAlert('invite-lente@essai.test', (alert) => `/alertes/${alert}/resultats`);
    const { asked, release } = await holdBack(page, '**/api/alerts/*/pair');
    await page.getByLabel('Son adresse e-mail').fill(invited);
    const button = page.getByRole('button', { name: /^Inviter/ });
    await keepToasts(page);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    await button.evaluate((one: HTMLElement) => one.click());
    await page.getByLabel('Son adresse e-mail').press('Enter');
    release();
    await page.getByText('Rien n’est partagé tant qu’elle n’est pas acceptée').waitFor();
    await mailTo(site, invited, /à deux/);
    expect(asked).toEqual(['POST']);
    expect(await mailsTo(invited, /./)).toBe(1);
    expect(await page.getByText('Invitation envoyée', { exact: true }).count()).toBe(1);
  });

  it('un second appui ne supprime pas le compte une seconde fois', async () => {
    const email = 'depart-lent@essai.test';
    const { page } = await openAlert(email, () => '/profil');
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    await page.getByRole('dialog').getByLabel('Votre mot de passe').fill(password);
    const { asked, release } = await holdBack(page, '**/api/profile');
    const button = page.getByRole('button', { name: 'Supprimer définitivement' });
    await keepToasts(page);
    await button.click();
    await expect.poll(() => asked).toEqual(['DELETE']);
    await button.evaluate((one: HTMLElement) => one.click());
    await page.getByRole('dialog').getByLabel('Votre mot de passe').press('Enter');
    release();
    await page.waitForURL(`${site.origin}/`);
    await expect.poll(() => page.getByText('Compte supprimé', { exact: true }).count()).toBe(1);
    await mailTo(site, email, /supprimé/);
    expect(asked).toEqual(['DELETE']);
    expect(await mailsTo(email, /supprimé/)).toBe(1);
  });
});

describe('deux onglets', () => {
  it('mettent une fois en pause la même alerte, puis la suppriment une fois, sans erreur', async () => {
    const email = 'onglets-alerte@essai.test';
    const { context, page: one, id } = await openAlert(email, () => '/tableau-de-bord');
    const other = await context.newPage();
    await visit(other, `${site.origin}/tableau-de-bord`);
    const broken: number[] = [];
    context.on('response', (response) => {
      if (response.status() >= 500) broken.push(response.status());
    });
    const statusNow = async () =>
      (
        await site.db
          .selectFrom('alert')
          .select(['status', 'deletedAt'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;
    // The second one still shows the alert as active: what is pressed there asks for the same.
    for (const page of [one, other]) {
      await saying(page, 'Alerte en pause', () => page.getByRole('switch').click());
      await expect.poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('false');
      expect(await statusNow()).toBe('paused');
    }
    for (const page of [one, other]) {
      await page.getByRole('button', { name: /^Actions pour/ }).click();
      await keepToasts(page);
      await page.getByRole('menuitem', { name: /Supprimer/ }).click();
      await page.getByText(/^(Alerte supprimée|Cette alerte n’existe pas.*)$/).waitFor();
      await page.getByText('Aucune alerte pour l’instant').waitFor();
    }
    expect(broken).toEqual([]);
  });

  it('ouvrent un seul compte, avec un seul courriel', async () => {
    const email = 'onglets@essai.test';
    const context = await visitor();
    const pages = await Promise.all([context.newPage(), context.newPage()]);
    for (const page of pages) {
      await visit(page, `${site.origin}/inscription`);
      await fillSignup(page, email);
    }
    const button = { name: 'Créer mon compte', exact: true };
    await Promise.all(
      pages.map((page) => page.getByRole('button', button).evaluate((one: HTMLElement) => one.click())),
    );
    await mailTo(site, email, /./);
    await Promise.all(pages.map((page) => page.waitForLoadState('networkidle')));
    expect(await count('account', 'email', email)).toBe(1);
    expect(await mailsTo(email, /./)).toBe(1);
  });

  it('écrivent une fois à l’agence', async () => {
    const email = 'onglets-demande@essai.test';
    const context = await visitor();
    const pages = await Promise.all([context.newPage(), context.newPage()]);
    for (const page of pages) {
      await visit(page, `${site.origin}/annonce/${listing}`);
      await fillLead(page, email);
    }
    const button = { name: 'Envoyer ma demande', exact: true };
    await Promise.all(
      pages.map((page) => page.getByRole('button', button).evaluate((one: HTMLElement) => one.click())),
    );
    await Promise.all(
      pages.map((page) =>
        page
          .getByRole('heading', { name: /Votre demande|déjà/ })
          .first()
          .waitFor(),
      ),
    );
    expect(await count('lead', 'email', email)).toBe(1);
  });
});
