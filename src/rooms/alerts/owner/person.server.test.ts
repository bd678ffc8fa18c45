import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { queueMail } from '#rooms/mail/outbox.server.ts';
import { flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { erasePerson, followAddress, personalDataOf } from '../alerts.server.ts';
import { streamOf } from './activation.server.ts';

const { db, services, call, loginAs } = await testApp();

afterEach(async () => {
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_verdict, mail_outbox,
    account, account_session, listing, agency cascade`.execute(db);
});

const wanted = {
  criteria: { transaction: 'achat', places: ['30189'], prixMax: 300_000 },
  frequency: 'immediate',
  name: 'Un nid pour Philomène',
};
const tables = ['subscriber', 'alert', 'alert_confirmation', 'alert_key', 'alert_hit', 'alert_verdict'];

async function rowsLeft(): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
      return [table, rows[0]?.n ?? -1] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** Somebody with an alert of their account that found and rejected a listing, and one asked for under another address. */
async function philomene() {
  const cookie = await loginAs('philomene@example.test');
  const { json } = await call('POST', '/api/alerts', { cookie, body: wanted });
  await call('POST', '/api/alerts', { body: { ...wanted, email: 'autre-adresse@example.test' } });
  const { publish } = await makeAgency({ db });
  const [listing] = await publish(flat('un'));
  await workOn(services);
  const id: number = json.data.alert.id;
  await call('POST', `/api/alerts/${id}/verdicts`, {
    cookie,
    body: { listing, verdict: 'reject', reason: 'price' },
  });
  const { id: accountId } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'philomene@example.test')
    .executeTakeFirstOrThrow();
  return {
    cookie,
    id,
    listing,
    publish,
    person: {
      accountId,
      emails: ['philomene@example.test', 'autre-adresse@example.test'],
      phone: null,
    },
  };
}

test('a person’s data says what their alerts look for, found, told, and what they thought of it', async () => {
  const { person, id, listing } = await philomene();
  const told = await personalDataOf(db, person);
  expect(JSON.parse(JSON.stringify(told))).toEqual(told);
  expect(told.addresses.map(({ address }) => address)).toEqual(person.emails);
  expect(told.alerts).toMatchObject([
    {
      id,
      address: 'philomene@example.test',
      name: wanted.name,
      places: ['Nîmes'],
      status: 'active',
      found: [{ toldAt: expect.any(String), listings: [listing] }],
      verdicts: [{ listing, verdict: 'reject', reason: 'price' }],
    },
    { address: 'autre-adresse@example.test', status: 'unconfirmed', confirmationsSent: [{ usedAt: null }] },
  ]);
});

test('forgetting a person leaves nothing of them, takes their mails back and writes none any more', async () => {
  const { person, publish } = await philomene();
  await call('POST', '/api/alerts', { body: { ...wanted, name: 'À moi', email: 'temoin@example.test' } });
  const kept = await rowsLeft();
  await publish(flat('deux'));
  // Found and written, or found and waiting: neither leaves.
  await workOn(services);
  await publish(flat('trois'));
  await db.transaction().execute((tx) => erasePerson(tx, person));
  await workOn(services);
  await publish(flat('quatre'));
  await workOn(services);
  expect(kept).toMatchObject({ subscriber: 3, alert: 3 });
  expect(await rowsLeft()).toEqual({
    subscriber: 1,
    alert: 1,
    alert_confirmation: 1,
    alert_key: 0,
    alert_hit: 0,
    alert_verdict: 0,
  });
  const waiting = await db
    .selectFrom('mailOutbox')
    .select('recipient')
    .where('status', 'in', ['pending', 'sending'])
    .execute();
  expect(waiting).toEqual([{ recipient: 'temoin@example.test' }]);
  for (const table of tables) {
    const { rows } = await sql`select ${sql.table(table)}::text as row from ${sql.table(table)}
      where ${sql.table(table)}::text ~* 'philom|autre-adresse'`.execute(db);
    expect([table, rows]).toEqual([table, []]);
  }
});

test('a mail being written of an alert is taken back with it', async () => {
  const { person, id } = await philomene();
  const now = clock.now();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding = () => {};
  const ready = new Promise<void>((resolve) => {
    holding = resolve;
  });
  const writing = db.transaction().execute(async (tx) => {
    await sql`select from alert where id = ${id} for no key update`.execute(tx);
    holding();
    await held;
    await queueMail(tx, {
      dedupeKey: `alert:${id}:essai:${now.toISOString()}`,
      stream: streamOf(id),
      to: 'philomene@example.test',
      subject: 'Une annonce',
      html: '<p>Une annonce</p>',
      text: 'Une annonce',
    });
  });
  await ready;
  const erasing = db.transaction().execute((tx) => erasePerson(tx, person));
  release();
  await Promise.all([writing, erasing]);
  const { status } = await db
    .selectFrom('mailOutbox')
    .select('status')
    .where('dedupeKey', 'like', '%:essai:%')
    .executeTakeFirstOrThrow();
  expect(status).toBe('withdrawn');
});

test('alerts follow their account to its new address, and join those that were made there', async () => {
  const { person, id } = await philomene();
  await db.transaction().execute((tx) => followAddress(tx, person.accountId, 'neuve@example.test'));
  expect((await personalDataOf(db, { ...person, emails: [] })).alerts).toMatchObject([
    { id, address: 'neuve@example.test' },
  ]);
  await db.transaction().execute((tx) => followAddress(tx, person.accountId, 'autre-adresse@example.test'));
  const { alerts, addresses } = await personalDataOf(db, { ...person, emails: [] });
  expect(addresses).toMatchObject([{ address: 'autre-adresse@example.test', provenAt: expect.any(String) }]);
  expect(alerts).toHaveLength(2);
  await db.transaction().execute((tx) => followAddress(tx, person.accountId, 'autre-adresse@example.test'));
  expect((await personalDataOf(db, { ...person, emails: [] })).alerts).toHaveLength(2);
});
