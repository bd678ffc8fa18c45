/**
 * Figures CSV: what a person read on a network, a line per day, as a file, as cells pasted from a spreadsheet, or as typed.
 */
import type * as z from 'zod/mini';
import { formatNumber, NBSP } from '#contract/fmt.ts';
import type { dayFiguresSchema } from './tasks.ts';

type DayFigures = z.output<typeof dayFiguresSchema>;

export const FIGURES_TITLES = 'jour;affichages;couverture;clics;dépense';

/** The figures of the lines that say them, and what is wrong with the others, in their order. */
interface ReadFigures {
  readonly days: readonly DayFigures[];
  readonly problems: readonly string[];
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const FRENCH_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const SPACES = /[\s\u00a0\u202f]/g;

/** « 2026-12-01 » and « 01/12/2026 » to the first; null for what is no day. */
function dayIn(cell: string): string | null {
  const [, year, month, day] = DAY.exec(cell) ?? [];
  const [, frenchDay, frenchMonth, frenchYear] = FRENCH_DAY.exec(cell) ?? [];
  const read = year ? `${year}-${month}-${day}` : `${frenchYear}-${frenchMonth}-${frenchDay}`;
  const at = new Date(`${read}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(read) ? read : null;
}

function countIn(cell: string): number | null {
  const bare = cell.replaceAll(SPACES, '');
  return /^\d{1,9}$/.test(bare) ? Number(bare) : null;
}

/** « 12,40 », « 12.40 », « 1 200 € » and « 12 » to cents. Three decimals could be thousands: null, as for what is no amount. */
export function spendIn(cell: string): number | null {
  const bare = cell.replaceAll(SPACES, '').replace(/€$/, '');
  return /^\d{1,7}(?:[.,]\d{1,2})?$/.test(bare) ? Math.round(Number(bare.replace(',', '.')) * 100) : null;
}

/** The figures of a day as four cells, or a sentence that says what is wrong with them. */
export function readDay(
  day: string,
  [impressions, reach, clicks, spend]: readonly string[],
): DayFigures | string {
  const [shown, people, pressed] = [impressions, reach, clicks].map((cell) => countIn(cell ?? ''));
  if (typeof shown !== 'number' || typeof people !== 'number' || typeof pressed !== 'number')
    return 'affichages, couverture et clics sont trois nombres entiers.';
  const cents = spendIn(spend ?? '');
  if (cents === null) return 'la dépense est un montant en euros, par exemple 12,40.';
  return { day, impressions: shown, reach: people, clicks: pressed, spend: cents };
}

function lineIn(line: string, rank: number): DayFigures | string {
  const [first = '', ...others] = line.split(/[;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
  const day = dayIn(first);
  const read =
    day === null
      ? `«${NBSP}${first}${NBSP}» n’est pas un jour, par exemple 2026-12-01.`
      : readDay(day, others);
  return typeof read === 'string' ? `Ligne ${formatNumber(rank)}${NBSP}: ${read}` : read;
}

/** Reads lines « jour;affichages;couverture;clics;dépense », with or without their titles; tabs separate as well. */
export function readFigures(text: string): ReadFigures {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line, rank: index + 1 }))
    .filter(({ line }) => line.replaceAll(';', '').trim() !== '');
  // A line of titles has no figure.
  const rows = /\d/.test(lines[0]?.line ?? '') ? lines : lines.slice(1);
  const read = rows.map(({ line, rank }) => lineIn(line, rank));
  return {
    days: read.filter((one) => typeof one !== 'string'),
    problems:
      rows.length === 0
        ? [`Une ligne par jour est attendue${NBSP}: ${FIGURES_TITLES}.`]
        : read.filter((one) => typeof one === 'string'),
  };
}
