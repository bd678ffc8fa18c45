import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { needsAttention } from './closing/report.server.ts';
import { importFeed } from './importing.server.ts';

const { services, db, desk, portfolio, send, feed, listings, online, events, tally } = await importDesk();
const shared = path.resolve('../shared/data/feeds/poliris');

let agency = '';
beforeEach(() => {
  agency = desk.agency;
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
