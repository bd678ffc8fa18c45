import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '../archive/rules.server.ts';
import type { ReadListing } from '../contract.ts';
import { COLUMNS } from './columns/contract.ts';
import type { PolirisRow } from './contract.ts';
import { readPoliris, surveyPoliris } from './rules.server.ts';
import { generateListing } from './writer/portfolio/rules.server.ts';
import { type PolirisValues, type WriteOptions, writeListings, zipFiles } from './writer/rules.server.ts';

const shared = path.resolve('../shared/data/feeds/poliris');
const present = existsSync(shared);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-poliris-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readFeed(file: string) {
  const archive = await openArchive(file);
  try {
    const survey = await surveyPoliris(archive);
    const rows: PolirisRow[] = [];
    for await (const row of readPoliris(archive, survey)) rows.push(row);
    return { survey, rows };
  } finally {
    archive.close();
  }
}

async function readBytes(listings: Buffer, config = 'Version=4.12\r\n') {
  const file = path.join(folder, 'feed.zip');
  await writeFile(
    file,
    await zipFiles([
      { name: 'Annonces.csv', bytes: listings },
      { name: 'Config.txt', bytes: Buffer.from(config) },
    ]),
  );
  return readFeed(file);
}

const place = { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21 };

/** A whole listing with the given columns instead of its own. */
function listing(number: number, values: PolirisValues = {}): PolirisValues {
  const made = generateListing({ seed: 1, agency: 'agence-a', count: 1, places: [place] }, number);
  return { ...made, ...values };
}

const saleBase: PolirisValues = {
  transaction: 'vente',
  propertyType: 'appartement',
  price: 210_000,
  priceWithoutFees: 200_000,
  fees: '5.00',
  feesPayer: 1,
  baseRent: '',
  charges: '',
  inventoryFees: '',
  deposit: '',
  chargesMode: '',
  rentControlled: '',
  surface: 62,
  rooms: 3,
  bedrooms: 2,
};
const rentalBase: PolirisValues = {
  transaction: 'location',
  propertyType: 'appartement',
  price: 900,
  baseRent: 800,
  charges: 100,
  chargesMode: 2,
  fees: '500.00',
  inventoryFees: '150.00',
  feesPayer: '',
  priceWithoutFees: '',
  surface: 45,
  rooms: 2,
  bedrooms: 1,
};

async function one(values: PolirisValues, options?: WriteOptions) {
  const { rows } = await readBytes(writeListings([listing(1, values)], options));
  expect(rows).toHaveLength(1);
  const row = rows[0]!;
  return {
    row,
    codes: row.diagnostics.map(({ code }) => code),
    draft: row.result.refusal === null ? row.result.draft : null,
  };
}

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

describe('mapping', () => {
  test('a sale', async () => {
    const { draft, codes } = await one({
      ...saleBase,
      energyClass: 'C',
      climateClass: 'B',
      energyValue: 150,
      climateValue: 10,
      heating: 8832,
      kitchen: 7,
      facingSouth: true,
      facingWest: true,
      mandateNumber: 'M-12',
    });
    expect(codes).toEqual([]);
    expect(draft).toMatchObject({
      transaction: 1,
      price: 21_000_000,
      priceWithoutFees: 20_000_000,
      feesPercent: 5,
      feesPayer: 1,
      tenantFees: null,
      baseRent: null,
      propertyType: 'apartment',
      surface: 62,
      rooms: 3,
      bedrooms: 2,
      postalCode: '34500',
      city: 'BÉZIERS',
      energyStatus: 'rated',
      energyClass: 'C',
      heating: ['radiator', 'gas', 'individual'],
      kitchen: 'separate_equipped',
      exposures: ['S', 'O'],
      mandateNumber: 'M-12',
      contactPhone: '+33400000000',
    });
  });

  test('a rental: column 15 is what the tenant pays', async () => {
    const { draft, codes } = await one({
      ...rentalBase,
      furnished: true,
      availableOn: '2026-12-01',
      deposit: 800,
    });
    expect(codes).toEqual([]);
    expect(draft).toMatchObject({
      transaction: 2,
      price: 90_000,
      baseRent: 80_000,
      charges: 10_000,
      chargesMode: 2,
      tenantFees: 50_000,
      inventoryFees: 15_000,
      feesPercent: null,
      feesPayer: null,
      deposit: 80_000,
      furnished: true,
      availableOn: '2026-12-01',
    });
  });

  test('unknown stays unknown', async () => {
    const { draft } = await one({
      ...rentalBase,
      furnished: '',
      builtYear: 0,
      latitude: '0.000000000',
      longitude: '0.000000000',
      availableOn: '00/00/0000',
      deposit: 0,
      floor: '',
      balconies: '',
      parkings: '',
      boxes: '',
      heating: '',
      energyClass: '',
      energyValue: '',
      climateClass: '',
      climateValue: '',
      energyDate: '00/00/0000',
    });
    expect(draft).toMatchObject({
      furnished: null,
      builtYear: null,
      exactLat: null,
      exactLng: null,
      availableOn: null,
      deposit: null,
      floor: null,
      balcony: null,
      parking: null,
      heating: null,
      energyStatus: null,
      energyDate: null,
    });
  });

  test('zero where it means something', async () => {
    const { draft } = await one({
      ...saleBase,
      floor: 0,
      balconies: 0,
      parkings: 0,
      boxes: 0,
      rooms: 1,
      bedrooms: 0,
    });
    expect(draft).toMatchObject({ floor: 0, balcony: false, parking: false, bedrooms: 0 });
    expect((await one({ ...saleBase, propertyType: 'terrain', rooms: 0, surface: 0 })).draft).toMatchObject({
      rooms: 0,
      surface: null,
    });
    expect((await one({ ...saleBase, rooms: 0 })).draft).toMatchObject({ rooms: null });
  });

  test('coordinates without their precision are not used; Greenwich is a place', async () => {
    expect((await one({ ...saleBase, gpsPrecision: '' })).draft).toMatchObject({
      exactLat: null,
      exactLng: null,
    });
    expect((await one({ ...saleBase, latitude: '48.9', longitude: '0.000000000' })).draft).toMatchObject({
      exactLat: 48.9,
      exactLng: 0,
    });
  });

  test('energy: rated, blank, exempt', async () => {
    expect((await one({ ...saleBase, energyClass: 'ns', climateClass: 'NS' })).draft).toMatchObject({
      energyStatus: 'exempt',
      energyClass: null,
      climateClass: null,
    });
    const blank = await one({
      ...saleBase,
      energyClass: 'VI',
      climateClass: 'VI',
      energyVersion: 'DPE_v07-2021',
    });
    expect(blank.draft).toMatchObject({ energyStatus: 'blank', energyClass: null });
    expect((await one({ ...saleBase, energyFinal: 120, energyDate: '2022-05-01' })).draft).toMatchObject({
      energyFinal: null,
    });
    expect((await one({ ...saleBase, energyCostYear: '2021' })).draft).toMatchObject({
      energyCostYear: 2021,
    });
  });

  test.each([
    ['Maison/Villa', 'house'],
    ['maison', 'house'],
    ['Parking / Box', 'parking'],
    ['hôtel particulier', 'mansion'],
    ['LOFT/ATELIER/SURFACE', 'loft'],
    ['château', 'castle'],
    ['bâtiment', 'building'],
    ['boutique', 'shop'],
    ['Bureaux', 'office'],
    ['terrain', 'land'],
    ['inconnu', 'other'],
  ])('type %s', async (word, type) => {
    expect((await one({ ...saleBase, propertyType: word })).draft?.propertyType).toBe(type);
  });

  test('an unknown type of property is kept aside and said', async () => {
    const { draft, codes } = await one({ ...saleBase, propertyType: 'péniche' });
    expect([draft?.propertyType, codes]).toEqual(['other', ['property_type']]);
  });

  test('new programmes, life annuities, purchases of every name', async () => {
    expect((await one({ ...saleBase, subType: 'Programme' })).draft).toMatchObject({
      isNew: true,
      subType: 'Programme',
    });
    expect(
      (await one({ ...saleBase, transaction: 'Viager', annuityBouquet: 50_000, annuityMonthly: 700 })).draft,
    ).toMatchObject({ transaction: 1, lifeAnnuity: true, annuityBouquet: 5_000_000, annuityMonthly: 70_000 });
    for (const transaction of [
      'Vente de prestige',
      "produit d'investissement",
      'Produit d’investissement',
      'VENTE',
    ]) {
      expect((await one({ ...saleBase, transaction })).draft?.transaction).toBe(1);
    }
  });

  test('photos: addresses, file names, never a path or a strange scheme', async () => {
    const { draft, codes } = await one({
      ...saleBase,
      photo1: 'https://a.test/1.jpg?v=2',
      photo2: 'dossier\\Photo 2.JPG',
      photo3: '',
      photo4: 'file:///etc/passwd',
      photo5: 'javascript:alert(1)',
      photo10: 'https://a.test/1.jpg?v=2',
      photo30: 'https://a.test/30.jpg',
      photoTitle1: 'Façade',
      photoTitle30: 'Jardin',
    });
    expect(draft?.photos.filter(({ source }) => !source.includes('exemple-agence'))).toEqual([
      { source: 'https://a.test/1.jpg?v=2', kind: 'url', caption: 'Façade' },
      { source: 'Photo 2.JPG', kind: 'file', caption: null },
      { source: 'https://a.test/30.jpg', kind: 'url', caption: 'Jardin' },
    ]);
    expect(codes).toEqual(['photo', 'photo']);
  });

  test('the fee schedule counts only when every row of the agency gives the same', async () => {
    const same = [listing(1, saleBase), listing(2, saleBase)];
    const draft = (row: PolirisRow | undefined) => (row?.result.refusal === null ? row.result.draft : null);
    expect(draft((await readBytes(writeListings(same))).rows[0])?.feeScheduleUrl).toMatch(/^https:/);
    const differ = [
      listing(1, saleBase),
      listing(2, { ...saleBase, feeScheduleUrl: 'https://autre.test/b.pdf' }),
    ];
    expect(draft((await readBytes(writeListings(differ))).rows[0])?.feeScheduleUrl).toBeNull();
  });

  test('a technical identifier left empty falls back on the reference', async () => {
    expect((await one({ ...saleBase, technicalId: '', reference: 'VA12' })).row.technicalId).toBe('VA12');
  });

  test('the agency is trimmed and compared without case', async () => {
    expect((await one({ ...saleBase, agency: ' Agence-A ' })).row.agency).toBe('agence-a');
  });
});

describe('what the law asks and a row says otherwise', () => {
  test('a share of fees left out is computed of the two prices', async () => {
    for (const fees of ['', '0.0'])
      expect(
        (await one({ ...saleBase, price: 315_000, priceWithoutFees: 300_000, fees })).draft,
      ).toMatchObject({
        feesPercent: 5,
      });
  });

  test('a deposit of 0 is unknown, unless words say that there is none', async () => {
    const let0 = { ...rentalBase, deposit: 0 };
    for (const [description, deposit] of [
      ['Deux pièces au calme.', null],
      ['Sans dépôt de garantie, libre de suite.', 0],
      ['Bail mobilité de six mois.', 0],
    ] as const)
      expect((await one({ ...let0, description })).draft?.deposit).toBe(deposit);
  });
});

describe('what does not hold together is said, and read', () => {
  test.each([
    ['number_form', { price: '210 000,00 €' }],
    ['fees_price', { priceWithoutFees: '' }],
    ['fees_percent', { fees: '0.0' }],
    ['fees_amount', { fees: '10000' }],
    ['energy_date', { energyDate: '2020-01-01', energyVersion: 'DPE_v07-2021' }],
    ['markup', { description: 'Beau <i>bien</i>' }],
    ['boolean', { cellar: 'peut-être' }],
    ['date', { availableOn: '31/02/2026' }],
    ['heating', { heating: 10 }],
    ['range', { rooms: 40_000 }],
    ['title', { title: 'x'.repeat(65) }],
    ['postal_code', { postalCode: '1000', city: 'Bourg-en-Bresse' }],
  ])('%s %o', async (code, values) => {
    const { draft, codes, row } = await one({ ...saleBase, ...values });
    expect(draft).not.toBeNull();
    expect(codes).toContain(code);
    expect(row.diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  test('what the law says of a listing is left to the legal engine', async () => {
    for (const values of [
      { ...rentalBase, price: 950 },
      { ...saleBase, feesPayer: '' },
      { ...saleBase, priceWithoutFees: 190_000 },
      { ...saleBase, rooms: 2, bedrooms: 3, floor: 5, floors: 3 },
    ])
      expect((await one(values)).codes).toEqual([]);
  });

  test('a price without fees that is missing follows from the percentage', async () => {
    expect((await one({ ...saleBase, price: 724_204, fees: 4, priceWithoutFees: '' })).draft).toMatchObject({
      priceWithoutFees: 69_635_000,
      feesPercent: 4,
    });
    expect((await one({ ...saleBase, fees: '', priceWithoutFees: '' })).draft?.priceWithoutFees).toBeNull();
  });

  test('why no energy certificate is due: only what the row says aloud', async () => {
    const reason = async (description: string, values: PolirisValues = {}) =>
      (await one({ ...saleBase, energyClass: 'NS', climateClass: 'NS', description, ...values })).draft
        ?.energyExemption;
    expect(await reason('Belle maison de pays.')).toBeNull();
    expect(await reason('Beau programme.', { subType: 'Programme' })).toBe('off_plan');
    expect(await reason('Grange en pierre, sans chauffage.')).toBe('no_heating');
    expect(await reason('Cabanon utilisé moins de quatre mois par an.')).toBe('seasonal_use');
    expect(await reason('Manoir classé monument historique.')).toBe('monument');
    expect(await reason('Vue sur un monument historique.')).toBeNull();
    expect(await reason('Plateau livré hors d’eau, hors d’air.')).toBe('unfinished');
    expect(await reason('Beau programme.', { ...rentalBase, subType: 'Programme' })).toBeNull();
    expect((await one({ ...saleBase, description: 'Sans chauffage.' })).draft?.energyExemption).toBeNull();
  });

  test('the day of an energy audit: only a real one, written out', async () => {
    const day = async (description: string) => (await one({ ...saleBase, description })).draft?.energyAuditOn;
    expect(await day('Classe F. Audit énergétique réalisé le 16/12/2025, remis à la visite.')).toBe(
      '2025-12-16',
    );
    expect(await day('Audit énergétique effectué le 1er août 2025.')).toBe('2025-08-01');
    expect(await day('Audit énergétique réalisé le 31/02/2025.')).toBeNull();
    expect(await day('Audit énergétique réalisé le 3 brumaire 2025.')).toBeNull();
    expect(await day('Audit énergétique disponible.')).toBeNull();
  });

  test('a fee written as an amount is turned into the percentage that the prices give', async () => {
    expect((await one({ ...saleBase, fees: '10000' })).draft?.feesPercent).toBe(5);
  });

  test('a diagnostic names its line, column, field and value', async () => {
    const { row } = await one({ ...saleBase, price: 0 });
    expect(row.diagnostics[0]).toMatchObject({
      line: 1,
      column: 11,
      field: 'Prix / Loyer / Prix de cession',
      value: '0',
      technicalId: row.technicalId,
      reference: row.reference,
      agency: 'agence-a',
    });
  });
});
