import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeListings } from '#demonstration/poliris/writer.server.ts';
import { listing, one, readBytes, readFeed, saleBase } from '../../../../tests/kit/poliris.ts';
import { COLUMNS } from '../columns.ts';
import type { ReadListing } from '../contract.ts';

const shared = path.resolve('../shared/data/feeds/poliris');
const present = existsSync(shared);

/** Case, emptiness and the forms of numbers do not count (interface.md). */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return null;
  const text = value.trim().toLowerCase();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function comparable(read: Partial<ReadListing>) {
  return Object.fromEntries(Object.entries(read).map(([key, value]) => [key, normal(value)]));
}

describe('the shared feeds', () => {
  const cases = [
    ['S1-hektor_demo01-j1.zip', 'S1-hektor-attendu.json', 'j1'],
    ['S1-hektor_demo01-j2.zip', 'S1-hektor-attendu.json', 'j2'],
    ['S2-utf8_demo02.zip', 'S2-utf8-attendu.json', null],
    ['S3-fichiers_demo03.zip', 'S3-fichiers-attendu.json', null],
    ['S4-groupe_3-agences.zip', 'S4-groupe-attendu.json', null],
  ] as const;

  test('are all compared, or said not to be', () => {
    if (!present) {
      process.stderr.write(`Flux partagés absents (${path.relative('.', shared)}) : rien n’a été comparé.\n`);
      return;
    }
    const zips = readdirSync(shared).filter((name) => name.endsWith('.zip'));
    expect(zips.toSorted()).toEqual(
      [...cases.map(([zip]) => zip as string), 'S5-anomalies_demo05.zip'].toSorted(),
    );
  });

  test.runIf(present).each(cases)('%s gives what %s expects', async (zip, expectedFile, key) => {
    const parsed: unknown = JSON.parse(readFileSync(path.join(shared, expectedFile), 'utf8'));
    const expected = (key ? (parsed as Record<string, unknown>)[key] : parsed) as Partial<ReadListing>[];
    const { rows } = await readFeed(path.join(shared, zip));
    const read = rows.flatMap(({ result }) => (result.refusal === null ? [result.read] : []));
    expect(read.map(comparable)).toEqual(expected.map(comparable));
  });

  test.runIf(present)('S5 gets the verdicts expected, listing by listing', async () => {
    const expected = JSON.parse(readFileSync(path.join(shared, 'S5-anomalies-attendu.json'), 'utf8')) as {
      technique: string;
      attendu: string;
    }[];
    const { rows } = await readFeed(path.join(shared, 'S5-anomalies_demo05.zip'));
    // The row cut short has lost its technical identifier: its reference, VA2107, tells it.
    const of = (technicalId: string) =>
      rows.filter(
        (row) =>
          row.technicalId === technicalId ||
          (row.technicalId === '' && `DEMO05-10${row.reference.slice(-2)}` === technicalId),
      );
    for (const { technique, attendu } of expected) {
      const verdicts = of(technique).map(({ result }) => result.refusal);
      if (attendu.startsWith('rejetée'))
        expect([technique, verdicts]).toEqual([technique, [expect.stringMatching(/content|damaged/)]]);
      else if (attendu.startsWith('doublon'))
        expect([technique, verdicts]).toEqual([technique, [null, 'duplicate']]);
      else expect([technique, verdicts]).toEqual([technique, [null]]);
    }
    const read = new Map(
      rows.flatMap(({ result }) =>
        result.refusal === null ? [[result.read.technique, result] as const] : [],
      ),
    );
    expect(read.get('DEMO05-1008')?.draft.price).toBe(24_900_050);
    expect(read.get('DEMO05-1002')?.draft.title).toBe('Bien "atypique"');
    expect(read.get('DEMO05-1001')?.draft.description).toContain('Contac\ntez');
    expect(read.get('DEMO05-1009')?.draft.description).not.toMatch(/[<>]|alert/);
    expect(rows.find(({ line }) => line === 9)?.diagnostics[0]).toMatchObject({
      code: 'columns',
      message: expect.stringContaining('334 colonnes attendues, 15 trouvées'),
    });
  });
});

describe('the columns', () => {
  test('are 334, each with its own key, in the order of the documentation', () => {
    expect(COLUMNS).toHaveLength(334);
    expect(new Set(COLUMNS.map(({ key }) => key)).size).toBe(334);
    const document = path.resolve('../shared/docs/formats/poliris-columns.csv');
    if (!existsSync(document)) return;
    const names = readFileSync(document, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => /^\d+,("[^"]*"|[^,]*)/.exec(line)?.[1]?.replaceAll('"', '').replaceAll("'", '’'));
    expect(COLUMNS.map(({ name }) => name)).toEqual(names);
  });

  test('a version with fewer columns is read, newer columns are left aside', async () => {
    for (const [columns, version] of [
      [323, '4.08-007'],
      [329, '4.09'],
      [334, '4.12'],
    ] as const) {
      const { rows } = await readBytes(
        writeListings([listing(1, { formatVersion: version }), listing(2, { formatVersion: version })], {
          columns,
        }),
        `Version=${version}\n`,
      );
      expect(rows.map(({ result }) => result.refusal)).toEqual([null, null]);
    }
    const text = writeListings([listing(1)], { trailing: true })
      .toString('latin1')
      .replace(/!#\n$/, '!#"futur"\n');
    expect((await readBytes(Buffer.from(text, 'latin1'))).rows[0]?.result.refusal).toBeNull();
  });

  test('an old file, before versions were written, is read by what most rows have', async () => {
    const rows = [1, 2, 3].map((number) => listing(number));
    const bytes = writeListings(rows, { columns: 200 });
    const { rows: read } = await readBytes(bytes, '');
    expect(read.map(({ result }) => result.refusal)).toEqual([null, null, null]);
  });

  test('a row with a column missing or too many is refused, wherever it lies, and says its line', async () => {
    const lines = writeListings([1, 2, 3, 4].map((number) => listing(number, { description: 'Court.' })))
      .toString('latin1')
      .trimEnd()
      .split('\n');
    lines[1] = lines[1]!.replace('!#"France"', '');
    lines[2] = lines[2]!.replace('!#"France"', '!#"France"!#"intrus"');
    const { rows } = await readBytes(Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
    expect(rows.map(({ result }) => result.refusal)).toEqual([null, 'damaged', 'damaged', null]);
    expect(rows[1]?.diagnostics[0]).toMatchObject({
      line: 2,
      severity: 'refused',
      message: expect.stringContaining('334 colonnes attendues, 333 trouvées'),
    });
  });

  test('a file whose every row lacks a column is refused row by row, not read askew', async () => {
    const text = writeListings([1, 2, 3].map((number) => listing(number)))
      .toString('latin1')
      .replaceAll('!#"France"', '');
    const { rows } = await readBytes(Buffer.from(text, 'latin1'));
    expect(rows.map(({ result }) => result.refusal)).toEqual(['damaged', 'damaged', 'damaged']);
  });

  test('something else than Poliris is refused as a whole', async () => {
    await expect(readBytes(Buffer.from('a;b;c\n1;2;3\n'))).rejects.toMatchObject({
      spec: { code: 'FEED_NOT_POLIRIS' },
    });
    expect((await readBytes(Buffer.from('\n'))).survey.records).toBe(0);
  });
});

describe('refusals', () => {
  test.each([
    ['price', { price: '' }, 'content'],
    ['price', { price: '0' }, 'content'],
    ['price', { price: '1' }, 'content'],
    ['price', { price: 'nous consulter' }, 'content'],
    ['price', { price: '249,000' }, 'content'],
    ['postal_code', { postalCode: '123' }, 'content'],
    ['postal_code', { postalCode: 'F-34500' }, 'content'],
    ['city', { city: ' ' }, 'content'],
    ['transaction', { transaction: 'troc' }, 'content'],
    ['transaction', { transaction: '' }, 'content'],
    ['transaction_scope', { transaction: 'Vente-fonds-de-commerce' }, 'outOfScope'],
    ['transaction_scope', { transaction: 'location vacances' }, 'outOfScope'],
    ['transaction_scope', { transaction: 'Cession de bail' }, 'outOfScope'],
    ['country', { country: 'Espagne' }, 'outOfScope'],
    ['technical_id', { technicalId: '', reference: '' }, 'content'],
  ])('%s %o', async (code, values, refusal) => {
    const { row, codes } = await one({ ...saleBase, ...values });
    expect(row.result.refusal).toBe(refusal);
    expect(codes).toContain(code);
    expect(row.diagnostics.every(({ message, line }) => message.endsWith('.') && line === 1)).toBe(true);
  });

  test('several faults are all said', async () => {
    expect((await one({ ...saleBase, price: 0, postalCode: '1', city: '' })).codes).toEqual([
      'price',
      'postal_code',
      'city',
    ]);
  });

  test('a repeated technical identifier keeps the first row that can be read', async () => {
    const twice = [
      listing(1, { ...saleBase, price: 0 }),
      listing(1, { ...saleBase, price: 300_000, priceWithoutFees: '' }),
      listing(1, saleBase),
    ];
    const { rows } = await readBytes(writeListings(twice));
    expect(rows.map(({ result }) => result.refusal)).toEqual(['content', null, 'duplicate']);
    expect(rows[2]?.diagnostics[0]?.message).toContain('ligne 2');
    const others = [listing(1, saleBase), listing(1, { ...saleBase, agency: 'agence-b' })];
    expect((await readBytes(writeListings(others))).rows.map(({ result }) => result.refusal)).toEqual([
      null,
      null,
    ]);
  });
});
