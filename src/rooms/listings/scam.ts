/**
 * The scam shield (domain.md F13): what in a listing scammers do, each signal with its weight, and what the whole comes to.
 * Pure: the same listing and the same facts give the same answer.
 */
import { formatPercent, NBSP } from '#contract/fmt.ts';
import { excerptOf, fold } from './scam/folding.ts';
import { explainsPrice, LOW_FROM } from './scam/low-price.ts';
import { tacticsIn } from './scam/tactics.ts';
import { type ScamCode, scamSignals } from './scam-words.ts';

export { wordsOf } from './scam/folding.ts';
export { type LocalMedian, type MedianKind, underMedianOf } from './scam/low-price.ts';

/** Of this detector. Another number judges every listing again: change it with whatever moves a score. */
export const SCAM_VERSION = 1;

/** From this score on a listing waits for a person; measured on the labelled set (docs/decisions/0078). */
export const WAITS_FROM = 60;
/** From this score on its page says which signals it shows. */
export const DOUBTFUL_FROM = 25;
const MOST = 100;

/** What is read of a listing. */
export interface ScamSubject {
  readonly title: string;
  readonly description: string;
  /** Points under the local median; null where nothing can be said. */
  readonly underMedian: number | null;
  /** The listing of another agency that showed the same photos before, of a home elsewhere. */
  readonly copiedFrom: number | null;
  /** The SIREN of the agency was verified. */
  readonly agencyKnown: boolean;
}

export interface ScamSignal {
  readonly code: ScamCode;
  readonly weight: number;
  /** The words of the listing; null for a signal of its facts. */
  readonly excerpt: string | null;
  /** French: what was found. */
  readonly explanation: string;
}

export interface Suspicion {
  /** The heaviest first. */
  readonly signals: readonly ScamSignal[];
  /** 0 to 100. */
  readonly score: number;
  /** A person reads it before it is on line. */
  readonly waits: boolean;
}

/** What was found of a listing and its row does not say yet; without signals, the row goes. */
export interface SuspicionToKeep extends Suspicion {
  readonly version: number;
  /** Hexadecimal: of the words that were judged. */
  readonly textHash: string;
  /** Cents. */
  readonly price: number;
}

const nothing: Suspicion = Object.freeze({ signals: Object.freeze([]), score: 0, waits: false });

const EXCERPT_MOST = 160;

/** What scammers do in this listing. */
export function suspicionOf(subject: ScamSubject): Suspicion {
  const text = `${subject.title}\n${subject.description}`;
  const folded = fold(text);
  const signals: ScamSignal[] = tacticsIn(folded.letters).map(({ code, weight, from, to }) => ({
    code,
    weight,
    excerpt: shortened(excerptOf(text, folded, from, to)),
    explanation: `${scamSignals[code].label}.`,
  }));
  const fact = (code: ScamCode, explanation: string) =>
    signals.push({ code, weight: scamSignals[code].weight, excerpt: null, explanation });
  const { underMedian, copiedFrom, agencyKnown } = subject;
  if (underMedian !== null && underMedian >= LOW_FROM && !explainsPrice(folded.letters))
    fact(
      'low_price',
      `${scamSignals.low_price.label}${NBSP}: ${formatPercent(underMedian)} sous la médiane connue.`,
    );
  if (copiedFrom !== null) fact('copied_photos', `Ces photos ont d’abord paru chez ${copiedFrom}.`);
  // By itself it says nothing of a listing.
  if (!agencyKnown && signals.length > 0)
    fact('unverified_agency', `${scamSignals.unverified_agency.label}.`);
  if (signals.length === 0) return nothing;
  const score = Math.min(
    MOST,
    signals.reduce((total, { weight }) => total + weight, 0),
  );
  return {
    signals: signals.toSorted((one, other) => other.weight - one.weight || (one.code < other.code ? -1 : 1)),
    score,
    waits: score >= WAITS_FROM,
  };
}

function shortened(words: string): string {
  return words.length <= EXCERPT_MOST ? words : `${words.slice(0, EXCERPT_MOST - 1).trimEnd()}…`;
}
