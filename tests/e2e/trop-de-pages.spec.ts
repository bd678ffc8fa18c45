import { describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({ role: 'web' });

/** Asks for an address that only redirects, which costs nothing, until this client is told to wait. */
async function exhaust(): Promise<Response> {
  for (let round = 0; round < 200; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => fetch(`${site.origin}/CONNEXION`, { redirect: 'manual' })),
    );
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return refused;
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
    const browser = await openBrowser();
    const page = await browser.newPage();
    await exhaust();
    const answer = await page.goto(`${site.origin}/acheter/nimes-30000?prixMax=200000`);
    expect(answer?.status()).toBe(429);
    await page.getByRole('heading', { level: 1, name: 'Trop de pages en peu de temps.' }).waitFor();
    expect(await page.locator('main').innerText()).toMatch(/Réessayez dans \d+ secondes?\./);
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
    const browser = await openBrowser();
    const page = await browser.newPage();
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
    expect(await page.locator('main').innerText()).toMatch(/Réessayez dans \d+ secondes?\./);
  });
});
