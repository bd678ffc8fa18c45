import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { generateListing } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../../tests/kit/law.ts';
import { describeReport } from '../closing/report.server.ts';
import type { Diagnostic } from '../contract.ts';
import { openArchive } from '../formats/archive.server.ts';
import { openPoliris } from '../formats/poliris.server.ts';
import { importFeed } from '../importing.server.ts';
import type { FeedRow } from '../rows/rows.ts';
import { stageFeed } from './staging.server.ts';

const { services, db } = await testServices();
await lawfulAgency(db, 'mechante');

const place = { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21 };
let number = 0;
const listing = (values: PolirisValues = {}): PolirisValues => ({
  ...generateListing({ seed: 1, agency: 'mechante', count: 1, places: [place] }, (number += 1)),
  ...values,
});

async function archiveOf(rows: readonly PolirisValues[]): Promise<string> {
  const file = path.join(services.env.dataDir, `flux-${(number += 1)}.zip`);
  await writeFile(file, await zipFeed({ listings: writeListings(rows, { encoding: 'utf-8' }) }));
  return file;
}

const send = async (rows: readonly PolirisValues[]) =>
  importFeed(services, { file: await archiveOf(rows), confirmed: true });

const long = (count: number) => `${'x'.repeat(count)}😀`;

describe('a row made to break its file', () => {
  test.each<[string, PolirisValues]>([
    ['NUL in a photo', { photo1: 'a\0b.jpg' }],
    ['NUL in the address of a photo', { photo1: 'https://a.example/\0.jpg' }],
    ['NUL in the address of a visit', { visitUrl: 'https://a.example/\0' }],
    ['NUL in an e-mail address', { contactEmail: 'a\0@b.fr' }],
    ['NUL in a price', { price: '1\x002' }],
    ['NUL in a date', { availableOn: '01/01/2026\0' }],
    ['NUL in the agency', { agency: 'mech\0ante' }],
    ['an emoji across the end of the title', { title: long(199) }],
    ['an emoji across the end of the description', { description: long(7_999) }],
    ['an emoji across the end of the reference', { reference: long(59) }],
    ['an emoji across the end of a line', { contactName: long(254) }],
    ['an emoji across the end of what is read', { quarter: long(19_999) }],
    ['an emoji across the end of what is told', { price: long(119) }],
  ])('%s: the others are read all the same', async (_, values) => {
    const other = listing();
    const report = await send([listing(values), other]);
    expect([report.status, report.reason]).toEqual(['done', null]);
    expect(report.diff.created).toContain(other.technicalId);
  });

  test('commands no terminal and reorders no words of a report', async () => {
    const report = await send([
      listing({ technicalId: 'A\u001b[2JB', price: '\u001b]0;x\u0007\u009b31m\u202egratuit' }),
      listing({ agency: '\u001b[31mrouge' }),
      listing(),
    ]);
    // oxlint-disable-next-line no-control-regex
    expect(describeReport(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  test('publishes no line longer than a line', async () => {
    const values = listing({ quarter: 'q'.repeat(15_000), address: 'a'.repeat(15_000) });
    await send([values, listing()]);
    const { rows } = await sql<{ quarter: string; address: string }>`
      select quarter, address from listing where technical_id = ${values.technicalId}`.execute(db);
    expect([rows[0]?.quarter.length, rows[0]?.address.length]).toEqual([255, 255]);
  });
});

describe('a file made to fill the memory', () => {
  test('has its first remarks told, the others counted', async () => {
    const remark: Diagnostic = {
      code: 'number',
      severity: 'warning',
      line: 1,
      agency: 'mechante',
      technicalId: 'A',
      reference: 'A',
      column: 1,
      field: 'Prix',
      value: '?',
      message: 'Nombre illisible.',
    };
    async function* rows(): AsyncGenerator<FeedRow> {
      for (let line = 1; line <= 3; line += 1) {
        const diagnostics = Array.from({ length: 20_000 }, () => remark);
        const result = { refusal: 'content' } as const;
        const told = { line, column: null, field: 'Ville' };
        const where = { city: told, photos: new Map() };
        yield { line, agency: 'mechante', technicalId: 'A', reference: 'A', diagnostics, where, result };
      }
    }
    const feed = openPoliris(await openArchive(await archiveOf([listing()])));
    const staged = await stageFeed({
      db,
      feed,
      rows: rows(),
      agencies: new Map(),
      stage: null,
      ending: 'whole',
      confirmed: false,
      collect: false,
      onRow: () => {},
    });
    feed.close();
    expect(staged.diagnostics).toHaveLength(50_000);
    expect(staged.notes).toEqual([expect.stringMatching(/^10\s000\sremarques de plus/)]);
  });

  test.each([
    ['rows', 'flux-lignes.zip', () => '"a"!#""\n'.repeat(300_001), '300000 annonces'],
    [
      'agencies',
      'flux-agences.zip',
      () => Array.from({ length: 1_001 }, (_, n) => `"agence-${n}"!#""\n`).join(''),
      '1000 agences',
    ],
  ])('is refused for too many %s', async (_, name, text, limit) => {
    const { default: yazl } = await import('yazl');
    const { buffer } = await import('node:stream/consumers');
    const zip = new yazl.ZipFile();
    // Stored, not deflated: it must not be refused for its ratio.
    zip.addBuffer(Buffer.from(text()), 'Annonces.csv', { compress: false });
    zip.end();
    const file = path.join(services.env.dataDir, name);
    await writeFile(file, await buffer(zip.outputStream));
    const report = await importFeed(services, { file });
    expect([report.status, report.reason]).toEqual(['refused', 'FEED_TOO_BIG']);
    expect(report.message).toContain(limit);
  });
});
