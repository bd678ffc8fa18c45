import { describe, expect, test } from 'vitest';
import { type AdvertisedRent, orderWords, rentVerdict } from './rent-control.ts';
import { mayLieIn, type Spot, simplifyRing } from './rent-quarters.ts';

const said = (given: Partial<AdvertisedRent>): AdvertisedRent => ({
  total: 100_000,
  charges: null,
  baseRent: null,
  supplement: null,
  statedCeiling: null,
  surface: 22,
  ...given,
});
const at = (perM2: number) => ({ low: perM2, high: perM2 });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the verdict on a rent', () => {
  test('45 m² at 1 300 under 30 €/m² is lawful (domain.md 3.2, vector b)', () => {
    const verdict = rentVerdict(
      said({ surface: 45, total: 139_000, charges: 9_000, baseRent: 130_000 }),
      at(30),
    );
    expect(verdict).toMatchObject({
      verdict: 'compliant',
      words: 'conforme',
      baseRent: 130_000,
      ceiling: { low: 135_000, high: 135_000 },
      ceilingPerM2: { low: 30, high: 30 },
      ceilingFrom: 'order',
      excess: null,
    });
  });

  test('84 € above is said, charges left out', () => {
    const verdict = rentVerdict(said({ surface: 50, total: 143_400, charges: 5_000 }), at(26));
    expect(verdict).toMatchObject({ verdict: 'exceeds', excess: 8_400, baseRent: 138_400 });
    expect(plain(verdict.words)).toBe('dépasse de 84,00 €/mois');
  });

  test('the sample: Salpêtrière, one room, 1946-1970, empty, 32,30 €/m² (formats/prices.md 4.2)', () => {
    const ceiling = Math.round(32.3 * 20 * 100);
    expect(rentVerdict(said({ surface: 20, baseRent: ceiling }), at(32.3)).verdict).toBe('compliant');
    expect(rentVerdict(said({ surface: 20, baseRent: ceiling + 1 }), at(32.3)).verdict).toBe('exceeds');
  });

  test.for([
    // domain.md 3.12: base 797 under 803 stated by the listing; 820 without supplement is not.
    ['stated, under', { baseRent: 79_700, statedCeiling: 80_300 }, null, 'compliant', null],
    ['stated, above', { baseRent: 82_000, statedCeiling: 80_300 }, null, 'exceeds', 1_700],
    ['a supplement over a lawful base', { baseRent: 60_000, supplement: 5_000 }, 30, 'supplement', null],
    [
      'a supplement does not lift a base too high',
      { baseRent: 70_000, supplement: 5_000 },
      30,
      'exceeds',
      4_000,
    ],
    [
      'the supplement is no base',
      { total: 72_000, charges: 6_000, supplement: 5_000 },
      30,
      'supplement',
      null,
    ],
    ['charges unknown, yet under with them', { total: 66_000 }, 30, 'compliant', null],
    ['charges unknown, above with them', { total: 66_001 }, 30, 'insufficient', null],
    ['no surface', { baseRent: 60_000, surface: null }, 30, 'insufficient', null],
    ['nothing to compare with', { baseRent: 60_000 }, null, 'insufficient', null],
  ] as const)('%s', ([, given, perM2, verdict, excess]) => {
    const answer = rentVerdict(said(given), perM2 === null ? null : at(perM2));
    expect(answer).toMatchObject({ verdict, excess });
    expect(answer.missing.length > 0).toBe(verdict === 'insufficient');
    expect(answer.words).toMatch(/^(conforme|dépasse de .+|complément à justifier|données insuffisantes)$/);
  });

  test('several possible ceilings: only what they all say', () => {
    const order = { low: 28, high: 32 };
    const unknown = ['l’époque de construction'];
    const of = (baseRent: number, statedCeiling: number | null = null) =>
      rentVerdict(said({ surface: 50, baseRent, statedCeiling }), order, unknown);
    expect(of(140_000).verdict).toBe('compliant');
    expect(of(140_001)).toMatchObject({ verdict: 'insufficient', missing: unknown });
    expect(of(160_000).verdict).toBe('insufficient');
    expect(plain(of(168_400).words)).toBe('dépasse d’au moins 84,00 €/mois');
    // What the listing states is one of them: it settles.
    expect(of(150_000, 150_000)).toMatchObject({ verdict: 'compliant', ceilingFrom: 'listing' });
    expect(of(150_000, 149_000)).toMatchObject({ verdict: 'exceeds', excess: 1_000 });
    // A stated ceiling that the order does not know is not believed.
    expect(of(165_000, 200_000).verdict).toBe('exceeds');
  });

  test('the order is cited with its days', () => {
    const order = {
      territory: 'paris',
      area: 'Paris',
      title: null,
      from: '2025-07-01',
      lastDay: '2026-06-30',
      outdated: false,
    };
    expect(orderWords(order)).toBe('l’arrêté applicable du 1er juillet 2025 au 30 juin 2026');
    expect(orderWords({ ...order, title: 'DDTM34-2026-06-17135', lastDay: null })).toBe(
      'l’arrêté DDTM34-2026-06-17135, applicable depuis le 1er juillet 2025',
    );
  });
});

describe('where a blurred point may lie', () => {
  // A square of about 800 by 1 100 metres, with a hole.
  const square: Spot[] = [
    [2.35, 48.85],
    [2.36, 48.85],
    [2.36, 48.86],
    [2.35, 48.86],
  ];
  const hole: Spot[] = [
    [2.354, 48.854],
    [2.356, 48.854],
    [2.356, 48.856],
    [2.354, 48.856],
  ];
  test.for([
    ['inside', [2.352, 48.852], 0, true],
    ['outside, too far', [2.37, 48.855], 500, false],
    ['outside, near enough', [2.361, 48.855], 100, true],
    ['in the hole', [2.355, 48.855], 10, false],
    ['in the hole, its edge near enough', [2.355, 48.855], 120, true],
    ['beside, level with a corner', [2.34, 48.85], 0, false],
  ] as const)('%s', ([, spot, radius, expected]) => {
    expect(mayLieIn([square, hole], spot, radius)).toBe(expected);
  });
});

describe('a contour with fewer points', () => {
  // 0.00001 degree of latitude is 1.1 metres.
  const ring: Spot[] = [
    [2.35, 48.85],
    [2.355, 48.85001],
    [2.36, 48.85],
    [2.36, 48.855],
    [2.3605, 48.8575],
    [2.36, 48.86],
    [2.35, 48.86],
    [2.35, 48.85],
  ];

  test('keeps its corners and what moves its line by more than so many metres', () => {
    expect(simplifyRing(ring, 2)).toEqual(ring.filter((_, rank) => rank !== 1));
    expect(simplifyRing(ring, 100)).toEqual(ring.filter((_, rank) => ![1, 3, 4].includes(rank)));
  });

  test('is itself when nothing may move, and stays whatever is left of it', () => {
    expect(simplifyRing(ring, 0)).toEqual(ring);
    expect(simplifyRing(ring.slice(0, 2), 1_000)).toEqual(ring.slice(0, 2));
    expect(simplifyRing([], 2)).toEqual([]);
  });
});
