// What files of rent control say, whoever publishes them (docs/rent-control.md): the words of an order, read one way.
import type { Rings } from '../rent-quarters.ts';
import type { TerritoryName } from '../rent-territories.ts';

export type Dwelling = 'apartment' | 'house' | 'any';

/** Years of building that a line is for, both included; 0 and 9999 where the order sets no bound. */
export interface Built {
  readonly builtFrom: number;
  readonly builtTo: number;
}

/** Euros per m² of habitable surface and month, charges excluded. */
export interface OrderLine extends Built {
  /** Code of a quarter, or `zone 3`: every quarter of that zone. */
  readonly key: string;
  readonly dwelling: Dwelling;
  /** 4: 4 and more. */
  readonly rooms: number;
  readonly furnished: boolean;
  readonly floor: number;
  readonly reference: number;
  readonly ceiling: number;
}

export interface PublishedOrder {
  readonly territory: TerritoryName;
  /** YYYY-MM-DD. */
  readonly validFrom: string;
  /** As the order says it, that day included; null when it says none. */
  readonly lastDay: string | null;
  readonly title: string | null;
  readonly lines: readonly OrderLine[];
}

export interface PublishedQuarter {
  readonly territory: TerritoryName;
  readonly code: string;
  /** Null when the file does not say it. */
  readonly name: string | null;
  readonly zone: string;
  /** INSEE codes of communes or districts; null when the file does not say: any of the territory. */
  readonly placeCodes: readonly string[] | null;
  /** Null when the file has no contour. */
  readonly rings: Rings | null;
}

/** What a file holds: orders, contours, or both. */
export interface PublishedControl {
  readonly orders: readonly PublishedOrder[];
  readonly quarters: readonly PublishedQuarter[];
}

/** What the operator says of a file that does not say it; of one that names several territories, which to keep. */
export interface Told {
  readonly territory: TerritoryName | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly title: string | null;
}

export const FIRST_YEAR = 0;
export const LAST_YEAR = 9_999;

const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

/** « Avant 1946 », « < 1946 », « 1946-1970 », « 1991 à 2005 », « après 1990 », « > 2005 », « à partir de 1991 »; else null. */
export function readBuilt(text: string): Built | null {
  const said = plainOf(text);
  const [, before] = /^(?:avant|<) ?(\d{4})$/.exec(said) ?? [];
  if (before) return { builtFrom: FIRST_YEAR, builtTo: Number(before) - 1 };
  const [, after] = /^(?:apres|>) ?(\d{4})$/.exec(said) ?? [];
  if (after) return { builtFrom: Number(after) + 1, builtTo: LAST_YEAR };
  const [, since] = /^a partir de (\d{4})$/.exec(said) ?? [];
  if (since) return { builtFrom: Number(since), builtTo: LAST_YEAR };
  const [, from, to] = /^(\d{4}) ?(?:-|–|a) ?(\d{4})$/.exec(said) ?? [];
  if (!from || !to || from > to) return null;
  return { builtFrom: Number(from), builtTo: Number(to) };
}

/** « 1 », « 2 pièces », « 4 et + », « 4 et plus »: 1 to 4; else null. */
export function readRooms(text: string): number | null {
  const [, rooms] = /^([1-4]) ?(?:p|pieces?)? ?(?:\+|et \+|et plus)?$/.exec(plainOf(text)) ?? [];
  return rooms ? Number(rooms) : null;
}

/** « meublé », « non meublé », 1, 0, true, false; else null. */
export function readFurnished(text: string): boolean | null {
  const said = plainOf(text);
  if (['1', 'true', 'oui', 'meuble'].includes(said)) return true;
  return ['0', 'false', 'non', 'non meuble'].includes(said) ? false : null;
}

/** « appartement », « maison », true and false of a column « maison », nothing where the order makes no difference; else null. */
export function readDwelling(text: string): Dwelling | null {
  const said = plainOf(text);
  if (said === '') return 'any';
  if (['maison', 'house', 'true', '1', 'oui'].includes(said)) return 'house';
  return ['appartement', 'false', '0', 'non'].includes(said) ? 'apartment' : null;
}

/** Euros per m², with a point or a comma: 1 to 200; else null. */
export function readRent(text: string): number | null {
  const said = text.trim().replace(',', '.');
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(said)) return null;
  const rent = Number(said);
  return rent >= 1 && rent <= 200 ? rent : null;
}

/** « Zone 3 », « secteur 3 », « 3 » to « 3 »; « zone a » to « A »; empty when there is none. */
export function readZone(text: string): string {
  return text
    .trim()
    .replace(/^(?:zone|secteur)\s*/i, '')
    .toUpperCase();
}

/** The key of every quarter of a zone, and the code of one whose contour is not known. */
export const zoneKey = (zone: string) => `zone ${zone}`;
