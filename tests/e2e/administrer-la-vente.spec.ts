import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dayBefore, parisDay } from '#contract/day.ts';
import { formatDate } from '#contract/fmt.ts';
import { asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { paySession } from '#rooms/payments/embedded.server.ts';
import { receiveEvent } from '#rooms/payments/events.server.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { administratorAt, administrators } from '../kit/administrators.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable, wantedFor } from '../kit/boosts.ts';
import { fillIn, hydrated, visit, visitor } from '../kit/browser.ts';
import { ordered } from '../kit/buyers.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const SESSION_SECRET = 'un secret de test de trente-deux caractères';
const site = await startSite({
  settings: { SESSION_SECRET, ADMIN_USERS: await administrators('claire') },
});
const { db } = site;
const env = readEnv({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  VIGIE_DATA: site.dataDir,
  DATABASE_URL: site.url,
  SESSION_SECRET,
  PUBLIC_URL: site.origin,
});
const services = { db, readDb: db, env, log: openLog(env) } as Services;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const claireAt = (address: string) => administratorAt(site.origin, 'claire', address);
/** What a page complains of, but for the refusals that the journey asks for. */
const unexpected = (complaints: readonly string[]) =>
  complaints.filter((said) => !/status of 400/.test(said));
/** Without the no-break spaces that prices hold. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

let agencies = 0;
/** An agency with a listing that can be boosted, and the price that it reads. */
async function buyer() {
  agencies += 1;
  const email = `acheteuse${agencies}@essai.test`;
  const name = `Agence du Port ${agencies}`;
  const agency = await joinedAt(site, { name, email });
  await makeLawful(site, agency.id);
  await sql`
    update agency set address = '1 quai du Port', postal_code = '34200', city = 'Sète' where id = ${agency.id}
  `.execute(db);
  const [listing = 0] = await boostable(db, agency.id, [flat(`port-${agencies}`)]);
  const context = await visitor();
  await agencyLogin(context, site.origin, email);
  const quote = async (coupons: string[] = []) => {
    const boosts = [wantedFor([listing], { formula: 'essentiel' })];
    const answer = await context.request.post(`${site.origin}/api/agence/boosts/quote`, {
      data: { boosts, coupons },
    });
    const { data } = (await answer.json()) as {
      data: { totals: { net: number; discount: number }; coupons: { error: string | null }[] };
    };
    return data;
  };
  /** Pays for a boost of the listing, which then waits for a person; its reference. */
  const buyBoost = async (coupons: string[] = []) => {
    const { order, url } = await ordered(
      { services },
      {
        agencyId: asAgencyId(agency.id),
        ownerReference: asOwnerReference(agency.ownerReference),
        listingId: listing,
      },
      { coupons },
    );
    for (const event of await paySession(services, url!.split('/').at(-1)!, 1))
      await receiveEvent(services, event);
    const { rows } = await sql<{ reference: string }>`
      select boost.reference from boost join payment_line line on line.boost_id = boost.id
        join payment_order o on o.id = line.order_id where o.reference = ${order}`.execute(db);
    return rows[0]!.reference;
  };
  return { ...agency, name, context, quote, buyBoost };
}

/** As if the boost had begun a day earlier: the figures of that day can be read on the network. Gives it, « AAAA-MM-JJ ». */
async function aDayLater(reference: string): Promise<string> {
  const { rows } = await sql<{ startedAt: Date }>`
    update boost set started_at = started_at - interval '1 day', ends_at = ends_at - interval '1 day'
    where reference = ${reference} returning started_at as "startedAt"`.execute(db);
  return parisDay(rows[0]!.startedAt).day;
}

describe('un administrateur tient la vente des boosts', () => {
  it('fait un code promo, qu’une agence prend, le change et l’arrête', async () => {
    const { quote, buyBoost, name, ownerReference } = await buyer();
    const page = await claireAt('/admin/coupons');
    const complaints = complaintsOf(page);
    await page.getByText('Aucun code promo ne répond à ces filtres').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('link', { name: 'Nouveau code promo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nouveau code promo' }).waitFor();
    await button(page, 'Créer le code').click();
    await page.getByText('Le libellé manque.').waitFor();
    await button(page, 'Proposer un code').click();
    await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toMatch(/^[A-Z]+-\w{5}$/);
    await fillIn(page, {
      Code: 'port10',
      Libellé: 'Dix pour cent',
      Valeur: '10',
      Plafond: '12,50',
      Agences: ownerReference,
    });
    await page.getByText(/^Code promo PORT10\s: Dix pour cent$/).waitFor();
    await page.getByLabel('Exemple, pour un boost').selectOption({ label: 'Essentiel' });
    await page.getByText(/132,50\s€ HT/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await button(page, 'Créer le code').click();
    await page.getByRole('heading', { level: 1, name: 'Code PORT10' }).waitFor();
    expect(await quote(['port10'])).toMatchObject({ totals: { net: 14_500, discount: 1_250 } });

    await fillIn(page, { Plafond: '20' });
    await button(page, 'Enregistrer').click();
    await page
      .getByText(/10\s%, 20,00\s€ HT au plus/)
      .first()
      .waitFor();
    expect(await quote(['port10'])).toMatchObject({ totals: { discount: 1_450 } });
    await page.getByText('Code promo modifié').waitFor();
    await buyBoost(['port10']);
    await page.reload();
    const use = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await use.getByRole('cell', { name: 'Compte' }).waitFor();
    expect(plain(await use.innerText())).toContain('14,50 €');
    expect(await faultsAtBothWidths(page)).toEqual([]);

    await page.getByRole('link', { name: 'Coupons' }).first().click();
    await page.getByRole('checkbox', { name: 'Choisir PORT10' }).check();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await button(page, 'Arrêter ce code…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('PORT10, Dix pour cent').waitFor();
    await dialog.getByRole('button', { name: 'Arrêter le code' }).click();
    await dialog.getByText(/Écrivez pourquoi/).waitFor();
    await fillIn(dialog, { Motif: 'L’opération est finie plus tôt.' });
    await dialog.getByRole('button', { name: 'Arrêter le code' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Arrêté', exact: true }).waitFor();
    expect((await quote(['port10'])).coupons).toMatchObject([{ error: 'Code expiré.' }]);
    expect(unexpected(complaints)).toEqual([]);
  });

  it('change un prix pour plus tard, et celui d’aujourd’hui reste', async () => {
    const { quote } = await buyer();
    const page = await claireAt('/admin/boost-configuration');
    const complaints = complaintsOf(page);
    await page.getByRole('heading', { level: 2, name: 'Versions' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const fees = page.getByLabel(/^Frais de service/);
    await fees.nth(1).fill('trente');
    await button(page, 'Vérifier').click();
    await page.getByText('Un montant en euros est attendu.').waitFor();
    await fees.nth(1).fill('45');
    await button(page, 'Ajouter une formule').click();
    const added = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Retirer', exact: true }) });
    await fillIn(added, {
      Nom: 'Coup d’envoi',
      'Durée, en jours': '3',
      'Budget média': '20',
      'Frais de service': '9,90',
      Description: 'Trois jours pour commencer.',
    });
    await button(page, 'Monter Coup d’envoi').click();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await button(page, 'Vérifier').click();
    await page.getByRole('heading', { level: 2, name: 'Vérifier avant de charger' }).waitFor();
    const change = page.getByRole('row', { name: /Essentiel \(essentiel\), prix HT/ });
    expect(await change.innerText()).toMatch(/145,00\s€\s+155,00\s€/);
    await page.getByRole('row', { name: /Formule Coup d’envoi \(coup-d-envoi\)/ }).waitFor();
    await page.getByRole('heading', { level: 4, name: 'Coup d’envoi' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    // Far enough for the day that ends while this runs to change nothing.
    const day = dayBefore(parisDay(new Date()).day, -10);
    await page.getByLabel('Jour', { exact: true }).fill(day);
    await button(page, 'Charger la version').click();
    await page.getByText(/Écrivez pourquoi/).waitFor();
    await fillIn(page, { Motif: 'Les prix de la saison prochaine.' });
    await button(page, 'Charger la version').click();
    await page.waitForURL(/chargee=\d+/);
    await page.getByText('À venir', { exact: true }).waitFor();
    await page.getByText('Les prix de la saison prochaine.').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect((await quote()).totals.net).toBe(14_500);
    await visit(page, `${site.origin}/boost`);
    expect(await page.getByText('Coup d’envoi').count()).toBe(0);

    // Called off: what is sold today, for the same day.
    await page.goto(`${site.origin}/admin/boost-configuration`);
    await hydrated(page);
    await page.getByRole('link', { name: 'Préparer son annulation' }).click();
    await page.waitForURL(/jour=/);
    await button(page, 'Vérifier').click();
    await page.getByRole('row', { name: /Essentiel \(essentiel\), prix HT/ }).waitFor();
    await fillIn(page, { Motif: 'Nous gardons les prix d’aujourd’hui.' });
    await button(page, 'Charger la version').click();
    await page.getByText('Remplacée avant son jour').waitFor();
    expect(unexpected(complaints)).toEqual([]);
  });

  it('publie un boost à la main et en reporte les chiffres, que l’agence lit', async () => {
    const { context, buyBoost } = await buyer();
    const reference = await buyBoost();
    const agencyPage = await context.newPage();
    const agencyComplaints = complaintsOf(agencyPage);
    await visit(agencyPage, `${site.origin}/agence/boosts?boost=${reference}`);
    await agencyPage.getByText('Il part au réseau').waitFor();

    const page = await claireAt('/admin/boosts');
    const complaints = complaintsOf(page);
    const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: reference });
    await waiting.getByText('à publier').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await waiting.getByRole('link', { name: reference }).click();
    await page.getByRole('heading', { level: 1, name: `Boost ${reference}` }).waitFor();
    await page.getByText('Catégorie spéciale').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const field = page.getByLabel(/^Adresse de la publicité sur le réseau/);
    await field.fill('facebook');
    await button(page, /^C’est publié/).click();
    await page.getByText(/Donnez l’adresse complète de la publicité/).waitFor();
    await field.fill('https://reseau.example/publicites/12');
    await button(page, /^C’est publié/).click();
    await page.getByText('Rien n’est à faire sur le réseau.').waitFor();
    await page.getByText('Payé, à envoyer → Envoi au réseau').waitFor();

    await agencyPage.reload();
    await agencyPage.getByText('Il est diffusé').waitFor();
    const seen = agencyPage.getByRole('link', { name: 'Voir la publicité sur le réseau' });
    expect(await seen.getAttribute('href')).toBe('https://reseau.example/publicites/12');
    await agencyPage.getByText('Premiers chiffres demain').waitFor();

    const day = await aDayLater(reference);
    await visit(page, `${site.origin}/admin/boosts?tache=figures`);
    await waiting.getByText('1 jour sans chiffres').waitFor();
    await waiting.getByRole('link', { name: reference }).click();
    const figures = page.getByRole('group', { name: formatDate(new Date(`${day}T12:00:00Z`)) });
    await fillIn(figures, { Affichages: '1 234', Couverture: '2000', Clics: 'trente', Dépense: '7,24' });
    await button(page, 'Reporter les jours remplis').click();
    await page.getByText(/affichages, couverture et clics sont trois nombres entiers/).waitFor();
    await fillIn(figures, { Clics: '31' });
    await button(page, 'Reporter les jours remplis').click();
    await page.getByText(/plus de personnes ou de clics que d’affichages/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await fillIn(figures, { Couverture: '900' });
    await button(page, 'Reporter les jours remplis').click();
    const ledger = page.getByRole('table', { name: 'Jour par jour, comme l’agence les lit' });
    await ledger.getByRole('cell', { name: /7,24/ }).waitFor();
    await figures.waitFor({ state: 'detached' });

    await visit(agencyPage, `${site.origin}/agence/boosts`);
    const row = agencyPage.getByRole('row').filter({ hasText: reference });
    expect(plain(await row.innerText())).toMatch(/En cours[^]*7,24 €[^]*sur 110,00 €[^]*1 234[^]*31/);
    await row.getByRole('link').click();
    const journal = agencyPage.getByRole('region', { name: 'Journal du boost, jour par jour' });
    expect(plain((await journal.getByRole('row').last().textContent()) ?? '')).toBe('Total1 2343107,24 €');
    expect(await faultsAtBothWidths(agencyPage)).toEqual([]);

    // Both acts are in the audit, with what they changed.
    await visit(page, `${site.origin}/admin/journal?objet=boost`);
    const done = page.getByRole('row').filter({ hasText: reference });
    await done
      .filter({ hasText: 'Tâche de diffusion faite à la main' })
      .filter({ hasText: 'claire' })
      .getByText('https://reseau.example/publicites/12')
      .waitFor();
    await done
      .filter({ hasText: 'Chiffres d’un boost reportés' })
      .getByText(/1\s234 affichages/)
      .waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(unexpected(complaints)).toEqual([]);
    expect(agencyComplaints).toEqual([]);
  });
});
