import { splitNumber } from './number.ts';

/**
 * Euros as a person or a feed writes them to whole cents: « 249 000,50 € », « 1490000.00 », « 315.000 ».
 * Returns null when it is not an amount. Never rounds more than two decimals away silently: a third
 * decimal other than zero makes it null.
 */
export function parseEuros(text: string): number | null {
  // No amount has three decimals: « 1.250 » are thousands.
  const written = splitNumber(text.replaceAll('€', ''), 'thousands');
  if (!written || /[1-9]/.test(written.decimals.slice(2))) return null;
  const cents = Number(written.whole) * 100 + Number(written.decimals.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return written.minus && cents !== 0 ? -cents : cents;
}

/** Cents as a person types them: « 49,90 », « 120 ». `parseEuros` reads them back. */
export function typedEuros(cents: number): string {
  return (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)).replace('.', ',');
}

/** VAT of an amount in cents without it, half up; `rate` in hundredths of a percent. */
export function vatOf(net: number, rate: number): number {
  return Math.floor((net * rate + 5_000) / 10_000);
}

/** Whole euros, as search words carry them, to cents. */
export function eurosToCents(euros: number): number {
  return Math.round(euros * 100);
}

/**
 * Shares an amount between lines in proportion to their weights, all in whole cents: the shares add up to `total`, and the cents
 * that are left over go to the first lines. A share is never above its weight while `total` is not above their sum. All
 * weights zero: all shares zero.
 */
export function spreadCents(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((whole, weight) => whole + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / sum));
  let left = total - shares.reduce((whole, share) => whole + share, 0);
  return shares.map((share, line) => {
    if (left === 0 || weights[line] === 0) return share;
    left -= 1;
    return share + 1;
  });
}
