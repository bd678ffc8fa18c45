import { expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({ settings: { WEBHOOK_HOSTS: 'logiciel.exemple.test' } });
const email = 'arenes@essai.test';

it('relie son logiciel, en remplace le secret, le délie : jamais sans le redemander', async () => {
  await joinedAt(site, { name: 'Agence des Arènes', email });
  const context = await visitor();
  await agencyLogin(context, site.origin, email);
  const page = await context.newPage();
  await page.goto(`${site.origin}/agence/profil#logiciel`);
  await hydrated(page);
  await page.getByLabel('Adresse de réception').fill('https://logiciel.exemple.test/vigie');
  await page.getByRole('button', { name: 'Relier', exact: true }).click();
  const secret = page.getByText(/^whsec_/);
  const first = await secret.textContent();

  const hooks = () => site.db.selectFrom('leadWebhook').select('salt').execute();
  const [{ salt } = { salt: Buffer.alloc(0) }] = await hooks();
  const focused = (name: string) =>
    page.getByRole('button', { name }).evaluate((node) => node === document.activeElement);

  // By the keyboard: it asks, Esc leaves everything as it was and gives the focus back.
  for (const [name, question] of [
    ['Remplacer le secret…', /Remplacer le secret/],
    ['Délier…', /Délier votre logiciel/],
  ] as const) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(name)).toBe(true);
  }
  expect(await hooks()).toEqual([{ salt }]);

  await page.getByRole('button', { name: 'Remplacer le secret…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remplacer', exact: true }).click();
  await page.getByText('Le secret est remplacé.').waitFor();
  expect(await secret.textContent()).not.toBe(first);
  expect(await focused('Remplacer le secret…')).toBe(true);

  await page.getByRole('button', { name: 'Délier…' }).click();
  await page.getByRole('button', { name: 'Rester relié' }).click();
  expect(await hooks()).toHaveLength(1);
  await page.getByRole('button', { name: 'Délier…' }).click();
  await page.getByRole('button', { name: 'Délier', exact: true }).click();
  await page.getByText('Votre logiciel n’est plus prévenu.').waitFor();
  expect(await hooks()).toEqual([]);
  // The button is gone: the field where another software begins has the focus.
  const address = page.getByLabel('Adresse de réception');
  await expect.poll(() => address.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe('');
});
