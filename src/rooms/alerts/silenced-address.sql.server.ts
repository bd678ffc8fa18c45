import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** The address of an account or of its alerts to which nothing is carried any more, when the account has proven it. */
export async function suppressedAddress(
  db: Queryable,
  accountId: number,
): Promise<{ email: string; reason: string | null; releasedAt: Date | null } | null> {
  const { rows } = await sql<{ email: string; reason: string | null; releasedAt: Date | null }>`
    select email, reason, released_at from mail_address
    where suppressed_at is not null and email in (
      select email from subscriber where account_id = ${accountId}
      union all select email from account where id = ${accountId} and email_verified_at is not null)
    order by suppressed_at limit 1
  `.execute(db);
  return rows[0] ?? null;
}
