import { sql } from 'kysely';
import type { Queryable } from './db.server.ts';

/** What pg-boss keeps of one scheduled task: runs of the last seven days, then it forgets them. */
export interface ScheduledTask {
  readonly name: string;
  /** Cron line in Paris time. */
  readonly cron: string;
  readonly waiting: number;
  readonly running: number;
  /** Runs given up since the last one that ended well. */
  readonly failed: number;
  /** Since when the oldest one waits. */
  readonly oldest: Date | null;
  readonly doneAt: Date | null;
  readonly failedAt: Date | null;
  /** What the last run that was given up threw. */
  readonly error: string | null;
}

/** Every scheduled task, by name; none where no worker has ever run. */
export async function scheduledTasks(db: Queryable): Promise<ScheduledTask[]> {
  // pg-boss makes its tables when a worker starts: a statement that names them fails before.
  const { rows: known } = await sql<{ there: boolean }>`
    select to_regclass('queue.job') is not null and to_regclass('queue.schedule') is not null as there
  `.execute(db);
  if (!known[0]?.there) return [];
  const { rows } = await sql<ScheduledTask>`
    with run as (
      select job.name, job.state::text as state, job.created_on, job.completed_on, job.output,
        max(job.completed_on) filter (where job.state = 'completed') over (partition by job.name) as done_at
      from queue.job)
    select task.name, task.cron,
      count(*) filter (where run.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where run.state = 'active')::int as running,
      count(*) filter (where run.state = 'failed'
        and run.completed_on > coalesce(run.done_at, '-infinity'::timestamptz))::int as failed,
      min(run.created_on) filter (where run.state in ('created', 'retry')) as oldest,
      max(run.done_at) as done_at,
      max(run.completed_on) filter (where run.state = 'failed') as failed_at,
      (array_agg(run.output ->> 'message' order by run.completed_on desc) filter (where run.state = 'failed'))[1] as error
    from queue.schedule as task left join run on run.name = task.name
    group by task.name, task.cron
    order by task.name
  `.execute(db);
  return rows;
}
