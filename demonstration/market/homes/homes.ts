import type { Chance } from '../../chance.ts';
import type { DemoPlace, Quarter } from '../places/place.ts';
import { exposuresOf, measured, said, YEARS } from './drawing.ts';
import { rate } from './energy.ts';
import { bareHome, type Condition, type Energy, type Epoch, type HomeFacts, type HomeKind } from './home.ts';
import { drawEstate, drawLoft, drawPremises } from './others.ts';

interface HomeWish {
  readonly kind: HomeKind;
  readonly rental: boolean;
  readonly furnished: boolean;
  /** To be shared: large and furnished. */
  readonly shared: boolean;
  readonly place: DemoPlace;
  readonly quarter: Quarter;
  /** A house in a street rather than in a garden. */
  readonly terraced: boolean;
  /** The day of the demonstration, `YYYY-MM-DD`. */
  readonly day: string;
  /** A lot of a programme: how many rooms, in what building. */
  readonly lot?: { readonly rooms: number; readonly floors: number; readonly year: number };
}

/** A home that holds together: its floors and lift follow from its epoch, its rating from its heating and condition. */
export function drawHome(wish: HomeWish, chance: Chance): HomeFacts {
  switch (wish.kind) {
    case 'flat':
      return drawFlat(wish, chance);
    case 'loft':
      return drawLoft(wish, chance);
    case 'newFlat':
      return drawNewFlat(wish, chance);
    case 'house':
      return drawHouse(wish, chance);
    case 'mansion':
    case 'castle':
      return drawEstate(wish, chance);
    default:
      return drawPremises(wish, chance);
  }
}

/** Square metres by number of rooms, in flats. */
const FLAT_SURFACES: readonly (readonly [number, number])[] = [
  [18, 33],
  [35, 51],
  [56, 74],
  [77, 101],
  [104, 138],
];

const EPOCHS: Readonly<Record<Quarter['built'], readonly Exclude<Epoch, 'new'>[]>> = {
  old: ['old'],
  recent: ['recent'],
  late: ['seventies', 'seventies', 'eighties', 'recent', 'recent', 'recent'],
  mixed: ['old', 'old', 'seventies', 'eighties', 'recent'],
};

function drawFlat({ rental, furnished, shared, place, quarter, day }: HomeWish, chance: Chance): HomeFacts {
  const epoch = chance.pick(EPOCHS[quarter.built]);
  const rooms = chance.pick(
    shared
      ? [4, 4, 5]
      : furnished
        ? [1, 1, 1, 2, 2, 2, 3]
        : rental
          ? [1, 2, 2, 3, 3, 4]
          : [1, 2, 2, 2, 3, 3, 3, 4, 4, 5],
  );
  const surface = measured(FLAT_SURFACES[rooms - 1]!, chance);
  // A small town builds low.
  const floors =
    place.profile === 'village' || place.profile === 'town'
      ? chance.whole(2, 4)
      : epoch === 'old'
        ? chance.whole(3, 5)
        : epoch === 'seventies'
          ? chance.whole(4, 9)
          : chance.whole(3, 6);
  const floor = chance.maybe(0.12) ? 0 : chance.whole(1, floors);
  const lift = epoch === 'old' ? floors >= 5 && chance.maybe(0.55) : floors >= 4 || epoch === 'recent';
  const condition = conditionOf(epoch, rental, chance);
  const energy = energyOf(epoch, false, chance);
  const large = rooms >= 3;
  const balcony =
    floor > 0 && chance.maybe(epoch === 'old' ? 0.25 : 0.75) ? chance.whole(3, large ? 10 : 6) : 0;
  const terrace =
    balcony === 0 && chance.maybe(epoch === 'recent' ? 0.5 : floor === floors ? 0.2 : 0)
      ? chance.whole(9, 26)
      : 0;
  const bathrooms = rooms >= 4 || (large && chance.maybe(0.6)) ? 1 : 0;
  return {
    ...bareHome,
    kind: 'flat',
    epoch,
    year: said(chance.whole(...YEARS[epoch]), chance),
    condition,
    surface,
    livingSurface: said(
      rooms === 1 ? Math.round(surface * 0.72) : Math.round((surface / (rooms + 1.1)) * 1.5),
      chance,
      0.75,
    ),
    rooms,
    bedrooms: rooms - 1,
    bathrooms,
    showerRooms: bathrooms === 0 || rooms >= 4 ? 1 : 0,
    toilets: rooms >= 4 ? 2 : 1,
    floor: said(floor, chance, 0.9),
    floors: said(floors, chance, 0.86),
    elevator: said(lift, chance, 0.9),
    balcony,
    terrace,
    parkings: epoch === 'old' ? 0 : chance.maybe(0.55) ? 1 : 0,
    boxes: epoch !== 'old' && rooms >= 3 && chance.maybe(0.25) ? 1 : 0,
    cellar: said(chance.maybe(epoch === 'recent' ? 0.2 : 0.7), chance, 0.85),
    fireplace: epoch === 'old' && chance.maybe(0.45),
    parquet: epoch === 'old' ? chance.maybe(0.8) : chance.maybe(0.25),
    intercom: said(chance.maybe(0.8), chance, 0.8),
    doorCode: said(chance.maybe(0.6), chance, 0.75),
    caretaker: said(epoch === 'seventies' && chance.maybe(0.5), chance, 0.7),
    quiet: chance.maybe(0.4) ? true : null,
    openView: floor >= 3 && chance.maybe(0.5) ? true : null,
    overlooked: chance.maybe(0.3) ? false : null,
    airConditioning: place.southern ? said(chance.maybe(0.5), chance, 0.8) : null,
    accessible: lift && epoch === 'recent' ? said(true, chance, 0.6) : null,
    petsAllowed: rental ? said(true, chance, 0.5) : null,
    exposures: exposuresOf(chance),
    energy,
    kitchen: kitchenOf(rooms, furnished, chance),
    rating: rate({ epoch, condition, energy, surface, rental, house: false, day }, chance.branch('energy')),
    duplex: epoch === 'old' && rooms >= 3 && floor === floors && chance.maybe(0.3),
  };
}

/** A furnished home has a kitchen to cook in. */
function kitchenOf(rooms: number, furnished: boolean, chance: Chance): number | null {
  if (rooms === 1) return furnished ? 8 : chance.pick([5, 8]);
  return furnished ? chance.pick([6, 7]) : said(chance.pick([6, 6, 7, 3, 2]), chance);
}

function drawNewFlat({ lot, place }: HomeWish, chance: Chance): HomeFacts {
  const { rooms, floors, year } = lot ?? { rooms: 3, floors: 5, year: 2028 };
  return {
    ...bareHome,
    kind: 'newFlat',
    epoch: 'new',
    year,
    surface: measured(FLAT_SURFACES[rooms - 1]!, chance),
    rooms,
    bedrooms: rooms - 1,
    bathrooms: rooms >= 3 ? 1 : 0,
    showerRooms: rooms === 3 ? 0 : 1,
    toilets: rooms >= 4 ? 2 : 1,
    floor: chance.whole(1, floors),
    floors,
    elevator: true,
    terrace: chance.whole(7, 9 + rooms * 3),
    parkings: 1,
    cellar: said(chance.maybe(0.5), chance),
    intercom: true,
    doorCode: true,
    accessible: true,
    airConditioning: place.southern ? true : null,
    exposures: exposuresOf(chance),
    energy: 'heatPump',
    kitchen: 6,
  };
}

function drawHouse({ rental, place, terraced, day }: HomeWish, chance: Chance): HomeFacts {
  const epoch = terraced ? 'old' : chance.pick(['seventies', 'eighties', 'recent', 'recent'] as const);
  const rooms = rental
    ? chance.whole(3, 5)
    : chance.pick(terraced ? [3, 4, 4, 5, 5, 6] : [4, 4, 5, 5, 5, 6, 6, 7]);
  const surface = measured([rooms * 20 + 4, rooms * 25], chance);
  const condition = conditionOf(epoch, rental, chance);
  const energy = energyOf(epoch, true, chance);
  const landSurface = terraced
    ? chance.maybe(0.4)
      ? chance.whole(4, 14) * 10
      : null
    : chance.whole(28, place.southern ? 140 : 75) * 10;
  return {
    ...bareHome,
    kind: 'house',
    epoch,
    year: said(chance.whole(...YEARS[epoch]), chance),
    condition,
    surface,
    landSurface,
    livingSurface: said(Math.round(surface * 0.3), chance, 0.8),
    rooms,
    bedrooms: rooms - 1,
    bathrooms: 1,
    showerRooms: rooms >= 5 ? 1 : 0,
    toilets: rooms >= 5 ? 2 : 1,
    floors: said(terraced ? 2 : 1, chance, 0.7),
    terrace: chance.maybe(0.75) ? chance.whole(12, 38) : 0,
    garden: landSurface !== null,
    pool: place.southern && landSurface !== null && landSurface >= 500 && chance.maybe(0.6),
    parkings: terraced ? 0 : chance.whole(1, 3),
    boxes: terraced ? 0 : chance.maybe(0.6) ? 1 : 0,
    cellar: said(terraced && chance.maybe(0.6), chance, 0.8),
    fireplace: chance.maybe(terraced ? 0.7 : 0.4),
    parquet: chance.maybe(0.3),
    quiet: chance.maybe(0.6) ? true : null,
    openView: chance.maybe(0.35) ? true : null,
    overlooked: chance.maybe(0.45) ? false : null,
    airConditioning: place.southern ? said(chance.maybe(0.55), chance, 0.8) : null,
    petsAllowed: rental ? true : null,
    exposures: exposuresOf(chance),
    energy,
    kitchen: said(chance.pick([6, 6, 7, 3, 9]), chance),
    rating: rate({ epoch, condition, energy, surface, rental, house: true, day }, chance.branch('energy')),
    terraced,
  };
}

function conditionOf(epoch: Epoch, rental: boolean, chance: Chance): Condition {
  if (epoch === 'recent') return 'good';
  if (rental) return chance.pick(['renovated', 'good', 'good']);
  return chance.pick(['renovated', 'renovated', 'good', 'good', 'good', 'dated', 'dated', 'toRenovate']);
}

function energyOf(epoch: Epoch, house: boolean, chance: Chance): Energy {
  if (house)
    return epoch === 'recent'
      ? chance.pick(['heatPump', 'heatPump', 'electric', 'wood'])
      : chance.pick(['gas', 'gas', 'electric', 'heatPump', 'oil', 'wood']);
  if (epoch === 'recent') return chance.pick(['gas', 'electric', 'heatPump']);
  return epoch === 'old'
    ? chance.pick(['gas', 'electric', 'electric'])
    : chance.pick(['collectiveGas', 'collectiveGas', 'electric', 'gas']);
}
