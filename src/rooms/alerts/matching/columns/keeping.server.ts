import path from 'node:path';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { ThreadTrouble, threadFile, WorkerClient } from '#platform/worker-client.server.ts';
import { areaWordsIn } from '#rooms/criteria/area-words.ts';
import { criteriaIn, placesOf } from '../../asking/described-search.server.ts';
import type { NotifiedFact } from '../matcher.sql.server.ts';
import {
  areaCriteria,
  changedSince,
  factLines,
  hasKeys,
  insertFoundHits,
  keyLines,
  lastAlert,
  originOf,
  rollbackToSavepoint,
  selectHorizon,
  setSavepoint,
  type Which,
} from './columns.sql.server.ts';
import type { Answer, AreaLine, ColumnsState, Lines, Question } from './columns.ts';
import { lineFacts } from './predicate.server.ts';

const LOOK_EVERY_MS = 60_000;
/** After trouble. */
const REST_MS = 300_000;
/** Longer than any batch takes; the transaction that waits is ended after a minute. */
const ANSWER_MS = 30_000;
const LOAD_MS = 600_000;
/** Facts read at once. */
const READ = 5_000;
/** Numbers of alerts read at once. */
const CHUNK = 10_000;
/** Part of the rows that may be new or gone before all is loaded anew. */
const WORN = 0.1;

type Say = (facts: object, message: string) => void;
type Open = { readonly log: { readonly info: Say; readonly warn: Say }; readonly dataDir: string | null };

interface Loaded {
  readonly thread: WorkerClient<Question, Answer>;
  /** All that alerts said before is in it. */
  horizon: string;
  standing: ColumnsState;
}

/**
 * The alerts in the memory of a thread, beside the database (speed.md 5.1). A cache: it may end at any time, and
 * callers then get null and ask the database. It opens by itself when there are many alerts.
 */
export class AlertColumns {
  readonly #log: Open['log'];
  readonly #file: string | null;
  readonly #worth: number;
  #loaded: Loaded | null = null;
  #loading: Promise<void> | null = null;
  #nextLook = 0;
  #epoch = '';

  /** `worth`: fewer keys are found as fast by the statement alone. */
  constructor({ log, dataDir }: Open, worth: number) {
    this.#log = log;
    this.#file = dataDir && path.join(dataDir, 'cache', 'alert-columns.bin');
    this.#worth = worth;
  }

  /** What it holds; null while the database answers alone. */
  get standing(): ColumnsState | null {
    return this.#loaded?.thread.alive ? this.#loaded.standing : null;
  }

  /** Opens itself, or anew, in the background; `epoch`: the cluster that the numbers are of. */
  tend(db: Db, epoch: string): void {
    if (epoch !== this.#epoch) {
      this.#forget();
      this.#epoch = epoch;
    }
    const worn = this.#loaded && this.#loaded.standing.worn > this.#loaded.standing.rows * WORN;
    const now = performance.now();
    if (this.#loading || (this.#loaded && !worn) || now < this.#nextLook) return;
    this.#nextLook = now + LOOK_EVERY_MS;
    this.#loading = this.#open(db)
      .catch((error: unknown) => this.#trouble(error))
      .finally(() => {
        this.#loading = null;
      });
  }

  /** Resolves once what `tend` began is over. */
  async ready(): Promise<void> {
    await this.#loading;
  }

  /** Ends the thread under its owner, who notices when it next asks: a test of what then happens. */
  async kill(): Promise<void> {
    await this.#loaded?.thread.close();
  }

  /** Ends the thread; the database answers alone. */
  async close(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.thread.close();
  }

  /**
   * Finds the alerts of a batch and keeps them, in the transaction of its position: what `insertHits` and `matchAreas` do
   * by statements. The database reads facts, and does `beside` with them, while the thread looks at those before. False
   * when it cannot: nothing was written then.
   */
  async find(
    tx: Tx,
    facts: readonly NotifiedFact[],
    given: { batch: number; now: Date; beside: (some: readonly NotifiedFact[]) => Promise<void> },
  ): Promise<boolean> {
    const loaded = this.#loaded;
    if (!loaded) return false;
    await setSavepoint(tx);
    try {
      await refresh(tx, loaded);
      await find(tx, loaded, facts, given);
      return true;
    } catch (error) {
      // What the database refuses is not the thread’s fault, and ends the transaction.
      if (!(error instanceof ThreadTrouble)) throw error;
      this.#trouble(error);
      await rollbackToSavepoint(tx);
      return false;
    }
  }

  async #open(db: Db): Promise<void> {
    if (!this.#loaded && !(await hasKeys(db, this.#worth))) return;
    const began = performance.now();
    const epoch = this.#epoch;
    const origin = await originOf(db);
    const thread = new WorkerClient<Question, Answer>(
      threadFile(import.meta.url, './thread.server.ts', 'alert-columns'),
    );
    try {
      const restored = this.#loaded ? null : await this.#restore(db, thread, origin);
      const loaded = restored ?? (await load(db, thread));
      await refresh(db, loaded);
      const { alerts, rows, bytes } = loaded.standing;
      if (epoch !== this.#epoch) throw new ThreadTrouble('another cluster');
      const before = this.#loaded;
      this.#loaded = loaded;
      await before?.thread.close();
      this.#log.info(
        { alerts, rows, bytes, warm: restored !== null, ms: Math.round(performance.now() - began) },
        'alertes en mémoire',
      );
      if (!restored && this.#file) {
        const stamp = JSON.stringify({ origin, horizon: loaded.horizon });
        if (loaded.standing.worn === 0) await thread.ask({ ask: 'save', file: this.#file, stamp }, LOAD_MS);
      }
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** What was on the disk, when it is of this database and of not too long ago. */
  async #restore(db: Db, thread: Loaded['thread'], origin: string): Promise<Loaded | null> {
    if (!this.#file) return null;
    const { restored } = (await thread.ask({ ask: 'restore', file: this.#file }, LOAD_MS)) as Extract<
      Answer,
      { restored: unknown }
    >;
    if (!restored) return null;
    const stamp = JSON.parse(restored.stamp) as { origin: string; horizon: string };
    if (stamp.origin !== origin || BigInt(stamp.horizon) > BigInt(await selectHorizon(db))) return null;
    const { ids } = await changedSince(db, stamp.horizon);
    if (ids.length > restored.standing.alerts * WORN) return null;
    return { thread, horizon: stamp.horizon, standing: restored.standing };
  }

  #trouble(error: unknown): void {
    this.#log.warn({ err: error }, 'alertes en mémoire abandonnées, la base répond seule');
    this.#nextLook = performance.now() + REST_MS;
    this.#forget();
  }

  #forget(): void {
    void this.close();
  }
}

async function find(
  tx: Tx,
  { thread, standing }: Loaded,
  facts: readonly NotifiedFact[],
  given: { batch: number; now: Date; beside: (some: readonly NotifiedFact[]) => Promise<void> },
): Promise<void> {
  const { batch, now, beside } = given;
  const runs = [...new Set(facts.map(({ run }) => run))];
  const rankOf = new Map(runs.map((run, rank) => [run, rank]));
  const read = async (some: readonly NotifiedFact[]) => {
    const ranks = some.map(({ run }) => rankOf.get(run) ?? 0);
    const lines = await factLines(tx, some, {
      columns: lineFacts,
      ranks,
      words: standing.asksWords,
      now,
    });
    await beside(some);
    return lines;
  };
  let asked: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < facts.length; from += READ) {
    const [lines] = await Promise.all([read(facts.slice(from, from + READ)), asked]);
    asked = thread.ask({ ask: 'match', facts: lines, first: from === 0 }, ANSWER_MS);
  }
  await asked;
  const take = async () =>
    ((await thread.ask({ ask: 'take' }, ANSWER_MS)) as Extract<Answer, { found: unknown }>).found;
  let found = await take();
  while (found) {
    [found] = await Promise.all([take(), insertFoundHits(tx, found, { runs, batch, now })]);
  }
}

async function load(db: Db, thread: Loaded['thread']): Promise<Loaded> {
  await thread.ask({ ask: 'begin' }, LOAD_MS);
  const horizon = await selectHorizon(db);
  const last = await lastAlert(db);
  for (let from = 1; from <= last; from += CHUNK) {
    await thread.ask({ ask: 'load', lines: await linesOf(db, { from, to: from + CHUNK - 1 }) }, LOAD_MS);
  }
  const { standing } = (await thread.ask({ ask: 'settle' }, LOAD_MS)) as { standing: ColumnsState };
  return { thread, horizon, standing };
}

/** Brings what changed since: all that is committed now, so never less than the statement would see. */
async function refresh(db: Queryable, loaded: Loaded): Promise<void> {
  const { horizon, ids } = await changedSince(db, loaded.horizon);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK);
    const lines = await linesOf(db, { ids: some });
    const { standing } = (await loaded.thread.ask({ ask: 'put', ids: some, lines }, LOAD_MS)) as {
      standing: ColumnsState;
    };
    loaded.standing = standing;
  }
  loaded.horizon = horizon;
}

async function linesOf(db: Queryable, which: Which): Promise<Lines> {
  const rows = await areaCriteria(db, which);
  const places = await placesOf(db, { places: rows.flatMap((row) => criteriaIn(row).places) });
  const areas = rows.map((row): AreaLine => {
    const criteria = criteriaIn(row);
    return {
      alertId: row.id,
      places: criteria.places,
      words: areaWordsIn(criteria),
      centres: criteria.places.flatMap((code) => {
        const place = places.get(code);
        return place ? [{ lng: place.lng, lat: place.lat }] : [];
      }),
    };
  });
  return { keys: await keyLines(db, which), areas };
}

const opened = new WeakMap<Db, AlertColumns>();

/** The columns of this process: one instance for its database. */
export function columnsOf({ db, log, env }: Pick<Services, 'db' | 'log' | 'env'>): AlertColumns {
  const known = opened.get(db);
  if (known) return known;
  const say = (level: 'info' | 'warn') => (facts: object, message: string) => log[level](facts, message);
  const columns = new AlertColumns(
    { log: { info: say('info'), warn: say('warn') }, dataDir: env.dataDir },
    env.VIGIE_ALERTS_IN_MEMORY_FROM,
  );
  opened.set(db, columns);
  return columns;
}
