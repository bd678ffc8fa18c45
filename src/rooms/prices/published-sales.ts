// Sales as their publisher gives them (geo-dvf), a file per department and year: what is asked for, what came of it.
import { formatNumber, NBSP } from '#contract/fmt.ts';
import { withoutSales } from './contract.ts';
import { describeSales, type SalesReport } from './sales.ts';

/** The administration publishes five rolling years, in files of calendar years: six of them at most. */
const YEARS_PUBLISHED = 6;
/** The release of April is there, MM-DD. */
const RELEASED_BY = '05-01';
/** The first year that was ever published. */
const FIRST_YEAR = 2014;

/** What became of one department-year. */
export interface PublishedFile {
  readonly departmentCode: string;
  readonly year: number;
  /**
   * `unchanged`: loaded already, in the version that is published; `absent`: not published; `unreachable`: did not come
   * whole; `refused` and `held`: came, and is not loaded (sales.ts).
   */
  readonly status: 'done' | 'unchanged' | 'absent' | 'unreachable' | 'refused' | 'held';
  /** Of the file, compressed; 0 when none came. */
  readonly bytes: number;
  readonly report: SalesReport | null;
  /** Why it did not come, in French. */
  readonly reason: string | null;
  /** It would not come either if it were asked for again at once. */
  readonly permanent: boolean;
}

export interface FetchReport {
  readonly files: readonly PublishedFile[];
  /** Department-years that were not asked for: the publisher did not answer, or the lock was lost. */
  readonly left: number;
  /** The database closed the connection that kept other fetches away. */
  readonly lockLost: boolean;
  /** Departments whose figures were made again. */
  readonly computed: readonly string[];
  readonly seconds: number;
  /** Of them, those that the figures took. */
  readonly computeSeconds: number;
}

/** Whether the sales of a department are published: not those of the land book, nor of the overseas collectivities. */
export function isPublished(departmentCode: string): boolean {
  return !withoutSales.includes(departmentCode) && !/^9(?:7[578]|8\d)$/.test(departmentCode);
}

/**
 * The years that the current release may hold on a day (YYYY-MM-DD), oldest first. Until that of April, it is the one of
 * last October, which begins a year earlier.
 */
export function publishedYears(day: string): number[] {
  const last = Number(day.slice(0, 4));
  const count = day.slice(5) < RELEASED_BY ? YEARS_PUBLISHED + 1 : YEARS_PUBLISHED;
  return Array.from({ length: count }, (_, rank) => last - count + 1 + rank);
}

/** « 2021-2025 », « 2024 », « 2021,2023-2025 » to years, oldest first; null when it cannot be read. */
export function readYears(text: string, thisYear: number): number[] | null {
  const years = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{4})\s*(?:-\s*(\d{4})\s*)?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= FIRST_YEAR && from <= to && to <= thisYear)) return null;
    for (let year = from; year <= to; year += 1) years.add(year);
  }
  return [...years].toSorted((a, b) => a - b);
}

/** « 69,75 », « 1, 2a » to codes (« 01 », « 2A »), each once, in their order; null when one is no code. */
export function readDepartments(text: string): string[] | null {
  const codes = text.split(',').map((word) => word.trim().toUpperCase().padStart(2, '0'));
  return codes.every((code) => /^(?:\d{2,3}|2[AB])$/.test(code)) ? [...new Set(codes)] : null;
}

/** « 2,4 Mo ». */
export function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 100_000) / 10)}${NBSP}Mo`;
}

const statusWords = {
  unchanged: 'déjà chargé, inchangé depuis',
  absent: 'non publié',
} as const;

/** One line of an operator's terminal. */
export function describePublished(file: PublishedFile): string {
  const { departmentCode, year, status, bytes, report, reason, permanent } = file;
  const name = `${departmentCode} ${year}`;
  if (status === 'unchanged' || status === 'absent') return `${name}${NBSP}: ${statusWords[status]}.`;
  if (!report)
    return `${name}${NBSP}: ce fichier n’a pas pu être reçu (${reason}).${permanent ? '' : ' La même commande reprendra où elle en était.'}`;
  return describeSales(report, `${name} (${megabytes(bytes)})`);
}
