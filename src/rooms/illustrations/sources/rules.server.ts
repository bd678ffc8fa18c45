import {
  type Age,
  type Detached,
  type DetachedLook,
  type FrontName,
  type GardenKind,
  type Home,
  type Horizon,
  type LightName,
  MOOD_NAMES,
  type Mood,
  type PictureBrief,
  type Subject,
  type View,
} from '../contract.ts';

/** Part of a brief, as words: each is of `a-z`, `0-9` and `-`. */
interface Part<Value> {
  write(value: Value): string[];
  /** Takes its words from the front; undefined when they say nothing. */
  read(words: string[]): Value | undefined;
}

function oneOf<Word extends string>(known: Readonly<Record<Word, true>>): Part<Word> {
  return {
    write: (word) => [word],
    read: (words) => {
      const word = words.shift();
      return word !== undefined && Object.hasOwn(known, word) ? (word as Word) : undefined;
    },
  };
}

function either(yes: string, no: string): Part<boolean> {
  return {
    write: (value) => [value ? yes : no],
    read: (words) => {
      const word = words.shift();
      return word === yes ? true : word === no ? false : undefined;
    },
  };
}

const upTo20: Part<number> = {
  write: (value) => [String(value)],
  read: (words) => {
    const word = words.shift() ?? '';
    return /^(?:[1-9]|1\d|20)$/.test(word) ? Number(word) : undefined;
  },
};

/** Every field must have its part: a new one of the contract does not compile until it can be written. */
function record<Value extends object>(
  parts: { readonly [Name in keyof Value]: Part<Value[Name]> },
): Part<Value> {
  const names = Object.keys(parts) as (keyof Value)[];
  return {
    write: (value) => names.flatMap((name) => parts[name].write(value[name])),
    read: (words) => {
      const value: Partial<Value> = {};
      for (const name of names) {
        const read = parts[name].read(words);
        if (read === undefined) return undefined;
        value[name] = read;
      }
      return value as Value;
    },
  };
}

const horizon = oneOf<Horizon>({ town: true, hills: true, mountains: true, sea: true, fields: true });
const view = oneOf<View>({ roofs: true, garden: true, sea: true, mountains: true, hills: true });
const home = record<Home>({
  age: oneOf<Age>({ old: true, seventies: true, recent: true, southern: true }),
  view,
  mood: oneOf<Mood>(Object.fromEntries(MOOD_NAMES.map((name) => [name, true])) as Record<Mood, true>),
});
const inside = record<{ readonly home: Home }>({ home });
const seen = record<{ readonly horizon: Horizon }>({ horizon });

type Kind = Subject['kind'];
type Said<Name extends Kind, Each = Subject> = Each extends { kind: infer Names }
  ? Name extends Names
    ? Omit<Each, 'kind'>
    : never
  : never;

const SUBJECTS: { readonly [Name in Kind]: Part<Said<Name>> } = {
  front: record({
    front: oneOf<FrontName>({
      haussmann: true,
      lyon: true,
      south: true,
      atlantic: true,
      north: true,
      rhine: true,
      alps: true,
    }),
  }),
  seventies: seen,
  'new-build': seen,
  'village-house': record({}),
  detached: record<DetachedLook>({
    house: oneOf<Detached>({ pavillon: true, mas: true, longere: true, contemporary: true, chalet: true }),
    pool: either('pool', 'dry'),
    horizon,
  }),
  living: inside,
  kitchen: inside,
  bedroom: inside,
  bathroom: inside,
  studio: inside,
  terrace: record({ view, railing: oneOf<'glass' | 'iron'>({ glass: true, iron: true }) }),
  garden: record({ garden: oneOf<GardenKind>({ town: true, country: true, south: true }) }),
  land: seen,
  parking: record({ closed: either('closed', 'open') }),
  plan: record({ rooms: upTo20, outside: either('outside', 'inside') }),
};

const light = oneOf<LightName>({ morning: true, noon: true, golden: true, pearl: true, dusk: true });

/** To be raised when words change their meaning: older sources then say nothing rather than something else. */
const VERSION = '1';
const MAX_LENGTH = 200;
const SEED = /^[a-z0-9-]{1,100}$/;

/**
 * A brief in one line, the same each time: « 1.golden.detached.mas.pool.hills.tl-1001-maison ». At most 200 characters
 * of `a-z`, `0-9`, `.` and `-`, so fit for an address. Throws a RangeError when the seed is not 1 to 100 characters of `a-z`, `0-9`, `-`.
 */
export function illustrationSource({ subject, seed, light: hour }: PictureBrief): string {
  if (!SEED.test(seed)) throw new RangeError(`graine d’image refusée : ${JSON.stringify(seed)}`);
  const part = SUBJECTS[subject.kind] as Part<object>;
  return [VERSION, ...light.write(hour), subject.kind, ...part.write(subject), seed].join('.');
}

/** The brief that `illustrationSource` wrote; null for any other text. */
export function illustrationOf(source: string): PictureBrief | null {
  if (source.length > MAX_LENGTH) return null;
  const words = source.split('.');
  if (words.shift() !== VERSION) return null;
  const hour = light.read(words);
  const kind = words.shift() ?? '';
  if (hour === undefined || !Object.hasOwn(SUBJECTS, kind)) return null;
  const said = (SUBJECTS[kind as Kind] as Part<object>).read(words);
  const [seed, ...more] = words;
  if (said === undefined || seed === undefined || !SEED.test(seed) || more.length > 0) return null;
  return { subject: { kind, ...said } as Subject, seed, light: hour };
}
