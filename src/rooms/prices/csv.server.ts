import { type CsvCell, csvDay, csvHead, csvLine } from '#platform/csv.server.ts';
import { type KindPrices, type Prices, type Published, priceKindWords } from './contract.ts';
import { shownKinds, sliceWords } from './price-page.ts';

const columns = [
  'Lieu',
  'Code',
  'Territoire des chiffres',
  'Type',
  'Mesure',
  'Tranche',
  'Du',
  'Au',
  'Ventes',
  'Médiane (€/m²)',
  'Premier quartile (€/m²)',
  'Troisième quartile (€/m²)',
] as const;

const euros = (cents: number) => Math.round(cents / 100);

/** A mean of medians has no column of its own: it is no median. It stands in words, with its ends. */
function publishedRow(
  place: Prices['place'],
  { measure, value, n, from, to, area, medians }: Published,
  kind: (typeof shownKinds)[number],
): CsvCell[] {
  const isMedian = measure === 'median';
  return [
    place.name,
    place.code,
    area.name,
    priceKindWords[kind].word,
    isMedian ? 'médiane publiée' : 'moyenne de médianes publiées (€/m²)',
    medians ? `${euros(value)} (de ${euros(medians.low)} à ${euros(medians.high)})` : '',
    csvDay(from),
    csvDay(to),
    n,
    isMedian ? euros(value) : null,
    null,
    null,
  ];
}

function rowsOf({ place }: Prices, one: KindPrices, kind: (typeof shownKinds)[number]): CsvCell[][] {
  if (one.published) return [publishedRow(place, one.published, kind)];
  if (!one.figure || !one.area) return [];
  const head: CsvCell[] = [place.name, place.code, one.area.name, priceKindWords[kind].word];
  const slices = [one.figure, ...one.byRooms, ...one.bySurface].map((figure) => [
    ...head,
    figure.slice === 'all' ? 'ensemble' : figure.slice.startsWith('rooms') ? 'pièces' : 'surface',
    figure.slice === 'all' ? '' : sliceWords(kind, figure.slice),
    csvDay(figure.from),
    csvDay(figure.to),
    figure.n,
    euros(figure.median),
    euros(figure.q1),
    euros(figure.q3),
  ]);
  const points = one.points.map(({ to, n, median, q1, q3 }) => [
    ...head,
    'douze mois glissants',
    '',
    '',
    csvDay(to),
    n,
    euros(median),
    euros(q1),
    euros(q3),
  ]);
  const bins = one.bins.map(({ from, to, n }) => [
    ...head,
    'répartition (€/m²)',
    `${from === null ? 0 : euros(from)} à ${to === null ? 'plus' : euros(to)}`,
    csvDay(one.figure?.from ?? null),
    csvDay(one.figure?.to ?? null),
    n,
    null,
    null,
    null,
  ]);
  return [...slices, ...points, ...bins];
}

/** The aggregates of a place as CSV (platform/csv.server.ts), its sources last. Never a sale. */
export function csvOf(prices: Prices): string {
  const rows: CsvCell[][] = [
    ...shownKinds.flatMap((kind) => rowsOf(prices, prices[kind], kind)),
    ...prices.sources.map(({ attribution }) => ['source', '', '', '', '', attribution]),
  ];
  return csvHead(columns) + rows.map(csvLine).join('');
}
