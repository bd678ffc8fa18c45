import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({ role: 'web' });

/** A whole minute is said as one. */
const WAIT = /Réessayez dans (?:1 minute|\d+ secondes?)\./;

/** Of the minute of a limit, what must be left of it for a test to look at a page meanwhile, in seconds. */
const LEFT_S = 30;

/**
 * Asks for an address that only redirects, which costs nothing, until this client is told to wait, and for long: what is
 * asked next is refused too.
 */
async function exhaust(): Promise<Response> {
  for (let round = 0; round < 400; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => fetch(`${site.origin}/CONNEXION`, { redirect: 'manual' })),
    );
    const refused = answers.find(({ status }) => status === 429);
    if (!refused) continue;
    const seconds = Number(refused.headers.get('retry-after'));
    if (seconds > LEFT_S) return refused;
    await wait(seconds * 1_000);
  }
  throw new Error('Aucune limite.');
}

describe('trop de pages en peu de temps', () => {
  it('une page du site dit combien attendre, sans script, et mène ailleurs', async () => {
    const refused = await exhaust();
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await refused.text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="fr">/);
    expect(html).not.toContain('<script');
    const page = await (await visitor()).newPage();
    await exhaust();
    const answer = await page.goto(`${site.origin}/acheter/nimes-30000?prixMax=200000`);
    expect(answer?.status()).toBe(429);
    await page.getByRole('heading', { level: 1, name: 'Trop de pages en peu de temps.' }).waitFor();
    expect(await page.locator('main').innerText()).toMatch(WAIT);
    expect(await page.getByRole('link', { name: 'Réessayer' }).getAttribute('href')).toBe(
      '/acheter/nimes-30000?prixMax=200000',
    );
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
    // The look of the site came with it.
    const family = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    expect(family).toMatch(/Figtree/i);
    await page.goto(`${site.origin}/agence/faq`);
    await page.getByRole('link', { name: 'Connexion Agence' }).first().waitFor();
  });

  it('un lien suivi dans une page le dit aussi', async () => {
    const page = await (await visitor()).newPage();
    let free = 429;
    while (free === 429) {
      free = (await page.goto(`${site.origin}/connexion`))?.status() ?? 0;
      if (free === 429) await page.waitForTimeout(1_000);
    }
    await page
      .getByLabel(/e-?mail/i)
      .first()
      .focus();
    await exhaust();
    await page.getByRole('link', { name: 'Nous contacter' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Trop de pages en peu de temps.' }).waitFor();
    expect(await page.locator('main').innerText()).toMatch(WAIT);
  });
});
