/** Numbers as people and software write and paste them: one reading for fields, addresses and feeds (decision 0070). */

/**
 * What three digits after a single point mean, as in « 1.250 »: thousands in money and in the whole numbers of a
 * search; decimals in coordinates and rates; elsewhere two readings remain and the text is refused.
 */
export type ThreeDigits = 'thousands' | 'decimals' | 'refused';

/** A number as it was written: `-`, its whole digits without separators, and its decimals. */
interface WrittenNumber {
  readonly minus: boolean;
  readonly whole: string;
  readonly decimals: string;
}

/** Longer is no number that somebody means, and would not be exact. */
const DIGITS_MOST = 15;
const SPACES = /[\s\u00a0\u2009\u202f]/g;
const APART = "[.,'’]";
const GROUPED = new RegExp(`^\\d{1,3}(${APART})\\d{3}(?:\\1\\d{3})*$`);

/**
 * Splits a number at its decimal mark: thousands apart by spaces, points, commas or apostrophes, decimals after a point
 * or a comma. « 1.250.000,50 », « 1,250,000.50 », « 1'250'000 » and « 1 250 000 » have one reading each.
 * Null when the text is no number or could be two: « 1,250 » always, « 1.250 » as `threeDigits` says.
 */
export function splitNumber(text: string, threeDigits: ThreeDigits): WrittenNumber | null {
  const bare = text.replaceAll(SPACES, '');
  const [, sign, body = ''] = /^([-−]?)(\d[\d.,'’]*)$/.exec(bare) ?? [];
  if (sign === undefined) return null;
  const read = pointed(body, threeDigits);
  if (read === null) return null;
  const [whole = '', decimals = ''] = read.split('.');
  return whole.length + decimals.length > DIGITS_MOST + 12 || whole.length > DIGITS_MOST
    ? null
    : { minus: sign !== '', whole, decimals };
}

/** Digits with at most one point, which is the decimal mark; null when there is no such reading, or several. */
function pointed(body: string, threeDigits: ThreeDigits): string | null {
  const marks = body.replaceAll(/\d/g, '').replaceAll('’', "'");
  const last = marks.at(-1);
  if (last === undefined) return body;
  const plain = body.replaceAll('’', "'");
  if (marks.length === 1 && last !== "'") return single(plain, last, threeDigits);
  // One mark only, several times, or the apostrophe: nothing but thousands.
  if (new Set(marks).size === 1) return GROUPED.test(plain) ? plain.replaceAll(/\D/g, '') : null;
  const cut = plain.lastIndexOf(last);
  const [whole, decimals] = [plain.slice(0, cut), plain.slice(cut + 1)];
  return last !== "'" && decimals !== '' && GROUPED.test(whole) && !whole.includes(last)
    ? `${whole.replaceAll(/\D/g, '')}.${decimals}`
    : null;
}

function single(body: string, mark: string, threeDigits: ThreeDigits): string | null {
  const [whole = '', decimals = ''] = body.split(mark);
  if (decimals === '') return null;
  // « 0.125 » and « 1234.500 » are no thousands.
  const two = GROUPED.test(body) && !whole.startsWith('0');
  if (!two || threeDigits === 'decimals') return `${whole}.${decimals}`;
  return threeDigits === 'thousands' && mark === '.' ? whole + decimals : null;
}

/** The number that was written, of at least 0 (specification 5, number parsing); null when it is none. */
export function readNumber(text: string, threeDigits: ThreeDigits): number | null {
  const written = splitNumber(text, threeDigits);
  return written && !written.minus ? valueOf(written) : null;
}

/** As JavaScript counts. */
export function valueOf({ minus, whole, decimals }: WrittenNumber): number {
  const value = Number(`${whole}.${decimals || '0'}`);
  return minus && value !== 0 ? -value : value;
}
