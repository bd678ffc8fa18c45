import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { ledgerOf } from '../telling/notified-listings.server.ts';
import { lastDue, rhythmText, usualRhythm } from './rhythm.ts';

const site = await testApp();
const { db, services } = site;
const { create } = alertCalls(site);

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_fact, mail_outbox,
    listing, agency, change, change_reader cascade`.execute(db);
});

const at = (moment: string) => moveClock(Date.parse(moment) - Date.now());
const mails = async () =>
  (await alertMails(services)).map(({ key, subject }) => `${key.split(':').at(-1)} ${subject}`);

/** Works at each of these moments, something new having appeared before it; how many mails there are then. */
async function workAt(moments: readonly string[], publish = true): Promise<number[]> {
  const agency = await makeAgency(services);
  const counts = [];
  for (const [index, moment] of moments.entries()) {
    if (publish || index === 0) await agency.publish(flat(`l${index}`, { surface: 40 + index }));
    at(moment);
    await workOn(services);
    counts.push((await mails()).length);
  }
  return counts;
}

test('once a week: on its day at its hour, all that was found since, across the change of the hour', async () => {
  // A Thursday; Monday 29 March is the day after the hour changes.
  at('2027-03-25T12:00:00+01:00');
  await makeAlert(services, { frequency: 'weekly', weekday: 1, hour: 8 });
  expect(
    await workAt([
      '2027-03-26T09:00:00+01:00',
      '2027-03-28T23:00:00+02:00',
      '2027-03-29T07:59:00+02:00',
      '2027-03-29T08:00:10+02:00',
      '2027-03-29T20:00:00+02:00',
      '2027-04-04T23:00:00+02:00',
      '2027-04-05T08:00:10+02:00',
    ]),
  ).toEqual([0, 0, 0, 1, 1, 1, 2]);
  expect((await mails()).map((mail) => mail.slice(0, 10))).toEqual(['2027-03-29', '2027-04-05']);
  expect((await mails())[0]).toContain('4 nouvelles annonces');
});

test('a week missed is told once somebody works again; a clock put back sends nothing twice', async () => {
  at('2027-01-26T12:00:00+01:00');
  await makeAlert(services, { frequency: 'weekly', weekday: 1, hour: 8 });
  expect(
    await workAt([
      // Nobody worked on Monday 1 February.
      '2027-02-03T06:00:00+01:00',
      '2027-02-02T08:01:00+01:00',
      '2027-01-25T08:01:00+01:00',
      '2027-02-07T08:01:00+01:00',
      '2027-02-08T08:01:00+01:00',
      '2027-02-01T08:01:00+01:00',
      '2027-02-08T09:00:00+01:00',
    ]),
  ).toEqual([1, 1, 1, 1, 2, 2, 2]);
});

test.each([
  ['at night', [22, 7], '2027-02-01', ['T21:59:00+01:00', 'T22:00:10+01:00', 'T23:30:00+01:00'], [1, 1, 1]],
  ['of a day of 23 hours', [1, 3], '2027-03-28', ['T01:30:00+01:00', 'T03:00:10+02:00'], [0, 1]],
  [
    'of a day of 25 hours',
    [1, 3],
    '2027-10-31',
    ['T02:30:00+02:00', 'T02:30:00+01:00', 'T03:00:10+01:00'],
    [0, 0, 1],
  ],
])('in quiet hours nothing is written, %s', async (_, quiet, day, hours, counts) => {
  at('2027-01-15T12:00:00+01:00');
  await makeAlert(services, { quiet: quiet as [number, number] });
  expect(await workAt(hours.map((hour) => `${day}${hour}`))).toEqual(counts);
});

test('what quiet hours held back is one mail, once they are over', async () => {
  at('2027-02-01T12:00:00+01:00');
  await makeAlert(services, { quiet: [22, 7] });
  expect(
    await workAt([
      '2027-02-01T22:30:00+01:00',
      '2027-02-02T02:00:00+01:00',
      '2027-02-02T06:59:00+01:00',
      '2027-02-02T07:00:10+01:00',
    ]),
  ).toEqual([0, 0, 0, 1]);
  expect((await mails())[0]).toContain('4 nouvelles annonces');
});

test('only what it asks to be told of; the rest is in its account', async () => {
  const agency = await makeAgency(services);
  const alertId = await makeAlert(services, { events: ['priceFell'], minDrop: 5 });
  await agency.publish(flat('a'), flat('b', { surface: 90 }));
  await workOn(services);
  await agency.publish(flat('a', { price: 24_000_000 }), flat('b', { surface: 90, price: 23_750_000 }));
  await workOn(services);
  expect((await alertMails(services)).map(({ subject }) => subject)).toEqual([
    '1 baisse de prix – Nîmes, 237 500,00 €',
  ]);
  expect(await ledgerOf(db, alertId)).toEqual({
    found: 2,
    sent: 1,
    waiting: 0,
    aside: [{ text: 'baisse plus petite que demandé', count: 1 }],
  });
});

test('is said when it is made, changed and read; what is wrong says where', async () => {
  const cookie = await site.loginAs('camille@example.test');
  const rhythm = {
    frequency: 'weekly',
    hour: 9,
    weekday: 6,
    quiet: { from: 22, to: 7 },
    events: ['appeared', 'priceFell'],
    minDrop: 5,
  };
  const made = (await create(rhythm, cookie)).json.data.alert;
  expect(made).toMatchObject(rhythm);
  const put = async (body: object) =>
    (await site.call('PUT', `/api/alerts/${made.id}`, { cookie, body })).json.data.alert;
  expect(await put({ name: 'Le samedi' })).toMatchObject(rhythm);
  expect(await put({ quiet: null, frequency: 'daily' })).toMatchObject({
    ...rhythm,
    quiet: null,
    frequency: 'daily',
  });
  for (const [wrong, field] of [
    [{ weekday: 8 }, 'weekday'],
    [{ quiet: { from: 3, to: 3 } }, 'quiet.to'],
    [{ events: [] }, 'events'],
    [{ minDrop: 51 }, 'minDrop'],
    [{ frequency: 'hourly' }, 'frequency'],
  ] as const) {
    const { status, json } = await create(wrong, cookie);
    expect({ status, field: json.details?.fields?.[0]?.field }).toEqual({ status: 400, field });
  }
});

test.each([
  ['2027-02-01', 8, '2027-02-01'],
  ['2027-02-01', 7, '2027-01-25'],
  ['2027-02-02', 0, '2027-02-01'],
  ['2027-02-07', 23, '2027-02-01'],
])('a weekly alert of Monday, 8 h, was last due on %s at %i: %s', (day, hour, due) => {
  expect(lastDue({ frequency: 'weekly', weekday: 1, hour: 8 }, { day, hour })).toBe(due);
});

test.each([
  [{}, 'Un courriel dès qu’une annonce correspond'],
  [{ quiet: { from: 22, to: 7 } }, 'Un courriel dès qu’une annonce correspond, sauf de 22 h à 7 h'],
  [{ frequency: 'daily', hour: 9 }, 'Un courriel par jour, à 9 h'],
  [
    { frequency: 'weekly', weekday: 7, events: ['priceFell'], minDrop: 5 },
    'Un courriel par semaine, le dimanche à 8 h (baisse de prix), baisses de 5 % et plus',
  ],
] as const)('%j reads « %s »', (said, text) => {
  expect(rhythmText({ ...usualRhythm, ...said }).replaceAll('\u00a0', ' ')).toBe(text);
});
