import { type Change, clusterEpoch, readChanges } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { keyColumns, keyColumnsOf, otherKeysOf, zoneKeysOf } from '#rooms/criteria/verdict.ts';
import type { Sought } from '#rooms/search/search.server.ts';
import { isDeparture, matchDepartures } from '../telling/departures.server.ts';
import { forgetSkipped, forgetVersions, recordFacts } from '../telling/notified-listings.sql.server.ts';
import { DETAIL_DAYS } from '../telling/notified-listings.ts';
import { areaKeysOf, matchAreas } from './area.server.ts';
import type { AlertColumns } from './columns/keeping.server.ts';
import {
  beginRuns,
  forgetSettledHits,
  insertHits,
  type KeyRow,
  type NotifiedFact,
  releaseForgottenRuns,
  releaseRuns,
  rememberEpoch,
  selectReleasedRuns,
  wakeDigest,
} from './matcher.sql.server.ts';
import {
  BATCH,
  BATCH_IN_MEMORY,
  flagWords,
  notifiedKinds,
  READER,
  RUN_CLOSED,
  RUN_TIMEOUT_MS,
} from './matcher.ts';

const told: ReadonlySet<string> = new Set(notifiedKinds);
const bitOf = new Map<string, number>(flagWords.map((word, bit) => [word, 1 << bit]));

/** The rest is in two masks and in `others`. */
const ownColumns: ReadonlySet<string> = new Set(
  keyColumns.filter(({ type, other }) => type !== 'boolean' && !other).map(({ property }) => property),
);

/** The rows of alert_key of an active alert: one per zone, none inside another; of an area, the cells it touches. */
export function keysOf({ within, ...criteria }: Sought, since: string): KeyRow[] {
  let flagsOn = 0;
  let flagsOff = 0;
  for (const [word, bit] of bitOf) {
    const asked = (criteria as unknown as Record<string, unknown>)[word];
    if (asked === true) flagsOn |= bit;
    if (asked === false) flagsOff |= bit;
  }
  const values = keyColumnsOf(criteria);
  const columns = Object.fromEntries(
    Object.entries(values).filter(([property]) => ownColumns.has(property)),
  ) as Omit<KeyRow, 'zone' | 'transaction' | 'since' | 'flagsOn' | 'flagsOff' | 'others'>;
  const others = otherKeysOf(values);
  const zones = areaKeysOf({ ...criteria, within }) ?? zoneKeysOf(criteria);
  return zones.map((zone) => ({
    zone,
    transaction: criteria.transaction,
    since,
    ...columns,
    flagsOn,
    flagsOff,
    others: others && JSON.stringify(others),
  }));
}

/**
 * Reads the next facts, finds the alerts they are for and commits what was found together with the new position
 * (speed.md 5.1). Answers whether there may be more. `columns`: the alerts in memory, asked first when they are there.
 */
export async function matchNext(db: Db, columns: AlertColumns | null = null): Promise<boolean> {
  const epoch = await clusterEpoch(db);
  await db.transaction().execute((tx) => rememberEpoch(tx, epoch));
  columns?.tend(db, epoch);
  const limit = columns?.standing ? BATCH_IN_MEMORY : BATCH;
  const read = await readChanges(db, READER, limit, (tx, changes, batch) =>
    matchBatch(tx, changes, batch, columns),
  );
  return read === limit;
}

/** What `matchNext` does with one batch, in the transaction of its position. */
export async function matchBatch(
  tx: Tx,
  changes: readonly Change[],
  batch: number,
  columns: AlertColumns | null = null,
): Promise<void> {
  const now = clock.now();
  const runs = [...new Set(changes.flatMap(({ run }) => run ?? []))];
  const released = new Set(await selectReleasedRuns(tx, runs));
  const facts: NotifiedFact[] = [];
  const left: NotifiedFact[] = [];
  const closed: string[] = [];
  for (const change of changes) {
    const { seq, xid, kind, ref, run } = change;
    if (kind === RUN_CLOSED && run !== null) {
      closed.push(run);
      released.add(run);
    } else if (told.has(kind) || isDeparture(change)) {
      // A fact alone, or one that comes after its run was told, is a run of its own.
      const alone = run === null || released.has(run);
      const fact = { seq, xid, listingId: ref, run: alone ? `change:${seq}` : run, alone };
      (told.has(kind) ? facts : left).push(fact);
    }
  }
  const grouped = new Set([...facts, ...left].flatMap(({ run, alone }) => (alone ? [] : [run])));
  await beginRuns(tx, [...grouped], now);
  if (facts.length > 0) {
    const beside = (some: readonly NotifiedFact[]) => recordFacts(tx, some, now);
    if (!(await columns?.find(tx, facts, { batch, now, beside }))) {
      await insertHits(tx, facts, { batch, now });
      await matchAreas(tx, facts, { batch, now });
      await recordFacts(tx, facts, now);
    }
  }
  await matchDepartures(tx, left, { batch, now });
  const alone = [...facts, ...left].flatMap((fact) => (fact.alone ? [fact.run] : []));
  const opened = await releaseRuns(tx, { closed, alone }, now);
  if (opened > 0) await wakeDigest(tx);
}

/** Releases the runs that nobody closed for hours. */
export async function releaseForgotten(db: Db): Promise<number> {
  return releaseForgottenRuns(db, new Date(clock.now().getTime() - RUN_TIMEOUT_MS), clock.now());
}

const SETTLED_DAYS = 30;
/** A home that left longer ago is another one when it comes back (docs/decisions/0017). */
const HOME_DAYS = 400;

/** Finds are remembered for a month, why some were not sent for three, what was sent while the home may come back. */
export async function forgetOldHits(db: Db): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await forgetSettledHits(db, before(SETTLED_DAYS));
  await forgetSkipped(db, before(DETAIL_DAYS), before(HOME_DAYS));
  await forgetVersions(db, before(DETAIL_DAYS));
}
