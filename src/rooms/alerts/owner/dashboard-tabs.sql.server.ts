import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** Alerts of an account, those made before with its proven address included. */
export async function countAlertsOf(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from alert join subscriber on subscriber.id = alert.subscriber_id
    where alert.deleted_at is null and (subscriber.account_id = ${accountId}
      or subscriber.account_id is null and subscriber.email = (
        select email from account where id = ${accountId} and email_verified_at is not null))
  `.execute(db);
  return rows[0]?.count ?? 0;
}
