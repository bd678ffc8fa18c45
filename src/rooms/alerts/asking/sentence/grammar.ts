// Grammar: reads tokens from left to right, the longest phrase first; what it does not know it leaves.
import { isTerm } from '#rooms/criteria/terms.ts';
import {
  after,
  asks,
  bound,
  boundAfter,
  type Free,
  isWord,
  matchPhrase,
  type ParsedPiece,
  type Piece,
  pastFillers,
} from './pieces.ts';
import { quantity } from './quantities.ts';
import type { Token } from './tokens.ts';
import {
  atOnce,
  availableBy,
  availableTopic,
  betterMarks,
  climateTopic,
  denials,
  energyTopic,
  exposures,
  exposureTopic,
  heatings,
  heatingTopic,
  type Meaning,
  meanings,
  months,
  units,
} from './vocabulary.ts';

export type { Piece } from './pieces.ts';

/** What the tokens ask for, those of `taken` (place names) left aside. `today` is `YYYY-MM-DD`. */
export function readPieces(tokens: readonly Token[], taken: ReadonlySet<number>, today: string): Piece[] {
  const free = tokens.map((token, index) => (taken.has(index) ? undefined : token));
  const readers = [...assertions, denied];
  const pieces: Piece[] = [];
  for (let from = 0; from < free.length; from += 1) {
    const [best] = readers
      .flatMap((reader) => reader(free, from, today) ?? [])
      .toSorted((a, b) => b.to - a.to);
    if (!best) continue;
    pieces.push({ ...best, from });
    from = best.to - 1;
  }
  return pieces;
}

const assertions = [meaning, quoted, energy, heating, exposure, available, kind, quantity];

function meaning(free: Free, at: number): ParsedPiece {
  const found = matchPhrase<Meaning>(free, at, meanings);
  if (!found) return null;
  const { filters = {}, flag, opposite, transaction = null, alone = null } = found.value;
  return {
    to: found.to,
    filters: { ...filters, ...(flag ? { [flag]: true } : {}), ...(opposite ? { [opposite]: false } : {}) },
    transaction,
    alone,
  };
}

/**
 * « sans balcon », « pas de rez-de-chaussée », « ni au dernier étage », « sans « viager » ». What no criterion denies
 * (« pas au 4e étage ») asks for nothing, and is shown as not understood.
 */
function denied(free: Free, at: number, today: string): ParsedPiece {
  const end = after(free, at, denials);
  if (end === at) return null;
  for (const start of new Set([end, pastFillers(free, end)])) {
    const quote = free[start];
    if (quote?.kind === 'quote' && isTerm(quote.text)) return asks(start + 1, { sans: [quote.text] });
    const found = matchPhrase<Meaning>(free, start, meanings);
    if (found?.value.flag) {
      return asks(found.to, { [found.value.flag]: false }, found.value.transaction ?? null);
    }
  }
  const start = pastFillers(free, end);
  const [longest] = assertions
    .flatMap((reader) => reader(free, start, today) ?? [])
    .toSorted((a, b) => b.to - a.to);
  return longest ? asks(longest.to, {}) : null;
}

function quoted(free: Free, at: number): ParsedPiece {
  const token = free[at];
  return token?.kind === 'quote' && isTerm(token.text) ? asks(at + 1, { mots: [token.text] }) : null;
}

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

function energy(free: Free, at: number): ParsedPiece {
  for (const [list, word] of [
    [energyTopic, 'dpe'],
    [climateTopic, 'ges'],
  ] as const) {
    const topic = after(free, at, list);
    if (topic === at) continue;
    const before = after(free, topic, betterMarks);
    const letters = lettersAt(free, before);
    if (!letters) return null;
    const end = after(free, letters.to, betterMarks);
    const better = before > topic || end > letters.to;
    if (better && letters.found.length > 1) return null;
    const asked = better ? LETTERS.slice(0, LETTERS.indexOf(letters.found[0] ?? '') + 1) : letters.found;
    return asks(end, { [word]: LETTERS.filter((letter) => asked.includes(letter)) });
  }
  return null;
}

/** « C », « A B C », « ABC », « A, B ou C », « A à D ». A lone small « a » between letters is « à ». */
function lettersAt(free: Free, at: number): { found: string[]; to: number } | null {
  const found: string[] = [];
  let to = at;
  let range = false;
  for (let next = at; ; ) {
    const token = free[next];
    const text = token?.kind === 'word' ? token.text : '';
    const run = text.toUpperCase();
    const first = found.length === 0;
    const isRun = /^[A-G]+$/.test(run) && (run.length === 1 || text === run) && (first || text !== 'a');
    if (isRun) {
      const last = LETTERS.indexOf(found.at(-1) ?? '');
      if (range) found.push(...LETTERS.slice(last + 1, LETTERS.indexOf(run)));
      found.push(...run.split(''));
      to = next + 1;
      next = to;
      range = false;
    } else if (!first && next === to && isWord(token, ',', 'ou', 'et', '/', 'a', '-')) {
      range = isWord(token, 'a', '-');
      next += 1;
    } else return first ? null : { found, to };
  }
}

function heating(free: Free, at: number): ParsedPiece {
  const topic = after(free, at, heatingTopic);
  if (topic === at) return null;
  const said: string[] = [];
  let to = topic;
  for (let next = topic; ; ) {
    const found = matchPhrase(free, next, heatings);
    if (found) {
      said.push(found.value);
      to = found.to;
      next = to;
    } else if (next === to && isWord(free[next], 'ou', 'et', ',', 'par', 'au', 'a', 'l')) next += 1;
    else return said.length > 0 ? asks(to, { chauffage: said }) : null;
  }
}

function exposure(free: Free, at: number): ParsedPiece {
  const topic = after(free, at, exposureTopic);
  if (topic === at) return null;
  const said: string[] = [];
  let to = topic;
  for (let next = topic; ; ) {
    const point = exposures.find(([key]) => key === free[next]?.key)?.[1];
    if (point) {
      said.push(point);
      to = next + 1;
      next = to;
    } else if (next === to && isWord(free[next], 'ou', 'et', ',', '-', '/', 'au')) next += 1;
    else return said.length > 0 ? asks(to, { exposition: said }) : null;
  }
}

/** « disponible avant le 1er mars », « libre au 15/01/2027 », « disponible immédiatement ». */
function available(free: Free, at: number, today: string): ParsedPiece {
  const topic = after(free, at, availableTopic);
  if (topic === at) return null;
  const now = after(free, topic, atOnce);
  if (now > topic) return asks(now, { disponibleAvant: today });
  const start = after(free, topic, availableBy);
  const day = free[start];
  if (start === topic || day?.kind !== 'number') return null;
  const slashed = isWord(free[start + 1], '/');
  const next = slashed || isWord(free[start + 1], 'er') ? start + 2 : start + 1;
  const month = slashed ? (free[next]?.value ?? 0) : months.indexOf(free[next]?.key ?? '') + 1;
  const yearAt = slashed && isWord(free[next + 1], '/') ? next + 2 : next + 1;
  const year = free[yearAt];
  const withYear = year?.kind === 'number' && year.value >= 2000 && year.value < 2100;
  const written = (of: number) =>
    `${of}-${String(month).padStart(2, '0')}-${String(day.value).padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const date = withYear
    ? written(year.value)
    : [written(thisYear), written(thisYear + 1)].find((one) => one >= today);
  const exists = date && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;
  return exists ? asks(withYear ? yearAt + 1 : next + 1, { disponibleAvant: date }) : null;
}

/** « T3 », « F4 ou plus », « T2/T3 », « T2 à T4 », « studio », « au moins un T3 ». */
function kind(free: Free, at: number): ParsedPiece {
  const bounded = bound(free, at);
  const start = bounded.to === at ? at : pastFillers(free, bounded.to);
  const first = roomsAt(free, start);
  if (!first) return null;
  const counts = [first.count];
  let { to, studio } = first;
  let range = false;
  for (;;) {
    const joint = free[to];
    if (!isWord(joint, 'ou', 'et', ',', '/', '-', 'a')) break;
    const more = roomsAt(free, to + 1, joint?.key !== ',' && joint?.key !== 'et');
    if (!more) break;
    if (isWord(joint, 'a', '-')) range = true;
    counts.push(more.count);
    ({ to } = more);
    studio ||= more.studio;
  }
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  if (!range && new Set(counts).size < high - low + 1) return asks(to, {});
  const behind = boundAfter(free, to);
  const way = bounded.way ?? behind.way;
  if (way && counts.length > 1) return asks(behind.to, {});
  return asks(behind.to, {
    ...(studio && low === high ? { type: ['appartement'] } : {}),
    ...(way === 'most' ? {} : { pieces: low }),
    ...(way === 'least' ? {} : { piecesMax: high }),
  });
}

function roomsAt(
  free: Free,
  at: number,
  bare = false,
): { count: number; to: number; studio: boolean } | null {
  if (isWord(free[at], 'studio')) return { count: 1, to: at + 1, studio: true };
  const letter = isWord(free[at], 't', 'f', 'type');
  const number = free[letter ? at + 1 : at];
  if (number?.kind !== 'number' || !(letter || bare) || !/^[1-9]$/.test(number.text)) return null;
  const to = letter ? at + 2 : at + 1;
  // « T2 ou 3 chambres »: the second number counts something else.
  return !letter && matchPhrase(free, to, units) ? null : { count: number.value, to, studio: false };
}
