/**
 * Energy: bounds of the classes, lettings that are forbidden, audits due, certificates that are over.
 */
import type { EnergyClass } from './contract.ts';
import type { Dated } from './dated-rows.ts';

export const energyClasses: readonly EnergyClass[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** Most kWh of primary energy, and most kg of CO₂, per m² and year, of the classes A to F. */
export interface Bounds {
  readonly energy: readonly number[];
  readonly climate: readonly number[];
}

export interface ClassBounds extends Dated, Bounds {}

// Arrêté du 31 mars 2021. Dwellings of 40 m² at most (since 1 July 2024) or above 800 m have other bounds: not judged.
export const classBoundRows: readonly ClassBounds[] = [
  {
    validFrom: '2021-07-01',
    validTo: null,
    energy: [70, 110, 180, 250, 330, 420],
    climate: [6, 11, 30, 50, 70, 100],
  },
];

export type Territory = 'mainland' | 'overseas';

/** R17: dwellings that may not be let as a main home. */
export interface LettingBan extends Dated {
  readonly territory: Territory;
  readonly class: EnergyClass;
  /** Only above this many kWh of final energy per m² and year; null: the whole class. */
  readonly finalAbove: number | null;
}

export const lettingBanRows: readonly LettingBan[] = [
  // Décret 2021-19 du 11 janvier 2021.
  { territory: 'mainland', class: 'G', finalAbove: 450, validFrom: '2023-01-01', validTo: null },
  // Loi 2021-1104 du 22 août 2021, article 160.
  { territory: 'mainland', class: 'G', finalAbove: null, validFrom: '2025-01-01', validTo: null },
  { territory: 'mainland', class: 'F', finalAbove: null, validFrom: '2028-01-01', validTo: null },
  { territory: 'mainland', class: 'E', finalAbove: null, validFrom: '2034-01-01', validTo: null },
  { territory: 'overseas', class: 'G', finalAbove: null, validFrom: '2028-01-01', validTo: null },
  { territory: 'overseas', class: 'F', finalAbove: null, validFrom: '2031-01-01', validTo: null },
];

/** Classes whose rents may not rise between two tenants (loi 2021-1104, article 159). */
export const rentFreezeRows: readonly (Dated & { readonly class: EnergyClass })[] = [
  { class: 'F', validFrom: '2022-08-24', validTo: null },
  { class: 'G', validFrom: '2022-08-24', validTo: null },
];

/** R18: classes whose sale, by one owner of the whole, asks for an audit (CCH L126-28-1). */
export interface AuditDuty extends Dated {
  readonly territory: Territory;
  readonly class: EnergyClass;
}

export const auditDutyRows: readonly AuditDuty[] = [
  // Décret 2022-780 du 4 mai 2022, put off by the décret 2022-1143.
  { territory: 'mainland', class: 'F', validFrom: '2023-04-01', validTo: null },
  { territory: 'mainland', class: 'G', validFrom: '2023-04-01', validTo: null },
  { territory: 'mainland', class: 'E', validFrom: '2025-01-01', validTo: null },
  { territory: 'mainland', class: 'D', validFrom: '2034-01-01', validTo: null },
  { territory: 'overseas', class: 'F', validFrom: '2024-07-01', validTo: null },
  { territory: 'overseas', class: 'G', validFrom: '2024-07-01', validTo: null },
  { territory: 'overseas', class: 'E', validFrom: '2028-01-01', validTo: null },
];
/** An audit is good for five years. */
export const AUDIT_MONTHS = 60;

/** R19: a certificate made between those two days is good for so many months, at most until that day. */
export interface CertificateLife {
  readonly madeFrom: string;
  readonly madeTo: string | null;
  readonly months: number;
  readonly atMost: string | null;
}

export const certificateLives: readonly CertificateLife[] = [
  // CCH D126-19: certificates of the method of before July 2021 were over on those days.
  { madeFrom: '0000-01-01', madeTo: '2017-12-31', months: 120, atMost: '2022-12-31' },
  { madeFrom: '2018-01-01', madeTo: '2021-06-30', months: 120, atMost: '2024-12-31' },
  { madeFrom: '2021-07-01', madeTo: null, months: 120, atMost: null },
];
/** First day of the present method: no « vierge » since, classes of energy and climate together. */
export const METHOD_CHANGED_ON = '2021-07-01';
/** Last day of every certificate of the method before it. */
export const OLD_METHOD_UNTIL = '2024-12-31';

/**
 * Bounds that none pass anywhere, with room to spare: those of 8 m² (arrêté du 25 mars 2024) and of over 800 m (arrêté du
 * 31 mars 2021) at once. Beyond them no surface, altitude or territory explains a better letter.
 */
export const widestBounds: Bounds = {
  energy: [146, 186, 258, 328, 468, 578],
  climate: [15, 20, 45, 75, 105, 135],
};
/** Primary energy of 1 kWh of electricity until the end of 2025, and since: the certificate of 2026 divides by as much. */
export const ELECTRICITY_BETTERED = 2.3 / 1.9;

/** Departments where dwellings may stand above 800 m, whose bounds differ: their letters are not compared with values. */
export const mountainDepartments: ReadonlySet<string> = new Set(
  '01 04 05 06 07 09 11 12 15 19 25 26 30 31 38 39 42 43 48 63 64 65 66 68 73 74 81 84 88 2A 2B'.split(' '),
);

/** 971, 972, 973, 974, 976: five of their own dates. */
export function territoryOf(departmentCode: string): Territory {
  return departmentCode.startsWith('97') ? 'overseas' : 'mainland';
}

/** The class of a value within its own scale. */
export function classWithin(bounds: readonly number[], value: number): EnergyClass {
  const index = bounds.findIndex((most) => value <= most);
  return energyClasses[index === -1 ? 6 : index] ?? 'G';
}

/**
 * The class of a home: the worse of its two letters (CCH L173-1-1, interface.md 24), whatever its surface, its altitude
 * or its territory. Null while the energy letter is unknown: the climate letter alone could only say how good it is not.
 */
export function homeClassOf<Letter extends string>({
  energyClass,
  climateClass,
}: {
  readonly energyClass: Letter | null;
  readonly climateClass: Letter | null;
}): Letter | null {
  return energyClass !== null && climateClass !== null && climateClass > energyClass
    ? climateClass
    : energyClass;
}

/** The class that values give: the worse of both scales. kWh of primary energy and kg of CO₂, per m² and year. */
export function energyClassOf(bounds: Bounds, energy: number, climate: number): EnergyClass {
  const [one, other] = [classWithin(bounds.energy, energy), classWithin(bounds.climate, climate)];
  return one > other ? one : other;
}
