/**
 * Dated rows: what holds from one day to another, both included.
 * Owns nothing.
 * Announces nothing.
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

/** The same day of a later month, or the last day of that month; anything that is no day stays as it is. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return day;
  const target = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  target.setUTCDate(Math.min(date, last));
  return target.toISOString().slice(0, 10);
}
