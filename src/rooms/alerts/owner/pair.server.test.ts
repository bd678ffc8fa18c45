import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { stopToken } from './consent.server.ts';
import { leavePairByToken } from './pair.server.ts';

const site = await testApp();
const { db, services, call, loginAs } = site;
const { create, mails, tokenOf } = alertCalls(site);

beforeEach(async () => {
  await sql`truncate subscriber, alert, alert_run, alert_hit, alert_told, alert_verdict, mail_outbox, mail_asked, account,
    property, property_work, listing, agency cascade`.execute(db);
});

const paulAddress = 'paul@example.test';

async function owner(email = 'camille@example.test', said: object = {}) {
  const cookie = await loginAs(email);
  const id: number = (await create(said, cookie)).json.data.alert.id;
  const on = (alertId: number) => ({
    cookie,
    id: alertId,
    invite: (to: string) => call('POST', `/api/alerts/${alertId}/pair`, { cookie, body: { email: to } }),
    leave: () => call('DELETE', `/api/alerts/${alertId}/pair`, { cookie }),
    judge: (listing: number | undefined, verdict: string) =>
      call('POST', `/api/alerts/${alertId}/verdicts`, { cookie, body: { listing, verdict } }),
    edit: (body: object) => call('PUT', `/api/alerts/${alertId}`, { cookie, body }),
    results: async (view = 'found') =>
      (await call('GET', `/api/alerts/${alertId}/results?view=${view}`, { cookie })).json.data,
  });
  return { ...on(id), on };
}

const alertsOf = (email: string) =>
  db
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .selectAll('alert')
    .where('email', '=', email)
    .orderBy('alert.id')
    .execute();

const accept = async () =>
  call('POST', '/api/alerts/confirm', { body: { token: await tokenOf('/alertes/confirmation') } });

/** Camille and Paul search together; Paul reads his results with an account of the same address. */
async function two() {
  const camille = await owner();
  await camille.invite(paulAddress);
  await accept();
  const cookie = await loginAs(paulAddress);
  const [theirs] = await alertsOf(paulAddress);
  // The account takes over what was made before with its address.
  await call('GET', '/api/alerts', { cookie });
  const id = theirs!.id;
  const paul = {
    id,
    cookie,
    judge: (listing: number | undefined, verdict: string) =>
      call('POST', `/api/alerts/${id}/verdicts`, { cookie, body: { listing, verdict } }),
    edit: (body: object) => call('PUT', `/api/alerts/${id}`, { cookie, body }),
    results: async (view = 'found') =>
      (await call('GET', `/api/alerts/${id}/results?view=${view}`, { cookie })).json.data,
  };
  return { camille, paul };
}

test('one asks, the other says yes by the mailed link; before that nothing is shared', async () => {
  const camille = await owner();
  const answer = await camille.invite(paulAddress);
  expect(answer.json.data.pair).toMatchObject({ state: 'invited', name: 'p•••@example.test' });
  const [mail] = (await mails()).filter(({ recipient }) => recipient === paulAddress);
  expect(mail?.subject).toContain('Chercher un logement à deux');
  expect(mail?.text).toContain('Camille (camille@example.test) vous propose');
  expect((await alertsOf(paulAddress)).map(({ status }) => status)).toEqual(['unconfirmed']);
  expect((await camille.results()).counts.both).toBeNull();
  expect((await accept()).json.data.state).toBe('confirmed');
  expect((await alertsOf(paulAddress)).map(({ status }) => status)).toEqual(['active']);
  expect((await camille.results()).counts.both).toBe(0);
  expect((await camille.invite('autre@example.test')).json.code).toBe('PAIR_EXISTS');
});

test('each sees the homes of both, what the other says of them and what is outside their criteria', async () => {
  const { camille, paul } = await two();
  await paul.edit({ criteria: { transaction: 'achat', places: ['30189'], prixMax: 260_000 } });
  const agency = await makeAgency(services);
  const [a, b, dear, c] = await agency.publish(
    flat('a'),
    flat('b', { price: 22_000_000, surface: 41, energyNumber: null }),
    flat('dear', { price: 29_000_000, surface: 88, energyNumber: null }),
    flat('c', { price: 21_000_000, surface: 52, energyNumber: null }),
  );
  await workOn(services);
  await paul.judge(a, 'keep');
  await paul.judge(b, 'reject');
  await camille.judge(a, 'keep');
  await camille.judge(b, 'keep');
  await camille.judge(dear, 'keep');
  const both = await camille.results('both');
  const said = (results: typeof both) =>
    results.found.map(({ listing, verdict, other }: (typeof both.found)[0]) => [
      listing.id,
      verdict,
      other?.verdict ?? null,
    ]);
  // Kept by both, then by one, then what waits; what only one alert finds is not there.
  expect(said(both)).toEqual([
    [a, 'keep', 'keep'],
    [b, 'keep', 'reject'],
    [c, null, null],
  ]);
  expect(both.counts.both).toBe(3);
  expect(said(await paul.results('both'))).toEqual([
    [a, 'keep', 'keep'],
    [b, 'reject', 'keep'],
    [c, null, null],
  ]);
  const found = (await camille.results()).found;
  const near = found.find(({ listing }: (typeof found)[0]) => listing.id === dear);
  expect(near.other).toEqual({ name: 'Camille', verdict: null, failed: ['prix maximum'] });
  await camille.judge(c, 'reject');
  await paul.judge(c, 'reject');
  expect((await camille.results('both')).counts.both).toBe(2);
});

test('mails say what the other one made of a home', async () => {
  const { paul, camille } = await two();
  const agency = await makeAgency(services);
  await camille.edit({ frequency: 'daily', hour: 8 });
  const [a] = await agency.publish(flat('a'));
  await workOn(services);
  await paul.judge(a, 'keep');
  // Past eight in Paris the day after, whatever the hour now.
  const tomorrow = Date.parse(`${parisDay(clock.now()).day}T08:30:00Z`) + 24 * 3_600_000;
  moveClock(tomorrow - Date.now());
  try {
    await workOn(services);
  } finally {
    moveClock(0);
  }
  const texts = (await alertMails(services)).map(({ to, text }) => [
    to,
    /Correspond aussi à Camille|Camille l’a retenue/.exec(text)?.[0],
  ]);
  expect(texts).toEqual([
    [paulAddress, 'Correspond aussi à Camille'],
    ['camille@example.test', 'Camille l’a retenue'],
  ]);
});

test('ends when one leaves, by account or by mail, stops sharing while one is stopped, and goes with whoever is erased', async () => {
  const { camille, paul } = await two();
  const token = stopToken(services.env, (await alertsOf(paulAddress))[0]!);
  await call('POST', `/api/unsubscribe?token=${token}`, { body: {} });
  expect((await camille.results()).counts.both).toBeNull();
  await paul.edit({ status: 'active' });
  expect((await camille.results()).counts.both).toBe(0);
  await leavePairByToken(services, token);
  expect((await camille.results()).counts.both).toBeNull();
  expect((await alertsOf(paulAddress)).map(({ status }) => status)).toEqual(['active']);

  // Asked again and taken back before a yes, nothing of it is left.
  await camille.invite('ines@example.test');
  await camille.leave();
  expect(await alertsOf('ines@example.test')).toEqual([]);
  await camille.invite(paulAddress);
  await accept();
  expect((await camille.results()).counts.both).toBe(0);
  await call('DELETE', '/api/profile', { cookie: paul.cookie, body: { password: 'Motdepasse1' } });
  expect(await db.selectFrom('alertPair').selectAll().execute()).toEqual([]);
  expect((await camille.results()).counts.both).toBeNull();
});

test('is refused to oneself, of somebody else’s alert, too often, and of an alert that does not watch', async () => {
  const camille = await owner();
  const other = await owner('zoe@example.test');
  expect((await camille.invite('camille@example.test')).status).toBe(400);
  expect((await camille.on(other.id).invite(paulAddress)).json.code).toBe('ALERT_NOT_FOUND');
  expect((await camille.on(other.id).leave()).json.code).toBe('ALERT_NOT_FOUND');
  for (let round = 0; round < 5; round += 1) await camille.invite(paulAddress);
  const sent = (await mails()).filter(({ recipient }) => recipient === paulAddress);
  expect(sent).toHaveLength(3);
  // One invitation at a time.
  expect(await alertsOf(paulAddress)).toHaveLength(1);
  const late = new Date(clock.now().getTime() - 60_000);
  await db
    .updateTable('alert')
    .set({ status: 'stopped', updatedAt: late })
    .where('id', '=', other.id)
    .execute();
  expect((await other.invite(paulAddress)).json.code).toBe('PAIR_NOT_READY');
});
