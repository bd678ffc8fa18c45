import { expect, test } from 'vitest';
import type { ListingStatus } from '#rooms/listings/contract.ts';
import { boostAddress, boostableAmong } from './boostable.ts';
import { LISTINGS_MAX } from './contract.ts';

const rowsOf = (...statuses: ListingStatus[]) =>
  statuses.map((status, rank) => ({ card: { id: rank + 1, status } }));

test('what is on line among the ticked listings is taken, in the order of the table', () => {
  const rows = rowsOf('online', 'draft', 'online', 'under_offer', 'online');
  expect(boostableAmong(rows, new Set([5, 1]))).toEqual({ ids: [1, 5], words: null });
  const { ids, words } = boostableAmong(rows, new Set([5, 2, 4, 3]));
  expect(ids).toEqual([3, 5]);
  expect(words).toContain('2\u00a0annonces choisies ne le sont pas');
  expect(boostableAmong(rows, new Set([2]))).toMatchObject({
    ids: [],
    words: expect.stringContaining('1\u00a0annonce choisie ne l’est pas'),
  });
});

test('a boost takes as many as it shows, and says so beyond', () => {
  const rows = rowsOf(...Array.from({ length: LISTINGS_MAX + 3 }, (): ListingStatus => 'online'));
  const all = rows.map(({ card }) => card.id);
  expect(boostableAmong(rows, new Set(all.slice(0, LISTINGS_MAX)))).toEqual({
    ids: all.slice(0, LISTINGS_MAX),
    words: null,
  });
  const { ids, words } = boostableAmong(rows, new Set(all));
  expect(ids).toEqual(all.slice(0, LISTINGS_MAX));
  expect(words).toContain(`les ${LISTINGS_MAX} premières`);
});

test('the address names each listing', () => {
  expect(boostAddress('dupont', [12, 13])).toBe('/agence/dupont/boost?annonces=12,13');
});
