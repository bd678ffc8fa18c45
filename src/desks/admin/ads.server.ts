import { Readable } from 'node:stream';
import type { AnswerOf } from '#contract/call.ts';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import { formatDate } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { type ListingStatus, listingStatuses } from '#rooms/listings/contract.ts';
import { decideReview, setRuleException } from '#rooms/listings/decisions.server.ts';
import { dispensableRules, type RuleId } from '#rooms/listings/legal-engine.ts';
import { moderationOf, restoreListing, suspendListing } from '#rooms/listings/moderation.server.ts';
import { suspensionGrounds } from '#rooms/listings/moderation.ts';
import { holdingFindings, publicationErrors } from '#rooms/listings/publication.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { readListingId, whereabouts } from '#rooms/listings/reading.ts';
import { countOpenReports, selectAds } from './ads.sql.server.ts';
import {
  ADS_PAGE,
  type Ad,
  type AdDecision,
  type AdWords,
  type agencyAdsCall,
  type CommonDecision,
  type decideAdsCall,
} from './ads.ts';
import { agencyIdIn } from './agencies.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

/** Lines of a file that are read together. */
const BATCH = 500;

async function agencyOf(db: Queryable, word: string): Promise<Agency> {
  const agency = await agencyById(db, agencyIdIn(word));
  if (!agency) throw fail(sharedErrors.NOT_FOUND);
  return agency;
}

/** A page of the listings of an agency, the newest first. `next` asks for the page after. Throws NOT_FOUND. */
export async function agencyAds(
  db: Queryable,
  word: string,
  { apres, ...words }: AdWords & { readonly apres?: number | undefined },
): Promise<AnswerOf<typeof agencyAdsCall>> {
  const { id, name, ownerReference } = await agencyOf(db, word);
  const found = await selectAds(db, { agencyId: id, words, after: apres ?? null, limit: ADS_PAGE + 1 });
  const ids = found.slice(0, ADS_PAGE);
  return {
    agency: { id, name, ownerReference },
    ads: await adsOf(db, ids),
    next: found.length > ADS_PAGE ? (ids.at(-1) ?? null) : null,
  };
}

/** These listings, in their order, with all that is said and decided about each. */
async function adsOf(db: Queryable, ids: readonly number[]): Promise<Ad[]> {
  const [cards, moderation, reports] = await Promise.all([
    listingsByIds(db, ids),
    moderationOf(db, ids),
    countOpenReports(db, ids),
  ]);
  return cards.flatMap((card): Ad[] => {
    const said = moderation.get(card.id);
    if (!said) return [];
    const { source, description, score, hold, findings, suspension, suspendedBy, setAside, review, signals } =
      said;
    return [
      {
        card,
        source,
        description,
        score,
        hold,
        findings: findings.map(({ rule, code, severity, message, remedy }) => ({
          rule,
          code,
          severity,
          message,
          remedy,
        })),
        dispensable: [
          ...new Set(
            holdingFindings(findings).flatMap(({ rule }) => (dispensableRules.has(rule) ? rule : [])),
          ),
        ],
        setAside: [...setAside],
        review,
        suspension: suspension && { ...suspension, by: suspendedBy ?? '' },
        reports: reports.get(card.id) ?? 0,
        signals: signals && { ...signals, found: [...signals.found] },
      },
    ];
  });
}

/** All listings of an agency that these words find as a CSV file, read a batch at a time. Throws NOT_FOUND. */
export async function agencyAdsCsv(db: Queryable, word: string, words: AdWords): Promise<Readable> {
  const { id } = await agencyOf(db, word);
  return Readable.from(csvOf(db, id, words));
}

async function* csvOf(db: Queryable, agencyId: number, words: AdWords): AsyncGenerator<string> {
  yield csvHead([
    'Annonce',
    'Référence',
    'Titre',
    'Lieu',
    'Prix (€)',
    'Statut',
    'Conformité',
    'Règles en faute',
    'Constats et remèdes',
    'Règles écartées',
    'Suspendue depuis',
    'Fondement',
    'Motif',
    'Suspendue par',
    'Signalements en cours',
    'Signaux d’arnaque',
  ]);
  let after: number | null = null;
  for (;;) {
    const ids: number[] = await selectAds(db, { agencyId, words, after, limit: BATCH });
    for (const ad of await adsOf(db, ids)) yield csvLine(cellsOf(ad));
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH) return;
  }
}

function cellsOf({ card, score, findings, setAside, suspension, reports, signals }: Ad) {
  const holding = findings.filter(({ severity }) => severity !== 'warning');
  return [
    card.id,
    card.reference,
    card.title,
    whereabouts(card),
    card.price / 100,
    listingStatuses[card.status as ListingStatus],
    score,
    [...new Set(holding.map(({ rule }) => rule))].join(' '),
    findings.map(({ rule, message, remedy }) => `${rule} ${message} ${remedy}`).join('\n'),
    setAside.map(({ rule }) => rule).join(' '),
    suspension && formatDate(new Date(suspension.since)),
    suspension && suspensionGrounds[suspension.ground].label,
    suspension && suspension.reason,
    suspension && suspension.by,
    reports,
    signals && signals.found.map(({ explanation }) => explanation).join('\n'),
  ];
}

/**
 * Does to one listing what an administrator decides, by the rules that the commands use. Twice the same is once. Throws what
 * `suspendListing`, `restoreListing`, `setRuleException` and `decideReview` throw.
 */
export async function decideAd(
  services: Open,
  word: string | number,
  decision: AdDecision,
  by: AdministratorName,
): Promise<{ id: number; status: ListingStatus }> {
  const listingId = typeof word === 'number' ? word : readListingId(word);
  if (listingId === null) throw fail(publicationErrors.LISTING_UNKNOWN);
  const { status } = await decided(services, listingId, decision, by);
  return { id: listingId, status };
}

function decided(
  services: Open,
  listingId: number,
  decision: AdDecision,
  by: AdministratorName,
): Promise<{ status: ListingStatus }> {
  const { reason } = decision;
  switch (decision.act) {
    case 'suspend':
      return suspendListing(services, {
        listingId,
        ground: decision.ground,
        source: decision.source,
        reason,
        by,
      });
    case 'restore':
      return restoreListing(services, { listingId, reason, by });
    case 'wording':
      return decideReview(services, {
        id: decision.review,
        listingId,
        decision: decision.decision,
        reason,
        by,
      });
    default:
      return setRuleException(services, {
        listingId,
        rule: decision.rule as RuleId,
        granted: decision.act === 'setAside',
        reason,
        by,
      });
  }
}

/** The same to several, each by itself: what is refused to one changes nothing for the others. */
export async function decideAds(
  services: Open,
  { ids, ...decision }: CommonDecision,
  by: AdministratorName,
): Promise<AnswerOf<typeof decideAdsCall>> {
  const results = [];
  for (const id of new Set(ids)) {
    try {
      const { status } = await decideAd(services, id, decision, by);
      results.push({ id, done: true, status, message: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, done: false, status: null, message: error.message });
    }
  }
  return { results };
}
