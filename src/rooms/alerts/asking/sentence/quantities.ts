// Quantities: numbers with what they are of, and whether they are the least, the most, or both.
import type { Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import {
  after,
  asks,
  bound,
  boundAfter,
  type Free,
  isWord,
  matchPhrase,
  type ParsedPiece,
  type Way,
} from './pieces.ts';
import {
  allInMarks,
  euros,
  type Measure,
  monthMarks,
  rentMarks,
  scales,
  topics,
  units,
} from './vocabulary.ts';

interface Amount {
  readonly value: number;
  readonly scaled: number;
  readonly money: boolean;
  readonly grouped: boolean;
  readonly to: number;
}

/** « 250 000 € », « 250k », « 1,2 M€ »; null where no number stands. */
function amount(free: Free, at: number): Amount | null {
  const number = free[at];
  if (number?.kind !== 'number') return null;
  const word = free[at + 1];
  const scale = scales.find(([key]) => key === word?.key);
  const afterScale = scale ? at + 2 : at + 1;
  const said = after(free, afterScale, euros);
  // « 15e » is a district or a floor.
  const end = isWord(free[afterScale], 'e') && !scale && number.value < 100 ? afterScale : said;
  // « 65 m » are no millions: only « 1,2 M€ » is, or a capital.
  const scaled = scale && (scale[0] !== 'm' || end > afterScale || word?.text === 'M') ? scale[1] : 1;
  if (scale && scaled === 1)
    return { value: number.value, scaled, money: false, grouped: number.groups.length > 1, to: at + 1 };
  const money = scaled > 1 || end > afterScale;
  return { value: number.value * scaled, scaled, money, grouped: number.groups.length > 1, to: end };
}

/** « max 1 100 € cc », « entre 60 et 80 m² », « 4 chambres », « 3e étage minimum »; null where no number is understood. */
export function quantity(free: Free, at: number): ParsedPiece {
  const topic = matchPhrase<Measure>(free, at, topics);
  let to = topic?.to ?? at;
  const before = bound(free, to);
  ({ to } = before);
  const between = isWord(free[to], 'entre');
  if (between || ((before.way || topic) && isWord(free[to], 'de', 'd', 'a'))) to += 1;
  const opened = between || isWord(free[to - 1], 'de') || isWord(free[to], 'de');
  if (!between && !topic && !before.way && isWord(free[to], 'de')) to += 1;
  const first = amount(free, to);
  if (!first) return null;
  const joint = free[first.to];
  const joins = between ? ['et'] : ['a', '-', 'ou', '/'];
  const second = isWord(joint, ...joins) ? amount(free, first.to + 1) : null;
  let end = second?.to ?? first.to;
  const unit = matchPhrase<Measure>(free, end, units);
  end = unit?.to ?? end;
  if (isWord(free[end], '%')) return null;

  let way = before.way;
  let rent = false;
  let month = false;
  let allIn = false;
  for (let changed = true; changed; ) {
    const from: number = end;
    if (!way) ({ to: end, way } = boundAfter(free, end));
    const marks = [rentMarks, monthMarks, allInMarks].map((list) => after(free, end, list));
    const [rentTo = end, monthTo = end, allInTo = end] = marks;
    rent ||= rentTo > end;
    month ||= monthTo > end;
    allIn ||= allInTo > end;
    end = Math.max(end, ...marks);
    changed = end > from;
  }

  const money = first.money || second?.money === true;
  const bare = !unit && !money;
  const measure = measureOf({
    topic: topic?.value ?? null,
    unit: unit?.value ?? null,
    money,
    allIn,
    // A bare number is an amount when something says so: its size, its groups, « max », « cc ».
    likely:
      rent ||
      month ||
      (first.value >= 100 && (way !== null || topic !== null || between)) ||
      first.value >= 100_000 ||
      (first.grouped && first.value >= 1_000),
  });
  if (!measure) return null;
  if (between && !second) return null;
  if (second) {
    const choice = isWord(joint, 'ou', '/');
    const counted = measure === 'rooms';
    // « 3 ou 4 pièces » are a range, « 300 ou 400 euros » are not understood.
    if ((choice && !(counted && second.value === first.value + 1)) || way) return asks(end, {});
    const low = first.scaled === 1 && second.scaled > 1 && first.value < 1_000 ? second.scaled : 1;
    const range = rangeOf(measure, first.value * low, second.value);
    if (bare && !opened && !between && measure === 'price') return null;
    // No criterion says « 3 à 5 chambres »: the whole is left, not its end.
    return asks(end, range ?? {}, transactionOf(measure, rent || month));
  }
  const filters = filtersOf(measure, first.value, way);
  return asks(end, filters ?? {}, transactionOf(measure, rent || month));
}

function transactionOf(measure: Measure, rent: boolean): TransactionWord | null {
  return measure === 'rent' || (rent && measure === 'price') ? 'location' : null;
}

function measureOf(said: {
  topic: Measure | null;
  unit: Measure | null;
  money: boolean;
  allIn: boolean;
  likely: boolean;
}): Measure | null {
  const { topic, unit, money, allIn, likely } = said;
  const isMoney = topic === 'price' || topic === 'rent' || topic === 'monthly' || topic === 'fees';
  if (unit === 'surface' && topic === 'land') return 'land';
  if (unit === 'perM2') return topic && topic !== 'price' ? null : 'perM2';
  if (unit === 'days' || unit === 'weeks') return topic === 'days' ? unit : null;
  if (unit) return topic && topic !== unit ? null : unit;
  if (topic === 'days') return null;
  if (allIn) return money || likely ? 'monthly' : null;
  if (isMoney) return money || likely ? topic : null;
  if (topic === 'year' || topic === 'letting' || topic === 'floor') return money ? null : topic;
  if (topic) return null;
  return money || likely ? 'price' : null;
}

const low: Partial<Record<Measure, keyof Filters>> = {
  price: 'prixMin',
  rent: 'prixMin',
  surface: 'surfaceMin',
  land: 'terrainMin',
  rooms: 'pieces',
  bedrooms: 'chambres',
  bathrooms: 'sdbMin',
  floor: 'etageMin',
  photos: 'photos',
  year: 'anneeMin',
  letting: 'louable',
};
const high: Partial<Record<Measure, keyof Filters>> = {
  price: 'prixMax',
  rent: 'prixMax',
  perM2: 'prixM2Max',
  monthly: 'budgetMax',
  surface: 'surfaceMax',
  rooms: 'piecesMax',
  floor: 'etageMax',
  fees: 'honorairesMax',
  days: 'depuis',
  weeks: 'depuis',
};
/** What a number without « min » nor « max » means: a budget is the most, a surface the least, rooms are counted. */
const unsaid: Readonly<Record<Measure, Way | 'both'>> = {
  price: 'most',
  rent: 'most',
  perM2: 'most',
  monthly: 'most',
  surface: 'least',
  land: 'least',
  rooms: 'both',
  bedrooms: 'least',
  bathrooms: 'least',
  floor: 'both',
  fees: 'most',
  year: 'least',
  photos: 'least',
  days: 'most',
  weeks: 'most',
  letting: 'least',
};

const LETTING_YEARS = [2025, 2028, 2034];

function filtersOf(measure: Measure, value: number, way: Way | null): Filters | null {
  const asked = way ?? unsaid[measure];
  const number = measure === 'weeks' ? value * 7 : value;
  if (measure === 'letting' && !LETTING_YEARS.includes(number)) return null;
  if (measure === 'year' && (number < 1_500 || number > 2_100)) return null;
  const least = asked === 'most' ? undefined : low[measure];
  const most = asked === 'least' ? undefined : high[measure];
  if (asked === 'both' ? !(least && most) : !(least ?? most)) return null;
  return {
    ...(least ? { [least]: Math.floor(number) } : {}),
    ...(most ? { [most]: Math.ceil(number) } : {}),
  };
}

function rangeOf(measure: Measure, from: number, to: number): Filters | null {
  const least = low[measure];
  const most = high[measure];
  return least && most && from < to ? { [least]: Math.floor(from), [most]: Math.ceil(to) } : null;
}
