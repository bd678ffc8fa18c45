/**
 * Loosening: each criterion of a search a little wider than it is asked, one at a time.
 */

import type { Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { chipsOf } from '#rooms/criteria/wording.ts';

interface Looser {
  /** What it becomes; null when it goes. */
  readonly text: string | null;
  readonly was: string;
  readonly filters: Filters;
}

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** Bounds move by about a twentieth, rounded as people say them; lists and yes/no go. `depuis` is left: it is no taste. */
export function looserOf(transaction: TransactionWord, filters: Filters): Looser[] {
  const said = (some: Filters) => chipsOf(transaction, some).map(({ text }) => text);
  return (criteriaTable as readonly Criterion[]).flatMap((criterion): Looser[] => {
    const word = criterion.word as CriterionWord;
    const value = filters[word];
    if (value === undefined || word === 'depuis') return [];
    const { [word]: _, ...rest } = filters;
    if (criterion.kind === 'allOf' || criterion.kind === 'noneOf') {
      const terms = value as readonly string[];
      return terms.map((term) => {
        const others = terms.filter((other) => other !== term);
        return {
          text: null,
          was: criterion.say(term),
          filters: others.length > 0 ? { ...rest, [word]: others } : rest,
        };
      });
    }
    const next = widened(criterion, value, transaction === 'location');
    const own = next === undefined ? null : said({ [word]: next });
    return [
      {
        text: own?.join(', ') ?? null,
        was: said({ [word]: value }).join(', '),
        filters: own === null ? rest : { ...rest, [word]: next },
      },
    ];
  });
}

/** The value a little wider; undefined where only doing without is. */
function widened(criterion: Criterion, value: unknown, rental: boolean): unknown {
  if (criterion.kind === 'oneOf' && Array.isArray(value) && LETTERS.includes(String(value[0]))) {
    const worst = Math.max(...value.map((letter) => LETTERS.indexOf(String(letter))));
    const next = LETTERS[worst + 1];
    return next === undefined || worst + 2 === LETTERS.length ? undefined : [...value, next];
  }
  if (typeof value !== 'number' || (criterion.kind !== 'atMost' && criterion.kind !== 'atLeast'))
    return undefined;
  if (criterion.only || criterion.word === 'photos') return undefined;
  const step = stepOf(criterion, rental);
  if (criterion.kind === 'atMost') return Math.max(Math.ceil((value * 1.04) / step) * step, value + 1);
  const lower = Math.min(Math.floor((value * 0.96) / step) * step, value - 1);
  return lower > 0 ? lower : undefined;
}

function stepOf({ word, ...criterion }: Criterion, rental: boolean): number {
  if (word === 'budgetMax') return 50;
  if (word === 'honorairesMax') return 500;
  if (word === 'terrainMin') return 50;
  switch ('unit' in criterion ? criterion.unit : 'count') {
    case 'euros':
      return rental ? 50 : 10_000;
    case 'euros/m²':
      return rental ? 1 : 100;
    case 'm²':
    case 'year':
      return 5;
    default:
      return 1;
  }
}
