import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Registrations {
  /** `YYYY-MM-DD` in Paris. */
  readonly day: string;
  readonly accounts: number;
  readonly agencies: number;
}

/**
 * Accounts and spaces of agencies opened on each day from one to another, days without one included. Those of a demonstration
 * count, as in the other figures of the dashboard; production has none.
 */
export async function selectRegistrations(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<Registrations[]> {
  const opened = (table: RawBuilder<unknown>) => sql`(select count(*)::int from ${table}
    where created_at >= day at time zone 'Europe/Paris'
      and created_at < (day + interval '1 day') at time zone 'Europe/Paris')`;
  const { rows } = await sql<Registrations>`
    select to_char(day, 'YYYY-MM-DD') as day, ${opened(sql`account`)} as accounts, ${opened(sql`agency_account`)} as agencies
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    order by day
  `.execute(db);
  return rows;
}
