import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dayBefore, parisDay } from '#contract/day.ts';
import { loginPathFor } from '#contract/paths.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable, wantedFor } from '../kit/boosts.ts';
import { fillIn, hydrated, visit, visitor } from '../kit/browser.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({
  settings: { ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` },
});
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Claire, signed in at this address. */
async function claireAt(address: string): Promise<Page> {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await visit(page, site.origin + loginPathFor('admin', address));
  await fillIn(page, { Identifiant: 'claire', 'Mot de passe': 'Motdepasse1' });
  await button(page, 'Se connecter').click();
  await page.waitForURL(site.origin + address);
  return page;
}

let agencies = 0;
/** An agency with a listing that can be boosted, and the price that it reads. */
async function buyer() {
  agencies += 1;
  const email = `acheteuse${agencies}@essai.test`;
  const agency = await joinedAt(site, { name: `Agence du Port ${agencies}`, email });
  await makeLawful(site, agency.id);
  const [listing = 0] = await boostable(site.db, agency.id, [flat(`port-${agencies}`)]);
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
  return { ...agency, quote };
}

describe('un administrateur tient la vente des boosts', () => {
  it('fait un code promo, qu’une agence prend, le change et l’arrête', async () => {
    const { quote, ownerReference } = await buyer();
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
    expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
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
    expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
  });
});
