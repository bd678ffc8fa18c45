import { expect, test } from 'vitest';
import { areaWordNames } from '#rooms/criteria/area-words.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { writeRing } from '#rooms/criteria/rings.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { pricesOfSearch } from './budget.server.ts';
import { cityPage } from './city.server.ts';
import { readSearchWords } from './contract.ts';
import { optionsOfSearch } from './counting.server.ts';
import { CHOSEN, FURTHER, TYPED } from './further-places.ts';
import { mapPicture } from './map-picture.server.ts';
import { listingsOfSearch } from './search.server.ts';

const { db } = await testDb();
await (await makeAgency({ db })).publish(flat('n1'), flat('n2', { surface: null }));

const words = [
  ...criteriaTable.map(({ word }) => word),
  ...areaWordNames,
  FURTHER,
  TYPED,
  CHOSEN,
  'tri',
  'page',
  'apres',
];
const wheel = Array.from({ length: 10_000 }, (_, index) => {
  const turn = (index / 10_000) * 2 * Math.PI;
  return [
    Math.round(435_000 + 9000 * Math.cos(turn)),
    Math.round(4_383_000 + 9000 * Math.sin(turn)),
  ] as const;
});

/** What no page writes. */
const hostile = {
  empty: '',
  spaces: ' \u00a0\t',
  'a huge number': '99999999999999999999999999',
  'a negative number': '-1',
  'not a number': 'NaN',
  infinity: '1e999',
  'a fraction': '0.000000000000000000001',
  'a quote': "' or 1=1; drop table listing; --",
  markup: '<script>alert(1)</script>',
  nothing: '\u0000',
  'half a letter': '\ud800',
  'a percent': '%E0%A4%A',
  'a long text': 'a,'.repeat(20_000),
  prototype: '__proto__',
  list: '1,2,3,,;|&!*:()',
  'an outline of ten thousand corners': writeRing(wheel),
  'a box upside down': '5,44,4,43',
  'a box around nothing': '1e9,1e9,1e9,1e9',
  'a position of nowhere': 'rm99999999999999_999999999999999',
} as const;

test.for(Object.entries(hostile))('every word that says %s: read without a throw', ([, value]) => {
  for (const word of words) {
    expect(() => readSearchWords(new URLSearchParams([[word, value]])), word).not.toThrow();
  }
});

test.for(Object.entries(hostile))(
  'a page whose words all say %s is a page, or leads to one',
  async ([, value]) => {
    const params = new URLSearchParams(words.map((word) => [word, value]));
    const said = await cityPage(db, { transaction: 'achat', citySlug: 'nimes-30000', params });
    expect(['page', 'moved']).toContain(said.kind);
    params.set('lieux', `nimes-30000,${value},lyon-69000`);
    const { page, pages } = await listingsOfSearch(db, params, readSearchWords(params));
    expect(page).toBeLessThanOrEqual(pages);
    await optionsOfSearch(db, params);
    await pricesOfSearch(db, params);
    await mapPicture(db, params);
  },
);

test.for(Object.entries(hostile))('a city or a district called %s is missing', async ([, value]) => {
  const params = new URLSearchParams();
  for (const address of [{ citySlug: value }, { citySlug: 'nimes-30000', refinement: value || 'x' }]) {
    expect((await cityPage(db, { transaction: 'achat', ...address, params })).kind).toBe('missing');
  }
});

test('a page beyond the end is the last one', async () => {
  const params = new URLSearchParams({ page: '999999' });
  const said = await cityPage(db, { transaction: 'achat', citySlug: 'nimes-30000', params });
  expect(said).toMatchObject({ kind: 'page', page: { page: 1, pages: 1, counts: { yes: 2 } } });
});

test('sixty places, some of which are none, are a page of those that are', async () => {
  const slugs = Array.from({ length: 60 }, (_, index) => `nulle-part-${10_000 + index}`);
  const params = new URLSearchParams({ lieux: ['lyon-69000', ...slugs].join(','), page: '999999' });
  const said = await cityPage(db, { transaction: 'achat', citySlug: 'nimes-30000', params });
  expect(said).toMatchObject({ kind: 'page', page: { page: 1, counts: { yes: 2 } } });
});
