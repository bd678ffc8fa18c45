import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dismissToast, toastStore } from '#browser/toasts.ts';
import * as profile from '#desks/profile/pages/profile.tsx';
import * as verification from '#desks/profile/pages/verify-email.tsx';
import * as contact from '#desks/site/pages/contact.tsx';
import * as forgotten from '#rooms/accounts/pages/forgot-password.tsx';
import * as google from '#rooms/accounts/pages/google.tsx';
import * as login from '#rooms/accounts/pages/login.tsx';
import * as reset from '#rooms/accounts/pages/reset-password.tsx';
import * as signup from '#rooms/accounts/pages/signup.tsx';
import * as agencyConfirm from '#rooms/agencies/pages/confirm-email.tsx';
import * as agencyForgotten from '#rooms/agencies/pages/forgot-password.tsx';
import * as agencyLogin from '#rooms/agencies/pages/login.tsx';
import * as agencyRegister from '#rooms/agencies/pages/register.tsx';
import * as agencyResend from '#rooms/agencies/pages/signup-done.tsx';
import * as editAlert from '#rooms/alerts/pages/edit.tsx';
import * as newAlert from '#rooms/alerts/pages/new.tsx';

// What each page does with what its form sent, against a server of this process that fails as it is told.

type Action = (given: { request: Request; params: Record<string, string> }) => Promise<unknown>;
interface Form {
  readonly page: { readonly clientAction: unknown };
  /** JSON, or the fields of a form. */
  readonly sent: object | URLSearchParams;
  /** The titles and the words of the toasts, when nothing answers and when the answer has another shape. */
  readonly silence?: string;
  readonly shape?: string;
}

const words = {
  firstName: 'Léa',
  lastName: 'Petit',
  email: 'lea@essai.test',
  password: 'Unbonmot2passe',
  phone: '',
};
const alert = new URLSearchParams({
  transaction: 'achat',
  code: '30189',
  lieux: 'nimes-30000',
  frequency: 'immediate',
  event: 'appeared',
  minDrop: '0',
});
const emailed = new URLSearchParams([...alert, ['email', 'lea@essai.test']]);
const named = new URLSearchParams([...alert, ['name', 'Ici'], ['nameBefore', 'Là'], ['updatedAt', 'x']]);
const failed = 'Impossible de créer votre compte. Veuillez réessayer.';

const forms: Readonly<Record<string, Form>> = {
  '/connexion': {
    page: login,
    sent: words,
    silence: 'Erreur de connexion: No response received from server',
    shape: 'Erreur de connexion: POST /auth/login failed: Invalid response format',
  },
  '/inscription': {
    page: signup,
    sent: words,
    silence: `Erreur d'inscription: ${failed}`,
    shape: `Erreur d'inscription: ${failed}`,
  },
  '/mot-de-passe-oublie': { page: forgotten, sent: words },
  '/reinitialiser-mot-de-passe?token=x': { page: reset, sent: { password1: words.password } },
  '/contact': {
    page: contact,
    sent: { ...words, name: 'Léa', subject: 'Question', message: 'Bonjour à tous.' },
  },
  '/alertes/nouvelle': { page: newAlert, sent: emailed },
  '/alertes/1/modifier': { page: editAlert, sent: named },
  '/verification-email?token=x': { page: verification, sent: new URLSearchParams({ token: 'x' }) },
  '/agence/connexion': {
    page: agencyLogin,
    sent: words,
    silence: 'Erreur de connexion: No response received from server',
    shape: 'Erreur de connexion: POST /agence/login failed: Invalid response format',
  },
  '/agence/creer-compte': { page: agencyRegister, sent: words },
  '/agence/inscription': { page: agencyRegister, sent: words },
  '/agence/inscription-reussie': { page: agencyResend, sent: words },
  '/agence/mot-de-passe-oublie': { page: agencyForgotten, sent: words },
  '/agence/mot-de-passe-oublie?token=x': { page: agencyForgotten, sent: { password1: words.password } },
  '/agence/confirmation-email?token=x': { page: agencyConfirm, sent: new URLSearchParams({ token: 'x' }) },
  ...Object.fromEntries(
    ['identity', 'email', 'password', 'google-link', 'device-end', 'consent', 'export', 'delete'].map(
      (intent) => [`/profil ${intent}`, { page: profile, sent: { intent, ...words } }],
    ),
  ),
};

let answer: (response: ServerResponse) => void = (response) => response.end();
const server = createServer((_request, response) => answer(response));
const realFetch = globalThis.fetch;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (address, init) => realFetch(`http://127.0.0.1:${port}${address as string}`, init);
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});
beforeEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id);
});

const silence = (response: ServerResponse) => void response.destroy();
const saying = (text: string) => (response: ServerResponse) => void response.end(text);

async function send(address: string, { page, sent }: Form): Promise<unknown> {
  const request = new Request(`http://localhost${address.split(' ')[0]}`, {
    method: 'POST',
    body: sent instanceof URLSearchParams ? sent : JSON.stringify(sent),
  });
  return (page.clientAction as Action)({ request, params: { alertId: '1' } });
}
const told = () =>
  toastStore
    .get()
    .filter(({ open }) => open)
    .map(({ title, description }) => `${title}: ${description}`)
    .join();

it.each(Object.entries(forms))('%s keeps what was typed when nothing answers', async (address, form) => {
  answer = silence;
  // With a status of refusal the page does not read its data again: it has none without a network.
  expect(await send(address, form)).toMatchObject({
    data: {
      failure: expect.stringContaining('Le serveur ne répond pas. Ce que vous avez tapé est gardé') as string,
    },
    init: { status: 422 },
  });
  expect(told()).toBe(form.silence ?? '');
});

it.each(Object.entries(forms))(
  '%s keeps what was typed when the answer has another shape',
  async (address, form) => {
    for (const text of ['<html>', '[]', '{"success":true}', '{"success":false,"data":{}}']) {
      answer = saying(text);
      expect(await send(address, form)).toMatchObject({
        data: { failure: expect.stringContaining('Le serveur a répondu autre chose que prévu') as string },
        init: { status: 422 },
      });
    }
    expect(told()).toBe(Array.from({ length: form.shape ? 3 : 0 }, () => form.shape).join());
  },
);

it.each([
  ['/connexion', login, 'Erreur de connexion: POST /auth/login failed: Invalid response format'],
  ['/inscription', signup, `Erreur d'inscription: ${failed}`],
  [
    '/agence/connexion',
    agencyLogin,
    'Erreur de connexion: POST /agence/login failed: Invalid response format',
  ],
] as const)('%s believes no answer without a user', async (address, page, words_) => {
  for (const data of [{}, null, { user: null }, { user: { id: 1 } }, { agency: { id: 1 } }]) {
    answer = saying(JSON.stringify({ success: true, data }));
    expect(await send(address, { page, sent: words })).toMatchObject({ init: { status: 422 } });
    expect(told().split(',')[0]).toBe(words_);
  }
});

it.each([
  ['/connexion', login],
  ['/agence/connexion', agencyLogin],
] as const)(
  '%s says in red what it is told, or what to check when it is told nothing',
  async (address, page) => {
    for (const [message, description] of [
      ['Un message du serveur.', 'Un message du serveur.'],
      [' ', 'Vérifiez vos identifiants et réessayez.'],
    ]) {
      answer = (response) => {
        response.statusCode = 401;
        response.end(JSON.stringify({ success: false, message }));
      };
      await send(address, { page, sent: words });
      expect(toastStore.get()[0]).toMatchObject({
        title: 'Erreur de connexion',
        description,
        variant: 'destructive',
      });
    }
  },
);

it.each([
  [silence, 'Erreur de connexion Google: No response received from server'],
  [
    saying('<html>'),
    'Erreur de connexion Google: POST /auth/google/callback failed: Invalid response format',
  ],
  [
    saying('{"success":true,"data":{}}'),
    'Erreur de connexion Google: POST /auth/google/callback failed: Invalid response format',
  ],
])('what Google sends back leads to the login page when it fails', async (fails, words_) => {
  answer = fails;
  const back = (await send('/auth/google', {
    page: google,
    sent: { code: 'a', state: 'b', iss: null },
  })) as Response;
  expect([back.status, back.headers.get('location')]).toEqual([302, '/connexion']);
  expect(told()).toBe(words_);
});
