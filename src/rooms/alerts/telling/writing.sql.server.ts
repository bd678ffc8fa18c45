import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { mayBeShown } from '../owner/results.sql.server.ts';
import { lastFact } from './digest.sql.server.ts';

export interface Visibility {
  readonly visible: boolean;
  /** It may be named, though it has left. */
  readonly shown: boolean;
  /** Its last fact. */
  readonly upto: number;
}

/** Whether these listings are on line now. */
export async function selectVisibility(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, Visibility>> {
  const { rows } = await sql<Visibility & { id: number }>`
    select l.id, ${isOnline('l')} as visible, ${mayBeShown} as shown, ${lastFact} as upto
    from listing l where l.id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The listings that each mail was queued for, in its order: the first ones that its window notes. */
export async function selectQueuedListings(
  db: Queryable,
  mails: readonly {
    readonly id: number;
    readonly alert: number;
    readonly window: string;
    readonly count: number;
  }[],
): Promise<Map<number, { id: number; price: number; upto: number }[]>> {
  if (mails.length === 0) return new Map();
  const { rows } = await sql<{ id: number; listings: number[]; prices: number[]; upto: number[] }>`
    select asked.id, told.listings[:asked.count] as listings, told.prices[:asked.count] as prices,
      told.upto[:asked.count] as upto
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ alert }) => alert)}::bigint[],
      ${mails.map(({ window }) => window)}::text[], ${mails.map(({ count }) => count)}::int[])
      as asked(id, alert_id, occasion, count)
    join alert_told told using (alert_id, occasion)
  `.execute(db);
  return new Map(
    rows.map(({ id, listings, prices, upto }) => [
      id,
      listings.map((listing, index) => ({ id: listing, price: prices[index] ?? 0, upto: upto[index] ?? 0 })),
    ]),
  );
}

/** Departures of listings that their alert never notified, by alert: a mail left them out as they had gone. */
export async function selectUnnotifiedDepartures(
  db: Queryable,
  departures: readonly { readonly alert: number; readonly window: string; readonly id: number }[],
): Promise<Map<number, Set<number>>> {
  if (departures.length === 0) return new Map();
  const { rows } = await sql<{ alertId: number; id: number }>`
    select asked.alert_id, asked.id
    from unnest(${departures.map(({ alert }) => alert)}::bigint[], ${departures.map(({ window }) => window)}::text[],
      ${departures.map(({ id }) => id)}::bigint[]) as asked(alert_id, occasion, id)
    join alert_told mail on mail.alert_id = asked.alert_id and mail.occasion <> asked.occasion
      and (asked.id = any(mail.listings) or asked.id = any(mail.aside))
    group by asked.alert_id, asked.id
    having not bool_or(asked.id = any(mail.listings))
      and bool_or((asked.id, 'gone') in (select * from unnest(mail.aside, mail.reasons)))
  `.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, own]) => [
      alertId,
      new Set(own.map(({ id }) => id)),
    ]),
  );
}

/** By alert and listing, the last fact covered by the mails queued before these. */
export async function selectQueuedEarlier(
  db: Queryable,
  mails: readonly { readonly alert: number; readonly window: string }[],
): Promise<Map<number, Map<number, number>>> {
  const { rows } = await sql<{ alertId: number; listingId: number; upto: number }>`
    select own.alert_id, one.listing_id, max(one.upto) as upto
    from unnest(${mails.map(({ alert }) => alert)}::bigint[], ${mails.map(({ window }) => window)}::text[])
      as asked(alert_id, occasion)
    join alert_told own using (alert_id, occasion)
    join alert_told mail on mail.alert_id = own.alert_id and mail.occasion <> own.occasion and mail.at <= own.at
      and mail.listings && own.listings,
      unnest(mail.listings, mail.upto) as one(listing_id, upto)
    where one.listing_id = any(own.listings)
    group by own.alert_id, one.listing_id
  `.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ alertId }) => alertId)].map(([alertId, own]) => [
      alertId,
      new Map(own.map(({ listingId, upto }) => [listingId, upto])),
    ]),
  );
}
