import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { announce, clusterEpoch } from '#platform/changes.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { recapOf } from '#rooms/alerts/asking/described-search.server.ts';
import { AlertColumns, columnsOf } from '#rooms/alerts/matching/columns/keeping.server.ts';
import { matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { matchesMail } from '#rooms/alerts/telling/digest.mails.server.tsx';
import type * as Digest from '#rooms/alerts/telling/digest.server.ts';
import { notifyDueAlerts } from '#rooms/alerts/telling/digest.server.ts';
import { type Criteria, placeCodeOf } from '#rooms/criteria/contract.ts';
import { searchWhere } from '#rooms/criteria/predicate.server.ts';
import { feedEvents, runOf } from '#rooms/feeds/contract.ts';
import { comparePending } from '#rooms/listings/home-matching.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { carryMails, queueMail } from '#rooms/mail/outbox.server.ts';
import { renderMail } from '#rooms/mail/rendering.server.ts';
import { loadPlaces, placesByCode } from '#rooms/places/places.server.ts';
import { onOwnDatabase, quantile } from './kit.ts';
import { fillListings, marketOf } from './market.ts';
import { fillAlerts } from './watchers.ts';

const SEED = Number(process.env.SEED ?? 20_261_122);
/** Alerts that a listing published alone is looked for among, and how many of them are told at once: one in so many. */
const ALERTS = Number(process.env.ALERTS ?? 1_000_000);
const IMMEDIATE_IN = Number(process.env.IMMEDIATE_IN ?? 10);
/** Listings published alone, one after the other. */
const PUBLISHED = Number(process.env.PUBLISHED ?? 40);
/** Alerts and new listings of the burst, all told at once, all in so many cities: nearly each alert has its mail. */
const BURST = { alerts: Number(process.env.BURST_ALERTS ?? 10_000), listings: 1_000, cities: 30 };
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Alerts of the burst that are told the plain way. */
const SAMPLE = 200;

/**
 * How long mails take: from a burst of listings to a mail queued for each alert, beside one query and one rendered mail for
 * each alert; and from a listing that is published to its mails accepted by a mail server on this machine.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  try {
    return {
      title: 'Courriels des alertes, jusqu’à la file et jusqu’au serveur SMTP',
      lines: [...(await burst(dataDir)), ...(await published(dataDir))],
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const n = new Intl.NumberFormat('fr-FR');
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function burst(dataDir: string): Promise<string[]> {
  return onOwnDatabase(4, async (db, url) => {
    await loadPlaces(db);
    const market = await marketOf(db, SEED, BURST.cities);
    await fillAlerts(db, url, market, { count: BURST.alerts });
    const services = servicesOf({ db, url, dataDir });
    // As a worker has them, from as many keys on.
    const columns = columnsOf(services);
    columns.tend(db, await clusterEpoch(db));
    await columns.ready();
    const rounds: Queued[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sql`truncate mail_outbox, alert_hit, alert_run, alert_fact, alert_told`.execute(db);
      const run = runOf(round + 1);
      await fillListings(db, market, BURST.listings, { ref: `mesure-${round}`, run });
      // As in a worker, homes are compared as listings come.
      await compareAll(db);
      await db
        .transaction()
        .execute((tx) => announce(tx, [{ kind: feedEvents.imported, ref: round + 1, run }]));
      await sql`vacuum analyze`.execute(db);
      rounds.push(await untilQueued(services, columns));
    }
    const { standing } = columns;
    await columns.close();
    const plain = await toldPlainly(services, BURST.listings);
    const best = rounds.toSorted((a, b) => a.ms - b.ms)[Math.floor(rounds.length / 2)]!;
    const whole = plain.ms * (BURST.alerts / plain.alerts);
    return [
      `${n.format(BURST.alerts)} alertes, ${n.format(BURST.listings)} annonces nouvelles : ${n.format(best.mails)} courriels (${n.format(best.told)} annonces dites) en file après ${seconds(best.ms)}, dont ${seconds(best.found)} pour trouver${standing ? ` parmi ${n.format(standing.rows)} clés en mémoire` : ''} (au plus 2 s ; chaque fois : ${rounds.map(({ ms }) => seconds(ms)).join(', ')})`,
      `mémoire du processus pendant ce temps : ${rounds.map(({ more }) => `+${Math.round(more / 1e6)} Mo`).join(', ')}`,
      `de façon directe, une requête et un courriel mis en page par alerte : ${seconds(plain.ms)} pour ${plain.alerts} alertes tirées au sort, soit ${seconds(whole)} pour toutes (extrapolé) ; rapport ${(whole / best.ms).toFixed(0)}`,
    ];
  });
}

async function compareAll(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`select listing_id as id from property_work order by 1`.execute(
    db,
  );
  await comparePending(
    db,
    rows.map(({ id }) => id),
  );
}

interface Queued {
  readonly ms: number;
  readonly found: number;
  readonly mails: number;
  readonly told: number;
  readonly more: number;
}

/** As a worker runs it: by Node itself, not by what loads the benches. */
async function asInWorker(): Promise<typeof Digest> {
  const file = path.resolve('src/rooms/alerts/telling/digest.server.ts');
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** Everything found and every mail of it queued; milliseconds, and the most memory in between. */
async function untilQueued(services: Services, columns: AlertColumns): Promise<Queued> {
  const { db } = services;
  const { signal } = new AbortController();
  const digest = await asInWorker();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const began = performance.now();
  while (await matchNext(db, columns));
  const found = performance.now() - began;
  while (await digest.notifyDueAlerts(services, signal));
  const ms = performance.now() - began;
  clearInterval(look);
  const { rows } = await sql<{ mails: number; told: number }>`
    select count(*) as mails, coalesce(sum((said ->> 'count')::int), 0) as told from mail_outbox
  `.execute(db);
  return { ms, found, ...rows[0]!, more: most - before };
}

/** As it is usually done: for each alert its query over what is new, and its mail, whole, into the queue. */
async function toldPlainly({ db, env }: Services, fresh: number): Promise<{ ms: number; alerts: number }> {
  const alerts = await db
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .selectAll('alert')
    .select('subscriber.email')
    .orderBy(sql`md5(alert.id::text)`)
    .limit(SAMPLE)
    .execute();
  const since = (await sql<{ id: number }>`select max(id) - ${fresh} as id from listing`.execute(db)).rows[0]!
    .id;
  const began = performance.now();
  for (const alert of alerts) {
    const criteria = alert.criteria as Criteria;
    const { rows } = await sql<{ id: number }>`
      select id from listing where id > ${since} and ${searchWhere(criteria).notNo} order by id
    `.execute(db);
    if (rows.length === 0) continue;
    const cards = await listingsByIds(
      db,
      rows.map(({ id }) => id),
    );
    const found = await placesByCode(
      db,
      criteria.places.map((code) => code.replace(/^D/, '')),
    );
    const places = new Map([...found.values()].map((place) => [placeCodeOf(place), place]));
    const { subject, element } = matchesMail({
      origin: env.publicUrl,
      alert: recapOf(alert, places),
      told: cards.map((card) => ({ card, occasion: 'appeared', previousPrice: null, unknown: [] })),
      shown: Math.min(cards.length, 24),
      full: Math.min(cards.length, 24),
      results: [],
      others: new Map(),
      tuning: null,
      alertsUrl: env.publicUrl,
      stopUrl: env.publicUrl,
      sender: 'Vigie',
      contact: env.contactAddress,
    });
    const parts = await renderMail(element);
    const mail = { dedupeKey: `plain:${alert.id}`, stream: 'plain', to: alert.email, subject, ...parts };
    await db.transaction().execute((tx) => queueMail(tx, mail));
  }
  return { ms: performance.now() - began, alerts: alerts.length };
}

function published(dataDir: string): Promise<string[]> {
  return onOwnDatabase(8, async (db, url) => {
    await loadPlaces(db);
    const market = await marketOf(db, SEED);
    await fillAlerts(db, url, market, { count: ALERTS, immediateIn: IMMEDIATE_IN });
    await sql`vacuum analyze alert, alert_key`.execute(db);
    const columns = new AlertColumns({ log: openLog(readEnv({ LOG_LEVEL: 'warn' })), dataDir }, 1);
    columns.tend(db, await clusterEpoch(db));
    await columns.ready();
    try {
      const { delays, lasts } = await untilHandedOver({ db, url, dataDir }, columns, (index) =>
        fillListings(db, market, 1, { ref: `publie-${index}`, run: null }),
      );
      const most = Math.max(...delays);
      return [
        `${n.format(ALERTS)} alertes dont une sur ${IMMEDIATE_IN} immédiate, ${PUBLISHED} annonces publiées une à une : de la publication au courriel accepté par le serveur SMTP, p50 ${seconds(quantile(delays, 0.5))}, p95 ${seconds(quantile(delays, 0.95))} (au plus 5 s), au pire ${seconds(most)}, sur ${n.format(delays.length)} courriels`,
        `dernier courriel d’une annonce : p50 ${seconds(quantile(lasts, 0.5))}, p95 ${seconds(quantile(lasts, 0.95))} ; courriels par annonce : ${n.format(Math.round(delays.length / PUBLISHED))} en moyenne`,
      ];
    } finally {
      await columns.close();
    }
  });
}

interface Given {
  readonly db: Db;
  readonly url: string;
  readonly dataDir: string;
}

/** From a listing that its agency publishes to each mail about it accepted by a mail server; milliseconds. */
async function untilHandedOver(
  given: Given,
  columns: AlertColumns,
  publish: (index: number) => Promise<void>,
): Promise<{ delays: number[]; lasts: number[] }> {
  const received: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      stream.on('end', () => {
        received.push(performance.now());
        done();
      });
      stream.resume();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const services = servicesOf(given, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { signal } = new AbortController();
  // The loops of a worker, side by side as it runs them.
  let working = true;
  const loop = async (step: () => Promise<unknown>) => {
    while (working) if ((await step()) !== true) await wait(50);
  };
  const loops = [
    loop(() => matchNext(given.db, columns)),
    loop(() => notifyDueAlerts(services, signal)),
    loop(() => carryMails(services, signal)),
  ];
  const delays: number[] = [];
  const lasts: number[] = [];
  for (let index = 0; index < PUBLISHED; index += 1) {
    received.length = 0;
    const since = performance.now();
    await publish(index);
    await untilTold(given.db);
    const own = received.map((at) => at - since);
    delays.push(...own);
    if (own.length > 0) lasts.push(Math.max(...own));
  }
  working = false;
  await Promise.all(loops);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { delays, lasts };
}

async function untilTold(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ open: boolean }>`
      select exists (
          select from change c where (c.xid, c.seq) > (select xid, seq from change_reader where name = 'alerts'))
        or exists (select from alert_run where swept_at is null)
        or exists (select from mail_outbox where status in ('pending', 'sending')) as open
    `.execute(db);
    if (rows[0]?.open === false) return;
    await wait(20);
  }
}

function servicesOf({ db, url, dataDir }: Given, settings: Record<string, string> = {}): Services {
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    VIGIE_DATA: dataDir,
    DATABASE_URL: url,
    SESSION_SECRET: 'un secret de mesure de trente-deux caractères',
    ...settings,
  });
  return { db, readDb: db, env, log: openLog(env), storage: diskStore(dataDir) };
}
