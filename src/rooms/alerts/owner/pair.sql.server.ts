import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';

export interface Partner {
  readonly id: number;
  readonly criteria: Criteria;
  readonly firstName: string | null;
  readonly email: string;
  readonly invitedAt: Date;
  /** Whether this alert is the one that invited. */
  readonly invited: boolean;
  /** Both have said yes. */
  readonly accepted: boolean;
  /** The other alert watches, or is only paused. */
  readonly awake: boolean;
}

/** The other alert of a pair, whatever its state; null when there is none. */
export async function partnerOf(db: Queryable, alertId: number): Promise<Partner | null> {
  const { rows } = await sql<Partner>`
    select other.id, other.criteria, a.first_name, s.email, p.invited_at, p.alert_id = ${alertId} as invited,
      other.confirmed_at is not null and own.confirmed_at is not null as accepted,
      other.deleted_at is null and other.status in ('active', 'paused') as awake
    from alert_pair p
    join alert own on own.id = ${alertId}
    join alert other on other.id = case when p.alert_id = ${alertId} then p.partner_id else p.alert_id end
    join subscriber s on s.id = other.subscriber_id
    left join account a on a.id = s.account_id
    where p.alert_id = ${alertId} or p.partner_id = ${alertId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Filters alerts that are searched with another. */
export async function pairedAmong(db: Queryable, alertIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select one.id from alert_pair p cross join lateral (values (p.alert_id), (p.partner_id)) one(id)
    where (p.alert_id = any(${alertIds}::bigint[]) or p.partner_id = any(${alertIds}::bigint[]))
      and one.id = any(${alertIds}::bigint[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function insertPair(
  tx: Tx,
  pair: { alertId: number; partnerId: number; invitedAt: Date },
): Promise<void> {
  await tx.insertInto('alertPair').values(pair).execute();
}

export async function deletePair(tx: Tx, alertId: number): Promise<void> {
  await tx
    .deleteFrom('alertPair')
    .where((where) => where.or([where('alertId', '=', alertId), where('partnerId', '=', alertId)]))
    .execute();
}

/** What an alert's reader said of these listings, or of another of the same home: the last word on each. */
export async function verdictsOnHomes(
  db: Queryable,
  alertId: number,
  listingIds: readonly number[],
): Promise<Map<number, 'keep' | 'reject'>> {
  const { rows } = await sql<{ listingId: number; verdict: 'keep' | 'reject' }>`
    select distinct on (asked.id) asked.id as listing_id, v.verdict
    from unnest(${[...listingIds]}::bigint[]) as asked(id)
    join alert_verdict v on v.alert_id = ${alertId} and (v.listing_id = asked.id or exists (
      select from property_listing own
      join property_listing twin on twin.property_id = own.property_id
      where own.listing_id = asked.id and twin.listing_id = v.listing_id))
    order by asked.id, v.at desc
  `.execute(db);
  return new Map(rows.map(({ listingId, verdict }) => [listingId, verdict]));
}
