import { describe, expect, test } from 'vitest';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cityPage } from './city.server.ts';
import { crumbsOf, indexingOf, pictureText, titlesOf } from './city.ts';

const { db } = await testDb();
const agency = await makeAgency({ db });
const inLyon7 = { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' };
await agency.publish(
  flat('n1'),
  flat('n2', { propertyType: 'house', price: 40_000_000, rooms: 5, isNew: true }),
  flat('n3', { transaction: 2, price: 80_000 }),
  flat('l1', { ...inLyon7, transaction: 2, price: 95_000 }),
);

async function ask(transaction: TransactionWord, citySlug: string, refinement?: string, query = '') {
  return cityPage(db, { transaction, citySlug, refinement, params: new URLSearchParams(query) });
}

async function shown(...asked: Parameters<typeof ask>) {
  const answer = await ask(...asked);
  if (answer.kind !== 'page') throw new Error(`${asked.join(' ')} : ${JSON.stringify(answer)}`);
  return answer.page;
}

describe('addresses that mean another one', () => {
  test.for([
    ['lyon', undefined, '', '/louer/lyon-69000'],
    ['lyon', '7e-arrondissement', '', '/louer/lyon-69000/7e-arrondissement'],
    ['lyon-69000', '7', '', '/louer/lyon-69000/7e-arrondissement'],
    ['lyon-69000', '7e', 'prixMax=900', '/louer/lyon-69000/7e-arrondissement?prixMax=900'],
    ['lyon-69000', '69007', '', '/louer/lyon-69000/7e-arrondissement'],
    ['lyon-69000', 'lyon-7', '', '/louer/lyon-69000/7e-arrondissement'],
    ['lyon-7', 'appartement', '', '/louer/lyon-69000/7e-arrondissement?type=appartement'],
    ['nimes', 'appartement', 'tri=prix', '/louer/nimes-30000/appartement?tri=prix'],
    ['nimes-30000', 'appartements', '', '/louer/nimes-30000/appartement'],
    ['nimes-30900', undefined, '', '/louer/nimes-30000'],
    ['NIMES-30000', 'Appartement', 'tri=prix', '/louer/nimes-30000/appartement?tri=prix'],
    ['Lyon-69000', '7E-Arrondissement', '', '/louer/lyon-69000/7e-arrondissement'],
  ] as const)('/louer/%s/%s?%s goes to %s for good', async ([city, refinement, query, to]) => {
    expect(await ask('location', city, refinement, query)).toEqual({ kind: 'moved', to, lasting: true });
  });

  test('what a form without JavaScript sends is tidied, not moved for good', async () => {
    expect(
      await ask(
        'achat',
        'nimes-30000',
        undefined,
        'prixMin=&prixMax=300000&type=maison&type=appartement&tri=',
      ),
    ).toEqual({
      kind: 'moved',
      to: '/acheter/nimes-30000?type=appartement,maison&prixMax=300000',
      lasting: false,
    });
    expect(await ask('neuf', 'nimes-30000', undefined, 'type=maison&prixMax=')).toEqual({
      kind: 'moved',
      to: '/neuf/nimes-30000/maison',
      lasting: false,
    });
  });
});

describe('addresses that mean nothing', () => {
  test.for([
    ['nimmes', undefined],
    ['nimes-30000', 'chateau'],
    ['nimes-30000', '7e-arrondissement'],
    ['lyon-69000', '10e-arrondissement'],
    ['herault-34', undefined],
    ['saint-denis', undefined],
    ["'; drop table listing", undefined],
  ] as const)('%s/%s is missing', async ([city, refinement]) => {
    expect((await ask('achat', city, refinement)).kind).toBe('missing');
  });

  test('what looks like it is proposed, in the same market', async () => {
    const answer = await ask('location', 'nimmes');
    expect(answer).toMatchObject({
      kind: 'missing',
      asked: 'nimmes',
      suggestions: [{ label: 'Nîmes', path: '/louer/nimes-30000' }],
    });
  });

  test('« neuf » is never a city, and proposes nothing', async () => {
    expect(await ask('achat', 'neuf')).toEqual({ kind: 'missing', asked: 'neuf', suggestions: [] });
  });
});

describe('pages', () => {
  test('a city, one of its types and its new listings', async () => {
    expect((await shown('achat', 'nimes-30000')).counts.yes).toBe(2);
    expect((await shown('achat', 'nimes-30000', 'maison')).found.map(({ reference }) => reference)).toEqual([
      'n2',
    ]);
    expect((await shown('neuf', 'nimes-30000')).found.map(({ reference }) => reference)).toEqual(['n2']);
    expect((await shown('location', 'nimes-30000', 'appartement')).counts.yes).toBe(1);
  });

  test('a district, and a type inside it as a word', async () => {
    const page = await shown('location', 'lyon-69000', '7e-arrondissement', 'type=appartement');
    expect(page.counts.yes).toBe(1);
    expect(titlesOf(page).title).toBe('Appartements à louer à Lyon 7e – Vigie');
    expect(crumbsOf(page)).toEqual([
      { label: 'Accueil', href: '/' },
      { label: 'Louer à Lyon', href: '/louer/lyon-69000' },
      { label: '7e arrondissement', href: '/louer/lyon-69000/7e-arrondissement' },
      { label: 'Appartements' },
    ]);
    expect((await shown('location', 'lyon-69000')).counts.yes).toBe(1);
    expect((await shown('location', 'lyon-69000', '3e-arrondissement')).counts.yes).toBe(0);
  });

  test('malformed words are dropped one by one', async () => {
    const page = await shown(
      'achat',
      'nimes-30000',
      undefined,
      'prixMax=cher&pieces=2&tri=hasard&page=-1&apres=x&zzz=1',
    );
    expect(page).toMatchObject({ filters: { pieces: 2 }, sort: 'date', page: 1 });
  });

  test('search engines are given one address per place and type, and no filtered list', async () => {
    const of = async (...asked: Parameters<typeof ask>) => indexingOf(await shown(...asked));
    expect(await of('achat', 'nimes-30000')).toEqual({ canonical: '/acheter/nimes-30000', index: true });
    expect(await of('neuf', 'nimes-30000', 'maison')).toEqual({
      canonical: '/neuf/nimes-30000/maison',
      index: true,
    });
    expect(await of('achat', 'nimes-30000', undefined, 'type=maison')).toEqual({
      canonical: '/acheter/nimes-30000/maison',
      index: true,
    });
    expect(await of('achat', 'nimes-30000', 'maison', 'prixMax=500000&tri=prix')).toEqual({
      canonical: '/acheter/nimes-30000/maison',
      index: false,
    });
    expect(await of('achat', 'nimes-30000', undefined, 'tri=prix')).toEqual({
      canonical: '/acheter/nimes-30000',
      index: false,
    });
    // Nothing on line: nothing to index.
    expect((await of('neuf', 'lyon-69000')).index).toBe(false);
  });

  test('a picture is said to show what it shows, and not what a filtered list counts', async () => {
    const of = async (...asked: Parameters<typeof ask>) => pictureText(await shown(...asked));
    const two = 'Immobilier à vendre à Nîmes\u00a0: 2\u00a0annonces, de ';
    expect(await of('achat', 'nimes-30000')).toContain(two);
    expect(await of('achat', 'nimes-30000', undefined, 'tri=prix')).toContain(two);
    const houses = 'Maisons à vendre à Nîmes';
    expect(await of('achat', 'nimes-30000', undefined, 'type=maison')).toBe(
      `${houses}\u00a0: 1\u00a0annonce`,
    );
    expect(await of('achat', 'nimes-30000', 'maison', 'prixMax=500000')).toBe(houses);
    for (const query of ['prixMax=250000', 'type=maison,appartement', 'rayon=5', 'lieux=lyon-69000'])
      expect([query, await of('achat', 'nimes-30000', undefined, query)]).toEqual([
        query,
        'Immobilier à vendre à Nîmes',
      ]);
    // The picture of a district is that of all its listings.
    expect(await of('location', 'lyon-69000', '7e-arrondissement', 'type=appartement')).toBe(
      'Locations à Lyon 7e',
    );
  });
});
