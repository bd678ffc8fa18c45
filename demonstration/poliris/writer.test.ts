import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLUMNS } from '#rooms/feeds/columns.ts';
import { openArchive } from '#rooms/feeds/formats/archive.server.ts';
import { readPoliris, surveyPoliris } from '#rooms/feeds/formats/poliris.server.ts';
import { readRecords } from '#rooms/feeds/formats/poliris-records.server.ts';
import { generatePortfolio, nextDay } from './portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from './writer.server.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-writer-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readBack(zip: Buffer) {
  const file = path.join(folder, 'feed.zip');
  await writeFile(file, zip);
  const archive = await openArchive(file);
  const survey = await surveyPoliris(archive);
  const rows = [];
  for await (const row of readPoliris(archive, survey)) rows.push(row);
  archive.close();
  return { survey, rows, archive };
}

const places = [
  { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 },
  { postalCode: '75011', city: 'Paris 11', lat: 48.86, lng: 2.38, pricePerM2: 9800 },
];
const request = { seed: 7, agency: 'demo-port', count: 200, places };

describe('any text survives writing and reading', () => {
  // What windows-1252 can write, without quotes (the format replaces them) nor markup (the reader takes it away).
  const letter = fc.constantFrom(...Array.from("abcXYZ 0189éèàçôœŒ€’“”…–!#;,.'/\\%°²«»\u00a0"));
  const words = fc.array(letter, { maxLength: 60 }).map((letters) => letters.join(''));
  const lines = fc.array(words, { maxLength: 4 }).map((all) => all.join('\n'));
  const options = fc.record({
    encoding: fc.constantFrom('windows-1252' as const, 'utf-8' as const),
    mark: fc.boolean(),
    newline: fc.constantFrom('\n' as const, '\r\n' as const),
    trailing: fc.boolean(),
    spaced: fc.boolean(),
    rawNewlines: fc.boolean(),
  });

  test('every field of every row comes back, with the encoding found', async () => {
    const row = fc.record({
      title: words,
      description: lines,
      quarter: words,
      price: fc.integer({ min: 2, max: 9_999_999 }),
      furnished: fc.constantFrom(true, false, null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), options, async (values, how) => {
        const rows = values.map(
          (value, index): PolirisValues => ({
            agency: 'ag-1',
            reference: `R${index}`,
            technicalId: `T${index}`,
            formatVersion: '4.12',
            ...value,
          }),
        );
        const bytes = writeListings(rows, how);
        const found = [];
        const pieces = async function* () {
          for (let start = 0; start < bytes.length; start += 100) yield bytes.subarray(start, start + 100);
        };
        for await (const { fields } of readRecords(pieces(), how.encoding)) found.push(fields);
        expect(found).toHaveLength(rows.length);
        found.forEach((fields, index) => {
          expect(fields).toHaveLength(334);
          const at = (key: string) => fields[COLUMNS.findIndex((column) => column.key === key)];
          expect(at('technicalId')).toBe(`T${index}`);
          expect(at('title')).toBe(values[index]?.title);
          expect(at('description')).toBe(
            how.rawNewlines
              ? values[index]?.description
              : values[index]?.description.replaceAll('\n', '<BR>'),
          );
          expect(at('price')).toBe(String(values[index]?.price));
          expect(at('furnished')).toBe(
            { true: 'OUI', false: 'NON', null: '' }[String(values[index]?.furnished)],
          );
        });
      }),
      { numRuns: 150 },
    );
  });
});

describe('the generated portfolio', () => {
  test('is the same for the same seed, to the byte, and another for another', async () => {
    const bytes = async (seed: number) =>
      zipFeed({ listings: writeListings(generatePortfolio({ ...request, seed })) });
    expect((await bytes(7)).equals(await bytes(7))).toBe(true);
    expect((await bytes(7)).equals(await bytes(8))).toBe(false);
  });

  test.each([
    { trailing: true, rawNewlines: true },
    { encoding: 'utf-8' as const, mark: true, newline: '\r\n' as const },
    { spaced: true, columns: 334 },
  ])('is read whole and without a single diagnostic (%o)', async (how) => {
    const rows = generatePortfolio(request);
    const { rows: read, survey } = await readBack(await zipFeed({ listings: writeListings(rows, how) }));
    expect(survey).toMatchObject({
      records: 200,
      commonCount: 334,
      encoding: how.encoding ?? 'windows-1252',
    });
    expect(read.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    expect(read.map(({ technicalId, result }) => [technicalId, result.refusal])).toEqual(
      rows.map((row) => [row.technicalId, null]),
    );
    for (const [index, { result }] of read.entries()) {
      if (result.refusal !== null) continue;
      const { draft } = result;
      const written = rows[index]!;
      expect(draft.price).toBe(Math.round(Number(written.price) * 100));
      expect(draft.transaction).toBe(written.transaction === 'location' ? 2 : 1);
      expect(draft.title).toBe(written.title);
      expect(draft.description).toBe(written.description);
      expect(draft.exactLat).toBeCloseTo(Number(written.latitude), 9);
      expect(draft.photos[0]?.source).toBe(written.photo1);
    }
    const kinds = new Set(
      read.map(({ result }) => (result.refusal === null ? result.draft.propertyType : '')),
    );
    expect(kinds.size).toBeGreaterThan(4);
  });

  test('moves as asked from one day to the next', () => {
    const rows = generatePortfolio(request);
    const day = nextDay(request, rows, {
      seed: 3,
      gone: 2,
      fresh: 3,
      cheaper: 4,
      newPicture: 5,
      newReference: 1,
    });
    const before = new Map(rows.map((row) => [row.technicalId, row]));
    const after = new Map(day.rows.map((row) => [row.technicalId, row]));
    expect(after.size).toBe(201);
    expect([day.gone.length, day.fresh.length, day.cheaper.length]).toEqual([2, 3, 4]);
    for (const id of day.gone) expect(after.has(id)).toBe(false);
    for (const id of day.fresh) expect(before.has(id)).toBe(false);
    for (const id of day.cheaper)
      expect(Number(after.get(id)?.price)).toBeLessThan(Number(before.get(id)?.price));
    for (const id of day.newPicture)
      expect({ ...after.get(id), photo1: '' }).toEqual({ ...before.get(id), photo1: '' });
  });
});
