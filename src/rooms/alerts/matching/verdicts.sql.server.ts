import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

/** Whether an alert's reader rejected this listing, or another of the same property: a home that comes back stays out. */
export function rejectedCondition(
  alertId: RawBuilder<unknown>,
  listingId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from alert_verdict v
    where v.alert_id = ${alertId} and v.verdict = 'reject' and (v.listing_id = ${listingId} or exists (
      select from property_listing own
      join property_listing twin on twin.property_id = own.property_id
      where own.listing_id = ${listingId} and twin.listing_id = v.listing_id)))`;
}

export async function upsertVerdict(
  tx: Tx,
  said: { alertId: number; listingId: number; verdict: 'keep' | 'reject'; reason: string | null; at: Date },
): Promise<void> {
  const { verdict, reason, at } = said;
  await tx
    .insertInto('alertVerdict')
    .values(said)
    .onConflict((conflict) => conflict.columns(['alertId', 'listingId']).doUpdateSet({ verdict, reason, at }))
    .execute();
}

export async function dropVerdict(
  tx: Tx,
  { alertId, listingId }: { alertId: number; listingId: number },
): Promise<void> {
  await tx
    .deleteFrom('alertVerdict')
    .where('alertId', '=', alertId)
    .where('listingId', '=', listingId)
    .execute();
}

export async function isRejected(
  db: Queryable,
  { alertId, listingId }: { alertId: number; listingId: number },
): Promise<boolean> {
  const { rows } = await sql<{ rejected: boolean }>`
    select ${rejectedCondition(sql`${alertId}::bigint`, sql`${listingId}::bigint`)} as rejected
  `.execute(db);
  return rows[0]?.rejected ?? false;
}

/** What the reader of an alert said of this very listing. */
export async function verdictOn(
  db: Queryable,
  { alertId, listingId }: { alertId: number; listingId: number },
): Promise<string | null> {
  const said = await db
    .selectFrom('alertVerdict')
    .select('verdict')
    .where('alertId', '=', alertId)
    .where('listingId', '=', listingId)
    .executeTakeFirst();
  return said?.verdict ?? null;
}

/** Whether a listing was ever seen in public. */
export async function wasPublished(db: Queryable, listingId: number): Promise<boolean> {
  const found = await db
    .selectFrom('listing')
    .select('id')
    .where('id', '=', listingId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
