import type { AnswerOf } from '#contract/call.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { type ScheduledTask, scheduledTasks } from '#platform/scheduled-runs.server.ts';
import { serviceSwitches } from '#rooms/administrators/switches.server.ts';
import { type SwitchedRoom, switchedRooms } from '#rooms/administrators/switches.ts';
import { paymentAlarms } from '#rooms/payments/alarms.server.ts';
import type { adminServiceCall, Queue } from './contract.ts';
import { selectQueues } from './overview.sql.server.ts';
import { type QueueName, queueNames } from './service.ts';

/** Whether a scheduled task was given up since it last ended well. */
export const failing = ({ failed }: Pick<ScheduledTask, 'failed'>): boolean => failed > 0;

/** What waits for the worker, and what comes back at an hour. */
export async function queuesOf(
  db: Queryable,
  now: Date,
): Promise<{ queues: Queue[]; tasks: readonly ScheduledTask[] }> {
  const [rows, tasks] = await Promise.all([selectQueues(db, now), scheduledTasks(db)]);
  const oldest = tasks.flatMap((task) => (task.oldest ? [task.oldest.getTime()] : []));
  const found = new Map<string, Omit<Queue, 'name'>>(
    rows.map(({ name, waiting, running, oldest: since }) => [
      name,
      { waiting, running, oldest: since?.toISOString() ?? null },
    ]),
  );
  found.set('tasks', {
    waiting: tasks.reduce((sum, { waiting }) => sum + waiting, 0),
    running: tasks.reduce((sum, { running }) => sum + running, 0),
    oldest: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
  });
  const nothing = { waiting: 0, running: 0, oldest: null };
  return {
    queues: queueNames.map((name: QueueName) => ({ name, ...(found.get(name) ?? nothing) })),
    tasks,
  };
}

/** The page of the service. */
export async function serviceOf(db: Queryable): Promise<AnswerOf<typeof adminServiceCall>> {
  const now = clock.now();
  const [switches, { queues, tasks }, alarms] = await Promise.all([
    serviceSwitches(db),
    queuesOf(db, now),
    paymentAlarms(db),
  ]);
  return {
    at: now.toISOString(),
    switches,
    queues,
    tasks: tasks.map(({ name, cron, waiting, running, failed, doneAt, failedAt, error }) => ({
      name,
      cron,
      waiting,
      running,
      failed,
      doneAt: doneAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      error,
    })),
    alarms: alarms.map(({ reference, agency, gross, owed, createdAt, lines }) => ({
      reference,
      agency,
      gross,
      owed,
      createdAt: createdAt.toISOString(),
      lines: [...lines],
    })),
  };
}

/** The room that an address names. Throws NOT_FOUND. */
export function roomIn(word: string): SwitchedRoom {
  if (!Object.hasOwn(switchedRooms, word))
    throw fail(sharedErrors.NOT_FOUND, undefined, 'Aucun service de ce nom ne se ferme.');
  return word as SwitchedRoom;
}
