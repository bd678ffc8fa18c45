import type { Db } from '#platform/db.server.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { daysOffered, type OptionCounts } from './contract.ts';
import { countEach } from './counting.sql.server.ts';
import type { Reader, Sought } from './found.sql.server.ts';
import { criteriaOf } from './search.server.ts';

/** What a word offers to choose from: nothing for texts, nor for numbers that anybody may type. */
function offersOf(criterion: Criterion): { value: string; asked: unknown }[] {
  switch (criterion.kind) {
    case 'flag':
      return [
        { value: 'oui', asked: true },
        { value: 'non', asked: false },
      ];
    case 'oneOf':
    case 'anyOf':
      return Object.keys(criterion.values).map((value) => ({ value, asked: [value] }));
    case 'atMost':
    case 'atLeast': {
      const offered = criterion.word === 'depuis' ? daysOffered : (criterion.only ?? []);
      return offered.map((asked) => ({ value: String(asked), asked }));
    }
    default:
      return [];
  }
}

/**
 * How many listings each option would leave: the search with that option instead of what it says of the same word.
 * Unknown places have no options.
 */
export async function optionsOfSearch(
  db: Db,
  params: URLSearchParams,
  reader: Reader = null,
): Promise<OptionCounts> {
  const criteria = await criteriaOf(db, params);
  if (!criteria) return {};
  const offers = (criteriaTable as readonly Criterion[]).flatMap((criterion) =>
    offersOf(criterion).map((offer) => ({ word: criterion.word, ...offer })),
  );
  const offered = new Set(offers.map(({ word }) => word));
  // What no option changes is asked once, of every listing; the rest of each option alone.
  const split = (chosen: boolean) =>
    Object.fromEntries(Object.entries(criteria).filter(([word]) => offered.has(word) === chosen));
  const { places, ...fixed } = split(false) as unknown as Sought;
  const counts = await countEach(
    db,
    offers.map(({ word, asked }) => ({
      transaction: criteria.transaction,
      places: [],
      ...split(true),
      [word]: asked,
    })),
    reader,
    { ...fixed, places },
  );
  const options: OptionCounts = {};
  for (const [index, { word, value }] of offers.entries()) {
    options[word] = { ...options[word], [value]: counts[index] ?? 0 };
  }
  return options;
}
