import {
  AGES,
  DETACHED_HOUSES,
  type DetachedLook,
  FRONT_NAMES,
  type GardenKind,
  type Home,
  type Horizon,
  LIGHT_NAMES,
  MOOD_NAMES,
  type PictureBrief,
  SEASONS,
  type Subject,
  type View,
} from './brief.ts';

/** Words that say nothing known. */
const UNKNOWN = Symbol('unknown');

/** Part of a brief, as words: each is of `a-z`, `0-9` and `-`. */
interface Part<Value> {
  write(value: Value): string[];
  /** Takes its words from the front. */
  read(words: string[]): Value | typeof UNKNOWN;
}

function oneOf<Word extends string>(known: readonly Word[]): Part<Word> {
  return {
    write: (word) => [word],
    read: (words) => {
      const word = words.shift();
      return known.find((one) => one === word) ?? UNKNOWN;
    },
  };
}

/** Every word of a type that has no list: one left out does not compile. */
function listOf<Word extends string>(known: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(known) as Word[];
}

function either(yes: string, no: string): Part<boolean> {
  const { read } = oneOf([yes, no]);
  return {
    write: (value) => [value ? yes : no],
    read: (words) => {
      const word = read(words);
      return word === UNKNOWN ? UNKNOWN : word === yes;
    },
  };
}

/** A number from 1 to 999,999 of these units. */
function count(unit: number): Part<number> {
  return {
    write: (value) => [String(Math.round(value / unit))],
    read: (words) => {
      const word = words.shift() ?? '';
      return /^[1-9]\d{0,5}$/.test(word) ? Math.round(Number(word) * unit * 1e6) / 1e6 : UNKNOWN;
    },
  };
}

const UNSAID = 'any';

function unlessUnsaid<Value>(part: Part<Value>): Part<Value | undefined> {
  return {
    write: (value) => (value === undefined ? [UNSAID] : part.write(value)),
    read: (words) => {
      if (words[0] !== UNSAID) return part.read(words);
      words.shift();
      return undefined;
    },
  };
}

/** Every field must have its part: a new one of the contract does not compile until it can be written. */
function record<Value extends object>(
  parts: { readonly [Name in keyof Value]-?: Part<Value[Name]> },
): Part<Value> {
  const names = Object.keys(parts) as (keyof Value)[];
  return {
    write: (value) => names.flatMap((name) => parts[name].write(value[name])),
    read: (words) => {
      const value: Partial<Value> = {};
      for (const name of names) {
        const read = parts[name].read(words);
        if (read === UNKNOWN) return UNKNOWN;
        if (read !== undefined) value[name] = read;
      }
      return value as Value;
    },
  };
}

const horizon = oneOf(listOf<Horizon>({ town: true, hills: true, mountains: true, sea: true, fields: true }));
const view = oneOf(listOf<View>({ roofs: true, garden: true, sea: true, mountains: true, hills: true }));
const home = record<Home>({
  age: oneOf(AGES),
  view,
  mood: oneOf(MOOD_NAMES),
  attic: unlessUnsaid(either('attic', 'below')),
});
const inside = record<{ readonly home: Home }>({ home });
const seen = record<{ readonly horizon: Horizon }>({ horizon });
const fronts = record({ front: oneOf(FRONT_NAMES) });
const outdoors = record({ view, railing: oneOf(['glass', 'iron'] as const) });

type Kind = Subject['kind'];
type Said<Name extends Kind, Each = Subject> = Each extends { kind: infer Names }
  ? Name extends Names
    ? Omit<Each, 'kind'>
    : never
  : never;

const SUBJECTS: { readonly [Name in Kind]: Part<Said<Name>> } = {
  front: fronts,
  building: fronts,
  shop: fronts,
  seventies: seen,
  'new-build': seen,
  business: seen,
  programme: record({ seen: oneOf(['street', 'garden', 'air']), horizon }),
  'village-house': record({}),
  detached: record<DetachedLook>({ house: oneOf(DETACHED_HOUSES), pool: either('pool', 'dry'), horizon }),
  living: inside,
  kitchen: inside,
  bedroom: inside,
  bathroom: record<Said<'bathroom'>>({ home, fixture: unlessUnsaid(oneOf(['shower', 'bath'])) }),
  studio: inside,
  dining: inside,
  child: inside,
  'shared-room': inside,
  office: inside,
  entrance: inside,
  stairs: inside,
  loft: inside,
  terrace: outdoors,
  balcony: outdoors,
  view: record({ view }),
  garden: record<Said<'garden'>>({
    garden: oneOf(listOf<GardenKind>({ town: true, country: true, south: true })),
    pool: unlessUnsaid(either('pool', 'dry')),
  }),
  land: seen,
  parking: record({ closed: either('closed', 'open') }),
  cellar: record({}),
  plan: record<Said<'plan'>>({
    rooms: count(1),
    outside: either('outside', 'inside'),
    surface: unlessUnsaid(count(0.01)),
  }),
};

const light = oneOf(LIGHT_NAMES);
const season = unlessUnsaid(oneOf(SEASONS));

/** To be raised when words change their meaning: older sources then say nothing rather than something else. */
const VERSION = '1';
const MAX_LENGTH = 200;
const SEED = /^[a-z0-9-]{1,100}$/;

/**
 * A brief in one line, the same each time: « 1.golden.any.detached.mas.pool.hills.tl-1001-maison ». At most 200
 * characters of `a-z`, `0-9`, `.` and `-`, so fit for an address. Throws a RangeError when the seed is not 1 to 100
 * characters of `a-z`, `0-9`, `-`.
 */
export function illustrationSource(brief: PictureBrief): string {
  if (!SEED.test(brief.seed)) throw new RangeError(`graine d’image refusée : ${JSON.stringify(brief.seed)}`);
  const { kind } = brief.subject;
  const said = (SUBJECTS[kind] as Part<object>).write(brief.subject);
  return [
    VERSION,
    ...light.write(brief.light),
    ...season.write(brief.season),
    kind,
    ...said,
    brief.seed,
  ].join('.');
}

/** The brief that `illustrationSource` wrote; null for any other text. */
export function illustrationOf(source: string): PictureBrief | null {
  if (source.length > MAX_LENGTH) return null;
  const words = source.split('.');
  if (words.shift() !== VERSION) return null;
  const hour = light.read(words);
  const wears = season.read(words);
  const kind = words.shift() ?? '';
  if (hour === UNKNOWN || wears === UNKNOWN || !Object.hasOwn(SUBJECTS, kind)) return null;
  const said = (SUBJECTS[kind as Kind] as Part<object>).read(words);
  const [seed, ...more] = words;
  if (said === UNKNOWN || seed === undefined || !SEED.test(seed) || more.length > 0) return null;
  return {
    subject: { kind, ...said } as Subject,
    seed,
    light: hour,
    ...(wears === undefined ? {} : { season: wears }),
  };
}
