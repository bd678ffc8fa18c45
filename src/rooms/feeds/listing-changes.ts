/**
 * Changes: what differs between two versions of a listing, in the words that agencies read.
 */
import { formatNumber, formatPrice, formatSurface } from '#contract/fmt.ts';
import { type ListingDraft, wordsOf } from '#rooms/listings/contract.ts';
import {
  type FactKind,
  type FactName,
  type FactRow,
  type FactWords,
  factNames,
  factRows,
} from '#rooms/listings/facts.ts';

export interface Change {
  readonly field: string;
  /** « – » when it was not said; both empty when the values are not worth showing. */
  readonly from: string;
  readonly to: string;
}

/** That one of these changed says enough: their values are not worth showing. */
const untold: readonly FactKind[] = ['long', 'units', 'translations'];
/** Numbers that are written as they are. */
const asWritten: readonly FactKind[] = ['year', 'degree'];
const line = { kind: 'text' } as const;
const SHOWN = 80;
/** Follow from the commune; the radius is stored as it was applied, not as it was said. */
const derived: readonly FactName[] = ['cityCode', 'departmentCode', 'pointRadius'];

/** What changes from one version to the next: facts in their order, then the reference, then the photos. */
export function changesBetween(before: ListingDraft, after: ListingDraft): Change[] {
  const changed = factNames.filter((fact) => !derived.includes(fact) && !same(before[fact], after[fact]));
  const all = changed.map((fact): Change => {
    const row = factRows[fact];
    const field = row.unit ? `${row.label} (${row.unit})` : row.label;
    return untold.includes(row.kind)
      ? { field, from: '', to: '' }
      : { field, from: said(before[fact], row), to: said(after[fact], row) };
  });
  if (before.reference !== after.reference)
    all.push({ field: 'Référence', from: said(before.reference, line), to: said(after.reference, line) });
  const photos = (draft: ListingDraft) =>
    draft.photos.map(({ kind, source, caption }) => [kind, source, caption]);
  if (!same(photos(before), photos(after)))
    all.push({ field: 'Photos', from: String(before.photos.length), to: String(after.photos.length) });
  return all;
}

/** Lists of words have no order. */
function same(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each !== 'object')
      ? value.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
      : value;
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function said(value: unknown, row: Pick<FactRow, 'kind' | 'words'>): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (Array.isArray(value)) return value.map((each) => said(each, row)).join(', ');
  if (row.kind === 'money') return formatPrice(Number(value));
  if (row.kind === 'surface') return formatSurface(Number(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const words = wordsOf(row);
  if (words) return labelOf(words[text]) ?? text;
  if (typeof value === 'number' && !asWritten.includes(row.kind)) return formatNumber(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function labelOf(word: FactWords[string] | undefined): string | undefined {
  return typeof word === 'object' ? word.label : word;
}
