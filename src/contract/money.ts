/**
 * Euros as a person or a feed writes them to whole cents: « 249 000,50 € », « 1490000.00 », « 315 000 ».
 * Returns null when it is not an amount. Never rounds more than two decimals away silently: a third
 * decimal other than zero makes it null.
 */
export function parseEuros(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0\u202f€]/g, '');
  const match = /^(-?\d+)(?:[.,](\d+))?$/.exec(bare);
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  if (/[1-9]/.test(decimals.slice(2))) return null;
  const cents =
    Number(whole) * 100 + Math.sign(Number(whole) || 1) * Number(decimals.slice(0, 2).padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Whole euros, as search words carry them, to cents. */
export function eurosToCents(euros: number): number {
  return Math.round(euros * 100);
}
