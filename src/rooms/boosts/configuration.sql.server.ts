import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

export interface ConfigurationRow {
  readonly id: number;
  readonly effectiveAt: Date;
  readonly settings: unknown;
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: Date;
  /** Another one was loaded later for the same moment. */
  readonly replaced: boolean;
}

const columns = sql`id, effective_at, settings, author, note, created_at, exists (
  select from boost_configuration later
  where later.effective_at = boost_configuration.effective_at and later.id > boost_configuration.id) as replaced`;

/** Versions are loaded one after the other: locks until the transaction ends. */
export async function lockConfigurations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('boost_configuration'))`.execute(tx);
}

/** The version in force at a moment: of two with the same date, the one loaded last. */
export async function selectConfigurationAt(db: Queryable, at: Date): Promise<ConfigurationRow | null> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration where effective_at <= ${at}
    order by effective_at desc, id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** All of them, the one with the latest date first. */
export async function selectConfigurations(db: Queryable): Promise<ConfigurationRow[]> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration order by effective_at desc, id desc
  `.execute(db);
  return rows;
}

/** Those whose date is past at a moment, or those whose date is to come; the latest date first, before the version `after`. */
export async function selectConfigurationPage(
  db: Queryable,
  { at, future, after, limit }: { at: Date; future: boolean; after: number | null; limit: number },
): Promise<ConfigurationRow[]> {
  const side = future ? sql`effective_at > ${at}` : sql`effective_at <= ${at}`;
  const before =
    after === null
      ? sql``
      : sql`and (effective_at, id) < (select one.effective_at, one.id from boost_configuration one where one.id = ${after})`;
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration where ${side} ${before}
    order by effective_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function selectConfiguration(db: Queryable, id: number): Promise<ConfigurationRow | null> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** The one of the earliest date. */
export async function selectFirstConfiguration(db: Queryable): Promise<ConfigurationRow | null> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration order by effective_at, id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Number of the one that was loaded last; null when there is none. */
export async function selectNewestConfiguration(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from boost_configuration
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Those loaded after a version, the first loaded first. */
export async function selectConfigurationsSince(db: Queryable, id: number): Promise<ConfigurationRow[]> {
  const { rows } = await sql<ConfigurationRow>`
    select ${columns} from boost_configuration where id > ${id} order by id
  `.execute(db);
  return rows;
}

export async function insertConfiguration(
  tx: Tx,
  row: Omit<ConfigurationRow, 'id' | 'settings' | 'replaced'> & { readonly settings: string },
): Promise<ConfigurationRow> {
  const { rows } = await sql<ConfigurationRow>`
    insert into boost_configuration (effective_at, settings, author, note, created_at)
    values (${row.effectiveAt}, ${row.settings}::jsonb, ${row.author}, ${row.note}, ${row.createdAt})
    returning ${columns}
  `.execute(tx);
  return rows[0]!;
}
