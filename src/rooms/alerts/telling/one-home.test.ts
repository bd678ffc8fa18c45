import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { separateListings } from '#rooms/listings/properties.server.ts';
import { alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { upsertVerdict } from '../matching/verdicts.sql.server.ts';
import { countFound, foundPage } from '../owner/results.sql.server.ts';

const { db, services } = await testServices();

beforeEach(async () => {
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

const subjects = async () => (await alertMails(services)).map(({ subject }) => subject);

async function asideOf(alertId: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ listing: string; why: string }>`
    select l.technical_id as listing, said.why
    from alert_told, unnest(aside, reasons) as said(id, why) join listing l on l.id = said.id
    where alert_id = ${alertId} order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ listing, why }) => [listing, why]));
}

test('a home that two agencies publish is one card of a mail, which says who else shows it', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  const alert = await makeAlert(services, { frequency: 'daily', hour: 0 });
  await sql`update alert set told_on = null`.execute(db);
  await arenes.publish(home('a'));
  await gare.publish(home('b', { price: 24_900_000 }), flat('autre', { surface: 120, price: 29_000_000 }));
  await workOn(services);
  const mails = await alertMails(services);
  expect(mails.map(({ subject }) => subject)).toEqual(['2 nouvelles annonces – Nîmes dès 249 000,00 €']);
  expect(mails[0]?.text).toContain('2 agences, dès 249 000,00 €');
  expect(await asideOf(alert)).toEqual({ a: 'sameHome' });
  // Its results show it once too.
  expect(await countFound(db, alert, null)).toMatchObject({ sure: 2 });
  expect(await foundPage(db, { alertId: alert, view: 'found', offset: 0, limit: 9 })).toHaveLength(2);
});

test('told once, a home is not new again: neither at another agency, nor under another reference', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  const alert = await makeAlert(services);
  await arenes.publish(home('a'));
  await workOn(services);
  expect(await subjects()).toEqual(['1 nouvelle annonce – Nîmes, 250 000,00 €']);
  // Not even cheaper by a little: it is the same home, which another agency shows.
  await gare.publish(home('b', { price: 24_900_000 }));
  await workOn(services);
  await arenes.withdraw('a');
  await arenes.publish(home('c'));
  await workOn(services);
  // What was found a month ago is forgotten, not what was told.
  await sql`truncate alert_hit, alert_run`.execute(db);
  await gare.withdraw('b');
  await gare.publish(home('d'));
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  expect(await asideOf(alert)).toEqual({ b: 'sameHome', c: 'sameHome', d: 'sameHome' });
});

test('a home is told again when it falls below the price it was told at, or comes back when nobody showed it', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  await makeAlert(services);
  await arenes.publish(home('a'));
  await workOn(services);
  await gare.publish(home('b', { price: 26_000_000 }));
  // Cheaper, yet not than what was told.
  await gare.publish(home('b', { price: 25_500_000 }));
  await workOn(services);
  // It left and came back, while the other agency showed it all along.
  await gare.withdraw('b');
  await gare.publish(home('b', { price: 25_500_000 }));
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  await gare.publish(home('b', { price: 24_000_000 }));
  await workOn(services);
  expect((await subjects()).slice(1)).toEqual(['1 baisse de prix – Nîmes, 240 000,00 €']);
  await gare.withdraw('b');
  await arenes.withdraw('a');
  await arenes.publish(home('a'));
  await workOn(services);
  expect((await subjects()).slice(2)).toEqual(['1 annonce de retour – Nîmes, 250 000,00 €']);
});

test('a home rejected once stays out: cheaper, back, at another agency', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  const alert = await makeAlert(services);
  const [a] = await arenes.publish(home('a'));
  await workOn(services);
  await db.transaction().execute((tx) =>
    upsertVerdict(tx, {
      alertId: alert,
      listingId: a!,
      verdict: 'reject',
      reason: 'place',
      at: new Date(),
    }),
  );
  await arenes.publish(home('a', { price: 22_000_000 }));
  await gare.publish(home('b', { price: 21_500_000 }));
  await workOn(services);
  await arenes.withdraw('a');
  await gare.withdraw('b');
  await gare.publish(home('b'));
  await workOn(services);
  expect(await subjects()).toHaveLength(1);
  expect(await asideOf(alert)).toMatchObject({ a: 'rejected', b: 'rejected' });
});

test('two listings that somebody said are two homes are told apart', async () => {
  const [arenes, gare] = [await makeAgency(services), await makeAgency(services, 'gare')];
  await makeAlert(services);
  const [a] = await arenes.publish(home('a'));
  await workOn(services);
  const [b] = await gare.publish(home('b'));
  await separateListings(db, { listings: [a!, b!], separated: true, reason: 'Deux étages.', by: 'test' });
  await workOn(services);
  expect(await subjects()).toHaveLength(2);
});
