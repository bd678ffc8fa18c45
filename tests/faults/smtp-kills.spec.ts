import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { chanceOf } from '../kit/chance.ts';
import { later } from '../kit/leftovers.ts';
import { makeStory, startCrew, tell } from '../kit/ordeal.ts';
import { startSite } from '../kit/site.ts';

const KILLS = 6;
const chance = chanceOf();

it(`${KILLS} kills while mail leaves by SMTP: nothing lost, at most one mail a kill twice, with the same Message-ID (SEED=${chance.seed})`, async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        received.push(/^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? '');
        // A server that takes its time widens the ambiguous second.
        setTimeout(done, chance.int(5, 40));
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  later(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };

  const story = makeStory(chance, { alerts: 60, imports: KILLS });
  const base = await startSite({ role: 'web', settings });
  const crew = await startCrew(base, 1, settings);
  await tell(base, story, async () => {
    await wait(chance.int(100, 2000));
    await crew.kill(0);
  });
  const queued = await base.db.selectFrom('mailOutbox').select(['messageKey', 'status']).execute();
  expect(new Set(queued.map(({ status }) => status))).toEqual(new Set(['sent']));
  expect(new Set(received)).toEqual(new Set(queued.map(({ messageKey }) => messageKey)));
  const twice = received.length - new Set(received).size;
  process.stdout.write(`${queued.length} mails, ${twice} carried twice in ${KILLS} kills\n`);
  expect(twice).toBeLessThanOrEqual(KILLS);
});
