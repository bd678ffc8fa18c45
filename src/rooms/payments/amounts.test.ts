import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadCents } from '#contract/money.ts';
import { creditOf, leastDue, totalsOf } from './amounts.ts';
import { LEAST_CHARGE } from './contract.ts';

describe('totals', () => {
  test('VAT is computed once, on the whole after discount, half a cent up', () => {
    expect(totalsOf([{ net: 14_500, discount: 0 }], 2000)).toEqual({
      net: 14_500,
      discount: 0,
      vatRate: 2000,
      vat: 2_900,
      gross: 17_400,
    });
    // 3 × 33.33 € at 5.5 %: 5.49945 €, where three roundings would make 5.49 €.
    const lines = [1, 2, 3].map(() => ({ net: 3_333, discount: 0 }));
    expect(totalsOf(lines, 550)).toMatchObject({ net: 9_999, vat: 550, gross: 10_549 });
    expect(totalsOf([{ net: 10, discount: 0 }], 500)).toMatchObject({ vat: 1, gross: 11 });
  });

  test('a cart that is wholly free costs nothing', () => {
    expect(totalsOf([{ net: 14_500, discount: 14_500 }], 2000)).toMatchObject({ vat: 0, gross: 0 });
  });

  test('whatever the lines: without VAT and VAT make the total, and it is the sum of the lines within half a cent', () => {
    const line = fc
      .record({ net: fc.integer({ min: 0, max: 1_000_000 }), part: fc.integer({ min: 0, max: 100 }) })
      .map(({ net, part }) => ({ net, discount: Math.floor((net * part) / 100) }));
    const rate = fc.constantFrom(0, 210, 550, 850, 1000, 2000);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), rate, (lines, vatRate) => {
        const { net, discount, vat, gross } = totalsOf(lines, vatRate);
        const due = lines.reduce((sum, one) => sum + one.net - one.discount, 0);
        expect(net - discount).toBe(due);
        expect(gross).toBe(due + vat);
        expect(Math.abs(vat * 10_000 - due * vatRate)).toBeLessThanOrEqual(5_000);
      }),
    );
  });
});

test('the least that is due is the least that a card pays', () => {
  for (const vatRate of [0, 210, 550, 850, 1000, 2000]) {
    const grossOf = (net: number) => totalsOf([{ net, discount: 0 }], vatRate).gross;
    const least = leastDue(vatRate);
    expect([grossOf(least) >= LEAST_CHARGE, grossOf(least - 1) < LEAST_CHARGE]).toEqual([true, true]);
  }
});

describe('a shared amount', () => {
  test('what is left over goes to the first lines', () => {
    expect(spreadCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spreadCents(101, [1, 1, 1])).toEqual([34, 34, 33]);
    expect(spreadCents(5, [0, 3, 3])).toEqual([0, 3, 2]);
    expect(spreadCents(7, [0, 0])).toEqual([0, 0]);
  });

  test('whatever the weights: the shares make the whole, and none is above its weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const sum = given.reduce((whole, weight) => whole + weight, 0);
        const total = Math.floor(sum * part);
        const shares = spreadCents(total, given);
        expect(shares.reduce((whole, share) => whole + share, 0)).toBe(total);
        for (const [line, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(given[line]!);
        }
      }),
    );
  });
});

describe('what is given back of a boost', () => {
  // 110 € to the network and 35 € of fees.
  const net = 14_500;

  test('everything that was paid, before its first day', () => {
    expect(creditOf({ unspent: 11_000, began: false, net }, 14_500)).toBe(14_500);
    expect(creditOf({ unspent: 11_000, began: false, net }, 7_250)).toBe(7_250);
  });

  test('after it, what the network did not spend, at the price really paid', () => {
    expect(creditOf({ unspent: 5_500, began: true, net }, 14_500)).toBe(5_500);
    expect(creditOf({ unspent: 5_500, began: true, net }, 7_250)).toBe(2_750);
    expect(creditOf({ unspent: 0, began: true, net }, 14_500)).toBe(0);
  });

  test('nothing of what was free', () => {
    expect(creditOf({ unspent: 11_000, began: false, net }, 0)).toBe(0);
    expect(creditOf({ unspent: 11_000, began: true, net }, 0)).toBe(0);
    expect(creditOf({ unspent: 0, began: true, net: 0 }, 0)).toBe(0);
  });
});
