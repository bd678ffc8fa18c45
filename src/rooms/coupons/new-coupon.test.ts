import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unlimited } from '../../../tests/kit/coupons.ts';
import type { CouponKind } from './contract.ts';
import { changedFacts, factsOf, stateOf } from './coupon-words.ts';
import {
  type CouponBody,
  couponBody,
  daysOf,
  emptyCoupon,
  exampleOf,
  momentsOf,
  readableCode,
  readCoupon,
  typedCoupon,
} from './new-coupon.ts';

const body: CouponBody = {
  code: 'PHARE10',
  label: 'Dix pour cent',
  ...unlimited,
};

describe('the form', () => {
  const amount = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }));
  const day = fc.option(fc.constantFrom('2026-03-29', '2026-10-25', '2027-02-28'));

  test('says any coupon, and is read back as that coupon', () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom<CouponKind>('percent', 'amount', 'free_boost', 'free_days'),
          value: fc.integer({ min: 1, max: 10_000 }),
          ceiling: amount,
          minimumNet: amount,
          usesMax: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
          usesPerAgency: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
          formulas: fc.option(fc.subarray(['decouverte', 'essentiel'], { minLength: 1 })),
          agencies: fc.option(fc.subarray(['agence-du-port', 'agence-du-parc'], { minLength: 1 })),
          firstOrder: fc.boolean(),
          stackable: fc.boolean(),
          startsOn: day,
        }),
        (said) => {
          const whole = { ...body, ...said };
          expect(readCoupon(typedCoupon(whole))).toEqual({ body: whole, errors: {} });
        },
      ),
    );
  });

  test('says what is wrong with each field, all at once', () => {
    const { body: read, errors } = readCoupon({
      ...emptyCoupon,
      code: 'é',
      value: 'dix',
      ceiling: '1,234',
      usesMax: '2,5',
      startsOn: '2026-12-02',
      endsOn: '2026-12-01',
    });
    expect(read).toBeNull();
    expect(Object.keys(errors).toSorted()).toEqual(['ceiling', 'code', 'label', 'usesMax', 'value']);
    expect(errors.value).toBe('Un pourcentage, par exemple 15 ou 12,5.');
    const backwards = { ...typedCoupon(body), startsOn: '2026-12-02', endsOn: '2026-12-01' };
    expect(readCoupon(backwards).errors).toEqual({ endsOn: 'Le dernier jour vient après le premier.' });
    expect(readCoupon({ ...typedCoupon(body), value: '101' }).errors).toEqual({
      value: 'Un pourcentage va jusqu’à 100.',
    });
  });
});

test('days in Paris are the moments between which a code counts, and come back', () => {
  const days = { startsOn: '2026-03-29', endsOn: '2026-10-25' };
  const moments = momentsOf(days);
  expect(moments).toEqual({
    startsAt: new Date('2026-03-28T23:00:00Z'),
    endsAt: new Date('2026-10-25T23:00:00Z'),
  });
  expect(daysOf(moments)).toEqual(days);
});

test('a code is to come, counts, is over, or was stopped', () => {
  const [startsAt, endsAt] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-31T00:00:00Z')];
  const at = (moment: string, stoppedAt: Date | null = null) =>
    stateOf({ startsAt, endsAt, stoppedAt }, new Date(moment));
  expect(
    ['2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z', '2026-12-30T23:59:59Z', '2026-12-31T00:00:00Z'].map(
      (moment) => at(moment),
    ),
  ).toEqual(['upcoming', 'active', 'active', 'ended']);
  expect(at('2026-12-15T00:00:00Z', startsAt)).toBe('stopped');
});

test('a proposed code is one, whatever chance says', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const code = readableCode((count) => (numbers.next().value as number) % count);
      expect(couponBody.safeParse({ ...body, code }).data?.code).toBe(code);
      expect(code).toMatch(/^[A-Z]+-[2-9A-Z]{5}$/);
      expect(code.split('-')[1]).not.toMatch(/[01BILOSZ]/);
    }),
  );
});

describe('an example', () => {
  const boost = { formula: 'essentiel', net: 14_500 };

  test('says what a boost costs with the code, for an agency that it is for and once it has begun', () => {
    const reserved = { ...body, agencies: ['agence-du-port'], startsOn: '2099-01-01', firstOrder: true };
    expect(exampleOf(reserved, boost)).toMatchObject({ discount: 1_450, error: null });
  });

  test('says why the code does nothing there', () => {
    expect(exampleOf({ ...body, formulas: ['decouverte'] }, boost).error?.code).toBe('COUPON_FORMULA');
    expect(exampleOf({ ...body, minimumNet: 14_501 }, boost).error?.code).toBe('COUPON_MINIMUM');
  });
});

test('the audit says the fields that changed, and those only', () => {
  const coupon = { ...body, startsAt: null, endsAt: null };
  const after = { ...coupon, label: 'Autre', ceiling: 5_000, firstOrder: true };
  expect(changedFacts(factsOf(coupon), factsOf(after))).toEqual({
    before: { Libellé: 'Dix pour cent', Plafond: 'aucun', 'Première commande': 'aucun' },
    after: { Libellé: 'Autre', Plafond: '50,00\u00a0€ HT', 'Première commande': 'oui' },
  });
  expect(changedFacts(factsOf(coupon), factsOf({ ...coupon })).after).toEqual({});
});
