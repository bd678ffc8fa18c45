import { expect, test } from 'vitest';
import { type Reader, TileQueue } from './tile-queue.server.ts';

const LIMITS = { lanes: 1, waiting: 10, waitingPerClient: 10, patienceMs: 3_600_000 };

/** A queue whose work ends when it is told to, and the keys that were begun. */
function queueOf(limits: Partial<typeof LIMITS> = {}) {
  const queue = new TileQueue<string>({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    tryNow: (key: string) =>
      queue.tryNow(key, () => {
        begun.push(key);
        return new Promise((resolve) => ends.set(key, () => resolve(`tile ${key}`)));
      }),
    ask: (key: string, reader: Partial<Reader> = {}) =>
      queue.ask(key, { client: 'a', gone: null, ...reader }, () => {
        begun.push(key);
        return new Promise((resolve) => ends.set(key, () => resolve(`tile ${key}`)));
      }),
    end: (key: string) => ends.get(key)?.(),
  };
}

test('who asks for the same key waits for the same work; the newest key is served first', async () => {
  const { begun, ask, end } = queueOf();
  const first = [ask('1'), ask('1')];
  const others = [ask('2'), ask('3')];
  expect(begun).toEqual(['1']);
  end('1');
  expect(await Promise.all(first)).toEqual(['tile 1', 'tile 1']);
  expect(begun).toEqual(['1', '3']);
  end('3');
  await others[1];
  end('2');
  expect(await others[0]).toBe('tile 2');
  // Done is done: the next one is worked for.
  void ask('1');
  expect(begun).toEqual(['1', '3', '2', '1']);
});

test('one client takes its share of what waits, and no more', async () => {
  const { begun, ask, end } = queueOf({ waitingPerClient: 2, waiting: 3 });
  void ask('1');
  void ask('2');
  void ask('3');
  expect(await ask('4')).toBe('full');
  const other = ask('5', { client: 'b' });
  // Three wait in all.
  expect(await ask('6', { client: 'c' })).toBe('full');
  end('1');
  await expect.poll(() => begun).toEqual(['1', '5']);
  end('5');
  expect(await other).toBe('tile 5');
});

test('nobody waits longer than the patience, for a lane or for its work, which goes on', async () => {
  const { begun, ask, end } = queueOf({ patienceMs: 1 });
  expect(await Promise.all([ask('1'), ask('2')])).toEqual(['late', 'late']);
  expect(begun).toEqual(['1']);
  // The lane is held as long as its work lasts.
  expect(await ask('3')).toBe('late');
  expect(begun).toEqual(['1']);
  // Who comes later has the work that is still under way.
  const later = ask('1');
  end('1');
  expect(await later).toBe('tile 1');
  await expect.poll(async () => [await ask('4'), begun]).toEqual(['late', ['1', '4']]);
});

test('work that nobody waits for is begun in a free lane only, and takes no reader’s share', async () => {
  const { begun, ask, tryNow, end } = queueOf({ waitingPerClient: 1, waiting: 1 });
  tryNow('1');
  tryNow('2');
  expect(begun).toEqual(['1']);
  const mine = ask('3');
  expect(await ask('4')).toBe('full');
  end('1');
  await expect.poll(() => begun).toEqual(['1', '3']);
  end('3');
  expect(await mine).toBe('tile 3');
});

test('what all its readers have left is not worked for; what one of them still waits for is', async () => {
  const { begun, ask, end } = queueOf();
  const [one, other] = [new AbortController(), new AbortController()];
  void ask('1');
  const kept = [ask('2', { gone: one.signal }), ask('2', { gone: other.signal })];
  const left = ask('3', { gone: one.signal });
  one.abort();
  expect(await left).toBe('late');
  // Closed before it was asked.
  expect(await ask('4', { gone: one.signal })).toBe('late');
  end('1');
  await expect.poll(() => begun).toEqual(['1', '2']);
  end('2');
  expect(await kept[1]).toBe('tile 2');
});

test('work that fails gives its lane to the next one', async () => {
  const queue = new TileQueue<string>(LIMITS);
  const reader = { client: 'a', gone: null };
  const failed = queue.ask('1', reader, () => Promise.reject(new Error('cassé')));
  const next = queue.ask('2', reader, () => Promise.resolve('tile 2'));
  await expect(failed).rejects.toThrow('cassé');
  expect(await next).toBe('tile 2');
});
