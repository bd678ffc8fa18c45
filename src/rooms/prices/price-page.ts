// Answer: what a price page shows of a place, and in what words.
import {
  formatCount,
  formatDate,
  formatNumber,
  formatPercent,
  formatPrice,
  formatPricePerM2,
  NBSP,
} from '#contract/fmt.ts';
import { once } from '#contract/once.ts';
import { paths } from '#contract/paths.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { atPlace, type Place, placeLabel, placeLongLabel } from '#rooms/places/contract.ts';
import {
  type Bin,
  type Brief,
  type Change,
  changeWords,
  type Figure,
  type KindPrices,
  type Nearby,
  type Point,
  type Prices,
  type Published,
  priceKindWords,
  SALES_MIN,
  surfaceSteps,
} from './contract.ts';
import { comparable, type Estimate, type Home, type Located } from './estimate.ts';
import type { MapPlace, PriceMap } from './price-map.ts';
import { isRange, methodWords, publication } from './published.ts';
import type { RentControlHere } from './rent-control.ts';

/** `all` is never a page. */
export const shownKinds = ['apartment', 'house'] as const;
export type ShownKind = (typeof shownKinds)[number];

export const kindOfWord = (word: string): ShownKind | null =>
  shownKinds.find((kind) => priceKindWords[kind].word === word) ?? null;

const kindWords = {
  apartment: { one: 'un appartement', many: 'appartements', of: 'd’appartements' },
  house: { one: 'une maison', many: 'maisons', of: 'de maisons' },
} as const satisfies Record<ShownKind, { one: string; many: string; of: string }>;

export interface PricePage {
  readonly place: Place;
  readonly shown: ShownKind;
  /** The address says the type. */
  readonly typed: boolean;
  readonly prices: Pick<Prices, 'coverage' | 'notice' | 'release' | 'sources' | 'districts' | 'neighbours'> &
    Record<ShownKind, KindPrices>;
  /** Where the districts lie, or the communes of a department, or the place among its neighbours; null when unknown. */
  readonly map: PriceMap | null;
  /** Of a department, by name, for the kind shown. */
  readonly communes: readonly MapPlace[];
  /** The curve of the last year only. */
  readonly lastYear: boolean;
  readonly located: Located | null;
  /** Rent control of the place; null where the law sets none. */
  readonly rentControl: RentControlHere | null;
  /** Our own sales are loaded here: a home that the address describes gets an interval of comparable sales. */
  readonly estimable: boolean;
  /** Of the home that the address describes; null without one, or where it is not estimable. */
  readonly estimate: Estimate | null;
  readonly listings: readonly ListingCard[];
  readonly listed: number;
  /** ISO 8601: the server and the browser must say the same. */
  readonly now: string;
}

export interface Suggested {
  readonly label: string;
  readonly detail: string;
  readonly path: string;
}

/** `/prix-immobilier/nimes-30000`, `/prix-immobilier/nimes-30000/maison`. */
export function pricePath(slug: string, kind?: ShownKind | null): string {
  return kind
    ? paths.cityTypePrices({ citySlug: slug, propertyType: priceKindWords[kind].word })
    : paths.cityPrices({ citySlug: slug });
}

export const csvPath = (slug: string): string => `/api/prices/${encodeURIComponent(slug)}/agregats.csv`;

/** Cents per m² to « 3 326,00 €/m² », rounded to the euro: for tables. */
export function perM2(cents: number): string {
  return `${formatPrice(Math.round(cents / 100) * 100)}/m²`;
}

/** « du 1 juillet 2024 au 30 juin 2025 ». */
export function periodWords({ from, to }: Pick<Figure, 'from' | 'to'>): string {
  return `du ${dayWords(from)} au ${dayWords(to)}`;
}

export function dayWords(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`)).replace(/^1 /, '1er ');
}

const monthYear = once(
  () => new Intl.DateTimeFormat('fr-FR', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** « juin 2025 ». */
export function monthWords(day: string): string {
  return monthYear().format(new Date(`${day}T12:00:00Z`));
}

const longMonthYear = once(
  () => new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** « entre octobre 2023 et juin 2025 ». */
function betweenWords(from: string, to: string): string {
  const month = (day: string) => longMonthYear().format(new Date(`${day}T12:00:00Z`));
  const [first, last] = [month(from), month(to)];
  return first === last ? `en ${first}` : `entre ${first} et ${last}`;
}

/** « Appartements », « Prix des maisons » and their kin. */
export const pluralOfKind = (kind: ShownKind): string => kindWords[kind].many;
export const oneOfKind = (kind: ShownKind): string => kindWords[kind].one;

/** « 3 494 ventes d’appartements ». */
export function salesWords(kind: ShownKind, n: number): string {
  return `${formatCount(n, 'vente', 'ventes')} ${kindWords[kind].of}`;
}

/** « un an », « 4 ans ». */
export function yearsWords(years: number): string {
  return years === 1 ? 'un an' : `${years}${NBSP}ans`;
}

/** « +1,8 % sur un an »; null when too few sales allow no comparison. */
export function yearChange(one: Pick<KindPrices, 'changes'>): Change | null {
  return one.changes.find(({ years }) => years === 1) ?? null;
}

/** « Prix immobilier à Lyon 7e arrondissement », « Prix des maisons à Lyon ». */
export function headingOf({ place, shown, typed }: Pick<PricePage, 'place' | 'shown' | 'typed'>): string {
  return typed ? `Prix des ${kindWords[shown].many} ${atPlace(place)}` : `Prix immobilier ${atPlace(place)}`;
}

/** Whose figures these are, when they are not the place's own: « Hérault (département) ». */
export function areaWords({
  area,
  widened,
}: Pick<KindPrices, 'area' | 'widened'> | Pick<Published, 'area' | 'widened'>): string | null {
  if (!area || !widened) return null;
  const what = { district: '', commune: '', epci: '', department: ' (département)' }[area.level];
  const name = area.name.charAt(0).toUpperCase() + area.name.slice(1);
  return `${name}${what}`;
}

/** « 3 326,00 €/m² en médiane, +1,8 % sur un an »; null without a figure. */
export function answerOf(one: KindPrices): string | null {
  if (!one.figure) return null;
  const change = yearChange(one);
  return `${formatPricePerM2(one.figure.median)} en médiane${change ? `, ${changeWords(change)} sur un an` : ''}`;
}

/**
 * What a published figure is, in the words that stand before it: « médiane publiée des ventes de 2021 à 2025 ». Not « prix
 * médian des ventes signées », which is ours.
 */
export function publishedName(published: Pick<Published, 'measure' | 'area'>): string {
  if (published.measure === 'median') return `médiane publiée des ventes ${publication.words}`;
  return isRange(published)
    ? `médianes publiées par arrondissement, ventes ${publication.words}`
    : `moyenne de médianes publiées, ventes ${publication.words}`;
}

/** « 1 577,00 €/m² », « de 3 950,00 à 5 700,00 €/m² selon l’arrondissement ». */
export function publishedWords(published: Published): string {
  const { value, medians } = published;
  return isRange(published) && medians ? rangeWords(medians) : formatPricePerM2(value);
}

/** « de 3 950,00 €/m² à 5 700,00 €/m² »; one price where both are the same. */
function rangeWords({ low, high }: { readonly low: number; readonly high: number }): string {
  return low === high ? formatPricePerM2(low) : `de ${formatPricePerM2(low)} à ${formatPricePerM2(high)}`;
}

/** What stands after a published figure: « en médiane sur cinq ans ». */
export function publishedUnit(published: Published): string {
  if (published.measure === 'median') return 'en médiane sur cinq ans';
  return isRange(published) ? 'selon l’arrondissement, sur cinq ans' : 'en moyenne de médianes, sur cinq ans';
}

/** The place's own line among others: ours, else the published median; null where it has neither. */
export function ownBrief({ figure, widened, published }: KindPrices): Brief | null {
  if (figure && !widened) {
    const { n, median, months, from, to } = figure;
    return { n, median, months, from, to, published: false };
  }
  if (published?.measure !== 'median') return null;
  const { n, value, from, to } = published;
  return { n, median: value, months: publication.months, from, to, published: true };
}

/** « 822 ventes », « 13 ventes en 5 ans », « 537 ventes, 2021 à 2025 » for a published median. */
export function sampleWords({ n, months, published = false }: Sample): string {
  const sales = formatCount(n, 'vente', 'ventes');
  if (published) return `${sales}, ${publication.years}`;
  return months > 12 ? `${sales} en ${months / 12}${NBSP}ans` : sales;
}

type Sample = Pick<Brief, 'n' | 'months'> & Partial<Pick<Brief, 'published'>>;

/** « La moitié des ventes se sont signées entre 2 600,00 et 4 050,00 €/m². » */
export function halfWords({ q1, q3 }: Pick<Figure, 'q1' | 'q3'>): string {
  return `La moitié des ventes se sont signées entre ${formatPricePerM2(q1)} et ${formatPricePerM2(q3)}.`;
}

/** The conclusion of the curve, on the points that it shows. */
export function curveWords(points: readonly Pick<Point, 'to' | 'median'>[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const exact = (last.median / first.median - 1) * 100;
  const change = changeWords({ percent: Math.round(exact * 2) / 2, stable: Math.abs(exact) <= 1 });
  const top = points.reduce((best, point) => (point.median > best.median ? point : best));
  const peak =
    top.to === first.to || top.to === last.to
      ? ''
      : `, avec un plus haut de ${formatPricePerM2(top.median)} en ${monthWords(top.to)}`;
  return `De ${monthWords(first.to)} à ${monthWords(last.to)}, la médiane passe de ${formatPricePerM2(first.median)} à ${formatPricePerM2(last.median)} (${change})${peak}.`;
}

/** « 1 pièce », « 5 pièces et plus », « moins de 30 m² », « 100 m² et plus ». */
export function sliceWords(kind: ShownKind, slice: string): string {
  const [what, number = ''] = slice.split('-');
  const rank = Number(number);
  if (what === 'rooms') {
    return rank >= 5 ? `5${NBSP}pièces et plus` : formatCount(rank, 'pièce', 'pièces');
  }
  const steps = surfaceSteps[kind];
  const from = steps[rank - 1];
  const to = steps[rank];
  if (to === undefined) return `${formatNumber(from ?? 0)}${NBSP}m² et plus`;
  return rank === 1 ? `Moins de ${to}${NBSP}m²` : `${from} à ${to}${NBSP}m²`;
}

/** The slice of `bySurface` that a surface falls in. */
export function sliceOfSurface(kind: ShownKind, surface: number): string {
  const rank = surfaceSteps[kind].filter((from) => surface >= from).length;
  return `surface-${Math.max(1, rank)}`;
}

/** The share of sales signed below a price, in percent; only a bound in the open bars. Null without bars. */
export function shareBelow(
  bins: readonly Bin[],
  value: number,
): { percent: number; bound: 'at most' | 'at least' | null } | null {
  const total = bins.reduce((sum, { n }) => sum + n, 0);
  const rank = bins.findIndex(({ to }) => to === null || value < to);
  const bin = bins[rank];
  if (!bin || total === 0) return null;
  const under = bins.slice(0, rank).reduce((sum, { n }) => sum + n, 0);
  const percent = (n: number) => Math.round((n / total) * 100);
  if (bin.from === null) return { percent: percent(bin.n), bound: 'at most' };
  if (bin.to === null) return { percent: percent(under), bound: 'at least' };
  const inside = ((value - bin.from) / (bin.to - bin.from)) * bin.n;
  return { percent: percent(under + inside), bound: null };
}

/** What one reads of a home among the sales: one sentence each, the first is the answer. */
export function locatedWords(
  kind: ShownKind,
  one: KindPrices,
  home: Pick<Home, 'surface' | 'price'>,
): string[] {
  const { figure } = one;
  if (!figure) return [];
  const { surface, price } = home;
  const total = (cents: number) => formatPrice(Math.round((cents * surface) / 100_000) * 100_000);
  const range = `Pour ${formatNumber(surface)}${NBSP}m², la moitié des ventes donne de ${total(figure.q1)} à ${total(figure.q3)}, et la médiane ${total(figure.median)}.`;
  const slice = one.bySurface.find((found) => found.slice === sliceOfSurface(kind, surface));
  const near = slice
    ? `Les ${kindWords[kind].many} de cette taille (${sliceWords(kind, slice.slice).toLowerCase()})${NBSP}: ${formatPricePerM2(slice.median)} en médiane, ${formatCount(slice.n, 'vente', 'ventes')}.`
    : null;
  if (price === null) return [range, ...(near ? [near] : [])];
  const own = price / surface;
  const gap = Math.round((own / figure.median - 1) * 100);
  const beside =
    gap === 0
      ? 'au niveau de la médiane'
      : `${formatPercent(Math.abs(gap))} ${gap > 0 ? 'au-dessus' : 'au-dessous'} de la médiane`;
  const share = shareBelow(one.bins, own);
  const rank =
    share === null
      ? null
      : share.bound === 'at most'
        ? `C’est parmi les ${formatPercent(share.percent)} de ventes les moins chères au m².`
        : share.bound === 'at least'
          ? `C’est parmi les ${formatPercent(100 - share.percent)} de ventes les plus chères au m².`
          : `Environ ${formatPercent(share.percent)} des ventes se sont signées moins cher au m².`;
  return [
    `À ${formatPrice(price)} pour ${formatNumber(surface)}${NBSP}m², votre bien est à ${perM2(own)}, ${beside}.`,
    ...(rank ? [rank] : []),
    ...(near ? [near] : []),
    range,
  ];
}

/** What comparable sales say of a home: one sentence each, the first is the answer. */
export function estimateWords(
  { place, shown }: Pick<PricePage, 'place' | 'shown'>,
  estimate: Estimate,
  { surface, rooms, price }: Home,
): string[] {
  const { one, of } = kindWords[shown];
  const described = `${one} de ${formatNumber(surface)}${NBSP}m²${rooms === null ? '' : ` et ${formatCount(rooms, 'pièce', 'pièces')}`}`;
  if (estimate.kind === 'insufficient') {
    return [
      `Données insuffisantes${NBSP}: moins de ${SALES_MIN} ventes comparables à ${described} ${atPlace(place)} et alentour, en ${yearsWords(comparable.years)}.`,
      'Un intervalle tiré de si peu de ventes ne vaudrait rien. Les autres chiffres de la page comptent toutes les ventes, quelle que soit la taille du bien.',
    ];
  }
  const { n, low, median, high, from, to, km } = estimate;
  return [
    `De ${formatPrice(low)} à ${formatPrice(high)} pour ${described}${NBSP}; la moitié des ventes comparables sont au-dessous de ${formatPrice(median)}.`,
    ...(price === null ? [] : [withinWords({ low, median, high }, price)]),
    `Intervalle à 80${NBSP}%${NBSP}: sur dix ventes comparables, huit sont dans ces bornes, une au-dessous, une au-dessus.`,
    `${formatCount(n, 'vente comparable', 'ventes comparables')} ${of}, signées ${betweenWords(from, to)} ${atPlace(place)}${km === 0 ? '' : ` et jusqu’à ${km}${NBSP}km`}${NBSP}; leur prix au m² est rapporté à cette surface.`,
  ];
}

/** Where a price is among the bounds of an interval. */
function withinWords({ low, median, high }: { low: number; median: number; high: number }, price: number) {
  const said = `Votre prix, ${formatPrice(price)}, est`;
  if (price < low)
    return `${said} au-dessous de l’intervalle${NBSP}: une vente comparable sur dix, au plus, s’est signée si bas.`;
  if (price > high)
    return `${said} au-dessus de l’intervalle${NBSP}: une vente comparable sur dix, au plus, s’est signée si haut.`;
  const gap = Math.round((price / median - 1) * 100);
  return gap === 0
    ? `${said} dans l’intervalle, à sa médiane.`
    : `${said} dans l’intervalle, ${formatPercent(Math.abs(gap))} ${gap > 0 ? 'au-dessus' : 'au-dessous'} de sa médiane.`;
}

/** Other places in the order of their median, dearest first; those without a figure last, by name. */
export function byMedian(kind: ShownKind, places: readonly Nearby[]): Nearby[] {
  return places.toSorted(
    (a, b) => (b[kind]?.median ?? -1) - (a[kind]?.median ?? -1) || a.name.localeCompare(b.name, 'fr'),
  );
}

/**
 * « De Paris 19e (8 080,00 €/m²) à Paris 6e (14 100,00 €/m²), 75 % d’écart. », « Médianes publiées, 2021 à 2025 : de … ».
 * Without the gap where our medians stand beside published ones: two methods have none.
 */
export function spreadWords(kind: ShownKind, places: readonly Nearby[]): string | null {
  const priced = byMedian(kind, places).flatMap(({ name, [kind]: figure }) =>
    figure ? [{ name, median: figure.median, published: figure.published }] : [],
  );
  const [top, bottom] = [priced[0], priced.at(-1)];
  if (!top || !bottom || top === bottom) return null;
  const gap = Math.round((top.median / bottom.median - 1) * 100);
  const apart = priced.every(({ published }) => published === top.published);
  return `${fromWords(priced)} ${bottom.name} (${formatPricePerM2(bottom.median)}) à ${top.name} (${formatPricePerM2(top.median)})${apart ? `, ${formatPercent(gap)} d’écart` : ''}.`;
}

/** What stands before two ends: « De », « Médianes publiées, 2021 à 2025 : de », « Deux méthodes : de ». */
export function fromWords(medians: readonly Pick<Brief, 'published'>[]): string {
  const method = methodWords(medians);
  return method ? `${method.charAt(0).toUpperCase()}${method.slice(1)}${NBSP}: de` : 'De';
}

/** « Accueil › Prix immobilier › Paris › 11e arrondissement › Appartements ». */
export function crumbsOf({ place, shown, typed }: Pick<PricePage, 'place' | 'shown' | 'typed'>): {
  label: string;
  href?: string;
}[] {
  const crumbs = [
    { label: 'Accueil', href: paths.home() },
    { label: 'Prix immobilier', href: paths.prices() },
    ...(place.rank !== null && place.citySlug
      ? [{ label: place.cityName ?? '', href: pricePath(place.citySlug) }]
      : []),
    { label: placeLabel(place), href: pricePath(place.slug) },
    ...(typed ? [{ label: priceKindWords[shown].plural, href: pricePath(place.slug, shown) }] : []),
  ];
  const last = crumbs.at(-1);
  return [...crumbs.slice(0, -1), { label: last?.label ?? '' }];
}

/** The one address of the page; not told to search engines without a figure of its own, nor with words. */
export function indexingOf(page: PricePage): { canonical: string; index: boolean } {
  const { place, shown, typed, prices, located, lastYear } = page;
  const own = (kind: ShownKind) => {
    const { figure, widened, published } = prices[kind];
    return (figure !== null && !widened) || (published !== null && !published.widened);
  };
  return {
    canonical: pricePath(place.slug, typed ? shown : null),
    index: !located && !lastYear && (typed ? own(shown) : shownKinds.some(own)),
  };
}

export function titlesOf(page: PricePage): { title: string; description: string } {
  const { place, shown, typed, prices } = page;
  const heading = headingOf(page);
  const { figure, published } = prices[shown];
  const when = figure ? `en ${figure.to.slice(0, 4)}` : published ? publication.words : null;
  const kinds = typed ? [shown] : shownKinds;
  const said = kinds.flatMap((kind) => {
    const words = spokenOf(prices[kind]);
    const name = kindWords[kind].many;
    return words ? [`${name.charAt(0).toUpperCase()}${name.slice(1)}${NBSP}: ${words}`] : [];
  });
  return {
    title: `${heading}${when ? ` ${when}` : ''}, prix au m² – Vigie`,
    description:
      said.length > 0
        ? `${heading}. ${said.join('. ')}. Ventes signées, méthode ouverte.`
        : (prices.notice ?? prices[shown].notice ?? `Ce que l’on sait des prix ${atPlace(place)}.`),
  };
}

/** The figure of the place itself in one line, with its sample; null where it has none. */
function spokenOf(one: KindPrices): string | null {
  const { figure, widened, published } = one;
  if (figure && !widened) return `${answerOf(one)} (${formatCount(figure.n, 'vente', 'ventes')})`;
  if (!published || published.widened) return null;
  return `${publishedWords(published)} ${publishedUnit(published)} (${formatCount(published.n, 'vente', 'ventes')} ${publication.words})`;
}

/** What the place is called where its district must be clear: « Paris 11e arrondissement ». */
export const longName = (place: Place): string => placeLongLabel(place);

/** Cents per m²: a median, both ends alike, or from the least dear district to the dearest. */
export interface Sold extends Pick<Brief, 'n' | 'months' | 'published'> {
  readonly low: number;
  readonly high: number;
  /** How many districts the ends are those of; null for a median. */
  readonly districts: number | null;
}

/** What `/prix-immobilier` shows. */
export interface PriceHome {
  /** What was typed, when it is not one place. */
  readonly asked: string | null;
  readonly suggestions: readonly Suggested[];
  readonly cities: readonly {
    readonly code: string;
    readonly name: string;
    readonly slug: string;
    readonly apartment: Sold | null;
    readonly house: Sold | null;
  }[];
}
