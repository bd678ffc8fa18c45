import type { Db } from '#platform/db.server.ts';
import { type Place, withoutArticle } from '#rooms/places/contract.ts';
import { searchKey } from '#rooms/places/naming.server.ts';
import { editsBetween, suggestPlaces } from '#rooms/places/suggestions.server.ts';
import type { Piece } from './grammar.ts';
import {
  COMMON,
  cueBefore,
  indexesOf,
  MUCH_BIGGER,
  type PlaceMatch,
  type Places,
  runsAt,
} from './named-places.server.ts';
import type { Token } from './tokens.ts';
import { fillers, grammarWords } from './vocabulary.ts';

/** What is misspelt was the name of a town, not of one of 35 000 villages. */
const MISSPELT_TOWN = 5_000;
const MISSPELT_CITY = 50_000;
const MISSPELT_SHORTEST = 5;
const MISSPELT_LONG = 9;
const MISSPELT_MOST = 5;

/**
 * Towns that what is left may be a misspelling of: one only, well known, one letter away (two in a long name), or the
 * whole of a name begun (« La Baule »). A name cut short by the misspelling (« Aix en Provense ») is taken back.
 */
export async function misspeltPlaces(
  db: Db,
  tokens: readonly Token[],
  places: Places,
  pieces: readonly Piece[],
): Promise<Places> {
  const read = indexesOf(pieces);
  const sure = indexesOf(places.found.filter(({ to }) => !followed(tokens, to, read)));
  const open = (index: number) => tokens[index]?.kind === 'word' && !read.has(index) && !sure.has(index);
  const isNew = (from: number, to: number) =>
    tokens.slice(from, to).some(({ kind }, rank) => kind === 'word' && !places.taken.has(from + rank));
  const more: PlaceMatch[] = [];
  let asked = 0;
  for (let at = 0; at < tokens.length && asked < MISSPELT_MOST; at += 1) {
    const runs = runsAt(tokens, at).filter(({ from, to }) => {
      const words = tokens.slice(from, to);
      const last = words.at(-1)?.key ?? '';
      const inside = words.every(({ kind }, rank) => kind === 'sign' || open(from + rank));
      return inside && isNew(from, to) && !fillers.has(last) && !grammarWords.has(last);
    });
    for (const { from, to, key } of runs.toReversed()) {
      const lone = fillers.has(tokens[from]?.key ?? '') && !/^\p{Lu}/u.test(tokens[from]?.text ?? '');
      if (key.length < MISSPELT_SHORTEST || lone || COMMON.has(key)) continue;
      asked += 1;
      const shown = cueBefore(tokens, from) !== null || /^\p{Lu}/u.test(tokens[from]?.text ?? '');
      const place = await nearest(db, key, shown);
      if (!place) continue;
      more.push({ from, to, places: [place] });
      at = to - 1;
      break;
    }
  }
  const covered = indexesOf(more);
  const left = (all: readonly PlaceMatch[]) => all.filter(({ from }) => !covered.has(from));
  const found = [...left(places.found), ...more].toSorted((a, b) => a.from - b.from);
  const ambiguous = left(places.ambiguous);
  return { found, ambiguous, taken: indexesOf([...found, ...ambiguous]) };
}

/** Whether a word that nothing read comes right after, little words aside. */
function followed(tokens: readonly Token[], at: number, read: ReadonlySet<number>): boolean {
  let next = at;
  while (next < at + 2 && fillers.has(tokens[next]?.key ?? '')) next += 1;
  const token = tokens[next];
  return token?.kind === 'word' && !read.has(next) && !grammarWords.has(token.key);
}

/** A slip seldom takes the first letter: « Londres » is no misspelt Ondres, and « oarnge » has the two letters of Orange. */
function beginsAlike(one: string, other: string): boolean {
  return one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);
}

/** Without a capital nor « à » (`shown`), only a city is near enough: « bourgeois » is not Bourges, nor « carbone » Carbonne. */
async function nearest(db: Db, key: string, shown: boolean): Promise<Place | null> {
  const allowed = shown && key.length >= MISSPELT_LONG ? 2 : 1;
  const least = shown ? MISSPELT_TOWN : MISSPELT_CITY;
  const near = (await suggestPlaces(db, key))
    .filter(({ population }) => (population ?? 0) >= least)
    .map((place) => {
      const names = [place.name, withoutArticle(place)]
        .map(searchKey)
        .filter((name) => beginsAlike(key, name));
      const begun = names.some((name) => name.startsWith(`${key} `));
      return { place, edits: begun ? allowed : Math.min(...names.map((name) => editsBetween(key, name))) };
    })
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits);
  const [best, second] = near;
  if (!best) return null;
  const rival = second && second.edits === best.edits ? (second.place.population ?? 0) : 0;
  return (best.place.population ?? 0) >= MUCH_BIGGER * rival ? best.place : null;
}
