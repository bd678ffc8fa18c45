import { expect, test } from 'vitest';
import type { BoostConfiguration, Formula } from '#rooms/boosts/contract.ts';
import { formulasSoldOn, formulaWord, withFormulaWord } from './boost-offer.ts';

const formula = (key: string, said: Partial<Formula> = {}): Formula => ({
  key,
  name: key,
  description: 'Essai.',
  days: 7,
  mediaBudget: 5_000,
  fee: 1_905,
  networks: ['facebook'],
  active: true,
  validFrom: null,
  validUntil: null,
  ...said,
});
const sold = (formulas: Formula[], day: string, vatRate = 2_000) =>
  formulasSoldOn({ formulas, vatRate } as BoostConfiguration, day);

test('a formula costs its budget and its fee, and VAT half up to the cent', () => {
  expect(sold([formula('a')], '2026-12-01')).toMatchObject([{ net: 6_905, gross: 8_286 }]);
  expect(sold([formula('a', { mediaBudget: 0, fee: 5 })], '2026-12-01', 1_000)).toMatchObject([
    { net: 5, gross: 6 },
  ]);
});

test('only what is sold that day is shown, in the order of the configuration', () => {
  const formulas = [
    formula('retiree', { active: false }),
    formula('noel', { validFrom: '2026-12-01', validUntil: '2026-12-24' }),
    formula('toujours'),
  ];
  const keys = (day: string) => sold(formulas, day).map(({ key }) => key);
  expect(keys('2026-11-30')).toEqual(['toujours']);
  expect(keys('2026-12-01')).toEqual(['noel', 'toujours']);
  expect(keys('2026-12-25')).toEqual(['toujours']);
});

test('an address says a formula that is sold, and no other', () => {
  const address = new URL(withFormulaWord('/boost/inscription', 'noel'), 'https://vigie.example');
  expect(address.pathname + address.search).toBe('/boost/inscription?formule=noel');
  expect(formulaWord(address.searchParams, [{ key: 'noel' }])).toBe('noel');
  expect(formulaWord(address.searchParams, [{ key: 'toujours' }])).toBeNull();
  expect(formulaWord(new URLSearchParams(), [{ key: 'noel' }])).toBeNull();
});
