import { dayBefore, parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { readToken, signToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { renderMail } from '#rooms/mail/rendering.server.ts';
import { defineMailWriter, queueToWrite } from '#rooms/mail/writing.server.ts';
import type { WrittenMail } from '#rooms/mail/writing.ts';
import { ANSWERS_LEAST } from './contract.ts';
import { type DayCount, selectAnswerTimes, selectDays, selectTop } from './statistics.sql.server.ts';
import { weeklyMail } from './weekly.mails.server.tsx';
import { isStopped, resumeReports, selectDue, selectWeekly, stopReports } from './weekly.sql.server.ts';
import { type WeeklyReport, weeklyErrors } from './weekly.ts';

/** In Paris. */
const HOUR = 8;
const WEEK = 7;
const MONDAY = 1;
/** Days after which last week is no news. */
const LATE_DAYS = 2;
const DAY_MS = 86_400_000;
const NAMED = 3;
/** As the table of listings says « à confirmer ». */
const CONFIRM_AFTER_DAYS = 7;
const STOP = 'weekly-report-stop';

interface Said {
  readonly agency: number;
  /** Of the week that it tells, `YYYY-MM-DD`. */
  readonly monday: string;
}

/**
 * Queues the report of last week, on Mondays from 8 in Paris on: one for each agency and week, however often it is run and
 * whatever clocks do. A worker that was away all Monday makes up for it until Wednesday evening, for those who would have
 * had it.
 */
export async function queueWeekly(db: Db): Promise<number> {
  const { day, hour } = parisDay(clock.now());
  const since = new Date(`${day}T00:00:00Z`).getUTCDay() - MONDAY;
  if (since < 0 || since > LATE_DAYS || hour < HOUR) return 0;
  const today = dayBefore(day, since);
  const monday = dayBefore(today, WEEK);
  const key = (agency: number | string) => `weekly-report:${agency}:${monday}`;
  return db.transaction().execute(async (tx) => {
    const [start = '', end = ''] = key('|').split('|');
    const due = await selectDue(tx, { start, end, at: `${today} ${HOUR}:00` });
    await queueToWrite<Said>(
      tx,
      weeklyWriter,
      due.map(({ id, email }) => ({
        dedupeKey: key(id),
        stream: streamOf(id),
        to: email,
        said: { agency: id, monday },
      })),
    );
    return due.length;
  });
}

const streamOf = (agencyId: number) => `weekly-report:${agencyId}`;

/** Written as it leaves: what waits is counted then; the week told is the one it was queued for. */
const weeklyWriter = defineMailWriter<Said>('statistics.weekly', async (tx, env, mails) => {
  const written = new Map<number, WrittenMail | null>();
  for (const { id, said } of mails) {
    // One transaction has one connection.
    const report = await weeklyOf(tx, said);
    if (!report) {
      written.set(id, null);
      continue;
    }
    const token = signToken(env.secret, STOP, String(said.agency));
    const { subject, element } = weeklyMail({ ...report, origin: env.publicUrl });
    written.set(id, {
      subject,
      ...(await renderMail(element)),
      headers: {
        'List-Unsubscribe': `<${env.publicUrl}/api/agence/weekly-report/unsubscribe?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `<point-de-la-semaine.${new URL(env.publicUrl).hostname}>`,
      },
    });
  }
  return written;
});

/** What the mail of that week tells; null for an agency that gets none any more, or has nothing on line. */
async function weeklyOf(tx: Tx, { agency, monday }: Said): Promise<WeeklyReport | null> {
  const now = clock.now().getTime();
  const row = await selectWeekly(tx, agency, {
    monday,
    lateBefore: new Date(now - DAY_MS),
    confirmedBefore: new Date(now - CONFIRM_AFTER_DAYS * DAY_MS),
  });
  if (!row) return null;
  const sunday = dayBefore(monday, 1 - WEEK);
  const days = await selectDays(tx, agency, { today: sunday, days: 2 * WEEK });
  const top = await selectTop(tx, agency, { from: monday, to: sunday, limit: NAMED });
  const spans = [{ from: monday, to: sunday }];
  const [answer = null] = await selectAnswerTimes(tx, agency, { spans, least: ANSWERS_LEAST });
  const pair = (read: (day: DayCount) => number) => {
    const sum = (of: readonly DayCount[]) => of.reduce((all, day) => all + read(day), 0);
    return {
      now: sum(days.filter(({ ago }) => ago < WEEK)),
      before: sum(days.filter(({ ago }) => ago >= WEEK)),
    };
  };
  const { leads, leadsBefore, ...standing } = row;
  return {
    ...standing,
    monday,
    sunday,
    views: pair(({ views }) => views),
    told: pair(({ told }) => told),
    leads: { now: leads, before: leadsBefore },
    answer,
    top,
  };
}

/** Whether an agency receives the report. */
export async function wantsWeekly(db: Queryable, agencyId: number): Promise<boolean> {
  return !(await isStopped(db, agencyId));
}

/** Chooses whether an agency receives the report; said twice, it changes nothing more. */
export async function chooseWeekly(db: Queryable, agencyId: number, wanted: boolean): Promise<void> {
  await (wanted ? resumeReports(db, agencyId) : stopReports(db, agencyId, clock.now()));
}

/** Stops the report from its mail. Throws WEEKLY_TOKEN_UNKNOWN. */
export async function stopWeekly(
  { db, env }: Pick<Services, 'db' | 'env'>,
  token: string,
): Promise<{ stopped: true }> {
  const id = /^\d{1,15}$/.exec(readToken(env.secret, STOP, token) ?? '')?.[0];
  if (!id) throw fail(weeklyErrors.WEEKLY_TOKEN_UNKNOWN);
  await chooseWeekly(db, Number(id), false);
  return { stopped: true };
}
