import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBadge,
  formatCount,
  formatDate,
  formatOrdinal,
  formatPercent,
  formatPrice,
  formatPricePerM2,
  formatPriceShort,
  formatRent,
  formatSurface,
} from './fmt.ts';
import { parseEuros } from './money.ts';
import { formatPhone } from './phone.ts';

const spaced = (text: string) => text.replaceAll('\u00a0', '_');

describe('what people read', () => {
  it('writes prices with two decimals and no-break spaces', () => {
    expect(spaced(formatPrice(31_500_000))).toBe('315_000,00_€');
    expect(spaced(formatPrice(5))).toBe('0,05_€');
    expect(spaced(formatRent(139_000))).toBe('1_390,00_€/mois');
  });

  it('rounds a price per square metre to the euro first', () => {
    expect(spaced(formatPricePerM2(25_000_000 / 65))).toBe('3_846,00_€/m²');
  });

  it.each([
    [25_000_000, '250_k€'],
    [99_960_000, '1_M€'],
    [123_456_700, '1,23_M€'],
    [85_000, '850_€'],
  ])('shortens %i cents to %s on pins', (cents, text) => {
    expect(spaced(formatPriceShort(cents))).toBe(text);
  });

  it('never lets U+202F out: the fonts lack it', () => {
    const all = [
      formatPrice(123_456_789_00),
      formatCount(1_204_000, 'annonce', 'annonces'),
      formatSurface(12_345.6),
      formatPercent(1234.5),
    ];
    expect(all.join('')).not.toContain('\u202f');
  });

  it.each([
    [0, '0_annonce'],
    [1, '1_annonce'],
    [2, '2_annonces'],
    [1204, '1_204_annonces'],
  ])('agrees « annonce » with %i', (count, text) => {
    expect(spaced(formatCount(count, 'annonce', 'annonces'))).toBe(text);
  });

  it('caps badges', () => {
    expect([formatBadge(99, 99), formatBadge(100, 99), formatBadge(10, 9)]).toEqual(['99', '99+', '9+']);
  });

  it('says dates in Paris and ages in words', () => {
    expect(formatDate(new Date('2026-11-20T23:30:00Z'))).toBe('21 novembre 2026');
    expect(formatDate(new Date('2026-03-01T12:00:00Z'))).toBe('1er mars 2026');
    const now = new Date('2026-11-21T12:00:00Z');
    expect(spaced(formatAgo(new Date('2026-11-21T10:00:00Z'), now)).replaceAll('_', ' ')).toBe(
      'il y a 2 heures',
    );
    expect(formatAgo(new Date('2026-11-20T12:00:00Z'), now)).toBe('hier');
    expect(formatAgo(new Date('2026-11-21T11:59:50Z'), now)).toBe('à l’instant');
  });

  it('writes phones and ordinals as people do', () => {
    expect(spaced(formatPhone('+33612345678'))).toBe('06_12_34_56_78');
    expect(formatPhone('+4479460000')).toBe('+4479460000');
    expect([formatOrdinal(1), formatOrdinal(7)]).toEqual(['1er', '7e']);
  });
});

describe('reading an amount', () => {
  it.each([
    ['249 000,50 €', 24_900_050],
    ['1490000.00', 149_000_000],
    ['315\u00a0000', 31_500_000],
    ['0', 0],
    ['12,5', 1_250],
    ['5.000', 500_000],
    ['-3,20', -320],
  ])('%s', (text, cents) => {
    expect(parseEuros(text)).toBe(cents);
  });

  it.each(['', 'abc', '1,2,3', '12,345', '1e9', '99999999999999999999'])('refuses %j', (text) => {
    expect(parseEuros(text)).toBeNull();
  });
});
