import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { PageServices } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import type { Log } from '#platform/log.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { agencyCookieName } from '#rooms/agencies/sessions.server.ts';
import { viewCookieName } from '#rooms/agencies/view.server.ts';
import { MAIL_WORD, mailWord } from '#rooms/alerts/digest.ts';
import { addViews } from './views.sql.server.ts';
import type { ViewCount } from './views.ts';

/** What a crash may lose, and how late a view is seen. */
const FLUSH_MS = 5_000;
/** Reads remembered so as not to be counted again; beyond, the oldest are forgotten: 20 MB at most. */
const READS_KEPT = 200_000;
/** Listings and days that wait for a database that is away; beyond, what comes is not counted. */
const WAITING_MAX = 50_000;

/** Of one web process. Nothing of it is ever written. */
let today = { day: '', salt: Buffer.alloc(0), reads: new Set<number>() };

const waiting = new Map<string, ViewCount>();
let timer: NodeJS.Timeout | null = null;

/**
 * Counts that somebody reads the page of a listing, without a statement and without waiting: counts are added to the
 * database every few seconds. One reader of one listing counts once a day; robots, pages fetched in advance, HEAD and browsers
 * where an agency is signed in, or looked at by an administrator, do not count. What tells two reads apart is a keyed hash of network, browser and listing
 * together, so that nobody can be followed from one listing to another; its key lives in memory and is thrown away at midnight.
 */
export function countView(
  request: Request,
  { db, log, env, ip }: Pick<PageServices, 'db' | 'log' | 'env' | 'ip'>,
  listingId: number,
): void {
  const { headers } = request;
  const agent = headers.get('user-agent') ?? '';
  if (request.method !== 'GET' || agent === '' || isbot(agent) || isPrefetch(headers)) return;
  const cookies = `; ${headers.get('cookie') ?? ''}`;
  if ([agencyCookieName(env), viewCookieName(env)].some((name) => cookies.includes(`; ${name}=`))) return;
  const { day } = parisDay(clock.now());
  if (!isFirstRead(day, `${clientOf(ip)}\n${agent}\n${listingId}`)) return;
  const fromMails = new URL(request.url).searchParams.get(MAIL_WORD) === mailWord ? 1 : 0;
  add({ listingId, day, views: 1, fromMails });
  timer ??= setTimeout(() => void flushViews(db, log), FLUSH_MS).unref();
}

function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(headers.get(name) ?? ''),
  );
}

function isFirstRead(day: string, read: string): boolean {
  if (today.day !== day) today = { day, salt: randomBytes(32), reads: new Set() };
  const { salt, reads } = today;
  const trace = createHmac('sha256', salt).update(read).digest().readUIntBE(0, 6);
  if (reads.has(trace)) return false;
  reads.add(trace);
  const [oldest] = reads;
  if (reads.size > READS_KEPT && oldest !== undefined) reads.delete(oldest);
  return true;
}

function add(count: ViewCount): void {
  const key = `${count.day} ${count.listingId}`;
  const { views, fromMails } = waiting.get(key) ?? { views: 0, fromMails: 0 };
  if (views === 0 && waiting.size >= WAITING_MAX) return;
  waiting.set(key, { ...count, views: views + count.views, fromMails: fromMails + count.fromMails });
}

/**
 * Adds what was counted to the database, in one statement; several processes add up. Away, it waits for the next time; a
 * connection that breaks as the statement ends may count its few seconds twice.
 */
export async function flushViews(db: Db, log: Pick<Log, 'error'>): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const counted = [...waiting.values()];
  waiting.clear();
  if (counted.length === 0) return;
  try {
    await addViews(db, counted);
  } catch (error) {
    log.error(
      { err: error, annonces: counted.length },
      'vues non enregistrées, nouvel essai dans un instant',
    );
    for (const one of counted) add(one);
    timer ??= setTimeout(() => void flushViews(db, log), FLUSH_MS).unref();
  }
}
