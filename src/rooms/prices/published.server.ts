import type { Queryable } from '#platform/db.server.ts';
import type { Area, Brief, Published } from './contract.ts';
import { type MeanRow, type PublishedRow, selectMeans, selectPublished } from './published.sql.server.ts';
import { publication } from './published.ts';

type Kind = PublishedRow['kind'];

const period = { from: publication.from, to: publication.to } as const;

/** What is published of a place and around it. */
export interface PublishedAround {
  readonly area: Area;
  /** Codes of the districts of a city that is cut into them. */
  readonly districts: readonly string[];
  /** Its department; null for one, and where the department is the city. */
  readonly department: Area | null;
  readonly lines: readonly PublishedRow[];
  /** Of the department. */
  readonly means: readonly MeanRow[];
}

/**
 * The published figure of a place, the best first: its own median; the mean of its districts' medians; that of the medians
 * of its department. Null where none is published. Medians cannot be added, so no median is ever made of several.
 */
export function publishedOf(
  kind: Kind,
  { area, districts, department, lines, means }: PublishedAround,
): Published | null {
  const own = lines.find((line) => line.kind === kind && line.code === area.code);
  if (own)
    return { measure: 'median', value: own.median, n: own.n, ...period, area, widened: false, medians: null };
  const inside = lines.filter((line) => line.kind === kind && districts.includes(line.code));
  const mean = inside.length > 0 ? meanOf(kind, inside) : means.find((one) => one.kind === kind);
  const whole = inside.length > 0 || area.level === 'department' ? area : department;
  if (!mean || !whole) return null;
  const { value, n, count, low, high } = mean;
  return {
    measure: 'mean',
    value,
    n,
    ...period,
    area: whole,
    widened: whole.code !== area.code,
    medians: { count, low, high },
  };
}

/** A mean of medians weighted by their sales, to the euro. */
export function meanOf(kind: Kind, lines: readonly PublishedRow[]): MeanRow {
  const n = lines.reduce((sum, line) => sum + line.n, 0);
  const total = lines.reduce((sum, line) => sum + line.n * line.median, 0);
  const medians = lines.map(({ median }) => median);
  return {
    kind,
    n,
    value: Math.round(total / n / 100) * 100,
    count: lines.length,
    low: Math.min(...medians),
    high: Math.max(...medians),
  };
}

/** A published median among those of other places. */
export function briefOf({ n, median }: Pick<PublishedRow, 'n' | 'median'>): Brief {
  return { n, median, months: publication.months, ...period, published: true };
}

/** The published medians of places, and the means of their department: in one batch of statements. */
export async function readPublished(
  db: Queryable,
  codes: readonly string[],
  departmentCode: string | null,
): Promise<{ lines: PublishedRow[]; means: MeanRow[] }> {
  const [lines, means] = await Promise.all([
    codes.length > 0 ? selectPublished(db, codes) : [],
    departmentCode === null ? [] : selectMeans(db, departmentCode),
  ]);
  return { lines, means };
}
