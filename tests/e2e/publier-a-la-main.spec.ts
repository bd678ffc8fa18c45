import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { askedToJoin } from '../kit/agencies.ts';
import { fillIn, hydrated, openBrowser, visitorOf } from '../kit/browser.ts';
import { plain } from '../kit/pictures.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();

const place = async (page: Page, typed: string, chosen: string) => {
  await page.getByRole('combobox', { name: 'Commune ou arrondissement' }).fill(typed);
  await page.getByRole('option', { name: chosen }).first().click();
};

it('d’un compte vide à une annonce en ligne, avec ses photos et sa place sur la carte', async () => {
  const { token } = await askedToJoin(site, { name: 'Agence des Arènes', email: 'arenes@essai.test' });
  const browser = await openBrowser({
    gpu: true,
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const context = await visitorOf(browser, { viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  // Opening the mailed link confirms nothing by itself: its button does. Elsewhere than where the agency registered, who
  // opens it chooses the password.
  await page.goto(`${site.origin}/agence/confirmation-email?token=${token}`);
  await hydrated(page);
  await fillIn(page, {
    'Nouveau mot de passe': 'Proprietaire2',
    'Le même, encore une fois': 'Proprietaire2',
  });
  await page.getByRole('button', { name: /Confirmer/ }).click();
  await page.waitForURL(/tableau-de-bord/);

  await page.goto(`${site.origin}/agence/annonces`);
  await page
    .getByRole('link', { name: /Créer une annonce/ })
    .first()
    .click();
  await hydrated(page);
  await place(page, 'Nîmes', 'Nîmes');
  await fillIn(page, { Prix: '250 000' });
  await page.getByRole('button', { name: 'Créer le brouillon' }).click();
  await page.waitForURL(/annonces\/\d+\/modifier/);
  await hydrated(page);
  const id = Number(/annonces\/(\d+)\//.exec(page.url())?.[1]);
  const step = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Étapes' }).getByRole('link', { name }).click();

  await fillIn(page, {
    'Surface habitable': '64',
    'Surface Carrez': '64',
    Pièces: '3',
    Chambres: '2',
    'Numéro de mandat': '1204',
  });
  await step(/Lieu/);
  await fillIn(page, { 'Ce que l’annonce montre': 'Le quartier' });
  await page.getByText('l’annonce n’est sur aucune carte').waitFor();
  await page.getByRole('button', { name: 'Placer sur la carte' }).click();
  await page.locator('.maplibregl-canvas').waitFor();
  const put = page.getByRole('button', { name: 'Placer le bien ici' });
  await expect.poll(() => put.isEnabled()).toBe(true);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await put.click();
  const typed = page.getByLabel('Latitude et longitude');
  await expect.poll(() => typed.inputValue()).toMatch(/^43\.8\d{4}, 4\.3\d{4}$/);
  // The button that was pressed is gone: the keyboard is where the map opens again.
  const again = page.getByRole('button', { name: 'Corriger sur la carte' });
  await expect.poll(() => again.evaluate((node) => node === document.activeElement)).toBe(true);
  await typed.fill('48.8566, 2.3522');
  const wrong = page.locator('#champ-exactLat-error').getByText(/Ce point n’est pas à Nîmes/);
  await wrong.waitFor();
  await typed.fill('43.83494, 4.35963');
  await wrong.waitFor({ state: 'detached' });
  // On a phone too, the mark stands on the home: placed where it is, it does not move.
  await page.setViewportSize({ width: 360, height: 740 });
  await again.click();
  await page.getByRole('region', { name: 'Carte du bien' }).waitFor();
  await expect.poll(() => put.isEnabled()).toBe(true);
  await put.click();
  expect((await typed.inputValue()).split(', ').map((word) => Number(Number(word).toFixed(4)))).toEqual([
    43.8349, 4.3596,
  ]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await step(/Prix et honoraires/);
  await fillIn(page, {
    'Honoraires à la charge': 'Du vendeur',
    'Adresse de votre barème': 'https://arenes.exemple.test/bareme.pdf',
  });
  await step(/DPE/);
  await fillIn(page, {
    DPE: 'Réalisé',
    'Numéro du DPE': '2330E1680837R',
    'Réalisé le': '2025-03-12',
    'Classe énergie': 'C',
    'Énergie primaire, kWh/m²/an': '150',
    'Classe climat': 'C',
    'Gaz à effet de serre, kg CO₂/m²/an': '20',
    'Énergie finale, kWh/m²/an': '90',
    'Dépenses annuelles, au moins': '800',
    'Dépenses annuelles, au plus': '1 100',
    'Année des prix de l’énergie': '2023',
  });
  await step(/Copropriété/);
  await fillIn(page, {
    'Bien en copropriété': 'Oui',
    'Nombre de lots': '24',
    'Charges courantes par an': '1 480',
    'Procédure contre le syndicat': 'Non',
    'Bien dans un périmètre de risques': 'Oui',
  });
  await step(/Texte/);
  await fillIn(page, {
    Titre: 'Appartement 3 pièces, près des arènes',
    Description: 'Un séjour traversant, deux chambres, une cuisine équipée. Au calme.',
  });
  await step(/Photos/);
  const files = await Promise.all(
    [900, 1_000].map(async (width, rank) => ({
      name: `photo-${rank}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await plain(width, 700).jpeg().toBuffer(),
    })),
  );
  await page.getByLabel('Photos à ajouter').setInputFiles(files);
  await page.getByText(/^2 sur 30/).waitFor();

  // The law asks the agency for more: nothing is published before, and each rule says where to go.
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByText(/règles? s’opposent? à la publication|règle s’oppose à la publication/).waitFor();
  await page.getByRole('link', { name: 'Profil de l’agence' }).first().click();
  await page.waitForURL(/profil/);
  await hydrated(page);
  const company = page.locator('#entreprise');
  await fillIn(company, {
    SIREN: '732 829 320',
    'Forme juridique': 'SARL',
    'Capital social': '10 000',
    'Ville du RCS': 'Nîmes',
  });
  await company.getByRole('button', { name: /Enregistrer/ }).click();
  await company.getByText(/Enregistré/).waitFor();
  const card = page.locator('#carte');
  await fillIn(card, {
    'Numéro de la carte': 'CPI 3002 2024 000 000 123',
    'Délivrée par': 'CCI du Gard',
    Mentions: 'T – transaction',
  });
  await card.getByRole('button', { name: /Enregistrer/ }).click();
  await card.getByText(/Enregistré/).waitFor();

  await page.goto(`${site.origin}/agence/annonces/${id}/modifier?etape=apercu`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByText('L’annonce est en ligne').first().waitFor();

  const reader = await (await visitorOf(browser)).newPage();
  await reader.goto(`${site.origin}/annonce/${id}`);
  await reader.getByRole('heading', { level: 1, name: /Appartement 3 pièces/ }).waitFor();
  await expect
    .poll(async () => {
      await reader.reload();
      return reader.locator('main img[src*="/photos/"], main img[srcset*="/photos/"]').count();
    })
    .toBeGreaterThanOrEqual(2);
  expect(await reader.content()).not.toContain('43.83494');
  const found = await fetch(
    `${site.origin}/api/listings/map?transaction=achat&lieux=nimes-30000&bbox=4.30,43.80,4.42,43.87`,
  );
  const { data } = (await found.json()) as { data: { features: { properties: { id: number } }[] } };
  expect(data.features.map(({ properties }) => properties.id)).toEqual([id]);
});
