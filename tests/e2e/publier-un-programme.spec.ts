import { expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { fillIn, hydrated, visitor } from '../kit/browser.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'grues@essai.test';

it('un programme neuf, lot par lot, du brouillon à la page que l’on lit', async () => {
  const { id: agencyId } = await joinedAt(site, { name: 'Agence des Grues', email });
  await makeLawful(site, agencyId);
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  await agencyLogin(context, site.origin, email);
  const page = await context.newPage();
  await page.goto(`${site.origin}/agence/annonces/creer`);
  await hydrated(page);
  // A programme is for sale: nobody lets one.
  const type = page.getByLabel('Type de bien');
  await page.getByLabel('Location').check();
  expect(await type.locator('option').allTextContents()).not.toContain('Programme neuf');
  await page.getByLabel('Vente').check();
  await type.selectOption({ label: 'Programme neuf' });
  await page.getByRole('combobox', { name: 'Commune ou arrondissement' }).fill('Nîmes');
  await page.getByRole('option', { name: 'Nîmes' }).first().click();
  await fillIn(page, { 'Prix du lot le moins cher': '210 000' });
  await page.getByRole('button', { name: 'Créer le brouillon' }).click();
  await page.waitForURL(/annonces\/\d+\/modifier/);
  await hydrated(page);
  const id = Number(/annonces\/(\d+)\//.exec(page.url())?.[1]);
  const step = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Étapes' }).getByRole('link', { name }).click();

  const year = new Date().getFullYear() + 2;
  await fillIn(page, {
    'Nom du programme': 'Le Clos des Grues',
    Promoteur: 'Bâtir Ensemble',
    Livraison: `3e trimestre ${year}`,
    Avancement: 'En travaux',
    'Garantie d’achèvement': 'Banque des Arènes',
    'Construit selon la RE2020': 'Oui',
    'Prêt à taux zéro possible': 'Oui',
  });
  // What is said of each lot is not asked of the whole.
  expect(await page.getByLabel('Surface habitable').count()).toBe(0);
  await step(/Lieu/);
  await fillIn(page, { 'Ce que l’annonce montre': 'La commune' });
  await step(/Prix et honoraires/);
  const add = page.getByRole('button', { name: 'Ajouter un lot' });
  const lot = (name: string) => page.getByRole('group', { name: `Lot ${name}` });
  await add.click();
  // The keyboard is in the new lot, and what is not whole is said so.
  const first = lot('A101');
  await expect
    .poll(() => first.getByLabel('Référence').evaluate((node) => node === document.activeElement))
    .toBe(true);
  await page.getByText('À compléter, pas encore enregistré').waitFor();
  await page.getByText('Aucun lot encore.').waitFor();
  await fillIn(first, { Pièces: '2', Surface: '41,5', Étage: '1', 'Prix TTC': '199 000' });
  await page.getByText('1 lot, 1 disponible, à partir de').waitFor();
  await page.getByRole('button', { name: 'Dupliquer le lot A101' }).click();
  await fillIn(lot('A102'), { 'Prix TTC': '189 000', Disponibilité: 'Réservé' });
  await add.click();
  await fillIn(lot('A103'), { Pièces: '3', Surface: '64', 'Prix TTC': '265 000' });
  // A reference that is taken is said where it is typed, and nothing passes for saved meanwhile.
  const last = page.getByLabel('Référence').last();
  await last.fill('a101');
  await page.getByText('Un autre lot porte cette référence.').waitFor();
  await page.getByText('Rien n’est enregistré').waitFor();
  await page.getByText('Pas enregistré').waitFor();
  await last.fill('A103');
  await page.getByText('Tout est enregistré').waitFor();
  await add.click();
  await fillIn(lot('A104'), { 'Prix TTC': '1' });
  await page.getByRole('button', { name: 'Retirer le lot A104' }).click();
  await page.getByText('Le lot A104 est retiré.').waitFor();
  await page.getByRole('button', { name: 'Le remettre' }).click();
  await page.getByRole('button', { name: 'Retirer le lot A104' }).click();
  await page.getByText('3 lots, 2 disponibles, à partir de 199').waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await fillIn(page, {
    'Honoraires à la charge': 'Du vendeur',
    'Adresse de votre barème': 'https://grues.exemple.test/bareme.pdf',
  });
  await step(/DPE/);
  await fillIn(page, { DPE: 'Non soumis' });
  await fillIn(page, { 'Pourquoi non soumis': 'Logement neuf vendu avant sa livraison' });
  await step(/Copropriété/);
  await fillIn(page, { 'Bien dans un périmètre de risques': 'Non' });
  await step(/Texte/);
  await fillIn(page, {
    Titre: 'Le Clos des Grues, du deux au quatre pièces',
    Description: 'Une résidence de trois étages autour d’un jardin, à dix minutes des arènes.',
  });
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByText('L’annonce est en ligne').first().waitFor();

  // On a phone the open step is in sight, and a thumbnail without a photo has no words to cut off.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.origin}/agence/annonces/${id}/modifier?etape=texte`);
  await hydrated(page);
  const open = page.getByRole('navigation', { name: 'Étapes' }).getByRole('link', { name: 'Texte' });
  await expect
    .poll(() =>
      open.evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left >= 0 && right <= window.innerWidth;
      }),
    )
    .toBe(true);
  await page.goto(`${site.origin}/agence/annonces`);
  await hydrated(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .getByText('Sans photo')
      .and(page.locator(width === 360 ? 'li span' : 'table span'))
      .evaluate(({ parentElement: frame }) => frame!.scrollHeight - frame!.clientHeight);
    expect([width, cut]).toEqual([width, 0]);
  }

  const reader = await (await visitor({ viewport: { width: 360, height: 740 } })).newPage();
  await reader.goto(`${site.origin}/annonce/${id}`);
  const lots = reader.getByRole('table', { name: 'Lots du programme' });
  expect(await lots.getByRole('rowheader').allTextContents()).toHaveLength(3);
  await reader.getByText('2 lots disponibles').waitFor();
  await reader.getByText('Bâtir Ensemble').first().waitFor();
  expect(await reader.locator('main').textContent()).toMatch(/199\s000/);
  await reader.goto(`${site.origin}/neuf/nimes-30000`);
  await reader.locator(`a[href="/annonce/${id}"]`).first().waitFor();
});
