import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chanceOf } from '../kit/chance.ts';
import { mailbox, makeStory, startCrew, tell } from '../kit/ordeal.ts';
import { startSite } from '../kit/site.ts';

const KILLS = 20;
const chance = chanceOf();

it(`${KILLS} kills of a worker at random points: the mails of an undisturbed run, each once (SEED=${chance.seed})`, async () => {
  const story = makeStory(chance, { alerts: 60, imports: KILLS });
  const quiet = await startSite({ role: 'worker' });
  await tell(quiet, story, async () => {});
  const expected = await mailbox(quiet);
  await quiet.stop();

  const base = await startSite({ role: 'web' });
  // Every alert in memory: whoever takes over opens them again.
  const crew = await startCrew(base, 2, { VIGIE_ALERTS_IN_MEMORY_FROM: '1' });
  const recoveries: number[] = [];
  await tell(base, story, async (index) => {
    await wait(chance.int(0, 1500));
    // In turn: the one that has lived longest is the one that holds the locks.
    const recovery = await crew.kill(index % 2);
    if (recovery !== null) recoveries.push(Math.round(recovery));
  });
  const found = await mailbox(base);
  const worst = Math.max(0, ...recoveries);
  process.stdout.write(
    `${found.length} mails; ${KILLS} kills, ${recoveries.length} of them of a process that held a lock, ` +
      `taken over after ${recoveries.toSorted((a, b) => a - b).join(', ')} ms (goal 2 000, worst ${worst})\n`,
  );
  expect(found).toEqual(expected);
  expect(recoveries.length).toBeGreaterThan(0);
});
