import { describe, expect, test } from 'vitest';
import { PLACES_MAX } from '#rooms/criteria/contract.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cityPage } from './city.server.ts';
import { indexingOf, pageHeading, titlesOf } from './city.ts';
import { alertPath, searchPath, slugsOf } from './contract.ts';
import { placeChips, placesIn } from './further-places.ts';
import { mapOfSearch } from './map.server.ts';
import { countOfSearch, listingsOfSearch } from './search.server.ts';

const { db } = await testDb();
const inLyon = (rank: number) => ({
  placeCode: `6938${rank}`,
  cityCode: '69123',
  departmentCode: '69',
  postalCode: `6900${rank}`,
});
await (await makeAgency({ db })).publish(
  flat('n1', { exactLat: 43.83, exactLng: 4.36 }),
  flat('n2', { price: 40_000_000, exactLat: 43.84, exactLng: 4.35 }),
  flat('l7', { ...inLyon(7), exactLat: 45.745, exactLng: 4.84 }),
  flat('l3', { ...inLyon(3), exactLat: 45.76, exactLng: 4.86 }),
);

async function ask(query: string, citySlug = 'nimes-30000', refinement?: string) {
  return cityPage(db, { transaction: 'achat', citySlug, refinement, params: new URLSearchParams(query) });
}

async function shown(...asked: Parameters<typeof ask>) {
  const answer = await ask(...asked);
  if (answer.kind !== 'page') throw new Error(`${asked.join(' ')} : ${JSON.stringify(answer)}`);
  return answer.page;
}

const references = (found: readonly { reference: string | null }[]) =>
  found.map(({ reference }) => reference ?? '').toSorted((a, b) => a.localeCompare(b));

describe('a page of several places', () => {
  const query = 'lieux=lyon-7e-arrondissement-69007,herault-34&prixMax=300000';

  test('lists, counts and maps what any of them has, as the API and an alert do', async () => {
    const page = await shown(query);
    expect(references(page.found)).toEqual(['l7', 'n1']);
    expect(page.counts).toMatchObject({ yes: 2, maybe: 0, types: { appartement: 2 } });
    const { area: _, ...place } = page.place;
    const [, words] = alertPath('achat', slugsOf(place), page.filters).split('?');
    const params = new URLSearchParams(words);
    expect(params.get('lieux')).toBe('nimes-30000,lyon-7e-arrondissement-69007,herault-34');
    expect(await countOfSearch(db, params)).toEqual({ yes: 2, maybe: 0 });
    const { found } = await listingsOfSearch(db, params, { sort: 'date', page: 1, after: null });
    expect(references(found)).toEqual(['l7', 'n1']);
    expect(await mapOfSearch(db, params, null)).toMatchObject({ placed: 2 });
    // So many kilometres around each of them.
    const near = await shown(`lieux=lyon-7e-arrondissement-69007&rayon=5`);
    expect(references(near.found)).toEqual(['l3', 'l7', 'n1', 'n2']);
  });

  test('a place inside another one adds nothing and hides nothing', async () => {
    const page = await shown('lieux=lyon-7e-arrondissement-69007', 'lyon-69000');
    expect(references(page.found)).toEqual(['l3', 'l7']);
    expect(page.counts.yes).toBe(2);
  });

  test('says its places in its heading and title, and is not indexed', async () => {
    const page = await shown(query);
    expect(pageHeading(page)).toBe('Immobilier à vendre à Nîmes, à Lyon 7e et dans l’Hérault');
    expect(titlesOf(page).title).toBe('Immobilier à vendre à Nîmes, à Lyon 7e et dans l’Hérault – Vigie');
    expect(indexingOf(page)).toEqual({ canonical: '/acheter/nimes-30000', index: false });
    const two = await shown('lieux=lyon-69000', 'nimes-30000', 'appartement');
    expect(pageHeading(two)).toBe('Appartements à vendre à Nîmes et à Lyon');
    expect(indexingOf(two)).toEqual({ canonical: '/acheter/nimes-30000/appartement', index: false });
    const many = await shown('lieux=lyon-69000,herault-34,paris-75000');
    expect(pageHeading(many)).toBe('Immobilier à vendre à Nîmes et dans 3 autres lieux');
  });

  test('each place is taken away by an address, that of the path too', async () => {
    const { place, filters } = await shown(query);
    const left = placeChips(placesIn(place)).map(({ text, rest }) => {
      const [first, ...further] = rest ?? [];
      return [text, first && searchPath('achat', { ...first, further }, { filters })];
    });
    expect(left).toEqual([
      ['Nîmes', '/acheter/lyon-69000/7e-arrondissement?lieux=herault-34&prixMax=300000'],
      ['Lyon 7e', '/acheter/nimes-30000?lieux=herault-34&prixMax=300000'],
      ['Hérault', '/acheter/nimes-30000?lieux=lyon-7e-arrondissement-69007&prixMax=300000'],
    ]);
    // A department alone has no page: the commune beside it stays.
    expect(
      placeChips(placesIn((await shown('lieux=herault-34')).place)).map(({ rest }) => rest?.length),
    ).toEqual([undefined, 1]);
  });
});

describe('a place is added by a form', () => {
  test.for([
    ['lieu=Lyon+7e', '/acheter/nimes-30000?lieux=lyon-7e-arrondissement-69007'],
    ['lieu=34000&prixMax=', '/acheter/nimes-30000?lieux=montpellier-34000'],
    ['lieux=lyon-69000&lieu=h%C3%A9rault', '/acheter/nimes-30000?lieux=lyon-69000,herault-34'],
    [
      'lieux=lyon-69000&lieu=Saint-Denis&lieuChoisi=saint-denis-93200',
      '/acheter/nimes-30000?lieux=lyon-69000,saint-denis-93200',
    ],
    [
      'lieux=lyon-69000&lieux=paris-75000&type=maison',
      '/acheter/nimes-30000/maison?lieux=lyon-69000,paris-75000',
    ],
    ['lieux=lyon-69000&lieu=', '/acheter/nimes-30000?lieux=lyon-69000'],
    ['lieu=Nimes&carte=oui', '/acheter/nimes-30000?carte=oui'],
    ['lieux=', '/acheter/nimes-30000'],
  ])('%s leads to %s', async ([query = '', to]) => {
    expect(await ask(query)).toEqual({ kind: 'moved', to, lasting: false });
  });

  test('a name of several places asks which one; a name of none says so', async () => {
    const page = await shown('lieux=lyon-69000&lieu=Saint-Denis&prixMax=300000');
    expect(page.typed?.text).toBe('Saint-Denis');
    expect(page.typed?.places.map(({ path }) => path)).toContain(
      '/acheter/nimes-30000?lieux=lyon-69000,saint-denis-93200&prixMax=300000',
    );
    expect(indexingOf(page).index).toBe(false);
    const lost = await shown('lieu=qsdfghjklm');
    expect(lost.typed).toEqual({ text: 'qsdfghjklm', places: [] });
    expect(indexingOf(lost)).toEqual({ canonical: '/acheter/nimes-30000', index: false });
    expect(lost.counts.yes).toBe(2);
  });

  test('unknown places are left out, and no page looks in more than alerts may', async () => {
    const page = await shown('lieux=nulle-part-00000,nimes-30000,nimes,lyon-69000');
    expect(slugsOf(page.place)).toEqual(['nimes-30000', 'lyon-69000']);
    const rows = await db.selectFrom('place').select('slug').where('kind', '=', 'department').execute();
    expect(rows.length).toBeGreaterThan(PLACES_MAX);
    const full = await shown(`lieux=${rows.map(({ slug }) => slug).join(',')}`);
    expect(slugsOf(full.place)).toHaveLength(PLACES_MAX);
  });
});
