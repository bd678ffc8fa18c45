import { expect, test } from 'vitest';
import { headingOf, kindOfSearch, paramsOf, readSearchWords, searchPath } from './contract.ts';

const lyon = { kind: 'commune', slug: 'lyon-69000', citySlug: 'lyon-69000', rank: null } as const;
const lyon7 = {
  kind: 'district',
  slug: 'lyon-7e-arrondissement-69007',
  citySlug: 'lyon-69000',
  rank: 7,
} as const;
const herault = { kind: 'department', slug: 'herault-34', citySlug: null, rank: null } as const;

test('one search has one address', () => {
  expect(searchPath('achat', lyon)).toBe('/acheter/lyon-69000');
  expect(searchPath('location', lyon, { filters: { type: ['maison'], prixMax: 900 } })).toBe(
    '/louer/lyon-69000/maison?prixMax=900',
  );
  expect(searchPath('neuf', lyon, { filters: { type: ['maison', 'appartement'] } })).toBe(
    '/neuf/lyon-69000?type=appartement,maison',
  );
  expect(searchPath('achat', lyon, { filters: { type: ['loft'] }, sort: '-prix', page: 2 })).toBe(
    '/acheter/lyon-69000?type=loft&tri=-prix&page=2',
  );
  expect(searchPath('achat', lyon7, { filters: { type: ['maison'] }, page: 3, after: 'm12_4' })).toBe(
    '/acheter/lyon-69000/7e-arrondissement?type=maison&page=3&apres=m12_4',
  );
  expect(searchPath('achat', herault)).toBeNull();
});

test('order, page and position are read, or take their ordinary value', () => {
  expect(readSearchWords(new URLSearchParams('tri=-prix&page=3&apres=rm31500000_42'))).toEqual({
    filters: {},
    sort: '-prix',
    page: 3,
    after: 'rm31500000_42',
  });
  for (const query of ['tri=constructor&page=0&apres=', 'tri=&page=1e3&apres=..', 'page=99999999', '']) {
    expect(readSearchWords(new URLSearchParams(query))).toEqual({
      filters: {},
      sort: 'date',
      page: 1,
      after: null,
    });
  }
});

test('the query of a call is read like an address, whatever it holds', () => {
  expect(paramsOf({ type: ['maison', 'loft'], prixMax: '3', x: { y: 1 }, z: 4 }).toString()).toBe(
    'type=maison&type=loft&prixMax=3',
  );
});

test('headings', () => {
  const place = {
    code: '69387',
    kind: 'district',
    name: 'Lyon 7e arrondissement',
    liaison: 0,
    cityName: 'Lyon',
    rank: 7,
  } as const;
  expect(headingOf('location', place, ['appartement'])).toBe('Appartements à louer à Lyon 7e');
  expect(kindOfSearch('achat', ['appartement', 'maison'])).toBe('Appartements et maisons à vendre');
  expect(kindOfSearch('neuf', ['maison'])).toBe('Maisons neuves');
  expect(kindOfSearch('neuf', ['appartement', 'maison'])).toBe('Appartements et maisons neufs');
  expect(kindOfSearch('neuf', ['programme'])).toBe('Programmes neufs');
  expect(kindOfSearch('achat', ['a', 'b', 'c'])).toBe('Immobilier à vendre');
  expect(kindOfSearch('location')).toBe('Locations');
});
