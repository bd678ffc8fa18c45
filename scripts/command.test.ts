import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { later } from '../tests/kit/leftovers.ts';
import { run } from './command.mjs';

/** A program that prints what it is sent and ends when its connection does. */
const ECHO = "const s = require('node:net').connect(Number(process.argv[1])); s.pipe(process.stdout);";

async function echo(silence: number) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const came = once(server, 'connection');
  const printed = new EventEmitter();
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => printed.emit(String(chunk)));
  const ended = run([process.execPath, '-e', ECHO, String((server.address() as AddressInfo).port)], {
    cwd: process.cwd(),
    env: process.env,
    silence,
    live: true,
  });
  const [line] = (await came) as [Socket];
  return {
    ended,
    end: () => line.end(),
    /** Sends a word, and waits until the command has printed it. */
    async say(word: string) {
      const heard = once(printed, word);
      line.write(word);
      await heard;
    },
  };
}

describe('a command of npm test', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('may last as long as it goes on saying something', async () => {
    const command = await echo(100);
    for (const word of ['one', 'two', 'three']) {
      vi.advanceTimersByTime(99_000);
      await command.say(word);
    }
    command.end();
    expect(await command.ended).toEqual({ ok: true, out: 'onetwothree' });
  });

  test('is stopped once it has been silent for too long, and fails', async () => {
    const command = await echo(100);
    await command.say('one');
    vi.advanceTimersByTime(100_000);
    const { ok, out } = await command.ended;
    expect(ok).toBe(false);
    expect(out).toBe('one\nstopped after 100 s of silence\n');
  });
});
