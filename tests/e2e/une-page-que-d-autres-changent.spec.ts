import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { decorateFields, translate } from '../kit/changed-pages.ts';
import { type Examples, exampleOf, publicPages } from '../kit/public-pages.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
let examples: Examples;

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  const agency = await makeAgency(site);
  const [listing] = await agency.publish(
    ...Array.from({ length: 30 }, (_, index) =>
      flat(`n${index}`, { price: (200_000 + index * 10_000) * 100 }),
    ),
  );
  examples = {
    propertyId: String(listing),
    ownerReference: 'arenes',
    citySlug: 'nimes-30000',
    refinement: 'appartement',
    propertyType: 'appartement',
  };
});

const LOST = 'Cette page n’a pas pu s’afficher';
const TYPED =
  'input[type="email"], input[type="text"], input[type="tel"], input[type="search"], input[type="password"], textarea';
async function awakeOf(page: Page) {
  await page.mouse.move(200, 200);
  await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
}

/** A letter in each visible field: each keeps it, and the page stands. */
async function typeEverywhere(page: Page) {
  const fields = await page.locator(TYPED).all();
  for (const field of fields) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue;
    const digits =
      (await field.getAttribute('inputmode')) === 'decimal' || (await field.getAttribute('type')) === 'tel';
    await field.focus();
    await page.keyboard.type(digits ? '0' : 'a');
    expect(await field.inputValue()).toContain(digits ? '0' : 'a');
  }
  expect(await page.getByText(LOST).count()).toBe(0);
}

describe('une page traduite par le navigateur', () => {
  it.each(publicPages)('%s tient, et garde ce qu’on y écrit', async (pattern) => {
    const page = await (await visitor()).newPage();
    await visit(page, site.origin + exampleOf(pattern, examples));
    await awakeOf(page);
    await translate(page);
    await typeEverywhere(page);
  });

  it('dit encore ce qui manque, et le retire une fois corrigé', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/connexion`);
    await awakeOf(page);
    await translate(page);
    await page.locator('input[type="email"]').fill('jean@essai.test');
    await page.locator('main button[type="submit"]').first().click();
    await page.getByText('Le mot de passe est requis').waitFor();
    await page.locator('input[autocomplete="current-password"]').pressSequentially('x');
    await expect.poll(() => page.getByText('Le mot de passe est requis').count()).toBe(0);
    expect(await page.locator('input[type="email"]').inputValue()).toBe('jean@essai.test');
  });

  it.each(['/contact', '/inscription', '/agence/connexion', '/annonce/:propertyId'])(
    '%s, envoyée vide, dit quoi corriger, et un champ corrigé l’est',
    async (pattern) => {
      const page = await (await visitor()).newPage();
      await visit(page, site.origin + exampleOf(pattern, examples));
      await awakeOf(page);
      await translate(page);
      const form = page.locator('main form:has(input[type="email"])').first();
      await form.locator('button[type="submit"]').last().click();
      const first = form.locator('[aria-invalid="true"]').first();
      await first.waitFor();
      const field = form.locator(`[id="${await first.getAttribute('id')}"]`);
      const said = (await field.getAttribute('type')) === 'email' ? 'jean@essai.test' : 'Jean';
      await field.pressSequentially(said);
      await field.blur();
      await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true');
      expect(await field.inputValue()).toBe(said);
      expect(await page.getByText(LOST).count()).toBe(0);
    },
  );

  it('compte les annonces d’un budget qu’on y tape', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    await awakeOf(page);
    await translate(page);
    await page.locator('summary', { hasText: 'Budget' }).first().click();
    const most = page.getByLabel('Maximum').first();
    await most.pressSequentially('300000');
    await expect.poll(async () => (await most.inputValue()).replaceAll(/\D/g, '')).toBe('300000');
    await page.getByRole('button', { name: /11/ }).first().waitFor();
    expect(await page.getByText(LOST).count()).toBe(0);
  });

  it('feuillette et revient', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    await awakeOf(page);
    await translate(page);
    await page.locator('a[href*="page=2"]').first().click();
    await page.waitForURL(/page=2/);
    await expect.poll(() => page.locator('main article').count()).toBe(6);
    await page.goBack();
    await expect.poll(() => page.locator('main article').count()).toBe(24);
    expect(await page.getByText(LOST).count()).toBe(0);
  });
});

describe('une page que change un programme du visiteur avant nos scripts', () => {
  it.each(['/connexion', '/contact', '/alertes/nouvelle', '/inscription', '/agence/connexion'])(
    '%s garde le texte et le curseur',
    async (path) => {
      const context = await visitor();
      await decorateFields(context);
      const page = await context.newPage();
      await page.goto(site.origin + path, { waitUntil: 'networkidle' });
      await page.locator('input[type="email"]').first().click();
      await page.keyboard.type('jean@essai.test', { delay: 90 });
      await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
      expect(await page.locator('input[type="email"]').first().inputValue()).toBe('jean@essai.test');
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type)).toBe(
        'email',
      );
    },
  );
});
