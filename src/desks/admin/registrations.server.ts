import { dayBefore, parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { selectRegistrations } from './registrations.sql.server.ts';

/** How many accounts and spaces of agencies were opened on each of the last `days` days in Paris, today included. */
export async function registrations(db: Queryable, days: number) {
  const to = parisDay(clock.now()).day;
  return { days: await selectRegistrations(db, { from: dayBefore(to, days - 1), to }) };
}
