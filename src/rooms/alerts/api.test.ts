import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { alertCalls } from '../../../tests/kit/alert-calls.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { endPauses, sweepDeleted } from './alerts.server.ts';
import { UNDELETE_MS } from './contract.ts';

const site = await testApp();
const { db, call, loginAs } = site;
const { criteria, create, mails, alertMails, alerts, keys, publish, work, clear } = alertCalls(site);
const DAY_MS = 86_400_000;

afterEach(async () => {
  moveClock(0);
  await clear();
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
