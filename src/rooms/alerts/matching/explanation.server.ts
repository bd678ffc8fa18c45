import { fail, sharedErrors } from '#contract/errors.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { type AreaWord, areaLabels } from '#rooms/criteria/area-words.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { ListingFacts } from '#rooms/criteria/facts.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { chipsOf } from '#rooms/criteria/wording.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { ownAlert } from '../alerts.server.ts';
import { alertById } from '../alerts.sql.server.ts';
import { criteriaIn, soughtBy } from '../asking/described-search.server.ts';
import { alertErrors, type Explanation } from '../contract.ts';
import { listingsNow } from '../telling/digest.sql.server.ts';
import { DETAIL_DAYS, type SkipReason, skipReasons } from '../telling/notified-listings.ts';
import { type FactRow, selectAlertFacts, selectNotifiedTwin } from './explanation.sql.server.ts';
import { isRejected, wasPublished } from './verdicts.sql.server.ts';

type ExplainedFact = Explanation['facts'][number];

/**
 * Why an alert was or was not told a listing: what it asks that the listing does not meet or does not say, and what
 * happened when, judged as both were at that instant (domain.md F1). Throws ALERT_NOT_FOUND, and NOT_FOUND for a listing
 * that never was public.
 */
export async function explain(db: Db, at: { alertId: number; listingId: number }): Promise<Explanation> {
  const alert = await alertById(db, at.alertId);
  if (!alert) throw fail(alertErrors.ALERT_NOT_FOUND);
  const listing = (await listingsNow(db, [at.listingId])).get(at.listingId);
  if (!listing || !(await wasPublished(db, at.listingId)))
    throw fail(sharedErrors.NOT_FOUND, undefined, 'Cette annonce n’existe pas.');
  const criteria = criteriaIn(alert);
  const { verdict, failed, unknown } = judge(await soughtBy(db, criteria), listing, clock.now());
  const facts = (await explainedFacts(db, { alertId: at.alertId, listingIds: [at.listingId] })).map(
    ({ listingId: _listingId, ...fact }) => fact,
  );
  const twin = await selectNotifiedTwin(db, at);
  const reasons = [
    ...failed.map((word) => `${labelOf(word)} : ne correspond pas`),
    ...unknown.map((word) => `${labelOf(word)} : non précisé par l’annonce`),
    ...(listing.visible ? [] : ['L’annonce n’est pas en ligne']),
    ...((await isRejected(db, at)) ? ['Vous l’avez écartée : elle n’est plus envoyée'] : []),
    ...(alert.status === 'active' ? [] : ['L’alerte n’est pas active']),
    ...(facts.length > 0 && !facts.some(({ seen, matched }) => seen || matched)
      ? ['Tout ce qui est arrivé à l’annonce précède l’alerte']
      : []),
  ];
  const sameHome = twin && { listingId: twin.listingId, at: twin.at.toISOString() };
  return {
    ...at,
    answer: answerOf(facts, sameHome),
    verdict,
    failed: [...failed],
    unknown: [...unknown],
    reasons,
    visible: listing.visible,
    sameHome,
    facts,
  };
}

/** The same, for the alert's owner only. Throws ALERT_NOT_FOUND when the alert is another's, NOT_FOUND as above. */
export async function explainToOwner(
  db: Db,
  userId: UserId,
  at: { alertId: number; listingId: number },
): Promise<Explanation> {
  await ownAlert(db, userId, at.alertId);
  return explain(db, at);
}

/** What happened to these listings, judged as they and the alert were when it was read; a handful of statements. */
export async function explainedFacts(
  db: Queryable,
  of: { alertId: number; listingIds: readonly number[] },
): Promise<(ExplainedFact & { readonly listingId: number })[]> {
  const since = new Date(clock.now().getTime() - DETAIL_DAYS * 86_400_000);
  const rows = await selectAlertFacts(db, { ...of, since, kinds: Object.values(listingEvents) });
  const asked = new Map<string, ReturnType<typeof soughtBy>>();
  const explained = [];
  for (const row of rows) {
    const criteria = row.criteria === null ? null : criteriaIn({ criteria: row.criteria });
    const key = JSON.stringify(row.criteria);
    if (criteria && !asked.has(key)) asked.set(key, soughtBy(db, criteria));
    const sought = criteria && (await asked.get(key));
    const then =
      row.seen && row.facts && row.readAt && sought ? judge(sought, factsIn(row.facts), row.readAt) : null;
    const expired = row.readAt === null && row.read && row.kind !== listingEvents.left;
    const { seq, kind, listingId, run, seen, mail } = row;
    explained.push({
      seq,
      kind,
      listingId,
      at: row.at.toISOString(),
      run,
      seen,
      matched: row.matched ?? (row.settledAt === null && then && then.verdict !== 'no' ? then.verdict : null),
      verdict: then?.verdict ?? null,
      failed: [...(then?.failed ?? [])],
      unknown: [...(then?.unknown ?? [])],
      expired,
      toldAt: row.toldAt?.toISOString() ?? null,
      mail: row.toldAt ? mail : null,
      outcome: outcomeOf(row, {
        expired,
        failed: then?.failed ?? [],
        found: then !== null && then.verdict !== 'no',
        criteria,
      }),
    });
  }
  return explained;
}

const moments = new Set(['publishedAt', 'firstSeenAt', 'priceChangedAt']);

/** What a listing said, as the predicate reads it: kept under the names of its columns. */
function factsIn(kept: Record<string, unknown>): ListingFacts & { lat: number | null; lng: number | null } {
  return Object.fromEntries(
    Object.entries(kept).map(([column, value]) => {
      const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return [name, moments.has(name) && typeof value === 'string' ? new Date(value) : value];
    }),
  ) as unknown as ListingFacts & { lat: number | null; lng: number | null };
}

function outcomeOf(
  row: FactRow,
  then: { expired: boolean; failed: readonly string[]; found: boolean; criteria: Criteria | null },
): string {
  if (row.kind === listingEvents.left) return outcomeOfDeparture(row);
  if (row.toldAt) return `trouvée, envoyée le ${moment(row.toldAt)}${mailWords(row.mail)}`;
  if (row.aside) return `trouvée, non envoyée : ${skipReasons[row.aside as SkipReason] ?? row.aside}`;
  if (row.matched) {
    return row.settledAt
      ? 'trouvée, non envoyée : l’alerte était en pause ou arrêtée'
      : 'trouvée, elle attend le prochain courriel';
  }
  if (then.expired) {
    return row.seen
      ? `détail expiré : ce que l’alerte et l’annonce disaient est gardé ${DETAIL_DAYS} jours`
      : 'avant que l’alerte ne veille';
  }
  if (!row.read) return 'vient d’arriver, pas encore examinée';
  if (row.criteria !== null && !row.awake) return 'l’alerte était en pause ou arrêtée';
  if (!row.seen) return 'avant que l’alerte ne veille';
  if (row.facts === null) return 'n’était déjà plus en ligne au moment de l’examiner';
  if (then.found) return 'correspondait';
  return `ne correspondait pas : ${then.failed.map((word) => askedAs(word, then.criteria)).join(' ; ')}`;
}

function outcomeOfDeparture(row: FactRow): string {
  if (row.matched === null) return 'rien à vous dire';
  // A listing told again in the same mail was back by then.
  if (row.aside) return `départ non envoyé : ${skipReasons[row.aside as SkipReason] ?? row.aside}`;
  if (row.toldAt) return `départ envoyé le ${moment(row.toldAt)}${mailWords(row.mail)}`;
  return row.settledAt
    ? 'départ non envoyé : l’alerte était en pause ou arrêtée'
    : 'départ trouvé, il attend le prochain courriel';
}

function mailWords(status: string | null): string {
  if (status === 'pending' || status === 'sending') return ' (courriel en préparation)';
  return status === null || status === 'sent' ? '' : ' (courriel non remis)';
}

const events: Readonly<Record<string, string>> = {
  [listingEvents.appeared]: 'Mise en ligne',
  [listingEvents.priceFell]: 'Baisse de prix',
  [listingEvents.returned]: 'Retour en ligne',
};

function answerOf(facts: readonly ExplainedFact[], sameHome: Explanation['sameHome']): string {
  const told = facts.findLast(({ kind, toldAt }) => kind !== listingEvents.left && toldAt !== null);
  if (told?.toldAt) return `Envoyée le ${moment(new Date(told.toldAt))}${mailWords(told.mail)}.`;
  if (sameHome)
    return `Le même logement vous a été envoyé le ${moment(new Date(sameHome.at))}, par une autre annonce.`;
  const last = facts.findLast(({ kind }) => kind !== listingEvents.left);
  if (!last) return 'Rien n’est arrivé à cette annonce qui se raconte à une alerte.';
  return `${events[last.kind] ?? last.kind} du ${moment(new Date(last.at))} : ${last.outcome}.`;
}

const moment = (date: Date): string => `${formatDate(date)} à ${formatTime(date)}`;

/** « Prix maximum (jusqu'à 250 000,00 €) »: a criterion, as it was asked. */
function askedAs(word: string, criteria: Criteria | null): string {
  const value = criteria && (criteria as unknown as Record<string, unknown>)[word];
  const isRow = (criteriaTable as readonly Criterion[]).some((one) => one.word === word);
  if (!criteria || !isRow || value === undefined || value === null) return labelOf(word);
  const chips = chipsOf(criteria.transaction, { [word]: value }).map(({ text }) => text);
  return chips.join() === labelOf(word) ? labelOf(word) : `${labelOf(word)} (${chips.join(', ')})`;
}

/** « Prix maximum », « Lieu »: a criterion by its word. */
export function labelOf(word: string): string {
  if (word === 'transaction') return 'Projet';
  if (word === 'places') return 'Lieu';
  if (word in areaLabels) return areaLabels[word as AreaWord];
  return (criteriaTable as readonly Criterion[]).find((one) => one.word === word)?.label ?? word;
}
