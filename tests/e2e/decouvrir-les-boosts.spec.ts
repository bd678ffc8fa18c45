import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STORAGE_KEYS } from '#contract/constants.ts';
import { formatPrice } from '#contract/fmt.ts';
import { type BoostConfiguration, LISTINGS_MAX, priceOf } from '#rooms/boosts/contract.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, agencyPassword, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable } from '../kit/boosts.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();

const plain = (words: string) => words.replaceAll(/[\u00a0\s]+/g, ' ');
const wordsOf = async (page: Page) => plain((await page.locator('main').innerText()) ?? '');
const here = (page: Page) => page.url().replace(site.origin, '');

/** The configuration in force, as the operator’s command shows it. */
async function configuration(): Promise<BoostConfiguration> {
  const { code, out, err } = await site.vigie('boosts', 'configuration', '--json');
  expect([code, err]).toEqual([0, '']);
  const { data } = JSON.parse(out) as {
    data: { current: number; versions: { id: number; configuration: BoostConfiguration }[] };
  };
  const { current, versions } = data;
  return versions.find(({ id }) => id === current)!.configuration;
}

async function load(settings: BoostConfiguration): Promise<void> {
  const file = path.join(site.dataDir, 'boosts.json');
  await writeFile(file, JSON.stringify(settings));
  const { code, err } = await site.vigie('boosts', 'configuration', '--load', file);
  expect([code, err]).toEqual([0, '']);
}

/** The boosts of the cart of this browser. */
const cartOf = (page: Page) =>
  page.evaluate((key) => {
    const text = localStorage.getItem(key);
    return text === null
      ? null
      : (JSON.parse(text) as { ownerReference: string | null; items: { formula: string }[] });
  }, STORAGE_KEYS.boostCart);

describe('la page des boosts', () => {
  it('montre les prix de la configuration en vigueur, et la suit quand elle change', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/boost`);
    const before = await configuration();
    const words = await wordsOf(page);
    for (const formula of before.formulas) {
      expect(words).toContain(formula.name);
      for (const amount of [priceOf(formula), formula.mediaBudget, formula.fee])
        expect(words).toContain(plain(formatPrice(amount)));
    }
    expect(await faultsAtBothWidths(page)).toEqual([]);

    const [first, ...others] = before.formulas;
    await load({ ...before, formulas: [{ ...first!, name: 'Coup d’envoi', fee: 12_345 }, ...others] });
    await page.reload();
    await page.getByRole('heading', { name: 'Coup d’envoi' }).waitFor();
    expect(await wordsOf(page)).toContain('123,45 €');

    await load({ ...before, open: false });
    await page.reload();
    await page.getByText('Aucun boost ne peut être commandé pour l’instant').waitFor();
    expect(await wordsOf(page)).toContain(plain(formatPrice(priceOf(first!))));
    expect(await page.getByRole('link', { name: 'Booster une annonce' }).count()).toBe(0);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await load(before);
  });

  it('se lit depuis le pied de page des agences', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/agence`);
    await page.locator('footer').getByRole('link', { name: 'Boost Réseaux Sociaux' }).click();
    await page.waitForURL(`${site.origin}/boost`);
    await expect.poll(() => page.title()).toMatch(/^Boost Réseaux Sociaux/);
  });
});

describe('sans compte', () => {
  it('choisit une formule, inscrit son agence, confirme son adresse, et retrouve son panier', async () => {
    const email = 'presse@essai.test';
    const context = await visitor();
    const page = await context.newPage();
    await visit(page, `${site.origin}/boost`);
    await page.getByRole('link', { name: 'Choisir Essentiel' }).click();
    await page.waitForURL(/\/boost\/inscription/);
    await page.getByText('Formule Essentiel choisie.').waitFor();
    expect(await cartOf(page)).toMatchObject({ ownerReference: null, items: [{ formula: 'essentiel' }] });
    expect(await faultsAtBothWidths(page)).toEqual([]);

    // Looked for first: it is not there yet.
    await page.getByLabel('Nom, ville, code postal ou SIREN').fill('Agence Pressée de Sète');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await page.getByRole('heading', { name: /Aucune agence trouvée/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('resultats');
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('link', { name: 'Créer le compte de l’agence' }).click();
    await page.waitForURL(/\/agence\/creer-compte\?suite=boost$/);
    await page.getByLabel('Nom de l’agence').fill('Agence Pressée de Sète');
    await page.getByLabel('Adresse e-mail de l’agence').fill(email);
    await page.getByLabel('Logiciel de l’agence').selectOption('Apimo');
    await fillIn(page, { 'Mot de passe': agencyPassword });
    await page.getByRole('button', { name: 'Créer le compte' }).click();
    await page.waitForURL(/\/agence\/inscription-reussie/);

    const link = linkIn(await mailTo(site, email, /Confirmez/), 'confirmation-email');
    expect(link).toMatch(/[?&]suite=boost$/);
    await visit(page, link);
    await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await page.waitForURL(/\/agence\/[^/]+\/boost$/);
    const ownerReference = /\/agence\/([^/]+)\/boost$/.exec(here(page))?.[1];
    await expect
      .poll(() => cartOf(page))
      .toMatchObject({ ownerReference, items: [{ formula: 'essentiel' }] });
    await page.getByRole('radio', { name: /Essentiel/ }).waitFor();
    expect(await page.getByRole('radio', { name: /Essentiel/ }).isChecked()).toBe(true);
  });

  it('se connecte quand l’agence a déjà son espace, et arrive à la commande', async () => {
    const email = 'revenue@essai.test';
    await joinedAt(site, { name: 'Agence Revenue', email });
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/boost/inscription?formule=visibilite`);
    await page.getByText('Formule Visibilité choisie.').waitFor();
    await page.getByRole('link', { name: 'Se connecter', exact: true }).first().click();
    await page.waitForURL(/\/agence\/connexion/);
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(agencyPassword);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await page.waitForURL(`${site.origin}/agence/boost`);
    expect(await cartOf(page)).toMatchObject({ items: [{ formula: 'visibilite' }] });
  });
});

describe('une agence connectée', () => {
  it('va droit à la commande, depuis /boost, son tableau, son annonce et son tableau de bord', async () => {
    const email = 'arenes@essai.test';
    const agency = await joinedAt(site, { name: 'Agence des Arènes', email });
    const { ownerReference } = agency;
    await makeLawful(site, agency.id);
    const drafts = Array.from({ length: LISTINGS_MAX + 1 }, (_, rank) => flat(`a${rank}`));
    const ids = await boostable(site.db, agency.id, drafts);
    const space = `${site.origin}/agence/${ownerReference}`;
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    await agencyLogin(context, site.origin, email);
    const page = await context.newPage();

    await visit(page, `${site.origin}/boost`);
    // « Annonce » of the header is there too: the first of the page is that of the promise.
    await page.locator('main').getByRole('link', { name: 'Booster une annonce' }).first().click();
    await page.waitForURL(`${space}/boost`);
    await visit(page, `${site.origin}/boost/inscription`);
    expect(here(page)).toBe(`/agence/${ownerReference}/boost`);

    await visit(page, `${space}/tableau-de-bord`);
    expect(
      await page.locator('main').getByRole('link', { name: 'Booster une annonce' }).getAttribute('href'),
    ).toBe(`/agence/${ownerReference}/boost`);
    expect(await faultsAtBothWidths(page)).toEqual([]);

    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(page, `${space}/annonces`);
    const [one] = ids;
    const lines = page.locator('tbody tr');
    expect(await lines.count()).toBe(LISTINGS_MAX + 1);
    const addressOf = (link: string) =>
      page.getByRole('link', { name: link }).locator('visible=true').first().getAttribute('href');
    expect(await addressOf('Booster')).toMatch(
      new RegExp(`^/agence/${ownerReference}/boost\\?annonces=(${ids.join('|')})$`),
    );
    await lines.nth(0).getByRole('checkbox').check();
    await lines.nth(1).getByRole('checkbox').check();
    const chosen = page.getByRole('region', { name: 'Actions sur les annonces choisies' });
    const several = await chosen.getByRole('link', { name: 'Booster les annonces' }).getAttribute('href');
    expect(several).toMatch(/\/boost\?annonces=\d+,\d+$/);
    await page.getByLabel('Choisir toutes les annonces de la page').locator('visible=true').check();
    await chosen.getByText(`les ${LISTINGS_MAX} premières seront prises`).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await chosen.getByRole('link', { name: 'Booster les annonces' }).click();
    await page.waitForURL(`${space}/boost**`);
    await expect
      .poll(async () => (await cartOf(page))?.items)
      .toMatchObject([{ listingIds: { length: LISTINGS_MAX } }]);

    // A formula that is chosen for a cart with boosts in it leaves the address, and is placed by the person.
    await visit(page, `${space}/boost?formule=essentiel`);
    await page.waitForURL(`${space}/boost`);
    await page.getByText('Formule Essentiel\u00a0: choisissez-la dans le boost voulu.').waitFor();
    expect((await cartOf(page))?.items).toHaveLength(1);

    await visit(page, `${space}/annonce/${one}`);
    expect(await page.getByRole('link', { name: 'Booster', exact: true }).getAttribute('href')).toBe(
      `/agence/${ownerReference}/boost?annonces=${one}`,
    );
  });
});
