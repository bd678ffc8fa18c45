import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import {
  type PolirisValues,
  writeListings,
  zipFeed,
  zipFiles,
} from '#demonstration/poliris/writer.server.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { needsAttention } from './closing/report.server.ts';
import { importFeed } from './importing.server.ts';

const { services, db, desk, portfolio, send, feed, listings, online, events, footprint } = await importDesk();

let agency = '';
beforeEach(() => {
  agency = desk.agency;
});

describe('bad input leaves the listings of the agency untouched', () => {
  async function withListings() {
    const rows = generatePortfolio(portfolio(agency, 8));
    await feed(rows);
    return {
      rows,
      zip: await zipFeed({ listings: writeListings(rows.slice(0, 7), { trailing: true }) }),
      before: await listings(agency),
      told: (await events()).length,
    };
  }

  test.each<[string, string, (zip: Buffer, rows: PolirisValues[]) => Buffer | Promise<Buffer>]>([
    ['no zip', 'FEED_UNREADABLE', () => Buffer.from('bonjour')],
    ['nothing', 'FEED_EMPTY_ARCHIVE', () => Buffer.alloc(0)],
    ['a zip without entries', 'FEED_EMPTY_ARCHIVE', () => zipFiles([])],
    ['a zip cut short', 'FEED_TRUNCATED', (zip) => zip.subarray(0, zip.length - 200)],
    ['damaged content', 'FEED_DAMAGED', (zip) => Buffer.from(zip).fill(0, 200, 300)],
    [
      'a bomb',
      'FEED_TOO_BIG',
      () => zipFiles([{ name: 'Annonces.csv', bytes: Buffer.alloc(60 * 1024 * 1024) }]),
    ],
    [
      'an entry above its folder',
      'FEED_UNSAFE',
      async (_, rows) =>
        Buffer.from(
          (
            await zipFiles([
              { name: 'Annonces.csv', bytes: writeListings(rows) },
              { name: 'aa/x.jpg', bytes: Buffer.from('x') },
            ])
          )
            .toString('latin1')
            .replaceAll('aa/x.jpg', '../x.jpg'),
          'latin1',
        ),
    ],
    [
      'another format',
      'FEED_NOT_POLIRIS',
      () => zipFiles([{ name: 'Annonces.csv', bytes: Buffer.from('a;b;c\n1;2;3\n') }]),
    ],
    [
      'a column less in every row',
      'FEED_COLUMNS',
      (_, rows) =>
        zipFeed({
          listings: Buffer.from(
            writeListings(rows.slice(0, 7)).toString('latin1').replaceAll('!#"France"', ''),
            'latin1',
          ),
        }),
    ],
  ])('%s: %s', async (_name, code, make) => {
    const { rows, zip, before, told } = await withListings();
    const report = await send(await make(zip, rows));
    expect(report).toMatchObject({ status: 'refused', reason: code, message: expect.stringMatching(/\.$/) });
    expect(needsAttention(report)).toBe(true);
    expect(await listings(agency)).toEqual(before);
    expect(await events()).toHaveLength(told);
    const { rows: noted } =
      await sql`select status, reason from feed_import where id = ${report.importId}`.execute(db);
    expect(noted).toEqual([{ status: 'refused', reason: code }]);
  });

  test('a column less in one row: that row is refused with its line, its listing stays, the rest is imported', async () => {
    const rows = generatePortfolio(portfolio(agency, 8));
    await feed(rows);
    const before = await listings(agency);
    const lines = writeListings(rows.map((row) => ({ ...row, description: 'Court.' })))
      .toString('latin1')
      .trimEnd()
      .split('\n');
    lines[4] = lines[4]!.replace('!#"France"', '');
    const report = await send(await zipFeed({ listings: Buffer.from(`${lines.join('\n')}\n`, 'latin1') }));
    expect(report).toMatchObject({
      status: 'done',
      damagedRows: 1,
      diff: { withdrawn: [], kept: [rows[4]?.technicalId] },
    });
    expect(report.diff.updated).toHaveLength(7);
    expect(report.diagnostics[0]).toMatchObject({
      code: 'columns',
      line: 5,
      message: expect.stringContaining('334 colonnes attendues, 333 trouvées'),
    });
    expect(needsAttention(report)).toBe(true);
    expect([...(await listings(agency)).keys()]).toEqual([...before.keys()]);
    expect(await online(agency)).toHaveLength(8);
  });

  test('a row shifted by one column takes nothing away from the others, whose fee schedule stays theirs', async () => {
    await sql`update agency set fee_schedule_url = null where owner_reference = ${agency}`.execute(db);
    const rows = generatePortfolio(portfolio(agency, 8));
    const lines = writeListings(rows).toString('latin1').trimEnd().split('\n');
    await send(await zipFeed({ listings: Buffer.from(`${lines.join('\n')}\n`, 'latin1') }));
    expect(await online(agency)).toHaveLength(8);
    lines[3] = lines[3]!.replace('!#"France"', '!#""!#"France"');
    const report = await send(await zipFeed({ listings: Buffer.from(`${lines.join('\n')}\n`, 'latin1') }));
    expect(report).toMatchObject({ status: 'done', damagedRows: 1, agencies: [{ withheld: 0 }] });
    expect(await online(agency)).toHaveLength(8);
    const other = rows.map((row, rank) =>
      rank === 5 ? { ...row, feeScheduleUrl: 'https://agence.test/honoraires-2026.pdf' } : row,
    );
    const differ = await feed(other);
    expect(differ).toMatchObject({ status: 'done', agencies: [{ withheld: 0 }] });
    expect(differ.diagnostics.map(({ code }) => code)).toEqual(['fee_schedule']);
    expect(await online(agency)).toHaveLength(8);
  });

  test('a damaged row in which no listing can be recognised suspends every withdrawal', async () => {
    const rows = generatePortfolio(portfolio(agency, 8));
    await feed(rows);
    const text = `${writeListings(rows.slice(0, 6)).toString('latin1')}"${agency}"!#"cass`;
    const report = await send(await zipFeed({ listings: Buffer.from(text, 'latin1') }));
    expect(report).toMatchObject({ status: 'done', diff: { withdrawn: [] } });
    expect(report.agencies[0]?.notes.join()).toContain('Aucune annonce n’est retirée');
    expect(await online(agency)).toHaveLength(8);
  });

  test('a file that does not exist', async () => {
    expect(await importFeed(services, { file: '/nulle/part.zip' })).toMatchObject({
      status: 'refused',
      reason: 'FEED_UNREADABLE',
      importId: null,
    });
  });
});

describe('a dry run', () => {
  test('shows the difference and what was read, and writes nothing at all', async () => {
    const request = portfolio(agency, 12);
    const rows = generatePortfolio(request);
    await feed(rows);
    const next = nextDay(request, rows, { seed: 1, gone: 1, fresh: 2, cheaper: 1 });
    const picture = { name: 'a.jpg', bytes: Buffer.from('picture') };
    const zip = await zipFeed({
      listings: writeListings(next.rows.map((row) => ({ ...row, photo9: 'a.jpg' }))),
      pictures: [picture],
    });
    const before = await footprint();
    const report = await send(zip, { dryRun: true, collect: true });
    expect(report).toMatchObject({ status: 'done', dryRun: true, importId: null });
    expect(report.publication.map(({ technicalId }) => technicalId).toSorted()).toEqual(
      report.read.map(({ technique }) => technique).toSorted(),
    );
    expect(report.read).toHaveLength(13);
    expect(report.diff.created).toEqual(next.fresh);
    expect(report.diff.withdrawn).toEqual(next.gone);
    for (const bad of [
      Buffer.from('x'),
      await zipFeed({ listings: writeListings(generatePortfolio(portfolio('inconnue-2', 3))) }),
    ]) {
      expect(await send(bad, { dryRun: true, collect: true })).toMatchObject({ status: 'refused' });
    }
    expect(await footprint()).toEqual(before);
  });

  test('reads a file whose agency is unknown', async () => {
    const report = await feed(generatePortfolio(portfolio('inconnue-3', 5)), { dryRun: true, collect: true });
    expect(report).toMatchObject({ status: 'refused', reason: 'FEED_UNKNOWN_AGENCY' });
    expect(report.read).toHaveLength(5);
  });
});

describe('pictures inside archives', () => {
  const picture = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });
  const sources = async () => {
    const { rows } = await sql<{ source: string; kind: string }>`
      select listing_photo.source, listing_photo.kind from listing_photo join listing on listing.id = listing_id join agency on agency.id = agency_id
      where owner_reference = ${agency} order by technical_id, position
    `.execute(db);
    return rows;
  };

  test('go to the storage under keys of ours, once, and are remembered when they are not sent again', async () => {
    const rows = generatePortfolio({ ...portfolio(agency, 1), photos: () => ['Salon.JPG', 'jardin.jpg'] });
    const listing = writeListings(rows);
    await send(
      await zipFeed({
        listings: listing,
        pictures: [picture('salon.jpg', 'one'), picture('sous/Jardin.jpg', 'two')],
      }),
    );
    const first = await sources();
    expect(first).toEqual(
      [1, 2].map(() => ({ kind: 'file', source: expect.stringMatching(/^feeds\/\d+\/[0-9a-f]{40}\.jpg$/) })),
    );
    const stored = await services.storage.get(first[0]!.source);
    expect(stored?.size).toBe(3);

    // Mode=DIFF: only what changed.
    const report = await send(
      await zipFeed({ listings: listing, pictures: [picture('jardin.jpg', 'three!')] }),
    );
    expect(report.diff.photosChanged).toHaveLength(1);
    const second = await sources();
    expect(second[0]).toEqual(first[0]);
    expect(second[1]).not.toEqual(first[1]);
  });

  test('missing or damaged ones are said, and the listing goes without them', async () => {
    const rows = generatePortfolio({
      ...portfolio(agency, 1),
      photos: () => ['absente.jpg', 'cassee.jpg', 'bonne.jpg'],
    });
    const zip = await zipFeed({
      listings: writeListings(rows),
      pictures: [picture('cassee.jpg', 'x'.repeat(50)), picture('bonne.jpg', 'ok')],
    });
    const central = zip.indexOf('cassee.jpg', zip.indexOf('PK\u0001\u0002', 0, 'latin1'), 'latin1') - 46;
    zip.writeUInt32LE(1, central + 16);
    const report = await send(zip);
    expect(report.diagnostics.map(({ code, value }) => [code, value])).toEqual([
      ['photo_missing', 'absente.jpg'],
      ['photo_missing', 'cassee.jpg'],
    ]);
    expect(await sources()).toHaveLength(1);
  });

  test('leave nothing behind when the import is held', async () => {
    await feed(generatePortfolio(portfolio(agency, 10)));
    const rows = generatePortfolio({ ...portfolio(agency, 1), photos: () => ['a.jpg'] });
    const before = await readdir(path.join(services.env.dataDir, 'files'), { recursive: true });
    const report = await send(
      await zipFeed({ listings: writeListings(rows), pictures: [picture('a.jpg', 'abc')] }),
    );
    expect(report.status).toBe('held');
    const after = await readdir(path.join(services.env.dataDir, 'files'), { recursive: true });
    expect(after.filter((file) => file.endsWith('.jpg'))).toEqual(
      before.filter((file) => file.endsWith('.jpg')),
    );
  });
});
