import { describe, expect, test } from 'vitest';
import { assumptionsOn, monthlyCost } from '#rooms/criteria/monthly-cost.ts';
import { costOf, readCostWords, refusedCostWords } from './monthly-cost.ts';

const now = new Date('2026-11-21T10:00:00Z');
const sale = {
  transaction: 1,
  propertyType: 'apartment',
  isNew: false,
  lifeAnnuity: false,
  units: null,
  price: 31_500_000,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  reducedNotaryFees: null,
  tenantFees: null,
  coOwned: true,
  yearlyCharges: 148_000,
  propertyTax: 120_000,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  charges: null,
  rentSupplement: null,
  baseRent: null,
  deposit: null,
} as unknown as Parameters<typeof costOf>[0];
const reckon = (facts: object = {}, query = '') =>
  costOf({ ...sale, ...facts }, readCostWords(new URLSearchParams(query)), now);

describe('the monthly cost of a page', () => {
  test('is that of searches and alerts, each term with its source', () => {
    const cost = reckon();
    const same = monthlyCost(sale, assumptionsOn('2026-11-21'));
    expect(cost?.total).toBe(same.total);
    expect(cost?.lines.map(({ monthly }) => monthly)).toEqual([
      same.loan,
      same.loanInsurance,
      same.charges,
      same.propertyTax,
      same.energy,
      same.homeInsurance,
    ]);
    expect(cost?.lines.reduce((sum, { monthly }) => sum + (monthly ?? 0), 0)).toBe(cost?.total);
    for (const { source } of [...cost!.lines, ...cost!.once]) expect(source.length).toBeGreaterThan(5);
    expect(cost?.lines[1]?.source).toContain('depuis le 1er janvier 2026');
  });

  test('changes with what the address says, and says what is the reader’s', () => {
    const cost = reckon({}, 'apport=100000&taux=4&duree=25&taxe=0&energie=1%20200&habitation=15,5');
    expect(cost?.edited).toBe(true);
    const lines = new Map(cost?.lines.map((line) => [line.label, line]));
    expect(lines.get('Énergie')).toEqual({ label: 'Énergie', monthly: 10_000, source: 'Votre chiffre' });
    expect(lines.get('Taxe foncière')?.monthly).toBe(0);
    expect(lines.get('Assurance habitation')?.monthly).toBe(1_550);
    expect(cost?.once[1]).toMatchObject({ label: 'Apport', monthly: 10_000_000 });
    // 315 000 + 22 500 of notary - 100 000, at 4 % over 25 years.
    expect(lines.get('Prêt')?.monthly).toBe(125_361);
    expect(cost?.fields.filter(({ edited }) => edited).map(({ word }) => word)).toEqual([
      'apport',
      'taux',
      'duree',
      'taxe',
      'energie',
      'habitation',
    ]);
  });

  test('does not take for the reader’s what a form sends back as it was', () => {
    const plain = reckon();
    const all = plain?.fields.map(({ word, value }) => `${word}=${value}`).join('&') ?? '';
    expect(reckon({}, all)).toEqual(plain);
    const one = reckon({}, all.replace('taux=3.4', 'taux=3.5'));
    expect(one?.fields.filter(({ edited }) => edited).map(({ word }) => word)).toEqual(['taux']);
  });

  test('follows another price: the deposit that nobody chose, the notary, the agency in proportion', () => {
    const plain = reckon();
    const sent = (from: typeof plain, price: number, more = '') =>
      `prixVu=${from?.price}&${from?.fields.map(({ word, value }) => `${word}=${word === 'prix' ? price : value}`).join('&')}${more}`;
    const lower = reckon({}, sent(plain, 300_000));
    expect(lower?.once.map(({ label, monthly }) => [label, monthly])).toEqual([
      ['Prix d’achat', 30_000_000],
      ['Apport', 3_000_000],
      ['Frais de notaire', 2_142_857],
      ['Honoraires de l’agence, compris dans le prix', 1_428_571],
    ]);
    expect(lower?.once[0]?.source).toBe('Votre chiffre');
    expect(lower?.fields.filter(({ edited }) => edited).map(({ word }) => word)).toEqual(['prix']);
    // The form drawn for that price, sent for another: the deposit is still a tenth; back at the first, nothing is the reader's.
    expect(reckon({}, sent(lower, 200_000))?.once[1]?.monthly).toBe(2_000_000);
    expect(reckon({}, sent(lower, 315_000))).toEqual(plain);
    // The one that somebody chose stays.
    const chosen = reckon({}, 'prix=300000&apport=50000');
    expect(chosen?.once[1]?.monthly).toBe(5_000_000);
    expect(reckon({}, sent(chosen, 200_000))?.once[1]?.monthly).toBe(5_000_000);
  });

  test('is a least where something is unknown, until the reader says it', () => {
    const unknown = reckon({ propertyTax: null, energyCostMin: null, energyCostMax: null });
    expect(unknown).toMatchObject({ total: null, missing: ['taxe foncière', 'énergie'] });
    expect(unknown?.least).toBeGreaterThan(0);
    const known = reckon({ propertyTax: null }, 'taxe=1200');
    expect(known?.total).toBe(reckon()?.total);
  });

  test('of a rental is its rent, its energy and its insurance, with what is due at the door', () => {
    const cost = reckon({
      transaction: 2,
      price: 84_200,
      charges: 4_500,
      baseRent: 79_700,
      deposit: 159_400,
      tenantFees: 33_286,
    });
    expect(cost?.lines.map(({ label }) => label)).toEqual([
      'Loyer, charges comprises',
      'Énergie',
      'Assurance habitation',
    ]);
    expect(cost?.lines[0]?.source).toBe('Annonce\u00a0: 797,00\u00a0€ de loyer, 45,00\u00a0€ de charges');
    expect(cost?.once.map(({ monthly }) => monthly)).toEqual([159_400, 33_286]);
    expect(cost?.fields.map(({ word }) => word)).toEqual(['loyer', 'energie', 'habitation']);
    const talked = reckon({ transaction: 2, price: 84_200, charges: 4_500 }, 'loyer=800');
    expect(talked?.lines[0]).toMatchObject({ monthly: 80_000, source: 'Votre chiffre' });
    expect(reckon({}, 'loyer=800')).toEqual(reckon());
  });

  test('says beside its field what it does not count, and why', () => {
    const params = new URLSearchParams('taux=500&duree=0&taxe=&apport=abc&energie=900&x=1');
    expect(refusedCostWords(params)).toEqual({ apport: 'abc', taux: '500', duree: '0' });
    const cost = costOf(sale, readCostWords(params), now, refusedCostWords(params));
    expect(cost?.total).toBe(reckon({}, 'energie=900')?.total);
    const errors = new Map(cost?.fields.map(({ word, error }) => [word, error]));
    expect(errors.get('taux')).toBe('Chiffre non compté\u00a0: il en faut un de 0 à 20.');
    expect(errors.get('duree')).toBe('Chiffre non compté\u00a0: il en faut un de 1 à 40.');
    expect([errors.get('taxe'), errors.get('energie')]).toEqual([null, null]);
    // The field shows what was typed, not what is counted instead.
    expect(cost?.fields.flatMap(({ word, typed }) => (typed ? [[word, typed]] : []))).toEqual([
      ['apport', 'abc'],
      ['taux', '500'],
      ['duree', '0'],
    ]);
    expect(refusedCostWords(new URLSearchParams(`taux=${'x'.repeat(10_000)}`)).taux).toHaveLength(40);
  });

  test('says nothing of life annuities, nor of what nobody lives in', () => {
    expect(reckon({ lifeAnnuity: true })).toBeNull();
    expect(reckon({ propertyType: 'parking' })).toBeNull();
  });

  test.each([
    'apport=-1',
    'taux=abc',
    'duree=0',
    'duree=999',
    'taux=1e9',
    'taxe=',
    'energie=9999999999999999',
    'x=1',
  ])('drops %s', (query) => {
    expect(readCostWords(new URLSearchParams(query))).toEqual({});
  });
});
