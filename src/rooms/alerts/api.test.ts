import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { flat } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { untilRead } from '../../../tests/kit/facts.ts';
import { cleared, lawfulAgency } from '../../../tests/kit/law.ts';
import { formatPrice } from '../../contract/fmt.ts';
import { moveClock } from '../../platform/clock.server.ts';
import { applyListings } from '../listings/rules.server.ts';
import { ALERTS_PER_ADDRESS, CONFIRMATION_DAYS, CONFIRMATIONS_PER_DAY, UNDELETE_MS } from './contract.ts';
import { tellDue } from './digest/rules.server.ts';
import { READER } from './matcher/contract.ts';
import { matchNext } from './matcher/rules.server.ts';
import { endPauses, sweepDeleted } from './rules.server.ts';

const { db, services, call, loginAs } = await testApp();
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, mail_outbox,
    account, account_session, listing, agency cascade`.execute(db);
});

const criteria = { transaction: 'achat', places: ['30189'], prixMax: 300_000, pieces: 3 };
const wanted = { criteria, frequency: 'immediate', email: 'claire@example.test' };
const create = (said: object = {}, cookie?: string) =>
  call('POST', '/api/alerts', { body: { ...wanted, ...said }, ...(cookie ? { cookie } : {}) });
const mails = () => db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();
const alerts = () => db.selectFrom('alert').selectAll().orderBy('id').execute();
const keys = () => db.selectFrom('alertKey').selectAll().execute();

/** The token of the last mail whose text has a link to this page. */
async function tokenOf(page: string): Promise<string> {
  const links = (await mails()).flatMap(({ text }) => [
    ...(text ?? '').matchAll(new RegExp(`${page}\\?token=([\\w.-]+)`, 'g')),
  ]);
  return links.at(-1)?.[1] ?? '';
}

async function publish(technicalId: string, price = 25_000_000): Promise<number> {
  const agency =
    (await db.selectFrom('agency').select('id').executeTakeFirst()) ??
    (await lawfulAgency(db, 'arenes', { name: 'Agence des Arènes' }));
  const { outcomes } = await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.id,
      source: 'poliris',
      run: null,
      now: new Date(),
      drafts: [cleared(flat(technicalId, { price }))],
    }),
  );
  return outcomes.get(technicalId)?.id ?? 0;
}

async function work(): Promise<void> {
  await untilRead(db, READER, () => matchNext(db));
  while (await tellDue(services, never));
}

const alertMails = async () => (await mails()).filter(({ dedupeKey }) => dedupeKey.startsWith('alert:'));

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

  test('a field that only programs fill in makes nothing, and says nothing', async () => {
    const { status, json } = await create({ website: 'https://spam.example' });
    expect([status, json.data.status]).toEqual([200, 'unconfirmed']);
    expect([await alerts(), await mails()]).toEqual([[], []]);
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

  test('by GET does nothing', async () => {
    const { token } = await toldAlert();
    expect([404, 405]).toContain((await call('GET', `/api/unsubscribe?token=${token}`)).status);
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

describe('with an account', () => {
  test('an alert of a proven address watches at once', async () => {
    const cookie = await loginAs('camille@example.test');
    const { json } = await create({ email: 'quelqu-un@example.test' }, cookie);
    expect(json.data).toMatchObject({ status: 'active', alert: { status: 'active' } });
    expect(await mails()).toEqual([]);
    await publish('un');
    await work();
    expect((await alertMails()).map(({ recipient }) => recipient)).toEqual(['camille@example.test']);
  });

  test('alerts made before with the same address come along; those of others do not', async () => {
    await create({ email: 'camille@example.test' });
    await create({ email: 'voisin@example.test' });
    const cookie = await loginAs('camille@example.test');
    const { json } = await call('GET', '/api/alerts', { cookie });
    expect(json.data.alerts).toHaveLength(1);
    const [own, foreign] = await alerts();
    expect((await call('GET', `/api/alerts/${own?.id}`, { cookie })).status).toBe(200);
    for (const [method, body] of [['GET'], ['PUT', { status: 'active' }], ['DELETE']] as const) {
      const answer = await call(method, `/api/alerts/${foreign?.id}`, { cookie, ...(body ? { body } : {}) });
      expect([answer.status, answer.json.code]).toEqual([404, 'ALERT_NOT_FOUND']);
    }
  });

  test('an address that the account has not proven is asked like any other', async () => {
    const cookie = await loginAs('camille@example.test');
    await sql`update account set email_verified_at = null`.execute(db);
    await create({ email: 'camille@example.test' });
    const { json } = await create({ email: 'autre@example.test' }, cookie);
    expect(json.data).toEqual({ status: 'unconfirmed', alert: null });
    expect((await call('GET', '/api/alerts', { cookie })).json.data.alerts).toEqual([]);
  });

  test('nobody else may read, change or delete', async () => {
    for (const [method, url] of [
      ['GET', '/api/alerts'],
      ['GET', '/api/alerts/1'],
      ['PUT', '/api/alerts/1'],
      ['DELETE', '/api/alerts/1'],
    ] as const) {
      const { status, json } = await call(method, url, method === 'PUT' ? { body: {} } : {});
      expect([status, json.code]).toEqual([401, 'login_required']);
    }
  });

  test('a paused alert is told nothing, and once resumed only what comes then', async () => {
    const cookie = await loginAs('camille@example.test');
    const { id } = (await create({}, cookie)).json.data.alert;
    await call('PUT', `/api/alerts/${id}`, { cookie, body: { status: 'paused' } });
    await publish('pendant');
    await work();
    await call('PUT', `/api/alerts/${id}`, { cookie, body: { status: 'active' } });
    await work();
    expect(await alertMails()).toEqual([]);
    await publish('après');
    await work();
    expect(await alertMails()).toHaveLength(1);
  });

  test('an edited alert looks for its new criteria, keeps the facts that were on their way, and its name follows', async () => {
    const cookie = await loginAs('camille@example.test');
    const { id, name } = (await create({ criteria: { ...criteria, prixMax: 100_000 } }, cookie)).json.data
      .alert;
    await publish('un');
    const edited = await call('PUT', `/api/alerts/${id}`, { cookie, body: { criteria } });
    expect(edited.json.data.alert.name).not.toBe(name);
    await work();
    expect(await alertMails()).toHaveLength(1);
  });

  test('a deleted alert is gone at once, and finds and all within the hour', async () => {
    const cookie = await loginAs('camille@example.test');
    const { id } = (await create({ frequency: 'daily', hour: 23 }, cookie)).json.data.alert;
    await publish('un');
    await work();
    expect((await call('DELETE', `/api/alerts/${id}`, { cookie })).status).toBe(200);
    expect((await call('GET', '/api/alerts', { cookie })).json.data.alerts).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/results'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, `/api/alerts/${id}${path}`, { cookie })).json.code).toBe('ALERT_NOT_FOUND');
    }
    moveClock(UNDELETE_MS + 1000);
    await sweepDeleted(db);
    expect([await alerts(), await keys(), await db.selectFrom('alertHit').selectAll().execute()]).toEqual([
      [],
      [],
      [],
    ]);
    expect((await call('POST', `/api/alerts/${id}/restore`, { cookie })).status).toBe(404);
  });

  test('a deletion undone brings back the same alert, with what it found meanwhile, told once', async () => {
    const cookie = await loginAs('camille@example.test');
    const { alert } = (await create({}, cookie)).json.data;
    expect((await call('DELETE', `/api/alerts/${alert.id}`, { cookie })).status).toBe(200);
    await publish('pendant');
    await work();
    expect(await alertMails()).toEqual([]);
    await sweepDeleted(db);
    const back = await call('POST', `/api/alerts/${alert.id}/restore`, { cookie });
    expect(back.json.data.alert).toEqual(alert);
    await work();
    await work();
    expect(await alertMails()).toHaveLength(1);
    const { json } = await call('GET', `/api/alerts/${alert.id}/results`, { cookie });
    expect(json.data.counts).toMatchObject({ sure: 1, fresh: 1 });
  });

  test('a pause of seven days ends by itself; what appeared meanwhile is not told', async () => {
    const cookie = await loginAs('camille@example.test');
    const { id } = (await create({}, cookie)).json.data.alert;
    const body = { status: 'paused', pauseDays: 7 };
    const { json } = await call('PUT', `/api/alerts/${id}`, { cookie, body });
    const days = (Date.parse(json.data.alert.pausedUntil) - Date.now()) / DAY_MS;
    expect(days).toBeCloseTo(7, 1);
    await publish('pendant');
    await work();
    moveClock(6.9 * DAY_MS);
    await endPauses(db);
    expect(await keys()).toEqual([]);
    moveClock(7.1 * DAY_MS);
    await endPauses(db);
    await work();
    expect(await alertMails()).toEqual([]);
    expect((await alerts())[0]).toMatchObject({ status: 'active', pausedUntil: null });
    await publish('après');
    await work();
    expect(await alertMails()).toHaveLength(1);
  });

  test('an edit of a version that is not the present one changes nothing', async () => {
    const cookie = await loginAs('camille@example.test');
    const { id, updatedAt } = (await create({}, cookie)).json.data.alert;
    await wait(5);
    const edit = (body: object) => call('PUT', `/api/alerts/${id}`, { cookie, body });
    expect((await edit({ name: 'Une', updatedAt })).status).toBe(200);
    const late = await edit({ name: 'Autre', updatedAt });
    expect([late.status, late.json.code]).toEqual([409, 'CONFLICT']);
    expect((await alerts())[0]?.name).toBe('Une');
  });

  test('explains what was sent and what was not', async () => {
    const cookie = await loginAs('camille@example.test');
    const before = await publish('avant');
    const { id } = (await create({}, cookie)).json.data.alert;
    const dear = await publish('cher', 90_000_000);
    const good = await publish('bon');
    await work();
    const explain = async (listing: number) =>
      (await call('GET', `/api/alerts/${id}/explain?listing=${listing}`, { cookie })).json.data;
    expect(await explain(good)).toMatchObject({
      verdict: 'yes',
      facts: [
        { kind: 'listing.appeared', seen: true, matched: 'yes', mail: 'pending', toldAt: expect.any(String) },
      ],
    });
    expect(await explain(dear)).toMatchObject({
      verdict: 'no',
      failed: ['prixMax'],
      reasons: ['Prix maximum : ne correspond pas'],
      facts: [{ seen: true, matched: null, toldAt: null }],
    });
    expect(await explain(before)).toMatchObject({ verdict: 'yes', facts: [{ seen: false, matched: null }] });
  });
});
