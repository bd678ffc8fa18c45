import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { writeListings } from '#demonstration/poliris/writer.server.ts';
import { workOnPhotos } from '#rooms/listings/photos.server.ts';
import { ubiflowFile, ubiflowListing } from '../../../tests/kit/feeds.ts';
import { deflatedNothing, type Entry, handMadeZip, PIECE } from '../../../tests/kit/hostile-zip.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { needsAttention } from './closing/report.server.ts';
import { openFeed } from './formats/opening.server.ts';
import type { FeedRow } from './rows/rows.ts';

const { services, db, desk, portfolio, send, feed, listings, events } = await importDesk();

const MB = 1024 * 1024;
/** What importing a file may add to what the process holds, whatever the file claims or hides. */
const FLAT = 64 * MB;

/** The most that the process held while it worked, beyond what it held before, in bytes. */
async function swelling(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const looking = setInterval(look, 5);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  look();
  return peak - before;
}

const MARK = '(ici)';
const bomb = deflatedNothing(120);
const csv = (): Entry => {
  const bytes = writeListings(generatePortfolio(portfolio(desk.agency, 8)));
  return { name: 'Annonces.csv', packed: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) };
};
const laughs = `<!DOCTYPE a [<!ENTITY l0 "${'lol'.repeat(100)}">${Array.from({ length: 9 }, (_, rank) => `<!ENTITY l${rank + 1} "${`&l${rank};`.repeat(10)}">`).join('')}]>`;
const xml = (prologue: string, text: string) =>
  Buffer.from(ubiflowFile([ubiflowListing('1', { texte: text })]).replace('<client>', `${prologue}<client>`));

/** Not deflated: it must not be refused for its ratio. */
async function stored(listingsFile: Buffer): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(listingsFile, 'Annonces.csv', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

beforeEach(async () => {
  await sql`truncate listing_photo`.execute(db);
});

describe('an archive made to harm is refused with a report; memory stays flat, the listings as they were', () => {
  test.each<[string, string, string, () => Buffer | Promise<Buffer>]>([
    [
      'a bomb that says what it is',
      'FEED_TOO_BIG',
      'zip',
      () => handMadeZip([{ name: 'Annonces.csv', packed: bomb, size: 120 * PIECE }]),
    ],
    [
      'a bomb that claims to be small',
      'FEED_DAMAGED',
      'zip',
      () => handMadeZip([{ name: 'Annonces.csv', packed: bomb, size: 500_000 }]),
    ],
    [
      'a picture that is a bomb',
      'FEED_TOO_BIG',
      'zip',
      () => handMadeZip([csv(), { name: 'a.jpg', packed: bomb, size: 120 * PIECE }]),
    ],
    [
      'a side file that is a bomb',
      'FEED_TOO_BIG',
      'zip',
      () => handMadeZip([csv(), { name: 'Config.txt', packed: bomb, size: 120 * PIECE }]),
    ],
    [
      'twenty thousand entries that share one',
      'FEED_TOO_BIG',
      'zip',
      () => {
        const packed = deflatedNothing(1);
        return handMadeZip([
          csv(),
          ...Array.from({ length: 20_000 }, (_, rank) => ({
            name: `${rank}.jpg`,
            packed,
            size: PIECE,
            shared: rank > 0,
          })),
        ]);
      },
    ],
    ['a password', 'FEED_ENCRYPTED', 'zip', () => handMadeZip([{ ...csv(), flags: 1 }])],
    [
      'a link out of its folder',
      'FEED_UNSAFE',
      'zip',
      () =>
        handMadeZip([
          csv(),
          { name: 'a.jpg', packed: deflateRawSync(Buffer.from('/etc/passwd')), size: 11, mode: 0o120777 },
        ]),
    ],
    ...[
      '../../etc/passwd.jpg',
      '..\\..\\a.jpg',
      '/etc/a.jpg',
      'C:\\a.jpg',
      'photos/../../a.jpg',
      'a\0.jpg',
    ].map((name): [string, string, string, () => Buffer] => [
      `the name ${JSON.stringify(name)}`,
      'FEED_UNSAFE',
      'zip',
      () => handMadeZip([csv(), { name, packed: deflateRawSync(Buffer.from('x')), size: 1 }]),
    ]),
    ['a gzip that swells', 'FEED_TOO_BIG', 'xml.gz', () => gzipSync(Buffer.alloc(80 * MB, ' '))],
    ['billion laughs', 'FEED_UNSAFE', 'xml', () => xml(laughs, '&l9;')],
    [
      'billion laughs after the beginning',
      'FEED_MALFORMED',
      'xml',
      () =>
        Buffer.from(
          xml('', '&l9;')
            .toString()
            .replace('<annonces>', `<!--${' '.repeat(200_000)}-->${laughs}<annonces>`),
        ),
    ],
    [
      'billion laughs in UTF-16',
      'FEED_UNSAFE',
      'xml',
      () => Buffer.from(`\ufeff${xml(laughs, '&l9;').toString()}`, 'utf16le'),
    ],
    [
      'a file of this machine as an entity',
      'FEED_UNSAFE',
      'xml',
      () => xml('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'),
    ],
    [
      'a cell that never ends',
      'FEED_NOT_POLIRIS',
      'zip',
      () => stored(Buffer.from(`"${desk.agency}"!#"REF"!#"A"!#"${'x'.repeat(60 * MB)}`)),
    ],
  ])('%s: %s', async (_, code, ending, make) => {
    await feed(generatePortfolio(portfolio(desk.agency, 8)));
    const before = await listings(desk.agency);
    const told = (await events()).length;
    const bytes = await make();
    let report: Awaited<ReturnType<typeof send>> | null = null;
    const more = await swelling(async () => {
      report = await send(bytes, { name: `hostile.${ending}`, agency: desk.agency });
    });
    expect(report).toMatchObject({ status: 'refused', reason: code, message: expect.stringMatching(/\.$/) });
    expect(needsAttention(report!)).toBe(true);
    expect(more).toBeLessThan(FLAT);
    expect(await listings(desk.agency)).toEqual(before);
    expect(await events()).toHaveLength(told);
  });

  test('rows of huge cells are cut, and what is read of them does not hold them', async () => {
    const rows = generatePortfolio(portfolio(desk.agency, 200)).map((row) => ({
      ...row,
      city: 'Saint-Julien-en-Genevois',
      postalCode: '74160',
      contactEmail: 'accueil-de-l-agence@exemple.test',
      transaction: row.transaction === 'location' ? 'location' : 'Vente de prestige',
      photo2: 'une-photo-dans-l-archive.jpg',
      description: MARK,
    }));
    const parts = writeListings(rows, { encoding: 'utf-8' }).toString().split(MARK);
    const bytes = await stored(Buffer.from(parts.join('Une très longue histoire. '.repeat(8_000))));
    expect(bytes.length).toBeGreaterThan(40 * MB);
    const file = path.join(services.env.dataDir, 'longue.zip');
    await writeFile(file, bytes);
    const source = await openFeed(file);
    await source.survey();
    const before = heapInUse();
    const read: FeedRow[] = [];
    for await (const row of source.rows('')) read.push(row);
    expect(heapInUse() - before).toBeLessThan(20 * MB);
    source.close();
    const drafts = read.flatMap(({ result }) => (result.refusal === null ? [result.draft] : []));
    expect(drafts).toHaveLength(200);
    expect(Math.max(...drafts.map(({ description }) => description.length))).toBe(8_000);
  });
});

/** What is still needed, once everything else is collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

describe('an address that a feed names and that is not of the public internet', () => {
  async function aServer(answer: (path: string) => string | null) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const target = answer(request.url ?? '');
      if (target) response.writeHead(302, { location: target }).end();
      else response.end('secret');
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    return { asked, port: (server.address() as AddressInfo).port, close: () => server.close() };
  }

  /** Requests that this process begins while it works, whatever they become. */
  async function requestsOf(work: () => Promise<void>): Promise<string[]> {
    const begun: string[] = [];
    const hear = (message: unknown) => {
      const { request } = message as { request: { host: string; path: string } };
      begun.push(`${request.host}${request.path}`);
    };
    subscribe('http.client.request.start', hear);
    try {
      await work();
    } finally {
      unsubscribe('http.client.request.start', hear);
    }
    return begun;
  }

  const troubles = async () =>
    (
      await sql<{ source: string; status: string; error: string }>`
        select source, status, error from listing_photo order by source
      `.execute(db)
    ).rows;

  async function importPhotos(photos: readonly string[]) {
    const rows = generatePortfolio({ ...portfolio(desk.agency, photos.length), photos: () => [] });
    const report = await feed(rows.map((row, rank) => ({ ...row, photo1: photos[rank]! })));
    expect(report.status).toBe('done');
  }

  test('is never asked for anything, whatever it is written like', async () => {
    const server = await aServer(() => null);
    try {
      const hosts = [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '0.0.0.0',
        '169.254.169.254',
        '10.0.0.1',
        '172.16.0.1',
        '192.168.1.1',
        '[fe80::1]',
        '[fd00::1]',
      ];
      await importPhotos(
        hosts.flatMap((host) => [`http://${host}/a.jpg`, `http://${host}:${server.port}/b.jpg`]),
      );
      const begun = await requestsOf(async () => {
        while (await workOnPhotos(services));
      });
      expect(begun).toEqual([]);
      expect(server.asked).toEqual([]);
      const found = await troubles();
      expect(found).toHaveLength(2 * hosts.length);
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['failed']));
      expect(found.filter(({ source }) => source.endsWith('/a.jpg')).map(({ error }) => error)).toEqual(
        hosts.map(() => 'adresse privée'),
      );
    } finally {
      server.close();
    }
  });

  test('is not followed when a public one leads to it', async () => {
    const targets = [
      'http://127.0.0.1/secret',
      'http://[::1]/secret',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/secret',
      'file:///etc/passwd',
    ];
    const server = await aServer((path) => targets[Number(path.slice(1, 2))] ?? null);
    try {
      // A server of this machine stands for the public one: it alone is allowed.
      const trusted = { ...services, env: { ...services.env, photoHosts: ['localhost'] } };
      await importPhotos(targets.map((_, rank) => `http://localhost:${server.port}/${rank}.jpg`));
      const begun = await requestsOf(async () => {
        while (await workOnPhotos(trusted));
      });
      expect(new Set(begun)).toEqual(new Set(targets.map((_, rank) => `localhost/${rank}.jpg`)));
      expect(server.asked.toSorted()).toEqual(targets.map((_, rank) => `/${rank}.jpg`));
      const found = await troubles();
      expect(found.map(({ status }) => status)).toEqual(targets.map(() => 'failed'));
      expect(found.map(({ error }) => error)).toEqual([
        ...targets.slice(0, 4).map(() => 'adresse privée'),
        'adresse ni http ni https',
      ]);
    } finally {
      server.close();
    }
  });

  test('is not asked for the DTD of a file either', async () => {
    const server = await aServer(() => null);
    try {
      const begun = await requestsOf(async () => {
        for (const doctype of [
          `<!DOCTYPE a SYSTEM "http://127.0.0.1:${server.port}/a.dtd">`,
          `<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:${server.port}/x"> %x;]>`,
        ]) {
          const report = await send(xml(doctype, 'Calme.'), { name: 'dtd.xml', agency: desk.agency });
          expect([report.status, report.reason]).toEqual(['refused', 'FEED_UNSAFE']);
        }
      });
      expect([begun, server.asked]).toEqual([[], []]);
    } finally {
      server.close();
    }
  });
});
