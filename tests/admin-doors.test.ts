import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { routes } from '../src/web.server.ts';
import { joined } from './kit/agencies.ts';
import { type TestApp, testApp } from './kit/app.ts';

// Every call of administrators, and everybody who might knock: only the right name with the right password enters.

type Who = Readonly<Record<string, string>>;

const basic = (name: string, password: string): Who => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const tokenIn = (cookie: string) => /=([\w-]{43})/.exec(cookie)?.[1] ?? '';

const calls = routes.flatMap((route) =>
  route.kind === 'call' && route.call.access === 'admin' ? [route.call] : [],
);

let site: TestApp;
let user = '';
let agency = '';
/** Each asks from an address of its own, and each wrong name is another one: how often one may ask is another test's. */
let askers = 0;

beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
  user = await site.loginAs('camille@essai.test');
  ({ cookie: agency } = await joined(site, 'Agence aux Portes', 'portes@essai.test'));
});

async function knock({ method, path }: (typeof calls)[number], who: Who) {
  askers += 1;
  const { statusCode, headers, payload } = await site.app.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, '1')}`,
    remoteAddress: `10.2.${askers >> 8}.${askers & 255}`,
    headers: who,
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  return { status: statusCode, headers, code: /"code":"(\w+)"/.exec(payload)?.[1] };
}

it('are the calls below /admin, all of them', () => {
  const below = routes.flatMap((route) =>
    route.kind === 'call' && /^\/admin(\/|$)/.test(route.call.path) ? [route.call] : [],
  );
  expect(below.length).toBeGreaterThan(10);
  expect(below.filter(({ access }) => access !== 'admin').map(({ path }) => path)).toEqual([]);
  expect(calls.filter(({ path }) => !/^\/admin(\/|$)/.test(path)).map(({ path }) => path)).toEqual([]);
});

describe.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it.each([
    ['nobody', (): Who => ({}), 'login_required'],
    ['an unknown name', () => basic(`personne-${askers}`, 'Motdepasse1'), 'ADMIN_CREDENTIALS'],
    ['an individual, by cookie', (): Who => ({ cookie: user }), 'login_required'],
    ['an individual, by bearer', (): Who => ({ authorization: `Bearer ${tokenIn(user)}` }), 'login_required'],
    ['an agency, by cookie', (): Who => ({ cookie: agency }), 'login_required'],
    ['an agency, by bearer', (): Who => ({ authorization: `Bearer ${tokenIn(agency)}` }), 'login_required'],
  ])('keeps out %s', async (_name, who, code) => {
    const answer = await knock(call, who());
    expect([answer.status, answer.code]).toEqual([401, code]);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it('lets the administrator in', async () => {
    const answer = await knock(call, basic('claire', 'Motdepasse1'));
    expect([401, 403]).not.toContain(answer.status);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });
});

// Few times, or the name is closed to everybody.
it.each([
  ['the right name with a wrong password', basic('claire', 'Motdepasse2')],
  ['the published name of a demonstration', basic('admin', 'Vigie2026')],
])('keeps out %s', async (_, who) => {
  for (const call of calls.slice(0, 3)) {
    const answer = await knock(call, who);
    expect([answer.status, answer.code]).toEqual([401, 'ADMIN_CREDENTIALS']);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  }
});
