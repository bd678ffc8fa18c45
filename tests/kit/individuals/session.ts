import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { visitor } from '../browser.ts';
import { eventually } from '../site.ts';
import { giving, site, still } from './site.ts';

/** The checks of the session that this browser asks for, as they come. */
export function checksOf(context: BrowserContext) {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/check')) asked.push(request.url());
  });
  return asked;
}
export const asksFor = (asked: string[], count: number) =>
  eventually(`${count} vérifications`, async () => asked.length >= count);

/** Follows a link of the footer, within the page. */
export async function follow(page: Page, words: string, address: string) {
  await page.locator('footer').getByRole('link', { name: words, exact: true }).click();
  await page.waitForURL(site.origin + address);
  await page.waitForFunction((path) => document.querySelector(`nav a[href="${path}"]`) !== null, address);
}

let belief: Promise<void> | undefined;
let retry: Promise<void> | undefined;
// Sections 4 and 9 say the same of each: one look, whatever it finds.
export const believedInTime = () => (belief ??= believed(4_999, 5_000));
export const retriedInTime = () => (retry ??= retried(999, 1_001));

/** After so many milliseconds a check that passed is believed; after so many, no longer. */
async function believed(stays: number, noLonger: number) {
  const context = await visitor();
  const asked = checksOf(context);
  const page = await context.newPage();
  const now = Date.now();
  await page.clock.setFixedTime(now);
  const first = page.waitForResponse('**/api/auth/check');
  await page.goto(`${site.origin}/mentions-legales`);
  await (await first).finished();
  await page.clock.setFixedTime(now + stays);
  await follow(page, 'Accueil', '/');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked).toHaveLength(1);
  await page.clock.setFixedTime(now + noLonger);
  await follow(page, 'Se connecter', '/connexion');
  await asksFor(asked, 2);
}

/** Whatever is asked of the session is refused, while a cookie says that somebody is there. */
export async function refuseChecks(context: BrowserContext) {
  await context.addCookies([{ name: 'auth_status', value: '1', url: site.origin }]);
  await context.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', '1');
    localStorage.setItem('user', '{"id":1,"email":"a@b.fr","firstName":"A"}');
  });
  await context.route('**/api/auth/check', giving({ status: 401, json: { code: 'login_required' } }));
}

/** After so many milliseconds a check that failed was not tried again; after so many it was, once. */
async function retried(notYet: number, then: number) {
  const context = await visitor();
  const asked = checksOf(context);
  await refuseChecks(context);
  const page = await still(context, '/mentions-legales', 'start');
  // Once the answer was read, the wait begins.
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(notYet);
  expect(asked).toHaveLength(1);
  await page.clock.runFor(then - notYet);
  await asksFor(asked, 2);
  await page.clock.runFor(10_000);
  expect(asked).toHaveLength(2);
}
