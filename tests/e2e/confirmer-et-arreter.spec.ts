import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { axeFaults } from '../kit/accessible.ts';
import { visit, visitor } from '../kit/browser.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';
import { keepToasts } from '../kit/toasts.ts';

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

const wanted = {
  criteria: { transaction: 'achat', places: ['30189'], prixMax: 300_000 },
  frequency: 'daily',
  hour: 8,
};

/** Asks for an alert as the page does, and gives the link of the mail. */
async function askedFor(email: string): Promise<string> {
  const answer = await fetch(`${site.origin}/api/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wanted, email }),
  });
  expect(answer.status).toBe(200);
  return eventually('le lien de confirmation', async () => {
    const mail = (await site.mails()).find((each) => each.to?.[0]?.address === email);
    return /https?:\S+\/alertes\/confirmation\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  });
}

const statusOf = async (email: string) =>
  (
    await site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select('alert.status')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.status;

const noFault = async (page: Page) => expect(await axeFaults(page)).toEqual([]);

describe('sans JavaScript', () => {
  const open = async () => (await visitor({ javaScriptEnabled: false })).newPage();

  it('une alerte se confirme par un bouton, pas en ouvrant le lien', async () => {
    const link = await askedFor('sans-script@essai.test');
    const page = await open();
    await page.goto(link);
    expect(await statusOf('sans-script@essai.test')).toBe('unconfirmed');
    await page.getByText('Un courriel par jour, à 8').waitFor();
    await page.getByRole('button', { name: 'Confirmer mon alerte' }).click();
    await page.getByRole('heading', { name: 'Votre alerte veille' }).waitFor();
    expect(await statusOf('sans-script@essai.test')).toBe('active');
    await page.goto(link);
    await page.getByRole('heading', { name: 'déjà confirmée' }).waitFor();
    await page.getByRole('link', { name: 'Voir les annonces d’aujourd’hui' }).click();
    await page.waitForURL(/\/acheter\/nimes-30000\?prixMax=300000/);
  });

  it('un lien expiré en demande un autre', async () => {
    const link = await askedFor('trop-tard@essai.test');
    await sql`update alert_confirmation set expires_at = now() - interval '1 minute'`.execute(site.db);
    const page = await open();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Ce lien a expiré' }).waitFor();
    await page.getByRole('button', { name: 'Envoyer un nouveau lien' }).click();
    await page.getByRole('heading', { name: 'Vérifiez votre boîte' }).waitFor();
    const links = await eventually('le second courriel', async () => {
      const mails = (await site.mails()).filter((each) => each.to?.[0]?.address === 'trop-tard@essai.test');
      return (
        mails.length === 2 &&
        mails.map(({ text }) => /https?:\S+confirmation\?token=[\w-]+/.exec(text ?? '')?.[0])
      );
    });
    await page.goto(links.find((each) => each !== link) ?? '');
    await page.getByRole('button', { name: 'Confirmer mon alerte' }).click();
    await page.getByRole('heading', { name: 'Votre alerte veille' }).waitFor();
  });

  it('une alerte s’arrête par un bouton, et reprend de même', async () => {
    const email = 'arret@essai.test';
    const page = await open();
    await page.goto(await askedFor(email));
    await page.getByRole('button', { name: 'Confirmer mon alerte' }).click();
    await page.getByRole('heading', { name: 'Votre alerte veille' }).waitFor();
    const { stopToken } = await import('#rooms/alerts/owner/consent.server.ts');
    const { readFile } = await import('node:fs/promises');
    const secret = await readFile(`${site.dataDir}/secret`, 'utf8');
    const alert = await site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select(['alert.id', 'alert.tokenVersion'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await page.goto(`${site.origin}/desinscription?token=${stopToken({ secret }, alert)}`);
    expect(await statusOf(email)).toBe('active');
    await page.getByText('À vendre – Nîmes').first().waitFor();
    await page.getByRole('button', { name: 'Arrêter cette alerte' }).click();
    await page.getByRole('heading', { name: 'Alerte arrêtée' }).waitFor();
    expect(await statusOf(email)).toBe('stopped');
    await page.getByRole('button', { name: 'Annuler et reprendre' }).click();
    await page.getByRole('heading', { name: 'L’alerte veille de nouveau' }).waitFor();
    expect(await statusOf(email)).toBe('active');
  });

  it('un lien faux le dit, et la page de création dit ce qui lui manque', async () => {
    const page = await open();
    for (const address of ['/alertes/confirmation?token=faux', '/desinscription?token=faux']) {
      const response = await page.goto(site.origin + address);
      expect(response?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Ce lien n’est pas valable' }).waitFor();
    }
    // An address instead of a token never acts (security.md, threat 23).
    await page.goto(`${site.origin}/desinscription?email=sans-script@essai.test`);
    await page.getByRole('heading', { name: 'Arrêter une alerte' }).waitFor();
    expect(await page.getByRole('button', { name: /Arrêter/ }).count()).toBe(0);
    await page.goto(`${site.origin}/alertes/nouvelle?transaction=location&lieux=lyon-69000&prixMax=1200`);
    expect(await page.content()).toContain('Ce formulaire a besoin de JavaScript');
  });
});

describe('le formulaire', () => {
  it('dit champ par champ ce qui manque, garde ce qui est saisi, et compte ce qu’il trouverait', async () => {
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.goto(`${site.origin}/alertes/nouvelle`);
    await page.getByRole('combobox').waitFor();
    await page.getByLabel('Maximum').first().fill('100');
    await page.getByLabel('Minimum').first().fill('200');
    await page.getByLabel('Adresse e-mail').fill('pas une adresse');
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.getByText('Choisissez au moins un lieu').waitFor();
    await page.getByText('Veuillez entrer un email valide').waitFor();
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('pas une adresse');
    await noFault(page);

    await page.getByRole('combobox').fill('nime');
    await page.getByRole('option', { name: /Nîmes/ }).first().click();
    await page.getByRole('button', { name: 'Retirer Nîmes' }).waitFor();
    await page.getByRole('complementary').getByText('Vous serez le premier prévenu').waitFor();
    await expect.poll(() => page.url()).toContain('lieux=nimes-30000');
    await page.getByLabel('Adresse e-mail').fill('formulaire@essai.test');
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.getByText('Le prix maximum est inférieur au prix minimum').waitFor();
    await page.getByLabel('Maximum').first().fill('300');
    await page.getByRole('radio', { name: /Une fois par jour/ }).check();
    await page.getByLabel('À quelle heure ?').selectOption('18');
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.getByRole('heading', { name: 'Vérifiez votre boîte' }).waitFor();
    await noFault(page);
    const row = await site.db
      .selectFrom('alert')
      .select(['criteria', 'frequency', 'hour'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row).toEqual({
      criteria: { transaction: 'achat', places: ['30189'], prixMin: 200, prixMax: 300 },
      frequency: 'daily',
      hour: 18,
    });
  });
});

describe('mes alertes', () => {
  it('se mettent en pause, reprennent et se suppriment', async () => {
    await addDemoAccount(site.db, {
      email: 'compte@essai.test',
      firstName: 'Camille',
      lastName: 'Essai',
      password: 'Motdepasse1',
    });
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    await visit(page, `${site.origin}/connexion?redirect=/tableau-de-bord`);
    await page.getByLabel('Adresse e-mail').fill('compte@essai.test');
    await page.getByLabel('Mot de passe', { exact: true }).fill('Motdepasse1');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText('Aucune alerte pour l’instant').waitFor();
    await noFault(page);
    await page.goto(`${site.origin}/alertes/nouvelle?transaction=location&lieux=lyon-69000&prixMax=1200`);
    await page.getByText('Les courriels iront à').waitFor();
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.waitForURL(/tableau-de-bord/);
    await page.getByRole('heading', { name: /À louer – Lyon/ }).waitFor();
    const active = page.getByRole('switch', { name: /^Alerte active/ });
    await active.click();
    await page.getByText('En pause', { exact: true }).waitFor();
    // Shown at once, before the server has it.
    await expect.poll(() => statusOf('compte@essai.test')).toBe('paused');
    await active.click();
    await page.getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => statusOf('compte@essai.test')).toBe('active');
    await noFault(page);
    const leave = await keepToasts(page);
    await page.getByRole('button', { name: /^Actions pour/ }).click();
    await page.getByRole('menuitem', { name: 'Supprimer' }).click();
    await page.getByText('Aucune alerte pour l’instant').waitFor();
    await page.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('heading', { name: /À louer – Lyon/ }).waitFor();
    await leave();

    await page.getByRole('button', { name: /^Actions pour/ }).click();
    await page.getByRole('menuitem', { name: 'Modifier' }).click();
    await page.getByLabel('Nom de l’alerte').fill('Mon nid à Lyon');
    await page.getByRole('radio', { name: /Une fois par jour/ }).check();
    await noFault(page);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.waitForURL(/tableau-de-bord/);
    await page.getByRole('link', { name: 'Mon nid à Lyon', exact: true }).click();
    await page.getByRole('heading', { name: 'Rien trouvé pour l’instant' }).waitFor();
    await noFault(page);
    await page.goto(`${site.origin}/alertes/999999/resultats`);
    await page.getByText('Erreur 404').waitFor();
  });
});
