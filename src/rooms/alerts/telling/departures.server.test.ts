import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { everyEvent } from '../asking/rhythm.ts';
import { explain } from '../matching/explanation.server.ts';
import { upsertVerdict } from '../matching/verdicts.sql.server.ts';
import { changeFollowing } from './departures.server.ts';
import { ledgerOf } from './notified-listings.server.ts';

const { db, services } = await testServices();

beforeEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_key, alert_run, alert_hit, alert_fact, mail_outbox, listing, agency, change,
    change_reader, property, property_mark, property_work cascade`.execute(db);
});

/** A home that its certificate tells from its neighbours, whoever publishes it. */
const home = (technicalId: string, said: Partial<ListingDraft> = {}) =>
  flat(technicalId, {
    energyNumber: '2330E1680837R',
    energyVersion: 'DPE_v07-2021',
    energyClass: 'C',
    energyValue: 153,
    climateClass: 'C',
    climateValue: 21,
    floor: 2,
    ...said,
  });

/** A home of its own: no certificate says that it is another one. */
const flatOf = (technicalId: string, said: Partial<ListingDraft>) =>
  flat(technicalId, { energyNumber: null, ...said });
const larger = (technicalId: string) => flatOf(technicalId, { surface: 120, price: 29_000_000 });
const smaller = (technicalId: string) => flatOf(technicalId, { surface: 31, rooms: 2, price: 12_000_000 });
const watching = (said: Parameters<typeof makeAlert>[1] = {}) =>
  makeAlert(services, { events: everyEvent, ...said });
const subjects = async () => (await alertMails(services)).map(({ subject }) => subject);

async function asideOf(alertId: number): Promise<string[]> {
  const { rows } = await sql<{ why: string }>`
    select unnest(reasons) as why from alert_told where alert_id = ${alertId} order by at`.execute(db);
  return rows.map(({ why }) => why);
}

test('what an alert told is told once more when it is sold, to those who ask for it', async () => {
  const agency = await makeAgency(services);
  const alert = await watching();
  await makeAlert(services, { email: 'autre@example.test' });
  const [a] = await agency.publish(flat('a'));
  await workOn(services);
  await agency.publish(flat('a', { status: 'sold' }));
  await workOn(services);
  const mails = await alertMails(services);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['claire@example.test', '1 nouvelle annonce – Nîmes, 250 000,00 €'],
    ['autre@example.test', '1 nouvelle annonce – Nîmes, 250 000,00 €'],
    ['claire@example.test', '1 bien parti – Nîmes, 250 000,00 €'],
  ]);
  expect(mails[2]?.text).toContain('Vendu');
  expect(mails[2]?.text).not.toContain('Contacter l’agence');
  expect(await ledgerOf(db, alert)).toMatchObject({ found: 1, sent: 1, waiting: 0, aside: [] });
  const told = await explain(db, { alertId: alert, listingId: a! });
  expect(told.facts.map(({ kind, outcome }) => [kind, /^[^\d]*/.exec(outcome)?.[0]])).toEqual([
    ['listing.appeared', 'trouvée, envoyée le '],
    ['listing.left', 'départ envoyé le '],
  ]);
  // On line again and gone again without having been told anew: nothing more.
  await sql`update alert set events = '{appeared,gone}'`.execute(db);
  await agency.publish(flat('a'));
  await workOn(services);
  await agency.withdraw('a');
  await workOn(services);
  expect(await subjects()).toHaveLength(3);
});

test('what it never told leaves in silence, and so does what a person rejected or the law holds', async () => {
  const agency = await makeAgency(services);
  await agency.publish(flatOf('avant', { surface: 48, rooms: 2, price: 19_000_000 }));
  const alert = await watching();
  const [, b] = await agency.publish(flat('a'), larger('b'));
  await agency.publish(smaller('c'));
  await workOn(services);
  const before = (await subjects()).length;
  await db.transaction().execute((tx) =>
    upsertVerdict(tx, {
      alertId: alert,
      listingId: b!,
      verdict: 'reject',
      reason: 'place',
      at: new Date(),
    }),
  );
  await agency.publish(flat('a', { status: 'suspended' }));
  await agency.withdraw('b', 'avant');
  await sql`insert into listing_verdict (listing_id, hold, score, wanted, checked_at)
    select id, 'block', 0, 'online', now() from listing where technical_id = 'c'
    on conflict (listing_id) do update set hold = 'block'`.execute(db);
  await agency.withdraw('c');
  await workOn(services);
  expect(await subjects()).toHaveLength(before);
  expect((await asideOf(alert)).toSorted()).toEqual(['rejected', 'withheld']);
});

test('a home that another agency still shows has not left: it has when that one goes too', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  const alert = await watching();
  await arenes.publish(home('a'));
  await workOn(services);
  await gare.publish(home('b'));
  await workOn(services);
  await arenes.withdraw('a');
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  expect(await asideOf(alert)).toEqual(['sameHome', 'elsewhere']);
  await gare.withdraw('b');
  await workOn(services);
  expect((await subjects()).slice(1)).toEqual(['1 bien parti – Nîmes, 250 000,00 €']);
});

test('a mail of the day says what left beside what came; what is back before it says nothing of leaving', async () => {
  const agency = await makeAgency(services);
  const alert = await watching({ frequency: 'daily', hour: 0 });
  await sql`update alert set told_on = null`.execute(db);
  await agency.publish(flat('a'), larger('b'));
  await workOn(services);
  moveClock(86_400_000);
  await agency.withdraw('a', 'b');
  await agency.publish(larger('b'));
  await agency.publish(smaller('c'));
  await workOn(services);
  const [, second] = await alertMails(services);
  expect(second?.subject).toBe(
    '1 nouvelle annonce, 1 annonce de retour et 1 bien parti – Nîmes dès 120 000,00 €',
  );
  expect(second?.text).toMatch(/De retour[\s\S]*PLUS EN LIGNE|De retour[\s\S]*Plus en ligne/);
  expect(second?.text).toContain('N’est plus en ligne');
  expect(await asideOf(alert)).toEqual([]);
});

test('asked for later, departures are told of what was told before; asked for no more, of nothing', async () => {
  const agency = await makeAgency(services);
  const alert = await makeAlert(services);
  await agency.publish(flat('a'), larger('b'));
  await workOn(services);
  const before = (await subjects()).length;
  const follows = async (events: readonly (typeof everyEvent)[number][]) => {
    const row = await db
      .selectFrom('alert')
      .select('events')
      .where('id', '=', alert)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('alert')
        .set({ events: [...events] })
        .where('id', '=', alert)
        .execute();
      await changeFollowing(tx, alert, { before: row.events as typeof everyEvent, after: events });
    });
  };
  await follows(['gone']);
  await agency.withdraw('a');
  await workOn(services);
  expect((await subjects()).slice(before)).toEqual(['1 bien parti – Nîmes, 250 000,00 €']);
  await follows(['appeared']);
  await follows(['appeared']);
  await agency.withdraw('b');
  await workOn(services);
  expect(await subjects()).toHaveLength(before + 1);
  expect(await db.selectFrom('alertFollow').selectAll().execute()).toEqual([]);
});
