import { setTimeout as wait } from 'node:timers/promises';

/** A page as its server sends it, asked again once the limit of rate lets it through: for tests that read hundreds. */
export async function readPolitely(address: string): Promise<{ status: number; text: string }> {
  for (;;) {
    const response = await fetch(address);
    const text = await response.text();
    if (response.status !== 429) return { status: response.status, text };
    await wait(Number(response.headers.get('retry-after')) * 1_000);
  }
}
