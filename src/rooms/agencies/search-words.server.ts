import type { Db, Queryable } from '#platform/db.server.ts';
import { placesByName } from '#rooms/places/named-places.server.ts';
import { searchKey, typoKeys } from '#rooms/places/naming.server.ts';
import {
  hasUnworded,
  lockStaleAgencies,
  replaceWords,
  type Unworded,
  type Word,
} from './search-words.sql.server.ts';

/** So many agencies are read in one transaction. */
const BATCH = 500;
/** A short word with an error is another word; a very long one, with two, would have too many keys. */
const ONE_ERROR_FROM = 3;
const TWO_ERRORS_FROM = 5;
const TWO_ERRORS_TO = 20;
/** « Saint-Étienne Cedex 2 » is in Saint-Étienne. */
const SORTED = /\bcedex\b.*$/i;

/** Letters that may be wrong in a word so long before it is another. */
export function errorsForgiven(length: number): 0 | 1 | 2 {
  if (length < ONE_ERROR_FROM) return 0;
  return length < TWO_ERRORS_FROM || length > TWO_ERRORS_TO ? 1 : 2;
}

/** The words of a name or of a town, in search spelling (`searchKey`). */
export function wordsOf(text: string): string[] {
  return searchKey(text).split(' ').filter(Boolean);
}

/** What may be left of a word, as numbers to compare (`typoKeys`). */
function keysOf(word: string): number[] {
  return typoKeys(word, errorsForgiven(word.length) === 2 ? 2 : 1);
}

/** Keeps the words of one agency as it is now called and placed; nothing to do where they are kept already. */
export async function wordAgency(db: Queryable, id: number): Promise<void> {
  if (db.isTransaction) await wordSome(db, id);
  else await db.transaction().execute((tx) => wordSome(tx, id));
}

/** Keeps the words of every agency that has none, or other ones: all of them once, then those that another hand changed. */
export async function wordAgencies(db: Db): Promise<void> {
  // One batch after the other.
  while (await hasUnworded(db)) await db.transaction().execute((tx) => wordSome(tx, null));
}

async function wordSome(tx: Queryable, id: number | null): Promise<void> {
  const agencies = await lockStaleAgencies(tx, id, BATCH);
  if (agencies.length === 0) return;
  const towns = await townsOf(tx, agencies);
  const words: Word[] = [];
  const terms = new Map<string, readonly number[]>();
  for (const { id: agencyId, name, city, postalCode } of agencies) {
    const own = wordsOf(name);
    const together = own.join('');
    const town = wordsOf((city ?? towns.get(postalCode ?? '') ?? '').replace(SORTED, ''));
    for (const word of [...own, ...town]) terms.set(word, keysOf(word));
    // The whole name run together, for the person who writes it so or parts it elsewhere.
    if (!terms.has(together)) terms.set(together, typoKeys(together));
    for (const word of [...own, together]) words.push({ agencyId, word, town: false });
    for (const word of town) words.push({ agencyId, word, town: true });
  }
  await replaceWords(
    tx,
    agencies,
    words,
    [...terms].map(([word, typo]) => ({ word, typo })),
  );
}

/** The only commune of the postal code of those that name no town, by postal code. */
async function townsOf(db: Queryable, agencies: readonly Unworded[]): Promise<Map<string, string>> {
  const codes = agencies.flatMap(({ city, postalCode }) => (city === null && postalCode) || []);
  const towns = new Map<string, string>();
  for (const [code, places] of await placesByName(db, codes)) {
    const names = new Set(places.map(({ cityName, name }) => cityName ?? name));
    const [only] = names;
    if (names.size === 1 && only) towns.set(code, only);
  }
  return towns;
}
