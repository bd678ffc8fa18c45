/**
 * The legal engine: every rule of domain.md 3.2 as a pure function of a listing, its agency and a day; browsers run it too.
 * Owns no table: what it says is kept by rooms/listings/publication.
 * Announces nothing.
 */
import type { Agency } from '../../../agencies/contract.ts';
import type { ListingDraft } from '../../contract.ts';

/** R1 to R26 of domain.md 3.2; C: coherence of the facts with each other (domain.md 3.1). */
export type RuleId = `R${number}` | `C${number}`;

/** block: not published; review: a person reads it first (R26); warning: published, told to the agency. */
export type Severity = 'block' | 'review' | 'warning';

/** A fact of the listing, or of its agency, that the remedy changes. */
export type FieldName = keyof ListingDraft | `agency.${keyof Agency}`;

export interface Finding {
  readonly rule: RuleId;
  /** What is wrong within the rule, for machines: `payer_missing`, `percent_of_total`… */
  readonly code: string;
  readonly severity: Severity;
  /** Where to correct it first. */
  readonly field: FieldName;
  /** French: what is wrong, with its figures. */
  readonly message: string;
  /** French: what to do. */
  readonly remedy: string;
}

/** What the law asks of who publishes. */
export type AgencyFacts = Pick<
  Agency,
  | 'name'
  | 'siren'
  | 'rcsCity'
  | 'soleTrader'
  | 'cardNumber'
  | 'cardOffice'
  | 'cardActivities'
  | 'cardUntil'
  | 'guarantorName'
  | 'guarantorAddress'
  | 'holdsNoFunds'
  | 'insurance'
  | 'mediatorName'
  | 'mediatorUrl'
  | 'feeScheduleUrl'
  | 'vatNumber'
  | 'legalForm'
  | 'capital'
>;

export interface LegalContext {
  /** Individuals who let owe less (R25). */
  readonly advertiser: 'professional' | 'private';
  /** Null for an individual. */
  readonly agency: AgencyFacts | null;
  /** The day in Paris, `YYYY-MM-DD`: tables are dated. */
  readonly on: string;
  /** Blocking rules set aside for this listing by a person, in writing (R17). */
  readonly exceptions: ReadonlySet<RuleId>;
  /** A person has read this very wording and found nothing against the law (R26). */
  readonly wordingCleared: boolean;
}

export interface Verdict {
  /** All of them, blocking ones first, in the order of the rules. */
  readonly findings: readonly Finding[];
  /** block when any finding blocks, else review when any asks for it, else null: the listing may be on line. */
  readonly hold: 'block' | 'review' | null;
  /** 0 to 100. 100 says that nothing is missing; a listing that is held never has more than 50. */
  readonly score: number;
}
