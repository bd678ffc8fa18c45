import type { Exposure, Heating, Kitchen } from '#rooms/listings/words.ts';
import type { ColumnKey } from '../columns.ts';
import { EXPOSURE_COLUMNS, HEATING_BITS, KITCHENS } from '../words.ts';
import { type RowFields, SMALL } from './fields.server.ts';

/** What the home has, and has not; what is not said is unknown. */
export function equipmentOf(row: RowFields) {
  const some = (...keys: ColumnKey[]) => {
    const counts = keys.map((key) => row.integer(key, SMALL));
    if (counts.some((count) => count !== null && count > 0)) return true;
    return counts.every((count) => count === 0) ? false : null;
  };
  return {
    elevator: row.boolean('elevator'),
    balcony: (row.decimal('balconySurface') ?? 0) > 0 ? true : some('balconies'),
    terrace: row.boolean('terrace') ?? some('terraces'),
    garden: null,
    parking: some('parkings', 'boxes'),
    parkings: row.integer('parkings', SMALL),
    boxes: row.integer('boxes', SMALL),
    balconies: row.integer('balconies', SMALL),
    terraces: row.integer('terraces', SMALL),
    cellar: row.boolean('cellar'),
    pool: row.boolean('pool'),
    furnished: row.boolean('furnished'),
    caretaker: row.boolean('caretaker'),
    openView: row.boolean('openView'),
    overlooked: row.boolean('overlooked'),
    quiet: row.boolean('quiet'),
    accessible: row.boolean('accessible'),
    petsAllowed: row.boolean('petsAllowed'),
    airConditioning: row.boolean('airConditioning'),
    fireplace: row.boolean('fireplace'),
    parquet: row.boolean('parquet'),
    intercom: row.boolean('intercom'),
    doorCode: row.boolean('doorCode'),
    alarm: row.boolean('alarm'),
    cupboards: row.boolean('cupboards'),
    exclusive: row.boolean('exclusive'),
    renovated: row.boolean('renovated'),
    workNeeded: row.boolean('workNeeded'),
    exposures: exposuresOf(row),
    heating: heatingOf(row),
    kitchen: kitchenOf(row),
  };
}

function exposuresOf(row: RowFields): Exposure[] | null {
  const said = EXPOSURE_COLUMNS.map(([key, exposure]) => ({ exposure, is: row.boolean(key) }));
  const yes = said.filter(({ is }) => is === true).map(({ exposure }) => exposure);
  return yes.length > 0 || said.every(({ is }) => is === false) ? yes : null;
}

function heatingOf(row: RowFields): Heating[] | null {
  const code = row.integer('heating', { zeroUnknown: true });
  if (code === null) return null;
  const all = HEATING_BITS.reduce((sum, [bit]) => sum + bit, 0);
  if (code < 0 || code > all || (code & ~all) !== 0) {
    row.warn('heating', 'heating', 'Code de chauffage hors liste : il est ignoré.');
    return null;
  }
  return HEATING_BITS.filter(([bit]) => (code & bit) !== 0).map(([, heating]) => heating);
}

function kitchenOf(row: RowFields): Kitchen | null {
  const code = row.integer('kitchen', { zeroUnknown: true });
  if (code === null) return null;
  const kitchen = KITCHENS[code - 1];
  if (!kitchen) row.warn('kitchen', 'kitchen', 'Code de cuisine hors liste : il est ignoré.');
  return kitchen ?? null;
}
