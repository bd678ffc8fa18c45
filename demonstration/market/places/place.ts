// Where the agencies of the demonstration work: real communes, their quarters and what prices are like there.
import type { Detached, FrontName, Horizon, View } from '../../pictures/brief.ts';

/** What is sold and let where: see `market/portfolios/mix.ts`. */
const profiles = ['district', 'city', 'town', 'sea', 'mountain', 'village'] as const;
export type Profile = (typeof profiles)[number];

/** What is found around, each with its article: « la place Graslin », « les quais de Saône ». */
export interface Quarter {
  readonly name: string;
  readonly postalCode: string;
  readonly lat: number;
  readonly lng: number;
  /** Before the war, after it, since 2000, or all side by side. */
  readonly built: 'old' | 'late' | 'recent' | 'mixed';
  readonly spot: string;
  readonly transport: string;
  readonly pleasure: string;
  readonly shops: string;
}

/** How a region builds: what its pictures show, what its texts call things. */
interface Look {
  readonly front: FrontName;
  readonly houses: readonly (Detached | 'village')[];
  readonly views: readonly View[];
  readonly horizon: Horizon;
  readonly southern: boolean;
}

/**
 * Prices and rents are indicative: public medians of 2025 as one remembers them, rounded, so that a flat in Lodève
 * costs an eighth of the same in Paris. They are no source about any market.
 */
export interface DemoPlace extends Look {
  /** INSEE code: the communes and districts of the product know it. */
  readonly code: string;
  /** The commune: 75056 for a district of Paris. */
  readonly cityCode: string;
  readonly departmentCode: string;
  /** As the feed writes it. */
  readonly city: string;
  readonly profile: Profile;
  /** How many listings, the days of the demonstration taken together, programmes aside. */
  readonly supply: number;
  /** Euros per square metre. `land` per square metre of plot. */
  readonly sale: {
    readonly flat: number;
    readonly house: number;
    readonly fresh: number;
    readonly land: number;
  };
  /** Euros per square metre and month, charges excluded, of an empty two-room flat. */
  readonly rent: number;
  readonly quarters: readonly [Quarter, ...Quarter[]];
}

export const LOOKS: Readonly<Record<string, Look>> = {
  paris: look('haussmann', ['village'], ['roofs'], 'town'),
  suburb: look('thirties', ['thirties', 'pavillon', 'contemporary'], ['roofs', 'garden'], 'town'),
  north: look('flemish', ['brick', 'pavillon', 'bourgeois'], ['roofs', 'garden'], 'town'),
  dunes: look('north', ['brick', 'thirties', 'bungalow'], ['sea', 'roofs'], 'sea'),
  norman: look('timber', ['norman', 'bourgeois', 'pavillon'], ['roofs', 'garden'], 'hills'),
  'norman-sea': look('timber', ['norman', 'bourgeois'], ['sea', 'garden'], 'sea'),
  west: look('atlantic', ['pavillon', 'contemporary', 'bourgeois'], ['roofs', 'garden'], 'town'),
  coast: look('brittany', ['longere', 'pavillon', 'contemporary'], ['sea', 'garden'], 'sea'),
  'sea-west': look('atlantic', ['pavillon', 'bungalow', 'contemporary'], ['sea', 'garden'], 'sea'),
  country: look('timber', ['longere', 'pavillon', 'bourgeois'], ['garden', 'hills'], 'fields'),
  bordeaux: look('atlantic', ['bungalow', 'contemporary', 'bourgeois'], ['roofs', 'garden'], 'town'),
  'vineyard-west': look('atlantic', ['longere', 'bourgeois', 'village'], ['hills'], 'hills'),
  basque: look('basque', ['basque', 'contemporary'], ['sea', 'garden'], 'sea'),
  pyrenees: look('atlantic', ['bourgeois', 'pavillon', 'contemporary'], ['mountains', 'roofs'], 'mountains'),
  lyon: look('lyon', ['pavillon', 'contemporary', 'bourgeois'], ['roofs', 'garden'], 'hills'),
  auvergne: look('lyon', ['bourgeois', 'longere', 'pavillon'], ['hills', 'roofs'], 'hills'),
  'alps-town': look('alps', ['pavillon', 'contemporary'], ['mountains', 'roofs'], 'mountains'),
  'alps-lake': look('alps', ['chalet', 'contemporary'], ['mountains', 'garden'], 'mountains'),
  alps: look('alps', ['chalet'], ['mountains'], 'mountains'),
  'alps-south': look('alps', ['chalet', 'pavillon'], ['mountains'], 'mountains'),
  rhine: look('rhine', ['alsatian', 'pavillon', 'bourgeois'], ['roofs', 'garden'], 'town'),
  vineyard: look('timber', ['alsatian', 'village'], ['hills', 'garden'], 'hills'),
  'north-east': look('thirties', ['bourgeois', 'pavillon', 'thirties'], ['roofs', 'garden'], 'hills'),
  burgundy: look('burgundy', ['bourgeois', 'pavillon', 'contemporary'], ['roofs', 'garden'], 'hills'),
  'burgundy-vines': look('burgundy', ['bourgeois', 'longere', 'village'], ['hills', 'garden'], 'hills'),
  south: look('south', ['mas', 'contemporary', 'bastide'], ['roofs', 'garden'], 'hills', true),
  'south-town': look('riviera', ['contemporary', 'bastide'], ['roofs'], 'hills', true),
  'south-west': look(
    'toulouse',
    ['bungalow', 'contemporary', 'bourgeois'],
    ['roofs', 'garden'],
    'hills',
    true,
  ),
  riviera: look('riviera', ['contemporary', 'bastide'], ['sea', 'garden'], 'sea', true),
  'riviera-west': look('south', ['contemporary', 'village'], ['sea'], 'sea', true),
  hilltop: look('south', ['village', 'mas', 'bastide'], ['hills', 'garden'], 'hills', true),
  corsica: look('riviera', ['contemporary', 'bastide'], ['sea', 'hills'], 'sea', true),
};

function look(
  front: FrontName,
  houses: Look['houses'],
  views: readonly View[],
  horizon: Horizon,
  southern = false,
): Look {
  return { front, houses, views, horizon, southern };
}
