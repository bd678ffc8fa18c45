import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleStatuses } from './contract.ts';

/**
 * The condition of the view `listing_online`, on the table called `alias`: for a statement that reads other listings too, or
 * that composes its conditions. Literals, like those of the partial indexes, so that these serve it.
 */
export function isOnline(alias: string, column: 'status' | 'wanted' = 'status'): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.${column}`)} in (${sql.join(visibleStatuses.map((status) => sql.lit(status)))})`;
}
