import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { READER } from './matcher.ts';

/** What happened to a listing, and what an alert made of it. */
export interface FactRow {
  readonly seq: number;
  readonly kind: string;
  readonly listingId: number;
  readonly at: Date;
  readonly run: string | null;
  /** The reader of the change log has gone past it. */
  readonly read: boolean;
  /** When it was matched; null when that is not remembered. */
  readonly readAt: Date | null;
  /** What the listing said then; null when it was not on line. */
  readonly facts: Record<string, unknown> | null;
  /** What the alert asked then; null before it was made. */
  readonly criteria: unknown;
  /** Whether it watched then, and from before the fact. */
  readonly awake: boolean;
  readonly seen: boolean;
  readonly matched: 'yes' | 'maybe' | null;
  /** When what was found was settled, by a mail or not. */
  readonly settledAt: Date | null;
  readonly toldAt: Date | null;
  readonly aside: string | null;
  readonly mail: string | null;
}

/** The facts of these listings as an alert saw them, oldest first. Detail from before `since` is left out. */
export async function selectAlertFacts(
  db: Queryable,
  of: { alertId: number; listingIds: readonly number[]; kinds: readonly string[]; since: Date },
): Promise<FactRow[]> {
  const { alertId, listingIds, kinds, since } = of;
  const { rows } = await sql<FactRow>`
    select c.seq, c.kind, c.ref as listing_id, c.at, c.run,
      coalesce((c.xid, c.seq) <= (reader.xid, reader.seq), false) as read,
      f.read_at, f.facts, v.criteria, v.since is not null as awake,
      coalesce(case when f.seq is null then a.since < c.xid else v.since < f.xid end, false) as seen,
      case when c.seq = any(h.sure) then 'yes' when c.seq = any(h.unsure) then 'maybe' end as matched,
      h.told_at as settled_at, case when c.ref = any(t.listings) then t.at end as told_at,
      (select said.why from unnest(t.aside, t.reasons) as said(id, why) where said.id = c.ref limit 1) as aside,
      (select m.status from mail_outbox m where m.dedupe_key = 'alert:' || a.id || ':' || t.occasion) as mail
    from change c
    cross join alert a
    left join change_reader reader on reader.name = ${READER}
    left join alert_fact f on f.seq = c.seq and f.read_at >= ${since}
    left join lateral (
      select one.criteria, one.since from alert_version one
      where one.alert_id = a.id and one.at <= f.read_at order by one.id desc limit 1) v on true
    left join alert_hit h on h.alert_id = a.id and (c.seq = any(h.sure) or c.seq = any(h.unsure))
    left join lateral (
      select one.* from alert_told one
      where one.alert_id = a.id and case when h.run is null
        -- Finds are forgotten before what was told: the first mail after it that told the listing.
        then c.ref = any(one.listings) and one.at >= f.read_at
        else one.occasion in (h.run, 'day:' || to_char(h.told_at at time zone 'Europe/Paris', 'YYYY-MM-DD')) end
      order by one.at limit 1) t on true
    where a.id = ${alertId} and c.ref = any(${listingIds}::bigint[]) and c.kind = any(${kinds}::text[])
    order by c.seq
  `.execute(db);
  return rows;
}

/** The first mail of an alert that told this home by another listing. */
export async function selectNotifiedTwin(
  db: Queryable,
  of: { alertId: number; listingId: number },
): Promise<{ listingId: number; at: Date } | null> {
  const { rows } = await sql<{ listingId: number; at: Date }>`
    select one.id as listing_id, mail.at
    from property_listing own
    join property_listing other on other.property_id = own.property_id and other.listing_id <> own.listing_id
    join alert_told mail on mail.alert_id = ${of.alertId}
    cross join lateral unnest(mail.listings) as one(id)
    where own.listing_id = ${of.listingId} and one.id = other.listing_id
    order by mail.at limit 1
  `.execute(db);
  return rows[0] ?? null;
}
