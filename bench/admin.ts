import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely';
import * as z from 'zod/mini';
import { adminApi } from '#desks/admin/api.server.ts';
import type { BoundCall, Download, RequestContext } from '#platform/api.server.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { administratorsApi } from '#rooms/administrators/api.server.ts';
import { agenciesApi } from '#rooms/agencies/api.server.ts';
import { boostsApi } from '#rooms/boosts/api.server.ts';
import { couponsApi } from '#rooms/coupons/api.server.ts';
import { listingsApi } from '#rooms/listings/api.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { reportsApi } from '#rooms/reports/api.server.ts';
import { files, type List, lists, type Words } from './admin-lists.ts';
import { layService } from './grown-service.ts';
import { onOwnDatabase, quantile } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_127);
const LISTINGS = Number(process.env.LISTINGS ?? 1_000_000);
const part = LISTINGS / 1_000_000;
const size = {
  agencies: Math.round(10_000 * part),
  listings: LISTINGS,
  reports: Math.round(100_000 * part),
  entries: Math.round(500_000 * part),
  mails: Math.round(500_000 * part),
  leads: Math.round(300_000 * part),
  coupons: Math.round(1_000 * part),
  boosts: Math.round(30_000 * part),
};
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const GOAL_MS = 200;
/** Pages walked to reach the deep one of a list, and those of each filter. */
const PAGES = 1_000;
const FILTER_PAGES = 20;

const routes = [
  adminApi,
  administratorsApi,
  agenciesApi,
  boostsApi,
  couponsApi,
  listingsApi,
  reportsApi,
].flat();

/**
 * Every list of administrators on a service of ten thousand agencies and a million listings, by the handlers of their calls:
 * the first page, a page deep in, each filter; beside the same list by OFFSET with its count taken as it is read, which shows
 * the same rows.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vigie-bench-'));
  try {
    const lines = await onOwnDatabase(10, async (db) => {
      await loadPlaces(db);
      const began = performance.now();
      await layService(db, SEED, size);
      const laid = Math.round((performance.now() - began) / 1000);
      return [
        ...(await measure(db, dataDir)),
        `${count(size.agencies)} agences, ${count(size.listings)} annonces, ${count(size.reports)} signalements, ${count(size.entries)} lignes au journal, ${count(size.mails)} courriels, ${count(size.leads)} demandes, ${count(size.boosts)} boosts, tirés en ${laid} s (graine ${SEED})`,
      ];
    });
    return { title: `Listes des administrateurs sur ${count(LISTINGS)} annonces`, lines };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const count = (value: number) => new Intl.NumberFormat('fr-FR').format(value).replaceAll('\u202f', '\u00a0');
const ms = (time: number) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

type Answer = Record<string, unknown> & { readonly next?: string | number | null };
type Ask = (query: Words) => Promise<Answer>;

async function measure(db: Db, dataDir: string): Promise<string[]> {
  const recorder = new Recorder();
  const open = (of: Db) => contextOf(of, dataDir);
  const lines: string[] = [];
  const worst = { p95: 0, of: '' };
  let measured = 0;
  const note = (times: readonly number[], of: string) => {
    measured += 1;
    const p95 = quantile(times, 0.95);
    if (p95 > worst.p95) Object.assign(worst, { p95, of });
    return p95;
  };
  for (const list of lists) {
    const ask = askOf(list, open(db));
    const first = await timed(() => ask(list.query ?? {}));
    const said = [`première page ${told(first)}`];
    note(first, list.name);
    const walk = await walked(ask, list.query ?? {}, list.pages ?? PAGES);
    if (walk.after !== null) {
      const query = { ...list.query, apres: walk.after };
      const deep = await timed(() => ask(query));
      note(deep, `${list.name}, page ${walk.pages + 1}`);
      const recorded = askOf(list, open(db.withPlugin(recorder)));
      const peer = await peerOf(db, recorder, recorded, {
        first: list.query ?? {},
        deep: query,
        pages: walk.pages,
      });
      const plain = await timed(peer);
      const ratio = quantile(plain, 0.5) / quantile(deep, 0.5);
      said.push(
        `page ${count(walk.pages + 1)} ${told(deep)}`,
        `par décalage et compte direct ${told(plain)}, soit ${ratio.toFixed(1)} fois`,
      );
    }
    const filters: { p95: number; of: string }[] = [];
    for (const filter of list.filters ?? []) {
      const of = new URLSearchParams(
        Object.entries(filter).map(([key, value]) => [key, String(value)]),
      ).toString();
      const name = `${list.name}, ${decodeURIComponent(of)}`;
      const pages = await walked(ask, filter, list.pages === 0 ? 0 : FILTER_PAGES);
      const times = [await timed(() => ask(filter)), ...(pages.times.length > 0 ? [pages.times] : [])];
      filters.push({ p95: Math.max(...times.map((each) => note(each, name))), of: decodeURIComponent(of) });
    }
    const [slow] = filters.toSorted((a, b) => b.p95 - a.p95);
    if (slow) said.push(`${filters.length} recherches et filtres, p95 au pire ${ms(slow.p95)} (${slow.of})`);
    if (process.env.VERBOSE) for (const { p95, of } of filters) console.log(`${list.name} ${of} ${ms(p95)}`);
    lines.push(`${list.name} : ${said.join(' ; ')}`);
  }
  lines.push(
    `${count(measured)} suites de ${ROUNDS} lectures ; p95 au pire ${ms(worst.p95)} (${worst.of}) pour ${GOAL_MS} ms au plus ; charge de la machine ${os.loadavg()[0]?.toFixed(1)}`,
  );
  for (const file of files) lines.push(await written(file, open(db)));
  return lines;
}

const told = (times: readonly number[]) =>
  `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}`;

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  // Two that do not count: what they read is in memory then, as it is for people who work in these pages.
  for (let round = -2; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - began);
  }
  return times;
}

function boundTo({ path: asked }: Pick<List, 'path'>): BoundCall {
  for (const route of routes)
    if (route.kind === 'call' && route.call.method === 'GET' && route.call.path === asked) return route;
  throw new Error(`Aucun appel ${asked}.`);
}

/** As the server answers it, from the words of the address to the JSON. */
function askOf(list: Omit<List, 'name'>, context: RequestContext): Ask {
  const { call, handle } = boundTo(list);
  return async (query) => {
    const answer = await handle(
      { params: list.params ?? {}, query: z.parse(call.query, query), body: {} },
      context,
    );
    JSON.stringify(z.parse(call.answer, answer));
    return answer as Answer;
  };
}

/** Goes on to the next page so often, or up to the page before the last one. */
async function walked(ask: Ask, query: Words, most: number) {
  const times: number[] = [];
  let after: string | number | null = null;
  let pages = 0;
  while (pages < most) {
    const began = performance.now();
    const { next } = await ask(after === null ? query : { ...query, apres: after });
    times.push(performance.now() - began);
    if (next === null || next === undefined) break;
    after = next;
    pages += 1;
  }
  return { after, pages, times };
}

/** Keeps the statements of a call. */
class Recorder implements KyselyPlugin {
  readonly nodes: RootOperationNode[] = [];

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    this.nodes.push(node);
    return node;
  }

  transformResult: NonNullable<KyselyPlugin['transformResult']> = async ({ result }) => result;

  /** The statement of a list: the first one with a limit at its end. */
  async listOf(ask: () => Promise<unknown>): Promise<{ text: string; values: readonly unknown[] }> {
    this.nodes.length = 0;
    await ask();
    const compiler = new PostgresQueryCompiler();
    const all = this.nodes.map((node) => compiler.compileQuery(node, createQueryId()));
    const found = all.find(({ sql: text }) => LIMIT.test(text));
    if (!found) throw new Error('Aucun énoncé ne finit par une limite.');
    return { text: found.sql, values: found.parameters };
  }
}

const LIMIT = /order by (?:(?!order by)[^])*limit (\$\d+)\s*$/;

/**
 * The page of a list as it is usually read: its statement without a cursor, to the offset of the deep page, and the count of
 * all rows; nothing of what is read besides for the rows. Fails unless it shows the rows of that page.
 */
async function peerOf(
  db: Db,
  recorder: Recorder,
  ask: Ask,
  { first, deep, pages }: { first: Words; deep: Words; pages: number },
): Promise<() => Promise<void>> {
  const { text, values } = await recorder.listOf(() => ask(first));
  const own = await recorder.listOf(() => ask(deep));
  const limit = Number(values.at(-1));
  const paged = CompiledQuery.raw(`${text} offset ${pages * (limit - 1)}`, [...values]);
  const counted = CompiledQuery.raw(
    `select count(*) from (${text.replace(LIMIT, '')}) counted`,
    values.slice(0, -1),
  );
  const [a, b] = [
    await db.executeQuery(paged),
    await db.executeQuery(CompiledQuery.raw(own.text, [...own.values])),
  ];
  if (JSON.stringify(a.rows) !== JSON.stringify(b.rows))
    throw new Error(`Une autre page par décalage :\n${text}`);
  return async () => {
    await db.executeQuery(counted);
    await db.executeQuery(paged);
  };
}

/** A whole file, as it leaves. */
async function written(list: Omit<List, 'name'>, context: RequestContext): Promise<string> {
  const { call, handle } = boundTo(list);
  const began = performance.now();
  const input = { params: list.params ?? {}, query: z.parse(call.query, {}), body: {} };
  const { content } = (await handle(input, context)) as Download;
  let [rows, first] = [-1, 0];
  for await (const chunk of content) {
    if (rows === 0) first = performance.now() - began;
    rows += String(chunk).split('\n').length - 1;
  }
  const all = performance.now() - began;
  return `${list.path.replace(':id', list.params?.id ?? '')} : première ligne après ${ms(first)}, ${count(rows)} lignes en ${(all / 1000).toFixed(1)} s`;
}

function contextOf(db: Db, dataDir: string): RequestContext {
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    VIGIE_DATA: dataDir,
    SESSION_SECRET: 'un secret de mesure de trente-deux caractères',
  });
  const actor = { kind: 'admin', name: asAdministratorName('claire') } as const;
  const services = { db, readDb: db, env, log: openLog(env), storage: diskStore(dataDir) };
  return { ...services, actor } as unknown as RequestContext;
}
