import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readEnv } from '#platform/env.server.ts';
import { answerForgotten } from '#rooms/accounts/account-links.server.ts';
import { hydrated } from '../../kit/browser.ts';
import { capped, signupPage, typed } from '../../kit/individuals/phones.ts';
import { type Checks, checkRows } from '../../kit/individuals/rows.ts';
import {
  anonymous,
  kept,
  member,
  open,
  password,
  port,
  read,
  rented,
  says,
  shared,
  signOut,
  site,
  sold,
} from '../../kit/individuals/site.ts';
import { refused, toastOf, toasts } from '../../kit/individuals/toasts.ts';
import { eventually } from '../../kit/site.ts';

const hasField = async (address: string, name: string, { required }: { required: boolean }) => {
  const { html } = await read(address);
  const field = new RegExp(`<(?:input|textarea|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  expect([name, field !== '', / required(=|\s|>)/.test(field)]).toEqual([name, true, required]);
};

/** By the name of their row. */
const checks: Checks = {
  'user-kept': async () => {
    const { context, email } = await member();
    const page = await open(context, '/');
    await eventually('ce qui est gardé', () => page.evaluate(() => localStorage.getItem('user')));
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'))).toMatchObject({
      id: expect.any(Number),
      email,
      firstName: 'Léa',
    });
  },
  'signup-first-name': () => hasField('/inscription', 'firstName', { required: true }),
  'signup-last-name': () => hasField('/inscription', 'lastName', { required: true }),
  'signup-email': () => hasField('/inscription', 'email', { required: true }),
  'signup-password': () => hasField('/inscription', 'password', { required: true }),
  'signup-phone': () => hasField('/inscription', 'phone', { required: false }),
  'login-email': () => hasField('/connexion', 'email', { required: true }),
  'login-password': () => hasField('/connexion', 'password', { required: true }),
  'login-remember': () => hasField('/connexion', 'remember', { required: false }),
  'lead-first-name': () => hasLeadField('firstName', true),
  'lead-last-name': () => hasLeadField('lastName', true),
  'lead-email': () => hasLeadField('email', true),
  'lead-phone': () => hasLeadField('phone', true),
  'lead-message': () => hasLeadField('message', false),
  'lead-civility': () => hasLeadField('civility', false),
  'lead-opt-in-alerts': () => hasLeadField('optInVigieAlerts', false),
  'lead-opt-in-partners': () => hasLeadField('optInPartnerOffers', false),
  'contact-name': () => hasField('/contact', 'name', { required: true }),
  'contact-email': () => hasField('/contact', 'email', { required: true }),
  'contact-subject': () => hasField('/contact', 'subject', { required: true }),
  'contact-message': () => hasField('/contact', 'message', { required: true }),
  'toast-shape': async () => {
    expect(await toastOf({ status: 400, json: { message: 'Un refus à montrer.' } })).toEqual({
      lines: ['Erreur de connexion', 'Un refus à montrer.'],
      destructive: true,
    });
    const { context } = await member();
    const page = await open(context, '/');
    await signOut(page);
    await toasts(page).first().waitFor();
    const shown = await toasts(page)
      .first()
      .evaluate((element) => [(element as HTMLElement).innerText, element.className]);
    expect(shown).toEqual([expect.stringContaining('Déconnexion'), expect.not.stringContaining('rouge')]);
  },
  'cart-timestamp': async () => {
    const page = await anonymous('/mentions-legales');
    const after = async (cart: object) => {
      await page.evaluate((text) => localStorage.setItem('boost_cart', text), JSON.stringify(cart));
      await page.reload();
      // Put in order before React takes the page over.
      await hydrated(page);
      return kept(page);
    };
    expect(await after({ timestamp: Date.now(), items: [] })).toEqual(['boost_cart']);
    expect(await after({ items: [] })).toEqual([]);
  },
  statuses: async () => {
    const { html } = await read('/dev/ui');
    for (const words of [
      'Active',
      'Inactive',
      'En attente',
      'En pause',
      'Terminée',
      'Nouvelle',
      'Synchronisée',
      'Synchronisation',
      'Échec de synchronisation',
    ])
      expect(html).toMatch(new RegExp(`</svg>${words}</span>`));
  },
  rental: async () => {
    const { transaction } = await transactionOf(rented);
    expect(transaction).toBe(2);
    await says(`/annonce/${rented}`, '842,00 €/mois');
  },
  purchase: async () => {
    const { transaction } = await transactionOf(sold);
    expect(transaction).not.toBe(2);
    const { html } = await read(`/annonce/${sold}`);
    expect(html).toContain('250 000,00 €');
    expect(html).not.toContain('250 000,00 €/mois');
  },

  'in-french': async () => {
    expect(await refused('firstName is required')).toBe('Le prénom est requis');
    expect((await read('/connexion')).html).toContain('<html lang="fr">');
  },
  'password-mismatch': async () => {
    expect(await refused('Passwords do not match')).toBe('Les mots de passe ne correspondent pas');
  },
  'password-upper': () => ticks('A', 'au moins une lettre majuscule'),
  'password-lower': () => ticks('a', 'au moins une lettre minuscule'),
  'password-digit': () => ticks('7', 'au moins un chiffre'),
  'reset-equal': async () => {
    const page = await anonymous(`/reinitialiser-mot-de-passe?token=${await resetToken()}`);
    const second = page.locator('input[name="password2"]');
    await page.locator('input[name="password1"]').fill('Toutnouveau1');
    await second.fill('Toutnouveau2');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    expect(await errorOf(page, second)).toBe('Les mots de passe ne correspondent pas');
  },
  'change-equal': async () => {
    const { context } = await member();
    const page = await open(context, '/profil');
    const confirm = page.locator('input[name="confirmPassword"]');
    await page.locator('input[name="currentPassword"]').fill(password);
    await page.locator('input[name="newPassword"]').fill('Toutnouveau1');
    await confirm.fill('Toutnouveau2');
    await confirm.press('Enter');
    expect(await errorOf(page, confirm)).toBe('Les mots de passe ne correspondent pas');
  },
  'phone-formatted': async () => {
    const page = await signupPage();
    expect(await typed(page, '0612345678')).toBe('06 12 34 56 78');
    expect(await typed(page, '+33612345678')).toBe('+33 6 12 34 56 78');
    expect(await typed(page, '+447911123456')).toMatch(/^\+44 [\d ]+$/);
  },
  'phone-capped': () => capped(),
  'phone-national': async () => {
    const page = await signupPage();
    expect(await typed(page, '612345678999')).toBe('06 12 34 56 78');
    expect(await typed(page, '01234567890123')).toBe('01 23 45 67 89');
  },
  'phone-placeholders': async () => {
    const page = await signupPage();
    const shown = async (text: string) => {
      await typed(page, text);
      return page.getByLabel(/Téléphone/).getAttribute('placeholder');
    };
    expect(await shown('')).toBe('06 12 34 56 78');
    expect(await shown('+33')).toBe('+33 6 12 34 56 78');
    for (const country of ['+44', '+34', '+39', '+49', '+32', '+41'])
      expect(await shown(country)).toMatch(new RegExp(`^\\${country} \\d[\\d ]+\\d$`));
  },
  'phone-required': async () => {
    expect(await refused('phone is required')).toBe('Le téléphone est requis');
  },
  numbers: async () => {
    const criterion = async (words: string) =>
      /Retirer le critère (Jusqu.à [\d ,]+€)/.exec(
        (await read(`/acheter/nimes-30000?prixMax=${encodeURIComponent(words)}`)).html,
      )?.[1];
    for (const typed of ['240 000', '240\u00a0000', '240000'])
      expect([typed, await criterion(typed)]).toEqual([typed, expect.stringContaining('240 000,00 €')]);
    expect(await criterion('0')).toContain('0,00 €');
    for (const wrong of ['abc', '-5', '12x'])
      expect([wrong, await criterion(wrong)]).toEqual([wrong, undefined]);
  },
};

const transactionOf = (id: number) =>
  site.db.selectFrom('listing').select('transaction').where('id', '=', id).executeTakeFirstOrThrow();

let listing: Page | undefined;
async function hasLeadField(name: string, required: boolean) {
  listing ??= await shared(`/annonce/${sold}`);
  const field = listing.locator(`form [name="${name}"]`).first();
  await field.waitFor({ state: 'attached' });
  expect([name, await field.evaluate((element) => (element as HTMLInputElement).required)]).toEqual([
    name,
    required,
  ]);
}

/** A parts list ticks this one when this is typed. */
async function ticks(text: string, words: string) {
  const page = await signupPage();
  await page.locator('input[name="password"]').fill('');
  const part = page.getByRole('listitem').filter({ hasText: words });
  expect((await part.innerText()).trim()).toBe(words);
  await page.locator('input[name="password"]').fill(text);
  await part.getByText('c’est bon').waitFor({ state: 'attached' });
}

/** The message tied to a control. */
async function errorOf(page: Page, control: ReturnType<Page['locator']>) {
  await page.locator('[aria-invalid="true"]').first().waitFor();
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ');
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.at(-1)?.trim();
}

/** The token of a link to choose a new password. */
async function resetToken() {
  const { email, context } = await member();
  await context.request.post(`${site.origin}/api/auth/forgot-password`, { data: { email } });
  const env = readEnv({
    NODE_ENV: 'test',
    VIGIE_DATA: site.dataDir,
    DATABASE_URL: site.url,
    PORT: String(port),
  });
  while (await answerForgotten({ db: site.db, env }));
  const { html } = await site.db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /[?&]token=([\w-]{43})/.exec(html ?? '')?.[1] ?? '';
}

describe('les champs et les données de la spécification', () => {
  checkRows(import.meta.filename, checks);
});
