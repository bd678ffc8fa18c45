import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { judgedColumns } from '#rooms/criteria/predicate.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { SkipReason } from './notified-listings.ts';

interface Told {
  readonly alertId: number;
  readonly occasion: string;
  readonly told: readonly { readonly id: number; readonly price: number; readonly upto: number }[];
  readonly aside: readonly { readonly id: number; readonly why: SkipReason }[];
}

/** An array as PostgreSQL writes it: numbers and words of ours. */
const literal = (values: readonly (number | string)[]) => `{${values.join(',')}}`;

/** Records the listings that mails notified, or that there was no mail, and the listings skipped. */
export async function recordNotified(tx: Tx, mails: readonly Told[], at: Date): Promise<void> {
  const column = (read: (mail: Told) => readonly (number | string)[]) =>
    mails.map((mail) => literal(read(mail)));
  await sql`
    insert into alert_told as before (alert_id, occasion, at, listings, prices, upto, aside, reasons)
    select m.alert_id, m.occasion, ${at}, m.listings::bigint[], m.prices::bigint[], m.upto::bigint[], m.aside::bigint[], m.reasons::text[]
    from unnest(${mails.map(({ alertId }) => alertId)}::bigint[], ${mails.map(({ occasion }) => occasion)}::text[],
      ${column(({ told }) => told.map(({ id }) => id))}::text[],
      ${column(({ told }) => told.map(({ price }) => price))}::text[],
      ${column(({ told }) => told.map(({ upto }) => upto))}::text[],
      ${column(({ aside }) => aside.map(({ id }) => id))}::text[],
      ${column(({ aside }) => aside.map(({ why }) => why))}::text[])
      as m(alert_id, occasion, listings, prices, upto, aside, reasons)
    on conflict (alert_id, occasion) do update set at = excluded.at, listings = before.listings || excluded.listings,
      prices = before.prices || excluded.prices, upto = before.upto || excluded.upto, aside = before.aside || excluded.aside,
      reasons = before.reasons || excluded.reasons
  `.execute(tx);
}

/** Corrects the record to the written mail: listings left out become skipped, the others take the price shown. */
export async function correctNotified(tx: Tx, mail: Told): Promise<void> {
  const { alertId, occasion, told, aside } = mail;
  const out = aside.map(({ id }) => id);
  const { rows } = await sql<{ at: Date }>`
    update alert_told set (listings, prices, upto) = (
        select coalesce(array_agg(one.id order by one.rank), '{}'),
          coalesce(array_agg(coalesce(now.price, one.price) order by one.rank), '{}'),
          coalesce(array_agg(coalesce(now.upto, one.upto) order by one.rank), '{}')
        from unnest(listings, prices, upto) with ordinality as one(id, price, upto, rank)
        left join unnest(${told.map(({ id }) => id)}::bigint[], ${told.map(({ price }) => price)}::bigint[],
          ${told.map(({ upto }) => upto)}::bigint[]) as now(id, price, upto) on now.id = one.id
        where one.id <> all(${out}::bigint[])),
      aside = aside || ${out}::bigint[], reasons = reasons || ${aside.map(({ why }) => why)}::text[]
    where alert_id = ${alertId} and occasion = ${occasion}
    returning at
  `.execute(tx);
  for (const { at } of rows) {
    await tx
      .updateTable('alertHit')
      .set({ told: told.length })
      .where('alertId', '=', alertId)
      .where('toldAt', '=', at)
      .execute();
  }
}

/** Pending listings of these alerts that are not matched to a home yet. */
export async function selectUncompared(db: Queryable, alertIds: readonly number[]): Promise<number[]> {
  if (alertIds.length === 0) return [];
  const waiting = await sql`select from property_work limit 1`.execute(db);
  if (waiting.rows.length === 0) return [];
  const { rows } = await sql<{ listingId: number }>`
    with found as (
      select distinct unnest(sure || unsure) as seq from alert_hit
      where alert_id = any(${alertIds}::bigint[]) and told_at is null
    )
    select distinct work.listing_id
    from property_work work
    join change c on c.ref = work.listing_id
    join found on found.seq = c.seq
    order by work.listing_id
  `.execute(db);
  return rows.map(({ listingId }) => listingId);
}

/** Forgets the detail of mails older than `before`, and those of `long` before that say nothing of a home on line. */
export async function forgetSkipped(db: Queryable, before: Date, long: Date): Promise<void> {
  await sql`
    update alert_told set aside = '{}', reasons = '{}' where at < ${before} and cardinality(aside) > 0
  `.execute(db);
  await sql`
    delete from alert_told where at < ${long} and not exists (
      select from listing l where l.id = any(alert_told.listings) and (${isOnline('l')} or l.updated_at > ${long}))
  `.execute(db);
}

/** Notes what an alert asks from now on, as its row says, unless that is what was noted last. */
export async function recordVersion(tx: Tx, alertId: number, now: Date): Promise<void> {
  await sql`
    insert into alert_version (alert_id, at, criteria, since)
    select a.id, ${now}, a.criteria, said.since
    from alert a
    cross join lateral (select case when a.status = 'active' then a.since end as since) said
    left join lateral (
      select criteria, since from alert_version where alert_id = a.id order by id desc limit 1) last on true
    where a.id = ${alertId} and (last.criteria, last.since) is distinct from (a.criteria, said.since)
  `.execute(tx);
}

/** Notes what the listings of these facts say, as the matcher reads them in the same transaction. */
export async function recordFacts(
  tx: Tx,
  facts: readonly { readonly seq: number; readonly xid: string; readonly listingId: number }[],
  now: Date,
): Promise<void> {
  const column = <T>(read: (fact: (typeof facts)[number]) => T) => facts.map(read);
  await sql`
    insert into alert_fact (seq, listing_id, xid, read_at, facts)
    select f.seq, f.listing_id, f.xid::xid8, ${now},
      (select to_jsonb(said) from (select ${judgedColumns('l')}, l.lat, l.lng where ${isOnline('l')}) said)
    from unnest(${column(({ seq }) => seq)}::bigint[], ${column(({ listingId }) => listingId)}::bigint[],
      ${column(({ xid }) => xid)}::text[]) as f(seq, listing_id, xid)
    join listing l on l.id = f.listing_id
    on conflict (seq) do nothing
  `.execute(tx);
}

/** Forgets what was said before; the last version of an alert stays. */
export async function forgetVersions(db: Queryable, before: Date): Promise<void> {
  await sql`delete from alert_fact where read_at < ${before}`.execute(db);
  await sql`
    delete from alert_version old where at < ${before} and exists (
      select from alert_version next where next.alert_id = old.alert_id and next.id > old.id and next.at < ${before})
  `.execute(db);
}

/**
 * How many listings an alert found since then, by what became of them; their sum is all that was found. What was set aside
 * because a mail says it already is what became of that mail.
 */
export async function countFates(
  db: Queryable,
  alertId: number,
  since: Date,
): Promise<{ fate: 'sent' | 'waiting' | 'paused' | SkipReason; count: number }[]> {
  const { rows } = await sql<{ fate: 'sent' | 'waiting' | 'paused' | SkipReason; count: number }>`
    with found as (
      select c.ref as id, bool_or(h.told_at is null) as waiting
      from alert_hit h
      cross join lateral unnest(h.sure || h.unsure) as s(seq)
      join change c on c.seq = s.seq
      where h.alert_id = ${alertId} and h.at >= ${since}
      group by c.ref
    ), sent as (
      select distinct unnest(listings) as id from alert_told told
      where alert_id = ${alertId} and not exists (
        select from mail_outbox where status = 'withdrawn'
          and dedupe_key = 'alert:' || told.alert_id || ':' || told.occasion)
    ), aside as (
      select distinct on (said.id) said.id, said.why
      from alert_told mail, unnest(mail.aside, mail.reasons) as said(id, why)
      where mail.alert_id = ${alertId} and said.why <> 'known' order by said.id, mail.at desc
    )
    select fate, count(*) as count from (
      select case when sent.id is not null then 'sent' when found.waiting then 'waiting'
        else coalesce(aside.why, 'paused') end as fate
      from found left join sent using (id) left join aside using (id)) one
    group by fate order by fate
  `.execute(db);
  return rows;
}
