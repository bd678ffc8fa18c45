import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { inForce, monthsLater } from './dated-rows.ts';
import * as energyTables from './energy-classes.ts';
import {
  auditDutyRows,
  classBoundRows,
  classWithin,
  energyClassOf,
  lettingBanRows,
  rentFreezeRows,
} from './energy-classes.ts';
import { lawEnd, lawNames, lawStart, laws, overSince, ownEnd } from './laws.ts';
import * as feeTables from './legal/fee-caps.ts';
import { depositRows, feeZoneRows, tenantFeeRows } from './legal/fee-caps.ts';
import * as rentTables from './legal/rent-control.ts';
import { tablesOn } from './legal-tables.ts';

const { rentControlRows } = rentTables;
const today = '2026-11-21';

describe('dated rows', () => {
  test('hold on their first and last days, not around', () => {
    const row = { validFrom: '2014-09-15', validTo: '2025-12-31' };
    expect(['2014-09-14', '2014-09-15', '2025-12-31', '2026-01-01'].map((on) => inForce(row, on))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(inForce({ ...row, validTo: null }, '2999-01-01')).toBe(true);
  });

  test('every row starts on a day and ends after it', () => {
    const all = [
      ...tenantFeeRows,
      ...feeZoneRows,
      ...depositRows,
      ...rentControlRows,
      ...classBoundRows,
      ...lettingBanRows,
      ...rentFreezeRows,
      ...auditDutyRows,
    ];
    for (const { validFrom, validTo } of all) {
      expect(new Date(validFrom).toISOString().slice(0, 10)).toBe(validFrom);
      if (validTo !== null) expect(validTo > validFrom).toBe(true);
    }
  });

  test.each([
    ['2024-02-29', 120, '2034-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-05-20', 6, '2026-11-20'],
    ['2023-05-04', 120, '2033-05-04'],
    ['un jour', 6, 'un jour'],
    ['', 120, ''],
  ])('%s and %i months is %s', (day, months, later) => {
    expect(monthsLater(day, months)).toBe(later);
  });
});

describe('laws behind the tables', () => {
  test('every dated table has its law', () => {
    const tables = [energyTables, feeTables, rentTables].flatMap((room) =>
      Object.entries(room).filter(([name]) => name.endsWith('Rows')),
    );
    const known = new Set<unknown>(lawNames.map((name) => laws[name].rows));
    expect(tables.length).toBeGreaterThanOrEqual(8);
    expect(tables.filter(([, rows]) => !known.has(rows)).map(([name]) => name)).toEqual([]);
  });

  test('only rent control has a last day, that of all its areas', () => {
    expect(lawNames.filter((name) => ownEnd(name) !== null)).toEqual(['rent-control']);
    expect(new Set(rentControlRows.map(({ validTo }) => validTo))).toEqual(new Set(['2026-11-24']));
    expect([lawStart('rent-control'), lawStart('certificates')]).toEqual(['2019-07-01', null]);
  });

  test('a law is over the day after its last day; a recorded day moves it, and never shortens it', () => {
    const over = (on: string, until?: string) =>
      overSince('rent-control', on, until === undefined ? undefined : new Map([['rent-control', until]]));
    expect([over('2026-11-23'), over('2026-11-24'), over('2026-11-25')]).toEqual([null, null, '2026-11-24']);
    expect([over('2027-01-01', '2027-01-01'), over('2027-01-02', '2027-01-01')]).toEqual([
      null,
      '2027-01-01',
    ]);
    expect(over('2026-11-25', '2020-01-01')).toBe('2026-11-24');
    expect(lawEnd('deposits', new Map([['deposits', '2020-01-01']]))).toBeNull();
  });

  test('the areas are still known when the law is over', () => {
    expect(tablesOn('2026-11-25').rentControl).toEqual(tablesOn('2026-11-24').rentControl);
    expect(tablesOn('2026-11-25').rentControl.size).toBe(100);
  });
});

describe('tables of a day', () => {
  test('are built once', () => {
    expect(tablesOn(today)).toBe(tablesOn(today));
    expect(tablesOn('2025-06-01')).not.toBe(tablesOn(today));
  });

  test('stay right after many days were asked for', () => {
    for (let year = 1900; year < 2000; year += 1) tablesOn(`${year}-01-01`);
    expect(tablesOn(today).tenantFees?.letting.very_tense).toBe(1210);
  });

  test('fees of tenants: of 2014, then of 2026', () => {
    expect(tablesOn('2014-09-14').tenantFees).toBeNull();
    expect(tablesOn('2025-12-31').tenantFees).toMatchObject({
      letting: { very_tense: 1200, tense: 1000, other: 800 },
      inventory: 300,
    });
    expect(tablesOn('2026-01-01').tenantFees).toMatchObject({
      letting: { very_tense: 1210, tense: 1009, other: 807 },
      inventory: 303,
    });
  });

  test('zones of fees: the certain ones, and nothing of the others', () => {
    const { feeZones } = tablesOn(today);
    expect(['75056', '92012', '94080', '69123', '13055', '31555'].map((code) => feeZones.get(code))).toEqual([
      'very_tense',
      'very_tense',
      'very_tense',
      'tense',
      'tense',
      'tense',
    ]);
    expect(feeZones.get('37261')).toBeUndefined();
  });

  test('areas of rent control: how many communes each has, and since when', () => {
    const areas = new Map<string, Set<string>>();
    for (const { area, communes } of rentControlRows) {
      areas.set(area, new Set([...(areas.get(area) ?? []), ...communes.split(/\s+/)]));
    }
    expect(Object.fromEntries([...areas].map(([area, codes]) => [area, codes.size]))).toEqual({
      Paris: 21,
      'Lille, Hellemmes et Lomme': 3,
      'Plaine Commune': 9,
      'Lyon et Villeurbanne': 11,
      'Est Ensemble': 9,
      Montpellier: 1,
      Bordeaux: 1,
      'Pays basque': 24,
      'Grenoble-Alpes Métropole': 21,
    });
    expect(tablesOn('2024-11-24').rentControl.has('64122')).toBe(false);
    expect(tablesOn('2024-11-25').rentControl.get('64122')).toEqual({ area: 'Pays basque', partly: false });
    expect(tablesOn(today).rentControl.get('38185')?.partly).toBe(true);
    expect(tablesOn(today).rentControl.get('38229')?.partly).toBe(false);
  });

  test('every commune of the tables exists in the official code, today or before a merger', () => {
    const file = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json');
    const known = new Set(
      (JSON.parse(readFileSync(file, 'utf8')) as { code: string }[]).map(({ code }) => code),
    );
    const codes = [...feeZoneRows, ...rentControlRows].flatMap(({ communes }) => communes.split(/\s+/));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    const zones = feeZoneRows.flatMap(({ communes }) => communes.split(/\s+/));
    expect(zones.filter((code, index) => zones.indexOf(code) !== index)).toEqual([]);
  });
});

describe('classes', () => {
  const [bounds] = classBoundRows;
  if (!bounds) throw new Error('no bounds');

  test.each([
    [70, 6, 'A'],
    [71, 6, 'B'],
    [110, 11, 'B'],
    [180, 30, 'C'],
    [200, 12, 'D'],
    [250, 50, 'D'],
    [330, 70, 'E'],
    [100, 55, 'E'],
    [420, 100, 'F'],
    [421, 0, 'G'],
    [0, 101, 'G'],
  ])('%i kWh and %i kg: %s', (energy, climate, letter) => {
    expect(energyClassOf(bounds, energy, climate)).toBe(letter);
  });

  test('climate alone', () => {
    expect([12, 55, 46, 101].map((value) => classWithin(bounds.climate, value))).toEqual([
      'C',
      'E',
      'D',
      'G',
    ]);
  });
});
