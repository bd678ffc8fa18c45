import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { expect, it } from 'vitest';
import { chanceOf } from '../kit/chance.ts';
import { later } from '../kit/leftovers.ts';
import { makeStory, tell } from '../kit/ordeal.ts';
import { startSite } from '../kit/site.ts';

const chance = chanceOf();
/** Nobody lives there. */
const BAD = 'lecteur3@example.test';
/** What a mail may meet before it passes; the server stalls for as long as the client has patience. */
const troubles = ['busy', 'closing', 'cut at the address', 'cut in the message', 'cut at the end'] as const;
const STALLS = 3;

const answer = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });
it(`SMTP refuses, is busy, stalls and cuts: nothing lost, twice only what was cut at its end, one bad address stops nobody (SEED=${chance.seed})`, async () => {
  const accepted: string[] = [];
  const inDoubt = new Map<string, number>();
  const met = new Map<string, number>();
  let stalls = 0;
  const sockets = new Map<number, Socket>();
  const cut = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, session, done) => {
      if (address === BAD) return done(answer(550, '5.1.1 no such user'));
      const trouble = chance.chance(0.25) ? chance.pick(troubles) : null;
      if (trouble) met.set(trouble, (met.get(trouble) ?? 0) + 1);
      (session as { trouble?: string | null }).trouble = trouble;
      if (trouble === 'busy') return done(answer(451, '4.2.1 try again'));
      if (trouble === 'closing') return done(answer(421, '4.3.2 closing'));
      if (trouble === 'cut at the address') return cut(session);
      if (stalls < STALLS && chance.chance(0.05)) {
        stalls += 1;
        return;
      }
      done();
    },
    onData: (stream, session, done) => {
      const { trouble } = session as { trouble?: string | null };
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString();
        if (trouble === 'cut in the message') cut(session);
      });
      stream.on('end', () => {
        if (trouble === 'cut in the message') return;
        const key = /^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? '';
        accepted.push(key);
        if (trouble !== 'cut at the end') return done();
        inDoubt.set(key, (inDoubt.get(key) ?? 0) + 1);
        cut(session);
      });
      stream.on('error', () => {});
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  later(async () => {
    for (const socket of sockets.values()) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.server.address() as AddressInfo;

  const base = await startSite({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const { alerts, imports } = makeStory(chance, { alerts: 40, imports: 6 });
  const everything = { transaction: 'achat' as const, places: ['30189', 'D34', '69123'] };
  const story = {
    alerts: alerts.map((one) => (one.email === BAD ? { ...one, criteria: everything } : one)),
    imports,
  };
  // What is to be tried again in a minute, or in an hour, is tried again at once.
  const hurry = setInterval(() => {
    void sql`update mail_outbox set next_at = now() where status = 'pending' and attempts > 0`.execute(
      base.db,
    );
  }, 300);
  later(async () => clearInterval(hurry));
  await tell(base, story, async () => {});

  const queued = await base.db
    .selectFrom('mailOutbox')
    .select(['messageKey', 'status', 'recipient'])
    .where('dedupeKey', 'like', 'alert:%')
    .orderBy('id')
    .execute();
  const good = queued.filter(({ recipient }) => recipient !== BAD);
  const bad = queued.filter(({ recipient }) => recipient === BAD).map(({ status }) => status);
  const twice = accepted.filter((key, index) => accepted.indexOf(key) !== index);
  process.stdout.write(
    `${good.length} mails, ${stalls} stalls, ${[...met].map(([name, count]) => `${count} ${name}`).join(', ')}; ` +
      `${twice.length} carried again; the bad address: ${bad.join(', ')}\n`,
  );
  expect(new Set(good.map(({ status }) => status))).toEqual(new Set(['sent']));
  expect(new Set(accepted)).toEqual(new Set(good.map(({ messageKey }) => messageKey)));
  for (const { messageKey } of good) {
    const times = accepted.filter((key) => key === messageKey).length;
    expect(times, messageKey).toBeLessThanOrEqual(1 + (inDoubt.get(messageKey) ?? 0));
  }
  expect(bad).toEqual(['failed', ...bad.slice(1).map(() => 'suppressed')]);
  expect(met.size).toBe(troubles.length);
});
