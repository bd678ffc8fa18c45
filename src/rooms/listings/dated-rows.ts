/**
 * Dated rows: what holds from one day to another, both included.
 */

/** Days are `YYYY-MM-DD`; `validTo` null: no end is known. */
export interface Dated {
  readonly validFrom: string;
  readonly validTo: string | null;
}

export function inForce(row: Dated, on: string): boolean {
  return row.validFrom <= on && (row.validTo === null || on <= row.validTo);
}

/** The rows that hold on that day. */
export function rowsOn<T extends Dated>(rows: readonly T[], on: string): T[] {
  return rows.filter((row) => inForce(row, on));
}

/** The rows that have begun by that day, whether or not they still hold. */
export function begunRows<T extends Dated>(rows: readonly T[], on: string): T[] {
  return rows.filter((row) => row.validFrom <= on);
}

/** The same day of a later month, or the last day of that month; anything that is no day stays as it is. */
export function monthsLater(day: string, months: number): string {
  const year = Number(day.slice(0, 4));
  // Whole years are the common case, and cheap: only 29 February may not exist.
  if (months % 12 === 0 && year > 0 && day.length === 10 && !day.endsWith('-02-29')) {
    return `${String(year + months / 12).padStart(4, '0')}${day.slice(4)}`;
  }
  const [, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return day;
  const target = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  target.setUTCDate(Math.min(date, last));
  return target.toISOString().slice(0, 10);
}
