import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testServices } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { resumeImports } from './applying/rules.server.ts';
import type { FeedReport } from './contract.ts';
import { generatePortfolio, nextDay } from './poliris/writer/portfolio/rules.server.ts';
import { type PolirisValues, writeListings, zipFeed, zipFiles } from './poliris/writer/rules.server.ts';
import { needsAttention } from './report/rules.server.ts';
import { type ImportRequest, importFeed } from './rules.server.ts';

const { services, db } = await testServices();
const shared = path.resolve('../shared/data/feeds/poliris');

const places = [
  { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 },
  { postalCode: '75011', city: 'Paris 11', lat: 48.86, lng: 2.38, pricePerM2: 9800 },
];
const portfolio = (agency: string, count = 30) => ({ seed: 5, agency, count, places });

let number = 0;
/** Writes the bytes under a name and imports them. */
async function send(
  bytes: Uint8Array,
  options: Partial<ImportRequest> & { name?: string } = {},
): Promise<FeedReport> {
  number += 1;
  const { name = `flux-${number}.zip`, ...request } = options;
  const file = path.join(services.env.dataDir, name);
  await writeFile(file, bytes);
  return importFeed(services, { file, ...request });
}

function feed(
  rows: readonly PolirisValues[],
  options: Partial<ImportRequest> & { name?: string } = {},
): Promise<FeedReport> {
  return zipFeed({ listings: writeListings(rows, { trailing: true }) }).then((zip) => send(zip, options));
}

interface Line {
  technicalId: string;
  status: string;
  price: number;
  reference: string;
  id: number;
}

async function listings(agency: string): Promise<Map<string, Line>> {
  const { rows } = await sql<Line>`
    select technical_id, status, price, reference, listing.id
    from listing join agency on agency.id = agency_id where owner_reference = ${agency} order by technical_id
  `.execute(db);
  return new Map(rows.map((row) => [row.technicalId, row]));
}

const online = async (agency: string) =>
  [...(await listings(agency)).values()]
    .filter(({ status }) => status === 'online')
    .map(({ technicalId }) => technicalId);

async function events(run: string | null = null): Promise<{ kind: string; ref: number; run: string }[]> {
  const { rows } = await sql<{ kind: string; ref: number; run: string }>`
    select kind, ref, run from change where ${run}::text is null or run = ${run}::text order by seq
  `.execute(db);
  return rows;
}

function tally(values: readonly { kind: string }[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
  );
}

/** Everything an import could write, counted and summed. */
async function footprint(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from feed_import) as imports, (select count(*) from feed_agency) as agencies,
      (select count(*) from feed_staged) as staged, (select count(*) from feed_photo) as photos,
      (select count(*) from listing) as listings, (select count(*) from listing_photo) as listing_photos,
      (select max(at) from listing_confirmation) as confirmed, (select count(*) from change) as changes
  `.execute(db);
  const files = await readdir(path.join(services.env.dataDir, 'files'), { recursive: true }).catch(() => []);
  return { ...rows[0]!, files: files.length };
}

let agency = '';
let count = 0;
beforeEach(async () => {
  count += 1;
  agency = `agence-${count}`;
  await lawfulAgency(db, agency);
});

describe('a portfolio from one day to the next', () => {
  test('is created, then changed by exactly the difference, with the events that it means', async () => {
    const request = portfolio(agency);
    const first = generatePortfolio(request);
    const day1 = await feed(first);
    expect(day1).toMatchObject({ status: 'done', dryRun: false, diagnostics: [] });
    expect(day1.diff.created).toHaveLength(30);
    expect(needsAttention(day1)).toBe(false);
    expect(await online(agency)).toHaveLength(30);
    expect(tally(await events(`import:${day1.importId}`))).toEqual({
      'listing.appeared': 30,
      'feeds.imported': 1,
    });
    expect((await events()).at(-1)).toMatchObject({ kind: 'feeds.imported', ref: day1.importId });

    const before = await listings(agency);
    const next = nextDay(request, first, {
      seed: 2,
      gone: 2,
      fresh: 1,
      cheaper: 1,
      newPicture: 1,
      newReference: 1,
    });
    const day2 = await feed(next.rows);
    expect(day2.diff).toMatchObject({
      created: next.fresh,
      withdrawn: expect.arrayContaining(next.gone),
      photosChanged: next.newPicture,
      referenceChanged: next.newReference,
    });
    expect(day2.diff.updated.toSorted()).toEqual(
      [...next.cheaper, ...next.newPicture, ...next.newReference].toSorted(),
    );
    expect(day2.diff.withdrawn).toHaveLength(2);
    expect(day2.diff.unchanged).toHaveLength(25);
    const after = await listings(agency);
    expect(day2.diff.priceChanged).toEqual([
      {
        technicalId: next.cheaper[0],
        from: before.get(next.cheaper[0]!)?.price,
        to: after.get(next.cheaper[0]!)?.price,
      },
    ]);
    expect(next.gone.map((id) => after.get(id)?.status)).toEqual(['withdrawn', 'withdrawn']);
    expect(after.get(next.newReference[0]!)).toMatchObject({ id: before.get(next.newReference[0]!)?.id });
    expect(tally(await events(`import:${day2.importId}`))).toEqual({
      'listing.appeared': 1,
      'listing.left': 2,
      'listing.priceFell': 1,
      'feeds.imported': 1,
    });
  });

  test('the same file again writes no event and no listing, and confirms what is on line', async () => {
    const rows = generatePortfolio(portfolio(agency, 12));
    await feed(rows);
    const told = (await events()).length;
    const report = await feed(rows);
    expect(report).toMatchObject({ status: 'identical', agencies: [{ status: 'identical' }] });
    expect(needsAttention(report)).toBe(false);
    expect(await events()).toHaveLength(told);
    const { rows: late } = await sql`
      select 1 from listing_confirmation join listing on listing.id = listing_id join agency on agency.id = agency_id
      where owner_reference = ${agency} and at <= (select received_at from feed_import where id = ${(report.importId ?? 0) - 1})
    `.execute(db);
    expect(late).toEqual([]);
  });

  test('another file with the same content changes nothing and tells nothing', async () => {
    const rows = generatePortfolio(portfolio(agency, 12));
    await feed(rows);
    const told = (await events()).length;
    const report = await send(
      await zipFeed({ listings: writeListings(rows, { encoding: 'utf-8', mark: true, newline: '\r\n' }) }),
    );
    expect(report).toMatchObject({ status: 'done', diff: { created: [], updated: [], withdrawn: [] } });
    expect(report.diff.unchanged).toHaveLength(12);
    expect(await events()).toHaveLength(told);
  });

  test('a listing that comes back is the same listing', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    await feed(rows);
    const id = (await listings(agency)).get(String(rows[3]?.technicalId))?.id;
    await feed(rows.toSpliced(3, 1));
    const report = await feed(rows);
    expect(report.diff.returned).toEqual([rows[3]?.technicalId]);
    expect((await listings(agency)).get(String(rows[3]?.technicalId))).toMatchObject({
      id,
      status: 'online',
    });
    expect(tally(await events(`import:${report.importId}`))).toEqual({
      'listing.returned': 1,
      'feeds.imported': 1,
    });
  });

  test('what an agency typed in by hand is not taken away by its feed', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    await feed(rows);
    const kept = String(rows[0]?.technicalId);
    await sql`update listing set source = 'manual' where technical_id = ${kept}`.execute(db);
    const report = await feed(rows.slice(1));
    expect(report.diff.withdrawn).toEqual([]);
    expect(await online(agency)).toContain(kept);
  });

  test('the shared S1: what its notes say of the second day', async () => {
    if (!existsSync(shared)) {
      process.stderr.write(`Flux partagés absents (${path.relative('.', shared)}) : S1 n’est pas importé.\n`);
      return;
    }
    await lawfulAgency(db, 'demo01');
    const expected = JSON.parse(readFileSync(path.join(shared, 'S1-hektor-attendu.json'), 'utf8')).diff_j1_j2;
    const day1 = await importFeed(services, { file: path.join(shared, 'S1-hektor_demo01-j1.zip') });
    expect(day1.diff.created).toHaveLength(30);
    expect(day1.publication).toMatchObject([
      { technicalId: 'DEMO01-1010', status: 'refused', hold: 'block', rules: ['R17'] },
    ]);
    expect(await online('demo01')).toHaveLength(29);
    const day2 = await importFeed(services, { file: path.join(shared, 'S1-hektor_demo01-j2.zip') });
    expect(day2.diff).toMatchObject({
      created: expected.nouvelles,
      photosChanged: expected.photo_modifiee,
      referenceChanged: expected.reference_modifiee,
    });
    expect(day2.diff.withdrawn.toSorted()).toEqual(expected.supprimees);
    expect(day2.diff.priceChanged).toEqual([
      { technicalId: 'DEMO01-1000', from: 76_232_000, to: 72_420_400 },
    ]);
    expect(tally(await events(`import:${day2.importId}`))).toEqual({
      'listing.appeared': 1,
      'listing.priceFell': 1,
      'listing.left': 2,
      'feeds.imported': 1,
    });
  });
});

describe('who a file belongs to', () => {
  test('a grouped file replaces the portfolio of each agency in it and of no other', async () => {
    const other = `${agency}-b`;
    const third = `${agency}-c`;
    await lawfulAgency(db, other);
    await lawfulAgency(db, third);
    const mine = generatePortfolio(portfolio(agency, 6));
    const theirs = generatePortfolio(portfolio(other, 6));
    await feed([...mine, ...theirs, ...generatePortfolio(portfolio(third, 6))]);
    const report = await feed([...mine.slice(1), ...theirs]);
    expect(report.agencies.map(({ agency: name, diff }) => [name, diff.withdrawn.length])).toEqual([
      [agency, 1],
      [other, 0],
    ]);
    expect(
      [await online(agency), await online(other), await online(third)].map(({ length }) => length),
    ).toEqual([5, 6, 6]);
    expect(tally(await events(`import:${report.importId}`))).toEqual({
      'listing.left': 1,
      'feeds.imported': 1,
    });
  });

  test('an unknown agency is said and never created; the known ones of the file are imported', async () => {
    const rows = [
      ...generatePortfolio(portfolio(agency, 4)),
      ...generatePortfolio(portfolio('inconnue-1', 4)),
    ];
    const report = await feed(rows);
    expect(report.agencies.map(({ agency: name, status, reason }) => [name, status, reason])).toEqual([
      [agency, 'done', null],
      ['inconnue-1', 'refused', 'FEED_UNKNOWN_AGENCY'],
    ]);
    expect(needsAttention(report)).toBe(true);
    const alone = await feed(generatePortfolio(portfolio('inconnue-1', 4)));
    expect(alone).toMatchObject({
      status: 'refused',
      reason: 'FEED_UNKNOWN_AGENCY',
      message: expect.stringContaining('inconnue-1'),
    });
    const { rows: found } = await sql`select 1 from agency where owner_reference = 'inconnue-1'`.execute(db);
    expect(found).toEqual([]);
  });

  test('rows without agency take the one given, or that of the file name', async () => {
    const rows = generatePortfolio(portfolio(agency, 4)).map((row) => ({ ...row, agency: '' }));
    expect(await feed(rows)).toMatchObject({ status: 'refused', reason: 'FEED_NO_AGENCY' });
    expect(await feed(rows, { agency: agency.toUpperCase() })).toMatchObject({ status: 'done' });
    expect(await feed(rows.slice(0, 3), { name: `hektor_${agency}.zip` })).toMatchObject({
      status: 'done',
      diff: { withdrawn: [expect.any(String)] },
    });
    expect(await online(agency)).toHaveLength(3);
  });

  test('a file that names another agency than the one asked is refused', async () => {
    await feed(generatePortfolio(portfolio(agency, 4)));
    const report = await feed(generatePortfolio(portfolio(agency, 2)), { agency: 'une-autre' });
    expect(report).toMatchObject({ status: 'refused', reason: 'FEED_OTHER_AGENCY' });
    expect(await online(agency)).toHaveLength(4);
  });
});

describe('the mass-removal guard', () => {
  test('holds a file that would take away more than 30 % and at least 3, all or nothing, until confirmed', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    await feed(rows);
    const cheaper = { ...rows[0], price: 12_345, priceWithoutFees: '', feesPayer: 2, fees: 0 };
    const held = await feed([cheaper, ...rows.slice(1, 6)]);
    expect(held).toMatchObject({
      status: 'held',
      reason: 'FEED_HELD',
      message: expect.stringContaining('4 annonces sur 10'),
    });
    expect(needsAttention(held)).toBe(true);
    expect(await online(agency)).toHaveLength(10);
    expect(await events(`import:${held.importId}`)).toEqual([]);
    expect(
      (await sql`select 1 from feed_staged where import_id = ${held.importId}`.execute(db)).rows,
    ).toEqual([]);
    const confirmed = await feed([cheaper, ...rows.slice(1, 6)], { confirmed: true });
    expect(confirmed).toMatchObject({ status: 'done' });
    expect(await online(agency)).toHaveLength(6);
    const { rows: former } =
      await sql`select status from feed_agency where import_id = ${held.importId}`.execute(db);
    expect(former).toEqual([{ status: 'outdated' }]);
  });

  test.each([
    [10, 3, 'done'],
    [10, 4, 'held'],
    [4, 2, 'done'],
    [4, 3, 'held'],
    [3, 3, 'held'],
  ])('of %d, %d leave: %s', async (all, leave, status) => {
    const rows = generatePortfolio(portfolio(agency, all));
    await feed(rows);
    const replaced = generatePortfolio({ ...portfolio(agency, 1), from: 9000 });
    expect(await feed([...rows.slice(leave), ...replaced])).toMatchObject({ status });
  });

  test('an empty file is always held, and takes all away once confirmed', async () => {
    await feed(generatePortfolio(portfolio(agency, 2)));
    expect(await feed([], { agency })).toMatchObject({ status: 'held' });
    expect(await online(agency)).toHaveLength(2);
    expect(await feed([], { agency, confirmed: true })).toMatchObject({ status: 'done' });
    expect(await online(agency)).toEqual([]);
    expect(await feed([])).toMatchObject({ status: 'refused', reason: 'FEED_NO_AGENCY' });
  });
});

describe('rows that are refused', () => {
  test('leave their listing as it was; out of scope, they let it go', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    await feed(rows);
    const report = await feed([
      { ...rows[0], price: 0 },
      {
        ...rows[1],
        postalCode: '99999',
        city: 'Villeneuve-Imaginaire',
      },
      { ...rows[2], transaction: 'vente-fonds-de-commerce' },
      ...rows.slice(3),
    ]);
    const [first, second, third] = rows.map(({ technicalId }) => String(technicalId));
    expect(report.status).toBe('done');
    expect(report.diff.refused).toEqual([first, second, third]);
    expect(report.diff.kept).toEqual([first, second]);
    expect(report.diff.withdrawn).toEqual([third]);
    expect(report.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['price', 1],
      ['place', 2],
      ['transaction_scope', 3],
    ]);
    expect(needsAttention(report)).toBe(false);
    expect(await online(agency)).toHaveLength(9);
  });

  test('a repeated identifier is one listing', async () => {
    const rows = generatePortfolio(portfolio(agency, 3));
    const report = await feed([...rows, { ...rows[0], price: 99_999, priceWithoutFees: '' }]);
    expect(report.diagnostics).toMatchObject([{ code: 'duplicate', line: expect.any(Number) }]);
    expect(await online(agency)).toHaveLength(3);
    // The same listing once with its agency said, once without.
    const mixed = await feed([...rows, { ...rows[1], agency: '' }], { agency });
    expect(mixed.diagnostics).toMatchObject([{ code: 'duplicate' }]);
  });

  test('when nothing can be read, nothing changes', async () => {
    const rows = generatePortfolio(portfolio(agency, 5));
    await feed(rows);
    const report = await feed(rows.map((row) => ({ ...row, price: 1 })));
    expect(report).toMatchObject({ status: 'refused', reason: 'FEED_ALL_REFUSED' });
    expect(await online(agency)).toHaveLength(5);
  });
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

  test('a damaged row in which no listing can be recognised suspends every withdrawal', async () => {
    const rows = generatePortfolio(portfolio(agency, 8));
    await feed(rows);
    const text = `${writeListings(rows.slice(0, 6)).toString('latin1')}"${agency}"!#"cass`;
    const report = await send(await zipFeed({ listings: Buffer.from(text, 'latin1') }));
    expect(report).toMatchObject({ status: 'done', diff: { withdrawn: [] } });
    expect(report.agencies[0]?.notes.join()).toContain('aucune annonce n’est retirée');
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

describe('imports that are cut', () => {
  class Killed extends Error {}

  const statusOf = async () => {
    const { rows } = await sql<{
      id: number;
      status: string;
      reason: string | null;
    }>`select id, status, reason from feed_import order by id desc limit 1`.execute(db);
    return rows[0]!;
  };

  test('while applying: what was done stays, the rest is done later, and the run is told once', async () => {
    const request = portfolio(agency, 700);
    const rows = generatePortfolio(request);
    let steps = 0;
    const cut = feed(rows, {
      onProgress(phase, done) {
        if (phase === 'apply' && done > 0 && (steps += 1) === 1) throw new Killed();
      },
    });
    await expect(cut).rejects.toThrow(Killed);
    const { id, status } = await statusOf();
    expect(status).toBe('applying');
    const half = (await online(agency)).length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(700);
    expect(await resumeImports(db)).toBe(1);
    expect(await statusOf()).toMatchObject({ id, status: 'done' });
    expect(await online(agency)).toHaveLength(700);
    expect(tally(await events(`import:${id}`))).toEqual({ 'listing.appeared': 700, 'feeds.imported': 1 });
    const { rows: counts } = await sql<{
      counts: unknown;
    }>`select counts from feed_agency where import_id = ${id}`.execute(db);
    expect(counts[0]?.counts).toMatchObject({ created: 700 });
    expect(await resumeImports(db)).toBe(0);
  });

  test('while reading: nothing changed, and nothing stays', async () => {
    const rows = generatePortfolio(portfolio(agency, 20));
    const cut = feed(rows, {
      onProgress(phase, done) {
        if (phase === 'read' && done === 15) throw new Killed();
      },
    });
    await expect(cut).rejects.toThrow(Killed);
    expect(await resumeImports(db)).toBe(1);
    expect(await statusOf()).toMatchObject({ status: 'refused', reason: 'FEED_INTERRUPTED' });
    expect((await sql`select 1 from feed_staged`.execute(db)).rows).toEqual([]);
    expect(await online(agency)).toEqual([]);
    expect(await feed(rows)).toMatchObject({ status: 'done' });
  });

  test('by the database: the import finds it again and ends well', async () => {
    // The connection dies in the middle of the second chunk: a sequence is not rolled back with it.
    await sql`
      create sequence chunks;
      create function die() returns trigger language plpgsql as $$ begin
        if nextval('chunks') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger die after delete on feed_staged for each statement execute function die();
    `.execute(db);
    const report = await feed(generatePortfolio(portfolio(agency, 700)));
    await sql`drop trigger die on feed_staged`.execute(db);
    expect(
      (await sql<{ lastValue: number }>`select last_value from chunks`.execute(db)).rows[0]?.lastValue,
    ).toBeGreaterThan(3);
    expect(report).toMatchObject({ status: 'done', agencies: [{ status: 'done' }] });
    expect(await online(agency)).toHaveLength(700);
    expect(tally(await events(`import:${report.importId}`))).toEqual({
      'listing.appeared': 700,
      'feeds.imported': 1,
    });
  });

  test('a newer file takes over from one that was cut', async () => {
    const rows = generatePortfolio(portfolio(agency, 700));
    let steps = 0;
    await expect(
      feed(rows, {
        onProgress(phase, done) {
          if (phase === 'apply' && done > 0 && (steps += 1) === 1) throw new Killed();
        },
      }),
    ).rejects.toThrow(Killed);
    const { id } = await statusOf();
    const newer = await feed(rows.slice(0, 600));
    expect(newer.status).toBe('done');
    await resumeImports(db);
    expect(await online(agency)).toHaveLength(600);
    expect(tally(await events(`import:${id}`))['feeds.imported']).toBe(1);
    const { rows: states } = await sql`select status from feed_agency where import_id = ${id}`.execute(db);
    expect(states).toEqual([{ status: 'outdated' }]);
  });
});

describe('several at once', () => {
  test('two files of one agency go one after the other; the newer one wins', async () => {
    const request = portfolio(agency, 40);
    const rows = generatePortfolio(request);
    await feed(rows);
    const next = nextDay(request, rows, { seed: 1, cheaper: 3 });
    const reports = await Promise.all([feed(rows.slice(0, 35)), feed(next.rows), feed(rows.slice(0, 38))]);
    const last = reports.toSorted((a, b) => (b.importId ?? 0) - (a.importId ?? 0))[0]!;
    expect(last.status).toBe('done');
    const size = [35, 40, 38][reports.indexOf(last)];
    expect(await online(agency)).toHaveLength(size!);
    for (const report of reports) expect(['done', 'refused', 'identical']).toContain(report.status);
  });

  test('the same file twice at once is applied once', async () => {
    const rows = generatePortfolio(portfolio(agency, 20));
    const reports = await Promise.all([feed(rows), feed(rows)]);
    expect(reports.map(({ status }) => status).filter((status) => status === 'done')).toHaveLength(1);
    expect(await online(agency)).toHaveLength(20);
  });

  test('a file that was received before another that is already on line is ignored', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    // As if a newer one had been received and applied while this one was still being opened.
    const { rows: newer } = await sql<{ id: number }>`
      insert into feed_import (id, format, file_name, sha256, received_at, status) overriding system value
      values (1000000, 'poliris', 'plus-recent.zip', '', now(), 'done') returning id
    `.execute(db);
    await sql`
      insert into feed_agency (import_id, agency_id, status)
      select ${newer[0]!.id}, id, 'done' from agency where owner_reference = ${agency}
    `.execute(db);
    const report = await feed(rows);
    expect(report).toMatchObject({
      status: 'refused',
      reason: 'FEED_OUTDATED',
      agencies: [{ status: 'outdated' }],
    });
    expect(needsAttention(report)).toBe(true);
    expect(await online(agency)).toEqual([]);
  });
});
