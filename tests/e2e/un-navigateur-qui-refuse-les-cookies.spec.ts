import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { agencyPassword, askedToJoin } from '../kit/agencies.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { hydrated } from '../kit/browser.ts';
import { later } from '../kit/leftovers.ts';
import { PATIENCE_MS } from '../kit/patience.ts';
import { type Examples, exampleOf } from '../kit/public-pages.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
let refusing: BrowserContext;
let examples: Examples;
const password = 'Unbonmot2passe';

/** A Chromium whose person chose « Block all cookies »: it keeps none, and any storage throws a SecurityError. */
async function refusingBrowser(): Promise<BrowserContext> {
  const profile = await mkdtemp(path.join(tmpdir(), 'vigie-profile-'));
  await mkdir(path.join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    locale: 'fr-FR',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  later(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  return context;
}

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  const agency = await makeAgency(site);
  const [listing] = await agency.publish(flat('a'));
  examples = {
    propertyId: String(listing),
    citySlug: 'nimes-30000',
  };
  refusing = await refusingBrowser();
});

async function open(address: string): Promise<Page> {
  const page = await refusing.newPage();
  await page.goto(site.origin + address);
  await hydrated(page);
  return page;
}

const REFUSED = /Votre navigateur refuse les cookies de Vigie/;

describe('un navigateur qui refuse cookies et stockage', () => {
  it('refuse bien l’un et l’autre', async () => {
    const page = await open('/connexion');
    expect(
      await page.evaluate(() => {
        try {
          return [document.cookie, String(localStorage.length)];
        } catch (error) {
          return [document.cookie, (error as Error).name];
        }
      }),
    ).toEqual(['', 'SecurityError']);
    await page.close();
  });

  it('apprend à qui ouvre un compte, puis se connecte, pourquoi il n’y reste pas', async () => {
    const signup = await open('/inscription');
    await signup.locator('input[name="firstName"]').fill('Léa');
    await signup.locator('input[name="lastName"]').fill('Petit');
    await signup.locator('input[name="email"]').fill('lea@essai.test');
    await signup.locator('input[name="password"]').fill(password);
    await signup.locator('main form button[type="submit"]').last().click();
    await signup.locator('main').getByText(REFUSED).waitFor();
    expect(new URL(signup.url()).pathname).toBe('/inscription');
    await signup.close();

    const login = await open('/connexion?redirect=%2Fprofil');
    await login.locator('input[name="email"]').fill('lea@essai.test');
    await login.locator('input[name="password"]').fill(password);
    await login.locator('main form button[type="submit"]').last().click();
    await login.locator('main').getByText(REFUSED).waitFor();
    expect(new URL(login.url()).pathname).toBe('/connexion');
    expect(await login.locator('input[name="email"]').inputValue()).toBe('lea@essai.test');
    await login.close();
  });

  it('l’apprend à une agence', async () => {
    const { token, cookie } = await askedToJoin(site, { name: 'Agence du Port', email: 'port@essai.test' });
    await fetch(`${site.origin}/api/agence/confirmation-email?token=${token}`, { headers: { cookie } });
    const page = await open('/agence/connexion');
    await page.locator('input[name="email"]').fill('port@essai.test');
    await page.locator('input[name="password"]').fill(agencyPassword);
    await page.locator('main form button[type="submit"]').last().click();
    await page.locator('main').getByText(REFUSED).waitFor();
    expect(new URL(page.url()).pathname).toBe('/agence/connexion');
    await page.close();
  });

  it('apprend à qui garde ou masque une annonce que rien n’est retenu, et ce qui y remédie', async () => {
    const page = await open(`/annonce/${examples['propertyId']}`);
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    const keeping = page.getByRole('button', { name: 'Garder cette annonce' }).first();
    await keeping.click();
    await page.getByText('L’annonce n’a pas été gardée', { exact: true }).waitFor();
    await page
      .getByText(/Autorisez les cookies et les données de ce site.*, puis recommencez\.$/)
      .first()
      .waitFor();
    expect(await keeping.getAttribute('aria-pressed')).toBe('false');
    // Nobody is sent to a login that would not hold.
    const toasts = page.getByRole('listitem').filter({ hasText: 'L’annonce n’a pas été gardée' });
    expect(await toasts.getByRole('button', { name: 'Se connecter' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ne plus voir cette annonce' }).click();
    await page.getByText('L’annonce n’a pas été masquée', { exact: true }).waitFor();
    await page.close();
  });

  it.each([
    '/',
    '/connexion',
    '/alertes/nouvelle',
    '/acheter/:citySlug',
    '/annonce/:propertyId',
    '/comparer',
    '/cookies',
    '/agence/connexion',
  ])('%s s’ouvre et tient', async (pattern) => {
    const page = await refusing.newPage();
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    await page.goto(site.origin + exampleOf(pattern, examples));
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    expect(await page.getByText('Cette page n’a pas pu s’afficher').count()).toBe(0);
    // The line of the router that puts the scroll back says so too, once, and nothing waits for it.
    expect(broken.filter((message) => !/'sessionStorage'/.test(message))).toEqual([]);
    expect(broken.length).toBeLessThanOrEqual(1);
    await page.close();
  });
});
