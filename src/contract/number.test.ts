import { describe, expect, test } from 'vitest';
import { parseEuros } from './money.ts';
import { readNumber, splitNumber, type ThreeDigits, valueOf } from './number.ts';

const signed = (text: string, threeDigits: ThreeDigits = 'refused') => {
  const written = splitNumber(text, threeDigits);
  return written && valueOf(written);
};

describe('numbers as people and software write them', () => {
  test.each([
    ['1250000', 1_250_000],
    ['1 250 000', 1_250_000],
    ['1\u00a0250\u00a0000', 1_250_000],
    ['1\u202f250\u202f000', 1_250_000],
    ['1\u2009250\u2009000', 1_250_000],
    ['1.250.000', 1_250_000],
    ['1,250,000', 1_250_000],
    ["1'250'000", 1_250_000],
    ['1’250’000', 1_250_000],
    ["1'250", 1_250],
    ['1 250 000,50', 1_250_000.5],
    ['1.250.000,50', 1_250_000.5],
    ['1,250,000.50', 1_250_000.5],
    ["1'250'000.50", 1_250_000.5],
    ['1.250,5', 1_250.5],
    ['1,250.5', 1_250.5],
    ['1250.000', 1_250],
    ['64,5', 64.5],
    ['64.5', 64.5],
    ['0.125', 0.125],
    ['0', 0],
    ['-3,20', -3.2],
    ['−2', -2],
  ])('%j is %d', (text, value) => {
    for (const threeDigits of ['thousands', 'decimals', 'refused'] as const)
      expect(signed(text, threeDigits)).toBe(value);
  });

  test.each([
    '',
    ' ',
    'abc',
    '1e5',
    '12 ans',
    '1.2.3',
    '12,34,56',
    '1.25.000',
    "1'25",
    "12.5'000",
    '1,250,00',
    '1.250,',
    ',5',
    '--1',
    '1,2.3,4',
    '1.250.000.50',
    '1,250.000,50',
    'NaN',
    'Infinity',
    '9'.repeat(16),
  ])('%j is refused whole', (text) => {
    for (const threeDigits of ['thousands', 'decimals', 'refused'] as const)
      expect(signed(text, threeDigits)).toBeNull();
  });

  test('three digits after one point are read as the field says, never a thousand times less', () => {
    expect(signed('1.250', 'thousands')).toBe(1_250);
    expect(signed('315.000', 'thousands')).toBe(315_000);
    expect(signed('1.250', 'refused')).toBeNull();
    expect(signed('43.610', 'decimals')).toBe(43.61);
    // The comma parts thousands in English and decimals in French.
    expect(signed('1,250', 'thousands')).toBeNull();
    expect(signed('1,250', 'refused')).toBeNull();
    expect(signed('3,125', 'decimals')).toBe(3.125);
  });

  test('a number of a field is at least 0', () => {
    expect(readNumber('-1', 'refused')).toBeNull();
    expect(readNumber('12 rue', 'refused')).toBeNull();
    expect(readNumber('62,5', 'refused')).toBe(62.5);
    expect(readNumber('1 250', 'refused')).toBe(1_250);
  });

  test('an amount is read the same way', () => {
    expect(parseEuros('1.250.000 €')).toBe(125_000_000);
    expect(parseEuros("1'250'000.50")).toBe(125_000_050);
    expect(parseEuros('1.250')).toBe(125_000);
    expect(parseEuros('1,250')).toBeNull();
    expect(parseEuros('-0,50')).toBe(-50);
  });
});
