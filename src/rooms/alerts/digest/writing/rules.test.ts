import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  alertMails,
  findAll,
  flat,
  makeAgency,
  makeAlert,
  workOn,
  writeMails,
} from '../../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../../tests/kit/app.ts';
import { moveClock } from '../../../../platform/clock.server.ts';
import { carryMails } from '../../../mail/rules.server.ts';
import { ledgerOf } from '../../ledger/rules.server.ts';
import { holdAlert } from '../../sql.server.ts';
import { putVerdict } from '../../verdicts/sql.server.ts';
import { silence } from '../../watching/rules.server.ts';
import { tellDue } from '../rules.server.ts';

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
  while (await tellDue(services, signal));
}
const queued = () =>
  db.selectFrom('mailOutbox').select(['subject', 'html', 'said', 'status']).orderBy('id').execute();
const ledger = async (alertId: number) => {
  const { found, sent, waiting, aside } = await ledgerOf(db, alertId);
  return { found, sent, waiting, aside: aside.map(({ text, count }) => [text, count]) };
};

test('what is queued names listings and says what changed, and no word of the mail', async () => {
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
      said: {
        alert,
        window: expect.stringMatching(/^change:\d+$/),
        told: [[id, 25_000_000, seq]],
      },
    },
  ]);
  expect((await alertMails(services))[0]?.subject).toBe('1 nouvelle annonce – Nîmes, 250 000,00 €');
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
      const row = await holdAlert(tx, alert);
      await silence(tx, row!, status, new Date());
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
      putVerdict(tx, { alertId: alert, listingId: id!, verdict: 'reject', reason: null, at: new Date() }),
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
  expect(await tellDue(services, signal)).toBe(false);
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
