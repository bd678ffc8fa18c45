/**
 * Editing: the steps of a listing being typed, and the fields of each, in the words that agencies read.
 */
import type { FactWords } from '#rooms/listings/facts.ts';
import type { Facts, TypedFactName } from '../facts.ts';

export const steps = {
  bien: 'Bien',
  lieu: 'Lieu',
  prix: 'Prix et honoraires',
  dpe: 'DPE',
  copropriete: 'Copropriété et risques',
  photos: 'Photos',
  texte: 'Texte',
  apercu: 'Aperçu légal',
} as const;
export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as Step[];

export function readStep(word: string | null): Step {
  return stepNames.find((step) => step === word) ?? 'bien';
}

export interface FieldSpec {
  readonly name: TypedFactName;
  readonly label: string;
  /**
   * money: euros typed, cents kept; said: yes, no or unknown; some: several of a list; ages: one for each person;
   * quarter: of a year; units: the lots of a programme.
   */
  readonly kind:
    | 'text'
    | 'long'
    | 'money'
    | 'number'
    | 'surface'
    | 'percent'
    | 'said'
    | 'one'
    | 'some'
    | 'day'
    | 'ages'
    | 'quarter'
    | 'units'
    | 'url';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
  /** Shown only where it has a meaning. */
  readonly when?: (facts: Facts) => boolean;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

/** Id of the control of a fact, which links lead to. */
export function fieldId(name: string): string {
  return `champ-${name}`;
}

/** The options of a list of words, each beginning with a capital. */
export function capitalListOf(words: FactWords) {
  return Object.entries(words).map(([value, word]) => {
    const label = typeof word === 'string' ? word : word.label;
    return { value, label: label.charAt(0).toUpperCase() + label.slice(1) };
  });
}
