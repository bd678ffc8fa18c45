import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readChanges } from '#platform/changes.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { keyColumns } from '#rooms/criteria/verdict.ts';
import { aFlat, alertMails, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { untilRead } from '../../../../tests/kit/facts.ts';
import { PATIENCE_MS } from '../../../../tests/kit/patience.ts';
import { forgetOldHits, keysOf, matchBatch, matchNext, releaseForgotten } from './matcher.server.ts';
import { flagWords, READER, RUN_TIMEOUT_MS } from './matcher.ts';

const { db, services } = await testServices();

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, mail_outbox, listing, agency,
    change, change_reader, alert_epoch cascade`.execute(db);
});

const hits = () => db.selectFrom('alertHit').selectAll().orderBy('alertId').orderBy('run').execute();

describe('the key table', () => {
  test('has a bit for every yes/no criterion, and keeps those it had', () => {
    const flags = criteriaTable.filter(({ kind }) => kind === 'flag').map(({ word }) => word);
    expect(new Set(flagWords)).toEqual(new Set(flags));
    // Stored masks speak of these places in the list.
    expect(flagWords.slice(0, 17)).toEqual(
      'rdc dernierEtage meuble ascenseur balcon terrasse jardin parking cave piscine gardien vue visAVis calme pmr animaux exclusivite'.split(
        ' ',
      ),
    );
  });

  test('has the other columns of the criteria, in its covering index too', () => {
    const [first, later] = ['migrations/0007_alerts.sql', 'migrations/0022_alerts.sql'].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const created = /create table alert_key \(([\s\S]+?)\n\);/.exec(first ?? '')?.[1] ?? '';
    const table = created.replaceAll(/ +/g, ' ');
    const index = /create index alert_key_match[\s\S]+?;/.exec(later ?? '')?.[0] ?? '';
    expect(index).toMatch(/\bothers\b/);
    const own = keyColumns.filter(({ type, other }) => type !== 'boolean' && !other);
    for (const { name, type } of own) {
      expect(table).toContain(` ${name} ${type},`);
      expect(index).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  test('asks for a flag, for its absence, or for neither', () => {
    const [key] = keysOf({ ...aFlat, rdc: false, ascenseur: true, exclusivite: true }, '1');
    expect(key).toMatchObject({ flagsOn: 0b1_0000_0000_0000_1000, flagsOff: 0b1 });
  });

  test('answers a listing from its index alone', async () => {
    const agency = await makeAgency(services);
    await agency.publish(flat('un'));
    await makeAlert(services);
    await sql`vacuum analyze alert_key`.execute(db);
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { matches } = await import('./matcher.sql.server.ts');
      const facts = [{ seq: 1, xid: '9', listingId: 1, run: 'r', alone: true }];
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from ${matches(facts)} m`.execute(
        tx,
      );
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
    expect(plan).toMatch(/Index Only Scan using alert_key_match/);
  });
});

describe('a run', () => {
  test('in three chunks is told once, and only when it is closed', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.importChunk(7, flat('a'), flat('b'));
    await workOn(services);
    await agency.importChunk(7, flat('c'));
    await workOn(services);
    expect(await alertMails(services)).toEqual([]);
    expect((await hits()).every(({ run, toldAt }) => run === 'import:7' && toldAt === null)).toBe(true);
    await agency.importChunk(7, flat('d'));
    await agency.closeImport(7);
    await workOn(services);
    await workOn(services);
    const mails = await alertMails(services);
    expect(mails.map(({ subject }) => subject)).toEqual(['4 nouvelles annonces – Nîmes dès 250 000,00 €']);
    expect((await hits()).map(({ run, told }) => [run, told])).toEqual(
      Array.from({ length: 3 }, () => ['import:7', 4]),
    );
  });

  test('that nobody closes is released after some hours: nothing found is lost', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.importChunk(7, flat('a'));
    await workOn(services);
    moveClock(RUN_TIMEOUT_MS - 60_000);
    expect(await releaseForgotten(db)).toBe(0);
    moveClock(RUN_TIMEOUT_MS + 60_000);
    expect(await releaseForgotten(db)).toBe(1);
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(1);
    // What comes after that is not lost either.
    await agency.importChunk(7, flat('b'));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(2);
  });

  test('of a fact alone is told at once', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.publish(flat('a'));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(1);
  });

  test('holds nothing for alerts of other places, other budgets, or asked later', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services, { criteria: { ...aFlat, places: ['34172'] } });
    await makeAlert(services, { criteria: { ...aFlat, prixMax: 200_000 } });
    await makeAlert(services, { criteria: { ...aFlat, transaction: 'location' } });
    await agency.publish(flat('a'));
    await makeAlert(services);
    await untilRead(db, READER, () => matchNext(db));
    expect(await hits()).toEqual([]);
  });

  test('finds a listing whose floor is unknown as « peut-être »', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services, { criteria: { ...aFlat, rdc: false, etageMin: 2 } });
    await agency.publish(
      flat('inconnu'),
      flat('troisième', { floor: 3 }),
      flat('rez-de-chaussée', { floor: 0 }),
    );
    await workOn(services);
    const [hit] = await hits();
    expect([hit?.sure.length, hit?.unsure.length]).toEqual([0, 1]);
    const mails = await alertMails(services);
    expect(mails.map(({ subject }) => subject).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '1 annonce à vérifier – Nîmes, 250 000,00 €',
      '1 nouvelle annonce – Nîmes, 250 000,00 €',
    ]);
    expect(mails[0]?.text).toMatch(/À vérifier : étage minimum, rez-de-chaussée \(non précisé\)/);
  });
});

describe('restarts', () => {
  test('a handler that dies in the middle writes neither finds nor position', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await agency.importChunk(7, flat('a'), flat('b'));
    const dying = () =>
      readChanges(db, READER, 100, async (tx, changes, batch) => {
        await matchBatch(tx, changes, batch);
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
        await sql`select 1`.execute(tx);
      });
    // A transaction of another test on this server holds the changes back for a moment: then there is nothing to die of.
    await vi.waitFor(() => expect(dying()).rejects.toThrow(), { timeout: PATIENCE_MS });
    expect(await hits()).toEqual([]);
    await agency.closeImport(7);
    await workOn(services);
    expect(await hits()).toMatchObject([{ run: 'import:7', told: 2 }]);
  });

  test('two matchers at once find everything once', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    for (let index = 0; index < 10; index += 1) await agency.importChunk(7, flat(`x${index}`));
    await agency.closeImport(7);
    await untilRead(db, READER, () => Promise.all([matchNext(db), matchNext(db), matchNext(db)]));
    const found = (await hits()).flatMap(({ sure }) => sure);
    expect(new Set(found).size).toBe(10);
    expect(found).toHaveLength(10);
  });

  test('on another cluster, alerts see what was not read yet instead of nothing', async () => {
    const agency = await makeAgency(services);
    await makeAlert(services);
    await untilRead(db, READER, () => matchNext(db));
    // As restored elsewhere: `since` comes from a cluster whose numbers were far ahead.
    await sql`update alert_key set since = '900000000000'`.execute(db);
    await sql`update alert_epoch set epoch = 'ailleurs'`.execute(db);
    await agency.publish(flat('a'));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(1);
  });

  test('an alert paused and resumed within a run is told what came after', async () => {
    const agency = await makeAgency(services);
    const id = await makeAlert(services);
    await agency.importChunk(7, flat('avant'));
    await untilRead(db, READER, () => matchNext(db));
    const { deactivate, activate } = await import('../owner/activation.server.ts');
    const { lockAlert } = await import('../alerts.sql.server.ts');
    await db
      .transaction()
      .execute(async (tx) => deactivate(tx, (await lockAlert(tx, id))!, 'paused', new Date()));
    await db.transaction().execute(async (tx) => activate(tx, (await lockAlert(tx, id))!, new Date()));
    await agency.importChunk(7, flat('après'));
    await agency.closeImport(7);
    await workOn(services);
    expect((await alertMails(services)).map(({ subject }) => subject)).toEqual([
      '1 nouvelle annonce – Nîmes, 250 000,00 €',
    ]);
  });
});

test('what was told is remembered for a month, then forgotten with its run', async () => {
  const agency = await makeAgency(services);
  await makeAlert(services);
  await agency.publish(flat('a'));
  await workOn(services);
  await forgetOldHits(db);
  expect(await hits()).toHaveLength(1);
  moveClock(31 * 86_400_000);
  await forgetOldHits(db);
  expect([await hits(), await db.selectFrom('alertRun').selectAll().execute()]).toEqual([[], []]);
});
