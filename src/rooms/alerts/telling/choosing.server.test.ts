import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { alertMails, findAll, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { lockAlert } from '../alerts.sql.server.ts';
import { explain } from '../matching/explanation.server.ts';
import { deactivate } from '../owner/activation.server.ts';
import { notifyDueAlerts } from './digest.server.ts';
import { ledgerOf } from './notified-listings.server.ts';

const { db, services } = await testServices();
const { signal } = new AbortController();

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_fact, alert_told,
    alert_version, alert_verdict, alert_follow, mail_outbox, listing, agency, change, change_reader, alert_epoch cascade`.execute(
    db,
  );
});

const find = () => findAll(services);
const queue = async () => {
  while (await notifyDueAlerts(services, signal));
};
/** The mails that leave, written now. */
const subjects = async () =>
  (await alertMails(services)).flatMap(({ subject, status }) => (status === 'pending' ? subject : []));
const ledger = async (alertId: number) => {
  const { found, sent, waiting, aside } = await ledgerOf(db, alertId);
  return { found, sent, waiting, aside: aside.map(({ text, count }) => [text, count]) };
};
const oneSent = { found: 1, sent: 1, waiting: 0, aside: [] };
/** What became of each fact of a listing, without its date. */
const outcomes = async (alertId: number, listingId: number) =>
  (await explain(db, { alertId, listingId })).facts.map(({ outcome }) =>
    outcome.replace(/ le \d.*/, '').replaceAll('\u00a0', ' '),
  );

const everything = ['appeared', 'priceFell', 'returned', 'gone'];
const newOnly = ['appeared'];
const inMail = 'trouvée, non envoyée : déjà comprise dans un courriel';

describe.each([
  ['that follows all', everything],
  ['that follows new listings only', newOnly],
])('what happens to a listing before an alert %s is told of it is told with it, once', (_, events) => {
  type Agency = Awaited<ReturnType<typeof makeAgency>>;
  const falls = (agency: Agency) => agency.publish(flat('a', { price: 24_000_000 }));
  const comesBack = async (agency: Agency) => {
    await agency.withdraw('a');
    return agency.publish(flat('a', { price: 24_000_000 }));
  };

  test.each([
    ['its price falls', falls],
    ['it leaves and comes back cheaper', comesBack],
  ])('%s once it was found', async (_what, happens) => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services, { events });
    const [id = 0] = await agency.publish(flat('a'));
    await find();
    await happens(agency);
    await queue();
    await workOn(services);
    expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
    expect(await ledger(alert)).toEqual(oneSent);
    const [first, ...others] = await outcomes(alert, id);
    expect(first).toBe('trouvée, envoyée');
    expect(others.at(-1)).toBe(inMail);
  });

  test.each([
    ['its price falls', falls],
    ['it leaves and comes back cheaper', comesBack],
  ])('%s before it was looked at', async (_what, happens) => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services, { events });
    await agency.publish(flat('a'));
    await happens(agency);
    await workOn(services);
    await workOn(services);
    expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
    expect(await ledger(alert)).toEqual(oneSent);
  });

  test.each([
    ['its price falls', falls],
    ['it leaves and comes back cheaper', comesBack],
  ])('%s once its mail was queued', async (_what, happens) => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services, { events });
    const [id = 0] = await agency.publish(flat('a'));
    await find();
    await queue();
    await happens(agency);
    expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
    expect(await ledger(alert)).toEqual(oneSent);
    expect((await explain(db, { alertId: alert, listingId: id })).answer).toMatch(/^Envoyée le /);
  });

  test('its price falls while its mail is queued and its fact is found before the mail is written', async () => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services, { events });
    await agency.publish(flat('a'));
    await find();
    await queue();
    await falls(agency);
    await find();
    await queue();
    const written = await subjects();
    expect(written).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
    expect(await ledger(alert)).toEqual(oneSent);
  });
});

test('what falls again later is told again, from what was said last', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services);
  await agency.publish(flat('a'));
  await find();
  await agency.publish(flat('a', { price: 24_000_000 }));
  await workOn(services);
  await agency.publish(flat('a', { price: 23_000_000 }));
  await workOn(services);
  await agency.publish(flat('a', { price: 24_000_000 }));
  await agency.publish(flat('a', { price: 23_500_000 }));
  await workOn(services);
  const mails = await alertMails(services);
  expect(mails.map(({ subject }) => subject)).toEqual([
    '1 nouvelle annonce – Nîmes, 240 000,00 €',
    '1 baisse de prix – Nîmes, 230 000,00 €',
    '1 baisse de prix – Nîmes, 235 000,00 €',
  ]);
  expect(mails[1]?.text).toContain('Baisse : 240 000,00 € → 230 000,00 €');
});

test('two drops that are told at once are one, as large as both', async () => {
  const agency = await makeAgency(services);
  await agency.publish(flat('a'));
  await makeAlert(services, { minDrop: 5 });
  await agency.publish(flat('a', { price: 24_000_000 }));
  await find();
  await agency.publish(flat('a', { price: 23_000_000 }));
  await queue();
  await workOn(services);
  const mails = await alertMails(services);
  expect(mails.map(({ subject }) => subject)).toEqual(['1 baisse de prix – Nîmes, 230 000,00 €']);
  expect(mails[0]?.text).toContain('Baisse : 250 000,00 € → 230 000,00 € (−8 %)');
});

test('of what appeared and fell in one day, an alert that follows drops only is told the drop', async () => {
  moveClock(Date.parse('2027-02-01T10:00:00+01:00') - Date.now());
  const agency = await makeAgency(services);
  await makeAlert(services, { frequency: 'daily', hour: 8, events: ['priceFell'] });
  await agency.publish(flat('a'));
  await agency.publish(flat('a', { price: 24_000_000 }));
  await workOn(services);
  moveClock(Date.parse('2027-02-02T08:01:00+01:00') - Date.now());
  await workOn(services);
  expect(await subjects()).toEqual(['1 baisse de prix – Nîmes, 240 000,00 €']);
});

test('facts are told in their order, however many digits their numbers have', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services);
  await sql`select setval(pg_get_serial_sequence('change', 'seq'), 99998)`.execute(db);
  await agency.publish(flat('a'));
  const { rows } = await sql<{
    seq: number;
  }>`select seq from change where kind = 'listing.appeared'`.execute(db);
  expect(rows).toEqual([{ seq: 99_999 }]);
  await agency.publish(flat('a', { price: 24_000_000 }));
  await workOn(services);
  expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
});

test('what a mail was to say is not said to be sent when it was taken back', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services);
  await agency.publish(flat('a'));
  await find();
  await agency.publish(flat('a', { price: 24_000_000 }));
  await queue();
  await find();
  await queue();
  await db.transaction().execute(async (tx) => {
    const row = await lockAlert(tx, alert);
    await deactivate(tx, row!, 'paused', new Date());
  });
  expect(await subjects()).toEqual([]);
  expect(await ledger(alert)).toEqual({
    found: 1,
    sent: 0,
    waiting: 0,
    aside: [['alerte en pause ou arrêtée avant l’envoi', 1]],
  });
});

test('a listing that leaves and comes back before its mail is written is in it, and its return is no other mail', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services, { events: everything });
  await agency.publish(flat('a'));
  await find();
  await queue();
  await agency.withdraw('a');
  await find();
  await agency.publish(flat('a'));
  await workOn(services);
  expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 250 000,00 €']);
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  expect(await ledger(alert)).toEqual(oneSent);
});

test('a departure is told of what an earlier mail told, though a later one left it out', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services, { events: everything });
  await agency.publish(flat('a'));
  await workOn(services);
  await agency.publish(flat('a', { price: 24_000_000 }));
  await find();
  await queue();
  await agency.withdraw('a');
  await workOn(services);
  expect(await subjects()).toEqual([
    '1 nouvelle annonce – Nîmes, 250 000,00 €',
    '1 bien parti – Nîmes, 240 000,00 €',
  ]);
});

test('what left before any mail told it is not told as gone either', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services, { events: everything });
  await agency.publish(flat('a'));
  await find();
  await queue();
  await agency.withdraw('a');
  await find();
  await queue();
  expect(await subjects()).toEqual([]);
  expect(await ledger(alert)).toEqual({
    found: 1,
    sent: 0,
    waiting: 0,
    aside: [['retirée avant l’envoi', 1]],
  });
});

test('what came back before its departure was written is followed still', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services, { events: ['appeared', 'gone'] });
  await agency.publish(flat('a'));
  await workOn(services);
  await agency.withdraw('a');
  await find();
  await queue();
  await agency.publish(flat('a'));
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  await agency.withdraw('a');
  await workOn(services);
  expect(await subjects()).toHaveLength(2);
});

describe('a listing that comes back is new to an alert that follows new ones only', () => {
  const told = ['1 nouvelle annonce – Nîmes, 240 000,00 €'];
  const comesBack = (agency: Awaited<ReturnType<typeof makeAgency>>) =>
    agency.publish(flat('a', { price: 24_000_000 }));

  test.each([
    ['was chosen', async () => {}],
    ['was written', queue],
  ])('when it had left before its mail %s', async (_when, before) => {
    const agency = await makeAgency(services);
    const alert = await makeAlert(services, { events: newOnly });
    const [id = 0] = await agency.publish(flat('a'));
    await find();
    await before();
    await agency.withdraw('a');
    await workOn(services);
    expect(await subjects()).toEqual([]);
    await comesBack(agency);
    await workOn(services);
    expect(await subjects()).toEqual(told);
    expect((await explain(db, { alertId: alert, listingId: id })).answer).toMatch(/^Envoyée le /);
    await agency.withdraw('a');
    await comesBack(agency);
    await workOn(services);
    expect(await subjects()).toEqual(told);
  });

  test('and not when it was there before the alert', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('a'));
    await makeAlert(services, { events: newOnly });
    await agency.withdraw('a');
    await comesBack(agency);
    await workOn(services);
    expect(await subjects()).toEqual([]);
  });
});
