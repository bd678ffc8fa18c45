import { expect, it } from 'vitest';
import { inLine } from './threads.server.ts';

it('does two works at once, the others in their order, even after one that failed', async () => {
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const done = works.map(({ promise }, index) =>
    inLine(() => {
      begun.push(index);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.reject(new Error('no thread'));
  await expect(done[1]).rejects.toThrow('no thread');
  expect(begun).toEqual([0, 1, 2]);
  for (const index of [0, 2, 3, 4]) works[index]?.resolve(index);
  expect(await Promise.all([done[0], done[2], done[3], done[4]])).toEqual([0, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  // Nobody left a place taken.
  expect(await Promise.all([1, 2, 3].map((value) => inLine(async () => value)))).toEqual([1, 2, 3]);
});
