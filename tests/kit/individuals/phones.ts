import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { shared } from './site.ts';

/** Fills a field as one types, and gives what it shows. */
export async function typed(page: Page, text: string) {
  const field = page.getByLabel(/Téléphone/);
  await field.fill('');
  await field.pressSequentially(text);
  return field.inputValue();
}

let signup: Page | undefined;
/** Its form listens: what is typed is put in form as it is typed. */
export async function signupPage(): Promise<Page> {
  if (signup) return signup;
  signup = await shared('/inscription');
  await signup.getByLabel(/Téléphone/).focus();
  await expect.poll(() => signup?.locator('[data-later]').count()).toBe(0);
  return signup;
}

export async function capped() {
  const page = await signupPage();
  for (const [country, most] of [
    ['+33', 13],
    ['+44', 13],
    ['+34', 12],
    ['+32', 12],
    ['+41', 12],
    ['+39', 14],
    ['+49', 15],
  ] as const) {
    // The plus sign and the digits count, the spaces do not (interface.md, fine points 11).
    const shown = (await typed(page, `${country}67891234567891`)).replaceAll(' ', '');
    expect([country, shown.length]).toEqual([country, most]);
  }
  expect((await typed(page, '06123456789012')).replaceAll(' ', '')).toHaveLength(10);
}
