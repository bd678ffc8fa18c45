/**
 * The labelled set of the scam shield (domain.md F13): scams and honest listings made from the texts of one half, with the
 * facts that go with them. What a listing is made of is told beside it, so that a mistake can be read.
 */
import type { ScamSubject } from '#rooms/listings/scam.ts';
import type { Chance } from '../chance.ts';

type Tactic =
  | 'untraceable'
  | 'advance'
  | 'keys'
  | 'platform'
  | 'novisit'
  | 'reserve'
  | 'abroad'
  | 'story'
  | 'contact'
  | 'urgency';

interface Spoken {
  readonly fr: readonly string[];
  readonly en: readonly string[];
}

export interface LabelledTexts {
  readonly scam: {
    readonly openings: Spoken;
    /** Both languages together: those of an English sentence are told by its letters. */
    readonly tactics: Readonly<Record<Tactic, readonly string[]>>;
    readonly closings: Spoken;
  };
  readonly honest: {
    readonly openings: readonly string[];
    readonly plain: readonly string[];
    /** What a careless detector takes for a scam. */
    readonly traps: readonly string[];
    /** Why a price is low. */
    readonly cheap: readonly string[];
  };
}

export interface Labelled {
  readonly scam: boolean;
  readonly subject: ScamSubject;
  /** What it was made of. */
  readonly made: string;
}

/** The mixes that scammers write: what an advertisement asks, and how it explains itself. */
const mixes: readonly (readonly Tactic[])[] = [
  ['abroad', 'novisit', 'keys'],
  ['abroad', 'platform', 'keys'],
  ['abroad', 'novisit', 'platform'],
  ['abroad', 'story', 'keys'],
  ['abroad', 'advance', 'contact'],
  ['abroad', 'story', 'contact'],
  ['abroad', 'novisit', 'contact'],
  ['advance', 'urgency'],
  ['advance', 'contact'],
  ['advance'],
  ['untraceable', 'urgency'],
  ['untraceable', 'novisit'],
  ['untraceable'],
  ['novisit', 'reserve', 'urgency'],
  ['novisit', 'reserve'],
  ['platform', 'contact'],
  ['platform', 'advance'],
  ['keys', 'reserve'],
  ['story', 'untraceable'],
  ['story', 'novisit', 'keys'],
  ['reserve', 'contact', 'urgency'],
];

const cities = [
  'Lyon',
  'Montpellier',
  'Nantes',
  'Lille',
  'Toulouse',
  'Rennes',
  'Nice',
  'Angers',
  'Dijon',
  'Metz',
] as const;
const firstNames = ['Marie', 'Jean', 'Sophie', 'Patrick', 'Nadine', 'Robert', 'Claire', 'Didier'] as const;
const lastNames = ['durand', 'moreau', 'lefort', 'girard', 'bonnet', 'perrin'] as const;

/** A set of so many scams and honest listings, in no order. */
export function labelledSet(
  chance: Chance,
  texts: LabelledTexts,
  counts: { readonly scams: number; readonly honest: number },
): Labelled[] {
  return [
    ...Array.from({ length: counts.scams }, (_, rank) =>
      scamOf(chance, texts, mixes[rank % mixes.length] ?? []),
    ),
    ...Array.from({ length: counts.honest }, () => honestOf(chance, texts)),
  ];
}

const ENGLISH = /\b(?:the|you|and|is|of|to)\b/i;

function scamOf(chance: Chance, { scam }: LabelledTexts, mix: readonly Tactic[]): Labelled {
  const english = chance.chance(0.22);
  // Some write in both languages, as translators do.
  const spoken = (sentences: readonly string[]) => {
    const own = sentences.filter((sentence) => ENGLISH.test(sentence) === english);
    return chance.pick(own.length > 0 && !chance.chance(0.08) ? own : sentences);
  };
  const language = english ? 'en' : 'fr';
  const said = mix.map((tactic) => spoken(scam.tactics[tactic]));
  const written = [chance.pick(scam.openings[language]), ...said, chance.pick(scam.closings[language])].map(
    (text) => filled(chance, text),
  );
  const text = disguised(chance, written.filter(Boolean).join(chance.chance(0.25) ? '\n' : ' '));
  // Most are far too cheap to be true.
  const cheap = chance.chance(0.7);
  return {
    scam: true,
    made: `${mix.join(' + ')}${cheap ? ', cheap' : ''}: ${text}`,
    subject: {
      title: filled(
        chance,
        chance.pick(['Appartement <surface> m² à <ville>', 'Studio meublé <ville>', 'Nice flat <ville>']),
      ),
      description: text,
      underMedian: cheap ? chance.int(40, 75) : chance.int(-10, 39),
      copiedFrom: chance.chance(0.12) ? chance.int(1, 9_999) : null,
      agencyKnown: !chance.chance(0.5),
    },
  };
}

function honestOf(chance: Chance, { honest }: LabelledTexts): Labelled {
  const traps = chance.some(honest.traps, 0.06);
  const explained = chance.chance(0.06);
  const body = [
    ...Array.from({ length: chance.int(2, 5) }, () => chance.pick(honest.plain)),
    ...traps,
    ...(explained ? [chance.pick(honest.cheap)] : []),
  ];
  const sentences = [chance.pick(honest.openings), ...shuffled(chance, body)].map((text) =>
    filled(chance, text),
  );
  const joined = sentences.join(chance.chance(0.3) ? '\n' : ' ');
  const text = chance.chance(0.15) ? misspelt(chance, joined) : joined;
  // A few are bargains, or stand in a street that is cheaper than its town.
  const cheap = explained || chance.chance(0.02);
  return {
    scam: false,
    made: `${traps.length} traps${cheap ? ', cheap' : ''}: ${text}`,
    subject: {
      title: filled(
        chance,
        chance.pick(['Appartement <pieces> pièces, <ville>', 'Maison à <ville>', 'T3 avec balcon']),
      ),
      description: text,
      underMedian: cheap ? chance.int(40, 65) : chance.int(-60, 39),
      copiedFrom: null,
      agencyKnown: !chance.chance(0.2),
    },
  };
}

function filled({ pick, int }: Chance, text: string): string {
  const chosen = text.replaceAll(/\{([^{}]*)\}/g, (_, words: string) => pick(words.split('|')));
  const values: Readonly<Record<string, () => string | number>> = {
    ville: () => pick(cities),
    surface: () => int(18, 140),
    pieces: () => int(2, 6),
    montant: () => int(2, 30) * 50,
    nombre: () => int(2, 30),
    prenom: () => pick(firstNames),
    nom: () => pick(lastNames),
  };
  return chosen.replaceAll(/<([a-z]+)>/g, (whole, name: string) => String(values[name]?.() ?? whole));
}

function shuffled<T>({ int }: Chance, values: readonly T[]): T[] {
  const left = [...values];
  return values.map(() => left.splice(int(0, left.length - 1), 1)[0] as T);
}

/** What scammers do to words so that no filter finds them. */
function disguised(chance: Chance, text: string): string {
  const way = chance.int(1, 100);
  if (way <= 12) return misspelt(chance, text);
  if (way <= 22) return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (way <= 30) return text.toUpperCase();
  if (way <= 36) return text.replaceAll(/[Oo]/g, 'о').replaceAll(/[Aa]/g, 'а');
  if (way <= 42) return text.replaceAll(/(?<=\p{L})e(?=\p{L})/gu, '3');
  if (way <= 48)
    return text.replaceAll(/western union|whatsapp|mandat|virement|deposit|acompte/gi, (word) =>
      word.replaceAll(/(?<=.)(?=.)/g, ' '),
    );
  if (way <= 52) return text.replaceAll(/(?<=\p{L}{2})(?=\p{L}{3})/gu, '\u200b');
  return text;
}

/** One slip of the fingers every hundred letters or so. */
function misspelt({ chance, int }: Chance, text: string): string {
  return text.replaceAll(/\p{Ll}{6,}/gu, (word) => {
    if (!chance(0.07)) return word;
    const at = int(1, word.length - 3);
    return chance(0.5)
      ? word.slice(0, at) + word.slice(at + 1)
      : word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  });
}
