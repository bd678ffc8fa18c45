import { describe, expect, test } from 'vitest';
import { type Compared, groupsOf, rowOf } from './comparison.ts';

const cell = (text: string | null, weight: number | null = null) => ({ text, weight });
const less = { better: 'less', words: 'Le plus bas' } as const;

describe('a row', () => {
  test('tells the best in words, all of them when several are', () => {
    const row = rowOf('Prix', [cell('2', 2), cell('1', 1), cell('1', 1)], less);
    expect(row).toMatchObject({ differs: true, best: 'Le plus bas', bestAt: [1, 2] });
  });

  test.each([
    ['when all are alike', [cell('1', 1), cell('1', 1)]],
    ['when all those known are alike', [cell('1', 1), cell(null), cell('1', 1)]],
    ['when only one is known', [cell('1', 1), cell(null)]],
    ['of what cannot be weighed', [cell('au moins 1'), cell('2', 2)]],
  ])('tells none %s', (_, cells) => {
    expect(rowOf('Prix', cells, less)).toMatchObject({ best: null, bestAt: [] });
  });

  test('weighs no unknown value, and what nobody said differs from what was said', () => {
    const row = rowOf('Taxe', [cell(null, 0), cell('3', 3), cell('2', 2)], less);
    expect(row).toMatchObject({ differs: true, bestAt: [2] });
  });
});

describe('the table', () => {
  const listing = (said: object) =>
    ({
      listing: {
        transaction: 1,
        lifeAnnuity: false,
        propertyType: 'apartment',
        subType: null,
        price: 20_000_000,
        priceWithoutFees: null,
        feesPayer: 2,
        tenantFees: null,
        surface: 50,
        pricePerM2: 400_000,
        landSurface: null,
        rooms: 3,
        bedrooms: null,
        deposit: null,
        yearlyCharges: null,
        propertyTax: null,
        energyClass: 'C',
        climateClass: 'B',
        energyCostMin: null,
        energyCostMax: null,
        prices: [],
        publishedAt: '2026-11-01T10:00:00.000Z',
        quarter: null,
        postalCode: '34000',
        place: null,
        reference: 'R',
        agency: { name: 'Agence' },
        ...said,
      },
      available: true,
      cost: null,
      firstSeenAt: null,
      answers: null,
    }) as unknown as Compared;
  const table = (compared: Compared[], only = false) =>
    groupsOf(compared, {
      characteristics: compared.map(() => [
        {
          title: 'Confort',
          rows: [
            ['Parquet', 'Oui'],
            ['Chauffage', 'Non communiqué'],
            ['Pièces', '3'],
          ],
        },
      ]),
      unknown: 'Non communiqué',
      now: '2026-11-21T10:00:00.000Z',
      only,
    });
  const rowsOf = (groups: ReturnType<typeof table>) =>
    new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.label, row])));

  test('leaves out what nobody said, and with « ce qui change » what all say alike', () => {
    const both = [listing({}), listing({ price: 21_000_000, pricePerM2: 420_000 })];
    const all = rowsOf(table(both));
    expect(all.get('Prix')).toMatchObject({ best: 'La moins chère', bestAt: [0] });
    expect(all.get('Sur le marché depuis')?.values).toEqual(['20\u00a0jours', '20\u00a0jours']);
    expect(all.get('Honoraires de l’agence')?.values[0]).toBe('À la charge du vendeur');
    expect(all.has('Parquet')).toBe(true);
    for (const silent of ['Chauffage', 'Dépôt de garantie', 'Taxe foncière, par an'])
      expect(all.has(silent)).toBe(false);
    const labels = [...rowsOf(table(both, true)).keys()];
    expect(labels).toEqual(['Prix', 'Prix au m²']);
  });

  test('tells the best among those that one can still have', () => {
    const gone = { ...listing({ price: 10_000_000 }), available: false };
    const price = rowsOf(table([gone, listing({}), listing({ price: 21_000_000 })])).get('Prix');
    expect(price).toMatchObject({ best: 'La moins chère', bestAt: [1] });
    expect(rowsOf(table([gone, listing({})])).get('Prix')).toMatchObject({ differs: true, bestAt: [] });
  });

  test('says from what price a programme is sold, and a square metre of it, never by the surface of another home', () => {
    const programme = listing({
      propertyType: 'programme',
      price: 19_300_000,
      surface: 68.6,
      pricePerM2: 390_000,
    });
    const rows = rowsOf(table([programme, listing({})]));
    expect(rows.get('Prix')?.values[0]).toBe('À partir de 193\u00a0000,00\u00a0€');
    expect(rows.get('Prix au m²')).toMatchObject({
      values: ['À partir de 3\u00a0900,00\u00a0€/m²', '4\u00a0000,00\u00a0€/m²'],
      bestAt: [0],
    });
    const unsaid = listing({ propertyType: 'programme', surface: 68.6, pricePerM2: null });
    const silent = rowsOf(table([unsaid, listing({})])).get('Prix au m²');
    expect(silent).toMatchObject({ values: [null, expect.any(String)], bestAt: [] });
  });

  test('weighs no rent against a sale, nor what is paid at once for a life annuity', () => {
    const mixed = rowsOf(table([listing({}), listing({ transaction: 2, price: 90_000 })]));
    expect(mixed.get('Prix ou loyer')).toMatchObject({ best: null });
    expect(mixed.get('Prix ou loyer')?.values[1]).toBe('900,00\u00a0€/mois');
    const annuity = rowsOf(
      table([listing({}), listing({ lifeAnnuity: true, price: 4_000_000 }), listing({ price: 25_000_000 })]),
    );
    expect(annuity.get('Prix')).toMatchObject({ bestAt: [0] });
    expect(annuity.get('Prix')?.values[1]).toBe('40\u00a0000,00\u00a0€, bouquet');
  });
});
