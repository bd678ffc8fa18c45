import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import sharp from 'sharp';
import { chanceOf } from '#demonstration/chance.ts';
import { LIGHT_NAMES, MOOD_NAMES } from '#demonstration/pictures/brief.ts';
import { drawer } from '#demonstration/pictures/drawer.server.ts';
import { illustrationSource } from '#demonstration/pictures/sources.ts';
import type { Db } from '#platform/db.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { drawnPhoto, registerDrawer } from '#rooms/listings/drawn-photos.server.ts';
import { photoFile, photoSizes } from '#rooms/listings/photos.ts';
import { insertPhotos } from '#rooms/listings/pictures/attaching.sql.server.ts';
import { fingerprintOf } from '#rooms/listings/pictures/fingerprint.server.ts';
import { sharedPhotos } from '#rooms/listings/pictures/likeness.sql.server.ts';
import { makeAvif, makePicture } from '#rooms/listings/pixels.server.ts';
import { openWeb } from '../src/web.server.ts';
import { onOwnDatabase } from './kit.ts';

const SEED = String(process.env.SEED ?? 20_261_121);
const PHOTOS = Number(process.env.COUNT ?? 12);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const [WIDTH, HEIGHT] = [3_000, 2_000];
const KNOWN = 200_000;
const CARDS = 24;

const ways = ['webp', 'webp-by-size', 'avif', 'avif-default'] as const;
type Way = (typeof ways)[number];

interface Measured {
  /** Of one core: the same figure on a machine that does other things meanwhile. */
  readonly seconds: number;
  readonly bytes: number;
  /** Most memory held at any moment, less what the process held before its first picture. */
  readonly memory: number;
}

/**
 * Photos of agencies: made for pages (WebP, placeholder, fingerprint) from one decoding, against one decoding for each
 * of the same products; AVIF at our effort against the default one; each in processes of their own, for their memory.
 * Then the same photo among 200,000, by index and without; and a page of drawings that nobody has asked for yet.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  try {
    return await onOwnDatabase(4, async (db, url) => {
      await mkdir(path.join(folder, 'photos'));
      for (let rank = 0; rank < PHOTOS; rank += 1)
        await writeFile(path.join(folder, 'photos', `${rank}.jpg`), await photo(`${SEED}-${rank}`));
      const lines = await measureEncoding(path.join(folder, 'photos'));
      lines.push(...(await measureLikeness(db)), ...(await measureDrawing(db, url, folder)));
      return { title: 'Photos', lines };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Shapes, light falling off and the grain of a sensor: as hard to encode as a photo, near enough. */
async function photo(seed: string): Promise<Buffer> {
  const chance = chanceOf(seed);
  const shapes = Array.from({ length: 220 }, (_, rank) => {
    const size = 900 / (1 + rank / 12);
    const fill = `hsl(${chance.whole(0, 60)} ${chance.whole(5, 50)}% ${chance.whole(15, 90)}%)`;
    return `<rect x="${chance.whole(-200, WIDTH)}" y="${chance.whole(-200, HEIGHT)}" width="${size * chance.between(0.3, 2)}" height="${size}" fill="${fill}" transform="rotate(${chance.whole(-4, 4)})"/>`;
  });
  const scene = `<svg width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#cdd8de"/>${shapes.join('')}</svg>`;
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(Buffer.from(scene))
    .flatten()
    .blur(1.2)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function measureEncoding(folder: string): Promise<string[]> {
  const done = new Map<Way, Measured[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed())
      done.get(way)!.push(await inOwnProcess(way, folder));
  }
  const middle = (way: Way) =>
    done.get(way)!.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)]!;
  const [webp, bySize, avif, byDefault] = ways.map(middle) as [Measured, Measured, Measured, Measured];
  const originals = (
    await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file))))
  ).reduce((sum, { length }) => sum + length, 0);
  const rate = ({ seconds }: Measured, count = PHOTOS) =>
    `${(count / seconds).toFixed(2)} photos par seconde d’un cœur`;
  const mega = (bytes: number) => `${Math.round(bytes / 2 ** 20)} Mo`;
  const kilo = (bytes: number, count = PHOTOS) => `${Math.round(bytes / count / 1_000)} ko`;
  const few = fewOf(PHOTOS);
  return [
    `${PHOTOS} JPEG de ${WIDTH} × ${HEIGHT} (${kilo(originals)} en moyenne, graine ${SEED}), ${ROUNDS} tours alternés, médiane, un processus par mesure, temps de processeur`,
    `WebP 400, 800 et 1280, vignette, empreinte et image de travail d’un seul décodage : ${rate(webp)}, ${mega(webp.memory)} de plus au pire ; témoin, un décodage par produit : ${rate(bySize)}, ${mega(bySize.memory)} ; rapport ${(bySize.seconds / webp.seconds).toFixed(2)}`,
    `AVIF 400, 800 et 1280 dans la file : ${rate(avif, few)}, ${mega(avif.memory)} de plus au pire ; témoin, effort par défaut : ${rate(byDefault, few)}, ${mega(byDefault.memory)} ; rapport ${(byDefault.seconds / avif.seconds).toFixed(2)}, pour ${Math.round((100 * avif.bytes) / byDefault.bytes - 100)} % d’octets en plus`,
    `Poids des trois largeurs : WebP ${kilo(webp.bytes)}, AVIF ${kilo(avif.bytes, few)}`,
  ];
}

/** The default effort takes seconds for each. */
function fewOf(count: number): number {
  return Math.min(count, 4);
}

async function inOwnProcess(way: Way, folder: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.resolve('bench/photos.ts'),
    way,
    folder,
  ]);
  return JSON.parse(stdout) as Measured;
}

async function work(way: Way, folder: string): Promise<Measured> {
  const files = await Promise.all(
    (await readdir(folder)).toSorted().map((file) => readFile(path.join(folder, file))),
  );
  const tiny = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const [first] = files as [Buffer];
  // Libraries loaded, buffers of the original in: what is counted is the work.
  const ready = await makePicture(tiny);
  await makeAvif(ready.master, 40);
  const masters = way.startsWith('avif')
    ? await Promise.all(files.slice(0, fewOf(files.length)).map(async (file) => masterOf(file)))
    : [];
  // The highest mark so far is that of loading the program: forgotten (Linux).
  await writeFile('/proc/self/clear_refs', '5').catch(() => {});
  const held = process.memoryUsage().rss;
  const began = process.cpuUsage();
  let bytes = 0;
  const add = (file: Uint8Array) => {
    bytes += file.length;
  };
  if (way === 'webp')
    for (const file of files) for (const made of (await makePicture(file)).files.values()) add(made);
  if (way === 'webp-by-size') for (const file of files) await oneDecodingEach(file, add);
  for (const master of masters) {
    for (const { width } of photoSizes(WIDTH)) {
      add(
        way === 'avif'
          ? await makeAvif(master, width)
          : await sharp(master)
              .resize({ width })
              .avif({ quality: 50, chromaSubsampling: '4:2:0' })
              .toBuffer(),
      );
    }
  }
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  if (first.length === 0 || bytes === 0) throw new Error('rien n’a été fait');
  const status = await readFile('/proc/self/status', 'latin1');
  const highest = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024;
  return { seconds, bytes, memory: highest - held };
}

function masterOf(file: Buffer): Promise<Buffer> {
  return sharp(file).resize({ width: 1_280 }).jpeg({ quality: 92 }).toBuffer();
}

/** The straightforward way: each product from the file, with the same settings. */
async function oneDecodingEach(file: Buffer, add: (made: Uint8Array) => void): Promise<void> {
  const open = () => sharp(file, { failOn: 'error' }).autoOrient();
  for (const { width } of photoSizes(WIDTH))
    add(await open().resize({ width }).webp({ quality: 78, effort: 2 }).toBuffer());
  await open().resize({ width: 100, height: 100, fit: 'inside' }).ensureAlpha().raw().toBuffer();
  fingerprintOf(await open().resize({ width: 32, height: 32, fit: 'fill' }).greyscale().raw().toBuffer());
  await open().resize({ width: 1_280 }).jpeg({ quality: 92 }).toBuffer();
}

/** Photos with fingerprints drawn at random, ten a listing; a hundred listings ask who shows theirs too. */
async function measureLikeness(db: Db): Promise<string[]> {
  await sql`select setseed(0.42)`.execute(db);
  await fillListings(db, KNOWN / 10);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, perceptual_hash)
    select listing.id, n, 'x', 'file', 'ready',
           ((random() * 4294967295)::bigint << 32) | (random() * 4294967295)::bigint
    from listing, generate_series(0, 9) n
  `.execute(db);
  await sql`vacuum analyze listing_photo`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from listing order by id limit 100`.execute(db);
  const time = async (listingIds: number[]) => {
    const began = performance.now();
    await sharedPhotos({ listingIds, within: 7, limit: 50 }).execute(db);
    return (performance.now() - began) / listingIds.length;
  };
  const ids = rows.map(({ id }) => id);
  await time(ids);
  const indexed = await time(ids);
  const scanned = await db.connection().execute(async (connection) => {
    await sql`set enable_bitmapscan = off`.execute(connection);
    const began = performance.now();
    await sharedPhotos({ listingIds: ids.slice(0, 1), within: 7, limit: 50 }).execute(connection);
    return performance.now() - began;
  });
  return [
    `Les mêmes photos parmi ${KNOWN.toLocaleString('fr')} (10 par annonce) : ${indexed.toFixed(1)} ms par annonce par l’index ; témoin, tout comparer : ${Math.round(scanned)} ms ; rapport ${Math.round(scanned / indexed)}`,
  ];
}

async function fillListings(db: Db, count: number): Promise<void> {
  await sql`insert into agency (owner_reference, name) values ('agence-mesure', 'Agence mesurée')`.execute(
    db,
  );
  await sql`
    insert into listing (agency_id, technical_id, source, reference, status, transaction, property_type, title,
      description, place_code, city_code, department_code, postal_code, price, content_hash, photos_hash,
      first_seen_at, published_at, updated_at)
    select agency.id, n, 'poliris', n, 'online', 1, 'house', '', '', '34172', '34172', '34', '34000', 10000000,
      '\\x00', '\\x00', now(), now(), now()
    from agency, generate_series(1, ${count}::integer) n
  `.execute(db);
}

/** A list of drawings that nobody has seen, asked for at once by one page; then the same, stored. */
async function measureDrawing(db: Db, url: string, folder: string): Promise<string[]> {
  const chance = chanceOf(SEED);
  registerDrawer(drawer);
  // One more than the page shows: the first one pays for loading the code that draws.
  const sources = Array.from({ length: CARDS + 1 }, (_, rank) => {
    const home = { age: 'old', view: 'roofs', mood: chance.pick(MOOD_NAMES) } as const;
    const kind = chance.pick(['living', 'kitchen', 'bedroom'] as const);
    return illustrationSource({
      subject: { kind, home },
      seed: `mesure-${rank}`,
      light: chance.pick(LIGHT_NAMES),
    });
  });
  const all = sources.map((source) => drawnPhoto(source)!);
  const [first, ...drawn] = all;
  const began = process.cpuUsage();
  for (let rank = 0; rank < 2_000; rank += 1) drawnPhoto(`${sources[rank % CARDS]}-${rank}`);
  const each = process.cpuUsage(began).user / 1_000 / 2_000;
  const { rows } = await sql<{ id: number }>`select id from listing limit 1`.execute(db);
  await insertPhotos(
    // One statement: it needs no transaction of its own.
    db as never,
    all.map(({ key, width, height, placeholder }, rank) => ({
      listingId: rows[0]!.id,
      position: 100 + rank,
      source: sources[rank]!,
      kind: 'drawn',
      caption: null,
      status: 'ready',
      storageKey: key,
      width,
      height,
      placeholder,
      attempts: 0,
      error: null,
      perceptualHash: null,
      avif: 'none',
      avifAttempts: 0,
    })),
    new Date(),
  );
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    VIGIE_DATA: folder,
    SESSION_SECRET: 'un secret de mesure de trente-deux caractères',
  });
  const services = {
    db,
    readDb: db,
    env,
    log: openLog({ LOG_LEVEL: 'silent' }),
    storage: diskStore(path.join(folder, 'files')),
  };
  const app = await openWeb({ services, pages: null, rateLimits: false });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    // Code loaded, connections open.
    await Promise.all(Array.from({ length: 6 }, () => fetch(`${origin}/readyz`)));
    await askAll(origin, [first!], []);
    const calm = await pingsDuring(origin, () => new Promise((resolve) => setTimeout(resolve, 1_000)));
    const cold: number[] = [];
    const before = process.cpuUsage();
    const busy = await pingsDuring(origin, () => askAll(origin, drawn, cold));
    const spent = process.cpuUsage(before);
    const warm: number[] = [];
    await askAll(origin, drawn, warm);
    return [
      `${CARDS} dessins jamais demandés, d’une seule page (400 px) : médiane ${at(cold, 0.5)} ms, 95 % en ${at(cold, 0.95)} ms, le dernier ${at(cold, 1)} ms, ${Math.round((spent.user + spent.system) / 1_000 / CARDS)} ms de processeur chacun, service compris ; les mêmes ensuite : 95 % en ${at(warm, 0.95)} ms`,
      `Une autre demande pendant ce temps (/readyz, base comprise) : médiane ${at(busy, 0.5)} ms, 95 % en ${at(busy, 0.95)} ms ; au calme ${at(calm, 0.5)} et ${at(calm, 0.95)} ms`,
      `Ce que l’import écrit d’un dessin (clé, taille, vignette) sans le dessiner : ${each.toFixed(3)} ms`,
    ];
  } finally {
    await app.close();
  }
}

async function askAll(origin: string, drawn: readonly { key: string }[], times: number[]): Promise<void> {
  await Promise.all(
    drawn.map(async ({ key }) => {
      const began = performance.now();
      const answer = await fetch(`${origin}/photos/${photoFile(key, 400)}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${key} : ${answer.status}`);
      times.push(performance.now() - began);
    }),
  );
}

async function pingsDuring(origin: string, during: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  const pinging = (async () => {
    while (!over) {
      const began = performance.now();
      await (await fetch(`${origin}/readyz`)).text();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  await during();
  over = true;
  await pinging;
  return times;
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return found < 10 ? found.toFixed(1) : String(Math.round(found));
}

const [, script, way, folder] = process.argv;
if (script?.endsWith('bench/photos.ts') && folder)
  process.stdout.write(JSON.stringify(await work(way as Way, folder)));
