import { describe, expect, test } from 'vitest';
import { type PolirisValues, writeListings } from '#demonstration/poliris/writer.server.ts';
import { listing, one, readBytes, rentalBase, saleBase } from '../../../../tests/kit/poliris.ts';
import type { FeedRow } from './rows.ts';

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

  test('the e-mail of a contact is read as a field reads it, or left out', async () => {
    for (const [written, read] of [
      [' Jean.O’Connor@Agence.test ', "jean.o'connor@agence.test"],
      ['contact@société.fr', 'contact@xn--socit-esab.fr'],
      ['a@b\nBcc: x@y.z', null],
      ['.contact@agence.test', null],
      ['jean..dupont@agence.test', null],
    ])
      expect((await one({ ...saleBase, contactEmail: written! })).draft).toMatchObject({
        contactEmail: read,
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
    ['Cave', 'other'],
    ['Studio', 'apartment'],
    ['duplex', 'apartment'],
    ['Triplex', 'apartment'],
    ['Penthouse', 'apartment'],
    ['Chambre', 'apartment'],
    ['appt.', 'apartment'],
    ['Appartement T3', 'apartment'],
    ['Appartement avec garage', 'apartment'],
    ['T1', 'apartment'],
    ['T1 bis', 'apartment'],
    ['T6', 'apartment'],
    ['F3', 'apartment'],
    ['Type 4', 'apartment'],
    ['3 pièces', 'apartment'],
    ['grand appartement', 'apartment'],
    ['Maison de ville', 'house'],
    ['Maison T5', 'house'],
    ['T5 maison', 'house'],
    ['Ferme', 'house'],
    ['Corps de ferme à rénover', 'house'],
    ['Pavillon', 'house'],
    ['Longère', 'house'],
    ['Terrain à bâtir', 'land'],
    ['Terrain agricole', 'land'],
    ['Parking couvert', 'parking'],
    ['Local d’activités', 'shop'],
    ['Bureaux et appartement', 'other'],
    ['Terrain avec maison', 'other'],
  ])('type %s', async (word, type) => {
    expect((await one({ ...saleBase, subType: '', propertyType: word })).draft?.propertyType).toBe(type);
  });

  test.each(['gîte', 'inconnu', ''])(
    'an unknown type of property (« %s ») is kept aside and said',
    async (word) => {
      const { draft, codes } = await one({ ...saleBase, subType: '', propertyType: word });
      expect([draft?.propertyType, draft?.subType, codes]).toEqual(['other', null, ['property_type']]);
    },
  );

  test('what the sub-type says serves where the type says nothing, and an exact word is kept', async () => {
    const villa = await one({ ...saleBase, propertyType: 'inconnu', subType: 'Maison de village' });
    expect([villa.draft?.propertyType, villa.draft?.subType, villa.codes]).toEqual([
      'house',
      'Maison de village',
      [],
    ]);
    for (const word of ['Studio', 'Péniche', 'Cave'])
      expect((await one({ ...saleBase, subType: '', propertyType: word })).draft?.subType).toBe(word);
    for (const word of ['Appartement', 'T3', 'Maison'])
      expect((await one({ ...saleBase, subType: '', propertyType: word })).draft?.subType).toBeNull();
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

  test('two fee schedules are told of once, and each listing keeps its own; one alone serves those that give none', async () => {
    const urls = (rows: readonly FeedRow[]) =>
      rows.map(({ result }) => (result.refusal === null ? result.draft.feeScheduleUrl : result.refusal));
    const a = 'https://agence.test/a.pdf';
    const b = 'https://agence.test/b.pdf';
    const read = async (...given: string[]) =>
      (
        await readBytes(
          writeListings(
            given.map((feeScheduleUrl, rank) => listing(rank + 1, { ...saleBase, feeScheduleUrl })),
          ),
        )
      ).rows;
    expect(urls(await read(a, '', a))).toEqual([a, a, a]);
    expect(urls(await read(a, 'voir à l’agence', ''))).toEqual([a, a, a]);
    const differ = await read(a, '', a, b, b);
    expect(urls(differ)).toEqual([a, null, a, b, b]);
    expect(differ.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
      {
        code: 'fee_schedule',
        line: 4,
        column: 307,
        value: b,
        message: expect.stringContaining('deux adresses de barème différentes (lignes 1 et 4)'),
      },
    ]);
  });

  test('a row that is refused has no say on the fee schedule of the others', async () => {
    const rows = [1, 2, 3].map((rank) =>
      listing(rank, { ...saleBase, feeScheduleUrl: 'https://a.test/a.pdf' }),
    );
    const empty = listing(4, { ...saleBase, feeScheduleUrl: '' });
    const lines = writeListings([...rows, empty])
      .toString('latin1')
      .trimEnd()
      .split('\n');
    const other = writeListings([
      listing(5, { ...saleBase, feeScheduleUrl: '', inventoryFees: 'https://b.test/b.pdf' }),
    ])
      .toString('latin1')
      .trimEnd()
      .replace('"!#"', '"!#""!#"');
    const { rows: read } = await readBytes(Buffer.from(`${[...lines, other].join('\n')}\n`, 'latin1'));
    expect(
      read.map(({ result }) => (result.refusal === null ? result.draft.feeScheduleUrl : result.refusal)),
    ).toEqual([
      'https://a.test/a.pdf',
      'https://a.test/a.pdf',
      'https://a.test/a.pdf',
      'https://a.test/a.pdf',
      'damaged',
    ]);
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
