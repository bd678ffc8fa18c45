import { expect, it } from 'vitest';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { axeFaults } from '../kit/accessible.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite({ settings: { CONTACT_EMAIL: 'equipe@vigie.example' } });
const words = {
  Nom: 'Léa Petit',
  'Adresse e-mail': 'lea@exemple.fr',
  Sujet: 'Une question',
  Message: 'Bonjour, comment mettre une alerte en pause ?',
} as const;

async function open(options: Parameters<typeof visitor>[0] = {}) {
  const context = await visitor(options);
  const page = await context.newPage();
  await page.goto(`${site.origin}/contact`);
  if (options?.javaScriptEnabled !== false) await hydrated(page);
  return { context, page };
}

it('de l’aide d’abord, des erreurs sous leur champ, puis un message qui arrive des deux côtés', async () => {
  const { context, page } = await open({ viewport: { width: 360, height: 740 } });
  const help = page.getByRole('region', { name: 'Peut-être avons-nous déjà la réponse' });
  expect(await help.getByRole('heading', { level: 3 }).count()).toBe(3);
  const send = page.getByRole('button', { name: 'Envoyer' });
  const before = await send.boundingBox();
  await page.getByLabel('Adresse e-mail').fill('lea@');
  await send.click();
  for (const message of [
    'Le nom est requis',
    'Veuillez entrer un email valide',
    'Le sujet est requis',
    'Le message est requis',
  ])
    await page.getByText(message, { exact: true }).waitFor();
  // The errors took no room of the button's, and the first wrong field has the focus.
  const scrolled = await page.evaluate(() => scrollY);
  expect((await send.boundingBox())?.y).toBeCloseTo((before?.y ?? 0) - scrolled, 0);
  expect(await page.getByLabel('Nom').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  for (const [label, value] of Object.entries(words))
    await page.getByLabel(label, { exact: true }).fill(value);

  // The network goes away: nothing typed is lost, and the same message is sent once.
  await context.setOffline(true);
  await send.click();
  await page.getByText('Le serveur ne répond pas. Ce que vous avez tapé est gardé').waitFor();
  for (const [label, value] of Object.entries(words))
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  const direct = await page.getByRole('link', { name: 'Écrire par e-mail' }).getAttribute('href');
  expect(direct).toContain('mailto:equipe@vigie.example?subject=Une%20question&body=Bonjour');
  await context.setOffline(false);
  await send.click();
  await page.getByRole('heading', { level: 1, name: 'Votre message est arrivé' }).waitFor();
  const reference = (await page.getByText(/^VIG-\w{4}-\w{4}$/).textContent()) ?? '';
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  const mails = await eventually('les deux courriels', async () => {
    const all = await site.mails();
    return all.length >= 2 && all;
  });
  const toUs = mails.find(({ to }) => to?.[0]?.address === 'equipe@vigie.example');
  const toThem = mails.find(({ to }) => to?.[0]?.address === 'lea@exemple.fr');
  expect([mails.length, toUs?.subject, toUs?.replyTo?.[0]?.address]).toEqual([
    2,
    `[${reference}] Une question`,
    'lea@exemple.fr',
  ]);
  expect(toThem?.text).toContain(reference);
  await context.close();
});

it('une réponse perdue en route ne fait pas deux messages', async () => {
  const { context, page } = await open();
  for (const [label, value] of Object.entries({ ...words, Sujet: 'Perdue en route' }))
    await page.getByLabel(label, { exact: true }).fill(value);
  // The server hears the message, the browser does not hear the answer.
  await page.route('**/api/contact', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.getByText('Le serveur ne répond pas').waitFor();
  await page.unroute('**/api/contact');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Votre message est arrivé' }).waitFor();
  const kept = await site.db
    .selectFrom('contactMessage')
    .select('reference')
    .where('subject', '=', 'Perdue en route')
    .execute();
  expect(kept).toHaveLength(1);
  await context.close();
});

it('qui est connecté trouve son nom et son adresse déjà là', async () => {
  await addDemoAccount(site.db, {
    email: 'camille@exemple.fr',
    password: 'Motdepasse1',
    firstName: 'Camille',
    lastName: 'Essai',
  });
  const context = await visitor();
  const page = await context.newPage();
  await visit(page, `${site.origin}/connexion?redirect=/contact?sujet=Accessibilit%C3%A9`);
  await page.getByLabel('Adresse e-mail').fill('camille@exemple.fr');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Motdepasse1');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nous contacter' }).waitFor();
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Camille Essai');
  expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('camille@exemple.fr');
  expect(await page.getByLabel('Sujet').inputValue()).toBe('Accessibilité');
  await context.close();
});
