import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { addConfiguration, configurationAt } from '#rooms/boosts/configuration.server.ts';
import { addCoupon } from '#rooms/coupons/coupons.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, agencyPassword, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable, give } from '../kit/boosts.ts';
import { fillIn, hydrated, visit, visitor } from '../kit/browser.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const HOUR = 3_600_000;
const wide = { width: 1280, height: 900 };

let agencies = 0;

/** An agency that may order, with so many listings on line, signed in to a browser of its own. */
async function buyer({ listings = 2, viewport = wide } = {}) {
  agencies += 1;
  const email = `acheteuse${agencies}@essai.test`;
  const agency = await joinedAt(site, { name: `Agence du Port ${agencies}`, email });
  await makeLawful(site, agency.id);
  await sql`
    update agency set address = '1 quai du Port', postal_code = '34200', city = 'Sète' where id = ${agency.id}
  `.execute(site.db);
  const ids: number[] = [];
  for (let rank = 1; rank <= listings; rank += 1) {
    const [id = 0] = await boostable(site.db, agency.id, [flat(`port-${agencies}-${rank}`)]);
    await sql`update listing set title = ${`Appartement ${rank} du port`} where id = ${id}`.execute(site.db);
    ids.push(id);
  }
  const context = await visitor({ viewport });
  await agencyLogin(context, site.origin, email);
  return { ...agency, email, ids, context, page: await context.newPage() };
}

const total = (page: Page) => page.locator('#recapitulatif').getByText('Total TTC').locator('xpath=..');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const payButton = (page: Page) => button(page, /^Payer \d/);
const storedCart = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('boost_cart') ?? 'null') as Record<string, unknown> | null,
  );

/** Opens the page for these listings, and waits for the price. */
async function openOrder(page: Page, ids: readonly number[]) {
  await visit(page, `${site.origin}/agence/boost?annonces=${ids.join(',')}`);
  await page.waitForURL(`${site.origin}/agence/boost`);
  await payButton(page).waitFor();
}

async function pay(page: Page) {
  await page.getByRole('checkbox', { name: /J’accepte les conditions générales de vente/ }).check();
  await payButton(page).click();
}

/** On the page that stands for the provider’s. */
async function atPayment(page: Page, gesture: string) {
  await page.waitForURL(/\/dev\/paiement\//);
  await page.getByRole('button', { name: gesture, exact: true }).click();
}

const ordersOf = async (agencyId: number) => {
  const { rows } = await sql<{ reference: string; status: string; gross: number }>`
    select reference, status, gross from payment_order where agency_id = ${agencyId} order by id`.execute(
    site.db,
  );
  return rows;
};

const statusesOf = async (agencyId: number) => (await ordersOf(agencyId)).map(({ status }) => status);

describe('une agence achète un boost', () => {
  it.each([
    ['360', { width: 360, height: 740 }],
    ['1280', wide],
  ])('du choix au reçu, à %s pixels', async (_, viewport) => {
    const { page, ids, id, ownerReference } = await buyer({ viewport });
    await visit(page, `${site.origin}/agence/boost`);
    await page.getByRole('heading', { name: 'Quelles annonces montrer' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(viewport);
    await page.getByRole('checkbox', { name: /Appartement 1 du port/ }).check();
    await button(page, 'Préparer ce boost').click();
    await page.getByRole('heading', { level: 2, name: 'Appartement 1 du port' }).waitFor();

    await page.getByRole('radio', { name: /Essentiel/ }).check();
    await page.getByText(/^De [\d\s]+ à [\d\s]+personnes$/).waitFor();
    await page.getByText(/Estimation, jamais une promesse/).waitFor();
    await page.getByRole('slider', { name: /Rayon/ }).fill('40');
    await fillIn(page, { Titre: 'À deux pas du port', Bouton: 'Demander une visite' });
    await expect.poll(() => total(page).innerText()).toMatch(/174,00\s€/);
    const pictures = page.getByRole('img', { name: /^Publicité de l’annonce/ });
    await expect.poll(() => pictures.count()).toBe(2);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((node: HTMLImageElement) => node.complete && node.naturalWidth))
        .toBe(1080);
    }
    await page.getByText('Demander une visite', { exact: true }).nth(1).waitFor();
    await page.getByText('l’âge').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(viewport);

    await payButton(page).click();
    await page.getByText('Acceptez les conditions générales de vente.').waitFor();
    expect(await ordersOf(id)).toEqual([]);
    await pay(page);
    await page.waitForURL(/\/dev\/paiement\//);
    expect(await statusesOf(id)).toEqual(['pending']);
    await atPayment(page, 'Payer');
    await page.waitForURL(/\/agence\/boost\/paiement\?commande=CMD-/);
    await page.getByRole('heading', { level: 1, name: 'Paiement confirmé' }).waitFor();
    await page.getByText('Boost Essentiel').waitFor();
    await page.getByText('Appartement 1 du port').waitFor();
    await hydrated(page);
    await expect.poll(() => storedCart(page)).toBeNull();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const invoice = page.getByRole('link', { name: /^Facture F-\d{4}-\d{6}/ });
    const answer = await page.request.get(new URL((await invoice.getAttribute('href'))!, site.origin).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect(await ordersOf(id)).toEqual([expect.objectContaining({ status: 'paid', gross: 17_400 })]);

    await visit(page, `${site.origin}/agence/${ownerReference}/boost`);
    await page.getByRole('heading', { name: 'Quelles annonces montrer' }).waitFor();
    expect(ids).toHaveLength(2);
  });

  it('en commande plusieurs, avec un code promo, et les corrige un par un', async () => {
    const { page, ids, id } = await buyer();
    const code = await addCoupon(
      site.db,
      {
        code: 'PORT10',
        label: 'Dix pour cent',
        kind: 'percent',
        value: 1_000,
        ceiling: null,
        minimumNet: null,
        formulas: null,
        agencies: null,
        firstOrder: false,
        usesMax: null,
        usesPerAgency: null,
        startsAt: null,
        endsAt: null,
        stackable: false,
      },
      asAdministratorName('essai'),
    );
    await openOrder(page, [ids[0]!]);
    await button(page, 'Ajouter un autre boost').click();
    await page
      .getByRole('checkbox', { name: /Appartement 2 du port/ })
      .last()
      .check();
    await button(page, 'Ajouter ce boost').click();
    await page.getByRole('heading', { level: 2, name: 'Appartement 2 du port' }).waitFor();
    await expect.poll(() => total(page).innerText()).toMatch(/165,60\s€/);
    await fillIn(page, { 'Code promo': 'inconnu' });
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByText('Code inconnu.').waitFor();
    await button(page, 'Retirer le code INCONNU').click();
    await fillIn(page, { 'Code promo': code.toLowerCase() });
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect.poll(() => total(page).innerText()).toMatch(/149,04\s€/);
    await page.getByLabel('Titre').fill('');
    await payButton(page).click();
    await page.getByText('Écrivez un titre.').first().waitFor();
    await expect
      .poll(() => page.getByLabel('Titre').evaluate((node) => node === document.activeElement))
      .toBe(true);
    await page.getByLabel('Titre').fill('Idéal couple sans enfant, pas d’étrangers');
    await page.getByText('un point est à corriger').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(wide);
    await page.getByRole('link', { name: 'Corriger ce point' }).first().click();
    await expect
      .poll(() => page.getByLabel('Titre').evaluate((node) => node === document.activeElement))
      .toBe(true);
    await page.getByLabel('Titre').fill('Face au port');
    await expect.poll(() => page.getByText('un point est à corriger').count()).toBe(0);
    await pay(page);
    await atPayment(page, 'Payer');
    await page.getByRole('heading', { level: 1, name: 'Paiement confirmé' }).waitFor();
    expect(await ordersOf(id)).toEqual([expect.objectContaining({ status: 'paid', gross: 14_904 })]);
    await expect.poll(() => storedCart(page)).toBeNull();
  });

  it('y renonce et retrouve son panier, ses mots et ses codes, puis recommence', async () => {
    const { page, ids, id } = await buyer();
    await openOrder(page, [ids[0]!]);
    await page.getByLabel('Titre').fill('Mes propres mots');
    await expect.poll(async () => JSON.stringify(await storedCart(page))).toContain('Mes propres mots');
    await payButton(page).waitFor();
    await pay(page);
    await atPayment(page, 'Abandonner');
    await page.waitForURL(/\/agence\/boost\/annulation\?commande=/);
    await page.getByRole('heading', { level: 1, name: 'Rien n’a été payé' }).waitFor();
    await page.getByText(/^La commande CMD-\S+ est annulée\.$/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(wide);
    expect((await statusesOf(id)).every((status) => status !== 'pending' && status !== 'paid')).toBe(true);
    await page.getByRole('link', { name: 'Revenir au panier' }).click();
    await payButton(page).waitFor();
    expect(await page.getByLabel('Titre').inputValue()).toBe('Mes propres mots');
    await pay(page);
    await atPayment(page, 'Payer');
    await page.getByRole('heading', { level: 1, name: 'Paiement confirmé' }).waitFor();
    expect((await statusesOf(id)).at(-1)).toBe('paid');
  });

  it('revient par le bouton Précédent de la page de paiement à la même commande', async () => {
    const { page, ids, id } = await buyer();
    await openOrder(page, [ids[0]!]);
    await pay(page);
    await page.waitForURL(/\/dev\/paiement\//);
    const first = page.url();
    await page.goBack();
    await payButton(page).waitFor();
    await pay(page);
    await page.waitForURL(first);
    expect(await ordersOf(id)).toHaveLength(1);
  });
});

describe('le panier', () => {
  it('de 25 heures a disparu', async () => {
    const { page, ids } = await buyer();
    await openOrder(page, [ids[0]!]);
    await page.getByText(/^Panier gardé dans ce navigateur jusqu’au/).waitFor();
    const aged = (hours: number) =>
      page.evaluate((late) => {
        const cart = JSON.parse(localStorage.getItem('boost_cart')!) as { timestamp: number };
        localStorage.setItem('boost_cart', JSON.stringify({ ...cart, timestamp: Date.now() - late }));
      }, hours * HOUR);
    await aged(23);
    await page.reload();
    await payButton(page).waitFor();
    await aged(25);
    await page.reload();
    await page.getByRole('heading', { name: 'Quelles annonces montrer' }).waitFor();
    await hydrated(page);
    expect(await storedCart(page)).toBeNull();
  });

  it('perd avec un mot l’annonce qui se vend entre le choix et le paiement', async () => {
    const { page, ids, id } = await buyer();
    await openOrder(page, ids);
    await give(site.db, ids[1]!, 'sold');
    await pay(page);
    await page.getByText('Une annonce a quitté le panier').waitFor();
    await page.getByText(/Appartement 2 du port\. Le bien est vendu\./).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(wide);
    expect(await ordersOf(id)).toEqual([]);
    await pay(page);
    await atPayment(page, 'Payer');
    await page.getByRole('heading', { level: 1, name: 'Paiement confirmé' }).waitFor();
    expect(await page.getByText('Appartement 2 du port').count()).toBe(0);
  });

  it('ne fait pas le prix, quoi qu’on y écrive', async () => {
    const { page, ids, id } = await buyer();
    await openOrder(page, [ids[0]!]);
    const before = await total(page).innerText();
    await page.evaluate(() => {
      const cart = JSON.parse(localStorage.getItem('boost_cart')!) as { items: object[] };
      const items = cart.items.map((item) => ({ ...item, price: 1, mediaBudget: 0, fee: 0, gross: 1 }));
      localStorage.setItem('boost_cart', JSON.stringify({ ...cart, items, gross: 1, totals: { gross: 1 } }));
    });
    await page.reload();
    await payButton(page).waitFor();
    expect(await total(page).innerText()).toBe(before);

    // Nor does an answer that was altered on its way: the server knows its price.
    await page.route('**/api/agence/boosts/quote', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { totals: object } };
      body.data.totals = { ...body.data.totals, gross: 100 };
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await button(page, /^Payer 1,00/).waitFor();
    await page.getByRole('checkbox', { name: /J’accepte/ }).check();
    await page.unroute('**/api/agence/boosts/quote');
    await button(page, /^Payer 1,00/).click();
    await page.getByText('Le prix a changé', { exact: true }).waitFor();
    await expect.poll(() => total(page).innerText()).toBe(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Récapitulatif');
    expect(await ordersOf(id)).toEqual([]);
  });

  it('pressé deux fois ne fait qu’une commande', async () => {
    const { page, ids, id } = await buyer();
    await openOrder(page, [ids[0]!]);
    await page.getByRole('checkbox', { name: /J’accepte/ }).check();
    await payButton(page).dblclick();
    await page.waitForURL(/\/dev\/paiement\//);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('n’est jamais celui d’une autre agence, et part avec la déconnexion', async () => {
    const first = await buyer();
    const second = await buyer();
    const { page, context } = first;
    await openOrder(page, [first.ids[0]!]);
    // The session ends by itself; another agency signs in to this browser.
    await context.clearCookies();
    await agencyLogin(context, site.origin, second.email);
    await visit(page, `${site.origin}/agence/boost`);
    await page.getByRole('heading', { name: 'Quelles annonces montrer' }).waitFor();
    await context.clearCookies();
    await agencyLogin(context, site.origin, first.email);
    await visit(page, `${site.origin}/agence/boost`);
    await page.getByRole('heading', { level: 2, name: 'Appartement 1 du port' }).waitFor();
    await page
      .getByText(/^Agence du Port \d+$/)
      .first()
      .click();
    await button(page, 'Se déconnecter').click();
    await page.waitForURL(/\/agence\/connexion/);
    expect(await storedCart(page)).toBeNull();
  });

  it('reste, avec ses mots, quand le réseau tombe pendant le paiement', async () => {
    const { page, ids, id, email } = await buyer();
    await openOrder(page, [ids[0]!]);
    await page.getByLabel('Texte').fill('Des mots qui resteront.');
    await expect.poll(async () => JSON.stringify(await storedCart(page))).toContain('qui resteront');
    await payButton(page).waitFor();
    await page.getByRole('checkbox', { name: /J’accepte/ }).check();
    // The order is made, its answer is lost.
    await page.route('**/api/agence/boosts/checkout', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await page.waitForURL(/\/agence\/connexion\?redirect=%2Fagence%2Fboost$/);
    await page.unroute('**/api/agence/boosts/checkout');
    const kept = await storedCart(page);
    expect(kept).toMatchObject({ key: expect.stringMatching(/^[\w-]{16,64}$/) });
    expect(await page.evaluate(() => localStorage.getItem('agency_data'))).toBeNull();
    await fillIn(page, { 'Adresse e-mail': email, 'Mot de passe': agencyPassword });
    await button(page, 'Se connecter').click();
    await page.waitForURL(`${site.origin}/agence/boost`);
    await payButton(page).waitFor();
    expect(await page.getByLabel('Texte').inputValue()).toBe('Des mots qui resteront.');
    await pay(page);
    await page.waitForURL(/\/dev\/paiement\//);
    expect(await ordersOf(id)).toHaveLength(1);
  });
});

describe('les autres états', () => {
  it('le retour du paiement attend la confirmation, et n’est que pour sa propre agence', async () => {
    const first = await buyer();
    const second = await buyer();
    await openOrder(first.page, [first.ids[0]!]);
    await pay(first.page);
    await first.page.waitForURL(/\/dev\/paiement\//);
    const payment = first.page.url();
    const [order] = await ordersOf(first.id);
    const back = `/agence/boost/paiement?commande=${order!.reference}`;
    await visit(first.page, site.origin + back);
    await first.page.getByRole('heading', { level: 1, name: 'Paiement en cours de confirmation' }).waitFor();
    expect(await faultsAtBothWidths(first.page)).toEqual([]);
    expect(await storedCart(first.page)).not.toBeNull();

    for (const address of [back, `/agence/boost/annulation?commande=${order!.reference}`]) {
      const foreign = await second.page.goto(site.origin + address);
      expect([address, foreign?.status()]).toEqual([address, 404]);
      const nobody = await fetch(site.origin + address, { redirect: 'manual' });
      expect([nobody.status, nobody.headers.get('location')]).toEqual([
        302,
        `/agence/connexion?redirect=${encodeURIComponent(address)}`,
      ]);
    }
    for (const address of ['/agence/boost/paiement', '/agence/boost/paiement?commande=CMD-0000-0000'])
      expect((await second.page.goto(site.origin + address))?.status()).toBe(404);

    // Paid in another tab: the page that waits hears of it by itself.
    const other = await first.context.newPage();
    await other.goto(payment);
    await atPayment(other, 'Payer');
    await first.page.getByRole('heading', { level: 1, name: 'Paiement confirmé' }).waitFor();
    await expect.poll(() => storedCart(first.page)).toBeNull();
  });

  it('sans annonce en ligne, la page mène à en publier une', async () => {
    const { page } = await buyer({ listings: 0 });
    await visit(page, `${site.origin}/agence/boost`);
    await page.getByText('Aucune de vos annonces ne peut être boostée').waitFor();
    await page.getByRole('link', { name: 'Créer une annonce' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
  });

  it('ce qui manque à la facture mène au profil', async () => {
    const { page, ids, id, ownerReference } = await buyer();
    await sql`update agency set city = null where id = ${id}`.execute(site.db);
    await openOrder(page, [ids[0]!]);
    await page.getByText('Indiquez la ville de facturation.').waitFor();
    expect(await page.getByRole('link', { name: /^Compléter/ }).getAttribute('href')).toBe(
      `/agence/${ownerReference}/profil#facturation`,
    );
    await pay(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('facturation-incomplete');
    expect(await ordersOf(id)).toEqual([]);
    expect(await faultsAtBothWidths(page)).toEqual([]);
  });

  it('un prix qui n’arrive pas se redemande, et le panier est gardé', async () => {
    const { page, ids } = await buyer();
    await openOrder(page, [ids[0]!]);
    await page.route('**/api/agence/boosts/quote', (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, code: 'RATE_LIMIT_EXCEEDED', message: 'Limite de requêtes atteinte.' },
      }),
    );
    await page.reload();
    await page.getByText('Le prix n’a pas pu être calculé').waitFor();
    await page.getByText(/Réessayez dans 15 minutes\. Le panier est gardé\./).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize(wide);
    await page.unroute('**/api/agence/boosts/quote');
    await button(page, 'Réessayer').click();
    await payButton(page).waitFor();
  });

  it('dans un navigateur qui ne garde rien, le panier dure autant que la page', async () => {
    const { context, ids } = await buyer();
    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Denied', 'SecurityError');
        },
      });
    });
    const page = await context.newPage();
    await openOrder(page, [ids[0]!]);
    await page.getByText('Ce navigateur ne garde rien', { exact: false }).waitFor();
    await page.getByRole('radio', { name: /Essentiel/ }).check();
    await expect.poll(() => total(page).innerText()).toMatch(/174,00\s€/);
    await pay(page);
    await page.waitForURL(/\/dev\/paiement\//);
  });

  it('fermée, la vente le dit et rien n’est perdu', async () => {
    const { page, ids } = await buyer();
    await openOrder(page, [ids[0]!]);
    const settings = await configurationAt(site.db, clock.now());
    const change = (open: boolean) =>
      addConfiguration(
        site.db,
        {
          settings: { ...settings, open },
          effectiveOn: null,
          by: asAdministratorName('essai'),
          note: null,
          newest: null,
        },
        clock.now(),
      );
    await change(false);
    try {
      await page.reload();
      await page.getByText('Aucun boost ne peut être commandé pour l’instant').waitFor();
      await page.getByRole('heading', { level: 2, name: 'Appartement 1 du port' }).waitFor();
      await total(page).waitFor();
      expect(await page.getByRole('button', { name: /^Payer/ }).count()).toBe(0);
      expect(await faultsAtBothWidths(page)).toEqual([]);
    } finally {
      await change(true);
    }
  });
});
