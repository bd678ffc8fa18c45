// Prices: what homes were sold for here, with the sample and the spread; asking prices, rents, gross yield.
// Owns price_import, price_sale, price_source, price_epci, price_figure, price_point, price_asking, price_rent, price_rent_edition, rent_order, rent_ceiling, rent_quarter, rent_verdict, price_edition, price_published.
// Announces nothing: figures change when an operator imports.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatPercent } from '#contract/fmt.ts';

/** Under this many sales there is no figure (formats/prices.md 2.2, 9); the database refuses one too. */
export const SALES_MIN = 11;
/** From this many on, a figure stands without a warning, and may be compared with another year. */
export const SALES_NORMAL = 30;
/** A bar of a histogram never counts fewer sales. */
export const BIN_MIN = 5;

/** Departments of the land book, and Mayotte: the tax administration publishes no sales there. */
export const withoutSales: readonly string[] = ['57', '67', '68', '976'];

const priceKinds = ['apartment', 'house', 'all'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** Words of the addresses and of people; « all » mixes what should be read apart, and is never the answer alone. */
export const priceKindWords = {
  apartment: { word: 'appartement', label: 'Appartement', plural: 'Appartements' },
  house: { word: 'maison', label: 'Maison', plural: 'Maisons' },
  all: { word: 'tous', label: 'Logement', plural: 'Appartements et maisons confondus' },
} as const satisfies Record<PriceKind, { word: string; label: string; plural: string }>;

/** Lower bounds of the surface slices, m²: the first begins at 9, each ends where the next begins. */
export const surfaceSteps = { apartment: [9, 30, 50, 70, 100], house: [9, 80, 100, 120, 150] } as const;

/** Cents per m². */
const perM2 = z.int();
const day = z.string();

const figureSchema = z.object({
  /** `all`, `rooms-1` … `rooms-5` (5 and more), `surface-1` … `surface-5` (see `surfaceSteps`). */
  slice: z.string(),
  months: z.int(),
  /** First and last day of the period, YYYY-MM-DD. */
  from: day,
  to: day,
  n: z.int(),
  median: perM2,
  q1: perM2,
  q3: perM2,
  mean: perM2,
});
export type Figure = z.output<typeof figureSchema>;

/** Without the extremes: Tukey, k = 1.5, on the logarithm (R_iqr): for « de … à … ». */
const trimmedSchema = z.object({
  n: z.int(),
  median: perM2,
  q1: perM2,
  q3: perM2,
  low: perM2,
  high: perM2,
});

/** `from` null: everything below `to`; `to` null: everything from `from` on. Cents per m². */
const binSchema = z.object({ from: z.nullable(perM2), to: z.nullable(perM2), n: z.int() });
export type Bin = z.output<typeof binSchema>;

const pointSchema = z.object({
  /** Last day of the twelve months. */
  to: day,
  n: z.int(),
  median: perM2,
  q1: perM2,
  q3: perM2,
});
export type Point = z.output<typeof pointSchema>;

const changeSchema = z.object({
  years: z.int(),
  /** Rounded to half a point. */
  percent: z.number(),
  /** Between -1 and +1 %: « stable ». */
  stable: z.boolean(),
  /** What is compared with: the same twelve months, that many years before. */
  before: pointSchema,
});
export type Change = z.output<typeof changeSchema>;

const areaLevels = ['district', 'commune', 'epci', 'department'] as const;

const areaSchema = z.object({
  /** INSEE code; SIREN of an EPCI. */
  code: z.string(),
  level: z.enum(areaLevels),
  name: z.string(),
  /** Null for an EPCI, which has no page. */
  slug: z.nullable(z.string()),
});
export type Area = z.output<typeof areaSchema>;

/**
 * What « Statistiques DVF » publishes: another method than that of `figure`, over years that are its own, without quartiles,
 * curve or evolution (docs/decisions/0080).
 */
const publishedSchema = z.object({
  /** median: of the sales of one place; mean: of several places' medians, weighted by their sales, which is no median. */
  measure: z.enum(['median', 'mean']),
  value: perM2,
  n: z.int(),
  from: day,
  to: day,
  /** Whose it is: the place, or its department. */
  area: areaSchema,
  widened: z.boolean(),
  /** Of a mean: how many medians, the lowest and the highest. */
  medians: z.nullable(z.object({ count: z.int(), low: perM2, high: perM2 })),
});
export type Published = z.output<typeof publishedSchema>;

const rentSchema = z.object({
  /** Cents per m² and month, charges included, unfurnished: an estimate of advertised rents. */
  rent: z.int(),
  /** 95 % interval; for a whole city, the lowest and highest of its districts. */
  low: z.nullable(z.int()),
  high: z.nullable(z.int()),
  year: z.int(),
  /**
   * What it is predicted for: the commune itself, its intercommunality (epci), a group of similar communes; districts: the
   * average of theirs, by inhabitants.
   */
  basis: z.nullable(z.enum(['commune', 'epci', 'group', 'districts'])),
  /** Advertisements of the commune. */
  observations: z.nullable(z.int()),
  /** Less than 30 observations, a weak model (R² < 0.5), or more than the commune: to be read with caution. */
  indicative: z.boolean(),
});
export type Rent = z.output<typeof rentSchema>;

const askingSchema = z.object({
  n: z.int(),
  median: perM2,
  q1: perM2,
  q3: perM2,
  at: z.string(),
  /** Asked above (or below) the median sold, in percent; null when that one is of a wider area. */
  gap: z.nullable(z.number()),
});

const kindPricesSchema = z.object({
  kind: z.enum(priceKinds),
  /** Null when neither the place nor its parents have enough sales here, or when `published` is of the place itself. */
  figure: z.nullable(figureSchema),
  /** Where there is no figure of our own for the place; never beside `figure`. Always null for `all`. */
  published: z.nullable(publishedSchema),
  /** Whose figures these are: the place itself, or the parent that it had to be widened to. */
  area: z.nullable(areaSchema),
  widened: z.boolean(),
  /** What a reader must know, in French: few sales, a longer period, a wider area; null when nothing. */
  notice: z.nullable(z.string()),
  /** 1 to 5, 0 without a figure. */
  confidence: z.int(),
  confidenceWords: z.string(),
  trimmed: z.nullable(trimmedSchema),
  bins: z.array(binSchema),
  byRooms: z.array(figureSchema),
  bySurface: z.array(figureSchema),
  /** One year and five; when the data are shorter, the longest whole number of years instead of five. */
  changes: z.array(changeSchema),
  points: z.array(pointSchema),
  asking: z.nullable(askingSchema),
  rent: z.nullable(rentSchema),
  /** Of flats of 1 or 2 rooms, and of 3 and more; null for houses, and where the edition does not tell them apart. */
  smallRent: z.nullable(rentSchema),
  largeRent: z.nullable(rentSchema),
  /** Yearly rent over price, in percent, charges and taxes not deducted; null for a widened figure. */
  grossYield: z.nullable(z.number()),
});
export type KindPrices = z.output<typeof kindPricesSchema>;

/** What one home's price is held against: one of the two, or neither. */
export interface LocalPrices {
  readonly sold: LocalSales | null;
  /** Where no sales of its own place are counted here. */
  readonly published: Published | null;
}

/** Our own figure, with its spread. */
export interface LocalSales {
  readonly figure: Figure;
  /** Whose figure it is: the place, or the nearest wider area that has one. */
  readonly area: Area;
  readonly widened: boolean;
  /** Lowest and highest price without the extremes, cents per m². */
  readonly low: number;
  readonly high: number;
}

const briefSchema = z.object({
  n: z.int(),
  median: perM2,
  months: z.int(),
  from: day,
  to: day,
  /** Of « Statistiques DVF », not ours: over its own years and by its own method. */
  published: z.boolean(),
});
export type Brief = z.output<typeof briefSchema>;

/**
 * Why another place has no price: under 11 sales; a whole city, whose sales are published by district; the State publishes
 * none there.
 */
const missingReasons = ['few', 'districts', 'unpublished'] as const;
export type MissingReason = (typeof missingReasons)[number];

/** Another place in one line: its own median, else the published one, or none. */
const nearbySchema = z.object({
  code: z.string(),
  name: z.string(),
  slug: z.string(),
  apartment: z.nullable(briefSchema),
  house: z.nullable(briefSchema),
  /** Null when both kinds have a price. */
  missing: z.nullable(z.enum(missingReasons)),
});
export type Nearby = z.output<typeof nearbySchema>;

const sourceSchema = z.object({
  name: z.string(),
  /** Null when nobody has read it at the publisher's. */
  licence: z.nullable(z.string()),
  vintage: z.string(),
  /** The line to show wherever the figures are. */
  attribution: z.string(),
});
export type PriceSource = z.output<typeof sourceSchema>;

const pricesSchema = z.object({
  place: z.object({
    code: z.string(),
    level: z.enum(areaLevels),
    name: z.string(),
    slug: z.string(),
    departmentCode: z.string(),
    departmentName: z.string(),
  }),
  /**
   * sales: our own figures; published: medians of « Statistiques DVF » only; unpublished: the State publishes none here;
   * missing: none is published nor imported, as in the collectivities overseas.
   */
  coverage: z.enum(['sales', 'published', 'unpublished', 'missing']),
  /** Why there is no price, in French; null when there may be one. */
  notice: z.nullable(z.string()),
  /** Month of the release, YYYY-MM; first and last day of the data. */
  release: z.nullable(z.object({ month: z.string(), from: day, to: day, embedded: z.boolean() })),
  apartment: kindPricesSchema,
  house: kindPricesSchema,
  all: kindPricesSchema,
  districts: z.array(nearbySchema),
  neighbours: z.array(nearbySchema),
  sources: z.array(sourceSchema),
});
export type Prices = z.output<typeof pricesSchema>;

export const pricesCall = defineCall({
  method: 'GET',
  path: '/prices/:citySlug',
  access: 'all',
  summary:
    'Prix des ventes signées d’une commune, d’un arrondissement ou d’un département\u00a0: agrégats seulement',
  params: z.object({ citySlug: z.string() }),
  answer: pricesSchema,
});

/** « +2 % », « −1,5 % », « stable ». */
export function changeWords({ percent, stable }: Pick<Change, 'percent' | 'stable'>): string {
  if (stable) return 'stable';
  return `${percent > 0 ? '+' : '−'}${formatPercent(Math.abs(percent))}`;
}
