import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/db.server.ts';
import { visible } from '../../../search/criteria/rules.server.ts';
import { mayBeShown } from '../../results/sql.server.ts';
import { lastFact } from '../sql.server.ts';

export interface Standing {
  readonly visible: boolean;
  /** It may be named, though it has left. */
  readonly shown: boolean;
  /** Its last fact. */
  readonly upto: number;
}

/** Whether these listings are on line now. */
export async function standingOf(db: Queryable, ids: readonly number[]): Promise<Map<number, Standing>> {
  const { rows } = await sql<Standing & { id: number }>`
    select l.id, ${visible('l')} as visible, ${mayBeShown} as shown, ${lastFact} as upto
    from listing l where l.id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** By alert and listing, up to which fact the mails queued before these say what these tell. */
export async function toldEarlier(
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
