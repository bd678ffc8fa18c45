import { dayBefore, parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { ANSWERS_LEAST, DAYS_SHOWN, type Figures, KEPT_MONTHS, TOP_SHOWN } from './contract.ts';
import {
  countFavorites,
  countNotified,
  type DayCount,
  forgetDays,
  selectAnswerTimes,
  selectDays,
  selectTop,
} from './statistics.sql.server.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;
/** A worker that was away for so long still counts what alerts told meanwhile. */
const TOLD_DAYS = 8;

/** What an agency sees of its listings: views, alerts, favourites and answers. Four statements, whatever their number. */
export async function figuresOf(db: Queryable, agencyId: number): Promise<Figures> {
  const now = clock.now();
  const today = parisDay(now).day;
  const span = (after: number, days: number) => ({
    from: dayBefore(today, after + days - 1),
    to: dayBefore(today, after),
  });
  const [days, favorites, top, [week = null, weekBefore = null, month = null, monthBefore = null]] =
    await Promise.all([
      selectDays(db, agencyId, { today, days: 2 * DAYS_SHOWN }),
      countFavorites(db, agencyId, new Date(now.getTime() - DAYS_SHOWN * DAY_MS)),
      selectTop(db, agencyId, { ...span(0, DAYS_SHOWN), limit: TOP_SHOWN }),
      selectAnswerTimes(db, agencyId, {
        spans: [span(0, WEEK), span(WEEK, WEEK), span(0, DAYS_SHOWN), span(DAYS_SHOWN, DAYS_SHOWN)],
        least: ANSWERS_LEAST,
      }),
    ]);
  const trend = (read: (day: DayCount) => number) => {
    const between = (from: number, to: number) =>
      days.reduce((sum, day) => sum + (day.ago >= from && day.ago < to ? read(day) : 0), 0);
    return {
      week: between(0, WEEK),
      weekBefore: between(WEEK, 2 * WEEK),
      month: between(0, DAYS_SHOWN),
      monthBefore: between(DAYS_SHOWN, 2 * DAYS_SHOWN),
    };
  };
  const byDay = new Map(days.map(({ ago, views }) => [ago, views]));
  return {
    today,
    views: {
      ...trend(({ views }) => views),
      days: Array.from({ length: DAYS_SHOWN }, (_, rank) => byDay.get(DAYS_SHOWN - 1 - rank) ?? 0),
    },
    fromMails: trend(({ fromMails }) => fromMails),
    told: trend(({ told }) => told),
    favorites,
    top,
    answers: { week, weekBefore, month, monthBefore },
  };
}

/** Closes days that are over: counts what alerts notified, and deletes what is too old. Idempotent. */
export async function closeDays(db: Db): Promise<void> {
  const { day } = parisDay(clock.now());
  await countNotified(db, { from: dayBefore(day, TOLD_DAYS), to: dayBefore(day, 1) });
  const oldest = new Date(`${day}T00:00:00Z`);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  await forgetDays(db, oldest.toISOString().slice(0, 10));
}
