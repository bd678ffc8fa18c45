import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { versionsNow } from './ad-versions.server.ts';
import { keepCompared, keepShown } from './ad-versions.sql.server.ts';
import { endBoost, isRunning, moveBoost, OPERATOR, subjectOf, totalDays } from './boosts.server.ts';
import {
  type BoostListing,
  type BoostRow,
  lockBoost,
  markRemoved,
  selectBoost,
  selectBoostId,
  selectBoostListings,
  selectBoosts,
  updateBoost,
} from './boosts.sql.server.ts';
import { selectForHands, selectPausesOf, selectReportedDays } from './by-hand.sql.server.ts';
import { boostErrors, boostStatuses, callsToAction, networks, objectives } from './contract.ts';
import type { Campaign } from './network.server.ts';
import { accept, campaignOf, type Open, spanOf } from './publishing.server.ts';
import { type ReportableTask, reportable, type TaskKind, tasks } from './tasks.ts';
import { type Pause, shownDays } from './unspent.ts';

const HOUR_MS = 3_600_000;

export interface Task {
  readonly kind: TaskKind;
  readonly boost: BoostRow;
  /** Those to show, or to take out. */
  readonly listingIds: readonly number[];
  /** Of figures: the days that lack them, `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

/** What the state of a boost asks of who publishes it; in the order in which it is done. */
function tasksOf(
  boost: BoostRow,
  {
    listings,
    reported,
    pauses,
  }: {
    readonly listings: readonly BoostListing[];
    readonly reported: readonly string[];
    readonly pauses: readonly Pause[];
  },
  now: Date,
): Task[] {
  const shown = listings.filter(({ droppedAt }) => droppedAt === null).map(({ listingId }) => listingId);
  const task = (kind: TaskKind, said: Partial<Task> = {}): Task => ({
    kind,
    boost,
    listingIds: shown,
    days: [],
    ...said,
  });
  if (boost.status === 'sync_error') return [task('look')];
  if (boost.publisher !== 'manual') return [];
  const { status, networkState, startedAt, endedAt, settledAt } = boost;
  const found: Task[] = [];
  if (status === 'new') found.push(task('publish'));
  else if (!isRunning(status) && (networkState === 'running' || networkState === 'paused'))
    found.push(task('stop'));
  else if (status === 'paused' && networkState === 'running') found.push(task('pause'));
  else if (status === 'active' && networkState === 'paused') found.push(task('resume'));
  else if (status === 'active' && endsTooEarly(boost)) found.push(task('extend'));
  const removed = listings.filter(({ droppedAt, removedAt }) => droppedAt !== null && removedAt === null);
  if (removed.length > 0 && isRunning(status) && networkState !== null)
    found.push(task('remove', { listingIds: removed.map(({ listingId }) => listingId) }));
  const changed = listings.filter(
    ({ droppedAt, shownAs, currentAs }) => droppedAt === null && shownAs !== null && shownAs !== currentAs,
  );
  if (changed.length > 0 && isRunning(status))
    found.push(task('update', { listingIds: changed.map(({ listingId }) => listingId) }));
  if (startedAt && !settledAt) {
    const today = parisDay(now).day;
    const known = new Set(reported);
    const days = shownDays({ startedAt, endedAt: endedAt ?? now, pauses }).filter(
      (day) => !known.has(day) && (day < today || endedAt !== null),
    );
    if (days.length > 0) found.push(task('figures', { days }));
  }
  return found;
}

/** Whether the network would stop before the end of the boost, which a pause has moved. */
function endsTooEarly({ endsAt, networkEndsAt }: BoostRow): boolean {
  return endsAt !== null && networkEndsAt !== null && endsAt.getTime() - networkEndsAt.getTime() >= HOUR_MS;
}

/** What is asked of these boosts, in their order. */
export async function tasksOfBoosts(db: Queryable, boosts: readonly BoostRow[], now: Date): Promise<Task[]> {
  const ids = boosts.map(({ id }) => id);
  // One after the other: a transaction has one connection.
  const listings = Map.groupBy(await selectBoostListings(db, ids), ({ boostId }) => boostId);
  const reported = Map.groupBy(await selectReportedDays(db, ids), ({ boostId }) => boostId);
  const pauses = Map.groupBy(await selectPausesOf(db, ids), ({ boostId }) => boostId);
  return boosts.flatMap((boost) =>
    tasksOf(
      boost,
      {
        listings: listings.get(boost.id) ?? [],
        reported: (reported.get(boost.id) ?? []).map(({ day }) => day),
        pauses: pauses.get(boost.id) ?? [],
      },
      now,
    ),
  );
}

/** All that waits for a person, the oldest boost first. */
export async function handQueue(db: Queryable): Promise<Task[]> {
  return tasksOfBoosts(db, await selectBoosts(db, await selectForHands(db)), clock.now());
}

/** The number of a boost by its reference, in any case. Throws BOOST_UNKNOWN. */
export async function boostIdOf(db: Queryable, reference: string): Promise<number> {
  const id = await selectBoostId(db, reference.trim().toUpperCase());
  if (id === null) throw fail(boostErrors.BOOST_UNKNOWN);
  return id;
}

/**
 * A person did on the network what the queue asks of this boost: it is published, paused, resumed, given its end, stopped,
 * shows no longer what left, or shows what changed as it is now. `task` is what was done; without it, all that is asked was.
 * `url` is where it is seen there. Returns what was done. Throws BOOST_UNKNOWN, and BOOST_STATUS for what was not asked.
 */
export async function reportDone(
  db: Db,
  id: number,
  { url, task }: { readonly url: string | null; readonly task?: ReportableTask },
  by: AdministratorName = OPERATOR,
): Promise<ReportableTask[]> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const boost = await lockBoost(tx, id);
    if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
    const waiting = await tasksOfBoosts(tx, [boost], now);
    const asked = reportable.filter((one) => waiting.some(({ kind }) => kind === one));
    const kinds = task === undefined ? asked : asked.filter((one) => one === task);
    // An address alone is noted.
    if (kinds.length === 0 && (url === null || (task ?? 'publish') !== 'publish'))
      throw fail(boostErrors.BOOST_STATUS, undefined, notAsked(boost, task, asked));
    if (kinds.length === 0 && url === boost.externalUrl && !isLate(boost)) return [];
    if (url !== null) await keepAddress(tx, boost, url, now);
    for (const kind of kinds) await keepDone(tx, boost, kind, { now, by });
    await recordDone(tx, { before: boost, kinds, by });
    return kinds;
  });
}

async function recordDone(
  tx: Tx,
  done: {
    readonly before: BoostRow;
    readonly kinds: readonly ReportableTask[];
    readonly by: AdministratorName;
  },
): Promise<void> {
  const { before, kinds, by } = done;
  const after = (await selectBoost(tx, before.id)) ?? before;
  const said = ({ status, externalUrl }: BoostRow) => ({
    statut: boostStatuses[status],
    adresse: externalUrl,
  });
  await recordAction(tx, {
    by,
    action: 'boost.task',
    subject: subjectOf(before),
    before: said(before),
    after: { ...said(after), fait: kinds.map((kind) => tasks[kind]).join(', ') || 'adresse notée' },
  });
}

function notAsked(
  boost: BoostRow,
  task: ReportableTask | undefined,
  asked: readonly ReportableTask[],
): string {
  if (isLate(boost))
    return `Ce boost s’est terminé avant d’être publié. S’il est sur le réseau, donnez son adresse${NBSP}: la file demandera de l’arrêter.`;
  if (task === undefined || asked.length === 0)
    return 'La file ne demande rien de ce boost que l’on puisse dire fait.';
  const quoted = (one: ReportableTask) => `«${NBSP}${tasks[one]}${NBSP}»`;
  return `La file ne demande pas ${quoted(task)} de ce boost. Elle demande${NBSP}: ${asked.map(quoted).join(', ')}.`;
}

/** What has an address is on the network: a boost that ended while a person published it is to be stopped there. */
async function keepAddress(tx: Tx, boost: BoostRow, url: string, now: Date): Promise<void> {
  const change = isLate(boost) ? ({ networkState: 'running' } as const) : {};
  await updateBoost(tx, boost.id, { externalUrl: url, ...change }, now);
}

/** Whether a boost ended before anybody said that it was published. */
function isLate({ publisher, networkState, endedAt }: BoostRow): boolean {
  return publisher === 'manual' && networkState === null && endedAt !== null;
}

async function keepDone(
  tx: Tx,
  boost: BoostRow,
  kind: ReportableTask,
  { now, by }: { readonly now: Date; readonly by: AdministratorName },
): Promise<void> {
  if (kind === 'remove') await markRemoved(tx, boost.id, now);
  else if (kind === 'pause') await updateBoost(tx, boost.id, { networkState: 'paused' }, now);
  else if (kind === 'resume')
    await updateBoost(tx, boost.id, { networkState: 'running', networkEndsAt: boost.endsAt }, now);
  else if (kind === 'extend') await updateBoost(tx, boost.id, { networkEndsAt: boost.endsAt }, now);
  else if (kind === 'stop') await updateBoost(tx, boost.id, { networkState: 'stopped' }, now);
  else if (kind === 'update') await keepShown(tx, boost.id);
  else {
    const sent = await moveBoost(tx, boost, 'syncing', { author: by, nextAttemptAt: null }, now);
    const accepted = await accept(tx, sent, by, now);
    const networkEndsAt = spanOf(accepted, now).until;
    await updateBoost(tx, boost.id, { networkState: 'running', networkEndsAt, failure: null }, now);
    const listingIds = (await selectBoostListings(tx, [boost.id])).map(({ listingId }) => listingId);
    await keepCompared(tx, boost.id, { listingIds, versions: await versionsNow(tx, boost, listingIds) }, now);
    await keepShown(tx, boost.id);
  }
}

/** A network refuses a boost for good: it ends, and what was not spent is given back. Throws BOOST_UNKNOWN, BOOST_STATUS. */
export async function refuseBoost(
  db: Db,
  id: number,
  reason: string,
  by: AdministratorName = OPERATOR,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const boost = await lockBoost(tx, id);
    if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
    if (!isRunning(boost.status)) throw fail(boostErrors.BOOST_STATUS);
    const ended = await endBoost(tx, boost, 'refused', { author: by, reason }, now);
    await recordAction(tx, {
      by,
      action: 'boost.refused',
      subject: subjectOf(boost),
      before: { statut: boostStatuses[boost.status] },
      after: { statut: boostStatuses[ended.status] },
      reason,
    });
  });
}

export interface PackageFile {
  /** Below the folder of the package. */
  readonly name: string;
  readonly content: Buffer | string;
}

/** All that a person needs to publish a boost: what to choose on the network, and for each listing its texts and pictures. */
export async function packageOf(services: Open, boost: BoostRow): Promise<PackageFile[]> {
  const campaign = await campaignOf(services, boost);
  const files: PackageFile[] = [];
  for (const ad of campaign.ads) {
    const { caption, feed, story, home } = await ad.make();
    const stem = `annonce-${ad.listingId}`;
    files.push(
      {
        name: `${stem}.txt`,
        content: `Titre${NBSP}: ${boost.title}\nBouton${NBSP}: ${callsToAction[boost.callToAction]}\nLien${NBSP}: ${ad.link}\n\n${caption}\n`,
      },
      { name: `${stem}-fil-1080x1080.jpg`, content: feed },
      { name: `${stem}-story-1080x1920.jpg`, content: story },
      { name: `${stem}-catalogue.json`, content: `${JSON.stringify(home, null, 2)}\n` },
    );
  }
  const brief = `${briefOf(boost, campaign)}\n\nUne fois publiée${NBSP}: npm run vigie -- boosts publish ${boost.reference} --url ADRESSE\n`;
  return [{ name: 'consignes.txt', content: brief }, ...files];
}

/** What to choose on the network, a line each. */
export function briefOf(boost: BoostRow, { centre, budget, from, until }: Campaign): string {
  return [
    `Boost ${boost.reference}, ${boost.agency}`,
    '',
    `Nom de la campagne${NBSP}: Vigie ${boost.reference}`,
    `Catégorie spéciale${NBSP}: Logement (obligatoire)`,
    `Réseaux${NBSP}: ${boost.networks.map((network) => networks[network]).join(', ')}, fil et story`,
    `Objectif${NBSP}: ${objectives[boost.objective]}`,
    `Lieu${NBSP}: ${boost.placeName} (${centre.lat}, ${centre.lng}), ${boost.radiusKm}${NBSP}km autour`,
    `Âge, genre, code postal, exclusions${NBSP}: rien à choisir, le logement l’interdit`,
    `Budget total${NBSP}: ${formatPrice(budget)} pour ${formatCount(totalDays(boost), 'jour', 'jours')}`,
    `Du ${formatDate(from)} au ${formatDate(until)}`,
    `Bénéficiaire${NBSP}: ${boost.agency}`,
  ].join('\n');
}
