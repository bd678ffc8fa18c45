// What a home of the demonstration is made of, before any price or word.
import type { EnergyClass } from '#rooms/listings/contract.ts';

const homeKinds = [
  'flat',
  'house',
  'loft',
  'mansion',
  'castle',
  'land',
  'parking',
  'newFlat',
  'building',
  'shop',
  'office',
] as const;
export type HomeKind = (typeof homeKinds)[number];
export type Epoch = 'old' | 'seventies' | 'eighties' | 'recent' | 'new';
export type Condition = 'renovated' | 'good' | 'dated' | 'toRenovate';
export type Energy = 'gas' | 'collectiveGas' | 'electric' | 'heatPump' | 'oil' | 'wood';

export interface Rating {
  readonly energyClass: EnergyClass;
  /** kWh of primary energy per m² and year, and of final energy. */
  readonly energyValue: number;
  readonly energyFinal: number;
  readonly climateClass: EnergyClass;
  /** kg of CO₂ per m² and year. */
  readonly climateValue: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Euros a year. */
  readonly costMin: number;
  readonly costMax: number;
  /** Year of the energy prices. */
  readonly pricesOf: number;
}

export interface HomeFacts {
  readonly kind: HomeKind;
  readonly epoch: Epoch;
  /** Null: the agency does not say. */
  readonly year: number | null;
  readonly condition: Condition;
  /** Square metres. */
  readonly surface: number;
  readonly landSurface: number | null;
  readonly livingSurface: number | null;
  /** 0 for what is no dwelling. */
  readonly rooms: number;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly showerRooms: number;
  readonly toilets: number;
  readonly floor: number | null;
  readonly floors: number | null;
  readonly elevator: boolean | null;
  /** Square metres; 0 when there is none. */
  readonly balcony: number;
  readonly terrace: number;
  readonly garden: boolean;
  readonly pool: boolean;
  readonly parkings: number;
  readonly boxes: number;
  readonly cellar: boolean | null;
  readonly fireplace: boolean;
  readonly parquet: boolean;
  readonly intercom: boolean | null;
  readonly doorCode: boolean | null;
  readonly caretaker: boolean | null;
  readonly quiet: boolean | null;
  readonly openView: boolean | null;
  readonly overlooked: boolean | null;
  readonly airConditioning: boolean | null;
  readonly accessible: boolean | null;
  readonly petsAllowed: boolean | null;
  readonly exposures: readonly ('N' | 'E' | 'S' | 'O')[] | null;
  readonly energy: Energy;
  /** Code of the format, 1 to 9. */
  readonly kitchen: number | null;
  /** Null: not subject to a rating, or not built yet. */
  readonly rating: Rating | null;
  readonly duplex: boolean;
  /** A stone house in a street of a village or of an old town. */
  readonly terraced: boolean;
  /** Flats of a building that is sold whole, 0 otherwise. */
  readonly flats: number;
}

/** Nothing but what every home must have. */
export const bareHome: HomeFacts = {
  flats: 0,
  kind: 'land',
  epoch: 'recent',
  year: null,
  condition: 'good',
  surface: 0,
  landSurface: null,
  livingSurface: null,
  rooms: 0,
  bedrooms: 0,
  bathrooms: 0,
  showerRooms: 0,
  toilets: 0,
  floor: null,
  floors: null,
  elevator: null,
  balcony: 0,
  terrace: 0,
  garden: false,
  pool: false,
  parkings: 0,
  boxes: 0,
  cellar: null,
  fireplace: false,
  parquet: false,
  intercom: null,
  doorCode: null,
  caretaker: null,
  quiet: null,
  openView: null,
  overlooked: null,
  airConditioning: null,
  accessible: null,
  petsAllowed: null,
  exposures: null,
  energy: 'electric',
  kitchen: null,
  rating: null,
  duplex: false,
  terraced: false,
};
