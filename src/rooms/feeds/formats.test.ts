import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { zipFiles } from '#demonstration/poliris/writer.server.ts';
import { workOnPhotos } from '#rooms/listings/photos.server.ts';
import {
  apimoFile,
  apimoListing,
  type Facts,
  kyeroFile,
  kyeroListing,
  ubiflowFile,
  ubiflowListing,
} from '../../../tests/kit/feeds.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import type { FeedReport } from './contract.ts';

const { services, db, desk, portfolio, send, feed, listings, online, events, tally, footprint } =
  await importDesk();
/** Listings 1 to `count` of an Ubiflow file. */
const many = (count: number, given: Facts = {}) =>
  Array.from({ length: count }, (_, index) => ubiflowListing(String(index + 1), given));

const xml = (listings: readonly string[], options: Parameters<typeof send>[1] = {}): Promise<FeedReport> =>
  send(Buffer.from(ubiflowFile(listings)), { agency: desk.agency, name: 'flux.xml', ...options });

const sourceOf = async (agency: string) =>
  (
    await sql<{ source: string }>`
      select distinct source from listing join agency on agency.id = agency_id where owner_reference = ${agency}
    `.execute(db)
  ).rows.map(({ source }) => source);

describe('an Ubiflow portfolio from one day to the next', () => {
  test('is created, changed by exactly the difference, and nothing happens when it comes again', async () => {
    const day1 = await xml(many(8), { collect: true });
    expect(day1).toMatchObject({ status: 'done', diagnostics: [] });
    expect(day1.publication.flatMap(({ rules }) => rules)).toEqual([]);
    expect(await online(desk.agency)).toHaveLength(8);
    expect(await sourceOf(desk.agency)).toEqual(['ubiflow']);
    expect(tally(await events(`import:${day1.importId}`))).toEqual({
      'listing.appeared': 8,
      'feeds.imported': 1,
    });

    const same = await xml(many(8));
    expect(same.status).toBe('identical');
    expect(await events(`import:${same.importId}`)).toEqual([]);

    const next = [
      ubiflowListing('1', { prix: '199500', prix_hors_honoraires: '190000' }),
      ...many(7).slice(1),
    ];
    const day2 = await xml([...next, ubiflowListing('9')]);
    expect(day2.diff).toMatchObject({ created: ['9'], updated: ['1'], withdrawn: ['8'], refused: [] });
    expect(tally(await events(`import:${day2.importId}`))).toEqual({
      'listing.priceFell': 1,
      'listing.appeared': 1,
      'listing.left': 1,
      'feeds.imported': 1,
    });
  });

  test('is read by the names of its elements whatever its root, without identifiers, and in a zip', async () => {
    const bare = many(3).map((listing) => listing.replace(/ id="\d+"/, ''));
    const flux = `<?xml version="1.0"?>\n<flux><client reference="A12"><annonces>${bare.join('\n')}</annonces></client></flux>`;
    const day1 = await send(Buffer.from(flux), { agency: desk.agency, name: 'flux.xml' });
    expect(day1).toMatchObject({ status: 'done', format: 'ubiflow', diagnostics: [] });
    expect((await online(desk.agency)).toSorted()).toEqual(['REF-1', 'REF-2', 'REF-3']);
    const zip = (names: readonly string[]) =>
      zipFiles(
        names.map((name) => ({
          name,
          bytes: Buffer.from(flux.replaceAll('>Appartement 3 pièces<', '>Trois-pièces clair<')),
        })),
      );
    const name = `diffusion_${desk.agency}.zip`;
    const day2 = await send(await zip(['export/flux.xml', 'lisez-moi.txt']), { name });
    expect(day2).toMatchObject({ status: 'done', format: 'ubiflow' });
    expect(day2.diff.updated).toHaveLength(3);
    expect(day2.notes.join()).toContain('1 fichier(s) sans rapport');
    const several = await send(await zip(['a.xml', 'b.xml']), { name });
    expect(several).toMatchObject({ status: 'refused', message: expect.stringContaining('2 fichiers XML') });
  });

  test('holds one agency: the listings of two clients are never mixed', async () => {
    const client = (listings: readonly string[]) =>
      `<client><annonces>${listings.join('')}</annonces></client>`;
    const flux = `<flux>${client(many(2))}${client([ubiflowListing('9')])}</flux>`;
    const report = await send(Buffer.from(flux), { agency: desk.agency, name: 'flux.xml' });
    expect(report).toMatchObject({ status: 'refused', reason: 'FEED_OTHER_AGENCY' });
    expect(await online(desk.agency)).toEqual([]);
  });

  test('is held when too much would leave, and untouched by a file that is cut, empty or broken', async () => {
    await xml(many(10));
    const before = await listings(desk.agency);
    const file = ubiflowFile(many(10, { prix: '150000' }));
    const results = [
      await xml(many(4)),
      await xml([]),
      await send(Buffer.from(file.slice(0, -30)), { agency: desk.agency, name: 'cut.xml' }),
      await send(Buffer.from(file.replace('</ville>', '</vile>')), {
        agency: desk.agency,
        name: 'broken.xml',
      }),
      await send(Buffer.from(`<!DOCTYPE client>${file.slice(39)}`), { agency: desk.agency, name: 'dtd.xml' }),
    ];
    expect(results.map(({ status, reason }) => [status, reason])).toEqual([
      ['held', 'FEED_HELD'],
      ['held', 'FEED_HELD'],
      ['refused', 'FEED_TRUNCATED'],
      ['refused', 'FEED_MALFORMED'],
      ['refused', 'FEED_UNSAFE'],
    ]);
    const line = file.split('\n').findIndex((text) => text.includes('</ville>')) + 1;
    expect(results[3]?.message).toContain(`ligne ${line}.`);
    expect(await listings(desk.agency)).toEqual(before);
    // The guard passes when someone says so.
    expect((await xml(many(4), { confirmed: true })).diff.withdrawn).toHaveLength(6);
  });

  test('writes nothing at all in a dry run', async () => {
    const before = await footprint();
    const report = await xml(many(3), { dryRun: true });
    expect(report.diff.created).toHaveLength(3);
    expect(await footprint()).toEqual(before);
  });

  test('replaces the portfolio of another software, after someone has said so', async () => {
    await feed(generatePortfolio(portfolio(desk.agency, 6)));
    const held = await xml(many(6));
    expect([held.status, held.diff.withdrawn.length, held.diff.created.length]).toEqual(['held', 6, 6]);
    await xml(many(6), { confirmed: true });
    expect((await online(desk.agency)).toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});

describe('what is wrong is said with its line, its field, its value and the remedy', () => {
  test('in XML, at the line of the element', async () => {
    const report = await xml([
      ubiflowListing('1', { prix: '0' }),
      ubiflowListing('2', { surface: '62 environ', ascenseur: 'peut-être' }),
      ubiflowListing('3', { type: 'F' }),
      ubiflowListing('4', { code_postal: '99999' }),
      ubiflowListing('4'),
      ubiflowListing('4'),
      ubiflowListing('5', { photo: 'ftp://photos.exemple-agence.test/1.jpg' }),
    ]);
    const lineIn = (text: string) =>
      ubiflowFile(many(1))
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1;
    expect(report.diff.refused).toEqual(['1', '3', '4']);
    expect(report.diagnostics.map(({ code }) => code)).toEqual([
      'price',
      'number',
      'boolean',
      'transaction_scope',
      'place',
      'duplicate',
      'duplicate',
      'photo',
    ]);
    expect(report.diagnostics.find(({ code }) => code === 'price')).toMatchObject({
      severity: 'refused',
      line: lineIn('<prix>'),
      column: null,
      field: 'prix',
      value: '0',
      technicalId: '1',
      message: expect.stringContaining('indiquez le prix réel'),
    });
    expect(report.diagnostics.find(({ code }) => code === 'boolean')).toMatchObject({
      field: 'ascenseur',
      value: 'peut-être',
      message: expect.stringContaining('true, false'),
    });
    expect(report.diagnostics.find(({ code }) => code === 'photo')?.message).not.toContain('archive');
    expect(report.diagnostics.find(({ code }) => code === 'place')).toMatchObject({
      field: 'ville',
      value: '99999 Béziers',
    });
  });

  test('in JSON, at the line of the fact', async () => {
    const file = apimoFile([
      apimoListing(1, { price: { value: 'cher', currency: 'EUR' } }),
      apimoListing(2, { price: { value: 900, currency: 'CHF' } }),
      apimoListing(3, { category: 3 }),
      apimoListing(4),
    ]);
    const report = await send(Buffer.from(file), { agency: desk.agency, name: 'flux.json' });
    const lines = file.split('\n');
    expect(report.diff).toMatchObject({ created: ['4'], refused: ['1', '2', '3'] });
    expect(report.diagnostics).toMatchObject([
      {
        code: 'price',
        line: lines.findIndex((line) => line.includes('"cher"')) + 1,
        field: 'price.value',
        value: 'cher',
      },
      {
        code: 'currency',
        line: lines.findIndex((line) => line.includes('"CHF"')) + 1,
        field: 'price.currency',
      },
      { code: 'transaction_scope', field: 'category', value: '3' },
    ]);
  });

  test('in Kyero, a town that its province does not settle', async () => {
    const file = kyeroFile([
      kyeroListing('1'),
      kyeroListing('2', { town: 'Saint-Martin', province: 'Nulle Part' }),
      kyeroListing('3', { price_freq: 'week' }),
      kyeroListing('4', { town: 'Montpellier' }),
      kyeroListing('5', { town: 'Paris 11', province: 'Paris' }),
      kyeroListing('6', { town: 'Lyon', province: 'Ain' }),
    ]);
    const report = await send(Buffer.from(file), { agency: desk.agency, name: 'kyero.xml', collect: true });
    expect(report.read.map(({ technique, cp }) => [technique, cp])).toEqual([
      ['1', '34500'],
      ['2', ''],
      ['4', '34000'],
      ['5', '75011'],
      ['6', ''],
    ]);
    expect(report.diff.refused).toEqual(['2', '3', '6']);
    expect(report.diagnostics.filter(({ code }) => code === 'place')).toMatchObject([
      { field: 'town', value: 'Saint-Martin (Nulle Part)', severity: 'refused' },
      { field: 'town', value: 'Lyon (Ain)', severity: 'refused' },
    ]);
  });
});

describe('a format is known by its content', () => {
  test('whatever the name, compressed or not, in whatever encoding', async () => {
    const text = ubiflowFile(many(2)).replace('UTF-8', 'ISO-8859-1');
    const files: [string, Buffer, string][] = [
      ['poliris.zip', Buffer.from(ubiflowFile(many(1))), 'ubiflow'],
      ['sans-extension', gzipSync(ubiflowFile(many(3))), 'ubiflow'],
      ['latin.xml', Buffer.from(text, 'latin1'), 'ubiflow'],
      ['utf16.xml', Buffer.from(`\ufeff${ubiflowFile(many(4))}`, 'utf16le'), 'ubiflow'],
      ['bom.xml', Buffer.from(`\ufeff\n ${kyeroFile([kyeroListing('1')])}`), 'kyero'],
      ['flux.xml', Buffer.from(apimoFile([apimoListing(1)])), 'apimo'],
    ];
    for (const [name, bytes, format] of files) {
      const report = await send(bytes, { name, agency: desk.agency, collect: true, confirmed: true });
      expect([name, report.status, report.reason]).toEqual([name, 'done', null]);
      expect(report.read[0]?.ville.toLowerCase()).toBe('béziers');
      const kept = await sql<{
        format: string;
      }>`select format from feed_import where id = ${report.importId}`.execute(db);
      expect(kept.rows).toEqual([{ format }]);
    }
  });

  test('or refused, with what to send instead', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));
    const files: [string, Buffer, string, RegExp][] = [
      [
        'a.xml',
        Buffer.from('<biens><bien/></biens>'),
        'FEED_UNKNOWN_FORMAT',
        /<biens>.*Poliris.*Ubiflow.*Kyero.*Apimo/,
      ],
      ['b.json', Buffer.from('{"annonces": []}'), 'FEED_UNKNOWN_FORMAT', /Apimo/],
      ['c.csv', Buffer.from('"agence"!#"REF"!#"vente"'), 'FEED_UNKNOWN_FORMAT', /archive ZIP/],
      ['d.xml', Buffer.from([0, 1, 2, 3, 0, 255]), 'FEED_UNREADABLE', /ni une archive ZIP/],
      ['e.json', Buffer.from('Bonjour'), 'FEED_UNREADABLE', /Exportez-le/],
      ['f.xml.gz', bomb, 'FEED_TOO_BIG', /plusieurs fichiers/],
      ['g.xml.gz', gzipSync(ubiflowFile(many(200))).subarray(0, 400), 'FEED_TRUNCATED', /sa fin manque/],
      ['h.xml', Buffer.alloc(0), 'FEED_EMPTY_ARCHIVE', /vide/],
    ];
    for (const [name, bytes, code, words] of files) {
      const report = await send(bytes, { name, agency: desk.agency });
      expect([name, report.status, report.reason]).toEqual([name, 'refused', code]);
      expect(report.message).toMatch(words);
    }
  });
});

describe('a file of another agency is refused', () => {
  test('when its name says so', async () => {
    await lawfulAgency(db, `${desk.agency}-b`);
    const report = await xml(many(3), { name: `ubiflow_${desk.agency}-b.xml` });
    expect(report).toMatchObject({ status: 'refused', reason: 'FEED_OTHER_AGENCY' });
    expect(await online(desk.agency)).toEqual([]);
    // Without being asked for, the agency is that of the name.
    const file = Buffer.from(ubiflowFile(many(3)));
    expect((await send(file, { name: `ubiflow_${desk.agency}-b.xml` })).status).toBe('done');
    expect(await online(`${desk.agency}-b`)).toHaveLength(3);
    expect((await send(file, { name: 'ubiflow.xml' })).reason).toBe('FEED_NO_AGENCY');
    expect((await send(file, { name: 'ubiflow_inconnue.xml' })).reason).toBe('FEED_UNKNOWN_AGENCY');
  });

  test('when it comes from another account of the software, until someone says that it changed', async () => {
    const from = (account: number, price: number, confirmed = false) =>
      send(
        Buffer.from(
          apimoFile([apimoListing(1, { agency: account, price: { value: price, currency: 'EUR' } })]),
        ),
        {
          agency: desk.agency,
          name: 'apimo.json',
          confirmed,
        },
      );
    expect((await from(24_000, 200_000)).status).toBe('done');
    const other = await from(24_001, 190_000);
    expect([other.status, other.reason]).toEqual(['refused', 'FEED_OTHER_AGENCY']);
    expect((await listings(desk.agency)).get('1')?.price).toBe(20_000_000);
    expect((await from(24_001, 190_000, true)).status).toBe('done');
    expect((await from(24_001, 180_000)).status).toBe('done');
    expect((await from(24_000, 170_000)).reason).toBe('FEED_OTHER_AGENCY');
  });

  test('when it mixes the listings of two, or holds a part of them only', async () => {
    const mixed = apimoFile([apimoListing(1), apimoListing(2, { agency: 24_001 })]);
    const page = apimoFile([apimoListing(1)], 120);
    const reasons = [];
    for (const file of [mixed, page])
      reasons.push((await send(Buffer.from(file), { agency: desk.agency, name: 'apimo.json' })).reason);
    expect(reasons).toEqual(['FEED_OTHER_AGENCY', 'FEED_TRUNCATED']);
  });
});

test('Apimo: the class of a home is the worse of its two values, and said so', async () => {
  const regulations = [
    { type: 1, value: '95', date: '2025-03-02 00:00:00' },
    { type: 2, value: '62', date: '2025-03-02 00:00:00' },
  ];
  const file = apimoFile([apimoListing(1, { regulations })]);
  const report = await send(Buffer.from(file), { agency: desk.agency, name: 'a.json', collect: true });
  expect(report.read[0]).toMatchObject({ dpe: 'B', ges: 'E' });
  const { rows } = await sql`
    select energy_class, climate_class from listing join agency on agency.id = agency_id where owner_reference = ${desk.agency}
  `.execute(db);
  expect(rows).toEqual([{ energyClass: 'E', climateClass: 'E' }]);
  expect(report.diagnostics).toMatchObject([
    { code: 'energy_class', severity: 'warning', field: expect.any(String) },
  ]);
});

test('no request leaves for a private address that a feed names', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    // Those of the tests before are of no interest here.
    await sql`truncate listing_photo`.execute(db);
    const photo = `http://127.0.0.1:${port}/meta-data`;
    const pictures = [{ id: 1, rank: 1, url: photo }];
    await xml([ubiflowListing('1', { photo })]);
    await send(Buffer.from(apimoFile([apimoListing(2, { pictures })])), {
      agency: desk.agency,
      name: 'a.json',
      confirmed: true,
    });
    while (await workOnPhotos(services)) {
      // Until nothing is due.
    }
    expect(requests).toBe(0);
  } finally {
    server.close();
  }
});
