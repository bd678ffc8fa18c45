/**
 * What people read of a listing when they reported it, beside what it says today.
 */
import { formatNumber, formatPrice, formatSurface } from '#contract/fmt.ts';
import { listingStatuses, wordsOf } from '#rooms/listings/contract.ts';
import { type FactName, factRows } from '#rooms/listings/facts.ts';

/** As `listing_shown` keeps it: what is unknown is not in it. */
export type Shown = Readonly<Record<string, unknown>>;

interface ComparedFact {
  readonly key: string;
  readonly label: string;
  /** « – » when it was not said. */
  readonly before: string;
  readonly today: string;
  /** Several lines. */
  readonly long: boolean;
  /** False as well when there is nothing to compare with. */
  readonly differs: boolean;
}

/** In the order in which an administrator reads them. */
const order = [
  'title',
  'price',
  'priceWithoutFees',
  'feesPayer',
  'baseRent',
  'charges',
  'transaction',
  'propertyType',
  'surface',
  'rooms',
  'floor',
  'energyStatus',
  'energyClass',
  'climateClass',
  'postalCode',
  'quarter',
  'visitUrl',
  'videoUrl',
  'description',
] as const satisfies readonly FactName[];

/** Facts of both versions, those that neither says left out; `today` null: the listing is no more. */
export function comparedFacts(shown: Shown, today: Shown | null): ComparedFact[] {
  const status = (of: Shown | null) => listingStatuses[of?.status as keyof typeof listingStatuses] ?? '–';
  return [
    {
      key: 'status',
      label: 'État',
      before: status(shown),
      today: status(today),
      long: false,
      differs: today !== null && shown.status !== today.status,
    },
    ...order.flatMap((key): ComparedFact[] => {
      const [before, now] = [saidOf(key, shown[key]), saidOf(key, today?.[key])];
      if (before === '–' && now === '–') return [];
      const { kind, label } = factRows[key];
      return [
        { key, label, before, today: now, long: kind === 'long', differs: today !== null && before !== now },
      ];
    }),
  ];
}

function saidOf(key: FactName, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  const row = factRows[key];
  if (row.kind === 'money') return formatPrice(Number(value));
  if (row.kind === 'surface') return formatSurface(Number(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const word = wordsOf(row)?.[text];
  if (word !== undefined) return typeof word === 'object' ? word.label : word;
  return typeof value === 'number' ? formatNumber(value) : text;
}

/** Stems of the files of its pictures (rooms/listings/photos.ts), in their order. */
export function photosOf(shown: Shown | null): readonly string[] {
  const keys = shown?.photos;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}
