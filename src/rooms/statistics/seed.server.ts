import { parisDay } from '#contract/day.ts';
import type { Db } from '#platform/db.server.ts';
import { layDemoDays } from './statistics.sql.server.ts';

/** Days with invented views, for the demonstration. */
const DAYS = 70;

/** Invented views of listings of the demonstration that are on line; laid once, before anybody looks at a page. */
export async function seedStatistics(db: Db, now: Date): Promise<void> {
  await layDemoDays(db, { today: parisDay(now).day, days: DAYS });
}
