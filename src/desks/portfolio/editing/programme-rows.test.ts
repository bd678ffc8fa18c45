import { describe, expect, it } from 'vitest';
import { nextRow, readRow, rowOf, type UnitRow } from './programme-rows.ts';

const unit = {
  reference: 'A101',
  propertyType: 'apartment',
  rooms: 2,
  surface: 41.5,
  floor: -1,
  price: 19_900_050,
  vat: 5.5,
  status: 'optioned',
} as const;
const row = (said: Partial<UnitRow> = {}): UnitRow => ({ ...rowOf(unit, 1), ...said });

describe('a row', () => {
  it('says its lot again', () => {
    expect(readRow(row())).toEqual({ unit, wrong: null });
    const silent = { ...unit, rooms: null, surface: null, floor: null };
    expect(readRow(rowOf(silent, 1))).toEqual({ unit: silent, wrong: null });
  });

  it('is read as people write', () => {
    const typed = row({ price: ' 199 000,50 € ', surface: '1 041,5', floor: '0', rooms: ' 3 ' });
    expect(readRow(typed).unit).toMatchObject({ price: 19_900_050, surface: 1041.5, floor: 0, rooms: 3 });
  });

  it.each([
    [{ reference: '  ' }, ['reference']],
    [{ reference: 'A'.repeat(21) }, ['reference']],
    [{ price: '' }, ['price']],
    [{ price: '0' }, ['price']],
    [{ price: 'cher', rooms: 'deux', surface: '-3', floor: '1,5' }, ['rooms', 'surface', 'floor', 'price']],
  ])('is none with %j', (said, fields) => {
    const { unit: none, wrong } = readRow(row(said));
    expect([none, Object.keys(wrong ?? {})]).toEqual([null, fields]);
  });
});

describe('the next row', () => {
  it('is like the last one, empty of what is its own', () => {
    expect(nextRow([row({ floor: '2' })], 7)).toEqual({
      ...row({ floor: '2' }),
      key: 7,
      reference: 'A102',
      surface: '',
      price: '',
      status: 'available',
    });
    expect(nextRow([], 0)).toMatchObject({ reference: 'A101', price: '', vat: 20 });
  });

  it.each([
    [['A101', 'A102', 'A101'], 'A103'],
    [['B099'], 'B100'],
    [['Villa'], 'Villa 2'],
    [['Villa 2', 'Villa 3', 'villa 2'], 'villa 4'],
    [[''], '2'],
  ])('after %j has a reference of its own, %s', (references, next) => {
    const rows = references.map((reference) => row({ reference }));
    expect(nextRow(rows, 9).reference).toBe(next);
  });
});
