import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { TerritoryQuarter } from './rent-control.sql.server.ts';
import type { RentalFacts, RentVerdictKind } from './rent-control.ts';

export type Rental = RentalFacts & { readonly id: number; readonly facts: string };

/** Every word of `RentalFacts`: a listing judged from others is judged again. */
const factsOf = sql`md5(row(listing.place_code, listing.lat, listing.lng, listing.point_radius, listing.rooms,
  listing.built_year, listing.furnished, listing.surface, listing.price, listing.charges, listing.base_rent,
  listing.rent_supplement, listing.reference_rent, listing.rent_controlled, listing.property_type)::text)`;

/**
 * Every place that a quarter may be a quarter of: its own, their cities, their districts. It depends on no listing, so that
 * it is gathered once, however many listings are looked at.
 */
const controlledPlaces = sql`(
  select held.code from rent_quarter, unnest(place_codes) as held(code)
  union select place.city_code from rent_quarter, unnest(place_codes) as held(code) join place on place.code = held.code
    where place.city_code is not null
  union select place.code from rent_quarter, unnest(place_codes) as held(code) join place on place.city_code = held.code
    where place.kind = 'district')`;

/** The rentals that a verdict is given on; the same as `judgeRental` and the listing's page say. */
const judged = sql`listing.transaction = 2 and ${isOnline('listing')}
  and listing.property_type in ('apartment', 'house')
  and (listing.rent_controlled or listing.reference_rent is not null or listing.place_code in ${controlledPlaces})`;

/** Which orders there are, and which have begun or ended by that day: verdicts of another edition are given again. */
export async function selectEdition(db: Queryable, on: string): Promise<string> {
  const { rows } = await sql<{ edition: string }>`
    select concat_ws(' ', coalesce((select version from price_edition where name = 'rent-control'), '-'), (
      select string_agg(territory || valid_from, ',' order by territory, valid_from) from rent_order
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
      listing.rent_supplement, listing.reference_rent, listing.rent_controlled, listing.property_type, ${factsOf} as facts
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

/** All quarters, each with the codes of the places that it may be a quarter of. */
export async function selectAllQuarters(
  db: Queryable,
): Promise<(TerritoryQuarter & { seenFrom: string[] })[]> {
  const { rows } = await sql<TerritoryQuarter & { seenFrom: string[] }>`
    select territory, code, name, zone, rings, array(
      select held from unnest(place_codes) as own(held)
      union select city_code from place where code = any(place_codes) and city_code is not null
      union select place.code from place where kind = 'district' and city_code = any(place_codes)) as seen_from
    from rent_quarter order by territory, code`.execute(db);
  return rows;
}
