import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chanceOf } from '../kit/chance.ts';
import { mailbox, makeStory, startCrew, tell } from '../kit/ordeal.ts';
import { startSite } from '../kit/site.ts';

const KILLS = 3;
const chance = chanceOf();

it(`un worker tué ${KILLS} fois n’oublie ni ne répète aucun courriel (SEED=${chance.seed})`, async () => {
  const story = makeStory(chance, { alerts: 12, imports: KILLS });
  const quiet = await startSite({ role: 'worker' });
  await tell(quiet, story, async () => {});
  const expected = await mailbox(quiet);
  expect(expected.length).toBeGreaterThan(KILLS);

  const base = await startSite({ role: 'web' });
  const crew = await startCrew(base, 1);
  await tell(base, story, async () => {
    await wait(chance.int(0, 500));
    await crew.kill(0);
  });
  expect(await mailbox(base)).toEqual(expected);
});
