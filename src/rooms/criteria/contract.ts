// Criteria: what one looks for, as schema and as words of an address; the words themselves are in ./table.
import { readNumber } from '#contract/number.ts';
import type { Place } from '#rooms/places/contract.ts';
import type { RequestedArea } from './area-words.ts';
import { type CriterionWord, criteriaTable, type Row } from './criteria-table.ts';
import type { ChoiceCriterion, Criterion } from './kinds.ts';
import { readTerms, writeTerms } from './terms.ts';

/** `achat` is every purchase, new ones included; `neuf` only the new ones. */
export const transactions = ['achat', 'location', 'neuf'] as const;
export type TransactionWord = (typeof transactions)[number];

type ValueOf<R> = R extends { kind: 'flag' }
  ? boolean
  : R extends { kind: 'oneOf' | 'anyOf' | 'allOf' | 'noneOf' }
    ? readonly string[]
    : R extends { kind: 'named' | 'byDay' }
      ? string
      : number;

/**
 * Numbers are whole euros, m², counts, years, days; lists hold words of the address (`appartement`, `D`) or terms
 * (`balcon`, `vue mer`, `lumin*`); flags are yes or no; a day is `YYYY-MM-DD`.
 */
export type Filters = { readonly [R in Row as R['word']]?: ValueOf<R> | undefined };

export type Criteria = Filters &
  RequestedArea & {
    readonly transaction: TransactionWord;
    /** INSEE codes of communes and districts, or `D34` for a department. Empty: everywhere. */
    readonly places: readonly string[];
  };

export const PLACES_MAX = 50;
/**
 * Filters said by an address. Unknown words are ignored and malformed values dropped: never throws. A repeated
 * list adds up (what a form without JavaScript sends); of a repeated number or flag the first good one counts.
 */
export function readFilters(params: URLSearchParams): Filters {
  const found: Record<string, unknown> = {};
  for (const criterion of criteriaTable as readonly Criterion[]) {
    const values = params.getAll(criterion.word);
    const value = isChoice(criterion)
      ? readList(criterion, values)
      : criterion.kind === 'allOf' || criterion.kind === 'noneOf'
        ? readTerms(values)
        : values.map((text) => readOne(criterion, text)).find((one) => one !== undefined);
    if (value !== undefined) found[criterion.word] = value;
  }
  return found;
}

const isChoice = (criterion: Criterion): criterion is Criterion & ChoiceCriterion =>
  criterion.kind === 'oneOf' || criterion.kind === 'anyOf';

/** A day that exists, of this century. */
export function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function readList(criterion: ChoiceCriterion, values: readonly string[]): string[] | undefined {
  const said = new Set(values.flatMap((text) => text.split(',')).map((text) => text.trim()));
  const known = Object.keys(criterion.values).filter(
    (word) => said.has(word) || said.has(word.toLowerCase()),
  );
  return known.length > 0 ? known : undefined;
}

function readOne(criterion: Criterion, text: string): number | boolean | string | undefined {
  switch (criterion.kind) {
    case 'flag':
      return text === 'oui' ? true : text === 'non' ? false : undefined;
    case 'named': {
      const name = text.trim().toLowerCase();
      return criterion.pattern.test(name) ? name : undefined;
    }
    case 'byDay':
      return isDay(text.trim()) ? text.trim() : undefined;
    case 'atMost':
    case 'atLeast': {
      // People type « 300 000 » in a field without JavaScript (specification 5, number parsing).
      const value = readNumber(text, 'thousands');
      if (value === null || !Number.isInteger(value) || value > criterion.max) return undefined;
      return criterion.only && !criterion.only.includes(value) ? undefined : value;
    }
    default:
      return undefined;
  }
}

/** The greatest number that a word takes. */
export function mostOf(word: CriterionWord): number {
  const row: Criterion | undefined = criteriaTable.find((criterion) => criterion.word === word);
  return row && 'max' in row ? row.max : Number.POSITIVE_INFINITY;
}

/** The words of an address, in canonical order: equal filters write equal addresses. */
export function writeFilters(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  // A page has thirty links to places, which ask for nothing more.
  if (Object.keys(filters).length === 0) return params;
  for (const criterion of criteriaTable as readonly Criterion[]) {
    const value: number | boolean | string | readonly string[] | undefined =
      filters[criterion.word as CriterionWord];
    if (value === undefined) continue;
    if (typeof value === 'object' && !isChoice(criterion)) {
      if (value.length > 0) params.set(criterion.word, writeTerms(value));
    } else if (typeof value === 'object') {
      const inOrder = Object.keys((criterion as ChoiceCriterion).values).filter((word) =>
        value.includes(word),
      );
      if (inOrder.length > 0) params.set(criterion.word, inOrder.join(','));
    } else if (typeof value === 'boolean') params.set(criterion.word, value ? 'oui' : 'non');
    else params.set(criterion.word, String(value));
  }
  return params;
}

/** How criteria write a place: its INSEE code, `D34` for a department. */
export function placeCodeOf(place: Pick<Place, 'kind' | 'code'>): string {
  return place.kind === 'department' ? `D${place.code}` : place.code;
}

/** The transaction said by an address; null when it says none or a wrong one. */
export function readTransaction(params: URLSearchParams): TransactionWord | null {
  const said = params.get('transaction');
  return transactions.find((word) => word === said) ?? null;
}

/** Whether a text may be the slug of a place, old and short writings too. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,120}$/.test(text);
}

/** The place slugs said by an address (`lieux=lyon-69000,herault-34`), at most `PLACES_MAX`, not resolved. */
export function readPlaceSlugs(params: URLSearchParams): string[] {
  const slugs = params.getAll('lieux').flatMap((text) => text.split(','));
  return [...new Set(slugs.map((slug) => slug.trim().toLowerCase()).filter(isSlug))].slice(0, PLACES_MAX);
}

/** The words of an alert or of the API: `transaction`, `lieux`, then the filters. Commas stay readable. */
export function writeSearch(
  transaction: TransactionWord,
  placeSlugs: readonly string[],
  filters: Filters,
): string {
  const words = [
    ['transaction', transaction],
    ...(placeSlugs.length > 0 ? [['lieux', placeSlugs.join(',')]] : []),
  ];
  return readableQuery(new URLSearchParams([...words, ...writeFilters(filters)] as [string, string][]));
}

/** `a=1&b=x,y`: the encoding of URLSearchParams, with commas left as they are read. */
export function readableQuery(params: URLSearchParams): string {
  return params.toString().replaceAll('%2C', ',');
}

/** Equal filters, equal text. */
export function filtersKey(filters: Filters): string {
  return readableQuery(writeFilters(filters));
}
