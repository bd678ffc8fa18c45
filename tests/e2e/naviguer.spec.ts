import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { pages } from '../../src/pages.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { silent, visit, visitor } from '../kit/browser.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite({ role: 'web' });
let listing = '';
beforeAll(async () => {
  const ids = await (await makeAgency(site)).publish(
    ...Array.from({ length: 30 }, (_, each) => flat(`a${each}`)),
  );
  listing = `/annonce/${ids[0]}`;
  await addDemoAccount(site.db, {
    email: 'camille@exemple.fr',
    password: 'Motdepasse1',
    firstName: 'Camille',
    lastName: 'Essai',
  });
});

/** Label and address of each entry of specification 2. */
const shown = (entries: readonly (readonly [label: string, address: string])[]) =>
  entries.map(([label, address]) => `${label} → ${address}`);

async function entriesOf(list: Locator): Promise<string[]> {
  return list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => `${link.textContent} → ${link.getAttribute('href')}`));
}

async function signedIn() {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await visit(page, `${site.origin}/connexion`);
  await page.getByLabel('Adresse e-mail').fill('camille@exemple.fr');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Motdepasse1');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL(/tableau-de-bord/);
  return { context, page };
}

const footerGroup = (page: Page, title: string) =>
  page.locator('footer').getByRole('navigation', { name: title });

describe('les menus de la spécification', () => {
  it('d’un particulier, sans session', async () => {
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.origin}/contact`);
    const header = await entriesOf(page.locator('header[data-site]'));
    const wanted = shown([
      ['Connexion', '/connexion'],
      ['Inscription', '/inscription'],
      ['Nouvelle alerte', '/alertes/nouvelle'],
    ]);
    expect(header.filter((entry) => wanted.includes(entry))).toEqual(expect.arrayContaining(wanted));
    expect(header.some((entry) => entry.startsWith('Mes alertes'))).toBe(false);
    expect(await entriesOf(footerGroup(page, 'Navigation'))).toEqual(
      shown([
        ['Accueil', '/'],
        ['Créer une alerte', '/alertes/nouvelle'],
        ['Se connecter', '/connexion'],
        ['Créer un compte', '/inscription'],
      ]),
    );
    expect(await entriesOf(footerGroup(page, 'Support'))).toEqual([
      'Nous contacter → /contact',
      "Conditions d'utilisation → /conditions-utilisation",
      'CGV → /conditions-generales-vente',
      'Mentions légales → /mentions-legales',
    ]);
    expect(await page.locator('footer').getByRole('link', { name: 'Gérer mes cookies' }).count()).toBe(1);
    expect(
      await page
        .locator('footer')
        .getByRole('link', { name: /Facebook/ })
        .count(),
    ).toBe(1);
    expect(
      await page
        .locator('footer')
        .getByRole('link', { name: /offre Pro/ })
        .count(),
    ).toBe(1);
    await context.close();
  });

  it('d’un particulier connecté, aussi où il n’y a pas de page ; le logo mène à ses alertes', async () => {
    const { context, page } = await signedIn();
    for (const address of ['/tableau-de-bord', '/contact', '/nulle-part']) {
      await visit(page, site.origin + address);
      const header = page.locator('header[data-site]');
      const entries = await entriesOf(header);
      expect(entries[0], address).toMatch(/→ \/tableau-de-bord$/);
      for (const wanted of shown([
        ['Mes alertes', '/tableau-de-bord'],
        ['Nouvelle alerte', '/alertes/nouvelle'],
      ]))
        expect(entries, address).toContain(wanted);
      expect(entries.some((entry) => /^(Connexion|Inscription) /.test(entry))).toBe(false);
      await header.getByText('Camille', { exact: true }).locator('visible=true').click();
      const menu = header.locator('details[open]');
      expect(await entriesOf(menu)).toEqual(shown([['Mon profil', '/profil']]));
      expect(await menu.getByRole('button').allTextContents()).toEqual(['Se déconnecter']);
    }
    await page.locator('details[open]').getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator('header[data-site]').getByRole('link', { name: 'Connexion' }).waitFor();
    expect((await entriesOf(page.locator('header[data-site]')))[0]).toMatch(/→ \/$/);
    await context.close();
  });

  it('d’une agence, sans session', async () => {
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.origin}/agence/nulle-part`);
    const header = await entriesOf(page.locator('header[data-site]'));
    expect(header[0]).toMatch(/→ \/agence$/);
    for (const wanted of shown([
      ['Connexion Agence', '/agence/connexion'],
      ['Contact Commercial', '/agence/contact'],
    ]))
      expect(header).toContain(wanted);
    const services = shown([
      ['Diffusion gratuite', '/offre-agence-immobiliere'],
      ['Boost Réseaux Sociaux', '/boost'],
      ['Rechercher mon agence', '/agence/recherche'],
      ['Créer mon compte', '/agence/creer-compte'],
    ]);
    expect(await entriesOf(footerGroup(page, 'Services'))).toEqual(services);
    expect(await entriesOf(footerGroup(page, 'Support'))).toEqual(
      shown([
        ['Questions fréquentes', '/agence/faq'],
        ['Nous contacter', '/agence/contact'],
        ['Se connecter', '/agence/connexion'],
        ['Mentions légales', '/mentions-legales'],
      ]),
    );
    const footer = page.locator('footer');
    expect(
      await footer.getByText('Solution Pro depuis 2017 · Diffusion gratuite', { exact: true }).count(),
    ).toBe(1);
    expect(await footer.getByRole('link', { name: 'Espace particulier' }).getAttribute('href')).toBe('/');
    await context.close();
  });
});

it.each([
  ['/nulle-part', 'elle a pu changer', '/'],
  ['/agence/nulle-part', 'de l’espace agence', '/agence'],
  ['/admin/nulle-part', 'de l’administration', '/'],
])('%s n’est pas une page : chacun y lit ce qui est à lui', async (address, words, logo) => {
  const context = await visitor();
  const page = await context.newPage();
  const response = await page.goto(site.origin + address);
  expect(response?.status()).toBe(404);
  expect(await page.title()).toBe('Page introuvable – Vigie');
  expect(await page.locator('main').textContent()).toContain(words);
  expect(await page.locator('header[data-site] a').first().getAttribute('href')).toBe(logo);
  await context.close();
});

it('une page suivante s’ouvre en haut ; « Retour » ramène où l’on était, « Suivant » aussi', async () => {
  const context = await visitor({ viewport: { width: 1280, height: 700 } });
  const page = await context.newPage();
  await visit(page, `${site.origin}/conditions-utilisation`);
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => scrollTo(0, 1500));
  await page.locator('footer').getByRole('link', { name: 'CGV' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Conditions générales de vente' }).waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await page.evaluate(() => scrollTo(0, 900));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Conditions d’utilisation' }).waitFor();
  await page.waitForFunction(() => scrollY > 1000);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Conditions générales de vente' }).waitFor();
  await page.waitForFunction(() => Math.abs(scrollY - 900) < 5);
  // A chapter of the same page has its own place.
  await page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link', { name: 'Factures' }).click();
  await page.waitForFunction(() => location.hash === '#factures' && scrollY > 1000);
  expect(await place()).toBeGreaterThan(1000);
  await context.close();
});

it('chaque page a son fichier, chargé quand on l’ouvre ; aucune n’est dans celui de l’entrée', async () => {
  const folder = path.resolve('build/client/assets');
  const name = readdirSync(folder).find((file) => /^manifest-.*\.js$/.test(file)) ?? '';
  const text = readFileSync(path.join(folder, name), 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    entry: { module: string; imports: string[] };
    routes: Record<string, { module: string; parentId?: string }>;
  };
  const routes = Object.entries(manifest.routes).filter(([id]) => id !== 'root');
  expect(routes.map(([id]) => id).toSorted()).toEqual(
    pages.map(({ page, file }) => `${file} ${typeof page === 'string' ? page : page.pattern}`).toSorted(),
  );
  const files = new Map<string, Set<string>>();
  for (const [id, { module }] of routes)
    files.set(module, (files.get(module) ?? new Set()).add(id.split(' ')[0] ?? ''));
  // One module may serve several addresses; no file serves two modules.
  expect([...files.values()].filter((modules) => modules.size > 1)).toEqual([]);
  expect(files.size).toBe(new Set(pages.map(({ file }) => file)).size);
  const always = new Set([manifest.entry.module, ...manifest.entry.imports, manifest.routes.root?.module]);
  expect([...files.keys()].filter((file) => always.has(file))).toEqual([]);

  const context = await visitor();
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await page.goto(`${site.origin}/mentions-legales`);
  await silent(page);
  const loaded = (file: string) => asked.has(manifest.routes[file]?.module ?? 'none');
  expect(loaded(`desks/site/pages/legal-notice.tsx ${paths.legalNotice.pattern}`)).toBe(true);
  const early = [...files].filter(
    ([file, modules]) => asked.has(file) && !modules.has('desks/site/pages/legal-notice.tsx'),
  );
  expect(early.map(([, modules]) => [...modules][0])).toEqual([]);
  await page.goto(site.origin + listing, { waitUntil: 'networkidle' });
  await eventually('le fichier de l’annonce', async () => [...asked].some((file) => /\/listing-/.test(file)));
  await context.close();
});
