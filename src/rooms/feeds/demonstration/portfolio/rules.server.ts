import type { Chance } from '../../../illustrations/chance/contract.ts';
import { chanceOf } from '../../../illustrations/chance/rules.server.ts';
import type { DemoAgency } from '../agencies/contract.ts';
import { galleryOf } from '../gallery/rules.server.ts';
import type { HomeKind } from '../homes/contract.ts';
import { drawHome } from '../homes/rules.server.ts';
import type { Money } from '../money/contract.ts';
import { lower, priceRent, priceSale } from '../money/rules.server.ts';
import type { DemoPlace, Quarter, Supply } from '../places/contract.ts';
import { writeWords } from '../words/rules.server.ts';
import type { DemoListing } from './contract.ts';

/** Another seed, another demonstration. */
const SEED = 'vigie-2026';
const FIRST_NUMBER = 1001;

interface Slot {
  readonly place: DemoPlace;
  readonly kind: HomeKind;
  readonly rental: boolean;
  readonly furnished: boolean;
  /** Rank among its kind in its place. */
  readonly rank: number;
  /** Rank of its kind. */
  readonly index: number;
}

const SUPPLY: readonly (readonly [keyof Supply, HomeKind, rental: boolean, furnished: boolean])[] = [
  ['flats', 'flat', false, false],
  ['newFlats', 'newFlat', false, false],
  ['houses', 'house', false, false],
  ['rentals', 'flat', true, false],
  ['furnished', 'flat', true, true],
  ['houseRentals', 'house', true, false],
  ['land', 'land', false, false],
  ['parkings', 'parking', false, false],
];

/** Every listing that this agency has shown, withdrawn ones included; always the same ones. */
export function portfolioOf(agency: DemoAgency): DemoListing[] {
  return agency.places.flatMap(slotsOf).map((slot, index) => listingOf(agency, slot, FIRST_NUMBER + index));
}

function slotsOf(place: DemoPlace): Slot[] {
  return SUPPLY.flatMap(([key, kind, rental, furnished], index) =>
    // A garage is as often let as sold.
    Array.from({ length: place.supply[key] ?? 0 }, (_, rank) => ({
      place,
      kind,
      rental: rental || (kind === 'parking' && place.southern),
      furnished,
      rank,
      index,
    })),
  );
}

function listingOf(agency: DemoAgency, slot: Slot, number: number): DemoListing {
  const { place, kind, rental, furnished, rank } = slot;
  const technicalId = `${agency.letters}-${number}`;
  const chance = chanceOf(`${SEED}/${technicalId}`);
  const programme = kind === 'newFlat' ? (agency.programmes[place.code] ?? null) : null;
  const terraced =
    kind === 'house' && place.houses.includes('village') && (place.houses.length === 1 || rank % 2 === 0);
  const quarter = quarterOf(slot, programme?.quarter ?? null, terraced);
  const home = drawHome(
    {
      kind,
      rental,
      furnished,
      place,
      quarter,
      terraced,
      ...(programme ? { lot: { ...programme, rooms: 2 + rank } } : {}),
    },
    chance.branch('home'),
  );
  const money = chance.branch('money');
  const first: Money = rental
    ? priceRent(
        home,
        place,
        agency.terms,
        { furnished, supplement: place.cap !== null && money.maybe(0.12) },
        money,
      )
    : priceSale(home, place, agency.terms, money);
  const spot = chance.branch('spot');
  const told = {
    home,
    place,
    quarter,
    rental,
    furnished,
    programme: programme?.name ?? null,
    closings: agency.closings,
    chance: chance.branch('words'),
  };
  return {
    technicalId,
    reference: `${rental ? 'L' : 'V'}${number}`,
    place,
    quarter,
    furnished,
    home,
    words: writeWords(told),
    pictures: galleryOf({
      id: technicalId.toLowerCase(),
      home,
      place,
      programme: programme?.name ?? null,
      chance: chance.branch('pictures'),
    }),
    contact: chance.branch('contact').pick(agency.contacts),
    lat: quarter.lat + spot.between(-0.0022, 0.0022),
    lng: quarter.lng + spot.between(-0.003, 0.003),
    exclusive: spot.maybe(0.7) ? spot.maybe(0.4) : null,
    mandate: String(number * 7 - 3000),
    availableIn: rental ? (spot.maybe(0.75) ? spot.whole(-12, 62) : null) : null,
    ...courseOf(agency, slot, first, chance.branch('course')),
  };
}

/** Gardens are at the edge of a town, streets of stone in its middle; the rest is spread over the quarters. */
function quarterOf({ place, kind, rank, index }: Slot, programme: string | null, terraced: boolean): Quarter {
  const { quarters } = place;
  if (programme !== null) return quarters.find(({ name }) => name === programme) ?? quarters[0];
  if (kind === 'house' || kind === 'land') return (terraced ? quarters[0] : quarters.at(-1)) ?? quarters[0];
  return quarters[(index + rank) % quarters.length] ?? quarters[0];
}

/** When it came, when it left, how its price moved. */
function courseOf(
  { deliveries }: DemoAgency,
  { kind, rental, rank }: Slot,
  first: Money,
  chance: Chance,
): Pick<DemoListing, 'since' | 'until' | 'prices'> {
  const last = deliveries.length - 1;
  const still = { since: 0, until: null, prices: [{ from: 0, money: first }] };
  if (kind === 'newFlat') return still;
  // Each place has something new and something cheaper today, so that every page shows what the product watches for.
  if (kind === 'flat' && !rental && rank === 0)
    return { ...still, since: last, prices: [{ from: last, money: first }] };
  if (kind === 'flat' && !rental && rank === 1)
    return {
      ...still,
      prices: [
        { from: 0, money: first },
        { from: last, money: lower(first, chance.between(0.02, 0.045)) },
      ],
    };
  const since = chance.maybe(0.66) ? 0 : chance.whole(1, last);
  const until = since < last && chance.maybe(0.09) ? chance.whole(since + 1, last) : null;
  const prices = [{ from: since, money: first }];
  // A rent at its ceiling with a supplement is not one that is lowered.
  const firm = first.kind === 'rent' && first.supplement !== null;
  const falls = !firm && chance.maybe(rental ? 0.16 : 0.3) ? (chance.maybe(0.3) ? 2 : 1) : 0;
  for (let fall = 0; fall < falls; fall += 1) {
    const before = prices.at(-1)!;
    const from = before.from + chance.whole(1, 2);
    if (from <= last && (until === null || from < until))
      prices.push({ from, money: lower(before.money, chance.between(0.018, 0.055)) });
  }
  return { since, until, prices };
}
