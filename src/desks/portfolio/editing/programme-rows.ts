/**
 * Rows: lots of a programme as they are typed, whole or not yet.
 */
import { formatNumber } from '#contract/fmt.ts';
import { parseEuros } from '#contract/money.ts';
import { splitNumber, valueOf } from '#contract/number.ts';
import type { UnitDraft } from '#rooms/listings/contract.ts';
import { REFERENCE_MAX } from '../facts.ts';

/** A lot as its fields hold it. */
export interface UnitRow {
  /** Of the row on this page. */
  readonly key: number;
  readonly reference: string;
  readonly propertyType: UnitDraft['propertyType'];
  readonly rooms: string;
  readonly surface: string;
  readonly floor: string;
  readonly price: string;
  readonly vat: UnitDraft['vat'];
  readonly status: UnitDraft['status'];
}

/** Fields in which something else than a number may be typed. */
export type UnitField = 'reference' | 'rooms' | 'surface' | 'floor' | 'price';

const written = (value: number | null) => (value === null ? '' : formatNumber(value));

export function rowOf(unit: UnitDraft, key: number): UnitRow {
  const { rooms, surface, floor, price } = unit;
  return {
    ...unit,
    key,
    rooms: written(rooms),
    surface: written(surface),
    floor: written(floor),
    price: formatNumber(price / 100),
  };
}

/** Null: nothing is said; undefined: no such number. */
function numberIn(text: string, shape: RegExp): number | null | undefined {
  if (text.trim() === '') return null;
  const written = splitNumber(text, 'refused');
  const value = written && valueOf(written);
  return value !== null && shape.test(String(value)) ? value : undefined;
}

/** The lot that a row says, or what keeps it from being one, by field. */
export function readRow(
  row: UnitRow,
): { unit: UnitDraft; wrong: null } | { unit: null; wrong: Partial<Record<UnitField, string>> } {
  const reference = row.reference.trim();
  const rooms = numberIn(row.rooms, /^\d{1,2}$/);
  const surface = numberIn(row.surface, /^\d{1,5}(\.\d{1,2})?$/);
  const floor = numberIn(row.floor, /^-?\d{1,2}$/);
  const price = parseEuros(row.price);
  const wrong: Partial<Record<UnitField, string>> = {
    ...(reference === '' ? { reference: 'La référence est requise.' } : {}),
    ...(reference.length > REFERENCE_MAX ? { reference: `${REFERENCE_MAX} caractères au plus.` } : {}),
    ...(rooms === undefined ? { rooms: 'Un nombre est attendu.' } : {}),
    ...(surface === undefined ? { surface: 'Une surface est attendue, par exemple 64,5.' } : {}),
    ...(floor === undefined ? { floor: 'Un nombre est attendu, 0 pour le rez-de-chaussée.' } : {}),
    ...(price === null || price <= 0 ? { price: 'Un prix est attendu, par exemple 250 000.' } : {}),
  };
  if (rooms === undefined || surface === undefined || floor === undefined || price === null)
    return { unit: null, wrong };
  if (Object.keys(wrong).length > 0) return { unit: null, wrong };
  const { propertyType, vat, status } = row;
  return { unit: { reference, propertyType, rooms, surface, floor, price, vat, status }, wrong: null };
}

/** A new lot after these: like the last one, with the next reference. */
export function nextRow(rows: readonly UnitRow[], key: number): UnitRow {
  const last = rows.at(-1);
  const taken = new Set(rows.map(({ reference }) => reference.toLowerCase()));
  let reference = last ? following(last.reference) : 'A101';
  while (taken.has(reference.toLowerCase())) reference = following(reference);
  return {
    propertyType: 'apartment',
    rooms: '',
    floor: '',
    vat: 20,
    ...last,
    key,
    reference,
    surface: '',
    price: '',
    status: 'available',
  };
}

/** « A101 », then « A102 »; « Villa », then « Villa 2 ». */
function following(reference: string): string {
  const [, before = '', digits] = /^(.*?)(\d{1,9})?$/s.exec(reference.trim()) ?? [];
  if (digits === undefined) return `${before} 2`.trim();
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
