import { type BrowserContext, type Page, type Route } from 'playwright-core';
import { expect } from 'vitest';
import { flat, makeAgency } from '../alerts.ts';
import { hydrated, passerBy, visit, visitor } from '../browser.ts';
import { postFrom } from '../elsewhere.ts';
import { freePort } from '../free-port.ts';
import { startIssuer } from '../issuer.ts';
import { lawfulRental } from '../law.ts';
import { startSite } from '../site.ts';

// What the files of tests/e2e/specification share: a product of its own for each, and who comes to it.

const nbsp = '\u00a0';
export const password = 'Unbonmot2passe';
export const port = await freePort();
export const issuer = await startIssuer(`http://localhost:${port}/auth/google`);
export const site = await startSite({ role: 'web', settings: issuer.settings, port });
const agency = await makeAgency(site);
export const [sold = 0, rented = 0] = await agency.publish(
  flat('vente', { price: 25_000_000, surface: 62.4, carrezSurface: 62.4 }),
  lawfulRental('location', { price: 84_200, surface: 22 }),
);

/** A page as a reader without JavaScript gets it; spaces and apostrophes as they are in the specification. */
export async function read(address: string, cookie = '') {
  const response = await fetch(site.origin + address, { redirect: 'manual', headers: { cookie } });
  const html = (await response.text())
    .replaceAll('<!-- -->', '')
    .replaceAll(nbsp, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    location: response.headers.get('location'),
    html,
    h1: (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, ''),
    header: /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? '',
    footer: /<footer[\s\S]*?<\/footer>/.exec(html)?.[0] ?? '',
  };
}
/** `[words, address]` of every link, in order. */
export const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', words = '']) => [
    words.replaceAll(/<[^>]+>/g, '').trim(),
    href,
  ]);

/** Whether a page says these words; the page itself is too long to be shown. */
export const says = async (address: string, words: string) =>
  expect([address, words, (await read(address)).html.replaceAll(/<[^>]+>/g, '').includes(words)]).toEqual([
    address,
    words,
    true,
  ]);

let people = 0;
export const somebody = () => {
  people += 1;
  return { firstName: 'Léa', lastName: 'Petit', email: `personne${people}@essai.test`, password };
};

const DESK = { viewport: { width: 1280, height: 900 } };

/** A browser whose owner has an account, signed in, and proved the address. */
export async function member() {
  const context = await passerBy(site.origin, DESK);
  const person = somebody();
  // One client may register or log in 30 times in a quarter of an hour: the later half comes by the other door.
  const early = people <= 20;
  if (!early) await postFrom('127.0.0.9', `${site.origin}/api/auth/register`, person);
  const answer = await context.request.post(`${site.origin}/api/auth/${early ? 'register' : 'login'}`, {
    data: person,
  });
  expect(answer.status()).toBe(200);
  await site.db
    .updateTable('account')
    .set({ emailVerifiedAt: new Date() })
    .where('email', '=', person.email)
    .execute();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return { context, cookie, ...person };
}

/** A page of the site that React has taken over: what is typed and clicked from then on is heard. */
export async function open(context: BrowserContext, address: string): Promise<Page> {
  const free = context.pages().find((page) => page.url() === 'about:blank');
  const page = free ?? (await context.newPage());
  await visit(page, site.origin + address);
  return page;
}

export const anonymous = async (address = '/') => open(await passerBy(site.origin, DESK), address);
/** A page that several rows of a file look at. */
export const shared = async (address: string) => open(await visitor(DESK, 'for the file'), address);

export const here = (page: Page) => page.url().replace(site.origin, '');
export const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
/** Once this browser knows who its owner is. */
export const known = (page: Page) => page.waitForFunction(() => localStorage.getItem('user') !== null);

export async function fillLogin(page: Page, email = 'lea@essai.test') {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
}
export async function fillSignup(page: Page, email?: string) {
  await page.getByLabel('Prénom').fill('Léa');
  await page.getByLabel('Nom', { exact: true }).fill('Petit');
  await fillLogin(page, email);
}
export const send = (page: Page) => page.getByRole('button', { name: 'Se connecter', exact: true }).click();
export const signOut = async (page: Page) => {
  await page.locator('header summary').filter({ hasText: 'Léa' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
};

export type Answer = Parameters<Route['fulfill']>[0] | 'silence';
export const giving = (answer: Answer) => (route: Route) =>
  answer === 'silence' ? route.abort() : route.fulfill(answer);

/** A page whose clock stands still until it is moved: from before it begins, or once it stands. */
export async function still(context: BrowserContext, address: string, from: 'start' | 'load' = 'load') {
  const page = await context.newPage();
  const checked = page.waitForResponse('**/api/auth/check');
  await page.clock.install();
  if (from === 'start') await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(site.origin + address);
  await (await checked).finished();
  await hydrated(page);
  if (from === 'load') await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}
