import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { ReferenceRow, TerritoryQuarter } from './rent-control.sql.server.ts';
import type { RentalFacts, RentVerdictKind } from './rent-control.ts';

export type Rental = RentalFacts & { readonly id: number; readonly facts: string };

/** Every word of `RentalFacts`: a listing judged from others is judged again. */
const factsOf = sql`md5(row(listing.place_code, listing.lat, listing.lng, listing.point_radius, listing.rooms,
  listing.built_year, listing.furnished, listing.surface, listing.price, listing.charges, listing.base_rent,
  listing.rent_supplement, listing.reference_rent, listing.rent_controlled)::text)`;

/** The rentals that a verdict is given on; the same as `judgeRental` and the listing's page say. */
const judged = sql`listing.transaction = 2 and ${isOnline('listing')}
  and listing.property_type in ('apartment', 'house')
  and (listing.rent_controlled or listing.reference_rent is not null or exists (
    select from rent_quarter join place on place.code = rent_quarter.place_code
    where place.code = listing.place_code or place.city_code = listing.place_code))`;

/** Which orders there are, and which hold on that day: verdicts of another edition are given again. */
export async function selectEdition(db: Queryable, on: string): Promise<string> {
  const { rows } = await sql<{ edition: string }>`
    select concat_ws(' ', coalesce((select version from price_edition where name = 'rent-control'), '-'), (
      select string_agg(distinct territory || valid_from, ',' order by territory || valid_from) from rent_reference
      where valid_from <= ${on}::date and (valid_to is null or valid_to > ${on}::date))) as edition`.execute(
    db,
  );
  return rows[0]?.edition ?? '';
}

/**
 * Rentals without a verdict, or whose facts or orders are no longer those it was given on. They are kept from being
 * deleted meanwhile.
 */
export async function selectStale(tx: Tx, edition: string, limit: number): Promise<Rental[]> {
  const { rows } = await sql<Rental>`
    select listing.id, listing.place_code, listing.lat, listing.lng, listing.point_radius, listing.rooms,
      listing.built_year, listing.furnished, listing.surface, listing.price, listing.charges, listing.base_rent,
      listing.rent_supplement, listing.reference_rent, listing.rent_controlled, ${factsOf} as facts
    from listing left join rent_verdict on rent_verdict.listing_id = listing.id
    where ${judged} and (rent_verdict.listing_id is null or rent_verdict.edition <> ${edition} or rent_verdict.facts <> ${factsOf})
    order by listing.id limit ${limit}
    for key share of listing`.execute(tx);
  return rows;
}

export interface VerdictRow {
  readonly id: number;
  readonly verdict: RentVerdictKind;
  readonly excess: number | null;
  readonly facts: string;
}

export async function upsertVerdicts(
  tx: Tx,
  rows: readonly VerdictRow[],
  edition: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into rent_verdict (listing_id, verdict, excess, facts, edition, judged_at)
    select id, verdict, excess, facts, ${edition}, ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(id bigint, verdict text, excess bigint, facts text)
    on conflict (listing_id) do update set verdict = excluded.verdict, excess = excluded.excess,
      facts = excluded.facts, edition = excluded.edition, judged_at = excluded.judged_at`.execute(tx);
}

/** Verdicts on what is no longer on line, to let, or under a control; returns how many. */
export async function deleteLapsed(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from rent_verdict using listing
    where listing.id = rent_verdict.listing_id and not coalesce((${judged}), false)
    returning rent_verdict.listing_id as id`.execute(tx);
  return rows.length;
}

/** All quarters, with the commune or district and the city that each is part of. */
export async function selectAllQuarters(
  db: Queryable,
): Promise<(TerritoryQuarter & { cityCode: string | null })[]> {
  const { rows } = await sql<TerritoryQuarter & { cityCode: string | null }>`
    select territory, rent_quarter.code, rent_quarter.name, place_code, rings, place.city_code
    from rent_quarter join place on place.code = rent_quarter.place_code order by rent_quarter.code`.execute(
    db,
  );
  return rows;
}

export type CurrentReference = Pick<
  ReferenceRow,
  'quarterCode' | 'rooms' | 'epoch' | 'furnished' | 'ceiling' | 'validFrom'
> & { readonly territory: string; readonly validTo: string | null };

/** What holds on that day. */
export async function selectReferences(db: Queryable, on: string): Promise<CurrentReference[]> {
  const { rows } = await sql<CurrentReference>`
    select territory, quarter_code, rooms, epoch, furnished, ceiling, valid_from, valid_to from rent_reference
    where valid_from <= ${on}::date and (valid_to is null or valid_to > ${on}::date)`.execute(db);
  return rows;
}
