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

/** Whole euros, as search words carry them, to cents. */
export function eurosToCents(euros: number): number {
  return Math.round(euros * 100);
}
