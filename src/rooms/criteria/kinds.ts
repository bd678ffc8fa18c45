// Kinds: what a word of a search may ask: a bound, a choice, yes or no, words of the text, a name, a day.

interface Bound {
  readonly kind: 'atMost' | 'atLeast';
  readonly unit: 'euros' | 'euros/m²' | 'm²' | 'year' | 'floor' | 'count' | 'days';
  /** Larger numbers are malformed. */
  readonly max: number;
  /** The only numbers that mean something. */
  readonly only?: readonly number[];
  /** A fact that is always known and never above the column: what it already exceeds is no, not « peut-être ». */
  readonly least?: string;
  /** Alert keys always hold this bound, open when it is not asked: an index answers it. */
  readonly always?: true;
  /** The chip. */
  readonly say: (value: number, rental: boolean) => string;
}

interface Choices {
  /** Word of the address to the value in the column and to what people read. */
  readonly values: Readonly<Record<string, { readonly value: string; readonly label: string }>>;
  /** Begins the chip: « DPE A ou B ». None: each alternative has a chip of its own. */
  readonly prefix?: string;
}

/** One of the alternatives. */
interface Choice extends Choices {
  readonly kind: 'oneOf';
}

/** Any of the alternatives, of a fact that is a list. */
interface Several extends Choices {
  readonly kind: 'anyOf';
  /** The fact that lists the values a listing neither says nor rules out. */
  readonly unsaid: string;
}

interface Flag {
  readonly kind: 'flag';
  /** What the chip says for `non`; for `oui` it says the label. */
  readonly negative: string;
}

/** Words and phrases of the title and the description: all of them, or none of them. */
interface Terms {
  readonly kind: 'allOf' | 'noneOf';
  readonly say: (term: string) => string;
}

/** A name written as it is stored. */
interface Name {
  readonly kind: 'named';
  readonly pattern: RegExp;
  readonly say: (name: string) => string;
}

/** A day, `YYYY-MM-DD`: that day or an earlier one. */
interface Day {
  readonly kind: 'byDay';
  readonly say: (day: string) => string;
}

export type ChoiceCriterion = Choice | Several;

export type Criterion = (Bound | Choice | Several | Flag | Terms | Name | Day) & {
  /** In addresses, in JSON and in explanations (interface.md, search words). */
  readonly word: string;
  /** A fact of a listing: one of its columns, or one that ../facts makes of them. */
  readonly column: string;
  readonly label: string;
  /** Alert keys hold it among `others`: an index has 32 columns. A new word is one of these and needs no migration. */
  readonly other?: true;
  /** The fact is never unknown, so the answer is never « peut-être ». */
  readonly known?: true;
};
