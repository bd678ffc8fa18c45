import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { migrate, openDb } from '../../src/platform/db.server.ts';
import { useLocalPostgres } from '../../src/platform/postgres.server.ts';
import { loadPlaces } from '../../src/rooms/places/rules.server.ts';
import { chanceOf } from '../kit/chance.ts';
import { later } from '../kit/leftovers.ts';
import { mailbox, makeStory, startCrew, tell } from '../kit/ordeal.ts';
import { type Site, startSite } from '../kit/site.ts';

const RESTARTS = 3;
const chance = chanceOf();

it(`${RESTARTS} restarts of the database: no worker ends, the mails of an undisturbed run (SEED=${chance.seed})`, async () => {
  const story = makeStory(chance, { alerts: 40, imports: RESTARTS });
  const quiet = await startSite({ role: 'worker' });
  await tell(quiet, story, async () => {});
  const expected = await mailbox(quiet);
  await quiet.stop();

  // A cluster of its own: nobody else must feel its restarts.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-restarts-'));
  // PostgreSQL runs under another account when the tests run as root.
  await chmod(dataDir, 0o755);
  const database = { dataDir, database: 'vigie', durable: true, say: () => {} };
  let cluster = await useLocalPostgres(database);
  later(async () => {
    await cluster.release();
    await rm(dataDir, { recursive: true, force: true });
  });
  const db = openDb(cluster.url, { max: 4, name: 'vigie test' });
  later(() => db.destroy());
  await migrate(db);
  await loadPlaces(db);

  const settings = { DATABASE_URL: cluster.url, VIGIE_ALERTS_IN_MEMORY_FROM: '1' };
  const site = await startSite({ role: 'web', settings });
  const base: Site = { ...site, db, url: cluster.url };
  const crew = await startCrew(base, 2, settings);
  const away: number[] = [];
  await tell(base, story, async () => {
    await wait(chance.int(0, 1200));
    // SIGQUIT is an immediate shutdown: recovery from the log, as after a power cut.
    const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    const since = performance.now();
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await wait(20);
    cluster = await useLocalPostgres(database);
    expect(cluster.url).toBe(settings.DATABASE_URL);
    away.push(Math.round(performance.now() - since));
  });
  process.stdout.write(`database away for ${away.join(', ')} ms\n`);
  expect(crew.workers.map(({ process: { exitCode, signalCode } }) => [exitCode, signalCode])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await mailbox(base)).toEqual(expected);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
