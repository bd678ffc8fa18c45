import type { Db } from '#platform/db.server.ts';
import type { CutCity, Place } from '#rooms/places/contract.ts';
import { type Bearer, placesByName } from '#rooms/places/named-places.server.ts';
import { cutCityNamed, districtCode, rankIn, searchKey } from '#rooms/places/naming.server.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import type { Token } from './tokens.ts';
import { euros, fillers, grammarWords, least, meanings, most, scales, topics, units } from './vocabulary.ts';

/** Tokens `from` to `to` (not included) name these places. */
export interface PlaceMatch {
  readonly from: number;
  readonly to: number;
  readonly places: readonly Place[];
}

export interface Places {
  readonly found: readonly PlaceMatch[];
  readonly ambiguous: readonly PlaceMatch[];
  /** Tokens of both. */
  readonly taken: ReadonlySet<number>;
}

/** No name has more words. */
const WORDS_MAX = 8;
/** A namesake of a tenth of the inhabitants is not who was meant. */
export const MUCH_BIGGER = 10;
const CHOICES = 4;
/** A word in small letters without « à » before it is a village only when many live there. */
const KNOWN_TOWN = 2_000;

/** Villages bear their names, but it is the region that is meant; searches know none. */
const REGIONS = new Set(
  'alsace|aquitaine|auvergne|bourgogne|bretagne|champagne|corse|ile de france|limousin|lorraine|normandie|occitanie|picardie|provence'.split(
    '|',
  ),
);
/** Words of every day that are also villages: a place only after « à ». */
export const COMMON = new Set(
  `mer pierre pierres bois lac plage port parc centre bourg campagne montagne beau belle grand grande petit petite vieux
  vieille haut haute bas cour place marche metro ecole lycee gare tour pont fort saint sainte golf foret riviere etang
  marais plaine val moulin ferme grange rue route quai sable roche fontaine croix chapelle eglise village hameau ancien
  cher bon bonne longue large clair claire vert verte rose blanc blanche noir champ prairie verger vigne source puits four
  cuisine salon lumiere soleil plein pleine vue ile colline charme charmes champs montagnes`.split(/\s+/),
);
const CUES = new Set(['a', 'au', 'aux', 'sur', 'dan', 'en', 'ver', 'departement', 'commune', 'ville']);
const ARTICLES = new Set(['le', 'la', 'les', 'l', 'd', 'du', 'de', 'un', 'une']);
const RANK_MARKS = new Set(['e', 'er', 'eme', 'ieme', 'nd', 'nde', 'arr', 'arrt', 'arrondissement']);
const OF_NUMBERS = new Set(
  [...units.map(([words]) => words), ...euros].flatMap(([first]) => first ?? []).filter((key) => key !== 'e'),
);
const BEFORE_AMOUNTS = new Set(
  [...least, ...most, ...topics.map(([words]) => words)].flatMap((words) => words.at(-1) ?? []),
);

const cityNamed = (token: Token | undefined) => cutCityNamed(searchKey(token?.text ?? ''));

/**
 * « Lyon 7 300 000 € » is the seventh district and a price; « Paris 2 500 € » may be one or the other, so that nothing
 * reads it.
 */
export function partDistricts(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, index): Token | Token[] => {
    const city = cityNamed(tokens[index - 1]);
    const [first = '', ...others] = token.groups;
    if (!city || others.length === 0 || rankIn(city, first) === null) return token;
    const value = Number(others.join(''));
    if (others.length === 1) return value < 300 ? token : { ...token, kind: 'word', key: '?' };
    const middle = token.start + first.length;
    return [
      { ...token, text: first, key: first, value: Number(first), groups: [first], end: middle },
      { ...token, text: token.text.slice(first.length + 1), value, groups: others, start: middle + 1 },
    ];
  });
}

/**
 * The places that the tokens name in full. A word of the grammar is no place (« cave », « vue ») unless « à » stands
 * before it; of namesakes the biggest, when it is much the biggest or the department is said.
 */
export async function readPlaces(db: Db, tokens: readonly Token[]): Promise<Places> {
  const runs = tokens.map((_, at) => runsAt(tokens, at));
  const numbers = tokens.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  const bearers = named(await placesByName(db, [...runs.flat().map(({ key }) => key), ...numbers]));
  const districts = tokens.map((_, at) => districtsAt(tokens, at));
  const byCode = await placesByCode(
    db,
    districts.flatMap((one) => one?.codes ?? []),
  );

  const found: PlaceMatch[] = [];
  const ambiguous: PlaceMatch[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const inCity = districts[at];
    if (inCity) {
      found.push({ from: at, to: inCity.to, places: inCity.codes.flatMap((code) => byCode.get(code) ?? []) });
      at = inCity.to - 1;
      continue;
    }
    const one = numberAt(tokens, at, bearers, runs) ?? nameAt(tokens, at, bearers, runs);
    if (!one) continue;
    const [first, second] = one.bearers;
    const clear = one.all || !first || !second || first.weight >= MUCH_BIGGER * second.weight;
    if (clear) found.push({ ...one, places: one.all ? one.bearers : one.bearers.slice(0, 1) });
    else ambiguous.push({ ...one, places: one.bearers.slice(0, CHOICES) });
    at = one.to - 1;
  }
  return { found, ambiguous, taken: indexesOf([...found, ...ambiguous]) };
}

/** An old name only where nobody bears it today, and where it is not the mere beginning of others (« Villefranche »). */
function named(all: ReadonlyMap<string, readonly Bearer[]>): Bearers {
  const kept = [...all].map(([term, bearers]) => {
    const today = bearers.filter(({ old }) => !old);
    return [term, today.length > 0 ? today : term.includes(' ') ? bearers : []] as const;
  });
  return new Map(kept.filter(([, bearers]) => bearers.length > 0));
}

/** The tokens of these spans. */
export const indexesOf = (spans: readonly { from: number; to: number }[]) =>
  new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, rank) => from + rank)));

interface Run {
  readonly from: number;
  readonly to: number;
  /** Its search spelling. */
  readonly key: string;
}

/** The runs of words that begin here, shortest first; hyphens and « Trois- » are parts of names. */
export function runsAt(tokens: readonly Token[], from: number): Run[] {
  const runs: Run[] = [];
  let words = 0;
  for (let to = from; to < tokens.length && words < WORDS_MAX; to += 1) {
    const { kind, text, glued } = tokens[to]!;
    const inName = kind === 'word' || (kind === 'number' && /^\p{L}/u.test(text));
    if (!inName && !(to > from && glued && (text === '-' || text === '/'))) break;
    if (!inName) continue;
    words += 1;
    const key = searchKey(
      tokens
        .slice(from, to + 1)
        .map((token) => token.text)
        .join(' '),
    );
    if (key) runs.push({ from, to: to + 1, key });
  }
  return runs;
}

interface Borne {
  readonly from: number;
  readonly to: number;
  readonly bearers: readonly Bearer[];
  /** All of them are meant: the communes of a postal code. */
  readonly all: boolean;
}

type Bearers = ReadonlyMap<string, readonly Bearer[]>;

function nameAt(
  tokens: readonly Token[],
  at: number,
  bearers: Bearers,
  runs: readonly Run[][],
): Borne | null {
  const run = runs[at]?.findLast(({ key, to }) => isName(tokens, at, to, bearers.get(key) ?? []));
  if (!run) return null;
  const all = bearers.get(run.key) ?? [];
  const narrowed = narrowedBy(tokens, run.to, all, bearers, runs);
  return { from: at, to: narrowed?.to ?? run.to, bearers: narrowed?.bearers ?? all, all: false };
}

/** Whether words that are a name mean the place here. */
function isName(tokens: readonly Token[], at: number, to: number, bearers: readonly Bearer[]): boolean {
  const [biggest] = bearers;
  // « Boulogne-sur-Mère » is not in Mère.
  if (!biggest || tokens[at]?.joined || tokens[to]?.joined) return false;
  const words = tokens.slice(at, to).filter(({ kind }) => kind !== 'sign');
  const meaningful = words.filter(({ key }) => !fillers.has(key) && !ARTICLES.has(key));
  const cue = cueBefore(tokens, at);
  if (meaningful.length === 0 || isPhrase(tokens, at, to) || (!cue && REGIONS.has(searchKeyOf(words))))
    return false;
  if (meaningful.every(({ key }) => grammarWords.has(key)) || isCommon(meaningful)) {
    // « à Vue », « dans le Nord »; but « avec vue », « plein nord ».
    return biggest.kind === 'department' ? cue === 'dan' || cue === 'departement' : cue === 'a';
  }
  // « La Baule » is not Baule.
  if (/^(?:La|Le|Les|L)$/.test(tokens[at - 1]?.text ?? '')) return false;
  // « en pierre », but « en Gironde ».
  if (cue === 'en' && biggest.kind !== 'department') return false;
  if (meaningful.length > 1 || cue) return true;
  const capital = at > 0 && /^\p{Lu}/u.test(meaningful[0]?.text ?? '');
  return capital || (biggest.kind !== 'department' && (biggest.population ?? 0) >= KNOWN_TOWN);
}

/** « à louer » with its « à », though Louer is a village of the Landes. */
function isPhrase(tokens: readonly Token[], at: number, to: number): boolean {
  return meanings.some(
    ([words]) =>
      words.length === to - at + 1 && words.every((word, rank) => tokens[at - 1 + rank]?.key === word),
  );
}

const isCommon = (words: readonly Token[]) => words.every(({ text }) => COMMON.has(searchKey(text)));
const searchKeyOf = (words: readonly Token[]) => searchKey(words.map(({ text }) => text).join(' '));

/** The « à », « dans », « sur » that a name follows, articles aside. */
export function cueBefore(tokens: readonly Token[], at: number): string | null {
  let before = at - 1;
  while (before >= 0 && before > at - 3 && ARTICLES.has(tokens[before]?.key ?? '')) before -= 1;
  const key = tokens[before]?.key ?? '';
  return CUES.has(key) ? key : null;
}

/** « Saint-Denis (93) », « Saint-Denis 93200 », « Saint-Denis, Réunion ». */
function narrowedBy(
  tokens: readonly Token[],
  at: number,
  all: readonly Bearer[],
  bearers: Bearers,
  runs: readonly Run[][],
): { to: number; bearers: Bearer[] } | null {
  const open = tokens[at]?.key === '(' || tokens[at]?.key === ',';
  const start = open ? at + 1 : at;
  const close = (to: number) => (tokens[to]?.key === ')' ? to + 1 : to);
  const token = tokens[start];
  if (token?.kind === 'number' && !countsSomething(tokens, start)) {
    const inside = all.filter(
      ({ departmentCode, postalCodes }) =>
        departmentCode === token.text.padStart(2, '0') || postalCodes.includes(token.text),
    );
    return inside.length > 0 ? { to: close(start + 1), bearers: inside } : null;
  }
  for (const run of runs[start]?.toReversed() ?? []) {
    const department = bearers.get(run.key)?.find(({ kind }) => kind === 'department');
    const inside = all.filter(({ departmentCode }) => departmentCode === department?.code);
    if (department && inside.length > 0) return { to: close(run.to), bearers: inside };
  }
  return null;
}

/** « 34000 », « 34000 Montpellier », « dans le 34 ». */
function numberAt(
  tokens: readonly Token[],
  at: number,
  bearers: Bearers,
  runs: readonly Run[][],
): Borne | null {
  const token = tokens[at];
  const all = bearers.get(token?.text ?? '') ?? [];
  if (token?.kind !== 'number' || all.length === 0 || countsSomething(tokens, at)) return null;
  if (token.text.length < 5) {
    const cue = cueBefore(tokens, at);
    const departments = all.filter(({ kind }) => kind === 'department');
    return cue === 'dan' || cue === 'departement'
      ? { from: at, to: at + 1, bearers: departments, all: false }
      : null;
  }
  if (BEFORE_AMOUNTS.has(tokens[at - 1]?.key ?? '')) return null;
  for (const run of runs[at + 1]?.toReversed() ?? []) {
    const both = (bearers.get(run.key) ?? []).filter(({ postalCodes }) => postalCodes.includes(token.text));
    if (both.length > 0) return { from: at, to: run.to, bearers: both.slice(0, 1), all: true };
  }
  // 75000 is the whole of Paris, 34110 all the communes that share it.
  const [first] = all;
  const city = first && first.weight >= MUCH_BIGGER * (all[1]?.weight ?? 0);
  return { from: at, to: at + 1, bearers: city ? [first] : all, all: true };
}

/** « 3 pièces », « 62 m² », « 250 k€ »: the number is no district nor department. */
function countsSomething(tokens: readonly Token[], at: number): boolean {
  const [mark, next] = [tokens[at + 1], tokens[at + 2]];
  const suffixed = mark?.glued && RANK_MARKS.has(mark.key);
  const after = suffixed ? next : mark;
  const key = after?.key ?? '';
  return OF_NUMBERS.has(key) || scales.some(([scale]) => scale === key) || key === '%';
}

/** « Paris 11 », « Lyon 3e, 6e et 7e », « Paris 10 à 12 », « Marseille dans le 8e », « 11e arrondissement de Paris ». */
function districtsAt(tokens: readonly Token[], at: number): { to: number; codes: string[] } | null {
  const city = cityNamed(tokens[at]);
  if (!city) return districtOfCity(tokens, at);
  let start = at + 1;
  const apart = [',', '(', 'dan'].includes(tokens[start]?.key ?? '');
  while (start < at + 4 && [',', '(', 'dan', 'le'].includes(tokens[start]?.key ?? '')) start += 1;
  const first = rankAt(tokens, start, city);
  if (!first || (apart && !first.marked)) return null;
  const ranks = [first.rank];
  let { to } = first;
  for (;;) {
    const joint = tokens[to]?.key ?? '';
    if (![',', 'et', 'ou', '/', '-', 'a'].includes(joint)) break;
    const next = rankAt(tokens, tokens[to + 1]?.key === 'le' ? to + 2 : to + 1, city);
    if (!next) break;
    const last = ranks.at(-1) ?? 0;
    if (joint === 'a') for (let rank = last + 1; rank < next.rank; rank += 1) ranks.push(rank);
    ranks.push(next.rank);
    ({ to } = next);
  }
  if (RANK_MARKS.has(tokens[to]?.key ?? '')) to += 1;
  if (tokens[to]?.key === ')') to += 1;
  return { to, codes: [...new Set(ranks)].map((rank) => districtCode(city, rank)) };
}

function districtOfCity(tokens: readonly Token[], at: number): { to: number; codes: string[] } | null {
  if (tokens[at]?.kind !== 'number' || !RANK_MARKS.has(tokens[at + 1]?.key ?? '')) return null;
  let to = at + 2;
  while (
    to < at + 5 &&
    (RANK_MARKS.has(tokens[to]?.key ?? '') || ['de', 'a'].includes(tokens[to]?.key ?? ''))
  )
    to += 1;
  const city = cityNamed(tokens[to]);
  const rank = city && rankIn(city, tokens[at]?.text ?? null);
  return city && rank ? { to: to + 1, codes: [districtCode(city, rank)] } : null;
}

function rankAt(
  tokens: readonly Token[],
  at: number,
  city: CutCity,
): { rank: number; to: number; marked: boolean } | null {
  const token = tokens[at];
  const rank = token?.kind === 'number' ? rankIn(city, token.text) : null;
  if (rank === null || countsSomething(tokens, at)) return null;
  let to = at + 1;
  while (RANK_MARKS.has(tokens[to]?.key ?? '')) to += 1;
  return { rank, to, marked: to > at + 1 };
}
