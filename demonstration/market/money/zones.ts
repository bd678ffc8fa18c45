import { tablesOn } from '#rooms/listings/legal-tables.ts';
import type { DemoPlace } from '../places/place.ts';

/** Euros per square metre that a tenant may be asked for there on that day; where the zone is unknown, the lowest. */
export function feeCapsOf(place: DemoPlace, day: string): { letting: number; inventory: number } {
  const { tenantFees, feeZones } = tablesOn(day);
  if (!tenantFees) return { letting: 8, inventory: 3 };
  const zone = feeZones.get(place.cityCode) ?? 'other';
  return { letting: tenantFees.letting[zone] / 100, inventory: tenantFees.inventory / 100 };
}

/** Whether rents are controlled there; where they are in some streets only, in those of the demonstration. */
export function isRentControlled(place: DemoPlace, day: string): boolean {
  const { rentControl } = tablesOn(day);
  return rentControl.has(place.code) || rentControl.has(place.cityCode);
}
