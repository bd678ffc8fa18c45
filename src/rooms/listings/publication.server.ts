import { createHash } from 'node:crypto';
import { parisDay } from '#contract/day.ts';
import { formatCount } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { routeNotification, sendAlong } from '#rooms/notifications/notifications.server.ts';
import { lockAgencyListings, type Shift, shiftListings } from './availability.server.ts';
import { isVisible, type ListingDraft, type ListingSource, type ListingStatus } from './contract.ts';
import { keepVerdicts, verdictRowOf } from './intake.server.ts';
import { CHUNK, heldStatus, type JudgedDraft, verdictKey } from './intake.ts';
import type { LawEnds } from './laws.ts';
import { type AgencyFacts, checkListing, type Finding, type RuleId, type Verdict } from './legal-engine.ts';
import { recordedEnds } from './prolongations.server.ts';
import * as statements from './publication.sql.server.ts';
import { legalRunOf, WORDING_RULE } from './publication.ts';
import { loadScamContext, readForScam, type ScamContext } from './scam.server.ts';

/** For the statements of rooms that follow what a person must read (R26). */
export { wordingHashOf } from './intake.sql.server.ts';

/** All that judging the listings of one agency on one day needs: judging itself reads nothing. */
export interface JudgingContext {
  readonly agency: AgencyFacts;
  /** `YYYY-MM-DD` in Paris. */
  readonly on: string;
  /** Ends of laws that prolongations moved. */
  readonly lawEnds: LawEnds;
  readonly exceptions: ReadonlyMap<string, ReadonlySet<RuleId>>;
  /** Keys of the values that the agency confirmed, by technical id. */
  readonly confirmed: ReadonlyMap<string, ReadonlySet<string>>;
  /** By technical id, then by hash of the wording. */
  readonly wordings: ReadonlyMap<string, ReadonlyMap<string, Reading>>;
  readonly scam: ScamContext;
}

interface Reading {
  readonly decision: 'cleared' | 'refused';
  readonly reason: string;
}

/**
 * Reads what judging listings of an agency needs: nine statements, whatever their number. `technicalIds` limits
 * what is read to these; null takes all of the agency's. `places`: those of what will be judged, when it is at hand, else those
 * where the agency has listings. `listingIds`: whose photos are compared with those of others. Throws a RangeError when there is
 * no such agency.
 */
export async function loadJudgingContext(
  db: Queryable,
  given: {
    agencyId: number;
    on: string;
    technicalIds: readonly string[] | null;
    places?: readonly string[];
    listingIds?: readonly number[];
  },
): Promise<JudgingContext> {
  const { agencyId, on, technicalIds } = given;
  const agency = await statements.selectAgencyFacts(db, agencyId);
  if (!agency) throw new RangeError(`agence ${agencyId} inconnue`);
  const exceptions = new Map<string, Set<RuleId>>();
  for (const { technicalId, rule } of await statements.selectExceptions(db, agencyId, technicalIds))
    exceptions.set(technicalId, (exceptions.get(technicalId) ?? new Set()).add(rule));
  const wordings = new Map<string, Map<string, Reading>>();
  for (const { technicalId, hash, decision, reason } of await statements.selectWordings(
    db,
    agencyId,
    technicalIds,
  ))
    wordings.set(technicalId, (wordings.get(technicalId) ?? new Map()).set(hash, { decision, reason }));
  const confirmed = new Map<string, Set<string>>();
  for (const { technicalId, key } of await statements.selectConfirmedValues(db, agencyId, technicalIds))
    confirmed.set(technicalId, (confirmed.get(technicalId) ?? new Set()).add(key));
  const lawEnds = await recordedEnds(db);
  const scam = await loadScamContext(db, given);
  return { agency, on, lawEnds, exceptions, confirmed, wordings, scam };
}

const noRule: ReadonlySet<RuleId> = new Set();
const noValue: ReadonlySet<string> = new Set();

/** What the law says of a draft from there, and the status it gets; `draft.status` is the one asked for. */
export function judge(bench: JudgingContext, draft: ListingDraft, source: ListingSource): JudgedDraft {
  const readings = bench.wordings.get(draft.technicalId);
  const reading = readings?.get(wordingHash(draft));
  const { suspicion, toKeep } = readForScam(bench.scam, draft);
  const checked = checkListing(draft, {
    advertiser: 'professional',
    agency: bench.agency,
    on: bench.on,
    lawEnds: bench.lawEnds,
    exceptions: bench.exceptions.get(draft.technicalId) ?? noRule,
    wordingCleared: reading?.decision === 'cleared',
    byHand: source === 'manual',
    confirmed: bench.confirmed.get(draft.technicalId) ?? noValue,
    ...(suspicion ? { suspicion } : {}),
  });
  const verdict = reading?.decision === 'refused' ? refusedWording(checked, reading.reason) : checked;
  const status = heldStatus(draft.status, verdict.hold);
  return { ...draft, status, wanted: draft.status, verdict, ...(toKeep ? { suspicion: toKeep } : {}) };
}

/** Hash of the title and the description: hexadecimal SHA-256. A wording that was read once is recognised by it. */
export function wordingHash({ title, description }: Pick<ListingDraft, 'title' | 'description'>): string {
  return createHash('sha256').update(`${title}\n${description}`).digest('hex');
}

/** A person has read these words and refused them: they no longer wait. */
function refusedWording(verdict: Verdict, reason: string): Verdict {
  if (!verdict.findings.some(isWording)) return verdict;
  const refused = verdict.findings.map((finding) =>
    isWording(finding)
      ? {
          ...finding,
          severity: 'block' as const,
          message: `${finding.message} Ce texte a été relu et refusé : ${reason}`,
        }
      : finding,
  );
  const blocking = refused.filter(({ severity }) => severity === 'block');
  return {
    ...verdict,
    hold: 'block',
    findings: [...blocking, ...refused.filter(({ severity }) => severity !== 'block')],
  };
}

function isWording({ rule, severity }: Finding): boolean {
  return rule === WORDING_RULE && severity === 'review';
}

/**
 * Judges drafts of one agency as the law stands at `now`, with the exceptions and the readings kept for them: their
 * status becomes `refused` when a rule blocks, `pending` when a person must read them first, else stays the one asked
 * for. Throws a RangeError when there is no such agency.
 */
export async function judgeDrafts(
  db: Queryable,
  given: { agencyId: number; source: ListingSource; drafts: readonly ListingDraft[]; now: Date },
): Promise<JudgedDraft[]> {
  const { agencyId, source, drafts, now } = given;
  const technicalIds = drafts.map(({ technicalId }) => technicalId);
  const places = drafts.map(({ placeCode }) => placeCode);
  const bench = await loadJudgingContext(db, { agencyId, on: parisDay(now).day, technicalIds, places });
  return drafts.map((draft) => judge(bench, draft, source));
}

export interface Rejudged {
  /** Listings judged. */
  readonly judged: number;
  /** Were on line, are no longer. */
  readonly left: number;
  /** Were kept off line, are on line. */
  readonly published: number;
}

const nothing: Rejudged = { judged: 0, left: 0, published: 0 };

function sum(one: Rejudged, other: Rejudged): Rejudged {
  return {
    judged: one.judged + other.judged,
    left: one.left + other.left,
    published: one.published + other.published,
  };
}

/**
 * Judges again what is on line or kept off line by the law, as it stands at `now`: every agency, or the ones given.
 * What became unlawful leaves, what became lawful comes (unless nobody confirmed it for two weeks), and each agency
 * gets one mail about what left. Chunk by chunk under the lock of the agency: safe to cut at any time and to run again.
 * `told` hears how many agencies are done, of how many.
 */
export async function rejudgeListings(
  services: Pick<Services, 'db' | 'env' | 'log'>,
  {
    now,
    agencyIds,
    signal,
    told,
  }: {
    now: Date;
    agencyIds?: readonly number[];
    signal?: AbortSignal;
    told?: (done: number, total: number) => void;
  },
): Promise<Rejudged> {
  const { db } = services;
  let total = nothing;
  const agencies = agencyIds ?? (await statements.selectAgencies(db));
  for (const [done, agencyId] of agencies.entries()) {
    told?.(done, agencies.length);
    for (let after: number | null = 0; after !== null; ) {
      if (signal?.aborted) return total;
      const step = await rejudgeChunk(db, { agencyId, after, now });
      total = sum(total, step);
      after = step.last;
    }
  }
  await notifyLegalDepartures(services, now);
  return total;
}

async function rejudgeChunk(
  db: Db,
  given: { agencyId: number; after: number; now: Date },
): Promise<Rejudged & { last: number | null }> {
  return db.transaction().execute(async (tx) => {
    await lockAgencyListings(tx, given.agencyId);
    const standing = await statements.selectListingsToJudge(tx, { ...given, limit: CHUNK });
    const counts = await settle(tx, given.agencyId, standing, given.now);
    return { ...counts, last: standing.length < CHUNK ? null : (standing.at(-1)?.id ?? null) };
  });
}

/**
 * The same, at once, for a few listings of one agency, in the caller's transaction; nobody is told yet. `quiet`: nobody
 * ever is, and nothing comes on line; what became lawful waits for the work of the day.
 */
export async function rejudgeSome(
  tx: Tx,
  given: { agencyId: number; ids: readonly number[]; now: Date; quiet?: boolean },
): Promise<Rejudged> {
  await lockAgencyListings(tx, given.agencyId);
  const standing = await statements.selectListingsToJudge(tx, { ...given, after: 0, limit: CHUNK });
  return settle(tx, given.agencyId, standing, given.now, given.quiet);
}

async function settle(
  tx: Tx,
  agencyId: number,
  standing: readonly statements.StoredListing[],
  now: Date,
  quiet = false,
): Promise<Rejudged> {
  if (standing.length === 0) return nothing;
  const { day } = parisDay(now);
  const bench = await loadJudgingContext(tx, {
    agencyId,
    on: day,
    technicalIds: standing.map(({ draft }) => draft.technicalId),
    places: standing.map(({ draft }) => draft.placeCode),
    listingIds: standing.map(({ id }) => id),
  });
  const judged = standing.map((listing) => ({ listing, draft: judge(bench, listing.draft, listing.source) }));
  await keepVerdicts(
    tx,
    judged
      .filter(
        ({ listing, draft }) =>
          draft.suspicion || verdictKey(draft.wanted, draft.verdict) !== listing.verdictKey,
      )
      .map(({ listing, draft }) => verdictRowOf(listing.id, draft)),
    now,
  );
  const shifts = judged
    .map(({ listing, draft }): Shift => ({ id: listing.id, from: listing.status, to: draft.status }))
    .filter(
      (shift, index) =>
        shift.from !== shift.to && (!comesBack(shift) || (!quiet && (standing[index]?.confirmed ?? false))),
    );
  const moved = await shiftListings(tx, { shifts, run: legalRunOf(day), now, quiet });
  const count = (shown: (status: ListingStatus) => boolean) =>
    shifts.filter(({ id, from, to }) => moved.has(id) && shown(to) && !shown(from)).length;
  return {
    judged: standing.length,
    left: count((status) => !isVisible(status)),
    published: count(isVisible),
  };
}

function comesBack({ from, to }: Shift): boolean {
  return isVisible(to) && !isVisible(from);
}

/**
 * The daily work: judges everything once when its process starts (a new version may bring new rules, a new table new
 * numbers), then once a day, as soon as it has begun in Paris.
 */
export function dailyRejudging(): (
  services: Pick<Services, 'db' | 'env' | 'log'>,
  signal: AbortSignal,
) => Promise<void> {
  let judgedOn: string | null = null;
  return async (services, signal) => {
    const now = clock.now();
    const { day } = parisDay(now);
    if (judgedOn === day) return;
    const { judged, left, published } = await rejudgeListings(services, { now, signal });
    if (signal.aborted) return;
    judgedOn = day;
    services.log.info({ judged, left, published }, 'annonces jugées au droit du jour');
  };
}

/** A worker cut between taking off line and telling tells when it is back, even on another day. */
const TOLD_FOR_DAYS = 7;

/**
 * Notifies each agency once of what the law took off line these days: by mail, or without an address in its
 * notifications alone. Returns how many agencies are mailed.
 */
export async function notifyLegalDepartures(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  now: Date,
): Promise<number> {
  const run = legalRunOf(parisDay(now).day);
  const runs = Array.from({ length: TOLD_FOR_DAYS }, (_, days) =>
    legalRunOf(parisDay(new Date(now.getTime() - days * 86_400_000)).day),
  );
  const { departedMail } = await import('./listings.mails.server.tsx');
  return db.transaction().execute(async (tx) => {
    // One teller at a time: what one has told, the next no longer finds.
    await statements.lockNotifying(tx);
    let mails = 0;
    for (const listings of Map.groupBy(
      await statements.selectLegalDepartures(tx, runs),
      ({ agencyId }) => agencyId,
    ).values()) {
      const { agencyId, agencyName, ownerReference } = listings[0]!;
      // With the last fact it tells: the next mail of the day, if any, begins after it.
      const key = `${run}:${Math.max(...listings.map(({ seq }) => seq))}`;
      const references = listings.map(({ reference }) => reference);
      const route = await routeNotification(tx, {
        agencyId,
        event: 'listingRefused',
        key,
        title: `${formatCount(listings.length, 'annonce retirée', 'annonces retirées')} par la loi\u00a0: ${references.slice(0, 3).join(', ')}${references.length > 3 ? '…' : ''}`,
        page: '/annonces?vue=retenues',
      });
      if (!route) {
        log.warn(
          { agency: ownerReference, listings: listings.length },
          'annonces retirées par la loi : l’agence n’a pas d’adresse',
        );
        continue;
      }
      await sendAlong(tx, route, departedMail({ origin: env.publicUrl, agency: agencyName, listings }), {
        key: `legal:${agencyId}:${key}`,
        stream: `legal:${agencyId}`,
      });
      mails += 1;
    }
    return mails;
  });
}
