import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { formatPrice } from '#contract/fmt.ts';
import { moveClock } from '#platform/clock.server.ts';
import { cookiesOf } from '../../../../tests/kit/agencies.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { ALERTS_PER_ADDRESS, CONFIRMATION_DAYS, CONFIRMATIONS_PER_DAY } from '../contract.ts';

const site = await testApp();
const { db, call } = site;
const { criteria, create, mails, alertMails, alerts, keys, tokenOf, publish, work, clear } = alertCalls(site);
const DAY_MS = 86_400_000;

afterEach(async () => {
  moveClock(0);
  await clear();
});

describe('whoever has just signed up', () => {
  /** A session of an account whose address nobody has proven. */
  async function signedUp(email: string) {
    const body = { firstName: 'Léa', lastName: 'Petit', email, password: 'Unbonmot2passe' };
    const { headers } = await call('POST', '/api/auth/register', { body });
    return cookiesOf(headers);
  }
  const listed = async (cookie: string) =>
    (await call('GET', '/api/alerts', { cookie })).json.data.alerts as unknown[];
  const askAlert = (cookie: string) =>
    call('POST', '/api/alerts', { body: { criteria, frequency: 'immediate' }, cookie });

  test('has the alert once its mail is confirmed within the login', async () => {
    const email = 'claire@example.test';
    const cookie = await signedUp(email);
    expect((await askAlert(cookie)).json.data).toMatchObject({ status: 'unconfirmed' });
    expect(await listed(cookie)).toEqual([]);
    const token = await tokenOf('/alertes/confirmation');
    const { json } = await call('POST', '/api/alerts/confirm', { body: { token }, cookie });
    expect(json.data.state).toBe('confirmed');
    expect(await listed(cookie)).toHaveLength(1);
  });

  test('a stranger who typed the address has nothing, whoever confirms', async () => {
    const email = 'claire@example.test';
    const strangers = await signedUp(email);
    const another = await signedUp('autre@example.test');
    await askAlert(strangers);
    const token = await tokenOf('/alertes/confirmation');
    await call('POST', '/api/alerts/confirm', { body: { token }, cookie: another });
    expect([await listed(strangers), await listed(another)]).toEqual([[], []]);
    const { rows } = await sql`select email from account where email_verified_at is not null`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('creating without an account', () => {
  test('asks the address first: one mail, no key to match, nothing else before its link is used', async () => {
    const { status, json } = await create();
    expect(status).toBe(200);
    expect(json.data).toEqual({ status: 'unconfirmed', alert: null });
    expect(await keys()).toEqual([]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe('claire@example.test');
    expect(mail?.subject).toContain('Nîmes');
    await publish('avant');
    await work();
    expect(await alertMails()).toEqual([]);

    const token = await tokenOf('/alertes/confirmation');
    const confirmed = await call('POST', '/api/alerts/confirm', { body: { token } });
    expect(confirmed.json.data).toMatchObject({
      state: 'confirmed',
      alert: {
        status: 'active',
        places: ['Nîmes'],
        resultsPath: expect.stringContaining('/acheter/nimes-30000?'),
      },
    });
    await publish('après');
    await work();
    const [told] = await alertMails();
    expect(told?.text).toContain(formatPrice(25_000_000));
    expect(await alertMails()).toHaveLength(1);
  });

  test('the token is not in the database, and works once', async () => {
    await create();
    const token = await tokenOf('/alertes/confirmation');
    expect(token.length).toBeGreaterThanOrEqual(43);
    const { rows } = await sql<{
      row: string;
    }>`select alert_confirmation::text as row from alert_confirmation`.execute(db);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    const both = await Promise.all(
      [1, 2].map(() => call('POST', '/api/alerts/confirm', { body: { token } })),
    );
    expect(new Set(both.map(({ json }) => json.data.state))).toEqual(new Set(['confirmed', 'already']));
  });

  test('an expired link says so, a new one is sent, and the newest alone works', async () => {
    await create();
    const first = await tokenOf('/alertes/confirmation');
    moveClock(CONFIRMATION_DAYS * DAY_MS + 1000);
    const late = await call('POST', '/api/alerts/confirm', { body: { token: first } });
    expect([late.status, late.json.code]).toEqual([410, 'ALERT_TOKEN_EXPIRED']);
    await create();
    const second = await tokenOf('/alertes/confirmation');
    expect(second).not.toBe(first);
    expect(await alerts()).toHaveLength(1);
    expect((await call('POST', '/api/alerts/confirm', { body: { token: second } })).status).toBe(200);
  });

  test.each(['', 'x', 'a'.repeat(43)])('the token %j is nobody’s', async (token) => {
    const { status } = await call('POST', '/api/alerts/confirm', { body: { token } });
    expect([400, 404]).toContain(status);
  });

  test('sends an address three mails a day at most, and answers alike', async () => {
    const answers = [];
    for (let index = 0; index < CONFIRMATIONS_PER_DAY + 2; index += 1) {
      answers.push(await create({ criteria: { ...criteria, pieces: index + 1 } }));
    }
    expect(new Set(answers.map(({ status, json }) => `${status} ${JSON.stringify(json)}`)).size).toBe(1);
    expect(await mails()).toHaveLength(CONFIRMATIONS_PER_DAY);
    await create({ email: 'autre@example.test' });
    expect(await mails()).toHaveLength(CONFIRMATIONS_PER_DAY + 1);
    moveClock(DAY_MS + 1000);
    await create();
    expect(await mails()).toHaveLength(CONFIRMATIONS_PER_DAY + 2);
  });

  test('the same in parallel', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ criteria: { ...criteria, pieces: index + 1 } })),
    );
    expect(await mails()).toHaveLength(CONFIRMATIONS_PER_DAY);
  });

  test('makes ten alerts an address at most; the answer is the same, the address is told', async () => {
    for (let index = 0; index < ALERTS_PER_ADDRESS + 1; index += 1) {
      moveClock(index * DAY_MS);
      const { status, json } = await create({ criteria: { ...criteria, prixMax: 100_000 + index } });
      expect([status, json.data.status]).toEqual([200, 'unconfirmed']);
    }
    expect(await alerts()).toHaveLength(ALERTS_PER_ADDRESS);
    expect((await mails()).at(-1)?.subject).toContain('n’a pas été créée');
  });

  test.each([
    ['no place', { criteria: { ...criteria, places: [] } }, 'criteria.places'],
    ['an unknown place', { criteria: { ...criteria, places: ['99999'] } }, 'criteria.places'],
    ['prices upside down', { criteria: { ...criteria, prixMin: 400_000 } }, 'criteria.prixMax'],
    ['an unknown word', { criteria: { ...criteria, cheval: true } }, 'criteria'],
    ['a bad address', { email: 'claire@' }, 'email'],
    ['no address', { email: undefined }, 'email'],
    ['an hour that is none', { frequency: 'daily', hour: 24 }, 'hour'],
    ['a line break in the address', { email: 'claire@example.test\r\nBcc: x@example.test' }, 'email'],
  ])('refuses %s and names the field', async (_, said, field) => {
    const { status, json } = await create(said);
    expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(json.details.fields.map((one: { field: string }) => one.field)).toContain(field);
    expect(await alerts()).toEqual([]);
  });

  test('keeps one row per wanted zone, without zones inside another', async () => {
    await create({ criteria: { ...criteria, places: ['69387', '69123', '34172', 'D34', '30189'] } });
    await call('POST', '/api/alerts/confirm', { body: { token: await tokenOf('/alertes/confirmation') } });
    expect(new Set((await keys()).map(({ zone }) => zone))).toEqual(new Set(['69123', 'D34', '30189']));
  });
});

describe('one click', () => {
  async function toldAlert(): Promise<{ token: string; headers: Record<string, string> }> {
    await create();
    await call('POST', '/api/alerts/confirm', { body: { token: await tokenOf('/alertes/confirmation') } });
    await publish('un');
    await work();
    const [mail] = await alertMails();
    return { token: await tokenOf('/desinscription'), headers: mail?.headers as Record<string, string> };
  }

  test('stops the alert by the post that mail programs make, and again does nothing', async () => {
    const { token, headers } = await toldAlert();
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const address = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '');
    expect(`${address.pathname}?token=${token}`).toBe(
      `/api/unsubscribe?token=${address.searchParams.get('token')}`,
    );
    for (let time = 0; time < 2; time += 1) {
      const { status, json } = await call('POST', address.pathname + address.search, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([status, json.data]).toEqual([200, { stopped: true }]);
    }
    expect((await alerts())[0]?.status).toBe('stopped');
    await publish('deux');
    await work();
    expect(await alertMails()).toHaveLength(1);
  });

  test('by GET or HEAD leads to the page with its button, and does nothing', async () => {
    const { token } = await toldAlert();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await site.app.inject({
        method,
        url: `/api/unsubscribe?token=${token}`,
      });
      expect([method, statusCode, headers.location]).toEqual([method, 303, `/desinscription?token=${token}`]);
    }
    expect((await alerts())[0]?.status).toBe('active');
  });

  test('takes back the mail that still waits', async () => {
    const { token } = await toldAlert();
    await call('POST', `/api/unsubscribe?token=${token}`, { body: {} });
    expect((await alertMails()).map(({ status }) => status)).toEqual(['withdrawn']);
  });

  test('works for ever, and for an alert deleted since', async () => {
    const { token } = await toldAlert();
    moveClock(5 * 365 * DAY_MS);
    await sql`delete from alert`.execute(db);
    expect((await call('POST', `/api/unsubscribe?token=${token}`, { body: {} })).status).toBe(200);
  });

  test('with a token that we did not sign for it stops nothing', async () => {
    const { token } = await toldAlert();
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/^\d+/, '999')).toString(
      'base64url',
    );
    for (const forged of [
      '',
      'x',
      payload,
      `${payload}.`,
      `${payload}.AAAA`,
      `${other}.${signature}`,
      `${token}x`,
    ]) {
      const { status } = await call('POST', `/api/unsubscribe?token=${encodeURIComponent(forged)}`, {
        body: {},
      });
      expect([400, 404]).toContain(status);
    }
    expect((await alerts())[0]?.status).toBe('active');
  });
});
