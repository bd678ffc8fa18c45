import { dayBefore, parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { OPERATOR, subjectOf } from './boosts.server.ts';
import {
  type DayFigures,
  lockBoost,
  selectDays,
  selectPauses,
  updateBoost,
  upsertDays,
} from './boosts.sql.server.ts';
import { boostErrors } from './contract.ts';
import { metaPublisher } from './meta.server.ts';
import { NetworkTrouble } from './network.server.ts';
import type { Open } from './publishing.server.ts';
import { selectToMeasure } from './publishing.sql.server.ts';
import { shownDays } from './unspent.ts';

const HOUR_MS = 3_600_000;
/** Days that are read again each time, up to today: a month and its pauses. */
const DAYS_READ = 90;

/** Reads the figures of the days that the network showed, each hour. A network that says no is asked the hour after. */
export async function readFigures({ db, env, log }: Pick<Open, 'db' | 'env' | 'log'>): Promise<void> {
  const publisher = metaPublisher(env);
  if (!publisher) return;
  const now = clock.now();
  for (const { id, reference, externalId, createdAt, startedAt, endedAt } of await selectToMeasure(
    db,
    new Date(now.getTime() - HOUR_MS),
  )) {
    const until = parisDay(endedAt ?? now).day;
    // The network may show it before Vigie knows.
    const first = parisDay(createdAt).day;
    const from = first < dayBefore(until, DAYS_READ) ? dayBefore(until, DAYS_READ) : first;
    try {
      const days = await publisher.figures(externalId, from, until);
      const pauses = await selectPauses(db, id);
      // Days before those that were asked for keep the figures that they have.
      const shown = shownDays({ startedAt, endedAt: endedAt ?? now, pauses }).filter((day) => day >= from);
      await db.transaction().execute(async (tx) => {
        // A day without views is no row of the network: it counts as a day without spending.
        await upsertDays(tx, id, withSilentDays(days, shown), now);
        await updateBoost(tx, id, { figuresAt: now }, now);
      });
    } catch (error) {
      if (!(error instanceof NetworkTrouble)) throw error;
      log.warn({ boost: reference, reason: error.message }, 'chiffres du boost non lus');
      await updateBoost(db, id, { figuresAt: now }, now);
    }
  }
}

function withSilentDays(reported: readonly DayFigures[], days: readonly string[]): DayFigures[] {
  const known = new Set(reported.map(({ day }) => day));
  const silent = days.filter((day) => !known.has(day));
  return [...reported, ...silent.map((day) => ({ day, impressions: 0, reach: 0, clicks: 0, spend: 0 }))];
}

/**
 * Writes the totals of days that a person read on the network; the same day again replaces them. Throws BOOST_UNKNOWN,
 * BOOST_STATUS for a boost that its network was never asked to show or that is settled, and VALIDATION_ERROR for a day on
 * which it was not shown, given twice, or of more people than views.
 */
export async function recordFigures(
  db: Db,
  id: number,
  days: readonly DayFigures[],
  by: AdministratorName = OPERATOR,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const boost = await lockBoost(tx, id);
    if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
    const { startedAt, endedAt, settledAt } = boost;
    if (!startedAt || settledAt) throw fail(boostErrors.BOOST_STATUS);
    const shown = new Set(shownDays({ startedAt, endedAt: endedAt ?? now }));
    const seen = new Set<string>();
    for (const { day, impressions, reach, clicks, spend } of days) {
      if (seen.has(day)) throw wrong('day', `Le ${day} est donné deux fois.`);
      seen.add(day);
      if (!shown.has(day)) throw wrong('day', `Le boost n’était pas diffusé le ${day}.`);
      if ([impressions, reach, clicks, spend].some((one) => !Number.isSafeInteger(one) || one < 0))
        throw wrong('figures', `Le ${day}${NBSP}: les chiffres sont des nombres entiers, et des euros.`);
      if (reach > impressions || clicks > impressions)
        throw wrong('reach', `Le ${day}${NBSP}: plus de personnes ou de clics que d’affichages.`);
    }
    const known = new Map((await selectDays(tx, id)).map((one) => [one.day, wordsOf(one)]));
    await upsertDays(tx, id, days, now);
    await updateBoost(tx, id, { figuresAt: now }, now);
    // The same again confirms them, which the end of a boost waits for, and is no other action.
    const changed = days.filter((one) => known.get(one.day) !== wordsOf(one));
    if (changed.length === 0) return;
    await recordAction(tx, {
      by,
      action: 'boost.figures',
      subject: subjectOf(boost),
      before: Object.fromEntries(changed.map(({ day }) => [day, known.get(day) ?? null])),
      after: Object.fromEntries(changed.map((one) => [one.day, wordsOf(one)])),
    });
  });
}

/** The figures of a day as a person reads them. */
function wordsOf({ impressions, reach, clicks, spend }: Omit<DayFigures, 'day'>): string {
  return `${formatNumber(impressions)} affichages, ${formatNumber(reach)} personnes, ${formatNumber(clicks)} clics, ${formatPrice(spend)}`;
}

function wrong(field: string, message: string) {
  return fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field, message }] }, message);
}
