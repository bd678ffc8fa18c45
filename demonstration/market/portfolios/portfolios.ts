import { type Chance, chanceOf } from '../../chance.ts';
import { DEMO_AGENCIES } from '../agencies/agencies.ts';
import type { DemoAgency } from '../agencies/agency.ts';
import { galleryOf } from '../gallery.ts';
import type { HomeFacts } from '../homes/home.ts';
import { drawHome } from '../homes/homes.ts';
import type { Money } from '../money/money.ts';
import { lower, priceRent, priceSale } from '../money/pricing.ts';
import { isRentControlled } from '../money/zones.ts';
import type { Quarter } from '../places/place.ts';
import { DEMO_PLACES } from '../places/places.ts';
import { type DemoProgramme, deliveryWords } from '../programme-table.ts';
import { programmesOf } from '../programmes.ts';
import { writeWords } from '../words/words.ts';
import { courseOf } from './course.ts';
import { withFlaws } from './flaws.ts';
import { type Slot, slotsOf } from './mix.ts';
import type { Course, DemoListing, Portfolio } from './portfolio.ts';
import { twinCourse, twinGallery, twinMoney } from './twins.ts';

/** Another seed, another demonstration. */
const SEED = 'vigie-2026';
const FIRST_NUMBER = 1001;
/** Of the homes that two agencies could sell, those that they do. */
const TWINS = 0.09;
/** Of listings on line, those that were withdrawn to come back as if they were new. */
const RENEWED = 0.022;
/** Lots of each programme that are listings of their own. */
const LOTS = 3;

/** A place in the books of an agency: what is drawn, and under which number. */
interface Entry {
  readonly slot: Slot;
  readonly programme: DemoProgramme | null;
}

/**
 * Everything the agencies have shown by that day, `YYYY-MM-DD`, in the order of the directory; always the same. Texts
 * and dates count from the day.
 */
export function portfoliosOf(day: string): Portfolio[] {
  const entries = new Map<string, Entry[]>(DEMO_AGENCIES.map(({ ref }) => [ref, []]));
  const rivals = new Map<string, DemoAgency[]>();
  for (const place of DEMO_PLACES.values()) {
    const chance = chanceOf(`${SEED}/${place.code}`);
    const agencies = DEMO_AGENCIES.filter(({ placeCodes }) => placeCodes.includes(place.code));
    rivals.set(place.code, agencies);
    slotsOf(place, chance).forEach((slot, index) => {
      entries.get(agencies[index % agencies.length]!.ref)!.push({ slot, programme: null });
    });
  }
  for (const programme of programmesOf(day)) {
    for (let rank = 0; rank < LOTS; rank += 1)
      entries.get(programme.agency)!.push({ slot: lotSlot(programme, rank), programme });
  }
  const own = DEMO_AGENCIES.map((agency) =>
    entries.get(agency.ref)!.map((entry, index) => listingOf(agency, entry, FIRST_NUMBER + index, day)),
  );
  const renewed = own.map((listings, index) => listings.flatMap((one) => renew(DEMO_AGENCIES[index]!, one)));
  const twins = renewed.flat().flatMap((one) => twinOf(one, rivals.get(one.place.code)!, day));
  const whole = renewed.map((listings, index) => [
    ...listings,
    ...twins.flatMap(({ agency, listing }) => (agency === DEMO_AGENCIES[index] ? [listing] : [])),
  ]);
  return withFlaws(whole).map((listings, index) => ({ agency: DEMO_AGENCIES[index]!, listings }));
}

function lotSlot({ placeCode }: DemoProgramme, rank: number): Slot {
  return {
    place: DEMO_PLACES.get(placeCode)!,
    kind: 'newFlat',
    rental: false,
    furnished: false,
    shared: false,
    annuity: null,
    rank,
  };
}

function listingOf(agency: DemoAgency, { slot, programme }: Entry, number: number, day: string): DemoListing {
  const { place, kind, rental, furnished, shared, rank } = slot;
  const technicalId = `${agency.letters}-${number}`;
  const chance = chanceOf(`${SEED}/${technicalId}`);
  const terraced =
    kind === 'house' &&
    (place.profile === 'village'
      ? rank % 3 !== 2 && place.houses.includes('village')
      : ['haussmann', 'flemish', 'atlantic', 'south', 'north', 'thirties', 'toulouse'].includes(
          place.front,
        ) && rank % 3 === 0);
  const quarter = programme?.quarter ?? quarterOf(slot, terraced, chance.branch('quarter'));
  const home = drawHome(
    {
      kind,
      rental,
      furnished,
      shared,
      place,
      quarter,
      terraced,
      day,
      ...(programme ? { lot: { rooms: 2 + rank, floors: programme.floors, year: programme.year } } : {}),
    },
    chance.branch('home'),
  );
  const first = firstMoney(agency, slot, home, day, chance.branch('money'));
  const spot = chance.branch('spot');
  const contact = chance.branch('contact').pick(agency.contacts);
  const words = writeWords({
    home,
    money: first,
    place,
    quarter,
    rental,
    furnished,
    shared,
    programme: programme && { name: programme.name, delivery: deliveryWords(programme.delivery) },
    tone: agency.tone,
    closings: agency.closings,
    contact: contact.name,
    chance: chance.branch('words'),
  });
  return {
    technicalId,
    reference: `${rental ? 'L' : 'V'}${number}`,
    place,
    quarter,
    rental,
    furnished,
    shared,
    home,
    words,
    pictures: galleryOf({
      id: technicalId.toLowerCase(),
      home,
      place,
      rank,
      programme: programme?.seed ?? null,
      chance: chance.branch('pictures'),
    }),
    contact,
    lat: quarter.lat + spot.between(-0.0024, 0.0024),
    lng: quarter.lng + spot.between(-0.0033, 0.0033),
    exclusive: spot.maybe(0.7) ? spot.maybe(0.4) : null,
    mandate: String(number * 7 - 3000),
    mandateAge: Math.round(agency.deliveries[0]!) + spot.whole(2, 60),
    availableIn: rental ? (spot.maybe(0.75) ? spot.whole(-12, 62) : null) : null,
    flaw: null,
    twinOf: null,
    formerId: null,
    ...courseFor(agency, slot, first, chance.branch('course')),
  };
}

function firstMoney(
  { terms }: DemoAgency,
  { place, rental, furnished, annuity }: Slot,
  home: HomeFacts,
  day: string,
  chance: Chance,
): Money {
  if (!rental) return priceSale(home, place, terms, { annuity }, chance);
  const supplement = isRentControlled(place, day) && chance.maybe(0.1);
  return priceRent(home, place, terms, { furnished, supplement, day }, chance);
}

/** Each place has something new and something cheaper today, so that every page shows what the product watches for. */
function courseFor(agency: DemoAgency, { kind, rental, rank }: Slot, first: Money, chance: Chance): Course {
  const last = agency.deliveries.length - 1;
  const still = { since: 0, until: null, gap: null, ending: null, prices: [{ from: 0, money: first }] };
  if (kind === 'newFlat') return still;
  const firm = first.kind === 'sale' && first.annuity !== null;
  if (!rental && rank % 16 === 0) return { ...still, since: last, prices: [{ from: last, money: first }] };
  if (!rental && !firm && rank % 16 === 1)
    return {
      ...still,
      prices: [...still.prices, { from: last, money: lower(first, chance.between(0.02, 0.045)) }],
    };
  return courseOf(agency.deliveries, first, chance);
}

/** Gardens are at the edge of a town, streets of stone in its middle; the rest is spread over the quarters. */
function quarterOf({ place, kind, rank }: Slot, terraced: boolean, chance: Chance): Quarter {
  const { quarters } = place;
  if (kind === 'house' || kind === 'land') {
    if (terraced) return quarters[0];
    return chance.maybe(0.7) ? quarters.at(-1)! : chance.pick(quarters);
  }
  return quarters[rank % quarters.length] ?? quarters[0];
}

/** The same home again under another identifier, a little cheaper, the former one withdrawn that very day. */
function renew(agency: DemoAgency, listing: DemoListing): DemoListing[] {
  const chance = chanceOf(`${SEED}/${listing.technicalId}/again`);
  const last = agency.deliveries.length - 1;
  const { since, until, gap, ending, prices, home } = listing;
  const plain = since === 0 && until === null && gap === null && ending === null && prices.length === 1;
  if (!plain || last < 1 || home.rooms === 0 || home.kind === 'newFlat' || !chance.maybe(RENEWED * 2))
    return [listing];
  const from = chance.whole(1, last);
  const { money } = prices[0]!;
  const firm = money.kind === 'rent' ? money.supplement !== null : money.annuity !== null;
  const number = Number(listing.technicalId.split('-')[1]) + 5000;
  return [
    { ...listing, until: from },
    {
      ...listing,
      technicalId: `${agency.letters}-${number}`,
      reference: `${listing.rental ? 'L' : 'V'}${number}`,
      mandate: String(number * 7 - 3000),
      since: from,
      prices: [{ from, money: firm ? money : lower(money, chance.between(0.01, 0.03)) }],
      formerId: listing.technicalId,
    },
  ];
}

/** The same property, told, photographed and priced by another agency of the place. */
function twinOf(
  first: DemoListing,
  agencies: readonly DemoAgency[],
  day: string,
): { agency: DemoAgency; listing: DemoListing }[] {
  const chance = chanceOf(`${SEED}/${first.technicalId}/twin`);
  const others = agencies.filter(({ letters }) => letters !== first.technicalId.split('-')[0]);
  const shown = first.until === null && first.ending === null && first.formerId === null;
  const fits = shown && ['flat', 'house', 'loft'].includes(first.home.kind) && first.exclusive !== true;
  if (others.length === 0 || !fits || !chance.maybe(TWINS)) return [];
  const agency = chance.pick(others);
  const number = Number(first.technicalId.split('-')[1]) + 7000;
  const technicalId = `${agency.letters}-${number}${first.technicalId.split('-')[0]!.toLowerCase()}`;
  const money = twinMoney(first, agency, day, chance.branch('money'));
  const contact = chance.branch('contact').pick(agency.contacts);
  const listing: DemoListing = {
    ...first,
    technicalId,
    reference: `${first.rental ? 'L' : 'V'}${number}`,
    words: writeWords({
      ...first,
      money,
      programme: null,
      tone: agency.tone,
      closings: agency.closings,
      contact: contact.name,
      chance: chance.branch('words'),
    }),
    pictures: twinGallery(first.pictures, technicalId.toLowerCase(), chance.branch('pictures')),
    contact,
    lat: first.lat + chance.between(-0.0002, 0.0002),
    lng: first.lng + chance.between(-0.0002, 0.0002),
    exclusive: false,
    mandate: String(number * 7 - 3000),
    mandateAge: Math.round(agency.deliveries[0]!) + 3,
    flaw: null,
    twinOf: first.technicalId,
    formerId: null,
    ...twinCourse(agency.deliveries, money, chance.branch('course')),
  };
  return [{ agency, listing }];
}
