import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { aFlat, findAll, flat, makeAgency, makeAlert } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';
import { keepToasts, toastOf } from '../kit/toasts.ts';

const site = await startSite({ role: 'web' });
const agency = await makeAgency(site);
await agency.publish(
  ...Array.from({ length: 30 }, (_, index) => flat(`a${index}`, { price: (200_000 + index * 1000) * 100 })),
);
const { id } = await site.db
  .selectFrom('listing')
  .select('id')
  .orderBy('id')
  .limit(1)
  .executeTakeFirstOrThrow();
const { slug } = await site.db
  .selectFrom('listing')
  .innerJoin('place', 'place.code', 'listing.cityCode')
  .select('place.slug')
  .limit(1)
  .executeTakeFirstOrThrow();

const pages = {
  accueil: '/',
  'accueil, ville introuvable': '/?lieu=qsdfghjklm',
  'liste d’une ville': `/acheter/${slug}`,
  'deuxième page': `/acheter/${slug}?page=2`,
  'liste vide': `/acheter/${slug}?prixMax=1000`,
  annonce: `/annonce/${id}`,
  'créer une alerte': `/alertes/nouvelle?transaction=achat&lieux=${slug}`,
  'lien de confirmation inconnu': '/alertes/confirmation?token=inconnu',
  'désinscription sans lien': '/desinscription',
  'désinscription, lien inconnu': '/desinscription?token=inconnu',
  'confirmer une annonce sans lien': '/agence/toujours-disponible',
  'confirmer une annonce, lien inconnu': '/agence/toujours-disponible?token=inconnu',
  connexion: '/connexion',
  'connexion, pour revenir': '/connexion?redirect=%2Fprofil',
  inscription: '/inscription',
  'mot de passe oublié': '/mot-de-passe-oublie',
  'lien de mot de passe inconnu': '/reinitialiser-mot-de-passe?token=inconnu',
  'confirmer une adresse': '/verification-email',
  'retour de Google, sans Google': '/auth/google',
  contact: '/contact',
  'mentions légales': '/mentions-legales',
  'conditions d’utilisation': '/conditions-utilisation',
  'conditions de vente': '/conditions-generales-vente',
  'classement des annonces': '/classement-des-annonces',
  accessibilité: '/accessibilite',
  cookies: '/cookies',
  sources: '/sources',
  'page introuvable': '/nulle-part',
  'pièces d’interface': '/dev/ui',
};

/** The addresses of this site that a page links to. */
async function linksOf(address: string): Promise<string[]> {
  const html = await (await fetch(site.origin + address)).text();
  return [...html.matchAll(/<a [^>]*href="([^"#]+)/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), site.origin))
    .filter(({ origin }) => origin === site.origin)
    .map(({ pathname, search }) => pathname + search);
}

it('aucun lien ne mène à une page absente', async () => {
  const found = new Map<string, string>();
  for (const address of Object.values(pages)) {
    if (address === '/dev/ui') continue;
    for (const link of await linksOf(address)) if (!found.has(link)) found.set(link, address);
  }
  expect(found.size).toBeGreaterThan(30);
  const broken: string[] = [];
  for (const [link, from] of found) {
    const response = await fetch(site.origin + link);
    await response.arrayBuffer();
    if (!response.ok) broken.push(`${response.status} ${link}, depuis ${from}`);
  }
  expect(broken).toEqual([]);
});

const context = await visitor({ viewport: { width: 1280, height: 900 } });
const signedIn = await visitor({ viewport: { width: 1280, height: 900 } });
afterAll(() => Promise.all([context.close(), signedIn.close()]));

async function look(page: Page, said: string[]) {
  const faults = await faultsAtBothWidths(page, { grave: true });
  await page.close();
  expect(faults).toEqual([]);
  // Neither the browser, the security policy nor the hydration complains.
  expect(said).toEqual([]);
}

describe('sans faute d’accessibilité, à 360 et à 1280 pixels', () => {
  it.each(Object.entries(pages))('%s', async (_, address) => {
    const page = await context.newPage();
    const said = complaintsOf(page);
    await page.goto(site.origin + address, { waitUntil: 'load' });
    await look(page, said);
  });
});

const password = 'Unbonmot2passe';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** What a page becomes once its reader did something: where from, and what they do. */
const states: Record<string, [address: string, act: (page: Page) => Promise<unknown>]> = {
  'connexion, champs à corriger': [
    '/connexion',
    async (page) => {
      await button(page, 'Se connecter').click();
      await page.getByText('Le mot de passe est requis').waitFor();
    },
  ],
  'inscription, champs à corriger': [
    '/inscription',
    async (page) => {
      await page.getByLabel(/Téléphone/).fill('06 12');
      await button(page, 'Créer mon compte').click();
      await page.getByText('Le prénom est requis').waitFor();
    },
  ],
  'mot de passe oublié, lien parti': [
    '/mot-de-passe-oublie',
    async (page) => {
      await page.getByLabel('Adresse e-mail').fill('lea@essai.test');
      await button(page, 'Recevoir le lien').click();
      await page.getByText('Si un compte existe pour').waitFor();
    },
  ],
  'compte inexistant': [
    '/connexion',
    async (page) => {
      await page.getByLabel('Adresse e-mail').fill('inconnue@essai.test');
      await page.getByLabel('Mot de passe', { exact: true }).fill(password);
      // It is read while it is shown.
      await keepToasts(page);
      await button(page, 'Se connecter').click();
      await page.waitForURL(/\/inscription/);
      await toastOf(page, 'Compte inexistant').waitFor();
    },
  ],
  'contact, champs à corriger': [
    '/contact',
    async (page) => {
      await page.locator('main form').getByRole('button').last().click();
      await page.getByText("L'email est requis").first().waitFor();
    },
  ],
  'alerte, champs à corriger': [
    '/alertes/nouvelle',
    async (page) => {
      await button(page, 'Créer cette alerte').click();
      await page.getByText('Choisissez au moins un lieu').waitFor();
    },
  ],
  'demande à une agence, champs à corriger': [
    `/annonce/${id}`,
    async (page) => {
      await button(page, 'Envoyer ma demande').click();
      await page
        .getByText(/^Champs requis manquants/)
        .first()
        .waitFor();
    },
  ],
  'demande à une agence, partie': [
    `/annonce/${id}`,
    async (page) => {
      for (const [name, value] of Object.entries({
        firstName: 'Anna',
        lastName: 'Petit',
        email: 'anna@essai.test',
        phone: '0612345678',
      }))
        await page.locator(`form [name="${name}"]`).fill(value);
      await button(page, 'Envoyer ma demande').click();
      await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    },
  ],
};

describe('ni après un geste', () => {
  it.each(Object.entries(states))('%s', async (_, [address, act]) => {
    const page = await context.newPage();
    const said = complaintsOf(page);
    await visit(page, site.origin + address);
    await act(page);
    // What the browser says of a refused call is no complaint of the page's.
    await look(
      page,
      said.filter((line) => !/status of 40\d/.test(line)),
    );
  });
});

describe('ni dans l’espace d’une personne connectée', () => {
  const email = 'membre@essai.test';
  let alertId = 0;
  let found = 0;

  beforeAll(async () => {
    const data = { firstName: 'Léa', lastName: 'Petit', email, password };
    expect((await signedIn.request.post(`${site.origin}/api/auth/register`, { data })).status()).toBe(200);
    // An alert is its owner's once they proved their address.
    await site.db.updateTable('account').set({ emailVerifiedAt: new Date() }).execute();
  });

  const own = async (address: string) => {
    const page = await signedIn.newPage();
    const said = complaintsOf(page);
    await visit(page, site.origin + address);
    // And not at the login page instead.
    expect(new URL(page.url()).pathname).toBe(address.split('?')[0]);
    return { page, said };
  };

  it.each(['', '?onglet=favoris', '?onglet=vus', '?onglet=masques', '?onglet=demandes'])(
    'tableau de bord vide %s',
    async (words) => {
      const { page, said } = await own(`/tableau-de-bord${words}`);
      expect(await page.locator('h1').textContent()).toBe('Mes alertes');
      await look(page, said);
    },
  );

  it('résultats d’une alerte qui n’a rien trouvé', async () => {
    alertId = await makeAlert(site, { email });
    const { page, said } = await own(`/alertes/${alertId}/resultats`);
    await look(page, said);
  });

  // What it found for sure and perhaps, at a lower price, gone since; what its reader keeps and rejects.
  it.each([
    ['', 4],
    ['?voir=retenues', 1],
    ['?voir=ecartees', 1],
  ] as const)('résultats d’une alerte qui a trouvé %s', async (words, count) => {
    if (found === 0) found = await findSome();
    const { page, said } = await own(`/alertes/${found}/resultats${words}`);
    expect(await page.locator('main article').count()).toBe(count);
    await look(page, said);
  });

  async function findSome() {
    const id = await makeAlert(site, { email, criteria: { ...aFlat, ascenseur: true } });
    const names = ['sure', 'retenue', 'ecartee', 'retiree', 'peut-etre'];
    const drafts = names.map((name) => flat(name, { elevator: name === 'peut-etre' ? null : true }));
    const [, kept, rejected] = await agency.publish(...drafts);
    await agency.publish(flat('sure', { elevator: true, price: 23_000_000 }));
    await findAll(site);
    await agency.withdraw('retiree');
    for (const data of [
      { listing: kept, verdict: 'keep' },
      { listing: rejected, verdict: 'reject', reason: 'price' },
    ])
      expect(
        (await signedIn.request.post(`${site.origin}/api/alerts/${id}/verdicts`, { data })).status(),
      ).toBe(200);
    return id;
  }

  it('modifier une alerte', async () => {
    const { page, said } = await own(`/alertes/${alertId}/modifier`);
    await look(page, said);
  });

  it('tableau de bord, menu d’une alerte ouvert', async () => {
    const { page, said } = await own('/tableau-de-bord');
    await button(page, /^Actions pour/).click();
    await page.getByRole('menu').waitFor();
    await look(page, said);
  });

  it('une annonce, telle qu’une personne connectée la voit', async () => {
    const { page, said } = await own(`/annonce/${id}`);
    const keeping = page.waitForResponse(/\/api\/favorites\/\d+$/);
    await button(page, 'Garder cette annonce').click();
    await button(page, 'Ne plus garder').waitFor();
    await keeping;
    await button(page, 'Envoyer ma demande').waitFor();
    await page.getByLabel(/^Téléphone/).fill('0612345678');
    await button(page, 'Envoyer ma demande').click();
    await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    await look(page, said);
  });

  it.each(['?onglet=favoris', '?onglet=vus', '?onglet=demandes'])(
    'tableau de bord rempli %s',
    async (words) => {
      const { page, said } = await own(`/tableau-de-bord${words}`);
      await page.locator('main').getByText('Nîmes').first().waitFor();
      await look(page, said);
    },
  );

  it('profil', async () => {
    const { page, said } = await own('/profil');
    await look(page, said);
  });

  it('profil, suppression du compte demandée', async () => {
    const { page, said } = await own('/profil');
    await button(page, 'Supprimer mon compte').click();
    await page.getByRole('dialog').waitFor();
    await look(page, said);
  });

  it('créer une alerte, adresse connue', async () => {
    const { page, said } = await own(`/alertes/nouvelle?transaction=achat&lieux=${slug}`);
    await look(page, said);
  });

  it('page introuvable', async () => {
    const { page, said } = await own('/nulle-part');
    await look(page, said);
  });
});
