import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { cookiesOf, joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { fingerprint } from '../../../tests/kit/tenants.ts';
import { routes } from '../../web.server.ts';
import { VIEW_MINUTES } from './view.ts';

const headers = {
  authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}`,
};
const MINUTE = 60_000;

let site: TestApp;
let looked: Awaited<ReturnType<typeof joined>>;
let own: Awaited<ReturnType<typeof joined>>;

beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
  looked = await joined(site, 'Agence Regardée', 'regardee@essai.test');
  own = await joined(site, 'Agence du Bureau', 'bureau@essai.test');
});
afterEach(() => moveClock(0));

/** The cookies of a browser where an agency is signed in, and another one is looked at. */
async function viewing(): Promise<string> {
  const opened = await site.call('POST', `/api/admin/agencies/${looked.agency.id}/view`, { headers });
  expect([opened.status, opened.json.data?.ownerReference]).toEqual([200, looked.agency.ownerReference]);
  expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly/);
  return `${own.cookie}; ${cookiesOf(opened.headers)}`;
}
const whoIs = async (cookie: string) => (await site.call('GET', '/api/agence/check', { cookie })).json.data;

describe('the space of an agency, looked at by an administrator', () => {
  it('answers as that agency, and says that it is only looked at', async () => {
    const cookie = await viewing();
    const { id, ownerReference } = looked.agency;
    expect(await whoIs(cookie)).toMatchObject({
      isAuthenticated: true,
      readOnly: true,
      agency: { id, ownerReference },
    });
    expect((await site.call('GET', `/api/agence/${id}`, { cookie })).status).toBe(200);
    const { entries } = (await site.call('GET', `/api/admin/audit?action=agency.view&id=${id}`, { headers }))
      .json.data;
    expect(entries[0]).toMatchObject({ administrator: 'claire', subject: 'agency', subjectId: String(id) });
  });

  it('changes nothing of it, whatever is read', async () => {
    const cookie = await viewing();
    const before = await fingerprint(site.db, looked.agency.id);
    for (const page of [
      'dashboard',
      'leads',
      'notifications',
      'notification-settings',
      'listings',
      'feeds',
      'boosts',
    ]) {
      const { status } = await site.call('GET', `/api/agence/${page}`, { cookie });
      expect([page, status]).toEqual([page, 200]);
    }
    expect(await fingerprint(site.db, looked.agency.id)).toEqual(before);
  });

  const writes = routes.flatMap((route) =>
    route.kind === 'call' &&
    /^\/agence(\/|$)/.test(route.call.path) &&
    (route.call.method !== 'GET' || route.call.access === 'token')
      ? [route.call]
      : [],
  );
  it.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'refuses %s, in a sentence',
    async (_, { method, path }) => {
      const cookie = await viewing();
      const answer = await site.app.inject({
        method,
        url: `/api${path.replaceAll(/:\w+/g, '1')}`,
        headers: { cookie },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'READ_ONLY_VIEW']);
      expect(answer.json().message).toContain('lecture seule');
    },
  );

  it('ends when it is left: the session of this browser was never gone', async () => {
    const cookie = await viewing();
    const left = await site.call('POST', '/api/admin/view/end', { headers, cookie });
    expect(left.status).toBe(200);
    expect(String(left.headers['set-cookie'])).toMatch(/agency_view=;/);
    const mine = await whoIs(own.cookie);
    expect(mine).toMatchObject({ isAuthenticated: true, agency: { id: own.agency.id } });
    expect(mine).not.toHaveProperty('readOnly');
  });

  it('ends by itself, and a made-up or borrowed cookie is none', async () => {
    const cookie = await viewing();
    moveClock(VIEW_MINUTES * MINUTE - 1_000);
    expect((await whoIs(cookie)).agency.id).toBe(looked.agency.id);
    moveClock(VIEW_MINUTES * MINUTE + 1_000);
    expect((await whoIs(cookie)).agency.id).toBe(own.agency.id);
    moveClock(0);
    const forged = cookie.replace(
      /(agency_view=)[^;.]+/,
      `$1${Buffer.from('1:99999999999999:x').toString('base64url')}`,
    );
    expect((await whoIs(forged)).agency.id).toBe(own.agency.id);
  });

  it('is no session of individuals or administrators', async () => {
    const cookie = (await viewing()).replace(`${own.cookie}; `, '');
    expect((await site.call('GET', '/api/auth/check', { cookie })).json.data.isAuthenticated).toBe(false);
    expect((await site.call('GET', '/api/admin/audit', { cookie })).status).toBe(401);
  });

  it('is opened to nobody else, nor of an agency without a space', async () => {
    const url = `/api/admin/agencies/${looked.agency.id}/view`;
    expect((await site.call('POST', url, { cookie: own.cookie })).status).toBe(401);
    const { id } = await lawfulAgency(site.db, 'sans-espace');
    const none = await site.call('POST', `/api/admin/agencies/${id}/view`, { headers });
    expect([none.status, none.json.code]).toEqual([409, 'AGENCY_WITHOUT_SPACE']);
    expect((await site.call('POST', '/api/admin/agencies/999999/view', { headers })).status).toBe(404);
    expect((await site.call('POST', '/api/admin/agencies/x/view', { headers })).status).toBe(404);
  });
});
