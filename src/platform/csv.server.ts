/**
 * CSV as a French spreadsheet opens it with a double click: a mark for UTF-8, semicolons, lines ended by CRLF, quotes of
 * RFC 4180. A comma there is the decimal sign.
 */
export type CsvCell = string | number | null;

/** What makes a spreadsheet begin a formula, in its narrow and its wide form. */
const SIGNS = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** Where a cell begins for any spreadsheet, whatever it takes for a separator and however it reads quotes. */
const FORMULA = new RegExp(`(^|[;,\\t\\r\\n])([ \\u00a0"']*)(?=[${SIGNS}])`, 'gu');
const QUOTED = /[";,\t\r\n]|^\s|\s$/;

/**
 * A text that no spreadsheet runs (security.md, threat 14): before each sign of a formula that may begin a cell stands an
 * apostrophe, and before a tab or a carriage return that opens the text. « +33612345678 » so stays a text.
 */
function harmless(text: string): string {
  const opened = /^[\t\r]/.test(text) ? `'${text}` : text;
  return opened.replaceAll(FORMULA, (_, separator: string, between: string) => `${separator}${between}'`);
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  const safe = harmless(cell);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV file, with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

/** The beginning of a CSV file: its mark, without which spreadsheets read old letters of their country, and its titles. */
export function csvHead(titles: readonly string[]): string {
  return `\ufeff${csvLine(titles)}`;
}

/** « 21/11/2026 » of `2026-11-21`; null of null. */
export function csvDay(day: string | null): string | null {
  return day === null ? null : day.split('-').toReversed().join('/');
}
