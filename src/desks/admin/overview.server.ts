import type { AnswerOf } from '#contract/call.ts';
import { dayBefore, parisDay, parisMidnight } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { serviceSwitches } from '#rooms/administrators/switches.server.ts';
import { handQueue, type Task } from '#rooms/boosts/by-hand.server.ts';
import type { adminDashboardCall, Figure, TodoLine } from './contract.ts';
import {
  type Counted,
  countByDay,
  type DayCount,
  selectLastActs,
  selectMailHealth,
  selectStock,
  selectWaiting,
  sumRevenue,
} from './overview.sql.server.ts';
import { failing, queuesOf } from './service.server.ts';
import { todoKinds, todos } from './todo.ts';

const DAY_MS = 86_400_000;
/** Mails leave the database after a year (`forgetMails`): what is older can be compared with nothing. */
const MAILS_KEPT_DAYS = 365;

/** All that the two people who run the service look at in the morning; figures over the last `days` days, today included. */
export async function overview(db: Queryable, days: number): Promise<AnswerOf<typeof adminDashboardCall>> {
  const now = clock.now();
  const to = parisDay(now).day;
  const from = dayBefore(to, days - 1);
  const earlier = dayBefore(from, days);
  const period = { from, days };
  const since = parisMidnight(from);
  const counted = async (what: Counted): Promise<Figure> =>
    figureOf(await countByDay(db, what, { from: earlier, to }), period);
  const [accounts, agencies, leads, alerts, mails, revenue, stock, mail, work, switches, todo] =
    await Promise.all([
      counted('accounts'),
      counted('agencies'),
      counted('leads'),
      counted('alerts'),
      counted('mails'),
      sumRevenue(db, earlier).then((rows) => figureOf(rows, period)),
      selectStock(db),
      selectMailHealth(db, { since, recent: new Date(now.getTime() - DAY_MS) }),
      queuesOf(db, now),
      serviceSwitches(db),
      todoOf(db),
    ]);
  return {
    at: now.toISOString(),
    todo,
    figures: {
      accounts,
      agencies,
      leads,
      alerts,
      mails: days * 2 > MAILS_KEPT_DAYS ? { ...mails, before: null } : mails,
      revenue,
    },
    stock,
    mail,
    queues: work.queues,
    switches,
    failingTasks: work.tasks.filter(failing).length,
  };
}

/** A figure over a period and as long before it, of rows since the beginning of the latter. */
function figureOf(rows: readonly DayCount[], { from, days }: { from: string; days: number }): Figure {
  const known = new Map(rows.map(({ day, value }) => [day, value]));
  const series = Array.from({ length: days }, (_, rank) => {
    const day = dayBefore(from, -rank);
    return { day, value: known.get(day) ?? 0 };
  });
  const sum = (values: readonly { readonly value: number }[]) =>
    values.reduce((total, { value }) => total + value, 0);
  return { now: sum(series), before: sum(rows.filter(({ day }) => day < from)), series };
}

/** About since when a task on a boost waits. */
function askedSince({ kind, days, boost }: Task): Date {
  const [firstDay] = days;
  if (kind === 'figures' && firstDay) return parisMidnight(dayBefore(firstDay, -1));
  if (kind === 'stop' && boost.endedAt) return boost.endedAt;
  if (kind === 'pause' && boost.pausedAt) return boost.pausedAt;
  return boost.startedAt ?? boost.createdAt;
}

const nothing = { count: 0, urgent: 0, since: null };

/** What waits for a person, each kind with the last time that one was done. */
async function todoOf(db: Queryable): Promise<TodoLine[]> {
  const [waiting, tasks, acts] = await Promise.all([
    selectWaiting(db),
    handQueue(db),
    selectLastActs(db, [...new Set(todoKinds.flatMap((kind) => [...todos[kind].acts]))]),
  ]);
  const boosts = new Set(tasks.map(({ boost }) => boost.id));
  const oldest = Math.min(...tasks.map((task) => askedSince(task).getTime()));
  const found = new Map(waiting.map((row) => [row.kind, row]));
  found.set('boosts', {
    kind: 'boosts',
    count: boosts.size,
    urgent: 0,
    since: boosts.size > 0 ? new Date(oldest) : null,
  });
  return todoKinds.map((kind) => {
    const { count, urgent, since } = found.get(kind) ?? nothing;
    const own = new Set<string>(todos[kind].acts);
    const [last] = acts
      .filter(({ action }) => own.has(action))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
    return {
      kind,
      count,
      urgent,
      since: since?.toISOString() ?? null,
      last: last ? { at: last.at.toISOString(), by: last.administrator } : null,
    };
  });
}
