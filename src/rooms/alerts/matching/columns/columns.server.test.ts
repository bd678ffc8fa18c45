import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterEpoch } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import { writeBox } from '#rooms/criteria/area.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { boxAround, boxOf, circleAround, toUnits, writeRing } from '#rooms/criteria/rings.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { runOf } from '#rooms/feeds/contract.ts';
import { makeAgency, makeAlert } from '../../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../../tests/kit/app.ts';
import { type Chance, chanceOf } from '../../../../../tests/kit/chance.ts';
import { untilRead } from '../../../../../tests/kit/facts.ts';
import { randomCriteria, randomDraft } from '../../../../../tests/kit/random-market.ts';
import { lockAlert, updateAlert } from '../../alerts.sql.server.ts';
import { soughtBy } from '../../asking/described-search.server.ts';
import { activate, deactivate, refreshKeys } from '../../owner/activation.server.ts';
import { listingsNow } from '../../telling/digest.sql.server.ts';
import { matchNext } from '../matcher.server.ts';
import { READER } from '../matcher.ts';
import { AlertColumns } from './keeping.server.ts';
import { restore, save } from './snapshot.server.ts';

const ALERTS = 120;
const LISTINGS = 90;
const chance = chanceOf();
const { db, services } = await testServices();
const said: { level: string; message: string; facts: object }[] = [];
const note = (level: string) => (facts: object, message: string) =>
  void said.push({ level, facts, message: `${message} ${'err' in facts ? String(facts.err) : ''}` });
const log = { info: note('info'), warn: note('warn') };
const columns = new AlertColumns({ log, dataDir: services.env.dataDir }, 1);
const wanted = new Map<number, Criteria>();
const nimes = [toUnits(4.36), toUnits(43.837)] as const;

/** Criteria, four in ten of them with an area around Nîmes. */
function anyCriteria(dice: Chance): Criteria {
  const criteria = randomCriteria(dice);
  if (dice.chance(0.6)) return criteria;
  const centre = [nimes[0] + dice.int(-30_000, 30_000), nimes[1] + dice.int(-30_000, 30_000)] as const;
  const ring = () =>
    writeRing(circleAround([centre[0] + dice.int(-9_000, 9_000), centre[1]], dice.int(1, 40)));
  return {
    transaction: criteria.transaction,
    places: criteria.places,
    ...(criteria.pieces === undefined ? {} : { pieces: criteria.pieces }),
    ...(dice.chance(0.5) ? { zone: Array.from({ length: dice.int(1, 3) }, ring).join('.') } : {}),
    ...(dice.chance(0.3)
      ? { bbox: writeBox(boxOf(boxAround(centre, dice.int(2, 200), dice.int(2, 200)))) }
      : {}),
    ...(dice.chance(0.5) ? { rayon: dice.int(1, 90) } : {}),
  };
}

const drafts = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...randomDraft(chance, `h${from + index}`),
    status: 'online' as const,
    ...(chance.chance(0.3)
      ? { exactLat: null, exactLng: null }
      : { exactLng: 4.36 + chance.int(-60, 60) / 100, exactLat: 43.837 + chance.int(-60, 60) / 100 }),
  }));

/** Everything kept: alert, run, fact, sure. */
async function kept(): Promise<string[]> {
  const { rows } = await sql<{ pair: string }>`
    select concat_ws(' ', alert_id, run, seq, sure) as pair from (
      select alert_id, run, unnest(sure) as seq, true as sure from alert_hit
      union all select alert_id, run, unnest(unsure), false from alert_hit) found order by pair
  `.execute(db);
  return rows.map(({ pair }) => pair);
}

/** Reads the log again from the beginning, so that both ways answer the same facts. */
async function again(way: AlertColumns | null): Promise<string[]> {
  await sql`truncate alert_hit, alert_run`.execute(db);
  await sql`update change_reader set xid = '0', seq = 0 where name = ${READER}`.execute(db);
  await untilRead(db, READER, () => matchNext(db, way));
  return kept();
}

async function open(one: AlertColumns): Promise<void> {
  one.tend(db, await clusterEpoch(db));
  await one.ready();
}

describe(`the alerts in memory find what the statement finds (SEED=${chance.seed})`, () => {
  beforeAll(async () => {
    for (let index = 0; index < ALERTS; index += 1) {
      const criteria = anyCriteria(chance);
      wanted.set(await makeAlert(services, { email: `a${index}@example.test`, criteria }), criteria);
    }
    const agency = await makeAgency(services, 'hasard');
    await agency.importChunk(1, ...drafts(0, LISTINGS));
  });
  afterAll(() => columns.close());

  test('and what the explanation says, whatever is asked', async () => {
    const byStatement = await again(null);
    await open(columns);
    expect(said.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(columns.standing).toMatchObject({ alerts: ALERTS, asksAreas: true });
    const inMemory = await again(columns);
    expect(said.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(inMemory).toEqual(byStatement);

    const { rows } = await sql<{
      seq: number;
      ref: number;
    }>`select seq, ref from change where kind = 'listing.appeared'`.execute(db);
    const facts = await listingsNow(
      db,
      rows.map(({ ref }) => ref),
    );
    const judged: string[] = [];
    for (const [alertId, criteria] of wanted) {
      const sought = await soughtBy(db, criteria);
      for (const { seq, ref } of rows) {
        const { verdict } = judge(sought, facts.get(ref)!, clock.now());
        if (verdict !== 'no') judged.push(`${alertId} ${runOf(1)} ${seq} ${verdict === 'yes' ? 't' : 'f'}`);
      }
    }
    expect(inMemory).toEqual(judged.toSorted());
    expect(wanted.size * rows.length).toBeGreaterThan(10_000);
    expect(judged.length).toBeGreaterThan(300);
  });

  test('after alerts were edited, paused, woken and made while it was open', async () => {
    const ids = [...wanted.keys()];
    for (const id of chance.some(ids, 0.4)) {
      await db.transaction().execute(async (tx) => {
        const row = (await lockAlert(tx, id))!;
        if (chance.chance(0.3)) {
          const paused = await deactivate(tx, row, 'paused', clock.now());
          if (chance.chance(0.5)) await activate(tx, paused, clock.now());
        } else {
          await refreshKeys(tx, await updateAlert(tx, id, { criteria: JSON.stringify(anyCriteria(chance)) }));
        }
      });
    }
    for (let index = 0; index < 15; index += 1) {
      await makeAlert(services, { email: `n${index}@example.test`, criteria: anyCriteria(chance) });
    }
    const agency = await makeAgency(services, 'ailleurs');
    await agency.publish(...drafts(LISTINGS, 25));
    const inMemory = await again(columns);
    expect(columns.standing?.worn).toBeGreaterThan(0);
    expect(inMemory).toEqual(await again(null));
    expect(said.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('a copy on the disk opens it at once, unless it is old, broken or of another database', async () => {
    const file = path.join(services.env.dataDir, 'cache', 'alert-columns.bin');
    const opens = async () => {
      said.length = 0;
      const one = new AlertColumns({ log, dataDir: services.env.dataDir }, 1);
      await open(one);
      const found = await again(one);
      await one.close();
      expect(said.map(({ level }) => level)).toEqual(['info']);
      return { warm: (said[0]!.facts as { warm: boolean }).warm, found };
    };
    const found = await again(null);
    // So many alerts have changed since it was written.
    expect(await opens()).toEqual({ warm: false, found });
    const [id = 0] = wanted.keys();
    await db.transaction().execute(async (tx) => {
      await deactivate(tx, (await lockAlert(tx, id))!, 'stopped', clock.now());
    });
    expect(await opens()).toEqual({ warm: true, found: await again(null) });

    const whole = readFileSync(file);
    const broken = Buffer.from(whole);
    const at = chance.int(0, broken.length - 1);
    broken[at] = broken[at]! ^ 1;
    writeFileSync(file, broken);
    expect((await opens()).warm).toBe(false);
    const { columns: copy, stamp } = restore(file)!;
    writeFileSync(file, whole.subarray(0, chance.int(0, whole.length - 1)));
    expect(restore(file)).toBeNull();
    save(copy, file, JSON.stringify({ ...JSON.parse(stamp), origin: 'another database' }));
    expect((await opens()).warm).toBe(false);
  });

  test('nothing is lost nor doubled when the thread dies, and it says so once', async () => {
    const byStatement = await again(null);
    said.length = 0;
    const mortal = new AlertColumns({ log, dataDir: null }, 1);
    await open(mortal);
    expect(mortal.standing?.alerts).toBeGreaterThan(ALERTS / 2);
    const dying = new Promise((resolve) => setTimeout(resolve, chance.int(0, 25))).then(() => mortal.kill());
    expect(await again(mortal)).toEqual(byStatement);
    await dying;
    const agency = await makeAgency(services, 'mort');
    await agency.publish(...drafts(1_000, 3));
    await untilRead(db, READER, () => matchNext(db, mortal));
    const after = await kept();
    expect(await again(null)).toEqual(after);
    expect(mortal.standing).toBeNull();
    expect(said.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
