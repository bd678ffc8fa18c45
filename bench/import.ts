import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePortfolio, nextDay, type PortfolioPlace } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import type { Db } from '#platform/db.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { importFeed } from '#rooms/feeds/importing.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { lawfulAgency } from '../tests/kit/law.ts';
import { Copy, onOwnDatabase } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const COUNT = Number(process.env.COUNT ?? 5_000);
const GOAL_S = 30;

/**
 * Imports a portfolio written by the project's own Poliris writer into a fresh database, then the same again, then
 * the next day's; the peer is a bare COPY of the very rows that the import made, into a twin of the table.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  try {
    return await onOwnDatabase(4, async (db, url) => {
      await loadPlaces(db);
      await lawfulAgency(db, 'agence-mesure', { name: 'Agence mesurée' });
      return {
        title: `Import d’un flux Poliris de ${COUNT} annonces`,
        lines: await measure(db, url, folder),
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(db: Db, url: string, folder: string): Promise<string[]> {
  const services = { db, storage: diskStore(path.join(folder, 'files')) };
  const request = { seed: SEED, agency: 'agence-mesure', count: COUNT, places: await biggestPlaces(db) };
  const rows = generatePortfolio(request);
  const size = { zip: 0, csv: 0 };
  const send = async (given: readonly PolirisValues[], newline: '\n' | '\r\n' = '\n') => {
    const listings = writeListings(given, { trailing: true, rawNewlines: true, newline });
    const zip = await zipFeed({ listings });
    if (size.zip === 0) Object.assign(size, { zip: zip.length, csv: listings.length });
    const file = path.join(folder, 'flux.zip');
    await writeFile(file, zip);
    const began = performance.now();
    const report = await importFeed(services, { file });
    const seconds = (performance.now() - began) / 1000;
    if (report.status !== 'done' && report.status !== 'identical')
      throw new Error(report.message ?? report.status);
    return { seconds, report };
  };
  const first = await send(rows);
  if (first.report.diff.created.length !== COUNT) throw new Error('toutes les annonces n’ont pas été créées');
  await sql`analyze`.execute(db);
  const copy = await copySeconds(url);
  const same = await send(rows);
  const sameContent = await send(rows, '\r\n');
  const events = await countEvents(db);
  const next = nextDay(request, rows, {
    seed: SEED,
    gone: COUNT / 100,
    fresh: COUNT / 100,
    cheaper: COUNT / 100,
  });
  const second = await send(next.rows);
  const [memory] = [Math.round(process.memoryUsage().rss / 2 ** 20)];
  const of = (seconds: number) =>
    `${seconds.toFixed(2)} s, soit ${(seconds / first.seconds).toFixed(3)} fois le premier`;
  return [
    `Archive de ${inMB(size.zip)}, Annonces.csv de ${inMB(size.csv)} (SEED=${SEED})`,
    `Premier import : ${first.seconds.toFixed(2)} s, ${Math.round(COUNT / first.seconds)} annonces par seconde (objectif : ${GOAL_S} s)`,
    `Témoin, COPY des mêmes lignes dans une table jumelle avec ses index : ${copy.toFixed(2)} s ; l’import (archive, lecture, 334 colonnes, lieux, différence, historique, photos, événements) prend ${(first.seconds / copy).toFixed(1)} fois ce temps`,
    `Le même fichier : ${of(same.seconds)} ; le même contenu dans un autre fichier : ${of(sameContent.seconds)} ; ${events === COUNT + 1 ? 'aucun événement' : `${events - COUNT - 1} événements`}`,
    `Le lendemain (1 % parties, 1 % nouvelles, 1 % en baisse) : ${of(second.seconds)}`,
    `Mémoire du processus à la fin : ${memory} Mo`,
  ];
}

async function biggestPlaces(db: Db): Promise<PortfolioPlace[]> {
  const { rows } = await sql<PortfolioPlace>`
    select postal_codes[1] as postal_code, name as city, lat, lng from place
    where kind = 'commune' and lat is not null and cardinality(postal_codes) > 0
    order by population desc nulls last limit 200
  `.execute(db);
  return rows.slice(3);
}

async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from change`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reads the listings out as COPY writes them, then times COPY into an empty twin: constraints and indexes included. */
async function copySeconds(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = 'listing'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const columns = rows[0]?.columns ?? '';
    await client.query('create table listing_twin (like listing including all)');
    const out = new Copy(`copy listing (${columns}) to stdout`, []);
    await out.on(client);
    const into = new Copy(`copy listing_twin (${columns}) from stdin`, out.chunks);
    const began = performance.now();
    await into.on(client);
    const seconds = (performance.now() - began) / 1000;
    const { rows: counted } = await client.query<{ count: string }>('select count(*) from listing_twin');
    if (Number(counted[0]?.count) !== COUNT) throw new Error('COPY n’a pas tout repris');
    return seconds;
  } finally {
    await client.end();
  }
}

function inMB(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} Mo`;
}
