import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { isConnectionLost, plannedOnce, poolOf, type Queryable, rowsOf, types } from './db.server.ts';

class Nth {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }
}

export type SqlParameters<Given extends readonly unknown[]> = { [At in keyof Given]: RawBuilder<Given[At]> };
type Ask<Given extends readonly unknown[], Row> = (db: Queryable, ...given: Given) => Promise<Row[]>;

/**
 * A short read-only statement that varies only by its parameters: composed once, planned once by each connection
 * (`plannedOnce`). Those queried in one turn, outside a transaction, are batched (`Turns`). `write` receives the
 * placeholder of each parameter.
 */
export function prepare<Given extends readonly unknown[], Row>(
  write: (...given: SqlParameters<Given>) => RawBuilder<Row>,
): Ask<Given, Row> {
  let prepared: CompiledQuery | null = null;
  return async (db, ...given) => {
    const stands = given.map((_, nth) => sql.val(new Nth(nth))) as SqlParameters<Given>;
    prepared ??= sql`${plannedOnce}${write(...stands)}`.compile(db);
    const values = prepared.parameters.map((one) => (one instanceof Nth ? given[one.nth] : one));
    const turns = turnsOf(db);
    if (turns) return (await turns.ask(prepared.sql, values)) as Row[];
    return (await db.executeQuery<Row>(CompiledQuery.raw(prepared.sql, values))).rows;
  };
}

/** A prepared statement for each of few shapes; `write` is called once for each name of a shape. */
export function prepareEach<Shape, Given extends readonly unknown[], Row>(
  nameOf: (shape: Shape) => string,
  write: (shape: Shape) => (...given: SqlParameters<Given>) => RawBuilder<Row>,
): (shape: Shape) => Ask<Given, Row> {
  const known = new Map<string, Ask<Given, Row>>();
  return (shape) => {
    const name = nameOf(shape);
    const prepared = known.get(name) ?? prepare(write(shape));
    known.set(name, prepared);
    return prepared;
  };
}

interface Asked {
  readonly text: string;
  /** As they are sent. */
  readonly values: readonly (string | Buffer | null)[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Two keep PostgreSQL busy: one process asks less than a backend can answer (decision 0025). */
const UNDER_WAY_MAX = 2;
/** Longest time (ms) a query waits for an in-flight batch before it is sent anyway. */
const PATIENCE_MS = 25;

/**
 * Batches the statements of one turn of the event loop: one connection, one write, one answer, since waking a process
 * and being woken by it costs as much as a small statement. While two batches are in flight, new statements wait and
 * leave together when one returns.
 */
class Turns {
  readonly #pool: pg.Pool;
  #asked: Asked[] = [];
  #underWay = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  ask(text: string, values: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.#add({ text, values: values.map((one) => utils.prepareValue(one)), resolve, reject });
    });
  }

  #add(asked: Asked): void {
    if (this.#asked.push(asked) === 1) this.#endTurn();
  }

  /** A tick runs after all pending microtasks, so the batch holds every query of this turn. */
  #endTurn(): void {
    queueMicrotask(() => process.nextTick(() => void this.#leave()));
  }

  async #leave(isLate = false): Promise<void> {
    if (this.#asked.length === 0) return;
    if (this.#underWay >= UNDER_WAY_MAX && !isLate) {
      this.#patience ??= setTimeout(() => void this.#leave(true), PATIENCE_MS);
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = undefined;
    const asked = this.#asked;
    this.#asked = [];
    this.#underWay += 1;
    try {
      const client = await this.#pool.connect();
      const { left, isLost } = await new Promise<Outcome>((resolve) =>
        client.query(new Together(asked, resolve)),
      );
      client.release(isLost);
      this.#asked.push(...left);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#endTurn();
    }
  }
}

const turnsByPool = new WeakMap<pg.Pool, Turns>();

/** Null in a transaction, which has its own connection. */
function turnsOf(db: Queryable): Turns | null {
  const pool = poolOf(db);
  if (!pool) return null;
  const known = turnsByPool.get(pool) ?? new Turns(pool);
  turnsByPool.set(pool, known);
  return known;
}

interface Outcome {
  /** Queries that did not run. */
  readonly left: readonly Asked[];
  /** Whether the connection is lost. */
  readonly isLost: boolean;
}

interface Known {
  readonly name: string;
  readonly read: (values: readonly (string | null)[]) => unknown;
}

/** What node-postgres hands to a query of its own. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(of: { name: string; text: string }): void;
  bind(of: { statement: string; values: readonly unknown[] }): void;
  describe(of: { type: 'P'; name: string }): void;
  execute(of: object): void;
  sync(): void;
}

interface Described {
  readonly fields: readonly {
    readonly name: string;
    readonly dataTypeID: Parameters<typeof types.getTypeParser>[0];
  }[];
}

/** feature_not_supported: « cached plan must not change result type ». */
const PLAN_OUTDATED = '0A000';

/** What each connection has prepared, by text. */
const knownBy = new WeakMap<Wire, Map<string, Known>>();
let namesGiven = 0;

/**
 * Statements as one query of node-postgres, under one Sync. A connection says the columns of a statement the first time
 * only. When one fails, those behind it did not run: `over` gets them back.
 */
class Together implements pg.Submittable {
  readonly #asked: readonly Asked[];
  readonly #over: (outcome: Outcome) => void;
  /** Those that this query prepares. */
  readonly #names = new Map<string, string>();
  #known = new Map<string, Known>();
  #at = 0;
  #rows: unknown[] = [];

  constructor(asked: readonly Asked[], over: (outcome: Outcome) => void) {
    this.#asked = asked;
    this.#over = over;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    this.#known = knownBy.get(wire) ?? this.#known;
    knownBy.set(wire, this.#known);
    wire.stream.cork();
    for (const { text, values } of this.#asked) {
      const known = this.#known.get(text)?.name ?? this.#names.get(text);
      const name = known ?? `together_${++namesGiven}`;
      if (!known) {
        this.#names.set(text, name);
        wire.parse({ name, text });
      }
      wire.bind({ statement: name, values });
      if (!known) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: Described): void {
    const { text } = this.#asked[this.#at]!;
    this.#known.set(text, { name: this.#names.get(text)!, read: readerOf(fields) });
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#known.get(this.#asked[this.#at]!.text)!.read(fields));
  }

  handleCommandComplete(): void {
    this.#asked[this.#at]!.resolve(this.#rows);
    this.#at += 1;
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#over({ left: [], isLost: false });
  }

  handleError(error: unknown): void {
    const left = this.#asked.slice(this.#at);
    const [failed, ...behind] = left;
    const goesOn = error instanceof pg.DatabaseError && !isConnectionLost(error);
    const isOutdated = goesOn && error.code === PLAN_OUTDATED;
    // Its columns changed since it was prepared: prepare it again.
    if (failed && isOutdated && this.#known.delete(failed.text)) return this.#over({ left, isLost: false });
    failed?.reject(error);
    if (goesOn) return this.#over({ left: behind, isLost: false });
    for (const { reject } of behind) reject(error);
    this.#over({ left: [], isLost: true });
  }
}

function readerOf(fields: Described['fields']): Known['read'] {
  const rowOf = rowsOf(fields.map(({ name }) => name));
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'));
  return (values) => rowOf(values.map((value, column) => (value === null ? null : parsers[column]!(value))));
}
