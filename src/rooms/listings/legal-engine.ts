/**
 * The legal engine: every rule of domain.md 3.2 as a pure function of a listing, its agency and a day; browsers run it too.
 * What it says is kept by rooms/listings/publication.
 */
import type { ListingDraft } from './contract.ts';
import { askedRules } from './legal/coherence/asked.ts';
import { fileRules } from './legal/coherence/file.ts';
import { homeRules } from './legal/coherence/home.ts';
import { natureRules } from './legal/coherence/nature.ts';
import { placeRules } from './legal/coherence/place.ts';
import { energyRules } from './legal/energy.ts';
import { agencyRules, identityRules } from './legal/identity.ts';
import { ownershipRules } from './legal/ownership.ts';
import { rentRules } from './legal/rent.ts';
import { saleRules } from './legal/sale.ts';
import { suspicionRules } from './legal/suspicion.ts';
import { tenantRules } from './legal/tenant.ts';
import {
  type AgencyFacts,
  caseOf,
  examine,
  type Finding,
  type LegalContext,
  type Rule,
  type RuleId,
  saidIn,
  type Verdict,
} from './legal/terms.ts';
import { wordingRules } from './legal/wording.ts';

export { checkRankedList, type RankedList } from './legal/ranking.ts';
export type {
  AgencyFacts,
  Finding,
  HeldValue,
  LegalContext,
  RuleId,
  Severity,
  Verdict,
} from './legal/terms.ts';

/** R1, R2… R26, then C1…, then F13: the order in which findings are told. */
function byNumber(one: { readonly id: RuleId }, other: { readonly id: RuleId }): number {
  const rank = ({ id }: { readonly id: RuleId }) => 'RCF'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));
  return rank(one) - rank(other);
}

const listingRules: readonly Rule[] = [
  ...saleRules,
  ...rentRules,
  ...tenantRules,
  ...energyRules,
  ...ownershipRules,
  ...identityRules,
  ...wordingRules,
  ...suspicionRules,
  ...placeRules,
  ...homeRules,
  ...fileRules,
  ...natureRules,
  ...askedRules,
].toSorted(byNumber);

/** Rules that a person may set aside for one listing, in writing. */
export const dispensableRules: ReadonlySet<RuleId> = new Set(
  listingRules.filter(({ dispensable }) => dispensable).map(({ id }) => id),
);

const nothingSetAside: ReadonlySet<RuleId> = new Set();

/**
 * Everything that the law and coherence have to say of a listing, at once. Pure: the same facts on the same day give
 * the same verdict; it throws on none. What the agency owes in general, beside what keeps its listings off line (SIREN,
 * card), is said by `checkAgency` and does not lower the score of each of its listings.
 */
export function checkListing(draft: ListingDraft, context: LegalContext): Verdict {
  const findings = examine(listingRules, caseOf(draft, context), context.exceptions);
  if (findings.length === 0) return inOrder;
  findings.sort((one, other) => weight[one.severity].rank - weight[other.severity].rank);
  const hold =
    findings[0]?.severity === 'block' ? 'block' : findings[0]?.severity === 'review' ? 'review' : null;
  return { findings, hold, score: scoreOf(findings) };
}

const inOrder: Verdict = Object.freeze({ findings: Object.freeze([]), hold: null, score: 100 });

/** What the agency owes on its page and on each of its listings (R23, R24); blocks keep its listings off line. */
export function checkAgency(agency: AgencyFacts, on: string): Finding[] {
  return examine(agencyRules, { agency, on }, nothingSetAside).toSorted(
    (one, other) => weight[one.severity].rank - weight[other.severity].rank,
  );
}

/** What R26 says of words that are no listing's own: an advertisement for it. Pure. */
export function checkWording(texts: { readonly title: string; readonly description: string }): Finding[] {
  const facts = { context: { wordingCleared: false }, wording: () => saidIn(texts) };
  return examine(wordingRules, facts, nothingSetAside);
}

const weight = {
  block: { rank: 0, points: 20 },
  review: { rank: 1, points: 10 },
  warning: { rank: 2, points: 4 },
} as const;

const HELD_AT_MOST = 50;

/**
 * 100 less 20 for each block, 10 for each review, 4 for each warning. A listing that is held has from 0 to 50, one
 * that may be on line from 51 to 100: the score alone tells which.
 */
function scoreOf(findings: readonly Finding[]): number {
  const lost = findings.reduce((total, { severity }) => total + weight[severity].points, 0);
  const held = findings.some(({ severity }) => severity !== 'warning');
  return held ? Math.max(0, Math.min(HELD_AT_MOST, 100 - lost)) : Math.max(HELD_AT_MOST + 1, 100 - lost);
}
