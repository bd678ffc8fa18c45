/**
 * Publication: what the legal engine says decides what is on line, and what people decide beside it.
 */
import { defineErrors } from '#contract/errors.ts';
import type { ListingStatus } from './contract.ts';
import type { Finding, HeldValue, RuleId, Verdict } from './legal-engine.ts';

export const publicationErrors = defineErrors({
  LISTING_UNKNOWN: [404, 'Cette annonce n’existe pas : vérifiez son numéro.'],
  REVIEW_UNKNOWN: [404, 'Cette relecture n’existe pas : « listings reviews » donne celles qui attendent.'],
  REVIEW_DECIDED: [409, 'Cette relecture est déjà décidée.'],
  REVIEW_OUTDATED: [409, 'Le texte a changé depuis : relisez le nouveau, « listings reviews » le donne.'],
  RULE_STANDS: [422, 'Cette règle ne peut être écartée pour personne.'],
  VALUE_ABSENT: [409, 'Aucune valeur de cette annonce n’attend ni n’a reçu de confirmation.'],
  EXCEPTION_ABSENT: [409, 'Aucune exception n’est accordée à cette annonce pour cette règle.'],
  LAW_ENDLESS: [422, 'Aucune fin de cette loi n’est connue : il n’y a rien à prolonger.'],
  LAW_END_EARLY: [409, 'La nouvelle fin doit venir après celle qui est connue.'],
  LAW_TEXT_MISSING: [
    422,
    'Le texte qui prolonge se dit en 10 à 500 caractères : loi ou décret, avec sa date.',
  ],
  REASON_MISSING: [422, 'Le motif compte au moins 10 caractères : il est gardé au journal.'],
});

/** The rule whose findings ask a person to read a text, each text once (`listing_review`). */
export const WORDING_RULE: RuleId = 'R26';

/** Fewest characters of a reason that is kept. */
export const SHORTEST_REASON = 10;

/** What is kept of a listing that was judged. */
export interface Judged {
  readonly agency: string;
  readonly technicalId: string;
  readonly reference: string;
  readonly status: ListingStatus;
  readonly score: number;
  readonly hold: Verdict['hold'];
  /** Failing rules, each once: those that keep it off line. */
  readonly rules: readonly RuleId[];
  /** Warnings included. */
  readonly findings: readonly Finding[];
  /** Values that wait until the agency confirms them, each with the bound that it passed. */
  readonly held: readonly HeldValue[];
}

/** The values that wait for a word of the agency. */
export function withheldValues(findings: readonly Finding[]): HeldValue[] {
  return findings.flatMap(({ held }) => held ?? []);
}

/** The rules that keep a listing off line, each once, in their order. */
export function failingRules(findings: readonly Finding[]): RuleId[] {
  return [...new Set(holdingFindings(findings).map(({ rule }) => rule))];
}

/** What keeps a listing off line, without what is only a warning. */
export function holdingFindings(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity !== 'warning');
}

/** The run of the change log that groups what the law took off line on a day. */
export function legalRunOf(day: string): string {
  return `legal:${day}`;
}
