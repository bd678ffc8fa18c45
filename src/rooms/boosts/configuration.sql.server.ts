import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

export interface ConfigurationRow {
  readonly id: number;
  readonly effectiveAt: Date;
  readonly settings: unknown;
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: Date;
}

const columns = sql`id, effective_at, settings, author, note, created_at`;

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

export async function insertConfiguration(
  tx: Tx,
  row: Omit<ConfigurationRow, 'id' | 'settings'> & { readonly settings: string },
): Promise<ConfigurationRow> {
  const { rows } = await sql<ConfigurationRow>`
    insert into boost_configuration (effective_at, settings, author, note, created_at)
    values (${row.effectiveAt}, ${row.settings}::jsonb, ${row.author}, ${row.note}, ${row.createdAt})
    returning ${columns}
  `.execute(tx);
  return rows[0]!;
}
