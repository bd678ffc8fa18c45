import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visitor } from '../browser.ts';
import { eventually } from '../site.ts';
import { type Answer, fillLogin, fillSignup, giving, here, send, shared, still } from './site.ts';

export const toasts = (page: Page) => page.locator('[aria-label^="Notifications"] li');

/** One page of login and one of registration, whose calls are answered as a row says. */
export const doors = new Map<string, Page>();
export async function door(address: '/connexion' | '/inscription') {
  const known = doors.get(address);
  if (known && here(known) === address) return known;
  const page = await shared(address);
  await (address === '/inscription' ? fillSignup(page) : fillLogin(page));
  doors.set(address, page);
  return page;
}

/** The toast that a login answered so makes: its lines, and whether it is destructive. */
export async function toastOf(answer: Answer) {
  const page = await door('/connexion');
  // One that leaves by itself meanwhile is gone as well.
  const close = page.getByRole('button', { name: 'Fermer la notification' }).first();
  await eventually('plus de notification', async () => {
    if ((await toasts(page).count()) === 0) return true;
    await close.dispatchEvent('click', {}, { timeout: 1_000 }).catch(() => {});
    return false;
  });
  // Not for whatever else the page asks of its session meanwhile.
  await page.route('**/api/auth/login', giving(answer), { times: 1 });
  await send(page);
  const toast = toasts(page).first();
  await toast.waitFor();
  // At once: it leaves by itself.
  return toast.evaluate((element) => ({
    lines: (element as HTMLElement).innerText.replaceAll('\u00a0', ' ').split('\n').filter(Boolean),
    destructive: element.className.includes('rouge'),
  }));
}

/** What the toast of a failed login says, below its title. */
export async function toastFor(answer: Answer) {
  const [title, ...words] = (await toastOf(answer)).lines;
  expect(title).toBe('Erreur de connexion');
  return words.join('\n');
}
export const refused = (message: string, status = 400) => toastFor({ status, json: { message } });

/** A page where so many logins were refused, one after another: « Refus 1. », « Refus 2. »… */
export async function refuse(page: Page, ...words: string[]) {
  for (const message of words) {
    await page.route('**/api/auth/login', giving({ status: 400, json: { message } }), { times: 1 });
    await send(page);
    await shown(page, message);
  }
}

/** Waits for a toast of a page that stands still: a few instants of its clock, for what React puts off. */
export async function shown(page: Page, words: string) {
  const toast = toasts(page).filter({ hasText: words });
  await eventually(`« ${words} »`, async () => {
    if (await toast.isVisible()) return true;
    await page.clock.runFor(20);
    return false;
  });
}
let four: Promise<Page> | undefined;
export const fourToasts = () =>
  (four ??= (async () => {
    const page = await still(await visitor({}, 'for the file'), '/connexion');
    await fillLogin(page);
    await refuse(page, 'Refus 1.', 'Refus 2.', 'Refus 3.', 'Refus 4.');
    return page;
  })());

let removed: Promise<void> | undefined;
/** Two rows say the same of it: one look, whatever it finds. */
export const removedInTime = () => (removed ??= removedAfter(3_600, 4_100));

/** A dismissed toast takes its place among three until it is removed: not before, and then no longer. */
async function removedAfter(notYet: number, gone: number) {
  for (const [after, left] of [
    [notYet, ['Refus C.', 'Refus D.']],
    [gone, ['Refus A.', 'Refus C.', 'Refus D.']],
  ] as const) {
    const page = await still(await visitor(), '/connexion');
    await fillLogin(page);
    await refuse(page, 'Refus A.', 'Refus B.');
    const dismissed = toasts(page).filter({ hasText: 'Refus B.' });
    await dismissed.getByRole('button', { name: 'Fermer la notification' }).click();
    await dismissed.waitFor({ state: 'detached' });
    await page.clock.runFor(after);
    await refuse(page, 'Refus C.', 'Refus D.');
    const words = await toasts(page).allInnerTexts();
    expect(new Set(words.map((text) => text.split('\n').filter(Boolean)[1]))).toEqual(new Set(left));
  }
}

/** The toast shown by a page that stands still stays so long, and no longer. */
export async function lasts(page: Page, words: string, milliseconds: number) {
  await shown(page, words);
  await page.clock.runFor(milliseconds - 100);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.runFor(200);
  await toasts(page).first().waitFor({ state: 'detached' });
}
