import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import {
  alertMails,
  findAll,
  flat,
  makeAgency,
  makeAlert,
  workOn,
  writeMails,
} from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { lockAlert } from '../alerts.sql.server.ts';
import { upsertVerdict } from '../matching/verdicts.sql.server.ts';
import { deactivate } from '../owner/activation.server.ts';
import type { Remark } from './choosing.ts';
import { notifyDueAlerts } from './digest.server.ts';
import { ledgerOf } from './notified-listings.server.ts';

const { db, services } = await testServices();
const { signal } = new AbortController();

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_fact, alert_told,
    alert_verdict, alert_follow, mail_outbox, listing, agency, change, change_reader, alert_epoch cascade`.execute(
    db,
  );
});

/** Everything is found and queued; nothing is written yet. */
async function queueAll(): Promise<void> {
  await findAll(services);
  while (await notifyDueAlerts(services, signal));
}
const queued = () =>
  db.selectFrom('mailOutbox').select(['subject', 'html', 'said', 'status']).orderBy('id').execute();
const noted = () => db.selectFrom('alertTold').select(['listings', 'prices', 'upto']).execute();
const ledger = async (alertId: number) => {
  const { found, sent, waiting, aside } = await ledgerOf(db, alertId);
  return { found, sent, waiting, aside: aside.map(({ text, count }) => [text, count]) };
};

test('what is queued says what the ledger does not, and no word of the mail', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services);
  const [id] = await agency.publish(flat('a'));
  const { seq } = await db
    .selectFrom('change')
    .select('seq')
    .where('kind', '=', 'listing.appeared')
    .executeTakeFirstOrThrow();
  await queueAll();
  expect(await queued()).toEqual([
    {
      subject: null,
      html: null,
      status: 'pending',
      said: { alert, window: expect.stringMatching(/^change:\d+$/), count: 1, remarks: [] },
    },
  ]);
  expect(await noted()).toEqual([{ listings: [id], prices: [25_000_000], upto: [seq] }]);
  expect((await alertMails(services))[0]?.subject).toBe('1 nouvelle annonce – Nîmes, 250 000,00 €');
});

const small = (price: number) => flat('baisse', { surface: 90, price, energyNumber: null, floor: 2 });

/** One mail waits: a new listing, a drop and one that does not say all. */
async function queueThree(): Promise<void> {
  const agency = await makeAgency(services);
  await agency.publish(small(21_000_000));
  await makeAlert(services, {
    frequency: 'daily',
    hour: 0,
    criteria: { transaction: 'achat', places: ['30189'], etageMin: 1 },
  });
  await sql`update alert set told_on = null`.execute(db);
  await agency.publish(flat('a', { floor: 3 }), flat('doute', { surface: 48, energyNumber: null }));
  await agency.publish(small(20_000_000));
  await queueAll();
}

test('a mail that waits holds remarks on the listings that are no plain new ones, and reads the rest in the ledger', async () => {
  await queueThree();
  const [ledgered] = await noted();
  const { said } = (await queued())[0] as { said: { remarks: Remark[] } };
  expect(ledgered?.listings).toHaveLength(3);
  expect(said.remarks).toMatchObject([
    [ledgered?.listings[1], { occasion: 'priceFell', previousPrice: 21_000_000, unknown: [] }],
    [ledgered?.listings[2], { occasion: 'appeared', previousPrice: null, unknown: ['etageMin'] }],
  ]);
  const [mail] = await alertMails(services);
  expect(mail?.subject).toBe('1 nouvelle annonce et 1 baisse de prix – Nîmes dès 200 000,00 €');
  expect(mail?.text).toContain('Baisse : 210 000,00 € → 200 000,00 €');
  expect(mail?.text).toContain('À vérifier : étage minimum');
});

test('what its window notes later is not in a mail that was queued before', async () => {
  await queueThree();
  await sql`update alert_told set listings = listings || listings[3], prices = prices || 1::bigint, upto = upto || 0::bigint`.execute(
    db,
  );
  const [mail] = await alertMails(services);
  expect(mail?.text.match(/À vérifier/g)).toHaveLength(1);
});

test('what leaves before its mail is left out of it, of its count and of what was sent', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services, { frequency: 'daily', hour: 0, events: ['appeared', 'gone'] });
  await sql`update alert set told_on = null`.execute(db);
  await agency.publish(flat('a'), flat('b', { surface: 90, price: 21_000_000, energyNumber: null }));
  await queueAll();
  await agency.withdraw('b');
  const [mail] = await alertMails(services);
  expect(mail?.subject).toBe('1 nouvelle annonce – Nîmes, 250 000,00 €');
  expect(await ledger(alert)).toEqual({
    found: 2,
    sent: 1,
    waiting: 0,
    aside: [['retirée avant l’envoi', 1]],
  });
  // Nobody is told of the departure of what was never shown.
  moveClock(86_400_000);
  await workOn(services);
  expect(await alertMails(services)).toHaveLength(1);
});

test('when nothing is left there is no mail', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services);
  await agency.publish(flat('a'));
  await queueAll();
  await agency.withdraw('a');
  await writeMails(services);
  expect((await queued()).map(({ status, subject }) => [status, subject])).toEqual([['withdrawn', null]]);
  expect(await ledger(alert)).toMatchObject({ sent: 0, aside: [['retirée avant l’envoi', 1]] });
  const { rows } = await sql`select from alert_hit where told > 0`.execute(db);
  expect(rows).toEqual([]);
});

test.each(['paused', 'stopped'] as const)(
  'an alert that is %s before its mail is written gets none, and its ledger says so',
  async (status) => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services);
    await agency.publish(flat('a'));
    await queueAll();
    await db.transaction().execute(async (tx) => {
      const row = await lockAlert(tx, alert);
      await deactivate(tx, row!, status, new Date());
    });
    await writeMails(services);
    await carryMails(services, signal);
    expect((await queued()).map(({ status: state, subject }) => [state, subject])).toEqual([
      ['withdrawn', null],
    ]);
    expect(await ledger(alert)).toEqual({
      found: 1,
      sent: 0,
      waiting: 0,
      aside: [['alerte en pause ou arrêtée avant l’envoi', 1]],
    });
  },
);

test('an alert that is silent by the time its mail is in hand gets none either', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services);
  await agency.publish(flat('a'));
  await queueAll();
  await sql`update alert set deleted_at = now()`.execute(db);
  await writeMails(services);
  expect((await queued()).map(({ status }) => status)).toEqual(['withdrawn']);
});

test('a price is that of the day of the mail; a drop that was undone is not told', async () => {
  const agency = await makeAgency(services);
  await agency.publish(flat('baisse', { surface: 90, price: 21_000_000, energyNumber: null }));
  const alert = await makeAlert(services);
  await agency.publish(flat('a'));
  await agency.publish(flat('baisse', { surface: 90, price: 20_000_000, energyNumber: null }));
  await queueAll();
  await agency.publish(flat('a', { price: 26_000_000 }));
  await agency.publish(flat('baisse', { surface: 90, price: 21_000_000, energyNumber: null }));
  const mails = await alertMails(services);
  expect(mails.filter(({ status }) => status === 'pending').map(({ subject }) => subject)).toEqual([
    '1 nouvelle annonce – Nîmes, 260 000,00 €',
  ]);
  expect(await ledger(alert)).toMatchObject({ sent: 1, aside: [['baisse annulée avant l’envoi', 1]] });
  const { rows } = await sql`select from alert_told where 26000000 = any(prices)`.execute(db);
  expect(rows).toHaveLength(1);
});

test('what its reader set aside meanwhile is not in it', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services);
  const [id] = await agency.publish(flat('a'));
  await queueAll();
  await db
    .transaction()
    .execute((tx) =>
      upsertVerdict(tx, { alertId: alert, listingId: id!, verdict: 'reject', reason: null, at: new Date() }),
    );
  expect((await alertMails(services)).map(({ status }) => status)).toEqual(['withdrawn']);
  expect(await ledger(alert)).toMatchObject({ sent: 0, aside: [['écartée par vous', 1]] });
});

test('once written it stays as it is, whatever becomes of its listings', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services);
  await agency.publish(flat('a'));
  await queueAll();
  await writeMails(services);
  const [before] = await queued();
  await agency.withdraw('a');
  await writeMails(services);
  await carryMails(services, signal);
  expect(await queued()).toEqual([{ ...before, status: 'sent' }]);
});

test('alerts of several runs are told each run in its own mail, and all of them in one look', async () => {
  const agency = await makeAgency(services);
  for (let index = 0; index < 30; index += 1) await makeAlert(services, { email: `u${index}@example.test` });
  await agency.publish(flat('a'));
  await agency.publish(flat('b', { surface: 90, price: 21_000_000, energyNumber: null }));
  await findAll(services);
  expect(await notifyDueAlerts(services, signal)).toBe(false);
  const mails = await alertMails(services);
  expect(mails).toHaveLength(60);
  expect(Map.groupBy(mails, ({ to }) => to).size).toBe(30);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2);
});

test('an address that is none holds no other alert of its share back', async () => {
  const agency = await makeAgency(services);
  const broken = await makeAlert(services, { email: 'deux,adresses@example.test' });
  await makeAlert(services, { email: 'autre@example.test' });
  await agency.publish(flat('a'));
  await queueAll();
  expect((await alertMails(services)).map(({ to }) => to)).toEqual(['autre@example.test']);
  const { rows } = await sql`select from alert_hit where told_at is null and alert_id = ${broken}`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
});
