import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { moveClock } from '#platform/clock.server.ts';
import { aFlat, alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { untilRead } from '../../../../tests/kit/facts.ts';
import { matchNext } from '../matching/matcher.server.ts';
import { READER } from '../matching/matcher.ts';
import { notifyDueAlerts } from './digest.server.ts';

const { db, services } = await testServices();
const { signal } = new AbortController();

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, mail_outbox, listing, agency,
    change, change_reader, alert_epoch cascade`.execute(db);
});

const subjects = async () => (await alertMails(services)).map(({ subject }) => subject);
const match = () => untilRead(db, READER, () => matchNext(db));
const tell = () => notifyDueAlerts(services, signal);
/** Sets the clock to a moment said with its offset. */
const at = (moment: string) => moveClock(Date.parse(moment) - Date.now());

describe('what is told', () => {
  test('a drop says both prices and how much; the photo and the reference are no news', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('a'));
    await makeAlert(services);
    await agency.publish(flat('a', { reference: 'autre' }));
    await agency.publish(
      flat('a', {
        reference: 'autre',
        photos: [{ source: 'https://photos.example.test/1.jpg', kind: 'url', caption: null }],
      }),
    );
    await workOn(services);
    expect(await subjects()).toEqual([]);
    await agency.publish(flat('a', { price: 23_750_000 }));
    await workOn(services);
    const [mail] = await alertMails(services);
    expect(mail?.subject).toBe('1 baisse de prix – Nîmes, 237 500,00 €');
    expect(mail?.text).toContain('Baisse : 250 000,00 € → 237 500,00 € (−5 %)');
  });

  test('each listing and the alert have their links, without a login; the mail is readable at night, and says who writes', async () => {
    const agency = await makeAgency(services);
    const alertId = await makeAlert(services);
    const [id] = await agency.publish(flat('a'));
    await workOn(services);
    const { html, text } = await db
      .selectFrom('mailOutbox')
      .select(['html', 'text'])
      .where('dedupeKey', 'like', `alert:${alertId}:%`)
      .executeTakeFirstOrThrow();
    for (const link of [
      String.raw`/annonce/${id}\?depuis=alerte#contact`,
      String.raw`/desinscription\?token=[\w.-]+&annonce=${id}`,
      String.raw`/desinscription\?token=[\w.-]+&annonce=${id}#ecarter`,
      String.raw`/desinscription\?token=[\w.-]+#moins-souvent`,
      String.raw`/desinscription\?token=[\w.-]+`,
    ])
      expect(text).toMatch(new RegExp(`${link}(?=\\s|$)`, 'm'));
    expect(text).toMatch(/Envoyé par Vigie, à votre demande/);
    expect(html).toContain('content="light dark"');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  test('a price that rises is told nobody', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('a'));
    await makeAlert(services);
    await agency.publish(flat('a', { price: 26_000_000 }));
    await workOn(services);
    expect(await subjects()).toEqual([]);
  });

  test('a listing that comes back says so', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('a'));
    await agency.withdraw('a');
    await makeAlert(services);
    await agency.publish(flat('a', { price: 24_000_000 }));
    await workOn(services);
    const [mail] = await alertMails(services);
    expect(mail?.subject).toBe('1 annonce de retour – Nîmes, 240 000,00 €');
    expect(mail?.text).toContain('De retour Baisse : 250 000,00 € → 240 000,00 € (−4 %)');
  });

  test('what appeared and fell in one run is told once, as new, at its last price', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.importChunk(1, flat('a'));
    await agency.importChunk(1, flat('a', { price: 24_000_000 }));
    await agency.closeImport(1);
    await workOn(services);
    const [mail, ...others] = await alertMails(services);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('1 nouvelle annonce – Nîmes, 240 000,00 €');
    expect(mail?.text).not.toContain('250 000,00 €');
  });

  test('what fell twice in one run fell once, from its first price', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('a'));
    await makeAlert(services);
    await agency.importChunk(1, flat('a', { price: 24_000_000 }));
    await agency.importChunk(1, flat('a', { price: 20_000_000 }));
    await agency.closeImport(1);
    await workOn(services);
    expect((await alertMails(services))[0]?.text).toContain('250 000,00 € → 200 000,00 € (−20 %)');
  });

  test('prices are in the form of the law, classes F and G are named, the agency too', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await makeAlert(services, {
      criteria: { transaction: 'location', places: ['30189'] },
      email: 'loc@example.test',
    });
    await agency.publish(
      flat('vente', {
        price: 26_250_000,
        feesPayer: 1,
        priceWithoutFees: 25_000_000,
        feesPercent: 5,
        energyStatus: 'rated',
        energyClass: 'G',
        climateClass: 'E',
      }),
      flat('location', { transaction: 2, price: 84_200, charges: 5000, chargesMode: 2, furnished: true }),
    );
    await workOn(services);
    const texts = Object.fromEntries((await alertMails(services)).map(({ to, text }) => [to, text]));
    const sale = texts['claire@example.test'] ?? '';
    expect(sale).toContain('262 500,00 € honoraires inclus');
    expect(sale).toContain("250 000,00 € hors honoraires · Honoraires : 5 % TTC à la charge de l'acquéreur");
    expect(sale).toContain('DPE G · GES E');
    expect(sale).toContain('Logement à consommation énergétique excessive : classe G');
    expect(sale).toContain('Agence des Arènes');
    const rent = texts['loc@example.test'] ?? '';
    expect(rent).toContain('842,00 €/mois CC');
    expect(rent).toContain('dont 50,00 € de charges (provisions avec régularisation annuelle)');
  });

  test('texts of a feed are text: no markup gets into the mail', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.publish(flat('a', { subType: '<img src=x onerror=alert(1)>', quarter: '<b>Centre</b>' }));
    await workOn(services);
    const { html } = await db.selectFrom('mailOutbox').select('html').executeTakeFirstOrThrow();
    expect(html).not.toMatch(/<img src="?x|<b>Centre/);
    expect(html).toContain('&lt;b&gt;Centre');
  });
});

describe('reading again before telling', () => {
  test.each([
    ['has left', (agency: Agency) => agency.withdraw('a')],
    ['costs too much now', (agency: Agency) => agency.publish(flat('a', { price: 40_000_000 }))],
  ])('a listing that %s is not told, and an empty mail is none', async (_, change) => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.publish(flat('a'));
    await match();
    await change(agency);
    await tell();
    expect(await subjects()).toEqual([]);
    const { rows } = await sql`select from alert_hit where told_at is not null and told = 0`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('one that is cheaper by then is told at that price, and its drop is not told again', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.publish(flat('a'));
    await match();
    await agency.publish(flat('a', { price: 24_000_000 }));
    await tell();
    expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 240 000,00 €']);
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
  });

  test('one that is dearer but still wanted is told at its present price; a drop undone is not told', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('b'));
    await makeAlert(services);
    await agency.publish(flat('a'), flat('b', { price: 24_000_000 }));
    await match();
    await agency.publish(flat('a', { price: 26_000_000 }), flat('b'));
    await workOn(services);
    expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 260 000,00 €']);
  });

  test('one alert that cannot be written holds no other back', async () => {
    const agency = await makeAgency(services);
    const broken = await makeAlert(services);
    await makeAlert(services, { email: 'autre@example.test' });
    await agency.publish(flat('a'));
    await match();
    await sql`update alert set criteria = '{"transaction": "achat"}' where id = ${broken}`.execute(db);
    await tell();
    expect((await alertMails(services)).map(({ to }) => to)).toEqual(['autre@example.test']);
    // Mended, it is told in its turn.
    await sql`update alert set criteria = ${JSON.stringify(aFlat)}::jsonb where id = ${broken}`.execute(db);
    moveClock(301_000);
    await tell();
    expect(await alertMails(services)).toHaveLength(2);
  });

  test('two processes that tell at once tell once', async () => {
    const agency = await makeAgency(services);
    for (let index = 0; index < 10; index += 1)
      await makeAlert(services, { email: `u${index}@example.test` });
    await agency.publish(flat('a'));
    await match();
    await Promise.all([tell(), tell(), tell()]);
    expect(new Set((await alertMails(services)).map(({ to }) => to)).size).toBe(10);
    expect(await alertMails(services)).toHaveLength(10);
  });
});

type Agency = Awaited<ReturnType<typeof makeAgency>>;

describe('once a day', () => {
  test('all that was found since the last mail, at the hour chosen, one mail a day, none when there is nothing', async () => {
    at('2027-02-01T07:30:00+01:00');
    const agency = await makeAgency(services);
    await makeAlert(services, { frequency: 'daily', hour: 8 });
    await agency.publish(flat('a'));
    await agency.publish(flat('b'));
    await workOn(services);
    expect(await subjects()).toEqual([]);
    at('2027-02-01T08:00:30+01:00');
    await workOn(services);
    expect(await subjects()).toEqual(['2 nouvelles annonces – Nîmes dès 250 000,00 €']);
    await agency.publish(flat('c'));
    at('2027-02-01T22:00:00+01:00');
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
    at('2027-02-02T08:00:30+01:00');
    await workOn(services);
    expect(await subjects()).toHaveLength(2);
    at('2027-02-03T08:00:30+01:00');
    await workOn(services);
    expect(await subjects()).toHaveLength(2);
  });

  test('an alert made after its hour waits for tomorrow', async () => {
    at('2027-02-01T10:00:00+01:00');
    const agency = await makeAgency(services);
    await makeAlert(services, { frequency: 'daily', hour: 8 });
    await agency.publish(flat('a'));
    await workOn(services);
    expect(await subjects()).toEqual([]);
    at('2027-02-02T08:00:00+01:00');
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
  });

  test('a day missed is told as soon as somebody works again, once', async () => {
    at('2027-02-01T07:00:00+01:00');
    const agency = await makeAgency(services);
    await makeAlert(services, { frequency: 'daily', hour: 8 });
    await agency.publish(flat('a'));
    at('2027-02-01T13:10:00+01:00');
    await workOn(services);
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
  });

  // 28 March 2027 has no 2 o'clock, 31 October 2027 has two.
  test.each([
    [
      'of 23 hours',
      '2027-03-27',
      2,
      ['2027-03-28T01:59:00+01:00'],
      '2027-03-28T03:00:10+02:00',
      '2027-03-28T23:59:00+02:00',
      '2027-03-29T02:00:10+02:00',
    ],
    [
      'of 25 hours',
      '2027-10-30',
      2,
      ['2027-10-31T01:59:00+02:00'],
      '2027-10-31T02:00:10+02:00',
      '2027-10-31T02:00:10+01:00',
      '2027-11-01T02:00:10+01:00',
    ],
    [
      'of 24 hours, at midnight',
      '2027-06-01',
      0,
      ['2027-06-01T23:59:00+02:00'],
      '2027-06-02T00:00:10+02:00',
      '2027-06-02T23:59:00+02:00',
      '2027-06-03T00:00:10+02:00',
    ],
  ])('a day %s has exactly one mail', async (_, eve, hour, before, due, later, next) => {
    at(`${eve}T12:00:00+02:00`);
    const agency = await makeAgency(services);
    await makeAlert(services, { frequency: 'daily', hour });
    await agency.publish(flat('a'));
    for (const moment of before) {
      at(moment);
      await workOn(services);
    }
    expect(await subjects()).toHaveLength(0);
    at(due);
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
    await agency.publish(flat('b'));
    at(later);
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
    at(next);
    await workOn(services);
    expect(await subjects()).toHaveLength(2);
  });

  test('a clock put back or forward by a day sends no second mail for a day', async () => {
    at('2027-02-01T07:00:00+01:00');
    const agency = await makeAgency(services);
    await makeAlert(services, { frequency: 'daily', hour: 8 });
    for (const [index, moment] of [
      '2027-02-01T08:01:00+01:00',
      '2027-01-31T08:01:00+01:00',
      '2027-02-02T08:01:00+01:00',
      '2027-02-01T08:02:00+01:00',
      '2027-02-02T08:02:00+01:00',
    ].entries()) {
      await agency.publish(flat(`l${index}`));
      at(moment);
      await workOn(services);
    }
    expect((await alertMails(services)).map(({ key }) => key.replace(/^alert:\d+:/, ''))).toEqual([
      'day:2027-02-01',
      'day:2027-02-02',
    ]);
  });

  test('an alert that no longer waits for its hour is told what it had', async () => {
    at('2027-02-01T10:00:00+01:00');
    const agency = await makeAgency(services);
    const id = await makeAlert(services, { frequency: 'daily', hour: 8 });
    await agency.publish(flat('a'));
    await workOn(services);
    await workOn(services);
    const { reopenRuns } = await import('../alerts.sql.server.ts');
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('alert').set({ frequency: 'immediate' }).where('id', '=', id).execute();
      await reopenRuns(tx, id);
    });
    await workOn(services);
    expect(await subjects()).toHaveLength(1);
  });
});

test.each([
  ['2027-03-28T00:59:59Z', '2027-03-28', 1],
  ['2027-03-28T01:00:00Z', '2027-03-28', 3],
  ['2027-10-31T00:30:00Z', '2027-10-31', 2],
  ['2027-10-31T01:30:00Z', '2027-10-31', 2],
  ['2026-12-31T23:00:00Z', '2027-01-01', 0],
])('%s is %s at %i in Paris', (moment, day, hour) => {
  expect(parisDay(new Date(moment))).toEqual({ day, hour });
});
