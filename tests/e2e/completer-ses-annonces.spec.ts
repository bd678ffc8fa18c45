import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'silence@essai.test';
/** What real exports of several software leave empty in every row. */
const silent = {
  energyStatus: 'rated',
  energyClass: 'C',
  energyValue: 150,
  climateClass: 'B',
  climateValue: 10,
  energyDate: '2025-03-12',
  energyVersion: 'DPE_v07-2021',
  energyCostMin: '',
  energyCostMax: '',
  energyCostYear: '',
  coOwned: '',
  lots: '',
  yearlyCharges: '',
  procedure: '',
} as const;

/** The export of an agency, sent and applied in its space, which is then open at the report. */
async function applied(
  said: { name: string; email: string; lawful: boolean },
  rows: (ref: string) => PolirisValues[],
) {
  const agency = await joinedAt(site, said);
  if (said.lawful) await makeLawful(site, agency.id);
  const file = path.join(site.dataDir, `${agency.ownerReference}.zip`);
  await writeFile(file, await zipFeed({ listings: writeListings(rows(agency.ownerReference)) }));
  const context = await visitor();
  await agencyLogin(context, site.origin, said.email);
  const page = await context.newPage();
  await visit(page, `${site.origin}/agence/annonces/import`);
  await page.getByLabel('Fichier à importer').setInputFiles(file);
  await page.getByText('Comparé, pas encore appliqué').waitFor();
  await page.getByRole('button', { name: 'Appliquer ce fichier' }).click();
  await page.getByText('Ce fichier est appliqué').waitFor();
  await page.getByText(/^La loi garde/).waitFor();
  return { page, agencyId: agency.id };
}
const links = (page: Page) => page.getByRole('link', { name: 'Compléter ce que votre logiciel ne dit pas' });

it('ne mène pas à la page où l’on complète quand il n’y a rien à y compléter', async () => {
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  // Only what the agency says of itself is missing.
  const { page } = await applied(
    { name: 'Agence sans carte', email: 'carte@essai.test', lawful: false },
    (agency) =>
      generatePortfolio({ seed: 5, agency, count: 60, places })
        .filter(({ transaction, propertyType }) => transaction === 'vente' && propertyType === 'appartement')
        .slice(0, 3),
  );
  expect(await links(page).count()).toBe(0);
  await visit(page, `${site.origin}/agence/annonces/completer`);
  await page.getByRole('heading', { name: 'Rien à compléter ici' }).waitFor();
});

it('complète le dépôt de garantie et le loyer de ses locations', async () => {
  const places = [{ postalCode: '34000', city: 'Montpellier', lat: 43.61, lng: 3.88, pricePerM2: 3300 }];
  const { page, agencyId } = await applied(
    { name: 'Agence des Loyers', email: 'loyers@essai.test', lawful: true },
    (agency) =>
      generatePortfolio({ seed: 5, agency, count: 60, places })
        .filter(
          ({ transaction, propertyType }) => transaction === 'location' && propertyType === 'appartement',
        )
        .slice(0, 2)
        .map((row, rank) => ({
          ...row,
          ...silent,
          energyCostMin: 800,
          energyCostMax: 1_100,
          energyCostYear: 2023,
          reference: `LOC-${rank + 1}`,
          price: 800,
          charges: 50,
          deposit: '',
          baseRent: '',
          referenceRent: '',
          chargesMode: '',
        })),
  );
  await links(page).click();
  await page.getByRole('link', { name: 'Dépôt et honoraires de location 2' }).click();
  await page.getByLabel('Dépôt de garantie, LOC-1').fill('0');
  await page.getByLabel('Dépôt de garantie, LOC-2').fill('700');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('2 annonces complétées, aucune en ligne').waitFor();
  await page.getByRole('link', { name: 'Loyer et charges 2' }).click();
  await page
    .getByLabel('Pour plusieurs annonces, charges payées')
    .selectOption('Par provisions, régularisées chaque année');
  for (const reference of ['LOC-1', 'LOC-2']) {
    await page.getByLabel(`Loyer de base, hors charges, ${reference}`).fill('750');
    await page.getByLabel(`Loyer de référence majoré, ${reference}`).fill('780');
  }
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('2 annonces complétées, 2 en ligne').waitFor();
  const standing = await site.db
    .selectFrom('listing')
    .select(['status', 'deposit', 'baseRent', 'chargesMode'])
    .where('agencyId', '=', agencyId)
    .orderBy('reference')
    .execute();
  expect(standing).toEqual([
    { status: 'online', deposit: 0, baseRent: 75_000, chargesMode: 2 },
    { status: 'online', deposit: 70_000, baseRent: 75_000, chargesMode: 2 },
  ]);
});

it('complète d’un coup ce que le logiciel ne dit pas', async () => {
  const agency = await joinedAt(site, { name: 'Agence du Silence', email });
  await makeLawful(site, agency.id);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  const rows = generatePortfolio({ seed: 5, agency: agency.ownerReference, count: 60, places })
    .filter(({ transaction, propertyType }) => transaction === 'vente' && propertyType === 'appartement')
    .slice(0, 3)
    .map((row, rank) => ({ ...row, ...silent, reference: `SIL-${rank + 1}` }));
  const file = path.join(site.dataDir, 'export.zip');
  await writeFile(file, await zipFeed({ listings: writeListings(rows) }));
  const online = async () =>
    (
      await site.db
        .selectFrom('listing')
        .select('reference')
        .where('agencyId', '=', agency.id)
        .where('status', '=', 'online')
        .orderBy('reference')
        .execute()
    ).map(({ reference }) => reference);

  const context = await visitor();
  await agencyLogin(context, site.origin, email);
  const page = await context.newPage();
  await page.goto(`${site.origin}/agence/annonces/import`);
  await hydrated(page);
  await page.getByLabel('Fichier à importer').setInputFiles(file);
  await page.getByText('Comparé, pas encore appliqué').waitFor();
  // The row says its reason in words.
  await page.getByText('Reste hors ligne', { exact: true }).first().waitFor();
  await page.getByText('Le montant estimé des dépenses annuelles d’énergie').first().waitFor();
  await page.getByRole('button', { name: 'Appliquer ce fichier' }).click();
  await page.getByRole('link', { name: 'Compléter ce que votre logiciel ne dit pas' }).click();
  await page.getByRole('heading', { name: 'Compléter les annonces' }).waitFor();
  await hydrated(page);

  // Co-ownership: what is the same once, the charges line by line, Enter going down the column.
  await page.getByRole('link', { name: 'Copropriété 3' }).click();
  await page.getByLabel('Pour plusieurs annonces, bien en copropriété').selectOption('Oui');
  await page.getByLabel('Pour plusieurs annonces, nombre de lots').fill('24');
  await page.getByLabel('Pour plusieurs annonces, procédure contre le syndicat').selectOption('Non');
  await page.getByLabel('Charges courantes par an, SIL-1').fill('900');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1 000');
  await page.keyboard.press('Enter');
  await page.keyboard.type('beaucoup');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  // What cannot be read is said beside it, and nothing else is lost.
  await page.getByText('Rien n’est enregistré').waitFor();
  await page.getByText('Un montant est attendu').waitFor();
  expect(await page.getByLabel('Charges courantes par an, SIL-2').inputValue()).toBe('1 000');
  await page.getByLabel('Charges courantes par an, SIL-3').fill('1 100');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('3 annonces complétées, aucune en ligne').waitFor();
  await page.getByText('3 annonces attendent encore autre chose').waitFor();
  expect(await online()).toEqual([]);

  // The expenses of two of them: those two appear, the third one stays.
  await page.getByRole('link', { name: 'Dépenses d’énergie 3' }).click();
  await page.getByLabel('Pour plusieurs annonces, année des prix de l’énergie').fill('2023');
  for (const [reference, least, most] of [
    ['SIL-1', '800', '1 100'],
    ['SIL-3', '700', '950'],
  ] as const) {
    await page.getByLabel(`Dépenses annuelles, au moins, ${reference}`).fill(least);
    await page.getByLabel(`Dépenses annuelles, au plus, ${reference}`).fill(most);
  }
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('3 annonces complétées, 2 en ligne').waitFor();
  expect(await online()).toEqual(['SIL-1', 'SIL-3']);
  await page.getByLabel('Dépenses annuelles, au moins, SIL-1').waitFor({ state: 'detached' });
  await page.getByLabel('Dépenses annuelles, au moins, SIL-2').waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
});
