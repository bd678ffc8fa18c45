import { type ColumnKey, columnOf } from '../columns.ts';
import type { RowFields } from './fields.server.ts';
import type { Dialect, FeedRecord, LocatedValue, RowPhoto, RowRefusal, UnplacedDraft } from './rows.ts';
import { plainWords, readDecimal } from './values.server.ts';

/** Where a format says what a column says, the best name first, and how it is written there. */
interface Wording {
  readonly at: readonly string[];
  readonly as?: (text: string) => string;
}

export type Wordings = Partial<Record<ColumnKey, Wording>>;

/** Photos that one listing may show: Kyero sends 50. */
export const MOST_PHOTOS = 50;

/** A record of a format that has names rather than ranks. */
export abstract class Translated implements FeedRecord {
  abstract readonly line: number;
  abstract readonly dialect: Dialect;
  /** Who the software says the agency is, by its own number. */
  readonly sender: string | null = null;
  /** Stands in for the postal code in a format that has none. */
  readonly department: string | null = null;
  protected abstract readonly wordings: Wordings;

  /** The fact of the first of these names that has one. */
  protected abstract find(names: readonly string[]): LocatedValue | null;

  /** Columns that follow from several facts, or from none. Undefined leaves it to the wordings. */
  protected abstract derive(key: ColumnKey): string | undefined;

  abstract photos(): readonly RowPhoto[];

  /** Why the row is left out although it can be read, once said; null when it is not. */
  refuse(_row: RowFields): RowRefusal | null {
    return null;
  }

  /** What the format says and Poliris has no column for. */
  complete(_row: RowFields, draft: UnplacedDraft): UnplacedDraft {
    return this.department === null ? draft : { ...draft, department: this.department };
  }

  raw(key: ColumnKey): string {
    return (this.derive(key) ?? this.worded(key)).trim();
  }

  told(key: ColumnKey): LocatedValue {
    const names = this.wordings[key]?.at ?? [];
    return (
      this.find(names) ?? {
        line: this.line,
        column: null,
        field: names[0] ?? columnOf(key).name,
        value: '',
      }
    );
  }

  /** The column as its wording has it. */
  protected worded(key: ColumnKey): string {
    const wording = this.wordings[key];
    const text = wording ? this.text(...wording.at) : '';
    return text === '' ? '' : (wording?.as?.(text) ?? text);
  }

  /** As it stands in the file; empty when none of these names has a fact. */
  protected text(...names: readonly string[]): string {
    return this.find(names)?.value ?? '';
  }

  /** Unknown unless it is a plain yes or no. */
  protected flag(...names: readonly string[]): boolean | null {
    const said = yesOrNo(this.text(...names));
    return said === 'OUI' ? true : said === 'NON' ? false : null;
  }

  /** Within what the database holds; 0 is « not said ». */
  protected amount(most: number, ...names: readonly string[]): number | null {
    const read = readDecimal(this.text(...names), 'refused');
    return (read.kind === 'value' || read.kind === 'tolerated') && read.value > 0 && read.value <= most
      ? read.value
      : null;
  }
}

const YES = new Set(['true', '1', 'oui', 'yes', 'o', 'y', 'vrai']);
const NO = new Set(['false', '0', 'non', 'no', 'n', 'faux']);

/** `true`, `1`, `yes` as OUI; what is neither yes nor no as it stands. */
export function yesOrNo(text: string): string {
  const word = plainWords(text);
  return YES.has(word) ? 'OUI' : NO.has(word) ? 'NON' : text;
}

/** `2026-01-31…` as 31/01/2026; what is no such day as it stands. */
export function frenchDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/.exec(text.trim()) ?? [];
  if (year === '0000') return '';
  return year ? `${day}/${month}/${year}` : text;
}

/** Words of the format to words of Poliris, as they stand when unknown. */
export function wordsOf(words: ReadonlyMap<string, string>): (text: string) => string {
  return (text) => words.get(plainWords(text)) ?? text;
}
