import type { ThreeDigits } from '#contract/number.ts';
import type { ColumnKey } from '../columns.ts';
import type { Diagnostic, Severity } from '../contract.ts';
import type { FeedRecord, LocatedValue } from './rows.ts';
import {
  cutText,
  type Read,
  readBoolean,
  readDate,
  readDecimal,
  readInteger,
  readLine,
  readText,
  toCents,
} from './values.server.ts';

/** Bounds that the database holds; what lies outside is no fact. */
interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** Exporters write 0 for « not said » in this column. */
  readonly zeroUnknown?: boolean;
}

/** How many of something a home has. */
export const SMALL = { min: 0, max: 999 } as const satisfies Bounds;

/** « 1.250 » in this column: degrees and rates have decimals, a surface may have thousands (decision 0070). */
export function threeDigitsOf(key: ColumnKey): ThreeDigits {
  return key === 'latitude' || key === 'longitude' || key === 'fees' ? 'decimals' : 'refused';
}

const LONGEST_SHOWN = 120;
/** Most characters of a fact on one line: no column of the format that holds one is longer. */
const LONGEST_LINE = 255;

/** One row read column by column; what it has to say about them gathers in `diagnostics`. */
export class RowFields {
  readonly record: FeedRecord;
  readonly line: number;
  readonly agency: string;
  readonly technicalId: string;
  readonly reference: string;
  readonly diagnostics: Diagnostic[] = [];

  /**
   * `whole`: the row has its columns, so that its technical identifier can be trusted. `agency` stands in for
   * column 1 when it is empty.
   */
  constructor(record: FeedRecord, whole: boolean, agency: string) {
    this.record = record;
    this.line = record.line;
    this.agency = cutText(this.raw('agency').toLowerCase(), LONGEST_LINE) || agency;
    this.reference = this.line1('reference');
    // Old feeds leave column 175 empty: the displayed reference is then all there is.
    this.technicalId = whole ? this.line1('technicalId') || this.reference : '';
  }

  /** The field as it stands, without the spaces around it. */
  raw(key: ColumnKey): string {
    return this.record.raw(key);
  }

  text(key: ColumnKey): string {
    const { text, hadMarkup } = readText(this.raw(key));
    if (hadMarkup)
      this.warn(
        'markup',
        key,
        'Des balises HTML ont été retirées. N’envoyez que du texte ; <br> suffit pour aller à la ligne.',
      );
    return text;
  }

  line1(key: ColumnKey): string {
    return this.shorten(this.raw(key));
  }

  /** A fact of the row as one line of plain text. */
  shorten(text: string): string {
    return cutText(readLine(text), LONGEST_LINE);
  }

  orNull(key: ColumnKey): string | null {
    return this.line1(key) || null;
  }

  decimal(key: ColumnKey, bounds: Bounds = {}): number | null {
    return this.#number(key, readDecimal(this.raw(key), threeDigitsOf(key)), bounds);
  }

  integer(key: ColumnKey, bounds: Bounds = {}): number | null {
    return this.#number(key, readInteger(this.raw(key)), bounds);
  }

  /** Euros of the feed as cents. */
  cents(key: ColumnKey, bounds: Bounds = {}): number | null {
    const read = readDecimal(this.raw(key), 'thousands');
    const euros = this.#number(key, read, { min: 0, max: 1_000_000_000, ...bounds });
    return euros === null ? null : toCents(euros);
  }

  boolean(key: ColumnKey): boolean | null {
    const read = readBoolean(this.raw(key));
    if (read.kind === 'wrong')
      this.warn(
        'boolean',
        key,
        `Valeur inattendue : seules ${this.record.dialect.booleans} ou un champ vide sont admis. Elle est tenue pour inconnue.`,
      );
    return read.kind === 'value' ? read.value : null;
  }

  date(key: ColumnKey): string | null {
    const read = readDate(this.raw(key));
    const { dates } = this.record.dialect;
    if (read.kind === 'wrong')
      this.warn('date', key, `Date illisible : écrivez ${dates}. Elle est tenue pour inconnue.`);
    if (read.kind === 'tolerated') this.warn('date', key, 'Date lue, mais écrite autrement que JJ/MM/AAAA.');
    return read.kind === 'value' || read.kind === 'tolerated' ? read.value : null;
  }

  #number(key: ColumnKey, read: Read<number>, bounds: Bounds): number | null {
    if (read.kind === 'empty') return null;
    if (read.kind === 'wrong') {
      this.warn(
        'number',
        key,
        'Nombre illisible : écrivez-le en chiffres avec un point décimal. Il est tenu pour inconnu.',
      );
      return null;
    }
    if (read.kind === 'tolerated')
      this.warn(
        'number_form',
        key,
        'Nombre lu, mais écrit hors format : chiffres et point décimal seulement.',
      );
    if (bounds.zeroUnknown && read.value === 0) return null;
    if (
      read.value < (bounds.min ?? Number.NEGATIVE_INFINITY) ||
      read.value > (bounds.max ?? Number.POSITIVE_INFINITY)
    ) {
      this.warn(
        'range',
        key,
        'Valeur hors de toute vraisemblance : elle est tenue pour inconnue. Corrigez-la dans votre logiciel.',
      );
      return null;
    }
    return read.value;
  }

  warn(code: string, key: ColumnKey | LocatedValue | null, message: string): void {
    this.#say('warning', code, key, message);
  }

  refuse(code: string, key: ColumnKey | LocatedValue | null, message: string): void {
    this.#say('refused', code, key, message);
  }

  #say(severity: Severity, code: string, key: ColumnKey | LocatedValue | null, message: string): void {
    const told = typeof key === 'string' ? this.record.told(key) : key;
    this.diagnostics.push({
      code,
      severity,
      line: told?.line ?? this.line,
      agency: this.agency,
      technicalId: this.technicalId,
      reference: this.reference,
      column: told?.column ?? null,
      field: told?.field ?? null,
      value: told ? cutText(told.value, LONGEST_SHOWN) : null,
      message,
    });
  }
}
