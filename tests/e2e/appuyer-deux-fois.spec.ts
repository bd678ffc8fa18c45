import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/rules.server.ts';
import { visit, visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulSale } from '../kit/law.ts';
import { mailTo } from '../kit/mailbox.ts';
import { type Site, startSite } from '../kit/site.ts';

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
    await twice(page, 'Supprimer définitivement');
    await page.waitForURL(`${site.origin}/`);
    await expect.poll(() => page.getByText('Compte supprimé', { exact: true }).count()).toBe(1);
    expect(await count('account', 'email', email)).toBe(0);
    await mailTo(site, email, /supprimé/);
    expect(await mailsTo(email, /supprimé/)).toBe(1);
  });
});

describe('deux onglets', () => {
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
