import type { Chance } from '../../chance.ts';
import { exposuresOf, measured, said, YEARS } from './drawing.ts';
import { rate } from './energy.ts';
import { bareHome, type Condition, type HomeFacts, type HomeKind } from './home.ts';

interface OtherWish {
  readonly kind: HomeKind;
  readonly rental: boolean;
  readonly place: { readonly southern: boolean };
  readonly day: string;
}

const ESTATE_CONDITIONS: readonly Condition[] = ['renovated', 'good', 'good', 'dated', 'toRenovate'];

/** A workshop or a small factory that became a home: one great room under beams or metal. */
export function drawLoft({ rental, place, day }: OtherWish, chance: Chance): HomeFacts {
  const rooms = chance.whole(2, 4);
  const surface = measured([rooms * 28, rooms * 40], chance);
  const condition = chance.pick(['renovated', 'renovated', 'good'] as const);
  const energy = chance.pick(['gas', 'electric', 'heatPump'] as const);
  const floors = chance.whole(2, 4);
  const floor = chance.whole(0, floors);
  return {
    ...bareHome,
    kind: 'loft',
    epoch: 'old',
    year: said(chance.whole(1880, 1938), chance),
    condition,
    surface,
    livingSurface: Math.round(surface * chance.between(0.4, 0.55)),
    rooms,
    bedrooms: rooms - 1,
    bathrooms: rooms >= 4 ? 1 : 0,
    showerRooms: 1,
    toilets: rooms >= 3 ? 2 : 1,
    floor,
    floors,
    elevator: said(false, chance, 0.8),
    terrace: chance.maybe(0.45) ? chance.whole(10, 34) : 0,
    parkings: chance.maybe(0.25) ? 1 : 0,
    cellar: said(chance.maybe(0.4), chance, 0.7),
    parquet: chance.maybe(0.5),
    intercom: true,
    doorCode: said(true, chance, 0.7),
    quiet: chance.maybe(0.6) ? true : null,
    openView: floor >= 2 && chance.maybe(0.5) ? true : null,
    airConditioning: place.southern ? said(true, chance, 0.7) : null,
    exposures: exposuresOf(chance),
    energy,
    kitchen: 6,
    rating: rate(
      { epoch: 'old', condition, energy, surface, rental, house: false, day },
      chance.branch('energy'),
    ),
    duplex: chance.maybe(0.35),
  };
}

/** A town house between court and garden, or a castle in its park. */
export function drawEstate({ kind, place, day }: OtherWish, chance: Chance): HomeFacts {
  const castle = kind === 'castle';
  const rooms = castle ? chance.whole(10, 18) : chance.whole(7, 11);
  const surface = measured([rooms * 29, rooms * 38], chance);
  const condition = chance.pick(ESTATE_CONDITIONS);
  const energy = chance.pick(
    castle ? (['oil', 'wood', 'heatPump'] as const) : (['gas', 'heatPump'] as const),
  );
  const landSurface = castle ? chance.whole(12, 90) * 1000 : chance.whole(15, 90) * 10;
  return {
    ...bareHome,
    kind,
    epoch: 'old',
    year: chance.whole(castle ? 1640 : 1690, castle ? 1880 : 1890),
    condition,
    surface,
    landSurface,
    livingSurface: chance.whole(38, 70),
    rooms,
    bedrooms: rooms - (castle ? 5 : 3),
    bathrooms: castle ? 3 : 2,
    showerRooms: castle ? 3 : 2,
    toilets: castle ? 5 : 3,
    floors: 2,
    terrace: chance.whole(20, 90),
    garden: true,
    pool: place.southern || (castle && chance.maybe(0.5)),
    parkings: chance.whole(2, 6),
    boxes: chance.maybe(0.6) ? 2 : 0,
    cellar: true,
    fireplace: true,
    parquet: true,
    quiet: true,
    openView: castle ? true : null,
    overlooked: false,
    exposures: ['N', 'S'],
    energy,
    kitchen: 7,
    rating: rate(
      { epoch: 'old', condition, energy, surface, rental: false, house: true, day },
      chance.branch('energy'),
    ),
  };
}

/** What nobody lives in, or what is sold with its tenants: land, parkings, shops, offices, whole buildings. */
export function drawPremises({ kind }: OtherWish, chance: Chance): HomeFacts {
  switch (kind) {
    case 'land':
      return {
        ...bareHome,
        kind,
        landSurface: chance.maybe(0.3) ? chance.whole(310, 1180) : chance.whole(34, 142) * 10,
        openView: chance.maybe(0.4) ? true : null,
      };
    case 'building': {
      const flats = chance.whole(3, 8);
      return {
        ...bareHome,
        kind,
        epoch: 'old',
        year: chance.whole(...YEARS.old),
        condition: chance.pick(['good', 'dated', 'toRenovate']),
        surface: Math.round(flats * chance.between(38, 56)),
        landSurface: chance.maybe(0.5) ? chance.whole(9, 40) * 10 : null,
        floors: chance.whole(2, 4),
        cellar: said(true, chance, 0.8),
        flats,
      };
    }
    case 'shop':
    case 'office':
      return {
        ...bareHome,
        kind,
        epoch: chance.pick(['old', 'seventies', 'recent']),
        condition: chance.pick(['renovated', 'good', 'good', 'dated']),
        surface: chance.whole(kind === 'shop' ? 28 : 42, kind === 'shop' ? 140 : 230),
        floor: kind === 'shop' ? 0 : chance.whole(0, 3),
        airConditioning: said(chance.maybe(0.6), chance, 0.8),
        accessible: said(chance.maybe(0.6), chance, 0.8),
        parkings: kind === 'office' ? chance.whole(0, 3) : 0,
        toilets: 1,
      };
    default:
      return {
        ...bareHome,
        kind: 'parking',
        surface: chance.whole(11, 16),
        boxes: chance.maybe(0.5) ? 1 : 0,
        parkings: 1,
        epoch: chance.pick(['seventies', 'recent']),
      };
  }
}
