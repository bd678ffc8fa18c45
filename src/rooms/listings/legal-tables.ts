/**
 * Legal tables: every number, date and area of the law that the rules read, in rows that say from when to when they hold.
 * The rows change with the law, by a commit that names its source.
 */
import type { EnergyClass } from './contract.ts';
import { begunRows, rowsOn } from './dated-rows.ts';
import {
  auditDutyRows,
  type ClassBounds,
  classBoundRows,
  type LettingBan,
  lettingBanRows,
  rentFreezeRows,
  type Territory,
} from './energy-classes.ts';
import { depositRows, type FeeCaps, feeZoneRows, tenantFeeRows } from './legal/fee-caps.ts';
import { type RentControl, rentControlRows } from './legal/rent-control.ts';
import type { TenantFeeZone } from './words.ts';

/** What holds on one day, ready to be looked up. */
export interface DayTables {
  readonly tenantFees: FeeCaps | null;
  /** By code of commune; a commune that is absent is unknown, not « autre ». */
  readonly feeZones: ReadonlyMap<string, TenantFeeZone>;
  /**
   * By code of commune or of municipal arrondissement: where rents are controlled, or were when the law ended. Whether it
   * has is said by `overSince` (laws.ts), since an operator may have recorded that it goes on.
   */
  readonly rentControl: ReadonlyMap<string, RentControl>;
  /** Months of rent without charges, by kind of lease; null where no row holds. */
  readonly deposits: Readonly<Record<'empty' | 'furnished' | 'mobility', number | null>>;
  readonly classBounds: ClassBounds | null;
  /** Bans in force, by `mainland G`. */
  readonly bans: ReadonlyMap<string, readonly LettingBan[]>;
  /** First ban to come of a whole class, by `mainland F`: its day. */
  readonly bansToCome: ReadonlyMap<string, string>;
  readonly frozenRents: ReadonlySet<EnergyClass>;
  /** `mainland F`: classes whose sale asks for an audit. */
  readonly audits: ReadonlySet<string>;
}

const days = new Map<string, DayTables>();
/** A process reads today’s tables, and a test some more days. */
const DAYS_KEPT = 32;

/** The tables of that day, `YYYY-MM-DD`: built once, then looked up. */
export function tablesOn(on: string): DayTables {
  const known = days.get(on);
  if (known) return known;
  if (days.size >= DAYS_KEPT) days.clear();
  const built = build(on);
  days.set(on, built);
  return built;
}

/** Key of the maps by class and territory. */
export function classKey(territory: Territory, letter: EnergyClass): string {
  return territory === 'mainland' ? MAINLAND[letter] : OVERSEAS[letter];
}

const MAINLAND = keysOf('mainland');
const OVERSEAS = keysOf('overseas');

function keysOf(territory: Territory): Record<EnergyClass, string> {
  const key = (letter: EnergyClass) => `${territory} ${letter}`;
  return { A: key('A'), B: key('B'), C: key('C'), D: key('D'), E: key('E'), F: key('F'), G: key('G') };
}

function build(on: string): DayTables {
  const bans = new Map<string, LettingBan[]>();
  for (const ban of rowsOn(lettingBanRows, on)) {
    const key = classKey(ban.territory, ban.class);
    bans.set(key, [...(bans.get(key) ?? []), ban]);
  }
  const toCome = lettingBanRows
    .filter((ban) => ban.validFrom > on && ban.finalAbove === null)
    .toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
    .map((ban) => [classKey(ban.territory, ban.class), ban.validFrom] as const);
  const months = (lease: 'empty' | 'furnished' | 'mobility') =>
    rowsOn(depositRows, on).find((row) => row.lease === lease)?.months ?? null;
  return {
    tenantFees: rowsOn(tenantFeeRows, on)[0] ?? null,
    feeZones: byCommune(rowsOn(feeZoneRows, on), ({ zone }) => zone),
    rentControl: byCommune(begunRows(rentControlRows, on), ({ area, partly }) => ({ area, partly })),
    deposits: { empty: months('empty'), furnished: months('furnished'), mobility: months('mobility') },
    classBounds: rowsOn(classBoundRows, on)[0] ?? null,
    bans,
    bansToCome: new Map(toCome),
    frozenRents: new Set(rowsOn(rentFreezeRows, on).map((row) => row.class)),
    audits: new Set(rowsOn(auditDutyRows, on).map((row) => classKey(row.territory, row.class))),
  };
}

function byCommune<R extends { readonly communes: string }, T>(
  rows: readonly R[],
  told: (row: R) => T,
): Map<string, T> {
  return new Map(rows.flatMap((row) => row.communes.split(/\s+/).map((code) => [code, told(row)] as const)));
}
