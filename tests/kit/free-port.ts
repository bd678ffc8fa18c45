import { createServer } from 'node:net';

/** Below those that the kernel gives by itself, and apart for each worker: nobody takes it between this look and its use. */
const FIRST = 12_000 + 1_000 * Number(process.env.VITEST_POOL_ID ?? 0);
const EACH = 1_000;
let next = process.pid % EACH;

/** A loopback port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries += 1) {
    const port = FIRST + (next++ % EACH);
    if (await isFree(port)) return port;
  }
  throw new Error('Aucun port libre.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
