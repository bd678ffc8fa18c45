import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { cleared, lawfulSale } from '../kit/law.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { plain } from '../kit/pictures.ts';
import { startSite } from '../kit/site.ts';

const team = 'equipe@vigie.example';
const site = await startSite({
  settings: { CONTACT_EMAIL: team, WEBHOOK_HOSTS: 'logiciel.exemple.test' },
});
const email = 'arenes@essai.test';

let page: Page;
let reference: string;

/** Presses a button twice at once: which writes were asked of the server, once all is quiet again. */
async function pressedTwice(name: string | RegExp, within: Page = page): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/agence/'))
      asked.push(`${request.method()} ${pathname.replace('/api/agence/', '')}`);
  };
  within.on('request', note);
  await within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .dblclick();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await within.waitForLoadState('networkidle');
  within.off('request', note);
  expect(await within.getByText(/Rien n’a changé|ne répond pas|Une erreur/).count()).toBe(0);
  return asked;
}

const mailsTo = async (address: string, subject: RegExp) => {
  await mailTo(site, address, subject);
  return (await site.mails()).filter(
    ({ to, subject: said }) =>
      to?.some((one) => one.address === address) && subject.test((said ?? '').replaceAll('\u00a0', ' ')),
  ).length;
};

describe('une agence qui appuie deux fois', () => {
  it('relie une fois son logiciel, et en remplace une fois le secret', async () => {
    ({ ownerReference: reference } = await joinedAt(site, { name: 'Agence des Arènes', email }));
    const context = await visitor({}, 'for the file');
    await agencyLogin(context, site.origin, email);
    page = await context.newPage();
    await visit(page, `${site.origin}/agence/profil#logiciel`);
    await page.getByLabel('Adresse de réception').fill('https://logiciel.exemple.test/vigie');
    expect(await pressedTwice('Relier')).toEqual(['PUT webhook']);
    await page.getByText('Vos prospects iront désormais à cette adresse.').waitFor();
    expect(await site.db.selectFrom('leadWebhook').select('url').execute()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remplacer le secret…' }).click();
    expect(await pressedTwice('Remplacer')).toEqual(['POST webhook/secret']);
    await page.getByText('Le secret est remplacé.').waitFor();
  });

  it('enregistre une fois son profil et ses réglages', async () => {
    await visit(page, `${site.origin}/agence/profil`);
    await page.getByLabel('Téléphone').first().fill('04 39 98 00 02');
    expect(await pressedTwice(/^Enregistrer/)).toEqual(['PUT profile']);
    await visit(page, `${site.origin}/agence/notifications`);
    expect(await pressedTwice('Enregistrer')).toEqual(['PUT notification-settings']);
  });

  it('envoie une fois son logo, même si la réponse se fait attendre, et le retire une fois', async () => {
    await visit(page, `${site.origin}/agence/profil`);
    const asked: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/agence/profile/logo', async (route) => {
      asked.push(route.request().method());
      await released;
      await route.continue();
    });
    const buffer = await plain(300, 200).png().toBuffer();
    const file = { name: 'logo.png', mimeType: 'image/png', buffer };
    const input = page.getByLabel('Fichier du logo');
    // Chosen twice before the first one has an answer: a window of files may open twice too.
    await input.setInputFiles(file);
    await input.setInputFiles(file);
    await page.getByRole('button', { name: 'Choisir un logo' }).evaluate((one: HTMLElement) => one.click());
    release();
    await page.getByText('Votre logo est en ligne, sur votre page et sur vos annonces.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual(['POST']);
    await page.unroute('**/api/agence/profile/logo');
    const kept = () => site.db.selectFrom('agencyLogo').select('agencyId').execute();
    expect(await kept()).toEqual([{ agencyId: expect.any(Number) }]);
    expect(await pressedTwice(/^Retirer/)).toEqual(['DELETE profile/logo']);
    await page.getByText('Votre logo est retiré. Vos initiales le remplacent.').waitFor();
    expect(await kept()).toEqual([{ agencyId: null }]);
  });

  it('passe une fois une demande à un autre statut, depuis deux onglets', async () => {
    const { id: agencyId } = await site.db
      .selectFrom('agency')
      .select('id')
      .where('ownerReference', '=', reference)
      .executeTakeFirstOrThrow();
    const { outcomes } = await site.db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: clock.now(),
        drafts: [cleared(lawfulSale('A1'))],
      }),
    );
    const asked = await fetch(`${site.origin}/api/listings/${outcomes.get('A1')!.id}/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        firstName: 'Adèle',
        lastName: 'Fontanel',
        email: 'adele@exemple.test',
        phone: '06 39 98 00 01',
        message: 'Bonjour, je souhaite visiter ce bien samedi.',
        request: 'visit',
      }),
    });
    expect(asked.status).toBe(200);
    const leadNow = () => site.db.selectFrom('lead').select(['id', 'status']).executeTakeFirstOrThrow();
    await expect.poll(async () => (await leadNow()).status).toBe('new');
    const { id } = await leadNow();
    const other = await page.context().newPage();
    const broken: number[] = [];
    for (const tab of [page, other]) {
      await visit(tab, `${site.origin}/agence/leads`);
      await tab.getByRole('link', { name: /Adèle Fontanel/ }).click();
      await tab.getByRole('button', { name: 'Contacté', exact: true }).waitFor();
      tab.on('response', (response) => {
        if (response.status() >= 500) broken.push(response.status());
      });
    }
    // Whichever the server heard last is the one that is refused.
    const refused = Promise.any(
      [page, other].map((tab) =>
        tab
          .getByText(/^Cette demande a changé entre-temps/)
          .first()
          .waitFor(),
      ),
    );
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Contacté', exact: true }).click();
    await refused;
    for (const tab of [page, other])
      await tab.getByRole('button', { name: 'Contacté', exact: true }).waitFor({ state: 'detached' });
    const moves = await site.db
      .selectFrom('leadEvent')
      .select('toStatus')
      .where('leadId', '=', id)
      .where('toStatus', '=', 'contacted')
      .execute();
    expect(moves).toHaveLength(1);
    expect(broken).toEqual([]);
    await other.close();
  });

  it('écrit une fois à l’équipe', async () => {
    await visit(page, `${site.origin}/agence/support`);
    await fillIn(page, { Nom: 'Jeanne Petit', Sujet: 'Un flux manque', Message: 'Bonjour, depuis hier.' });
    expect(await pressedTwice('Envoyer')).toEqual(['POST support']);
    expect(await mailsTo(team, /Un flux manque/)).toBe(1);
  });

  it('demande une fois à ne plus être diffusée, et une fois un nouveau mot de passe', async () => {
    const reader = await (await visitor()).newPage();
    await visit(reader, `${site.origin}/agence/confirmation-exclusion?agence=${reference}`);
    expect(await pressedTwice('Envoyer le lien à l’agence', reader)).toEqual(['POST exclusion']);
    await reader.getByRole('heading', { name: 'Vérifiez la boîte de l’agence' }).waitFor();
    expect(await mailsTo(email, /diffus/)).toBe(1);
    await visit(reader, `${site.origin}/agence/mot-de-passe-oublie`);
    await fillIn(reader, { 'Adresse e-mail de l’agence': email });
    expect(await pressedTwice(/^Recevoir|^Envoyer/, reader)).toEqual(['POST forgot-password']);
    expect(await mailsTo(email, /mot de passe/i)).toBe(1);
  });

  it('confirme une fois par son lien qu’elle ne veut plus être diffusée', async () => {
    const reader = await (await visitor()).newPage();
    await visit(reader, linkIn(await mailTo(site, email, /diffus/), 'confirmation-exclusion'));
    expect(await pressedTwice('Ne plus diffuser', reader)).toEqual(['POST exclusion/confirm']);
    await reader.getByRole('heading', { name: 'Vos annonces ne sont plus diffusées' }).waitFor();
    expect(await mailsTo(email, /ne sont plus diffusées/)).toBe(1);
  });
});
