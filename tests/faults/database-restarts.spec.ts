import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chanceOf } from '../kit/chance.ts';
import { ownCluster } from '../kit/cluster.ts';
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

  const { url, db, restart } = await ownCluster(4);
  const settings = { DATABASE_URL: url, VIGIE_ALERTS_IN_MEMORY_FROM: '1' };
  const site = await startSite({ role: 'web', settings });
  const base: Site = { ...site, db, url };
  const crew = await startCrew(base, 2, settings);
  const away: number[] = [];
  await tell(base, story, async () => {
    await wait(chance.int(0, 1200));
    away.push(Math.round(await restart()));
  });
  process.stdout.write(`database away for ${away.join(', ')} ms\n`);
  expect(crew.workers.map(({ process: { exitCode, signalCode } }) => [exitCode, signalCode])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await mailbox(base)).toEqual(expected);
});
