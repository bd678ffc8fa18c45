import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { type Criteria, placeCodeOf } from '#rooms/criteria/contract.ts';
import { runOf } from '#rooms/feeds/contract.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import type { Place } from '#rooms/places/contract.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import { type Chance, chanceOf, dice } from '../tests/kit/chance.ts';
import { cleared } from '../tests/kit/law.ts';

const BATCH = 2_000;

export interface Market {
  readonly chance: Chance;
  readonly place: () => Place;
}

/** Places as people are: population to the power 1.05 (speed.md 2); in the `largest` of them only when that is said. */
export async function marketOf(db: Db, seed: number, largest?: number): Promise<Market> {
  const { rows: all } = await sql<{ code: string; weight: number }>`
    select code, power(population, 1.05) as weight from place
    where kind <> 'department' and population > 0 and lat is not null
      and code not in (select city_code from place where kind = 'district')
    order by code
  `.execute(db);
  const rows = largest ? all.toSorted((a, b) => b.weight - a.weight).slice(0, largest) : all;
  const places = await placesByCode(
    db,
    rows.map(({ code }) => code),
  );
  const sums: number[] = [];
  let sum = 0;
  for (const { weight } of rows) sums.push((sum += weight));
  const random = dice(seed);
  return {
    chance: chanceOf(seed),
    place() {
      const wished = random() * sum;
      let [low, high] = [0, sums.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) < wished) low = middle + 1;
        else high = middle;
      }
      return places.get(rows[low]!.code)!;
    },
  };
}

export const WORDS = [
  'vue',
  'calme',
  'lumineux',
  'travaux',
  'cheminée',
  'poutres',
  'gare',
  'tramway',
  'école',
  'rénové',
  'cave',
  'verrière',
];
const TYPES = ['apartment', 'house'] as const;

/** So many listings on line of one new agency, spread as people are; `run` null: each is a fact alone. */
export async function fillListings(
  db: Db,
  { chance: { int, chance, pick, some }, place }: Market,
  count: number,
  { ref, run }: { ref: string; run: string | null } = { ref: 'mesure', run: runOf(1) },
): Promise<void> {
  const agency = await addAgency(db, { ref, name: 'Agence mesurée' });
  const maybe = <T>(value: T): T | null => (chance(0.1) ? null : value);
  const draft = (index: number): ListingDraft => {
    const { code, cityCode, departmentCode, postalCodes, lat, lng } = place();
    const rental = chance(0.45);
    const surface = int(15, 160);
    return draftListing({
      technicalId: `m${index}`,
      reference: `m${index}`,
      transaction: rental ? 2 : 1,
      isNew: !rental && chance(0.1),
      propertyType: chance(0.65) ? TYPES[0] : TYPES[1],
      title: 'Un bien',
      description: some(WORDS, 0.3).join(', '),
      placeCode: code,
      cityCode: cityCode ?? code,
      departmentCode,
      postalCode: postalCodes[0] ?? '00000',
      exactLat: (lat ?? 0) + int(-300, 300) / 10_000,
      exactLng: (lng ?? 0) + int(-300, 300) / 10_000,
      price: rental ? surface * int(9, 28) * 100 : surface * int(1500, 9000) * 100,
      surface: maybe(surface),
      rooms: maybe(Math.max(1, Math.round(surface / 22))),
      bedrooms: maybe(Math.max(0, Math.round(surface / 22) - 1)),
      floor: maybe(int(0, 6)),
      elevator: maybe(chance(0.4)),
      balcony: maybe(chance(0.4)),
      garden: maybe(chance(0.3)),
      parking: maybe(chance(0.5)),
      furnished: maybe(chance(0.3)),
      energyClass: maybe(pick(['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const)),
    });
  };
  for (let from = 0; from < count; from += BATCH) {
    const drafts = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => draft(from + index));
    await db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId: agency.id,
        source: 'poliris',
        run,
        now: new Date(),
        drafts: drafts.map(cleared),
      }),
    );
  }
}

/** 6 % departments, 90 % a price, 65 % a surface, 60 % rooms, 25 % options, 10 % energy (speed.md 2). */
export function criteriaOf({ int, chance, some }: Chance, places: readonly Place[]): Criteria {
  const rental = chance(0.45);
  return {
    transaction: rental ? 'location' : chance(0.1) ? 'neuf' : 'achat',
    places: chance(0.06) ? [`D${places[0]?.departmentCode}`] : [...new Set(places.map(placeCodeOf))],
    ...(chance(0.7) ? { type: [chance(0.65) ? 'appartement' : 'maison'] } : {}),
    ...(chance(0.9) ? { prixMax: rental ? int(400, 2500) : int(80, 700) * 1000 } : {}),
    ...(chance(0.65) ? { surfaceMin: int(15, 100) } : {}),
    ...(chance(0.6) ? { pieces: int(1, 5) } : {}),
    ...(chance(0.25)
      ? Object.fromEntries(
          some(['ascenseur', 'balcon', 'jardin', 'parking'], 0.5).map((word) => [word, true]),
        )
      : {}),
    ...(chance(0.1) ? { dpe: ['A', 'B', 'C', 'D'] } : {}),
  };
}
