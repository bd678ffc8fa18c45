import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { endPauses } from '../alerts.server.ts';
import { judgeListing, listingToJudge } from '../matching/verdicts.server.ts';
import {
  alertToStop,
  changeFrequency,
  maskedAddress,
  pauseAlert,
  resendConfirmation,
  resumeAll,
  resumeStopped,
  stopAlert,
  stopAll,
  stopToken,
} from './consent.server.ts';

const { db, services } = await testServices();
const DAY_MS = 86_400_000;

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_verdict, mail_outbox,
    listing, agency cascade`.execute(db);
});

async function linkOf(id: number): Promise<string> {
  return stopToken(
    services.env,
    await db
      .selectFrom('alert')
      .select(['id', 'tokenVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
}

const statuses = async () =>
  (await db.selectFrom('alert').select('status').orderBy('id').execute()).map(({ status }) => status);

test('a link asked again while its person is erased brings nobody back', async () => {
  const alertId = await makeAlert(services, { email: 'partie@example.test' });
  await db.updateTable('alert').set({ status: 'unconfirmed' }).execute();
  const token = newToken();
  const now = new Date();
  await db
    .insertInto('alertConfirmation')
    .values({ tokenHash: hashToken(token), alertId, createdAt: now, expiresAt: now })
    .execute();
  let asked: Promise<void> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    // The address is held, as by whoever erases it; the link is asked again, and waits.
    await sql`select from subscriber where email = 'partie@example.test' for update`.execute(tx);
    asked = resendConfirmation(services, token);
    await waiting(1);
    await sql`delete from alert where id = ${alertId}`.execute(tx);
    await sql`delete from subscriber where email = 'partie@example.test'`.execute(tx);
  });
  await asked;
  expect(await db.selectFrom('subscriber').select('email').execute()).toEqual([]);
  expect(await db.selectFrom('mailOutbox').select('recipient').execute()).toEqual([]);
});

/** Until so many wait for a lock in this database. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows[0]!.count >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('from the link of a mail', () => {
  test('a pause holds mails back for its days, and can be undone', async () => {
    const token = await linkOf(await makeAlert(services));
    const { publish } = await makeAgency({ db });
    await pauseAlert(services, token, 30);
    const paused = await alertToStop(services, token);
    expect(paused?.alert.status).toBe('paused');
    expect((Date.parse(paused?.alert.pausedUntil ?? '') - Date.now()) / DAY_MS).toBeCloseTo(30, 1);
    await publish(flat('pendant'));
    await workOn(services);
    expect(await alertMails(services)).toEqual([]);
    await resumeStopped(services, token);
    await publish(flat('après'));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(1);
    moveClock(31 * DAY_MS);
    await endPauses(db);
    expect(await statuses()).toEqual(['active']);
  });

  test('a stop is not undone by the end of a pause', async () => {
    const token = await linkOf(await makeAlert(services));
    await pauseAlert(services, token, 7);
    await stopAlert(services, token);
    moveClock(8 * DAY_MS);
    await endPauses(db);
    expect(await statuses()).toEqual(['stopped']);
  });

  test('all alerts of the address stop, and come back as they were; others do not move', async () => {
    const first = await makeAlert(services);
    const second = await makeAlert(services, { frequency: 'daily' });
    await makeAlert(services);
    await makeAlert(services, { email: 'autre@example.test' });
    const token = await linkOf(first);
    await pauseAlert(services, await linkOf(second), 7);
    expect(await alertToStop(services, token)).toMatchObject({ others: 2 });
    const { at } = await stopAll(services, token);
    expect(await statuses()).toEqual(['stopped', 'stopped', 'stopped', 'active']);
    expect(await alertToStop(services, token)).toMatchObject({ others: 0 });
    // Stopped at another moment: not what is undone here.
    await resumeAll(services, token, new Date(Date.parse(at) - 1).toISOString());
    expect(await statuses()).toEqual(['stopped', 'stopped', 'stopped', 'active']);
    await resumeAll(services, token, at);
    expect(await statuses()).toEqual(['active', 'paused', 'active', 'active']);
    moveClock(8 * DAY_MS);
    await endPauses(db);
    expect(await statuses()).toEqual(['active', 'active', 'active', 'active']);
  });

  test('an alert that its owner deleted says nothing more, and is stopped all the same', async () => {
    const id = await makeAlert(services);
    const token = await linkOf(id);
    await sql`update alert set deleted_at = now() where id = ${id}`.execute(db);
    expect(await alertToStop(services, token)).toBeNull();
    await stopAlert(services, token);
    expect(await statuses()).toEqual(['stopped']);
    await expect(resumeStopped(services, token)).rejects.toMatchObject({ spec: { code: 'ALERT_NOT_FOUND' } });
  });

  test.each(['', 'x', '1.1', 'a'.repeat(300)])('the token %j is nobody’s', async (token) => {
    await makeAlert(services);
    for (const act of [
      alertToStop(services, token),
      stopAlert(services, token),
      pauseAlert(services, token, 7),
      stopAll(services, token),
      resumeAll(services, token, new Date().toISOString()),
    ]) {
      await expect(act).rejects.toMatchObject({ spec: { code: 'ALERT_TOKEN_UNKNOWN' } });
    }
    expect(await statuses()).toEqual(['active']);
  });
});

test('an address is half hidden', () => {
  expect(maskedAddress('claire.martin@example.test')).toBe('c•••@example.test');
});

test('the link of a mail makes an alert speak less often, and again as before; a stopped one stays stopped', async () => {
  const agency = await makeAgency(services);
  const id = await makeAlert(services);
  const token = await linkOf(id);
  await changeFrequency(services, token, 'weekly');
  await agency.publish(flat('a'));
  await workOn(services);
  expect(await alertMails(services)).toEqual([]);
  await changeFrequency(services, token, 'immediate');
  await workOn(services);
  expect(await alertMails(services)).toHaveLength(1);
  await stopAlert(services, token);
  await changeFrequency(services, token, 'daily');
  const after = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(after).toMatchObject({ status: 'stopped', frequency: 'immediate' });
});

test('the page of a listing of a mail says what was kept or rejected of it', async () => {
  const agency = await makeAgency(services);
  const id = await makeAlert(services);
  const [listing = 0] = await agency.publish(flat('a'));
  const token = await linkOf(id);
  const say = (verdict: 'keep' | 'reject' | 'none') =>
    judgeListing(services, { kind: 'anonymous' } as never, id, { listing, verdict, token });
  const asked = () => listingToJudge(db, id, String(listing));
  expect(await asked()).toMatchObject({ id: listing, kept: false, rejected: false });
  await say('keep');
  expect(await asked()).toMatchObject({ kept: true, rejected: false });
  await say('reject');
  expect(await asked()).toMatchObject({ kept: false, rejected: true });
  await say('none');
  expect(await asked()).toMatchObject({ kept: false, rejected: false });
});
