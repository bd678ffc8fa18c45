import { parisDay } from '#contract/day.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { areaWordsIn, withoutArea } from '#rooms/criteria/area-words.ts';
import { readableQuery } from '#rooms/criteria/contract.ts';
import { alertPath } from '#rooms/search/contract.ts';
import { alertsOf } from '../alerts.server.ts';
import { placesOf } from '../asking/described-search.server.ts';
import { isUsual } from '../asking/rhythm.ts';
import type { AlertView } from '../contract.ts';
import { silencedOf } from '../silenced-address.server.ts';
import { countMatchesByDay } from './dashboard.sql.server.ts';
import { BOARD_DAYS, type Board } from './dashboard.ts';

const DAY_MS = 86_400_000;

/** What the list of somebody's alerts shows: each with what it found, and why nothing is sent when nothing is. */
export async function boardOf(db: Db, userId: UserId): Promise<Board> {
  const now = clock.now();
  const alerts = await alertsOf(db, userId);
  const days = lastDays(now);
  const [found, silenced, places] = await Promise.all([
    countMatchesByDay(
      db,
      alerts.map(({ id }) => id),
      new Date(now.getTime() - BOARD_DAYS * DAY_MS),
    ),
    silencedOf(db, userId),
    placesOf(db, { places: alerts.flatMap(({ criteria }) => criteria.places) }),
  ]);
  const byAlert = Map.groupBy(found, ({ alertId }) => alertId);
  return {
    alerts: alerts.map((alert) => {
      const own = byAlert.get(alert.id) ?? [];
      const perDay = new Map(own.map((one) => [one.day, one.found]));
      return {
        ...alert,
        fresh: own.reduce((sum, one) => sum + one.fresh, 0),
        perDay: days.map((day) => perDay.get(day) ?? 0),
        copyPath: copyPathOf(
          alert,
          alert.criteria.places.flatMap((code) => places.get(code)?.slug ?? []),
        ),
      };
    }),
    silenced,
    now: now.toISOString(),
  };
}

function copyPathOf(
  { criteria, frequency, hour, weekday, quiet, events, minDrop }: AlertView,
  slugs: readonly string[],
): string {
  const { transaction, places: _places, ...filters } = withoutArea(criteria);
  const path = alertPath(transaction, slugs, filters, areaWordsIn(criteria));
  const rhythm = new URLSearchParams({
    frequence: frequency,
    heure: String(hour),
    ...(frequency === 'weekly' && { jour: String(weekday) }),
    ...(quiet && { 'calme-de': String(quiet.from), 'calme-a': String(quiet.to) }),
    ...(!isUsual(events) && { evenements: events.join(',') }),
    ...(minDrop > 0 && { seuil: String(minDrop) }),
  });
  return `${path}${path.includes('?') ? '&' : '?'}${readableQuery(rhythm)}`;
}

/** The last days in Paris, oldest first, today included. Noon to noon: a day of 23 hours is skipped by none. */
function lastDays(now: Date): string[] {
  const today = new Date(`${parisDay(now).day}T12:00:00Z`);
  return Array.from(
    { length: BOARD_DAYS },
    (_, index) => parisDay(new Date(today.getTime() - (BOARD_DAYS - 1 - index) * DAY_MS)).day,
  );
}
