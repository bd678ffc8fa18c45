/**
 * Terms of the engine: what a rule is, what it looks at and what it may say.
 */
import { NBSP } from '#contract/fmt.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { type ListingDraft, RENTAL } from '../contract.ts';
import { isHome } from '../homes-by-nature.ts';
import type { LawEnds } from '../laws.ts';
import { type DayTables, tablesOn } from '../legal-tables.ts';
import { readWording, type WordingHit } from './wording-reading.ts';

/** R1 to R26 of domain.md 3.2; C: coherence of the facts with each other (domain.md 3.1); F13: the scam shield. */
export type RuleId = `R${number}` | `C${number}` | 'F13';

/** block: not published; review: a person reads it first (R26); warning: published, told to the agency. */
export type Severity = 'block' | 'review' | 'warning';

/** A fact of the listing, or of its agency, that the remedy changes. */
export type FieldName = keyof ListingDraft | `agency.${keyof Agency}`;

/** A value that waits for its agency: outside the bounds of its kind, and not impossible. */
export interface HeldValue {
  readonly measure: 'price' | 'pricePerM2' | 'surface';
  /** Cents, a month for a letting; m². */
  readonly value: number;
  /** The bound that was passed, in the same unit. */
  readonly bound: number;
  /** The value is below `least`, or above `most`. */
  readonly side: 'least' | 'most';
  /** Of this very value: what a confirmation names. */
  readonly key: string;
}

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
  /** Absent unless the agency may confirm the value as it is. */
  readonly held?: HeldValue;
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
> &
  Partial<Pick<Agency, 'excludedOn' | 'suspendedOn'>>;

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
  /** Typed here, where every field is at hand: what is missing is asked before publication. A feed says what it can. */
  readonly byHand?: boolean;
  /** Keys of the held values that the agency confirmed. */
  readonly confirmed?: ReadonlySet<string>;
  /** Ends that recorded prolongations moved. */
  readonly lawEnds?: LawEnds;
  /** What the scam shield found, where a person must read it first or has refused it. */
  readonly suspicion?: ScamSuspicion;
}

interface ScamSuspicion {
  /** French names of the signals, the heaviest first. */
  readonly signals: readonly string[];
  /** Why a person found it a scam; null while it waits for one. */
  readonly refused: string | null;
}

export interface Verdict {
  /** All of them, blocking ones first, in the order of the rules. */
  readonly findings: readonly Finding[];
  /** block when any finding blocks, else review when any asks for it, else null: the listing may be on line. */
  readonly hold: 'block' | 'review' | null;
  /** 0 to 100. 100 says that nothing is missing; a listing that is held never has more than 50. */
  readonly score: number;
}

/** A listing under examination: its facts, and what several rules ask about it. */
export interface Case {
  readonly draft: ListingDraft;
  readonly context: LegalContext;
  readonly tables: DayTables;
  readonly professional: boolean;
  readonly rental: boolean;
  /** A home, by its type or by what it says: the rules on rents, energy and surfaces are for those (domain.md 3.2). */
  readonly dwelling: boolean;
  /** A new home sold before it is handed over: no certificate yet, no charges voted yet. */
  readonly offPlan: boolean;
  /** What the title and the description say among the wordings to look at; read when first asked. */
  readonly wording: () => readonly FieldWording[];
}

interface FieldWording extends WordingHit {
  readonly field: 'title' | 'description';
}

export function caseOf(draft: ListingDraft, context: LegalContext): Case {
  const rental = draft.transaction === RENTAL;
  let said: readonly FieldWording[] | null = null;
  const isNew = draft.isNew || draft.propertyType === 'programme';
  return {
    draft,
    context,
    tables: tablesOn(context.on),
    professional: context.advertiser === 'professional',
    rental,
    dwelling: isHome(draft),
    offPlan: isNew && !rental && !isDelivered(draft, context.on),
    wording: () => {
      said ??= saidIn(draft);
      return said;
    },
  };
}

const nothingSaid: readonly FieldWording[] = [];

/** What a title and a description say among the wordings to look at. */
export function saidIn(draft: Pick<ListingDraft, 'title' | 'description'>): readonly FieldWording[] {
  const title = readWording(draft.title);
  const description = readWording(draft.description);
  if (title.length + description.length === 0) return nothingSaid;
  return [
    ...title.map((hit) => ({ ...hit, field: 'title' as const })),
    ...description.map((hit) => ({ ...hit, field: 'description' as const })),
  ];
}

/** A new home has been handed over when it says so, when its quarter is past, or else when it has its certificate
 * or was built before last year. */
function isDelivered({ progress, delivery, energyStatus, builtYear }: ListingDraft, on: string): boolean {
  if (progress !== null) return progress === 'delivered';
  const last = lastDayOfQuarter(delivery);
  if (last !== null) return last < on;
  return energyStatus === 'rated' || (builtYear !== null && builtYear < Number(on.slice(0, 4)) - 1);
}

/** The last day of `2028-T2`; null for anything that is no quarter. */
export function lastDayOfQuarter(quarter: string | null): string | null {
  const [, year, rank] = /^(\d{4})-T([1-4])$/.exec(quarter ?? '') ?? [];
  return year && rank ? `${year}-${['03-31', '06-30', '09-30', '12-31'][Number(rank) - 1]}` : null;
}

/** Adds a finding of the rule that is being checked. Plain spaces: no-break ones are set where French wants them. */
export type AddFinding = (
  code: string,
  severity: Severity,
  field: FieldName,
  message: string,
  remedy: string,
  held?: HeldValue,
) => void;

/** One row of the table of rules. */
export interface Rule<T = Case> {
  readonly id: RuleId;
  /** Whether the rule is for this listing at all. */
  readonly when: (facts: T) => boolean;
  readonly check: (facts: T, found: AddFinding) => void;
  /** A person may set it aside, in writing, for one listing: its blocks are then warnings (R17). */
  readonly dispensable?: boolean;
}

/** What every rule of the table has to say, in the order of the table. */
export function examine<T>(rules: readonly Rule<T>[], facts: T, exceptions: ReadonlySet<RuleId>): Finding[] {
  const findings: Finding[] = [];
  let current: Rule<T> | undefined;
  const found: AddFinding = (code, severity, field, message, remedy, held) => {
    if (!current) return;
    const aside = severity === 'block' && current.dispensable === true && exceptions.has(current.id);
    findings.push({
      rule: current.id,
      code,
      severity: aside ? 'warning' : severity,
      field,
      message: noBreak(message),
      remedy: noBreak(remedy),
      ...(held ? { held } : {}),
    });
  };
  for (const rule of rules) {
    current = rule;
    if (rule.when(facts)) rule.check(facts, found);
  }
  return findings;
}

function noBreak(text: string): string {
  return text.replaceAll(/ (?=[:;!?»€%]|m²)/g, NBSP).replaceAll('« ', `«${NBSP}`);
}

/** « 01/01/2028 » for `2028-01-01`. */
export function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/');
}
