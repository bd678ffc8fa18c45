import { sql } from 'kysely';
import type { Tx } from '#platform/db.server.ts';

export interface Size {
  readonly agencies: number;
  readonly listings: number;
  readonly reports: number;
  /** Entries of the audit, and mails of a year. */
  readonly entries: number;
  readonly mails: number;
  readonly leads: number;
  readonly coupons: number;
  readonly boosts: number;
}

export const DAY = sql`interval '1 day'`;

/** A moment of the last `days`, in whole milliseconds as the product writes them. */
export const within = (days: number, draw = 'random()') =>
  sql`date_trunc('milliseconds', now() - interval '1 minute' - ${sql.raw(draw)} * ${days}::float8 * ${DAY})`;

/** Mails of a year, the last ones with their words, and the addresses that some came back from. */
export async function layMails(tx: Tx, { agencies, mails }: Size): Promise<void> {
  const kinds = [
    'alert',
    'lead',
    'notification',
    'account',
    'weekly-report',
    'subscriber',
    'favorites',
    'report',
    'invoice',
  ];
  await sql`
    insert into mail_outbox (dedupe_key, stream, recipient, subject, html, message_key, status, attempts, next_at, created_at,
      sent_at, returned_at, returned_as, returned_status)
    select 'mail-' || n, (${kinds}::text[])[1 + floor(9 * random() ^ 2)::int] || ':' || n,
      case when n % 5 = 0 then 'contact@agence-' || 1 + floor(${agencies} * random())::int || '.test'
        else 'p' || floor(100000 * random())::int || '@exemple.test' end,
      'Trois annonces pour votre alerte', case when n > ${mails} * 0.92 then repeat('<p>Une annonce à voir.</p>', 40) end,
      md5(n::text), state, 1, at, at, case when state = 'sent' then at + random() * interval '20 seconds' end,
      case when back then at + interval '1 minute' end, case when back then 'bounce' end, case when back then '5.1.1' end
    from (
      select n, at, state, state = 'sent' and random() < 0.01 as back from (
        select n, date_trunc('milliseconds', now() - (${mails} - n)::float8 / ${mails} * 364 * ${DAY}) as at,
          case when n > ${mails} - 1000 then 'pending'
            else (array['sent', 'failed', 'suppressed', 'withdrawn'])[1 + width_bucket(random(), array[0.95, 0.97, 0.99])]
            end as state
        from generate_series(1, ${mails}::int) n) numbered) drawn order by n
  `.execute(tx);
  await sql`
    insert into mail_address (email, bounces, last_bounce_at, suppressed_at, reason)
    select 'p' || n || '@exemple.test', 1 + n % 3, at, case when n % 10 = 0 then at end,
      case when n % 200 = 0 then 'complaint' when n % 10 = 0 then 'bounces' end
    from (select n, ${within(364)} as at from generate_series(1, ${Math.round(mails / 10)}::int) n) drawn
  `.execute(tx);
}

/** Accounts, alerts and leads. */
export async function layPeople(tx: Tx, { listings, leads }: Size): Promise<void> {
  await sql`
    insert into account (email, first_name, last_name, created_at)
    select 'p' || n || '@exemple.test', 'Camille', 'Martin', ${within(730)} from generate_series(1, ${leads / 3}::int) n
  `.execute(tx);
  await sql`insert into subscriber (email) values ('p1@exemple.test')`.execute(tx);
  await sql`
    insert into alert (subscriber_id, name, criteria, frequency, status, created_at)
    select 1, 'Alerte', '{"transaction": "achat", "places": ["69123"]}', 'daily', case when n % 10 < 7 then 'active' else 'stopped' end,
      ${within(730)} from generate_series(1, ${leads}::int) n
  `.execute(tx);
  await sql`
    insert into lead (listing_id, agency_id, listing_reference, source, status, request, first_name, last_name, email, message,
      opt_in_alerts, opt_in_partners, created_at, keep_until)
    select listing.id, listing.agency_id, listing.reference, 'listing_form', (array['new', 'contacted', 'qualified'])[1 + n % 3],
      'visit', 'Camille', 'Martin', 'p' || n % 100000 || '@exemple.test', 'Est-il encore à vendre ?', false, false, at, current_date + 700
    from (select n, 1 + floor(random() * ${listings})::int as listing, ${within(730)} as at
      from generate_series(1, ${leads}::int) n) drawn
    join listing on listing.id = drawn.listing order by at
  `.execute(tx);
}

/** Coupons and their uses; boosts, one in a hundred of them published by hand today, with their invoices. */
export async function laySales(tx: Tx, { agencies, listings, coupons, boosts }: Size): Promise<void> {
  await sql`
    insert into coupon (code, label, kind, value, created_by, created_at, reserved, stopped_at, ends_at)
    select 'CODE-' || n, 'Campagne ' || n, (array['percent', 'amount', 'free_days'])[1 + n % 3], 10, 'claire', at, n % 5 = 0,
      case when n % 7 = 0 then at + 30 * ${DAY} end, case when n % 3 = 0 then at + 60 * ${DAY} end
    from (select n, ${within(730)} as at from generate_series(1, ${coupons}::int) n) drawn
  `.execute(tx);
  await sql`
    insert into coupon_agency (coupon_id, agency_id)
    select coupon.id, coupon.id * 7 + n from coupon, generate_series(1, 5) n where reserved
  `.execute(tx);
  await sql`
    insert into coupon_use (coupon_id, order_reference, agency_id, discount, taken_at)
    select 1 + floor(${coupons} * random() ^ 2)::int, 'CMD-' || n, 1 + floor(${agencies} * random())::int, 1500, ${within(700)}
    from generate_series(1, ${coupons * 50}::int) n
  `.execute(tx);
  await sql`
    insert into boost (reference, agency_id, status, formula, formula_name, networks, objective, days, media_budget, fee,
      place_code, place_name, radius_km, title, text, call_to_action, publisher, network_state, started_at, ends_at, ended_at,
      settled_at, created_at, updated_at)
    select 'BST-' || lpad(n::text, 8, '0'), 1 + floor(${agencies} * random())::int, state, 'week', 'Une semaine', '{facebook}', 'views',
      7, 7000, 2000, '69123', 'Lyon', 20, 'À voir', 'Une visite ?', 'see', case when hand then 'manual' else 'meta' end,
      case state when 'new' then null when 'completed' then 'stopped' else 'running' end, case when state <> 'new' then at end,
      at + 7 * ${DAY}, case when state = 'completed' then at + 7 * ${DAY} end, case when state = 'completed' then at + 9 * ${DAY} end, at, at
    from (
      select n, hand, case when not late then 'completed' when n % 3 = 0 then 'new' when n % 1000 = 1 then 'sync_error' else 'active' end as state,
        case when late then now() - random() * 6 * ${DAY} else now() - 10 * ${DAY} - (${boosts} - n)::float8 / ${boosts} * 700 * ${DAY} end as at
      from (select n, n > ${boosts} * 0.97 as late, n % 3 = 0 as hand from generate_series(1, ${boosts}::int) n) numbered) drawn
  `.execute(tx);
  await sql`
    insert into boost_listing (boost_id, position, listing_id)
    select boost.id, position, 1 + (boost.id * 37 + position) % ${listings} from boost, generate_series(1, 3) position
  `.execute(tx);
  await sql`
    insert into boost_event (boost_id, to_status, author, at) select id, status, 'commande', created_at from boost
  `.execute(tx);
  await sql`
    insert into boost_day (boost_id, day, impressions, reach, clicks, spend, updated_at)
    select id, started_at::date + n, 900, 700, 12, 1000, now() from boost, generate_series(0, 6) n
    where started_at is not null and started_at::date + n < current_date - 1
  `.execute(tx);
  await sql`
    insert into payment_order (reference, agency_id, status, provider, key, net, discount, vat_rate, vat, gross, terms_version,
      buyer, created_at, expires_at, paid_at)
    select 'CMD-' || substr(reference, 5, 4) || '-' || substr(reference, 9, 4), agency_id, 'paid', 'stripe', reference, 9000, 0, 2000,
      1800, 10800, '1', '{}', created_at, created_at, created_at
    from boost
  `.execute(tx);
  await sql`
    insert into invoice (number, series, year, sequence, order_id, agency_id, issued_on, document, net, vat, gross, mailed_at, created_at)
    select 'F-2026-' || lpad(id::text, 6, '0'), 'F', 2026, id, id, agency_id, created_at::date, '{}', net, vat, gross, created_at, created_at
    from payment_order
  `.execute(tx);
}
