import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { type WriteOptions, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { readBytes } from '../../../tests/kit/poliris.ts';
import { needsAttention } from './closing/report.server.ts';

const { db, desk, portfolio, send, online, listings } = await importDesk();

let agency = '';
beforeEach(() => {
  agency = desk.agency;
});

const zipOf = (listingsFile: Buffer) => zipFeed({ listings: listingsFile });

describe('Annonces.csv cut short in a sound archive', () => {
  test.each([75, 85, 95])('at %d percent of its bytes withdraws nothing, and says it', async (share) => {
    const whole = writeListings(generatePortfolio(portfolio(agency, 12)), { trailing: true });
    await send(await zipOf(whole));
    const before = await listings(agency);
    const cut = whole.subarray(0, Math.floor((whole.length * share) / 100));
    const report = await send(await zipOf(cut));
    expect(report).toMatchObject({ status: 'done', diff: { withdrawn: [] } });
    expect(report.agencies[0]?.notes.join()).toMatch(/Le fichier est coupé.*Aucune annonce n’est retirée/);
    expect(needsAttention(report)).toBe(true);
    expect(await listings(agency)).toEqual(before);
    expect(await online(agency)).toHaveLength(12);
    expect((await send(await zipOf(whole))).diff).toMatchObject({ created: [], updated: [], returned: [] });
  });

  test.each<[string, WriteOptions]>([
    ['LF and a last separator', { trailing: true }],
    ['CRLF', { newline: '\r\n' }],
    ['CRLF, a last separator, spaces', { newline: '\r\n', trailing: true, spaced: true }],
    ['CR', { newline: '\r' }],
  ])('is seen at every byte of its last row: %s', async (_name, options) => {
    const rows = generatePortfolio(portfolio(agency, 3)).map((row) => ({ ...row, description: 'Clair.' }));
    const bytes = writeListings(rows, { ...options, columns: 21 });
    const start = writeListings(rows.slice(0, 2), { ...options, columns: 21 }).length;
    const endings = new Map<string, number[]>();
    for (let length = start + 1; length <= bytes.length; length += 1) {
      const { survey } = await readBytes(bytes.subarray(0, length), '');
      endings.set(survey.ending, [...(endings.get(survey.ending) ?? []), length]);
    }
    expect(endings.get('whole')).toEqual([bytes.length]);
    // The row is whole, and only the end of its line is missing.
    expect(endings.get('open')).toEqual([bytes.length - (options.newline ?? '\n').length]);
    expect((await readBytes(bytes.subarray(0, start), '')).survey.ending).toBe('whole');
  });

  test('in the value of its last column leaves that listing as it was', async () => {
    const rows = generatePortfolio(portfolio(agency, 4));
    const whole = writeListings(rows);
    await send(await zipOf(whole));
    const report = await send(await zipOf(whole.subarray(0, whole.length - 2)));
    expect(report).toMatchObject({ status: 'done', damagedRows: 1, diff: { kept: [rows[3]?.technicalId] } });
    expect(report.diagnostics[0]).toMatchObject({ code: 'columns', line: 4 });
  });

  test('a last line without end is a sign, until it is seen to be the habit of its software', async () => {
    const rows = generatePortfolio(portfolio(agency, 8));
    const open = (count: number) => writeListings(rows.slice(0, count)).subarray(0, -1);
    await send(await zipOf(writeListings(rows)));
    const first = await send(await zipOf(open(7)));
    expect(first.diff.withdrawn).toEqual([]);
    expect(first.agencies[0]?.notes.join()).toContain('peut-être coupé');
    expect(await online(agency)).toHaveLength(8);
    const second = await send(await zipOf(open(6)));
    expect(second.diff.withdrawn).toHaveLength(2);
    expect(await online(agency)).toHaveLength(6);
    // What lacks nothing says nothing.
    expect((await send(await zipOf(writeListings(rows)))).agencies[0]?.notes.join()).not.toContain('coupé');
    expect((await send(await zipOf(open(8)))).agencies[0]?.notes.join()).not.toContain('coupé');
  });
});

describe('line ends and encodings of Annonces.csv', () => {
  test('rows that CR ends are all read', async () => {
    const rows = generatePortfolio(portfolio(agency, 3));
    await send(await zipOf(writeListings(rows)));
    const report = await send(await zipOf(writeListings(rows, { newline: '\r' })));
    expect(report).toMatchObject({ status: 'done', diagnostics: [], diff: { withdrawn: [], updated: [] } });
    expect(report.diff.unchanged).toHaveLength(3);
  });

  test('a row far longer than the widest version is damaged, not newer', async () => {
    const rows = generatePortfolio(portfolio(agency, 4));
    await send(await zipOf(writeListings(rows)));
    const lines = writeListings(rows).toString('latin1').trimEnd().split('\n');
    const glued = `${lines[0]!}!#${lines[1]!}\n${lines.slice(2).join('\n')}\n`;
    const report = await send(await zipOf(Buffer.from(glued, 'latin1')));
    expect(report).toMatchObject({ damagedRows: 1 });
    expect(report.diagnostics[0]?.message).toContain('334 colonnes attendues, 668 trouvées');
    expect(await online(agency)).toContain(rows[0]?.technicalId);
    // A few more are those of a version to come.
    const wider = lines.map((line) => `${line}!#"a"!#"b"`).join('\n');
    expect(await send(await zipOf(Buffer.from(`${wider}\n`, 'latin1')))).toMatchObject({ damagedRows: 0 });
  });

  test('a row in another encoding than its file is read in its own; UTF-16 is read', async () => {
    const rows = generatePortfolio(portfolio(agency, 3)).map((row) => ({ ...row, title: 'Été à Béziers' }));
    const mixed = Buffer.concat([
      writeListings(rows.slice(0, 1), { encoding: 'utf-8' }),
      writeListings(rows.slice(1)),
    ]);
    const titles = async () => {
      const { rows: found } = await sql<{ title: string }>`
        select title from listing join agency on agency.id = agency_id where owner_reference = ${agency}
      `.execute(db);
      return found.map(({ title }) => title);
    };
    await send(await zipOf(mixed));
    expect(await titles()).toEqual(['Été à Béziers', 'Été à Béziers', 'Été à Béziers']);
    const text = writeListings(rows, { encoding: 'utf-8', mark: true }).toString('utf8');
    const report = await send(await zipOf(Buffer.from(text, 'utf16le')));
    expect(report).toMatchObject({ status: 'done', diagnostics: [] });
    expect(report.diff.unchanged).toHaveLength(3);
  });
});
