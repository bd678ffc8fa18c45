import { describe, expect } from 'vitest';
import { makeAlert } from '../../kit/alerts.ts';
import { visitor } from '../../kit/browser.ts';
import { postFrom } from '../../kit/elsewhere.ts';
import { measured } from '../../kit/individuals/measured.ts';
import { type Checks, checkRows } from '../../kit/individuals/rows.ts';
import { asksFor, checksOf } from '../../kit/individuals/session.ts';
import {
  type Answer,
  anonymous,
  fillLogin,
  fillSignup,
  giving,
  here,
  issuer,
  kept,
  known,
  member,
  open,
  password,
  read,
  send,
  signOut,
  site,
  somebody,
  still,
} from '../../kit/individuals/site.ts';
import { door, refused, shown, toastFor, toastOf, toasts } from '../../kit/individuals/toasts.ts';
import { eventually } from '../../kit/site.ts';

/** On a protected page, a call of the page is answered so: where the reader stands then, and what is kept. */
async function onDashboard(answer: Answer) {
  const { context, email } = await member();
  await makeAlert(site, { email });
  const page = await open(context, '/tableau-de-bord?vu=1');
  await known(page);
  await page.evaluate(() => {
    localStorage.setItem('token', 'abc');
    localStorage.setItem('agency_data', '{"id":1}');
    localStorage.setItem('agency_token', 'def');
  });
  const given = page.waitForRequest(/\/api\/alerts\/\d+$/);
  await page.route(/\/api\/alerts\/\d+$/, giving(answer));
  await page.getByRole('switch', { name: /^Alerte active/ }).click();
  await given;
  return page;
}
const LOGIN_AND_BACK = '/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D1';

/** By the name of their row. */
const checks: Checks = {
  'admin-401': async () => {
    for (const address of ['/admin', '/admin/coupons'])
      expect([address, (await read(address)).location ?? '']).toEqual([
        address,
        expect.not.stringContaining('/connexion'),
      ]);
    const page = await anonymous('/admin/nulle-part');
    const given = page.waitForResponse('**/api/auth/check');
    await page.route('**/api/auth/check', giving({ status: 401, json: { code: 'login_required' } }));
    await page.reload();
    await given;
    await page.waitForLoadState('load');
    expect(here(page)).toBe('/admin/nulle-part');
  },
  'separate-data': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await known(page);
    await page.evaluate(() => {
      localStorage.setItem('agency_data', '{"id":1}');
      localStorage.setItem('agency_token', 'def');
    });
    await signOut(page);
    await toasts(page).first().waitFor();
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },

  'json-credentials': async () => {
    const { context } = await member();
    const page = await context.newPage();
    const asked = page.waitForRequest('**/api/auth/check');
    await page.goto(`${site.origin}/`);
    const check = await asked;
    expect(new URL(check.url()).origin).toBe(site.origin);
    expect((await check.allHeaders()).cookie).toContain('session=');
    const login = await door('/connexion');
    const sent = login.waitForRequest('**/api/auth/login');
    await toastFor({ status: 400, json: { message: 'Un envoi en JSON.' } });
    const request = await sent;
    expect(await request.headerValue('content-type')).toBe('application/json');
    expect(request.postDataJSON()).toMatchObject({ email: 'lea@essai.test', password });
  },
  bearer: async () => {
    const page = await anonymous('/agence/connexion');
    const bearer = async (tokens: Record<string, string>) => {
      await page.goto(`${site.origin}/agence/connexion`, { waitUntil: 'load' });
      await page.evaluate((given) => {
        for (const [key, token] of Object.entries(given)) localStorage.setItem(key, token);
      }, tokens);
      const asked = page.waitForRequest('**/api/auth/check');
      await page.goto(`${site.origin}/mentions-legales`);
      return (await asked).headers().authorization;
    };
    expect(await bearer({})).toBeUndefined();
    expect(await bearer({ token: 'abc', agency_token: 'def' })).toBe('Bearer abc');
  },
  'no-timeout': async () => {
    const page = await still(await visitor(), '/connexion');
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/auth/login', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { message: 'Après dix minutes.' } });
    });
    const asked = page.waitForRequest('**/api/auth/login');
    await fillLogin(page);
    await send(page);
    await asked;
    await page.clock.fastForward(600_000);
    expect(await toasts(page).count()).toBe(0);
    answer();
    await shown(page, 'Après dix minutes.');
  },
  analytics: async () => {
    const { told } = await measured('origin');
    await eventually('l’événement', async () => told.length >= 1);
    expect(told).toContainEqual({ event: 'page_view', path: '/mentions-legales' });
  },

  'error-as-it-is': async () => {
    expect(await toastFor('silence')).toBe('No response received from server');
  },
  'error-message': async () => {
    expect(await toastFor({ status: 418, json: { message: 'Un message.', error: 'Une erreur.' } })).toBe(
      'Un message.',
    );
  },
  'error-string': async () => {
    expect(await toastFor({ status: 418, json: { error: 'Une erreur en toutes lettres.' } })).toBe(
      'Une erreur en toutes lettres.',
    );
  },
  'error-error-message': async () => {
    expect(await toastFor({ status: 418, json: { error: { message: 'Un message plus bas.', a: 1 } } })).toBe(
      'Un message plus bas.',
    );
  },
  'error-object': async () => {
    expect(await toastFor({ status: 418, json: { error: { raison: 12 } } })).toBe('{"raison":12}');
  },
  'error-body': async () => {
    expect(await toastFor({ status: 418, body: 'Un corps de texte.', contentType: 'text/plain' })).toBe(
      'Un corps de texte.',
    );
  },
  'error-status': async () => {
    expect(await toastFor({ status: 418, json: {} })).toBe('Request failed with status code 418');
  },
  'error-code': async () => {
    // The status and the code decide: the same words, with the code of a missing session or without any.
    const wanted = await onDashboard({ status: 401, json: { message: 'Non.', code: 'login_required' } });
    await wanted.waitForURL(site.origin + LOGIN_AND_BACK);
    const unknown = await onDashboard({ status: 401, json: { message: 'Non.' } });
    await toasts(unknown).filter({ hasText: 'Non.' }).waitFor();
    expect(here(unknown)).toBe('/tableau-de-bord?vu=1');
  },
  'error-silence': async () => {
    const page = await door('/connexion');
    expect(await toastFor('silence')).toBe('No response received from server');
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('lea@essai.test');
  },
  '401-cache': async () => {
    const context = await visitor();
    const asked = checksOf(context);
    const page = await open(context, '/connexion');
    await asksFor(asked, 1);
    await page.route('**/api/auth/login', giving({ status: 401, json: { message: 'Non.' } }));
    await fillLogin(page);
    await send(page);
    await toasts(page).first().waitFor();
    // Within the five seconds of the first answer: it is asked again all the same.
    await page.locator('footer').getByRole('link', { name: 'Accueil', exact: true }).click();
    await page.waitForURL(`${site.origin}/`);
    await asksFor(asked, 2);
  },
  '401-public': async () => {
    const page = await (await visitor()).newPage();
    const checked = page.waitForResponse('**/api/auth/check');
    await page.goto(`${site.origin}/connexion`);
    await (await checked).finished();
    await fillLogin(page);
    await page.evaluate(() => localStorage.setItem('token', 'abc'));
    await page.route(
      '**/api/auth/login',
      giving({ status: 401, json: { message: 'Non.', code: 'login_required' } }),
    );
    await send(page);
    await toasts(page).filter({ hasText: 'Non.' }).waitFor();
    expect([here(page), await kept(page)]).toEqual(['/connexion', ['token']]);
  },
  '401-user': async () => {
    const page = await onDashboard({ status: 401, json: { message: 'Non.', code: 'login_required' } });
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },
  '401-login-required': async () => {
    const { context, email } = await member();
    await makeAlert(site, { email });
    const page = await open(context, '/tableau-de-bord?vu=1');
    await known(page);
    await site.db.deleteFrom('accountSession').execute();
    await page.getByRole('switch', { name: /^Alerte active/ }).click();
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
  },
  '401-other': async () => {
    const page = await onDashboard({ status: 401, json: { message: 'Refusé.', code: 'AUTRE' } });
    await toasts(page).filter({ hasText: 'Refusé.' }).waitFor();
    expect([here(page), await kept(page)]).toEqual([
      '/tableau-de-bord?vu=1',
      ['agency_data', 'agency_token'],
    ]);
  },
  'network-public': async () => {
    const { context } = await member();
    const page = await open(context, '/alertes/nouvelle');
    await known(page);
    const cut = page.waitForEvent('requestfailed');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('combobox').first().fill('nimes');
    await cut;
    expect([here(page).split('?')[0], await kept(page)]).toEqual([
      '/alertes/nouvelle',
      expect.arrayContaining(['user']),
    ]);
  },
  'network-protected': async () => {
    const page = await onDashboard('silence');
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },
  'network-cancelled': async () => {
    const { context, email } = await member();
    const id = await makeAlert(site, { email });
    const page = await open(context, `/alertes/${id}/modifier`);
    await known(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/places**', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/places'));
    const field = page.getByRole('combobox').first();
    const asked = page.waitForRequest('**/api/places**');
    await field.fill('mont');
    await asked;
    await field.fill('montpellier');
    await given;
    answer();
    await page
      .getByRole('option', { name: /Montpellier/ })
      .first()
      .waitFor();
    expect([here(page).split('?')[0], await toasts(page).count()]).toEqual([`/alertes/${id}/modifier`, 0]);
    expect(await kept(page)).toContain('user');
  },
  '429-message': async () => {
    expect(await toastFor({ status: 429, json: { message: 'Doucement.' } })).toBe('Doucement.');
    expect(await toastFor({ status: 429, json: {} })).toBe(
      'Limite de requêtes atteinte. Veuillez patienter.',
    );
  },
  '429-details': async () => {
    const page = await door('/connexion');
    const inline = page.getByRole('alert').filter({ hasText: 'Réessayez' });
    await toastFor({ status: 429, json: {} });
    await inline.filter({ hasText: 'Réessayez dans 15 minutes.' }).waitFor();
    await toastFor({ status: 429, json: { details: { retryAfter: '3 minutes' } } });
    await inline.filter({ hasText: 'Réessayez dans 3 minutes.' }).waitFor();
    // The server's own: asked by another client than the rest of these rows.
    let last = await fromElsewhere();
    for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await fromElsewhere();
    expect(last.json).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: {
        title: 'Limite de requêtes atteinte',
        retryAfter: '15 minutes',
        endpoint: '/api/auth/verify-email',
      },
    });
  },
  translated: async () => {
    for (const status of [400, 422, 500])
      expect([status, await refused('email is required', status)]).toEqual([status, "L'email est requis"]);
  },
  'translated-short': async () => {
    expect(await refused('Password must be at least 8 characters')).toBe(
      'Le mot de passe doit contenir au moins 8 caractères',
    );
  },
  'translated-password': async () => {
    expect(await refused('Password is required')).toBe('Le mot de passe est requis');
    expect(await refused('Password is too weak')).toBe(
      'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères',
    );
    expect(await refused('Passwords must match')).toBe('Les mots de passe ne correspondent pas');
  },
  'translated-email': async () => {
    expect(await refused('Email is required')).toBe("L'email est requis");
    expect(await refused('Invalid email')).toBe('Veuillez entrer un email valide');
  },
  'translated-phone': async () => {
    expect(await refused('Phone is required')).toBe('Le téléphone est requis');
    expect(await refused('Invalid phone number')).toBe('Format de téléphone invalide');
  },
  'translated-names': async () => {
    expect(await refused('First name is required')).toBe('Le prénom est requis');
    expect(await refused('lastName is required')).toBe('Le nom est requis');
    expect(await refused('firstName must be at least 2 characters')).toBe(
      'Le prénom doit contenir entre 2 et 50 caractères',
    );
    expect(await refused('lastName must be at most 50 characters')).toBe(
      'Le nom doit contenir entre 2 et 50 caractères',
    );
  },
  'translated-credentials': async () => {
    expect(await refused('Invalid credentials')).toBe('Email ou mot de passe incorrect.');
  },
  'translated-account': async () => {
    expect(await refused('Account not found')).toBe('Aucun compte associé à cette adresse email.');
    expect(await refused('User not found', 422)).toBe('Aucun compte associé à cette adresse email.');
  },
  'translated-required': async () => {
    expect(await refused('Value is required')).toBe('Ce champ est requis.');
  },
  'translated-lengths': async () => {
    expect(await refused('Value is too short')).toBe('La valeur saisie est trop courte.');
    expect(await refused('Value is too long')).toBe('La valeur saisie est trop longue.');
  },
  'unknown-account': async () => {
    const page = await anonymous('/connexion');
    const { email } = somebody();
    await fillLogin(page, email);
    await send(page);
    const toast = toasts(page).filter({ hasText: 'Compte inexistant' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(
      "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.",
    );
    await page.waitForURL(`${site.origin}/inscription?email=${encodeURIComponent(email)}`);
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(email);
  },
  'login-error': async () => {
    expect(await toastOf({ status: 401, json: { message: 'Un message du serveur.' } })).toEqual({
      lines: ['Erreur de connexion', 'Un message du serveur.'],
      destructive: true,
    });
  },
  'login-error-default': async () => {
    expect(await toastFor({ status: 401, json: { message: ' ' } })).toBe(
      'Vérifiez vos identifiants et réessayez.',
    );
  },
  'known-account': async () => {
    const { email } = await member();
    const page = await anonymous('/inscription');
    await fillSignup(page, email);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await toasts(page).filter({ hasText: 'Compte existant' }).waitFor();
    await page.waitForURL(/\/connexion(\?|$)/);
  },
  'registration-error': async () => {
    const page = await anonymous('/inscription');
    await page.route('**/api/auth/register', giving({ status: 500, json: { message: 'Panne.' } }));
    await fillSignup(page);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    const toast = toasts(page).filter({ hasText: "Erreur d'inscription" });
    await toast.waitFor();
    expect(await toast.innerText()).toContain('Impossible de créer votre compte. Veuillez réessayer.');
  },
  'google-login-error': () =>
    googleFails('/connexion', 'Se connecter avec Google', [
      'Erreur de connexion Google',
      'Échec de la connexion avec Google. Veuillez réessayer.',
    ]),
  'google-register-error': () =>
    googleFails('/inscription', 'S’inscrire avec Google', [
      "Erreur d'inscription Google",
      "Échec de l'inscription avec Google. Veuillez réessayer.",
    ]),
  'logout-toast': () => loggedOut('passes', 'Vous avez été déconnecté.'),
  'logout-toast-local': () => loggedOut('fails', 'Vous avez été déconnecté localement.'),
  'invalid-shape': async () => {
    expect(await toastFor({ status: 200, json: { user: 1 } })).toBe(
      'POST /auth/login failed: Invalid response format',
    );
  },
};

async function googleFails(address: string, button: string, words: string[]) {
  issuer.next(null);
  const page = await anonymous(address);
  await page.getByRole('button', { name: button }).click();
  const toast = toasts(page).first();
  await toast.waitFor();
  expect((await toast.innerText()).split('\n').filter(Boolean)).toEqual(words);
}

async function loggedOut(call: 'passes' | 'fails', words: string) {
  const { context } = await member();
  const page = await open(context, '/');
  if (call === 'fails') await page.route('**/api/auth/logout', (route) => route.abort());
  await signOut(page);
  const toast = toasts(page).first();
  await toast.waitFor();
  expect((await toast.innerText()).split('\n').filter(Boolean)).toEqual(['Déconnexion', words]);
}

/** A sensitive call of another client. */
const fromElsewhere = () => postFrom('127.0.0.3', `${site.origin}/api/auth/verify-email`, { token: 'x' });

describe('les appels et les erreurs de la spécification', () => {
  checkRows(import.meta.filename, checks);
});
