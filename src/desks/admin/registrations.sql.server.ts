import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Registrations {
  /** `YYYY-MM-DD` in Paris. */
  readonly day: string;
  readonly accounts: number;
  readonly agencies: number;
}

/** Accounts and spaces of agencies opened on each day since `from`, days without one included. */
export async function selectRegistrations(
  db: Queryable,
  { from, to, since }: { from: string; to: string; since: Date },
): Promise<Registrations[]> {
  const { rows } = await sql<Registrations>`
    with opened as (
      select 'account' as kind, (created_at at time zone 'Europe/Paris')::date as day
      from account where created_at >= ${since}
      union all
      select 'agency', (created_at at time zone 'Europe/Paris')::date
      from agency_account where created_at >= ${since})
    select to_char(each.day, 'YYYY-MM-DD') as day,
      count(*) filter (where kind = 'account')::int as accounts,
      count(*) filter (where kind = 'agency')::int as agencies
    from generate_series(${from}::date, ${to}::date, interval '1 day') as each(day)
    left join opened on opened.day = each.day::date
    group by each.day order by each.day
  `.execute(db);
  return rows;
}
