// Map: where the places of a price page lie, and how dear each is among them.
import { formatNumber, formatPricePerM2, NBSP } from '#contract/fmt.ts';
import { type Brief, type MissingReason, type Nearby, type PriceKind, priceKindWords } from './contract.ts';
import { methodWords, publication } from './published.ts';

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
  readonly figure: MapFigure | null;
  /** Why it has none; null when it has one. */
  readonly missing: MissingReason | null;
}

type MapFigure = Pick<Brief, 'median' | 'n' | 'months' | 'published'>;

export function mapPlaceOf(kind: ShownKind, { code, name, slug, [kind]: brief, missing }: Nearby): MapPlace {
  if (!brief) return { code, name, slug, figure: null, missing };
  const { median, n, months, published } = brief;
  return { code, name, slug, figure: { median, n, months, published }, missing: null };
}

/** In the place of a price. */
const missingWords: Readonly<Record<MissingReason, string>> = {
  few: 'Trop peu de ventes',
  districts: 'Par arrondissement',
  unpublished: 'Ventes non publiées',
};

export const whyMissing = (reason: MissingReason | null): string => missingWords[reason ?? 'few'];

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

/** « Paris 11e : 9 800,00 €/m², 1 864 ventes », « Lyon : par arrondissement ». */
export function placeWords({ name, figure, missing }: Pick<MapPlace, 'name' | 'figure' | 'missing'>): string {
  if (!figure) return `${name}${NBSP}: ${whyMissing(missing).toLowerCase()}`;
  const long = figure.months > 12 ? ` en ${figure.months / 12}${NBSP}ans` : '';
  const when = figure.published ? `, ${publication.years}` : long;
  return `${name}${NBSP}: ${formatPricePerM2(figure.median)}, ${formatNumber(figure.n)}${NBSP}ventes${when}`;
}

/** What must be read where published medians stand; null where there is none. */
export function publishedNote(figures: readonly Pick<MapFigure, 'published'>[]): string | null {
  const published = figures.filter((one) => one.published).length;
  if (published === 0) return null;
  const mark = published === figures.length ? 'Médianes' : `${publication.years}${NBSP}: médianes`;
  return `${mark} de cinq ans, telles que publiées sur data.gouv.fr (${publication.name}), par une autre méthode que nos prix de douze mois.`;
}

/**
 * « Prix médian au m² des maisons à Sète », said of our own medians alone; « Prix au m² des maisons à Sète (médianes publiées,
 * 2021 à 2025) ».
 */
export function medianTitle(
  kind: ShownKind,
  rest: string,
  figures: readonly Pick<MapFigure, 'published'>[],
  what = 'Prix',
): string {
  const method = methodWords(figures);
  const title = `${what}${method ? '' : ' médian'} au m² des ${priceKindWords[kind].plural.toLowerCase()}${rest}`;
  return method ? `${title} (${method})` : title;
}

/** What the whole map says, for who does not see it. */
export function mapWords(
  kind: ShownKind,
  where: string,
  places: readonly Pick<MapPlace, 'figure'>[],
): string {
  const figures = places.flatMap(({ figure }) => figure ?? []);
  const some =
    figures.length === places.length
      ? `les ${places.length} lieux`
      : `${figures.length} des ${places.length} lieux`;
  return `${medianTitle(kind, ` ${where}`, figures, 'Carte du prix')}${NBSP}: ${some} ont un prix.`;
}
