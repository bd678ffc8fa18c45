import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { cityOf } from '#rooms/criteria/verdict.ts';
import type { EnergyClass } from '#rooms/listings/contract.ts';
import { groupHomes, isWorthKeeping, type Link } from '#rooms/listings/homes/clustering.server.ts';
import {
  contradictionOf,
  evidenceOf,
  isCertain,
  isOfOneHome,
  isOneMarketing,
  type Specific,
  scoreOf,
  sharedPrints,
} from '#rooms/listings/homes/comparison.server.ts';
import { type ComparableListing, marketOf, printOf } from '#rooms/listings/homes/comparison.ts';
import { publicPoint } from '#rooms/listings/public-point.server.ts';
import { type Chance, chanceOf } from './chance.ts';

/**
 * A market whose truth is known: homes, and the listings by which agencies show them, some of them twice. Homes come
 * by neighbourhoods made to be taken for one another: flats of one building, lots of one programme, houses of one
 * estate, studios of one residence, and unrelated homes of one commune that look alike.
 */
export interface LabelledSet {
  readonly seed: number;
  readonly listings: readonly LabelledListing[];
  readonly truePairs: readonly Pair[];
  /** Of one neighbourhood, comparable in size, price and rooms, and yet two homes. */
  readonly hardNegatives: readonly HardPair[];
}

export interface LabelledListing extends ComparableListing {
  readonly home: string;
  readonly placeCode: string;
  readonly agency: string;
  readonly technicalId: string;
  /** Signed numbers of 64 bits in decimal, as listing_photo keeps them. */
  readonly prints: readonly string[];
  readonly words: string;
  readonly half: 0 | 1;
}

export type Pair = readonly [LabelledListing, LabelledListing];
type NeighbourhoodKind = 'building' | 'programme' | 'estate' | 'residence' | 'street';
export interface HardPair {
  readonly kind: NeighbourhoodKind;
  readonly pair: Pair;
}

interface Home {
  readonly name: string;
  readonly market: string;
  readonly isNew: boolean;
  readonly rental: boolean;
  readonly size: number;
  readonly land: number | null;
  readonly net: number;
  readonly rooms: number;
  readonly bedrooms: number;
  readonly floor: number | null;
  readonly floors: number | null;
  readonly builtYear: number;
  readonly furnished: boolean | null;
  readonly certificate: { number: string; letter: EnergyClass; value: number; climate: number } | null;
  readonly lat: number;
  readonly lng: number;
  readonly prints: readonly string[];
  readonly words: readonly string[];
}

interface Neighbourhood {
  readonly kind: NeighbourhoodKind;
  readonly placeCode: string;
  readonly homes: readonly Home[];
  /** Pictures that all its listings show: the drawings of the programme, the hall of the residence. */
  readonly common: readonly string[];
}

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 9);

/** Neighbourhoods of each kind, in each half, for a set of the asked size (1: about 600 true pairs in all). */
const KINDS: Readonly<Record<NeighbourhoodKind, number>> = {
  building: 40,
  programme: 9,
  estate: 16,
  residence: 8,
  street: 40,
};

/**
 * What encoding again does to our fingerprints, bits that differ, measured on 30 pictures of 1,600 x 1,200 through
 * `makePicture`: JPEG 60 at 1,024 pixels or WebP 60; 8 % brighter or marked; a crop of 1 % a side; of 2 %.
 */
const RECODED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const TOUCHED = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2];
const CROPPED_1 = [0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5];
const CROPPED_2 = [1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 10];

/** The labelled set of a seed, always the same; its halves share no neighbourhood. */
export function labelledSet(seed: number, scale = 1): LabelledSet {
  const chance = chanceOf(seed);
  const listings: LabelledListing[] = [];
  const hard: HardPair[] = [];
  const agencies = Array.from({ length: 24 }, (_, index) => agencyOf(index, chance));
  for (const half of [0, 1] as const) {
    for (const [kind, count] of Object.entries(KINDS) as [NeighbourhoodKind, number][]) {
      for (let turn = 0; turn < Math.round(count * scale); turn += 1) {
        const place = neighbourhoodOf(kind, `${half}-${kind}-${turn}`, chance);
        const shown = listingsOf(place, half, agencies, chance);
        listings.push(...shown);
        hard.push(...hardPairs(kind, shown));
      }
    }
  }
  const numbered = listings.map((listing, index) => ({ ...listing, id: index + 1 }));
  const byKey = new Map(numbered.map((listing) => [listing.key, listing]));
  const homes = [...Map.groupBy(numbered, ({ home }) => home).values()];
  return {
    seed,
    listings: numbered,
    truePairs: homes.flatMap((some) => pairsOf(some)),
    hardNegatives: hard.map(({ kind, pair: [a, b] }) => ({
      kind,
      pair: [byKey.get(a.key)!, byKey.get(b.key)!],
    })),
  };
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [Item, Item] => [a, b]));
}

function hardPairs(kind: NeighbourhoodKind, shown: readonly LabelledListing[]): HardPair[] {
  return pairsOf(shown)
    .filter(
      ([a, b]) =>
        a.home !== b.home &&
        a.market === b.market &&
        Math.abs(a.size! - b.size!) / Math.max(a.size!, b.size!) <= 0.03 &&
        Math.abs(a.price - b.price) / Math.max(a.price, b.price) <= 0.12 &&
        (a.rooms === null || b.rooms === null || Math.abs(a.rooms - b.rooms) <= 1),
    )
    .map((pair) => ({ kind, pair }));
}

interface Agency {
  readonly id: number;
  readonly ref: string;
  /** Where its fees are: in percent of the price, or the seller's. */
  readonly fees: number;
  readonly saysFloor: number;
  readonly saysNumber: number;
  readonly ownPhotos: number;
  /** Its logo ends every gallery. */
  readonly logo: string | null;
  readonly wholeMetres: boolean;
}

function agencyOf(index: number, { chance, pick, int }: Chance): Agency {
  return {
    id: index + 1,
    ref: `agence-${index + 1}`,
    fees: pick([0, 0, 3, 4, 5, 6]),
    saysFloor: pick([0.5, 0.7, 0.85, 0.95]),
    saysNumber: pick([0, 0.2, 0.8]),
    ownPhotos: pick([0, 0.05, 0.2]),
    logo: chance(0.3) ? hashOf(`logo ${index} ${int(0, 1e9)}`) : null,
    wholeMetres: chance(0.4),
  };
}

/** 64 bits as a signed number. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

function flipped(print: string, bits: number, { int }: Chance): string {
  let value = BigInt(print);
  const taken = new Set<number>();
  while (taken.size < bits) taken.add(int(0, 63));
  for (const bit of taken) value ^= 1n << BigInt(bit);
  return BigInt.asIntN(64, value).toString();
}

const letterOf = (value: number): EnergyClass =>
  value <= 70
    ? 'A'
    : value <= 110
      ? 'B'
      : value <= 180
        ? 'C'
        : value <= 250
          ? 'D'
          : value <= 330
            ? 'E'
            : value <= 420
              ? 'F'
              : 'G';

function neighbourhoodOf(kind: NeighbourhoodKind, name: string, chance: Chance): Neighbourhood {
  const { int } = chance;
  const centre = { lat: 43 + int(0, 60_000) / 10_000, lng: int(0, 60_000) / 10_000 };
  const placeCode = String(int(1, 94) * 1000 + int(1, 400)).padStart(5, '0');
  const common =
    kind === 'programme'
      ? Array.from({ length: int(2, 4) }, (_, rank) => hashOf(`${name} common ${rank}`))
      : kind === 'residence' || kind === 'building'
        ? Array.from({ length: int(0, 2) }, (_, rank) => hashOf(`${name} common ${rank}`))
        : [];
  return { kind, placeCode, common, homes: homesOf(kind, name, centre, chance) };
}

function homesOf(
  kind: NeighbourhoodKind,
  name: string,
  centre: { lat: number; lng: number },
  chance: Chance,
): Home[] {
  const { int, pick } = chance;
  const rental = kind === 'residence' || (kind !== 'programme' && kind !== 'estate' && chance.chance(0.25));
  const flat = kind !== 'estate' && (kind !== 'street' || chance.chance(0.6));
  const floors = flat ? int(2, 9) : null;
  const year = kind === 'programme' ? 2027 : int(1880, 2015);
  const energy = int(70, 340);
  const perMetre = rental ? int(900, 2600) : int(150_000, 700_000);
  // One certificate for the whole building, its number told for each of its flats.
  const collective =
    chance.chance({ building: 0.15, programme: 0, estate: 0, residence: 0.5, street: 0 }[kind]) &&
    certificateOf(energy, Math.round(energy / 5), chance);
  // Flats above one another have one plan.
  const plans = Array.from({ length: kind === 'street' ? 1 : kind === 'residence' ? 1 : int(1, 3) }, () => {
    const rooms = kind === 'residence' ? 1 : kind === 'estate' ? int(4, 5) : int(1, 5);
    return { rooms, size: Math.round((12 + rooms * int(16, 24)) * 100) / 100 };
  });
  const count = {
    building: int(4, 7),
    programme: int(5, 9),
    estate: int(3, 6),
    residence: int(5, 9),
    street: int(3, 6),
  };
  return Array.from({ length: count[kind] }, (_, index): Home => {
    const plan = pick(plans);
    const strangers = kind === 'street';
    const size =
      Math.round(
        plan.size * (strangers ? 1 + int(-15, 15) / 1000 : 1 + pick([0, 0, 0, 2, -3, 5]) / 1000) * 100,
      ) / 100;
    const floor = flat
      ? kind === 'programme'
        ? Math.min(floors!, 1 + Math.floor(index / 2))
        : int(0, floors!)
      : null;
    const own = strangers ? int(70, 340) : Math.max(40, energy + int(-25, 25));
    const builtYear = strangers ? (chance.chance(0.3) ? year : int(1880, 2015)) : year;
    const rate = strangers
      ? 1 + int(-60, 60) / 1000
      : 1 + (floor ?? 0) * 0.004 + (kind === 'residence' ? 0 : int(-15, 15) / 1000);
    const grain = rental ? 500 : kind === 'programme' ? 100_000 : 50_000;
    const spread = strangers ? 0.012 : kind === 'estate' ? 0.0012 : 0;
    const clones = kind === 'residence' || kind === 'programme';
    return {
      name: `${name}-${index}`,
      market: marketOf({
        transaction: rental ? 2 : 1,
        propertyType: flat ? 'apartment' : 'house',
        lifeAnnuity: false,
      }),
      isNew: kind === 'programme',
      rental,
      size: kind === 'residence' ? plan.size : size,
      land: flat ? null : int(18, 90) * 10 + (chance.chance(0.5) ? int(0, 9) : 0),
      net: Math.max(grain, Math.round((size * perMetre * rate) / grain) * grain),
      rooms: plan.rooms,
      bedrooms: Math.max(0, plan.rooms - (strangers && chance.chance(0.3) ? 2 : 1)),
      floor,
      floors: strangers && floors !== null ? Math.max(floor!, floors + int(-2, 2)) : floors,
      builtYear,
      furnished: rental ? (kind === 'residence' ? true : chance.chance(0.4)) : null,
      certificate:
        kind === 'programme'
          ? null
          : collective ||
            certificateOf(
              own,
              clones ? Math.round(own / 5) : Math.max(1, Math.round(own / pick([5, 6, 18])) + int(-2, 2)),
              chance,
            ),
      lat: centre.lat + (int(-1000, 1000) / 1000) * spread,
      lng: centre.lng + (int(-1000, 1000) / 1000) * spread,
      prints: Array.from({ length: int(3, 9) }, (_, rank) => hashOf(`${name} ${index} ${rank}`)),
      words: phrasesOf(chance),
    };
  });
}

function certificateOf(
  value: number,
  climate: number,
  { int, pick }: Chance,
): NonNullable<Home['certificate']> {
  const number = `${int(21, 26)}${String(int(1, 95)).padStart(2, '0')}E${int(1_000_000, 9_999_999)}${pick(['A', 'K', 'R', 'X'])}`;
  return { number, letter: letterOf(value), value, climate };
}

const PHRASES = [
  'séjour lumineux',
  'cuisine équipée',
  'balcon au sud',
  'deux chambres',
  'proche des commerces',
  'au calme',
  'parquet ancien',
  'vue dégagée',
  'cave en sous-sol',
  'place de parking',
  'copropriété soignée',
  'double vitrage',
  'chauffage individuel',
  'salle de bains refaite',
  'rangements nombreux',
  'quartier recherché',
  'tramway à deux pas',
  'dernier étage',
  'ascenseur',
  'terrasse exposée ouest',
  'jardin clos',
  'garage attenant',
  'cheminée',
  'gardien',
  'faibles charges',
  'libre de suite',
  'idéal investisseur',
  'coup de cœur',
  'rare à la vente',
  'écoles à pied',
];

function phrasesOf({ some }: Chance): string[] {
  return some(PHRASES, 0.35);
}

function listingsOf(
  place: Neighbourhood,
  half: 0 | 1,
  agencies: readonly Agency[],
  chance: Chance,
): LabelledListing[] {
  const { int, pick } = chance;
  const local = Array.from({ length: 4 }, () => pick(agencies)).filter(
    (one, index, all) => all.indexOf(one) === index,
  );
  const counters = new Map<number, number>();
  const shown: LabelledListing[] = [];
  const add = (
    home: Home,
    agency: Agency,
    time: { from: number; until: number | null },
    former: LabelledListing | null,
  ) => {
    const number = (counters.get(agency.id) ?? 0) + 1;
    counters.set(agency.id, number);
    const listing = listingOf({ place, home, agency, half, number, former, ...time }, chance);
    shown.push(listing);
    return listing;
  };
  for (const home of place.homes) {
    const from = NOW - int(5, 150) * DAY;
    // Lots of one programme and studios of one residence are mostly in one book, and on line together.
    const first = chance.chance(place.kind === 'programme' || place.kind === 'residence' ? 0.75 : 0.4)
      ? local[0]!
      : pick(local);
    const gone = chance.chance(0.25);
    const until = gone ? Math.min(NOW - DAY, from + int(10, 90) * DAY) : null;
    const one = add(home, first, { from, until }, null);
    const others = local.filter((agency) => agency !== first);
    if (others.length > 0 && chance.chance(place.kind === 'programme' ? 0.3 : 0.45)) {
      const start = from + int(-20, 60) * DAY;
      add(home, pick(others), { from: Math.min(start, NOW - DAY), until: null }, one);
      if (others.length > 1 && chance.chance(0.15)) {
        const third = pick(others.filter((agency) => agency.id !== shown.at(-1)!.agencyId));
        add(home, third, { from: NOW - int(1, 30) * DAY, until: null }, one);
      }
    } else if (until !== null && chance.chance(0.7)) {
      add(home, first, { from: Math.min(until + pick([0, 0, 0, int(1, 40)]) * DAY, NOW), until: null }, one);
    }
  }
  return shown;
}

interface Ad {
  readonly place: Neighbourhood;
  readonly home: Home;
  readonly agency: Agency;
  readonly half: 0 | 1;
  readonly number: number;
  readonly from: number;
  readonly until: number | null;
  /** The listing whose words and pictures it may take. */
  readonly former: LabelledListing | null;
}

/** What an agency says of a home: not all of it, nor exactly. */
function listingOf(ad: Ad, chance: Chance): LabelledListing {
  const { place, home, agency, former } = ad;
  const { int, pick } = chance;
  const again = former !== null && former.agencyId === agency.id;
  const technicalId = `${home.name}-a${agency.id}-${ad.number}${again ? 'b' : ''}`;
  const says = (probability: number) => chance.chance(probability);
  const { size, price, net } = again
    ? { size: former.size!, ...askedAgain(former, home, chance) }
    : asked(home, agency, former, chance);
  const sameMethod = says(0.96);
  const drift = sameMethod ? 0 : int(8, 60);
  const { certificate } = home;
  const rated = certificate !== null && says(0.93);
  const numberSaid = rated && sameMethod && says(agency.saysNumber);
  const precise = says(0.85);
  const point = publicPoint({
    lat: home.lat + (precise ? int(-4, 4) / 10_000 : int(-60, 60) / 10_000),
    lng: home.lng + (precise ? int(-5, 5) / 10_000 : int(-80, 80) / 10_000),
    radius: pick([null, null, 150, 500]),
    technicalId,
  });
  const located = says(0.85);
  return {
    id: 0,
    key: `${agency.ref}/${technicalId}`,
    home: home.name,
    half: ad.half,
    placeCode: place.placeCode,
    agency: agency.ref,
    agencyId: agency.id,
    technicalId,
    reference:
      again && says(0.3) ? former.reference : `${home.rental ? 'L' : 'V'}-${technicalId}`.slice(0, 60),
    from: ad.from,
    until: ad.until,
    market: home.market,
    isNew: home.isNew,
    size,
    land: home.land === null || !says(0.85) ? null : says(0.85) ? home.land : Math.round(home.land / 10) * 10,
    price,
    net,
    rooms: says(0.96) ? home.rooms + (says(0.03) ? 1 : 0) : null,
    bedrooms: says(0.82) ? home.bedrooms : null,
    floor:
      home.floor === null || !says(again ? Math.max(0.75, agency.saysFloor) : agency.saysFloor)
        ? null
        : home.floor,
    floors: home.floors === null || !says(0.6) ? null : home.floors,
    builtYear: says(0.6) ? home.builtYear + (says(0.9) ? 0 : pick([-2, -1, 1, 5])) : null,
    furnished: home.furnished === null || !says(0.9) ? null : home.furnished,
    flatShare: null,
    energyNumber: numberSaid ? certificate.number : null,
    energyVersion: rated ? 'DPE_v07-2021' : null,
    energyClass: rated ? letterOf(certificate.value + drift) : null,
    energyValue: rated && says(0.97) ? certificate.value + drift : null,
    climateValue: rated && says(0.95) ? certificate.climate + Math.round(drift / 6) : null,
    lat: located && point ? point.lat : null,
    lng: located && point ? point.lng : null,
    radius: located && point ? point.radius : null,
    prints: gallery(ad, again, chance),
    words: wordsOf(home, former, again, chance),
  };
}

function asked(home: Home, agency: Agency, former: LabelledListing | null, { int, chance }: Chance) {
  // What the seller asks is told to each agency within three percent; a developer's price is one.
  const told = home.isNew || former === null || chance(0.25) ? 1 : 1 + int(-30, 30) / 1000;
  const grain = home.rental ? 100 : 10_000;
  const net = Math.round((home.net * told) / grain) * grain;
  // The plan of a new lot says its surface to all.
  const drift = former !== null && !home.isNew && chance(0.5) ? 1 + int(-20, 20) / 1000 : 1;
  const exact = Math.round(home.size * drift * 100) / 100;
  const size = agency.wholeMetres ? Math.round(exact) : exact;
  if (home.rental || home.isNew || agency.fees === 0) return { size, price: net, net: null };
  return { size, price: Math.round(net * (1 + agency.fees / 100)), net };
}

/** The same agency again, most often a little cheaper. */
function askedAgain(former: LabelledListing, { isNew }: Home, { int, chance }: Chance) {
  const cut = isNew || chance(0.4) ? 1 : 1 - int(5, 60) / 1000;
  return {
    price: Math.round((former.price * cut) / 100) * 100,
    net: former.net === null ? null : Math.round((former.net * cut) / 100) * 100,
  };
}

function gallery({ home, place, agency, former }: Ad, again: boolean, chance: Chance): string[] {
  const { int, pick, some } = chance;
  const recoded = (print: string) =>
    flipped(print, pick(pick([RECODED, RECODED, RECODED, TOUCHED, TOUCHED, CROPPED_1, CROPPED_2])), chance);
  const fresh = () =>
    Array.from({ length: int(3, 8) }, (_, rank) =>
      hashOf(`${home.name} ${agency.ref} ${rank} ${int(0, 1e9)}`),
    );
  // Drawings of a programme come before its flats exist.
  const own = home.isNew
    ? chance.chance(0.3)
      ? [hashOf(`${home.name} plan`)]
      : []
    : former === null
      ? [...home.prints]
      : again
        ? some(home.prints, 0.9)
        : chance.chance(agency.ownPhotos)
          ? fresh()
          : [...fresh().slice(0, int(0, 3)), ...borrowed(home.prints, chance).map(recoded)];
  const shared = some(place.common, home.isNew ? 0.9 : 0.5).map((print) =>
    chance.chance(0.5) ? print : recoded(print),
  );
  return [...new Set([...own, ...shared, ...(agency.logo === null ? [] : [agency.logo])])];
}

/** Two pictures at least. */
function borrowed(prints: readonly string[], { some }: Chance): string[] {
  return [...new Set([...prints.slice(0, 2), ...some(prints, 0.4)])];
}

function wordsOf(home: Home, former: LabelledListing | null, again: boolean, chance: Chance): string {
  if (again && former && chance.chance(0.7)) return former.words;
  const said = chance.some(home.words, 0.6);
  return [...said, ...chance.some(PHRASES, 0.25)].join(', ');
}

/**
 * Writes listings into the tables as imports would have left them, in the given order; agencies that are not there yet
 * are made. Returns the new ids by key.
 */
export async function layListings(
  db: Db,
  listings: readonly LabelledListing[],
): Promise<Map<string, number>> {
  const agencies = new Map<string, number>();
  for (const ref of new Set(listings.map(({ agency }) => agency))) {
    const known = await db
      .selectFrom('agency')
      .select('id')
      .where('ownerReference', '=', ref)
      .executeTakeFirst();
    agencies.set(ref, known?.id ?? (await addAgency(db, { ref, name: ref })).id);
  }
  const ids = new Map<string, number>();
  for (let start = 0; start < listings.length; start += 2_000) {
    const chunk = listings.slice(start, start + 2_000);
    const { rows } = await sql<{ id: number; key: string }>`
      insert into listing (${sql.raw(COLUMNS)})
      select ${sql.raw(COLUMNS)}
      from json_populate_recordset(null::listing, ${JSON.stringify(chunk.map((one) => rowOf(one, agencies)))}::json)
      returning id, technical_id as key
    `.execute(db);
    const byTechnicalId = new Map(rows.map(({ id, key }) => [key, id]));
    for (const { key, technicalId } of chunk) ids.set(key, byTechnicalId.get(technicalId)!);
    await sql`
      insert into listing_photo (listing_id, position, source, kind, status, perceptual_hash)
      select listing_id, position, 'https://photos.example.test/' || listing_id || '-' || position, 'url', 'ready', print
      from jsonb_to_recordset(${JSON.stringify(
        chunk.flatMap(({ key, prints }) =>
          prints.map((print, position) => ({ listing_id: ids.get(key), position, print })),
        ),
      )}::jsonb) as photo(listing_id bigint, position smallint, print bigint)
    `.execute(db);
  }
  return ids;
}

const COLUMNS =
  'agency_id, source, technical_id, reference, status, transaction, is_new, property_type, title, description, place_code, city_code, department_code, postal_code, lat, lng, point_radius, price, price_without_fees, surface, land_surface, rooms, bedrooms, floor, floors, built_year, furnished, energy_number, energy_version, energy_class, energy_value, climate_value, content_hash, photos_hash, photo_count, first_seen_at, published_at, updated_at, withdrawn_at';

function rowOf(one: LabelledListing, agencies: ReadonlyMap<string, number>): Record<string, unknown> {
  const [transaction, propertyType] = one.market.split(' ');
  return {
    agency_id: agencies.get(one.agency),
    source: 'poliris',
    technical_id: one.technicalId,
    reference: one.reference,
    status: one.until === null ? 'online' : 'withdrawn',
    transaction: Number(transaction),
    is_new: one.isNew,
    property_type: propertyType,
    title: one.home,
    description: one.words,
    place_code: one.placeCode,
    city_code: cityOf(one.placeCode),
    department_code: one.placeCode.slice(0, 2),
    postal_code: one.placeCode,
    lat: one.lat,
    lng: one.lng,
    point_radius: one.radius,
    price: one.price,
    price_without_fees: one.net,
    surface: one.size,
    land_surface: one.land,
    rooms: one.rooms,
    bedrooms: one.bedrooms,
    floor: one.floor,
    floors: one.floors,
    built_year: one.builtYear,
    furnished: one.furnished,
    energy_number: one.energyNumber,
    energy_version: one.energyVersion,
    energy_class: one.energyClass,
    energy_value: one.energyValue,
    climate_value: one.climateValue,
    content_hash: '\\x00',
    photos_hash: '\\x00',
    photo_count: one.prints.length,
    first_seen_at: new Date(one.from),
    published_at: new Date(one.from),
    updated_at: new Date(one.until ?? one.from),
    withdrawn_at: one.until === null ? null : new Date(one.until),
  };
}

/** The homes of the set as a machine without a database finds them: every pair of a place, all at once. */
export function homesFound(set: LabelledSet): string[][] {
  const showing = new Map<string, LabelledListing[]>();
  const note = (mark: string, listing: LabelledListing) => {
    const others = showing.get(mark);
    if (others) others.push(listing);
    else showing.set(mark, [listing]);
  };
  const prints = new Map(set.listings.map((one) => [one.id, [...new Set(one.prints)].map(printOf)]));
  for (const listing of set.listings) {
    for (const print of new Set(listing.prints)) note(print, listing);
    if (listing.energyNumber !== null) note(listing.energyNumber, listing);
    const values = valuesOf(listing);
    if (values !== null) note(values, listing);
  }
  const ofOneHome = (...marks: string[]) =>
    isOfOneHome([...new Set(marks.flatMap((mark) => showing.get(mark) ?? []))]);
  const specificOf = (a: LabelledListing, b: LabelledListing): Specific => {
    const sameValues = valuesOf(a) !== null && valuesOf(a) === valuesOf(b);
    const values = sameValues && ofOneHome(valuesOf(a)!);
    const sameNumber = a.energyNumber !== null && a.energyNumber === b.energyNumber;
    return {
      values,
      certificate: sameNumber && (values || !sameValues) && ofOneHome(a.energyNumber),
      photos:
        a.prints.length === 0 || b.prints.length === 0
          ? null
          : sharedPrints(prints.get(a.id)!, prints.get(b.id)!).filter(([one, other]) =>
              ofOneHome(one.name, other.name),
            ).length,
    };
  };
  const links = [...Map.groupBy(set.listings, (one) => `${one.placeCode} ${one.market}`).values()]
    .flatMap(pairsOf)
    .filter(
      ([a, b]) =>
        a.size! >= b.size! * 0.95 &&
        b.size! >= a.size! * 0.95 &&
        a.price >= b.price * 0.78 &&
        b.price >= a.price * 0.78 &&
        contradictionOf(a, b) === null &&
        isOneMarketing(a, b),
    )
    .map(([a, b]): Link => {
      const specific = specificOf(a, b);
      return { a, b, score: scoreOf(evidenceOf(a, b, specific)), certain: isCertain(a, b, specific) };
    });
  return groupHomes(set.listings, links.filter(isWorthKeeping), () => false)
    .map((home) => home.map(({ key }) => key).toSorted())
    .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

function valuesOf({ placeCode, market, energyValue, climateValue }: LabelledListing): string | null {
  if (energyValue === null || climateValue === null) return null;
  return `${placeCode} ${market} ${energyValue} ${climateValue}`;
}

/** Which listings are one property now: names of the listings of each, in order. */
export async function homesKept(db: Db): Promise<string[][]> {
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(agency.owner_reference || '/' || listing.technical_id order by 1) as names
    from property_listing kept join listing on listing.id = kept.listing_id join agency on agency.id = agency_id
    group by kept.property_id
  `.execute(db);
  return rows.map(({ names }) => names.toSorted()).toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

export interface Figures {
  readonly pairs: number;
  readonly found: number;
  readonly glued: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

/** What the kept homes are worth on one half of the set: pairs of listings that are one home, and said to be. */
export function figuresOf(set: LabelledSet, homes: readonly (readonly string[])[], half: 0 | 1): Figures {
  const byKey = new Map(set.listings.map((listing) => [listing.key, listing]));
  const kept = new Map(homes.flatMap((names, index) => names.map((name) => [name, index] as const)));
  const pairs = set.truePairs.filter(([a]) => a.half === half);
  const found = pairs.filter(([a, b]) => kept.get(a.key) === kept.get(b.key)).length;
  const glued = homes.flatMap((names) =>
    pairsOf(names.map((name) => byKey.get(name)!)).filter(([a]) => a.half === half),
  );
  const wrong = glued.filter(([a, b]) => a.home !== b.home).length;
  return {
    pairs: pairs.length,
    found,
    glued: glued.length,
    wrong,
    precision: (glued.length - wrong) / glued.length,
    recall: found / pairs.length,
  };
}
