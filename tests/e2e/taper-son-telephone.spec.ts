import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const agency = await makeAgency(site);
const [listing = 0] = await agency.publish(flat('a'));
const email = 'quai@essai.test';

const FRENCH = '06 39 98 00 12';
const ABROAD = '+33 6 39 98 00 12';
const MEANT = '+33639980012';

/** As people write it, and what the field then shows. */
const spellings: readonly (readonly [typed: string, shown: string])[] = [
  ['0639980012', FRENCH],
  ['06 39 98 00 12', FRENCH],
  ['06.39.98.00.12', FRENCH],
  ['06-39-98-00-12', FRENCH],
  ['+33639980012', ABROAD],
  ['+33 6 39 98 00 12', ABROAD],
  ['0033639980012', ABROAD],
  ['00 33 6 39 98 00 12', ABROAD],
];

const standing = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => ({
    text: input.value,
    caret: input.selectionStart,
    /** What stands before the caret, without the spaces that the field puts. */
    before: input.value.slice(0, input.selectionStart ?? 0).replaceAll(' ', ''),
  }));

/** Key by key; the caret stays behind what was just typed. */
async function type(page: Page, field: Locator, text: string) {
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    const { text: shown, caret } = await standing(field);
    expect([text, key, shown.length]).toEqual([text, key, caret]);
  }
}

async function empty(page: Page, field: Locator) {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  expect((await standing(field)).text).toBe('');
}

async function paste(page: Page, text: string) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+V');
}

/** Puts the caret behind this many characters of what is shown. */
async function goBehind(field: Locator, shown: string) {
  await field.evaluate((input: HTMLInputElement, at) => input.setSelectionRange(at, at), shown.length);
}

/** One wrong digit in the middle: erased backwards and forwards, typed again, where one is. */
async function correct(page: Page, field: Locator) {
  const { text } = await standing(field);
  const start = text.slice(0, text.indexOf('39') + 1);
  const bare = start.replaceAll(' ', '');
  await goBehind(field, start);
  await page.keyboard.press('Backspace');
  expect((await standing(field)).before).toBe(bare.slice(0, -1));
  await page.keyboard.press('7');
  expect((await standing(field)).before).toBe(`${bare.slice(0, -1)}7`);
  await page.keyboard.press('Delete');
  expect((await standing(field)).before).toBe(`${bare.slice(0, -1)}7`);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('3');
  await page.keyboard.press('9');
  expect(await standing(field)).toMatchObject({ text, before: `${bare}9` });
}

const pasted = [
  ['+33 (0)6 39 98 00 12', ABROAD],
  ['06.39.98.00.12', FRENCH],
  ['0033 6 39 98 00 12', ABROAD],
] as const;

async function pasteAll(page: Page, field: Locator) {
  for (const [given, shown] of pasted) {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await paste(page, given);
    expect(await standing(field)).toMatchObject({ text: shown, caret: shown.length });
  }
  // In the middle of what stands there: the end was typed first.
  await empty(page, field);
  await type(page, field, '0612');
  await goBehind(field, '06');
  await paste(page, '399800');
  expect(await standing(field)).toMatchObject({ text: FRENCH, before: '06399800' });
}

async function person(): Promise<BrowserContext> {
  const context = await visitor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  return context;
}

describe('un téléphone tapé touche à touche', () => {
  it('dans une demande à une agence : le curseur reste où l’on tape, et le bon numéro part', async () => {
    const page = await (await person()).newPage();
    await visit(page, `${site.origin}/annonce/${listing}`);
    const field = page.getByLabel('Téléphone');
    // The form is alive a little after its page.
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    for (const [typed, shown] of spellings) {
      await empty(page, field);
      await type(page, field, typed);
      expect([typed, (await standing(field)).text]).toEqual([typed, shown]);
      await correct(page, field);
    }
    await pasteAll(page, field);
    await page.getByLabel('Prénom').fill('Adèle');
    await page.getByLabel('Nom', { exact: true }).fill('Fontanel');
    await page.getByLabel('Adresse e-mail').fill('adele@essai.test');
    await page.getByRole('button', { name: 'Envoyer ma demande' }).last().click();
    await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    const leads = await site.db.selectFrom('lead').select('phone').execute();
    expect(leads).toEqual([{ phone: MEANT }]);
  });

  it('dans le profil d’une agence : de même, quelle que soit la façon de l’écrire', async () => {
    await joinedAt(site, { name: 'Agence du Quai', email });
    const context = await person();
    await agencyLogin(context, site.origin, email);
    const page = await context.newPage();
    await visit(page, `${site.origin}/agence/profil`);
    const field = page.getByLabel('Téléphone').first();
    for (const [typed, shown] of spellings) {
      await empty(page, field);
      await type(page, field, typed);
      expect([typed, (await standing(field)).text]).toEqual([typed, shown]);
      await correct(page, field);
      const saved = page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/agence/profile'),
      );
      const save = page.getByRole('button', { name: /^Enregistrer/ }).first();
      await save.click();
      expect((await saved).status()).toBe(200);
      const kept = await site.db
        .selectFrom('agency')
        .select('phone')
        .where('name', '=', 'Agence du Quai')
        .execute();
      expect([typed, kept]).toEqual([typed, [{ phone: MEANT }]]);
      // Until the page was read again, another press would do nothing.
      await expect.poll(() => save.getAttribute('aria-busy')).toBeNull();
    }
    await pasteAll(page, field);
  });
});
