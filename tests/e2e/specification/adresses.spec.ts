import { describe, expect } from 'vitest';
import { makeAlert } from '../../kit/alerts.ts';
import { type Checks, checkRows } from '../../kit/individuals/rows.ts';
import {
  anonymous,
  here,
  linksOf,
  member,
  open,
  read,
  signOut,
  site,
  sold,
} from '../../kit/individuals/site.ts';
import { eventually } from '../../kit/site.ts';

const answers = async (address: string, h1: RegExp | string) => {
  const { status, h1: title } = await read(address);
  expect([address, status, title]).toEqual([
    address,
    200,
    typeof h1 === 'string' ? h1 : expect.stringMatching(h1),
  ]);
};

/** By the name of their row. */
const checks: Checks = {
  'three-sets': async () => {
    for (const [address, space] of [
      ['/nulle-part', /aria-label="Annonces"/],
      ['/agence/nulle-part', />Pro</],
      ['/boost/nulle-part', />Pro</],
      ['/admin/nulle-part', />Administration</],
    ] as const)
      expect((await read(address)).header, address).toMatch(space);
  },
  'not-found': async () => {
    const { status, h1 } = await read('/nulle-part');
    expect([status, h1]).toEqual([404, expect.stringMatching(/\w/)]);
  },
  'on-demand': async () => {
    const page = await anonymous('/mentions-legales');
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await page.waitForLoadState('load');
    expect((await scripts()).filter((name) => /\/signup-/.test(name))).toEqual([]);
    await page.getByRole('link', { name: 'Inscription', exact: true }).click();
    await page.waitForURL('**/inscription');
    expect((await scripts()).filter((name) => /\/signup-/.test(name))).not.toEqual([]);
  },
  scroll: async () => {
    const page = await anonymous('/');
    await page.evaluate(() => window.scrollTo(0, 600));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await page.locator('footer').getByRole('link', { name: 'Mentions légales' }).first().click();
    await page.waitForURL('**/mentions-legales');
    await eventually('le haut de la page', () => page.evaluate(() => window.scrollY === 0));
  },
  home: () => answers('/', /\w/),
  login: () => answers('/connexion', 'Connexion'),
  signup: () => answers('/inscription', 'Créer un compte'),
  forgot: () => answers('/mot-de-passe-oublie', 'Mot de passe oublié'),
  reset: () => answers('/reinitialiser-mot-de-passe', /\w/),
  'legal-notice': () => answers('/mentions-legales', 'Mentions légales'),
  terms: () => answers('/conditions-utilisation', /^Conditions (générales )?d['’]utilisation$/),
  'sales-terms': () => answers('/conditions-generales-vente', /^Conditions générales de vente$/),
  contact: () => answers('/contact', /ontact/),
  unsubscribe: () => answers('/desinscription', /\w/),
  'new-alert': () => answers('/alertes/nouvelle', /alerte/),
  listing: () => answers(`/annonce/${sold}`, /Nîmes/),
  city: async () => {
    await answers('/acheter/nimes-30000', /Nîmes/);
    await answers('/louer/nimes-30000', /Nîmes/);
    await answers('/neuf/nimes-30000', /Nîmes/);
  },
  'city-type': async () => {
    for (const way of ['acheter', 'louer', 'neuf']) {
      await answers(`/${way}/nimes-30000/appartement`, /Nîmes/);
      await answers(`/${way}/nimes-30000/maison`, /Nîmes/);
    }
  },
  'city-district': async () => {
    for (const way of ['acheter', 'louer', 'neuf'])
      await answers(`/${way}/lyon-69000/7e-arrondissement`, /Lyon 7/);
  },
  prices: async () => {
    await answers('/prix-immobilier/montpellier-34000', /Montpellier/);
    await answers('/prix-immobilier/montpellier-34000/appartement', /Montpellier/);
  },
  'other-reading': async () => {
    for (const address of [
      '/acheter/neuf/lyon-69000',
      '/acheter/neuf/lyon-69000/7e-arrondissement',
      '/acheter/neuf/lyon-69000/maison',
      '/acheter/lyon-69000',
      '/acheter/lyon-69000/7e-arrondissement',
      '/louer/lyon-69000',
      '/louer/lyon-69000/appartement',
    ])
      await answers(address, /Lyon/);
  },
  sitemaps: async () => {
    const map = await read('/sitemap.xml');
    expect([map.status, map.type, map.html]).toEqual([
      200,
      expect.stringContaining('xml'),
      expect.stringContaining('<sitemapindex'),
    ]);
    const robots = await read('/robots.txt');
    expect([robots.status, robots.html]).toEqual([200, expect.stringMatching(/^Sitemap: http/m)]);
  },
  dashboard: async () => {
    const { cookie } = await member();
    const { status, h1 } = await read('/tableau-de-bord', cookie);
    expect([status, h1]).toEqual([200, 'Mes alertes']);
  },
  'edit-alert': async () => {
    const { cookie, email } = await member();
    const id = await makeAlert(site, { email });
    const { status, html } = await read(`/alertes/${id}/modifier`, cookie);
    expect([status, html]).toEqual([200, expect.stringContaining('Un logement à Nîmes')]);
    const other = await member();
    expect((await read(`/alertes/${id}/modifier`, other.cookie)).status).toBe(404);
  },
  'alert-results': async () => {
    const { cookie, email } = await member();
    const id = await makeAlert(site, { email });
    const { status, html } = await read(`/alertes/${id}/resultats`, cookie);
    expect([status, html]).toEqual([200, expect.stringContaining('Un logement à Nîmes')]);
    const other = await member();
    expect((await read(`/alertes/${id}/resultats`, other.cookie)).status).toBe(404);
  },
  profile: async () => {
    const { cookie, email } = await member();
    const { status, h1, html } = await read('/profil', cookie);
    expect([status, h1, html]).toEqual([200, 'Mon profil', expect.stringContaining(email)]);
  },
  protected: async () => {
    for (const address of ['/tableau-de-bord', '/alertes/12/modifier', '/alertes/12/resultats', '/profil'])
      expect([address, (await read(address)).status]).toEqual([address, 302]);
    // What is no page is not protected (interface.md, fine points 1).
    expect((await read('/nulle-part')).status).toBe(404);
  },
  'login-redirect': async () => {
    for (const address of [
      '/tableau-de-bord',
      '/alertes/12/modifier',
      '/alertes/12/resultats?page=2',
      '/profil?a=b',
    ])
      expect((await read(address)).location).toBe(`/connexion?redirect=${encodeURIComponent(address)}`);
  },
  'no-redirect': async () => {
    for (const address of ['/', '/contact', `/annonce/${sold}`])
      expect(linksOf((await read(address)).header)).toContainEqual(['Connexion', '/connexion']);
  },
  unauthenticated: async () => {
    const page = await anonymous('/profil');
    expect(here(page)).toBe('/connexion?redirect=%2Fprofil');
  },
  'header-login': async () => {
    expect(linksOf((await read('/')).header)).toContainEqual(['Connexion', '/connexion']);
  },
  'header-signup': async () => {
    expect(linksOf((await read('/')).header)).toContainEqual(['Inscription', '/inscription']);
  },
  'header-alert': async () => {
    const links = linksOf((await read('/')).header);
    expect(links).toContainEqual(['Nouvelle alerte', '/alertes/nouvelle']);
    expect(links.map(([words]) => words)).not.toContain('Mes alertes');
  },
  'header-alerts': async () => {
    const { cookie } = await member();
    expect(linksOf((await read('/', cookie)).header)).toContainEqual(['Mes alertes', '/tableau-de-bord']);
  },
  'header-alert-in': async () => {
    const { cookie } = await member();
    const links = linksOf((await read('/', cookie)).header);
    expect(links).toContainEqual(['Nouvelle alerte', '/alertes/nouvelle']);
    for (const gone of ['Connexion', 'Inscription'])
      expect(links.map(([words]) => words)).not.toContain(gone);
  },
  'header-profile': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await page.locator('header summary').filter({ hasText: 'Léa' }).click();
    await page.locator('header').getByRole('link', { name: 'Mon profil' }).click();
    await page.waitForURL(`${site.origin}/profil`);
  },
  'header-sign-out': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await page.locator('header summary').filter({ hasText: 'Léa' }).click();
    expect(await page.locator('header').getByRole('button', { name: 'Se déconnecter' }).isVisible()).toBe(
      true,
    );
  },
  ...Object.fromEntries(
    (
      [
        ['footer-home', 'Navigation', 0, 'Accueil', '/'],
        ['footer-alert', 'Navigation', 1, 'Créer une alerte', '/alertes/nouvelle'],
        ['footer-login', 'Navigation', 2, 'Se connecter', '/connexion'],
        ['footer-signup', 'Navigation', 3, 'Créer un compte', '/inscription'],
        ['footer-contact', 'Support', 0, 'Nous contacter', '/contact'],
        ['footer-terms', 'Support', 1, "Conditions d'utilisation", '/conditions-utilisation'],
        ['footer-sales-terms', 'Support', 2, 'CGV', '/conditions-generales-vente'],
        ['footer-legal-notice', 'Support', 3, 'Mentions légales', '/mentions-legales'],
      ] as const
    ).map(([id, group, rank, words, address]) => [
      id,
      async () => {
        const { footer } = await read('/');
        const list = new RegExp(`>${group}</h2>([\\s\\S]*?)</nav>`).exec(footer)?.[1] ?? '';
        expect(linksOf(list)).toHaveLength(4);
        expect(linksOf(list)[rank]).toEqual([words, address]);
      },
    ]),
  ),
  'footer-pro': async () => {
    const links = linksOf((await read('/')).footer).filter(([, href]) => href === '/agence');
    expect(links.map(([words]) => words)).toEqual([expect.stringMatching(/Pro/)]);
  },
  'footer-social': async () => {
    const social = linksOf((await read('/')).footer).filter(([, href]) =>
      /^https:\/\/[^/]*facebook/.test(href ?? ''),
    );
    expect(social).toHaveLength(1);
  },
  'footer-legal': async () => {
    const { footer } = await read('/');
    const legal = linksOf(footer.slice(footer.lastIndexOf('</nav>')));
    for (const entry of [
      ['Mentions légales', '/mentions-legales'],
      ["Conditions d'utilisation", '/conditions-utilisation'],
      ['CGV', '/conditions-generales-vente'],
    ])
      expect(legal).toContainEqual(entry);
  },
  logo: async () => {
    const { cookie } = await member();
    const logoOf = async (address: string, as = '') => linksOf((await read(address, as)).header)[0]?.[1];
    expect(await logoOf('/agence/connexion', cookie)).toBe('/agence');
    expect(await logoOf('/contact', cookie)).toBe('/tableau-de-bord');
    expect(await logoOf('/contact')).toBe('/');
  },
  'logout-home': async () => {
    const { context } = await member();
    const page = await open(context, '/tableau-de-bord');
    await signOut(page);
    await page.waitForURL(`${site.origin}/`);
  },
};

describe('les pages de la spécification', () => {
  checkRows(import.meta.filename, checks);
});
