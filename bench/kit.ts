import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Db, migrate, openDb } from '#platform/db.server.ts';
import { useLocalPostgres } from '#platform/postgres.server.ts';

/**
 * Does the work on a migrated database of its own, dropped afterwards whatever happens; `connections` is how many it may
 * hold at once. The server is that of the benches, under .cache/bench.
 */
export async function onOwnDatabase<T>(
  connections: number,
  work: (db: Db, url: string) => Promise<T>,
): Promise<T> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const server = await useLocalPostgres({
    dataDir: path.resolve('.cache/bench'),
    database: name,
    say: () => {},
  });
  const db = openDb(server.url, { max: connections, name: 'vigie bench' });
  try {
    await migrate(db);
    return await work(db, server.url);
  } finally {
    await db.destroy();
    const url = new URL(server.url);
    url.pathname = '/postgres';
    const admin = openDb(url.href, { max: 1 });
    await sql`drop database ${sql.ref(name)} with (force)`.execute(admin);
    await admin.destroy();
    await server.release();
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value that this part of the others, 0 to 1, does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}

/** What node-postgres hands to a query of its own: the wire, and the messages of COPY. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** One COPY over the plain protocol, in either direction. */
export class Copy {
  readonly #text: string;
  readonly chunks: Buffer[];
  readonly #over = Promise.withResolvers<void>();

  constructor(text: string, chunks: Buffer[]) {
    this.#text = text;
    this.chunks = chunks;
  }

  on(client: pg.Client): Promise<void> {
    client.query(this as unknown as pg.Submittable);
    return this.#over.promise;
  }

  submit(wire: Wire): void {
    wire.query(this.#text);
  }

  handleCopyInResponse(wire: Wire): void {
    for (const chunk of this.chunks) wire.sendCopyFromChunk(chunk);
    wire.endCopyFrom();
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.chunks.push(Buffer.from(chunk));
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#over.resolve();
  }

  handleError(error: Error): void {
    this.#over.reject(error);
  }
}
