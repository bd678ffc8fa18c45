import sharp from 'sharp';
import { expect, it } from 'vitest';
import { listLeads } from '#rooms/leads/leads.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, agencyPassword, joinedAt } from '../kit/agencies.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'port@essai.test';
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#0a5c63"/></svg>',
);

it('donne un logo à son agence, que chacun voit, et reçoit ce que l’on écrit depuis sa page', async () => {
  const { ownerReference } = await joinedAt(site, { name: 'Agence du Port', email });
  const catalogue = `${site.origin}/agence/${ownerReference}/catalogue`;
  const agency = await visitor();
  const login = { email, password: agencyPassword };
  expect((await agency.request.post(`${site.origin}/api/agence/login`, { data: login })).status()).toBe(200);
  const page = await agency.newPage();
  await page.goto(`${site.origin}/agence/profil`);
  await hydrated(page);
  const file = page.getByLabel('Fichier du logo');
  const logo = page.getByRole('img', { name: 'Logo de Agence du Port' });
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
  await page.getByText('Un logo SVG n’est pas accepté').waitFor();
  expect(await logo.count()).toBe(0);
  await file.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp(svg).png().toBuffer(),
  });
  await page.getByText('Votre logo est en ligne').waitFor();
  await logo.waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);

  const reader = await (await visitor({ viewport: { width: 360, height: 740 } })).newPage();
  await reader.goto(catalogue, { waitUntil: 'networkidle' });
  const seen = reader.getByRole('img', { name: 'Logo de Agence du Port' });
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  expect(await faultsAtBothWidths(reader)).toEqual([]);
  await reader.setViewportSize({ width: 360, height: 740 });
  await reader.getByRole('link', { name: 'Écrire à l’agence' }).click();
  await expect.poll(() => reader.evaluate(() => document.activeElement?.textContent)).toContain('Écrire à');
  await reader.getByText('Faire estimer un bien').click();
  await expect
    .poll(() => reader.getByLabel('Votre message').inputValue())
    .toContain('estimer un bien par Agence du Port');
  await reader.getByRole('button', { name: 'Envoyer ma demande' }).click();
  await reader
    .getByText('Champs requis manquants: prénom, nom, e-mail, téléphone', { exact: true })
    .waitFor();
  await reader.getByLabel('Prénom').fill('Adèle');
  await reader.getByLabel('Nom', { exact: true }).fill('Fontanel');
  await reader.getByLabel('Adresse e-mail').fill('adele@exemple.test');
  await reader.getByLabel('Téléphone').fill('0639980001');
  // Nobody writes faster: it would look like spam.
  await reader.waitForTimeout(2_000);
  await reader.context().setOffline(true);
  await reader.getByRole('button', { name: 'Envoyer ma demande' }).click();
  await reader.getByText('Votre demande n’est pas partie').waitFor();
  await reader.context().setOffline(false);
  await reader.getByRole('button', { name: 'Envoyer ma demande' }).dblclick();
  await reader.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
  expect(await faultsAtBothWidths(reader)).toEqual([]);
  expect(await listLeads(site.db)).toMatchObject([
    { request: 'estimate', source: 'agency_page', listingReference: null, email: 'adele@exemple.test' },
  ]);
  await eventually('la remise à l’agence', async () => (await listLeads(site.db))[0]?.status === 'new');

  await page.goto(`${site.origin}/agence/leads`);
  await hydrated(page);
  await page.getByRole('link', { name: /Adèle Fontanel.*depuis votre page/ }).click();
  await page.getByRole('heading', { name: 'Adèle Fontanel', level: 2 }).waitFor();
  expect(await page.getByRole('button', { name: 'Proposer une visite' }).count()).toBe(0);
  expect(await faultsAtBothWidths(page)).toEqual([]);

  await page.goto(`${site.origin}/agence/profil`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Retirer le logo' }).click();
  await page.getByText('Vos initiales le remplacent').waitFor();
  await reader.goto(catalogue);
  await reader.locator('[data-logo="initials"]').getByText('AP').waitFor();
  expect(await seen.count()).toBe(0);
});

it('complète sa présentation avant que la page ait ses scripts : rien de tapé ne se perd', async () => {
  const written = { name: 'Agence du Quai', email: 'quai@essai.test' };
  await joinedAt(site, written);
  const context = await visitor();
  await agencyLogin(context, site.origin, written.email);
  const page = await context.newPage();
  await visit(page, `${site.origin}/agence/profil`);
  const presentation = page.getByLabel('Présentation');
  const section = page.locator('form').filter({ has: presentation });
  const save = async () => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await section.getByRole('button', { name: /^Enregistrer/ }).click();
    expect((await saved).status()).toBe(200);
  };
  await presentation.fill('Vente, depuis 1998.');
  await save();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await presentation.focus();
  await page.keyboard.press('Control+Home');
  for (let letters = 0; letters < 'Vente'.length; letters += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' et');
  scripts.resolve();
  await hydrated(page);
  await page.keyboard.type(' location');
  expect(await presentation.inputValue()).toBe('Vente et location, depuis 1998.');
  await save();
  await page.reload();
  expect(await presentation.inputValue()).toBe('Vente et location, depuis 1998.');
});
