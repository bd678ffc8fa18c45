import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServices, testServices } from '../../tests/kit/app.ts';
import { PATIENCE_MS } from '../../tests/kit/patience.ts';
import { defineJob, type Job, type RunningJobs, startJobs } from './queue.server.ts';

let base: TestServices;
const started: RunningJobs[] = [];

beforeAll(async () => {
  base = await testServices();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

async function start(...jobs: Job[]): Promise<RunningJobs> {
  const running = await startJobs(jobs, base.services, base.url);
  started.push(running);
  return running;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!condition() && Date.now() < deadline) await wait(25);
  expect(condition()).toBe(true);
}

describe('loops', () => {
  it('run again at once while there is more, then rest', async () => {
    let left = 5;
    let runs = 0;
    await start(
      defineJob({
        name: 'essai.plus',
        everyMs: 60_000,
        handler: async () => {
          runs += 1;
          left -= 1;
          return left > 0;
        },
      }),
    );
    await until(() => runs === 5);
    await wait(100);
    expect(runs).toBe(5);
  });

  it('wake up on a notification', async () => {
    let runs = 0;
    await start(
      defineJob({
        name: 'essai.reveil',
        everyMs: 60_000,
        wake: 'essai',
        handler: async () => void (runs += 1),
      }),
    );
    await until(() => runs === 1);
    const client = new pg.Client({ connectionString: base.url });
    await client.connect();
    // LISTEN takes effect a moment after the start.
    const deadline = Date.now() + PATIENCE_MS;
    while (runs === 1 && Date.now() < deadline) {
      await client.query('notify essai');
      await wait(50);
    }
    await client.end();
    expect(runs).toBeGreaterThan(1);
  });

  it('survive a failure', async () => {
    let runs = 0;
    await start(
      defineJob({
        name: 'essai.panne',
        everyMs: 10,
        handler: async () => {
          runs += 1;
          if (runs === 1) throw new Error('panne voulue');
        },
      }),
    );
    await until(() => runs > 2);
  });

  it('are alone when exclusive, and another takes over when the holder’s connection dies', async () => {
    const running = new Set<string>();
    let together = 0;
    const seen = { a: 0, b: 0 };
    const job = (who: 'a' | 'b') =>
      defineJob({
        name: 'essai.seul',
        everyMs: 10,
        exclusive: true,
        handler: async () => {
          running.add(who);
          together = Math.max(together, running.size);
          await wait(5);
          seen[who] += 1;
          running.delete(who);
        },
      });
    const first = await start(job('a'));
    await until(() => seen.a > 2);
    await start(job('b'));
    await wait(1_500);
    expect([seen.b, together]).toEqual([0, 1]);
    const client = new pg.Client({ connectionString: base.url });
    await client.connect();
    await first.stop();
    await until(() => seen.b > 2);
    // A killed session, as PostgreSQL sees it: the lock goes, and comes back to whoever asks first.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vigie essai.seul'`,
    );
    const before = seen.b;
    await until(() => seen.b > before + 2);
    await client.end();
    expect(together).toBe(1);
  });
});

describe('schedules', () => {
  it('are kept by the queue under the job’s name, in Paris time', async () => {
    await start(defineJob({ name: 'essai.nuit', schedule: '40 3 * * *', handler: async () => {} }));
    const client = new pg.Client({ connectionString: base.url });
    await client.connect();
    const { rows } = await client.query('select name, cron, timezone from queue.schedule');
    await client.end();
    expect(rows).toEqual([{ name: 'essai.nuit', cron: '40 3 * * *', timezone: 'Europe/Paris' }]);
  });

  it('a job is either a loop or scheduled', () => {
    expect(() => defineJob({ name: 'x', handler: async () => {} })).toThrow(/everyMs, soit schedule/);
  });
});
