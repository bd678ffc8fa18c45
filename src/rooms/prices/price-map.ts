// Map: where the places of a price page lie, and how dear each is among them.
import { formatNumber, formatPricePerM2, NBSP } from '#contract/fmt.ts';
import { type Figure, type Nearby, type PriceKind, priceKindWords } from './contract.ts';

type ShownKind = Exclude<PriceKind, 'all'>;

export const MAP_WIDTH = 640;
/** Least and most classes of a map: from the least dear to the dearest, each with as many places. */
const CLASSES = 5;

/** Where a place is drawn, in units of the map: its outline, or its centre when no outline was loaded. */
export interface MapShape {
  readonly code: string;
  /** Path data, even-odd; null for a dot. */
  readonly outline: string | null;
  readonly x: number;
  readonly y: number;
}

export interface PriceMap {
  readonly height: number;
  readonly shapes: readonly MapShape[];
  /** Whose outlines, under which licence; null when every place is a dot. */
  readonly attribution: string | null;
}

/** One place of the map with what is read of it, of the kind shown. */
export interface MapPlace {
  readonly code: string;
  readonly name: string;
  readonly slug: string;
  readonly figure: Pick<Figure, 'median' | 'n' | 'months'> | null;
}

export const mapPlaceOf = (kind: ShownKind, { code, name, slug, [kind]: figure }: Nearby): MapPlace => ({
  code,
  name,
  slug,
  figure: figure && { median: figure.median, n: figure.n, months: figure.months },
});

interface MapClass {
  /** 1 (least dear) to 5. */
  readonly rank: number;
  /** Cents per m², both reached. */
  readonly from: number;
  readonly to: number;
  readonly places: number;
}

/**
 * The places in classes of as many each, least dear first: five, or fewer when there are not two places for each. Equal
 * medians are of one class. `of` gives the class of each code that has a median.
 */
export function classesOf(medians: readonly { code: string; median: number }[]): {
  readonly classes: readonly MapClass[];
  readonly of: ReadonlyMap<string, number>;
} {
  const sorted = medians.toSorted((a, b) => a.median - b.median);
  const count = Math.max(1, Math.min(CLASSES, Math.floor(sorted.length / 2)));
  const firstOf = new Map<number, number>();
  for (const [rank, { median }] of sorted.entries()) if (!firstOf.has(median)) firstOf.set(median, rank);
  const of = new Map(
    sorted.map(({ code, median }) => [
      code,
      // Few classes are drawn as far apart as five.
      spread(Math.floor(((firstOf.get(median) ?? 0) * count) / sorted.length), count),
    ]),
  );
  const classes = [...Map.groupBy(sorted, ({ code }) => of.get(code) ?? 1)].map(([rank, members]) => ({
    rank,
    from: members[0]?.median ?? 0,
    to: members.at(-1)?.median ?? 0,
    places: members.length,
  }));
  return { classes, of };
}

const spread = (rank: number, count: number) =>
  count === 1 ? 3 : 1 + Math.round((rank * (CLASSES - 1)) / (count - 1));

/** « de 8 080,00 à 8 500,00 €/m² ». */
export function classWords({ from, to }: Pick<MapClass, 'from' | 'to'>): string {
  return from === to ? formatPricePerM2(from) : `${formatPricePerM2(from)} à ${formatPricePerM2(to)}`;
}

/** « Paris 11e : 9 800,00 €/m², 1 864 ventes ». */
export function placeWords(name: string, figure: Pick<Figure, 'median' | 'n' | 'months'> | null): string {
  if (!figure) return `${name}${NBSP}: trop peu de ventes`;
  const years = figure.months > 12 ? ` en ${figure.months / 12}${NBSP}ans` : '';
  return `${name}${NBSP}: ${formatPricePerM2(figure.median)}, ${formatNumber(figure.n)}${NBSP}ventes${years}`;
}

/** What the whole map says, for who does not see it. */
export function mapWords(kind: ShownKind, where: string, priced: number, all: number): string {
  const what = priceKindWords[kind].plural.toLowerCase();
  const some = priced === all ? `les ${all} lieux` : `${priced} des ${all} lieux`;
  return `Carte du prix médian au m² des ${what} ${where}${NBSP}: ${some} ont assez de ventes pour un prix.`;
}
