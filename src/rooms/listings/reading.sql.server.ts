import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { prepare } from '#platform/prepared.server.ts';
import { type AddressDisplay, propertyTypes } from './contract.ts';
import { columnOf, type FactName, type FactRow, factNames, factRows } from './facts.ts';
import { isOnline } from './online.sql.server.ts';
import type { ListingCard, ListingView } from './reading.ts';
import { DOUBTFUL_FROM } from './scam.ts';

// Nested objects are columns named after both (`place.code`), or built by PostgreSQL with the names of the contract, as json,
// which is written once and never searched; times become ISO text there too.
const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const photoObject = sql`json_build_object(
  'key', storage_key, 'width', width, 'height', height, 'placeholder', placeholder, 'caption', caption,
  'avif', avif = 'ready')`;

/** From this many sales on a median is told beside a price without a warning (formats/prices.md 2.2, 9). */
const SALES_TOLD = 30;

/** The agencies that show the home of a listing on line, itself included; not looked for where it alone shows it. */
const sharedBy = sql`
  case when listing.home is not null and ${isOnline('listing')} then (
    select jsonb_build_object('agencies', count(distinct twin.agency_id), 'from', min(twin.price))
    from property_listing own
    join property_listing other on other.property_id = own.property_id
    join listing_online twin on twin.id = other.listing_id
    where own.listing_id = listing.id and own.rank is not null
    having count(distinct twin.agency_id) > 1) end`;

const dwellings = sql.join(
  Object.entries(propertyTypes).flatMap(([type, { dwelling }]) => (dwelling ? sql.lit(type) : [])),
);

/** What a programme still offers; all of it once nothing can be had. */
const homesOf = sql`
  case when listing.property_type = 'programme' and jsonb_typeof(listing.units) = 'array' then (
    select jsonb_build_object('count', count(*),
      'roomsMin', min((unit ->> 'rooms')::integer), 'roomsMax', max((unit ->> 'rooms')::integer),
      'surfaceMin', min((unit ->> 'surface')::numeric), 'surfaceMax', max((unit ->> 'surface')::numeric))
    from jsonb_array_elements(listing.units) unit
    where unit ->> 'propertyType' in (${dwellings})
      and (unit ->> 'status' = 'available' or not listing.units @? '$[*] ? (@.status == "available")')
    having count(*) > 0) end`;

/** `homeClassOf`: what people read as the energy class. Greatest leaves out a climate letter that is unknown. */
const homeClass = sql`case when listing.energy_class is not null
  then greatest(listing.energy_class, listing.climate_class) end`;

/** Commercial agents must say what they are (domain.md R23); other contacts stay private. */
const ofAgent = (column: RawBuilder<unknown>) =>
  sql`case when listing.contact_status = 'commercial_agent' then ${column} end`;

/** Facts that are not answered as their column holds them. */
const answered: Readonly<Partial<Record<FactName, RawBuilder<unknown>>>> = {
  feeScheduleUrl: sql`coalesce(listing.fee_schedule_url, agency.fee_schedule_url)`,
  energyClass: homeClass,
  address: sql`case when listing.address_display in ('exact', 'street') then listing.address end`,
  contactName: ofAgent(sql`listing.contact_name`),
  contactRsac: ofAgent(sql`listing.contact_rsac`),
  contactRsacCity: ofAgent(sql`listing.contact_rsac_city`),
  contactSoleTrader: ofAgent(sql`listing.contact_sole_trader`),
};

const factsSeenOn = (seen: FactRow['seen']) =>
  sql.join(
    factNames
      .filter((name) => factRows[name].seen === seen)
      .map((name) => {
        const [column, answer] = [columnOf(name), answered[name]];
        return answer ? sql`${answer} as ${sql.ref(column)}` : sql.ref(`listing.${column}`);
      }),
  );

const pageFacts = factsSeenOn('page');

const cardColumns = sql`
  listing.id, listing.reference, listing.status, ${factsSeenOn('card')},
  listing.price_per_m2, listing.previous_price,
  ${isoTime(sql`listing.price_changed_at`)} as price_changed_at,
  ${homesOf} as homes,
  listing.photo_count,
  ${isoTime(sql`listing.published_at`)} as published_at, ${isoTime(sql`listing.market_since`)} as market_since,
  ${sharedBy} as shared,
  place.code as "place.code", place.kind as "place.kind", place.name as "place.name",
  place.liaison as "place.liaison", place.slug as "place.slug", place.city_name as "place.city_name",
  place.city_slug as "place.city_slug", place.rank as "place.rank", place.department_name as "place.department_name",
  sold.median as "sold_median.median", sold.q1 as "sold_median.q1", sold.q3 as "sold_median.q3", sold.n as "sold_median.n",
  sold.months as "sold_median.months", sold.last_on as "sold_median.to",
  photo.storage_key as "photo.key", photo.width as "photo.width", photo.height as "photo.height",
  photo.placeholder as "photo.placeholder", photo.caption as "photo.caption", photo.is_avif as "photo.avif"`;

const cards = sql`
  listing
  join agency on agency.id = listing.agency_id
  left join place on place.code = listing.place_code
  left join price_figure sold on sold.area_code = listing.place_code and sold.slice = 'all' and sold.n >= ${sql.lit(SALES_TOLD)}
    and sold.kind = case listing.property_type when 'apartment' then 'apartment' when 'house' then 'house' end
  left join lateral (
    select *, avif = 'ready' as is_avif from listing_photo
    where listing_id = listing.id and status = 'ready' order by position limit 1
  ) photo on true`;

/** The cards of the ids, in no order. */
export async function selectCards(db: Queryable, ids: readonly number[]): Promise<ListingCard[]> {
  return ids.length === 0 ? [] : cardsByIds(db, ids);
}

const cardsByIds = prepare<[ids: readonly number[]], ListingCard>(
  (ids) => sql`
    select ${cardColumns},
      agency.owner_reference as "agency.owner_reference", agency.name as "agency.name"
    from ${cards} where listing.id = any(${ids}::bigint[])`,
);

interface StoredView extends ListingView {
  readonly addressDisplay: AddressDisplay | null;
  /** The law keeps it off line, or kept it when it left for another reason. */
  readonly held: boolean;
  /** Vigie suspends it. */
  readonly moderated: boolean;
}

/** The whole of a listing, whatever its status, its address as the agency wrote it; null when there is none. */
export async function selectView(db: Queryable, id: number): Promise<StoredView | null> {
  return (await viewById(db, id))[0] ?? null;
}

const viewById = prepare<[id: number], StoredView>(
  (id) => sql`
    select ${cardColumns},
      ${pageFacts}, listing.lat, listing.lng, listing.address_display,
      exists (select from listing_verdict where listing_id = listing.id and hold is not null) as held,
      exists (select from listing_suspension where listing_id = listing.id) as moderated,
      exists (select from listing_verdict where listing_id = listing.id
        and not jsonb_path_exists(findings, '$[*] ? (@.rule != "R17")')) as complete,
      coalesce((
        select json_agg(json_build_object('explanation', signal->'explanation', 'excerpt', signal->'excerpt') order by rank)
        from listing_scam, jsonb_array_elements(signals) with ordinality as each(signal, rank)
        where listing_id = listing.id and decided is null and listing_scam.score >= ${sql.lit(DOUBTFUL_FROM)}
      ), '[]') as doubts,
      ${isoTime(sql`listing.updated_at`)} as updated_at,
      ${isoTime(sql`listing.withdrawn_at`)} as withdrawn_at,
      (select ${isoTime(sql`at`)} from listing_confirmation where listing_id = listing.id) as confirmed_at,
      (select coalesce(json_agg(${photoObject} order by position), '[]') from listing_photo
       where listing_id = listing.id and status = 'ready') as photos,
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${isoTime(sql`at`)}, 'price', price) order by at), '[]')
       from listing_price where listing_id = listing.id) as prices,
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${isoTime(sql`at`)}, 'status', status) order by at), '[]')
       from listing_availability where listing_id = listing.id) as availability,
      jsonb_build_object(
        'ownerReference', agency.owner_reference, 'name', agency.name, 'siren', agency.siren,
        'rcsCity', agency.rcs_city, 'cardNumber', agency.card_number, 'phone', agency.phone,
        'address', agency.address, 'postalCode', agency.postal_code, 'city', agency.city,
        'website', agency.website, 'tradeName', agency.trade_name, 'companyName', agency.company_name,
        'legalForm', agency.legal_form, 'capital', agency.capital, 'siret', agency.siret,
        'vatNumber', agency.vat_number, 'soleTrader', agency.sole_trader, 'cardOffice', agency.card_office,
        'cardActivities', agency.card_activities, 'cardUntil', agency.card_until,
        'guarantorName', agency.guarantor_name, 'guarantorAddress', agency.guarantor_address,
        'guaranteeAmount', agency.guarantee_amount, 'holdsNoFunds', agency.holds_no_funds,
        'insurance', agency.insurance, 'mediatorName', agency.mediator_name, 'mediatorUrl', agency.mediator_url,
        'feeScheduleOn', agency.fee_schedule_on,
        'logo', (select json_build_object('key', key, 'width', width, 'height', height) from agency_logo
          where agency_id = agency.id and agency.excluded_on is null)) as agency
    from ${cards} where listing.id = ${id}`,
);
