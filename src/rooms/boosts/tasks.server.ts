import { Readable } from 'node:stream';
import type { AnswerOf } from '#contract/call.ts';
import { fail, Refusal } from '#contract/errors.ts';
import { formatShortDate, formatTime } from '#contract/fmt.ts';
import type { Download } from '#platform/api.server.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { csvDay, csvHead, csvLine } from '#platform/csv.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { wordsOf } from '#rooms/agencies/search-words.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { isRunning, totalDays } from './boosts.server.ts';
import { type BoostRow, selectBoost, selectBoostListings, selectBoosts } from './boosts.sql.server.ts';
import {
  boostIdOf,
  briefOf,
  packageOf,
  refuseBoost,
  reportDone,
  type Task,
  tasksOfBoosts,
} from './by-hand.server.ts';
import { type BoostFilter, selectAllBoosts, selectForHands, selectMoves } from './by-hand.sql.server.ts';
import { boostErrors, boostStatuses, type CreativeFormat, creativeFormats, networks } from './contract.ts';
import { captionOf, pictureOf } from './creatives.server.ts';
import { recordFigures } from './figures.server.ts';
import { NetworkTrouble } from './network.server.ts';
import { campaignOf, type Open, retryBoost } from './publishing.server.ts';
import { boostOf } from './reading.server.ts';
import {
  type actOnBoostCall,
  type adminBoostCall,
  type adminBoostsCall,
  BOOSTS_PAGE,
  type BoostAct,
  type BoostAd,
  type BoostWords,
  type ListedBoost,
  type QueuedTask,
  tasks,
} from './tasks.ts';
import { shownDays } from './unspent.ts';

/** Boosts read together where most want nothing, or for a file. */
const BATCH = 500;
/** More words than a name has. */
const WORDS_MAX = 10;

function filterOf({ q, statut }: BoostWords): BoostFilter {
  const text = (q ?? '').trim();
  return {
    sought: text === '' ? null : { text, words: wordsOf(text).slice(0, WORDS_MAX) },
    status: statut ?? null,
  };
}

function listed(boost: BoostRow): ListedBoost {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id: boost.id,
    reference: boost.reference,
    status: boost.status,
    agency: agencyOf(boost),
    formula: boost.formulaName,
    networks: boost.networks,
    place: boost.placeName,
    radiusKm: boost.radiusKm,
    days: totalDays(boost),
    createdAt: boost.createdAt.toISOString(),
    startedAt: at(boost.startedAt),
    endsAt: at(boost.endsAt),
    endedAt: at(boost.endedAt),
    failure: boost.failure,
    url: boost.externalUrl,
  };
}

const agencyOf = ({ agencyId, agency, ownerReference }: BoostRow) => ({
  id: agencyId,
  name: agency,
  ownerReference,
});

const waiting = ({ kind, listingIds, days }: Task) => ({ kind, listings: [...listingIds], days: [...days] });

interface Queued {
  readonly boost: BoostRow;
  readonly tasks: readonly Task[];
}

/** The boosts that ask for something, each with what it asks for, the oldest first, from the one after `after` on. */
async function* queued(db: Queryable, words: BoostWords, after: number | null): AsyncGenerator<Queued> {
  const now = clock.now();
  const filter = filterOf(words);
  for (let last = after; ; ) {
    const ids: number[] = await selectForHands(db, filter, { task: words.tache, after: last, limit: BATCH });
    const boosts = await selectBoosts(db, ids);
    const own = Map.groupBy(await tasksOfBoosts(db, boosts, now), ({ boost }) => boost.id);
    for (const boost of boosts) {
      const asked = (own.get(boost.id) ?? []).filter(
        ({ kind }) => words.tache === undefined || kind === words.tache,
      );
      if (asked.length > 0) yield { boost, tasks: asked };
    }
    if (ids.length < BATCH) return;
    last = ids.at(-1)!;
  }
}

/** A page of the queue, or of all boosts. `next` asks for the page after; null: it is the last. */
export async function boostsPage(
  db: Queryable,
  words: BoostWords,
  apres: number | null,
): Promise<AnswerOf<typeof adminBoostsCall>> {
  if (words.vue === 'tous') {
    const ids = await selectAllBoosts(db, filterOf(words), { before: apres, limit: BOOSTS_PAGE + 1 });
    const boosts = (await selectBoosts(db, ids.slice(0, BOOSTS_PAGE))).map(listed);
    return { tasks: [], boosts, next: ids.length > BOOSTS_PAGE ? (boosts.at(-1)?.id ?? null) : null };
  }
  const found: QueuedTask[] = [];
  let shown = 0;
  let last: number | null = null;
  for await (const { boost, tasks: asked } of queued(db, words, apres)) {
    if (shown === BOOSTS_PAGE) return { tasks: found, boosts: [], next: last };
    found.push(...asked.map((task) => ({ ...waiting(task), boost: listed(boost) })));
    shown += 1;
    last = boost.id;
  }
  return { tasks: found, boosts: [], next: null };
}

/** The same list, whole, as a CSV file read a page at a time. */
export function boostsCsv(db: Queryable, words: BoostWords): Readable {
  return Readable.from(words.vue === 'tous' ? allCsv(db, words) : queueCsv(db, words));
}

const TITLES = [
  'Boost',
  'Statut',
  'Agence',
  'Référence de l’agence',
  'Formule',
  'Réseaux',
  'Ville',
  'Rayon (km)',
  'Jours',
  'Commandé le',
  'Démarré le',
  'Fin prévue',
  'Terminé le',
  'Adresse sur le réseau',
  'Erreur',
];

function cellsOf(boost: BoostRow) {
  const day = (at: Date | null) => at && formatShortDate(at);
  return [
    boost.reference,
    boostStatuses[boost.status],
    boost.agency,
    boost.ownerReference,
    boost.formulaName,
    boost.networks.map((one) => networks[one]).join(', '),
    boost.placeName,
    boost.radiusKm,
    totalDays(boost),
    day(boost.createdAt),
    day(boost.startedAt),
    boost.endsAt && `${formatShortDate(boost.endsAt)} ${formatTime(boost.endsAt)}`,
    day(boost.endedAt),
    boost.externalUrl,
    boost.failure,
  ];
}

async function* allCsv(db: Queryable, words: BoostWords): AsyncGenerator<string> {
  yield csvHead(TITLES);
  for (let before: number | null = null; ; ) {
    const ids: number[] = await selectAllBoosts(db, filterOf(words), { before, limit: BATCH });
    for (const boost of await selectBoosts(db, ids)) yield csvLine(cellsOf(boost));
    if (ids.length < BATCH) return;
    before = ids.at(-1)!;
  }
}

async function* queueCsv(db: Queryable, words: BoostWords): AsyncGenerator<string> {
  yield csvHead(['Tâche', 'Annonces', 'Jours sans chiffres', ...TITLES]);
  for await (const { boost, tasks: asked } of queued(db, words, null))
    for (const { kind, listingIds, days } of asked)
      yield csvLine([tasks[kind], listingIds.join(' '), days.map(csvDay).join(' '), ...cellsOf(boost)]);
}

async function boostRow(db: Queryable, reference: string): Promise<BoostRow> {
  const boost = await selectBoost(db, await boostIdOf(db, reference));
  if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
  return boost;
}

/** All that a person reads to publish and follow a boost by hand. Throws BOOST_UNKNOWN. */
export async function boostFile(services: Open, reference: string): Promise<AnswerOf<typeof adminBoostCall>> {
  const { db } = services;
  const row = await boostRow(db, reference);
  const now = clock.now();
  const { id, startedAt, endedAt, settledAt, status } = row;
  const [boost, asked, moves, material] = await Promise.all([
    boostOf(db, id),
    tasksOfBoosts(db, [row], now),
    selectMoves(db, id),
    materialOf(services, row),
  ]);
  return {
    boost,
    agency: agencyOf(row),
    publisher: row.publisher,
    networkState: row.networkState,
    tasks: asked.map(waiting),
    ...material,
    days: settledAt === null ? shownDays({ startedAt, endedAt: endedAt ?? now }) : [],
    events: moves.map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
    may: { retry: status === 'sync_error', refuse: isRunning(status) },
  };
}

/** What to choose and to write on the network; nothing once a boost has ended. */
async function materialOf(
  services: Open,
  boost: BoostRow,
): Promise<{ brief: string | null; ads: BoostAd[]; trouble: string | null }> {
  if (!isRunning(boost.status)) return { brief: null, ads: [], trouble: null };
  try {
    const campaign = await campaignOf(services, boost);
    const ads: BoostAd[] = [];
    for (const { listingId, link } of campaign.ads) {
      const { listing } = await publicListing(services.db, String(listingId), clock.now());
      const { title, callToAction } = boost;
      ads.push({ listing: listingId, link, title, callToAction, caption: captionOf(listing, boost.text) });
    }
    return { brief: briefOf(boost, campaign), ads, trouble: null };
  } catch (error) {
    // A listing that left a moment ago, which the job has not taken out yet; a place without a centre.
    if (!(error instanceof Refusal || error instanceof NetworkTrouble)) throw error;
    const trouble = error instanceof NetworkTrouble ? error.message : boostErrors.BOOST_PACKAGE.message;
    return { brief: null, ads: [], trouble };
  }
}

/** The picture of the advertisement of one listing of a boost. Throws BOOST_UNKNOWN, and BOOST_CREATIVE for any other listing. */
export async function boostCreative(
  services: Open,
  reference: string,
  { listing: listingId, format }: { readonly listing: number; readonly format: CreativeFormat },
): Promise<Download> {
  const { db } = services;
  const boost = await boostRow(db, reference);
  const listings = await selectBoostListings(db, [boost.id]);
  if (!listings.some((one) => one.listingId === listingId && one.status === 'online'))
    throw fail(boostErrors.BOOST_CREATIVE);
  const { listing } = await publicListing(db, String(listingId), clock.now());
  const { label, width, height } = creativeFormats[format];
  return {
    fileName: `${boost.reference}-annonce-${listingId}-${label.toLowerCase()}-${width}x${height}.jpg`,
    content: Readable.from([await pictureOf(services, listing, format)]),
  };
}

/** All that a person needs to publish a boost, in one file. Throws BOOST_UNKNOWN, and BOOST_PACKAGE where nothing is to be shown. */
export async function boostPackage(services: Open, reference: string): Promise<Download> {
  const boost = await boostRow(services.db, reference);
  if (!isRunning(boost.status)) throw fail(boostErrors.BOOST_PACKAGE);
  try {
    const files = await packageOf(services, boost);
    const { default: yazl } = await import('yazl');
    const zip = new yazl.ZipFile();
    for (const { name, content } of files)
      zip.addBuffer(
        typeof content === 'string' ? Buffer.from(content) : content,
        `${boost.reference}/${name}`,
        {
          mtime: clock.now(),
          // A JPEG gains nothing by being deflated.
          compress: !name.endsWith('.jpg'),
        },
      );
    zip.end();
    return { fileName: `${boost.reference}.zip`, content: Readable.from(zip.outputStream) };
  } catch (error) {
    if (error instanceof NetworkTrouble) throw fail(boostErrors.BOOST_PACKAGE, undefined, error.message);
    if (error instanceof Refusal) throw fail(boostErrors.BOOST_PACKAGE);
    throw error;
  }
}

/**
 * One act of an administrator on a boost, by the rules of the commands. Throws BOOST_UNKNOWN, BOOST_STATUS for what was not
 * asked, and VALIDATION_ERROR for figures that make no sense.
 */
export async function actOnBoost(
  db: Db,
  reference: string,
  act: BoostAct,
  by: AdministratorName,
): Promise<AnswerOf<typeof actOnBoostCall>> {
  const id = await boostIdOf(db, reference);
  const done =
    act.act === 'done' ? await reportDone(db, id, { url: act.url ?? null, task: act.task }, by) : [];
  if (act.act === 'figures') await recordFigures(db, id, act.days, by);
  else if (act.act === 'retry') await retryBoost(db, id, by);
  else if (act.act === 'refuse') await refuseBoost(db, id, act.reason, by);
  const boost = await selectBoost(db, id);
  if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
  return { reference: boost.reference, status: boost.status, done };
}
