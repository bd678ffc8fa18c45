import { describe, expect, it } from 'vitest';
import { reactTo } from './guard.ts';
import { noResponse } from './read-error.ts';

const all: Record<string, string> = {
  user: '{"id":1}',
  token: 'a',
  agency_data: '{"id":2}',
  agency_token: 'b',
};

function react(
  failure: { status: number | null; code?: string },
  { call = '/alerts', page = '/tableau-de-bord', stored = all } = {},
) {
  const map = new Map(Object.entries(stored));
  const store = {
    getItem: (key: string) => map.get(key) ?? null,
    removeItem: (key: string) => void map.delete(key),
  };
  const { pathname, search } = new URL(page, 'https://vigie.example');
  let kept = false;
  const goTo = reactTo(
    { message: 'x', code: 'UNKNOWN_ERROR', ...failure },
    { call, pathname, search, store },
    () => {
      kept = map.size === Object.keys(stored).length;
    },
  );
  return { goTo, left: [...map.keys()], kept };
}

const everything = ['user', 'token', 'agency_data', 'agency_token'];
const individual = ['user', 'token'];
const agency = ['agency_data', 'agency_token'];
const wanted = { status: 401, code: 'login_required' };
const other = { status: 401, code: 'INVALID_CREDENTIALS' };

// Specification 8, « 401 » and « Network or connection failure », one row for each sentence.
describe('401', () => {
  it.each([
    ['is passed on from a public path', wanted, { page: '/acheter/lyon-69000' }, null, everything],
    [
      'is passed on from the login page',
      other,
      { page: '/connexion', call: '/auth/login' },
      null,
      everything,
    ],
    ['is passed on from what is no page', wanted, { page: '/nulle-part' }, null, everything],
    [
      'for want of a session sends the user to the login, and back',
      wanted,
      { page: '/alertes/12/resultats?page=2' },
      '/connexion?redirect=%2Falertes%2F12%2Fresultats%3Fpage%3D2',
      agency,
    ],
    ['of any other code removes, and in effect never sends away', other, {}, null, agency],
    [
      'sends the agency to its own login',
      wanted,
      { page: '/agence/leads', call: '/agence/leads' },
      '/agence/connexion?redirect=%2Fagence%2Fleads',
      individual,
    ],
    [
      'of an agency’s call, on whatever page',
      wanted,
      { page: '/tableau-de-bord', call: '/agence/dashboard' },
      '/agence/connexion?redirect=%2Ftableau-de-bord',
      individual,
    ],
    [
      'on an agency’s page, of whatever call',
      wanted,
      { page: '/agence/dupont/annonces', call: '/places' },
      '/agence/connexion?redirect=%2Fagence%2Fdupont%2Fannonces',
      individual,
    ],
    [
      'of any other code, for an agency',
      other,
      { page: '/agence/profil', call: '/agence/change-password' },
      null,
      individual,
    ],
    ...['/agence/dashboard', '/agence/notification-settings'].map(
      (call) =>
        [
          `of any code, for the dashboard and the settings of an agency: ${call}`,
          other,
          { page: '/agence/dupont/notifications', call },
          '/agence/connexion?redirect=%2Fagence%2Fdupont%2Fnotifications',
          individual,
        ] as const,
    ),
    [
      'is passed on from the agency’s login',
      other,
      { page: '/agence/connexion', call: '/agence/login' },
      null,
      everything,
    ],
    [
      'is passed on from the agency’s sign-up',
      wanted,
      { page: '/agence/inscription', call: '/agence/register' },
      null,
      everything,
    ],
    [
      'on the administrator’s pages leads to their own login with the way back, and ends no other session',
      wanted,
      { page: '/admin/signalements?etat=nouveaux', call: '/admin/reports' },
      '/admin/login?redirect=%2Fadmin%2Fsignalements%3Fetat%3Dnouveaux',
      everything,
    ],
    [
      'with wrong credentials does the same there',
      other,
      { page: '/admin/coupons', call: '/admin/coupons' },
      '/admin/login?redirect=%2Fadmin%2Fcoupons',
      everything,
    ],
    [
      'of a call that is not the administrator’s does nothing there',
      wanted,
      { page: '/admin/coupons', call: '/auth/check' },
      null,
      everything,
    ],
    [
      'is passed on from the administrator’s login',
      other,
      { page: '/admin/login', call: '/admin/dashboard/registrations' },
      null,
      everything,
    ],
  ] as const)('%s', (_, failure, scene, goTo, left) => {
    expect(react(failure, scene)).toMatchObject({ goTo, left });
  });

  it('keeps what was typed before it clears', () => {
    expect(react(wanted).kept).toBe(true);
    expect(react(other).kept).toBe(false);
  });
});

describe('no answer', () => {
  const silence = noResponse;
  it.each([
    ['does nothing on a public path', { page: '/alertes/nouvelle' }, null, everything],
    [
      'logs nobody out on an administrator’s page',
      { page: '/admin/agencies', call: '/admin/agencies' },
      null,
      everything,
    ],
    [
      'logs the user out and keeps the way back',
      { page: '/profil?onglet=2' },
      '/connexion?redirect=%2Fprofil%3Fonglet%3D2',
      agency,
    ],
    [
      'logs the agency out on the return of a payment, and keeps which order it was of',
      { page: '/agence/boost/paiement?commande=CMD-ABCD-EFGH', call: '/agence/orders/CMD-ABCD-EFGH' },
      '/agence/connexion?redirect=%2Fagence%2Fboost%2Fpaiement%3Fcommande%3DCMD-ABCD-EFGH',
      individual,
    ],
    [
      'logs the agency out on its own pages',
      { page: '/agence/leads', call: '/agence/leads' },
      '/agence/connexion?redirect=%2Fagence%2Fleads',
      individual,
    ],
    [
      'logs out whoever is there',
      { page: '/profil', stored: { agency_data: '{}', agency_token: 'b' } },
      '/agence/connexion?redirect=%2Fprofil',
      [],
    ],
    ['does nothing when nobody is there', { page: '/profil', stored: { token: 'a' } }, null, ['token']],
  ] as const)('%s', (_, scene, goTo, left) => {
    expect(react(silence, scene)).toMatchObject({ goTo, left });
  });
});

describe('an answer', () => {
  it.each([400, 403, 404, 409, 422, 429, 500, 503])('%i logs nobody out', (status) => {
    expect(react({ status })).toEqual({ goTo: null, left: everything, kept: false });
  });
});
