import { afterAll, describe, expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { startSite, visitor } from '../kit/site.ts';

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
  'liste d’une ville': `/acheter/${slug}`,
  'deuxième page': `/acheter/${slug}?page=2`,
  'liste vide': `/acheter/${slug}?prixMax=1000`,
  annonce: `/annonce/${id}`,
  'créer une alerte': `/alertes/nouvelle?transaction=achat&lieux=${slug}`,
  'lien de confirmation inconnu': '/alertes/confirmation?token=inconnu',
  'désinscription sans lien': '/desinscription',
  connexion: '/connexion',
  inscription: '/inscription',
  'mot de passe oublié': '/mot-de-passe-oublie',
  'lien de mot de passe inconnu': '/reinitialiser-mot-de-passe?token=inconnu',
  'confirmer une adresse': '/verification-email',
  'retour de Google, sans Google': '/auth/google',
  'mentions légales': '/mentions-legales',
  'classement des annonces': '/classement-des-annonces',
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
afterAll(() => context.close());

describe('sans faute d’accessibilité, à 360 et à 1280 pixels', () => {
  it.each(Object.entries(pages))('%s', async (_, address) => {
    const page = await context.newPage();
    const said = complaintsOf(page);
    await page.goto(site.origin + address, { waitUntil: 'load' });
    const faults = await faultsAtBothWidths(page, { grave: true });
    await page.close();
    expect(faults).toEqual([]);
    // Neither the browser, the security policy nor the hydration complains.
    expect(said).toEqual([]);
  });
});
