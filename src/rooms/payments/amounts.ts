// What an order costs, and what of it is given back (docs/decisions/0075). Amounts are whole cents.
import { vatOf } from '#contract/money.ts';
import { LEAST_CHARGE, type Totals } from './contract.ts';

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/** Totals of a document: VAT is computed once, on what is left after discount. */
export function totalsOf(
  lines: readonly { readonly net: number; readonly discount: number }[],
  vatRate: number,
): Totals {
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const vat = vatOf(net - discount, vatRate);
  return { net, discount, vatRate, vat, gross: net - discount + vat };
}

/** The smallest amount without VAT that a card pays. */
export function leastDue(vatRate: number): number {
  let net = Math.floor((LEAST_CHARGE * WHOLE) / (WHOLE + vatRate));
  while (net + vatOf(net, vatRate) < LEAST_CHARGE) net += 1;
  return net;
}

/**
 * What is given back of a boost that ended, in cents without VAT, at the price really paid (`paid`, after discount): everything when
 * it never began; else the share of the media budget that the network did not spend, fees stay due.
 */
export function creditOf(
  { unspent, began, net }: { readonly unspent: number; readonly began: boolean; readonly net: number },
  paid: number,
): number {
  if (!began) return paid;
  return net === 0 ? 0 : Math.min(paid, Math.round((paid * unspent) / net));
}
