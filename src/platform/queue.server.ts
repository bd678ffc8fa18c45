import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Services } from './context.server.ts';
import { isConnectionLost } from './db.server.ts';

/**
 * Work done away from requests. Two kinds, both safe to run twice and to kill at any time:
 * - `everyMs`: a loop that looks for work in the database. It starts again at once while `handler` answers
 *   true (there may be more), else after the delay or as soon as `wake` is notified. `exclusive`: one
 *   process at a time, by an advisory lock that PostgreSQL drops with its connection.
 * - `schedule`: a cron line in Paris time, run once across all processes (pg-boss).
 */
export interface Job {
  readonly name: string;
  readonly everyMs?: number;
  readonly exclusive?: boolean;
  readonly wake?: string;
  readonly schedule?: string;
  readonly handler: (services: Services, signal: AbortSignal) => Promise<boolean | void>;
}

export function defineJob(job: Job): Job {
  if ((job.everyMs === undefined) === (job.schedule === undefined)) {
    throw new TypeError(`La tâche ${job.name} doit avoir soit everyMs, soit schedule.`);
  }
  return job;
}

/**
 * How often a process asks for the lock of an exclusive loop, so how late it may take it over. Asked on one open
 * connection rather than waited for: a statement that waits holds back the database's cleaning.
 */
const LOCK_RETRY_MS = 250;
const FAILURE_PAUSE_MS = 1_000;

export interface RunningJobs {
  stop(): Promise<void>;
}

/** Starts every job; `stop` lets the running ones finish their step. */
export async function startJobs(
  jobs: readonly Job[],
  services: Services,
  databaseUrl: string,
): Promise<RunningJobs> {
  const abort = new AbortController();
  const loops = jobs.filter((job) => job.everyMs !== undefined);
  const wakeUps = new WakeUps(databaseUrl, services, abort.signal);
  const running = loops.map((job) => runLoop(job, services, databaseUrl, wakeUps, abort.signal));
  const listening = wakeUps.run([...new Set(loops.flatMap((job) => (job.wake ? [job.wake] : [])))]);
  const boss = await startSchedules(
    jobs.filter((job) => job.schedule !== undefined),
    services,
    databaseUrl,
    abort.signal,
  );
  return {
    async stop() {
      abort.abort();
      await Promise.all([...running, listening, boss?.stop({ graceful: true, timeout: 5_000 })]);
    },
  };
}

async function runLoop(
  job: Job,
  services: Services,
  databaseUrl: string,
  wakeUps: WakeUps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const lock = job.exclusive ? await takeLock(job.name, databaseUrl, signal) : null;
    if (job.exclusive && !lock) continue;
    try {
      while (!signal.aborted && !lock?.lost) {
        const nudged = job.wake ? wakeUps.next(job.wake) : null;
        const more = await job.handler(services, signal);
        if (more) continue;
        await pause(job.everyMs ?? 1_000, signal, nudged);
      }
    } catch (error) {
      if (!isConnectionLost(error))
        services.log.error({ err: error, job: job.name }, 'tâche en échec, reprise dans un instant');
      await pause(FAILURE_PAUSE_MS, signal, null);
    } finally {
      await lock?.release();
    }
  }
}

interface Lock {
  readonly lost: boolean;
  release(): Promise<void>;
}

/** A session lock on a connection of its own: killed with the process, it is free at once. Null: not free yet. */
async function takeLock(name: string, databaseUrl: string, signal: AbortSignal): Promise<Lock | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    application_name: `vigie ${name}`,
    // A peer that vanished without a word (cable, power) frees its lock within a minute.
    options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  });
  let lost = false;
  client.on('error', () => {
    lost = true;
  });
  client.on('end', () => {
    lost = true;
  });
  try {
    await client.connect();
    while (!signal.aborted && !lost) {
      const { rows } = await client.query(
        'select pg_try_advisory_lock(hashtextextended($1, 7203)) as taken',
        [name],
      );
      if (rows[0].taken) {
        return {
          get lost() {
            return lost;
          },
          release: () => client.end().catch(() => {}),
        };
      }
      await pause(LOCK_RETRY_MS, signal, null);
    }
  } catch {
    // The database is away: the caller asks again, on a new connection.
  }
  await client.end().catch(() => {});
  await pause(LOCK_RETRY_MS, signal, null);
  return null;
}

/** Waits for the delay, the abort, or the nudge, whichever comes first. */
async function pause(milliseconds: number, signal: AbortSignal, nudged: Promise<void> | null): Promise<void> {
  const timer = wait(milliseconds, undefined, { signal, ref: true }).catch(() => {});
  await (nudged ? Promise.race([timer, nudged]) : timer);
}

/** One LISTEN connection for all loops. Losing it costs only delay: loops also look by themselves. */
class WakeUps {
  readonly #url: string;
  readonly #services: Services;
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(url: string, services: Services, signal: AbortSignal) {
    this.#url = url;
    this.#services = services;
    this.#signal = signal;
  }

  next(channel: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(channel, [...(this.#waiting.get(channel) ?? []), resolve]);
    });
  }

  async run(channels: readonly string[]): Promise<void> {
    while (channels.length > 0 && !this.#signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#url,
        keepAlive: true,
        application_name: 'vigie wake-ups',
      });
      try {
        const ended = new Promise<void>((resolve) => {
          client.on('error', () => resolve());
          client.on('end', () => resolve());
          this.#signal.addEventListener('abort', () => resolve(), { once: true });
        });
        client.on('notification', ({ channel }) => {
          const waiting = this.#waiting.get(channel) ?? [];
          this.#waiting.delete(channel);
          for (const resolve of waiting) resolve();
        });
        await client.connect();
        for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
        await ended;
      } catch (error) {
        this.#services.log.debug({ err: error }, 'réveils interrompus');
      }
      await client.end().catch(() => {});
      if (!this.#signal.aborted) await pause(FAILURE_PAUSE_MS, this.#signal, null);
    }
  }
}

async function startSchedules(
  jobs: readonly Job[],
  services: Services,
  databaseUrl: string,
  signal: AbortSignal,
) {
  if (jobs.length === 0) return null;
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'queue', max: 2 });
  boss.on('error', (error: Error) => {
    if (!isConnectionLost(error)) services.log.error({ err: error }, 'file des tâches');
  });
  await boss.start();
  for (const job of jobs) {
    // Heartbeats: without them a killed worker holds its job for a quarter of an hour (security.md 1.2).
    await boss.createQueue(job.name, {
      policy: 'singleton',
      heartbeatSeconds: 10,
      retryLimit: 3,
      retryDelay: 30,
    });
    await boss.work(job.name, async () => {
      await job.handler(services, signal);
    });
    await boss.schedule(job.name, job.schedule ?? '', undefined, { tz: 'Europe/Paris' });
  }
  return boss;
}
