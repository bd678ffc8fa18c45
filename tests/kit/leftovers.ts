import { afterAll } from 'vitest';

const leftovers: (() => PromiseLike<unknown>)[] = [];

// Registered once, at the top of each test file: an afterAll asked for inside a test or a beforeAll never runs.
afterAll(async () => {
  for (const clean of leftovers.splice(0).toReversed()) await clean();
});

/** Cleans up after the test file, last come first. */
export function later(clean: () => PromiseLike<unknown>): void {
  leftovers.push(clean);
}
