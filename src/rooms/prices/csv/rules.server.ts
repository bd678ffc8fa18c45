import { shownKinds, sliceWords } from '../answer/contract.ts';
import { type KindPrices, type Prices, priceKindWords } from '../contract.ts';

const columns = [
  'lieu',
  'code',
  'territoire_des_chiffres',
  'type',
  'mesure',
  'tranche',
  'du',
  'au',
  'ventes',
  'mediane_eur_m2',
  'q1_eur_m2',
  'q3_eur_m2',
] as const;

type Cell = string | number | null;

/** A spreadsheet runs what begins like a formula: such a text gets an apostrophe; all text is quoted where it must be. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const euros = (cents: number) => Math.round(cents / 100);

function rowsOf({ place }: Prices, one: KindPrices, kind: (typeof shownKinds)[number]): Cell[][] {
  if (!one.figure || !one.area) return [];
  const head: Cell[] = [place.name, place.code, one.area.name, priceKindWords[kind].word];
  const slices = [one.figure, ...one.byRooms, ...one.bySurface].map((figure) => [
    ...head,
    figure.slice === 'all' ? 'ensemble' : figure.slice.startsWith('rooms') ? 'pieces' : 'surface',
    figure.slice === 'all' ? '' : sliceWords(kind, figure.slice),
    figure.from,
    figure.to,
    figure.n,
    euros(figure.median),
    euros(figure.q1),
    euros(figure.q3),
  ]);
  const points = one.points.map(({ to, n, median, q1, q3 }) => [
    ...head,
    'douze_mois_glissants',
    '',
    '',
    to,
    n,
    euros(median),
    euros(q1),
    euros(q3),
  ]);
  const bins = one.bins.map(({ from, to, n }) => [
    ...head,
    'repartition_eur_m2',
    `${from === null ? 0 : euros(from)} à ${to === null ? 'plus' : euros(to)}`,
    one.figure?.from ?? '',
    one.figure?.to ?? '',
    n,
    null,
    null,
    null,
  ]);
  return [...slices, ...points, ...bins];
}

/** The aggregates of a place as CSV (UTF-8, comma, CRLF), its sources last. Never a sale. */
export function csvOf(prices: Prices): string {
  const rows: Cell[][] = [
    [...columns],
    ...shownKinds.flatMap((kind) => rowsOf(prices, prices[kind], kind)),
    ...prices.sources.map(({ attribution }) => ['source', '', '', '', '', attribution]),
  ];
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
