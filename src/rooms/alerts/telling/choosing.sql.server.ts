import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';

/** A fact of the change log about a listing. */
export interface Fact {
  readonly seq: number;
  readonly xid: number;
  readonly run: string | null;
  readonly kind: string;
  readonly listingId: number;
  /** Cents; null when the fact says none. */
  readonly price: number | null;
  readonly previousPrice: number | null;
}

/** All the facts, in order, of the listings that these are about: these, and those of the same runs. */
export async function factsAbout(
  db: Queryable,
  found: { seqs: readonly number[]; runs: readonly string[]; kinds: readonly string[] },
): Promise<Fact[]> {
  const { seqs, runs, kinds } = found;
  const { rows } = await sql<Fact>`
    select c.seq, c.xid::text::bigint as xid, c.run, c.kind, c.ref as listing_id, (c.payload ->> 'price')::bigint as price,
      (c.payload ->> 'previousPrice')::bigint as previous_price
    from change c
    where c.ref in (select one.ref from change one where one.seq = any(${seqs}::bigint[]))
      and (c.run = any(${runs}::text[]) or c.seq = any(${seqs}::bigint[])) and c.kind = any(${kinds}::text[])
    order by c.seq
  `.execute(db);
  return rows;
}

/** A listing of the home that a listing shows, itself included; null: a home of its own, not compared yet. */
export interface HomeListing {
  readonly id: number;
  readonly propertyId: number | null;
  readonly other: number;
  readonly visible: boolean;
}

export async function homesOf(
  db: Queryable,
  listingIds: readonly number[],
): Promise<Map<number, HomeListing[]>> {
  const { rows } = await sql<HomeListing>`
    select asked.id, mine.property_id, l.id as other, ${isOnline('l')} as visible
    from unnest(${listingIds}::bigint[]) as asked(id)
    left join property_listing mine on mine.listing_id = asked.id
    left join property_listing beside on beside.property_id = mine.property_id
    join listing l on l.id = coalesce(beside.listing_id, asked.id)
  `.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

/** What an alert notified of a listing before. */
export interface NotifiedBefore {
  /** The lowest, in cents. */
  readonly price: number;
  /** The last fact that it told, or that the price it told said. */
  readonly upto: number;
}

/** What each of these alerts notified of each of these listings. */
export async function selectNotified(
  db: Queryable,
  alertIds: readonly number[],
  listingIds: readonly number[],
): Promise<Map<number, Map<number, NotifiedBefore>>> {
  const { rows } = await sql<NotifiedBefore & { alertId: number; listingId: number }>`
    select mail.alert_id, one.listing_id, min(one.price) as price, max(one.upto) as upto
    from alert_told mail, unnest(mail.listings, mail.prices, mail.upto) as one(listing_id, price, upto)
    where mail.alert_id = any(${alertIds}::bigint[]) and one.listing_id = any(${listingIds}::bigint[])
    group by mail.alert_id, one.listing_id
  `.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, own]) => [
      alertId,
      new Map(own.map(({ listingId, ...told }) => [listingId, told])),
    ]),
  );
}

/** Of these listings, those that each of these alerts matched but could not notify: they departed before the mail. */
export async function selectMissed(
  db: Queryable,
  alertIds: readonly number[],
  listingIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (alertIds.length === 0) return new Map();
  const { rows } = await sql<{ alertId: number; listingId: number }>`
    select distinct mail.alert_id, one.listing_id
    from alert_told mail, unnest(mail.aside, mail.reasons) as one(listing_id, why)
    where mail.alert_id = any(${alertIds}::bigint[]) and one.listing_id = any(${listingIds}::bigint[])
      and one.why = 'gone'
  `.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, own]) => [
      alertId,
      new Set(own.map(({ listingId }) => listingId)),
    ]),
  );
}

/** Of these listings, those that the readers of these alerts rejected, or of whose home they rejected another. */
export async function selectRejected(
  db: Queryable,
  alertIds: readonly number[],
  listingIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ alertId: number; listingId: number }>`
    select v.alert_id, one.listing_id
    from alert_verdict v
    left join property_listing own on own.listing_id = v.listing_id
    cross join lateral (
      select v.listing_id
      union select twin.listing_id from property_listing twin where twin.property_id = own.property_id) one
    where v.alert_id = any(${alertIds}::bigint[]) and v.verdict = 'reject'
      and one.listing_id = any(${listingIds}::bigint[])
  `.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, own]) => [
      alertId,
      new Set(own.map(({ listingId }) => listingId)),
    ]),
  );
}
