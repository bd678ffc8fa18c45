import { describe, expect, test } from 'vitest';
import { chanceOf } from '../../../tests/kit/chance.ts';
import {
  exampleAgency,
  exampleDay,
  exampleRental,
  exampleSale,
  legalContext,
} from '../../../tests/kit/legal-examples.ts';
import { randomDraft } from '../../../tests/kit/random-market.ts';
import { type ListingDraft, type PropertyType, propertyTypes } from './contract.ts';
import { energyClasses } from './energy-classes.ts';
import { checkListing, type Finding } from './legal-engine.ts';

function codes(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, code, severity }) => `${rule} ${code} ${severity}`);
}

const verdictOf = (draft: ListingDraft, on = exampleDay) => checkListing(draft, legalContext({ on }));
const nowhere = { placeCode: '37261', cityCode: '37261', departmentCode: '37', postalCode: '37000' } as const;
const calm = { rentControlled: null, referenceRent: null, tenantFees: 0, inventoryFees: 0 } as const;

describe('verdict', () => {
  test('the two blocks of 3.12 owe nothing', () => {
    const inOrder = { findings: [], hold: null, score: 100 };
    expect(verdictOf(exampleSale())).toEqual(inOrder);
    expect(verdictOf(exampleRental())).toEqual(inOrder);
  });

  test('test vectors of 3.2', () => {
    // (a) 300 000 + 15 000 by the buyer.
    expect(
      verdictOf(exampleSale({ price: 31_500_000, priceWithoutFees: 30_000_000, feesPercent: 5 })).score,
    ).toBe(100);
    // (b) 45 m², furnished, Paris, ceiling 45 × 30.
    const flat = {
      surface: 45,
      rooms: 2,
      baseRent: 130_000,
      charges: 9_000,
      price: 139_000,
      referenceRent: 135_000,
      deposit: 260_000,
      tenantFees: 54_450 + 13_635,
      inventoryFees: 13_635,
    };
    expect(verdictOf(exampleRental(flat)).score).toBe(100);
    expect(codes(verdictOf(exampleRental({ ...flat, baseRent: 135_001, price: 144_001 })).findings)).toEqual([
      'R9 base_above_ceiling block',
    ]);
    expect(codes(verdictOf(exampleRental({ ...flat, deposit: 260_101 })).findings)).toEqual([
      'R10 deposit_above_limit block',
    ]);
    expect(codes(verdictOf(exampleRental({ ...flat, tenantFees: 54_451 + 13_635 })).findings)).toEqual([
      'R12 fees_above_cap block',
    ]);
    expect(
      codes(
        verdictOf(exampleRental({ ...flat, tenantFees: 54_450 + 13_636, inventoryFees: 13_636 })).findings,
      ),
    ).toEqual(['R12 inventory_above_cap block']);
    // (c) and (d): the worse of both scales.
    const rated = { energyValue: 200, climateValue: 12, energyClass: 'D', climateClass: 'C' } as const;
    expect(verdictOf(exampleSale(rated)).score).toBe(100);
    expect(codes(verdictOf(exampleSale({ ...rated, energyClass: 'C' })).findings)).toEqual([
      'C7 energy_class_differs warning',
    ]);
    const driven = { energyValue: 100, climateValue: 55, energyClass: 'E', climateClass: 'E' } as const;
    expect(verdictOf(exampleSale(driven)).score).toBe(100);
    expect(codes(verdictOf(exampleSale({ ...driven, energyClass: 'B' })).findings)).toEqual([
      'C7 energy_class_differs warning',
    ]);
    // (e) paid by the seller: no percentage asked for.
    const bySeller = { price: 25_000_000, priceWithoutFees: null, feesPercent: null, feesPayer: 2 } as const;
    expect(verdictOf(exampleSale(bySeller)).score).toBe(100);
    // (f) class G to let.
    const last = verdictOf(exampleRental({ energyClass: 'G', energyValue: 480, climateValue: 7 }));
    expect([last.hold, ...codes(last.findings)]).toEqual(['block', 'R17 letting_forbidden block']);
  });

  test.each<[string, Partial<ListingDraft>, 'sale' | 'rental', string]>([
    ['price without payer', { feesPayer: null }, 'sale', 'R1 payer_missing block'],
    ['4,76 % where 5 % is due', { feesPercent: 4.76 }, 'sale', 'R2 percent_of_total block'],
    [
      'base 820 with no supplement',
      { baseRent: 82_000, price: 86_500 },
      'rental',
      'R9 base_above_ceiling block',
    ],
    [
      'FAI',
      { feesPayer: 2, feesPercent: null, description: '250 000 € FAI' },
      'sale',
      'R3 fees_included_words block',
    ],
    ['surface missing', { surface: null }, 'rental', 'R13 surface_missing block'],
    ['G rental', { energyClass: 'G', energyValue: 480 }, 'rental', 'R17 letting_forbidden block'],
    ['VI label', { energyStatus: 'blank', energyClass: null, climateClass: null }, 'sale', 'R19 blank block'],
    ['charges without modality', { chargesMode: null }, 'rental', 'R7 mode_missing block'],
    ['arrondissement missing for Paris', { placeCode: '75056' }, 'rental', 'R13 district_missing block'],
  ])('negative fixture of 3.12: %s', (_, said, kind, finding) => {
    const verdict = verdictOf(kind === 'sale' ? exampleSale(said) : exampleRental(said));
    expect(codes(verdict.findings)).toEqual([finding]);
    expect(verdict.hold).toBe('block');
    expect(verdict.score).toBeLessThanOrEqual(50);
  });

  test('negative fixture of 3.12: barème link absent', () => {
    const without = legalContext({ agency: { ...exampleAgency, feeScheduleUrl: null } });
    expect(codes(checkListing(exampleSale({ feeScheduleUrl: null }), without).findings)).toEqual([
      'R5 schedule_missing block',
    ]);
  });

  test('all failing rules at once, blocks first, each in the order of the rules', () => {
    const { findings, hold, score } = verdictOf(
      exampleRental({
        mandateNumber: null,
        description: 'Pas d’enfants.',
        energyClass: 'G',
        surface: null,
        deposit: null,
        chargesMode: null,
      }),
    );
    expect(codes(findings)).toEqual([
      'R7 mode_missing block',
      'R10 deposit_missing block',
      'R13 surface_missing block',
      'R17 letting_forbidden block',
      'R26 discrimination_family review',
      'C9 mandate_missing warning',
    ]);
    expect([hold, score]).toEqual(['block', 6]);
  });

  test('the score says whether the listing is held', () => {
    expect(verdictOf(exampleSale({ mandateNumber: null }))).toMatchObject({ hold: null, score: 96 });
    expect(verdictOf(exampleRental({ description: 'Français uniquement' }))).toMatchObject({
      hold: 'review',
      score: 50,
    });
    const manyWarnings = exampleSale({
      propertyType: 'house',
      lifeAnnuity: true,
      coOwned: false,
      mandateNumber: null,
      floor: 9,
      bedrooms: 3,
      rooms: 3,
      carrezSurface: 90,
      postalCode: '13001',
      energyValue: null,
      climateValue: null,
      contactRsac: null,
      risksReportOn: '2020-01-01',
      risksConcerned: false,
    });
    expect(verdictOf(manyWarnings)).toMatchObject({ hold: null, score: 51 });
  });

  test('messages carry figures and no-break spaces, and quote the text', () => {
    const [base] = verdictOf(exampleRental({ baseRent: 82_000, price: 86_500 })).findings;
    expect(base?.message).toBe(
      'Le loyer de base (820,00\u00a0€) dépasse le loyer de référence majoré (803,00\u00a0€) de 17,00\u00a0€.',
    );
    const [word] = verdictOf(
      exampleRental({ description: 'Calme. Idéal jeune femme seule, non fumeuse.' }),
    ).findings;
    expect(word?.message).toContain('«\u00a0Idéal jeune femme\u00a0»');
    expect(word?.field).toBe('description');
  });
});

describe('dates', () => {
  const rental = (said: Partial<ListingDraft>) => exampleRental({ ...nowhere, ...calm, ...said });

  test.each<[string, ListingDraft, string, string, string]>([
    [
      'caps of 2026',
      exampleRental(),
      '2025-12-31',
      '2026-01-01',
      'R12 inventory_above_cap block,R12 fees_above_cap block',
    ],
    [
      'class G',
      rental({ energyClass: 'G', energyDate: null }),
      '2024-12-31',
      '2025-01-01',
      'R17 letting_ends warning',
    ],
  ])('%s: held before, not after, or the reverse', (_, draft, before, after, first) => {
    expect(codes(verdictOf(draft, before).findings).join()).toBe(first);
    expect(verdictOf(draft, before).hold).not.toBe(verdictOf(draft, after).hold);
  });

  test.each<[string, ListingDraft, string, string]>([
    ['class F from 2028', rental({ energyClass: 'F', energyDate: '2024-01-01' }), '2027-12-31', '2028-01-01'],
    ['class E from 2034', rental({ energyClass: 'E', energyDate: '2033-01-01' }), '2033-12-31', '2034-01-01'],
    [
      'class G overseas from 2028',
      rental({
        energyClass: 'G',
        departmentCode: '974',
        placeCode: '97411',
        cityCode: '97411',
        postalCode: '97400',
      }),
      '2027-12-31',
      '2028-01-01',
    ],
    ['ten years of a certificate', exampleSale({ energyDate: '2023-05-04' }), '2033-05-04', '2033-05-05'],
    [
      'certificates of the old method',
      exampleSale({ energyDate: '2019-05-04', energyVersion: null }),
      '2024-12-31',
      '2025-01-01',
    ],
    [
      'rent control of Pays basque',
      exampleRental({
        rentControlled: null,
        referenceRent: null,
        tenantFees: 0,
        inventoryFees: 0,
        placeCode: '64122',
        cityCode: '64122',
        departmentCode: '64',
        postalCode: '64200',
      }),
      '2024-11-24',
      '2024-11-25',
    ],
  ])('%s: one day is lawful, the next is not', (_, draft, lawful, unlawful) => {
    expect(verdictOf(draft, lawful).hold).toBeNull();
    expect(verdictOf(draft, unlawful).hold).toBe('block');
  });

  test('a class G above 450 kWh was held two years before the others', () => {
    const wasteful = rental({ energyClass: 'G', energyFinal: 451, energyDate: null });
    const frugal = rental({ energyClass: 'G', energyFinal: 450, energyDate: null });
    expect([verdictOf(wasteful, '2022-12-31').hold, verdictOf(wasteful, '2023-01-01').hold]).toEqual([
      null,
      'block',
    ]);
    expect(verdictOf(frugal, '2023-01-01').hold).toBeNull();
  });
});

describe('individuals', () => {
  test('owe rent, charges, rent control, deposit, surface; no schedule, no fees, no identity, no mandate (R25)', () => {
    const own = exampleRental({
      feeScheduleUrl: null,
      tenantFees: null,
      inventoryFees: null,
      mandateNumber: null,
    });
    const context = legalContext({ advertiser: 'private', agency: null });
    expect(checkListing(own, context).score).toBe(100);
    const bare = { ...own, price: 0, deposit: null, surface: null, referenceRent: null };
    expect(codes(checkListing(bare, context).findings)).toEqual([
      'R6 rent_missing block',
      'R8 reference_missing block',
      'R10 deposit_missing block',
      'R13 surface_missing block',
    ]);
  });
});

describe('what is no dwelling', () => {
  test.each(['parking', 'land', 'shop', 'office'] as const)(
    '%s to let: rent, charges, schedule, identity',
    (propertyType) => {
      const bare = exampleRental({
        ...nowhere,
        propertyType,
        furnished: null,
        surface: null,
        deposit: null,
        tenantFees: null,
        inventoryFees: null,
        rentControlled: null,
        referenceRent: null,
        baseRent: null,
        energyStatus: null,
        energyClass: null,
        energyValue: null,
        climateClass: null,
        climateValue: null,
        energyCostMin: null,
        energyCostMax: null,
        energyCostYear: null,
        energyDate: null,
      });
      expect(verdictOf(bare).score).toBe(100);
      expect(codes(verdictOf({ ...bare, chargesMode: null }).findings)).toEqual(['R7 mode_missing block']);
    },
  );
});

describe('any listing', () => {
  test('never throws, says the same twice, keeps its promises on hold and score', () => {
    const chance = chanceOf();
    console.info(`seed ${chance.seed}`);
    const { int, pick } = chance;
    const odd: readonly unknown[] = [null, 0, -1, 1, 2, 13, 1e12, 0.1, true, false];
    for (let round = 0; round < 600; round += 1) {
      const draft: ListingDraft = { ...exampleRental(), ...randomDraft(chance, `A${round}`) };
      const fields = Object.keys(draft).filter(
        (name) => !required.has(name) && !(texts as readonly string[]).includes(name),
      );
      for (let change = int(0, 25); change > 0; change -= 1) {
        // Whatever a feed, a form or a column of another type may hold.
        Object.assign(draft, { [pick(fields)]: pick(odd) });
      }
      Object.assign(draft, {
        propertyType: pick(Object.keys(propertyTypes) as PropertyType[]),
        energyClass: pick([null, ...energyClasses]),
        units: null,
        annuityAges: null,
        tenantFeeZone: pick([null, 'very_tense', 'tense', 'other'] as const),
      });
      for (const text of texts) Object.assign(draft, { [text]: pick([draft[text], ...oddTexts]) });
      const context = legalContext({
        on: pick(['2014-01-01', '2022-08-24', exampleDay, '2031-06-30', 'demain']),
        advertiser: pick(['professional', 'private'] as const),
      });
      const verdict = checkListing(draft, context);
      expect(
        checkListing(structuredClone(draft), { ...context }),
        `seed ${chance.seed}, round ${round}`,
      ).toEqual(verdict);
      const graves = new Set(verdict.findings.map(({ severity }) => severity));
      expect(verdict.hold).toBe(graves.has('block') ? 'block' : graves.has('review') ? 'review' : null);
      expect(verdict.score === 100).toBe(verdict.findings.length === 0);
      expect(verdict.score <= 50).toBe(verdict.hold !== null);
      for (const { message, remedy } of verdict.findings) {
        expect(message).not.toMatch(/undefined|NaN|null| [:;!?€%»]/);
        expect(remedy).toMatch(/^[A-ZÀÉ].*\.$/);
      }
    }
  });
});

const required = new Set([
  'title',
  'description',
  'placeCode',
  'cityCode',
  'departmentCode',
  'postalCode',
  'transaction',
  'photos',
  'technicalId',
  'reference',
  'status',
]);

const texts = [
  'subType',
  'energyDate',
  'energyAuditOn',
  'risksReportOn',
  'energyVersion',
  'mandateNumber',
  'mandateUntil',
  'delivery',
  'procedureDetail',
  'contactName',
  'contactRsac',
  'contactRsacCity',
  'feeScheduleUrl',
  'energyExemption',
] as const;
const oddTexts = [
  null,
  '',
  'n’importe quoi',
  'https://',
  '2026-13-45',
  '2026-02-30',
  '2031-01-01',
  '2028-T9',
  'DPE_v01-2011',
] as const;
