import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { cellOf } from '#rooms/listings/contract.ts';
import { type Area, boxesOf, type Circle } from './area.ts';
import {
  type Box,
  boxOf,
  type Cells,
  cellsIn,
  RASTER_SIDE,
  type Raster,
  type Ring,
  rasterOf,
  risingEdges,
  STREETS_MAX,
  UNITS,
} from './rings.ts';

/** An area, and the circles of its radius around the places asked. */
export interface Within extends Area {
  readonly circles: readonly Circle[];
}

type Level = 'street' | 'fine' | 'coarse';
const COLUMNS = { street: 144_000, fine: 7200, coarse: 900 } as const;
const CELLS_MAX = { street: STREETS_MAX, fine: 300, coarse: 1500 } as const;
const STREET_UNITS = (360 * UNITS) / COLUMNS.street;
const columnOf = { street: 'cell3', fine: 'cell', coarse: 'cell2' } as const;

/** Conditions on the public point of `alias`, never null: its cells first, by an index, then the exact test. */
export function insideArea(
  within: Within,
  inPlace: RawBuilder<SqlBool>,
  alias = 'listing',
): RawBuilder<SqlBool> {
  const { zones, box, radius, circles } = within;
  const bounded = zones.length > 0 || box !== null;
  const near = circles.map(
    (circle) => sql<SqlBool>`(${cellsOf([...boxesOf({ zones: [], box: null, radius }, [circle])], alias)}
      and ${inCircle(circle, alias)})`,
  );
  const around = radius === null ? null : any([inPlace, ...near]);
  const streets = zones.length > 0 ? streetsOf(zones) : null;
  const conditions = [
    bounded ? sql<SqlBool>`${column(alias, 'lat')} is not null` : null,
    streets ? amongCells('street', streets, alias) : null,
    bounded && !streets ? cellsOf(boxesOf(within, []), alias) : null,
    box && inBox(box, alias),
    zones.length > 0 ? inZones(zones, alias, streets !== null) : null,
    around,
  ].filter((condition) => condition !== null);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function any(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function column(alias: string, name: 'lat' | 'lng' | (typeof columnOf)[Level]): RawBuilder<number> {
  return sql`${sql.ref(`${alias}.${name}`)}`;
}

/** Whole units, exact in a double. */
function units(alias: string, name: 'lat' | 'lng'): RawBuilder<number> {
  return sql`round(${column(alias, name)} * ${sql.lit(UNITS)})`;
}

/** In a box, in units: points have four decimals, so half a unit is room enough for how degrees are written. */
export function inBox([west, south, east, north]: Box, alias = 'listing'): RawBuilder<SqlBool> {
  const degrees = (value: number) => sql`${value / UNITS}::double precision`;
  return sql`(${column(alias, 'lng')} between ${degrees(west - 0.5)} and ${degrees(east + 0.5)}
    and ${column(alias, 'lat')} between ${degrees(south - 0.5)} and ${degrees(north + 0.5)})`;
}

function inCircle({ x, y, squeeze, reach }: Circle, alias: string): RawBuilder<SqlBool> {
  const dx = sql`((${units(alias, 'lng')} - ${x}::double precision) * ${squeeze}::double precision)`;
  const dy = sql`(${units(alias, 'lat')} - ${y}::double precision)`;
  return sql`coalesce(${dx} * ${dx} + ${dy} * ${dy} <= ${reach * reach}::double precision, false)`;
}

/**
 * The exact test: where no edge passes, squares tell (those of the street cells, else a raster); elsewhere, edge by edge,
 * `covers` of rings.ts in doubles that hold every product exactly.
 */
function inZones(zones: readonly Ring[], alias: string, streets: boolean): RawBuilder<SqlBool> {
  if (streets) return any(zones.map((ring) => inStreets(ring, alias)));
  return sql`(select ${sql.join(zones.map(inRaster), sql` or `)} from ${spotOf(alias)})`;
}

const spotOf = (alias: string) =>
  sql`(select ${units(alias, 'lng')} as x, ${units(alias, 'lat')} as y offset 0) as spot`;

function inStreets(ring: Ring, alias: string): RawBuilder<SqlBool> {
  const cells = streetCellsOf(ring);
  if (!cells) return sql`false`;
  const { left, bottom, columns, squares } = cells;
  const cell = column(alias, 'cell3');
  const row = sql`(${cell} / ${sql.lit(COLUMNS.street)} - ${sql.lit(bottom)})`;
  const place = sql`${cell} % ${sql.lit(COLUMNS.street)} - ${sql.lit(left)}`;
  return sql`case when ${inBox(boxOf(ring), alias)} then
      case get_byte(${Buffer.from(squares)}::bytea, (${row} * ${sql.lit(columns)} + ${place})::int)
        when 0 then false when 1 then true else (select ${edgesOf(ring)} from ${spotOf(alias)}) end
    else false end`;
}

function inRaster(ring: Ring): RawBuilder<SqlBool> {
  const { box, width, height, squares } = onceFor(rastersOf, ring, () => rasterOf(ring));
  const [west, south, east, north] = box.map((value) => sql.lit(value));
  const column = sql`floor((x - ${west}) / ${sql.lit(width)})::int`;
  const row = sql`floor((y - ${south}) / ${sql.lit(height)})::int`;
  return sql`case when x >= ${west} and x <= ${east} and y >= ${south} and y <= ${north} then
      case get_byte(${Buffer.from(squares)}::bytea, ${row} * ${sql.lit(RASTER_SIDE)} + ${column})
        when 0 then false when 1 then true else (${edgesOf(ring)}) end
    else false end`;
}

const edgesOf = (ring: Ring) => onceFor(edgeTests, ring, () => sql<SqlBool>`${sql.raw(coversText(ring))}`);

// A statement says a zone several times, a page in several statements.
const edgeTests = new WeakMap<Ring, RawBuilder<SqlBool>>();
const rastersOf = new WeakMap<Ring, Raster>();
const streetCells = new WeakMap<Ring, Cells | null>();

/** The street cells of a zone; null when they are too many. */
export const streetCellsOf = (ring: Ring): Cells | null =>
  onceFor(streetCells, ring, () => cellsIn(ring, STREET_UNITS, STREETS_MAX));

function onceFor<T>(kept: WeakMap<Ring, T>, ring: Ring, make: () => T): T {
  const known = kept.get(ring);
  if (known !== undefined) return known;
  const made = make();
  kept.set(ring, made);
  return made;
}

/** Whole numbers only: nothing of the address reaches the statement as text. */
function coversText(ring: Ring): string {
  const edges = risingEdges(ring);
  const crossings = edges.filter(([low, high]) => low[1] !== high[1]);
  const turn = ([low, high]: (typeof edges)[number]) => {
    const [dx, dy] = [high[0] - low[0], high[1] - low[1]];
    return { left: `${dx}::float8 * (y - (${low[1]}))`, right: `(x - (${low[0]})) * ${dy}::float8` };
  };
  const parity = crossings.map((edge) => {
    const [low, high] = edge;
    const { left, right } = turn(edge);
    return `(y >= ${low[1]} and y < ${high[1]} and ${left} > ${right})::int`;
  });
  const borders = edges.map((edge) => {
    const [a, b] = edge;
    const { left, right } = turn(edge);
    const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    return `(y between ${a[1]} and ${b[1]} and x between ${west} and ${east} and ${left} = ${right})`;
  });
  return `(${parity.join(' + ')}) % 2 = 1 or ${borders.join(' or ')}`;
}

/** Whether an area is a few fine cells: looking through them all is quicker than waiting for the latest listings there. */
export function isNarrow(within: Within): boolean {
  return cellNumbers(boxesOf(within, within.circles), 'fine') !== null;
}

/** The cells that boxes touch: those of streets for a quarter, fine ones for a city, coarse ones for a region, none for a continent. */
function cellsOf(boxes: readonly Box[], alias: string): RawBuilder<SqlBool> {
  for (const level of ['street', 'fine', 'coarse'] as const) {
    const cells = cellNumbers(boxes, level);
    if (cells) return amongCells(level, cells, alias);
  }
  return sql`true`;
}

function amongCells(level: Level, cells: readonly number[], alias: string): RawBuilder<SqlBool> {
  const list = `{${cells.join()}}`;
  // Weighing hundreds of streets one by one would take the planner longer than finding their listings.
  return level === 'street'
    ? sql`${column(alias, 'cell3')} = any(array(select unnest(${list}::bigint[])))`
    : sql`${column(alias, columnOf[level])} = any(${list}::integer[])`;
}

/** The street cells that zones hold or touch; null when they are too many. */
function streetsOf(zones: readonly Ring[]): number[] | null {
  const found = new Set<number>();
  for (const zone of zones) {
    const cells = streetCellsOf(zone);
    if (!cells) return null;
    const { left, bottom, columns, squares } = cells;
    for (const [index, square] of squares.entries()) {
      if (square === 0) continue;
      found.add((bottom + Math.floor(index / columns)) * COLUMNS.street + left + (index % columns));
    }
  }
  return found.size > CELLS_MAX.street ? null : [...found];
}

/** Past it a column would be the first one of the next row; points have four decimals, ten units each. */
const MERIDIAN = 180 * UNITS;

/** The cells that boxes touch, numbered as `cell3` (`street`), `cell` (`fine`) and `cell2` are; null when they are more than `most`. */
export function cellNumbers(
  boxes: readonly Box[],
  level: Level,
  most: number = CELLS_MAX[level],
): number[] | null {
  const found = new Set<number>();
  for (const [west, south, east, north] of boxes) {
    const corner = (x: number, y: number) => {
      const cell = cellOf(y / UNITS, Math.max(-MERIDIAN, Math.min(x, MERIDIAN - 10)) / UNITS, level);
      return [Math.floor(cell / COLUMNS[level]), cell % COLUMNS[level]] as const;
    };
    const [bottom, left] = corner(west, south);
    const [top, right] = corner(east, north);
    if ((top - bottom + 1) * (right - left + 1) > most) return null;
    for (let row = bottom; row <= top; row += 1) {
      for (let place = left; place <= right; place += 1) found.add(row * COLUMNS[level] + place);
    }
  }
  return found.size > most ? null : [...found];
}
