import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { silent, visit, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

// Nothing listens there: the button is shown, the journey fails.
const google = {
  GOOGLE_CLIENT_ID: 'x',
  GOOGLE_CLIENT_SECRET: 'y',
  GOOGLE_ISSUER: 'http://127.0.0.1:9',
};
const site = await startSite({ settings: google, demo: false });
const context = await visitor();

const inscription = {
  Prénom: 'Léa',
  Nom: 'Petit',
  'Adresse e-mail': 'lea@essai.test',
  'Mot de passe': 'Unbonmot2passe',
};
const connexion = { 'Adresse e-mail': 'lea@essai.test', 'Mot de passe': 'Unbonmot2passe' };

async function send(
  page: Page,
  address: string,
  fields: Record<string, string>,
  button: string,
  offline = false,
) {
  await visit(page, site.origin + address);
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  if (offline) {
    // What tells the news was fetched while there was a network.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/toaster-')),
    );
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    await silent(page);
    await page.context().setOffline(true);
  }
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** The toast of this title: what it says, and its look. */
async function toastOf(page: Page, title: string) {
  const toast = page.getByRole('listitem').filter({ hasText: title });
  await toast.waitFor();
  return {
    words: (await toast.innerText()).split('\n').filter(Boolean),
    destructive: /rouge/.test((await toast.getAttribute('class')) ?? ''),
  };
}

// Specification 8, one row for each sentence about a failed login, registration, third-party sign-in.
describe('ce que dit une connexion qui échoue', () => {
  it.each<
    [
      string,
      { address: string; call: string; answer: number | null; body?: object; button: string },
      string[],
      string,
    ]
  >([
    [
      'le message du serveur',
      {
        address: '/connexion',
        call: 'login',
        answer: 401,
        body: { success: false, message: 'Email ou mot de passe incorrect.', code: 'INVALID_CREDENTIALS' },
        button: 'Se connecter',
      },
      ['Erreur de connexion', 'Email ou mot de passe incorrect.'],
      'Email ou mot de passe incorrect.',
    ],
    [
      'un message anglais, traduit',
      {
        address: '/connexion',
        call: 'login',
        answer: 400,
        body: { error: { message: 'Invalid credentials' } },
        button: 'Se connecter',
      },
      ['Erreur de connexion', 'Email ou mot de passe incorrect.'],
      'Email ou mot de passe incorrect.',
    ],
    [
      'trop d’essais, et jusqu’à quand',
      { address: '/connexion', call: 'login', answer: 429, body: {}, button: 'Se connecter' },
      ['Erreur de connexion', 'Limite de requêtes atteinte. Veuillez patienter.'],
      'Limite de requêtes atteinte. Veuillez patienter. Réessayez dans 15 minutes.',
    ],
    [
      'le réseau coupé',
      { address: '/connexion', call: 'login', answer: null, button: 'Se connecter' },
      ['Erreur de connexion', 'No response received from server'],
      'Le serveur ne répond pas. Ce que vous avez tapé est gardé\u00a0: réessayez.',
    ],
    [
      'une inscription refusée',
      {
        address: '/inscription',
        call: 'register',
        answer: 500,
        body: { success: false, message: 'Panne.', code: 'INTERNAL_ERROR' },
        button: 'Créer mon compte',
      },
      ["Erreur d'inscription", 'Impossible de créer votre compte. Veuillez réessayer.'],
      'Panne.',
    ],
  ])('%s', async (_, { address, call, answer, body, button }, words, inline) => {
    const offline = answer === null;
    const page = await (offline ? await visitor() : context).newPage();
    if (!offline)
      await page.route(`**/api/auth/${call}`, (route) => route.fulfill({ status: answer, json: body }));
    const fields = address === '/inscription' ? inscription : connexion;
    await send(page, address, fields, button, offline);
    const toast = await toastOf(page, words[0] ?? '');
    expect(toast.words).toEqual(words);
    expect(toast.destructive).toBe(true);
    await page.getByRole('alert').filter({ hasText: inline }).waitFor();
    // Nothing typed is lost, and nobody was sent elsewhere.
    for (const [label, value] of Object.entries(fields)) {
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    }
    expect(new URL(page.url()).pathname).toBe(address);
    await page.close();
  });

  it.each([
    ['/connexion', 'Se connecter avec Google', 'Erreur de connexion Google'],
    ['/inscription', 'S’inscrire avec Google', "Erreur d'inscription Google"],
  ])('Google ne répond pas, depuis %s', async (address, button, title) => {
    const page = await context.newPage();
    await send(page, address, {}, button);
    const toast = await toastOf(page, title);
    expect(toast.words).toEqual([title, 'Google ne répond pas. Réessayez dans un instant.']);
    await page.close();
  });

  it.each([
    [
      'login',
      '/connexion',
      'Erreur de connexion Google',
      'Échec de la connexion avec Google. Veuillez réessayer.',
    ],
    [
      'register',
      '/inscription',
      "Erreur d'inscription Google",
      "Échec de l'inscription avec Google. Veuillez réessayer.",
    ],
  ])('Google renvoie sans rien, pour %s', async (wish, door, title, words) => {
    const page = await context.newPage();
    await page.goto(site.origin + door);
    await page.evaluate((trip) => sessionStorage.setItem('google_trip', JSON.stringify(trip)), {
      wish,
      redirect: '/alertes/nouvelle',
    });
    await page.goto(`${site.origin}/auth/google?error=access_denied`);
    const toast = await toastOf(page, title);
    expect(toast.words).toEqual([title, words]);
    await page.waitForURL(`${site.origin}${door}?redirect=%2Falertes%2Fnouvelle`);
    await page.close();
  });

  it('une déconnexion que le serveur n’entend pas : « localement. »', async () => {
    const own = await visitor();
    const page = await own.newPage();
    await send(
      page,
      '/inscription',
      { ...inscription, 'Adresse e-mail': 'locale@essai.test' },
      'Créer mon compte',
    );
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    const cookies = await own.cookies();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.locator('header summary').filter({ hasText: 'Léa' }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${site.origin}/`);
    const toast = await toastOf(page, 'Déconnexion');
    expect(toast.words).toEqual(['Déconnexion', 'Vous avez été déconnecté localement.']);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await page.getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(await page.evaluate(() => document.cookie)).not.toContain('auth_status');
    // It holds for whoever comes next: nothing is shown of it again, and its cookie opens nothing any more.
    await page.unroute('**/api/auth/logout');
    await page.goto(`${site.origin}/tableau-de-bord`);
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord`);
    await page.getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    const cookie = cookies
      .map(({ name, value }) => `${name}=${value}`)
      .filter((one) => /^(__Host-)?session=/.test(one));
    expect(cookie).toHaveLength(1);
    const check = await fetch(`${site.origin}/api/auth/check`, { headers: { cookie: cookie[0] ?? '' } });
    expect(await check.json()).toMatchObject({ data: { isAuthenticated: false } });
    expect((await own.cookies()).map(({ name }) => name)).toEqual([]);
    await own.close();
  });

  it.each(['//e.fr', '/\\e.fr', 'https://e.fr/x', '/%5ce.fr', 'javascript:alert(1)', '/%0d%0aLocation:e.fr'])(
    'ne ramène jamais ailleurs : %s',
    async (target) => {
      const page = await context.newPage();
      await page.goto(`${site.origin}/connexion?redirect=${encodeURIComponent(target)}`);
      expect(
        await page.getByRole('link', { name: 'Créer un compte' }).first().getAttribute('href'),
      ).not.toContain('redirect');
      await page.close();
    },
  );
});
