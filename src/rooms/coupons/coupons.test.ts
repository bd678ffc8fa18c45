import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CouponKind } from './contract.ts';
import {
  applyCodes,
  FREE_DAYS_MAX,
  type Holder,
  type KnownCoupon,
  normalCode,
  type PricedBoost,
} from './coupons.ts';

const now = new Date('2026-11-26T10:00:00Z');
const holder: Holder = { now, ownerReference: 'agence-du-port', orderedBefore: false, leastDue: 42 };
const cart: PricedBoost[] = [
  { formula: 'essentiel', net: 14_500 },
  { formula: 'decouverte', net: 6_900 },
  { formula: 'visibilite', net: 26_900 },
];

function coupon(kind: CouponKind, value: number, said: Partial<KnownCoupon> = {}): KnownCoupon {
  return {
    code: 'CODE',
    label: 'Un code',
    kind,
    value,
    ceiling: null,
    minimumNet: null,
    formulas: null,
    agencies: null,
    firstOrder: false,
    usesMax: null,
    usesPerAgency: null,
    startsAt: null,
    endsAt: null,
    stackable: false,
    stoppedAt: null,
    uses: 0,
    usesOfAgency: 0,
    ...said,
  };
}

const apply = (coupons: readonly KnownCoupon[], boosts = cart, who = holder) =>
  applyCodes(
    coupons.map((one) => ({ code: one.code, coupon: one })),
    boosts,
    who,
  );
const discounts = (...given: Parameters<typeof apply>) =>
  apply(...given).lines.map(({ discount }) => discount);
const errorOf = (one: KnownCoupon, boosts = cart, who = holder) =>
  apply([one], boosts, who).codes[0]?.error?.message ?? null;

describe('what a code takes off', () => {
  test('a percentage, in hundredths, half a cent up, shared in proportion with what is left over on the first boosts', () => {
    expect(discounts([coupon('percent', 1250)], [{ formula: 'a', net: 100 }])).toEqual([13]);
    expect(discounts([coupon('percent', 1000)])).toEqual([1_450, 690, 2_690]);
    expect(
      discounts(
        [coupon('percent', 3333)],
        [100, 100, 100].map((net) => ({ formula: 'a', net })),
      ),
    ).toEqual([34, 33, 33]);
  });

  test('a percentage up to its ceiling', () => {
    const { codes } = apply([coupon('percent', 5000, { ceiling: 10_000 })]);
    expect(codes[0]?.discount).toBe(10_000);
  });

  test('an amount, never more than is due', () => {
    expect(discounts([coupon('amount', 500)], [{ formula: 'a', net: 14_500 }])).toEqual([500]);
    expect(discounts([coupon('amount', 99_999_999)])).toEqual([14_500, 6_900, 26_900]);
  });

  test('the cheapest boosts, only of the formulas that it allows', () => {
    expect(discounts([coupon('free_boost', 1)])).toEqual([0, 6_900, 0]);
    expect(discounts([coupon('free_boost', 2)])).toEqual([14_500, 6_900, 0]);
    expect(discounts([coupon('free_boost', 1, { formulas: ['essentiel', 'visibilite'] })])).toEqual([
      14_500, 0, 0,
    ]);
    expect(discounts([coupon('free_boost', 1, { ceiling: 5_000 })])).toEqual([0, 5_000, 0]);
  });

  test('only boosts of its formulas', () => {
    expect(discounts([coupon('percent', 5000, { formulas: ['decouverte'] })])).toEqual([0, 3_450, 0]);
  });

  test('days, without a price, up to what a boost may hold', () => {
    const given = apply([coupon('free_days', 7, { formulas: ['essentiel', 'decouverte'] })]);
    expect(given.lines).toEqual([
      { discount: 0, freeDays: 7 },
      { discount: 0, freeDays: 7 },
      { discount: 0, freeDays: 0 },
    ]);
    expect(given.codes[0]).toMatchObject({ discount: 0, freeDays: 14, error: null });
    expect(apply([coupon('free_days', 365)]).lines.map(({ freeDays }) => freeDays)).toEqual(
      cart.map(() => FREE_DAYS_MAX),
    );
  });

  test('what is too little to be charged is given as well', () => {
    const { codes, lines } = apply([coupon('amount', 14_460)], [{ formula: 'a', net: 14_500 }]);
    expect([codes[0]?.discount, lines[0]?.discount]).toEqual([14_500, 14_500]);
    expect(discounts([coupon('amount', 14_458)], [{ formula: 'a', net: 14_500 }])).toEqual([14_458]);
  });
});

describe('several codes', () => {
  const ten = coupon('percent', 1000, { code: 'DIX', stackable: true });
  const five = coupon('amount', 500, { code: 'CINQ', stackable: true });
  const one = [{ formula: 'a', net: 10_000 }];

  test('count in their order, each on what is left', () => {
    expect(apply([ten, five], one).codes.map(({ discount }) => discount)).toEqual([1_000, 500]);
    expect(apply([five, ten], one).codes.map(({ discount }) => discount)).toEqual([500, 950]);
  });

  test('that do not combine: the first counts', () => {
    const alone = coupon('amount', 700, { code: 'SEUL' });
    const codes = (coupons: KnownCoupon[]) =>
      apply(coupons, one).codes.map(({ error, discount }) => error?.message ?? discount);
    expect(codes([ten, alone])).toEqual([1_000, 'Ce code ne se cumule pas avec un autre.']);
    expect(codes([alone, ten])).toEqual([700, 'Ce code ne se cumule pas avec un autre.']);
    expect(codes([ten, ten])).toEqual([1_000, 'Code déjà utilisé.']);
  });

  test('a refused one changes nothing for the next', () => {
    const past = coupon('percent', 5000, { code: 'PASSE', endsAt: now });
    expect(apply([past, coupon('amount', 700, { code: 'SEUL' })], one).lines).toEqual([
      { discount: 700, freeDays: 0 },
    ]);
  });
});

describe('why a code does not count', () => {
  test.for<[Partial<KnownCoupon>, Partial<Holder>, string | null]>([
    [{}, {}, null],
    [{ startsAt: now, endsAt: new Date(now.getTime() + 1) }, {}, null],
    [{ startsAt: new Date(now.getTime() + 1) }, {}, 'Code inconnu.'],
    [{ endsAt: now }, {}, 'Code expiré.'],
    [{ stoppedAt: now }, {}, 'Code expiré.'],
    [{ usesMax: 3, uses: 2 }, {}, null],
    [{ usesMax: 3, uses: 3 }, {}, 'Code déjà utilisé.'],
    [{ usesPerAgency: 1, uses: 9 }, {}, null],
    [{ usesPerAgency: 1, usesOfAgency: 1 }, {}, 'Code déjà utilisé.'],
    [{ minimumNet: 48_300 }, {}, null],
    [{ minimumNet: 48_301 }, {}, 'Montant minimum non atteint.'],
    [{ formulas: ['grand-angle'] }, {}, 'Code non valable pour cette formule.'],
    [{ agencies: ['agence-du-port'] }, {}, null],
    [{ agencies: ['agence-du-parc'] }, {}, 'Code inconnu.'],
    [{ firstOrder: true }, {}, null],
    [{ firstOrder: true }, { orderedBefore: true }, 'Code réservé à une première commande.'],
  ])('%j for %j: %s', ([said, who, expected]) => {
    expect(errorOf(coupon('amount', 100, said), cart, { ...holder, ...who })).toBe(expected);
  });

  test('there is none', () => {
    const { codes } = applyCodes([{ code: 'RIEN', coupon: null }], cart, holder);
    expect(codes).toEqual([
      expect.objectContaining({ code: 'RIEN', discount: 0, error: expect.objectContaining({ status: 404 }) }),
    ]);
  });
});

test('codes are compared without spaces and capitals', () => {
  expect(normalCode(' bien\u00a0venue 26\t')).toBe('BIENVENUE26');
});

const anyCoupon = fc
  .record({
    kind: fc.constantFrom<CouponKind>('percent', 'amount', 'free_boost', 'free_days'),
    value: fc.integer({ min: 1, max: 10_000 }),
    ceiling: fc.option(fc.integer({ min: 1, max: 50_000 })),
    formulas: fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 })),
    stackable: fc.boolean(),
  })
  .map((said) => coupon(said.kind, said.value, said));
const anyBoost = fc.record({
  formula: fc.constantFrom('a', 'b', 'c'),
  net: fc.integer({ min: 0, max: 200_000 }),
});

test('whatever the codes and the cart, no boost costs less than nothing and what codes say is what boosts get', () => {
  fc.assert(
    fc.property(
      fc.array(anyCoupon, { maxLength: 3 }),
      fc.array(anyBoost, { minLength: 1, maxLength: 20 }),
      (coupons, boosts) => {
        const numbered = coupons.map((one, rank) => ({ ...one, code: `CODE${rank}` }));
        const { codes, lines } = apply(numbered, boosts);
        for (const [line, { net }] of boosts.entries()) {
          expect(lines[line]!.discount).toBeGreaterThanOrEqual(0);
          expect(lines[line]!.discount).toBeLessThanOrEqual(net);
          expect(lines[line]!.freeDays).toBeLessThanOrEqual(FREE_DAYS_MAX);
        }
        const sum = (list: readonly { discount: number }[]) =>
          list.reduce((total, { discount }) => total + discount, 0);
        expect(sum(codes)).toBe(sum(lines));
        const due = boosts.reduce((total, { net }) => total + net, 0) - sum(lines);
        if (sum(lines) > 0 && due > 0) expect(due).toBeGreaterThanOrEqual(holder.leastDue);
      },
    ),
  );
});
