import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cutCities, cutCityOfSlug, type Place } from './contract.ts';
import {
  districtOf,
  districtsOf,
  neighboursOf,
  placeByCode,
  placeBySlug,
  placesByCode,
} from './places.server.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDb());
});

async function answer(slug: string): Promise<string | null> {
  const found = await placeBySlug(db, slug);
  return found && `${found.found} ${found.place.slug}`;
}

describe('placeBySlug', () => {
  it.each([
    'montpellier-34000',
    'paris-75000',
    'lyon-69000',
    'marseille-13000',
    'l-hay-les-roses-94240',
    'y-80190',
    'paris-11e-arrondissement-75011',
    'paris-16e-arrondissement-75016',
    'herault-34',
    'corse-du-sud-2a',
  ])('finds %s', async (slug) => {
    expect(await answer(slug)).toBe(`place ${slug}`);
  });

  it.each([
    // Unique, or over 20,000 inhabitants and ten times the next.
    ['montpellier', 'montpellier-34000'],
    ['lyon', 'lyon-69000'],
    ['marseille', 'marseille-13000'],
    ['l-hay-les-roses', 'l-hay-les-roses-94240'],
    ['bordeaux', 'bordeaux-33000'],
    ['herault', 'herault-34'],
    // Other writings.
    ['Montpellier', 'montpellier-34000'],
    ['MONTPELLIER-34000', 'montpellier-34000'],
    ['béziers', 'beziers-34500'],
    ['st-etienne', 'saint-etienne-42000'],
    ['havre', 'le-havre-76600'],
    ['saint-denis-93', 'saint-denis-93200'],
    ['ajaccio-2a', 'ajaccio-20000'],
    ['bourg-en-bresse-1', 'bourg-en-bresse-01000'],
    // Its other postal codes; those of a cut city mean a district.
    ['montpellier-34070', 'montpellier-34000'],
    ['paris-75011', 'paris-11e-arrondissement-75011'],
    ['paris-75116', 'paris-16e-arrondissement-75016'],
    ['lyon-7e', 'lyon-7e-arrondissement-69007'],
    ['paris-11e-arrondissement', 'paris-11e-arrondissement-75011'],
    ['paris-75', 'paris-75000'],
    // Merged, delegated, associated communes.
    ['courcouronnes', 'evry-courcouronnes-91000'],
    ['courcouronnes-91080', 'evry-courcouronnes-91000'],
    ['annecy-le-vieux', 'annecy-74000'],
    ['lomme-59160', 'lille-59000'],
    // A name of today wins over a name of the past.
    ['mont-dore', 'mont-dore-63240'],
  ])('sends %s to %s', async (slug, expected) => {
    expect(await answer(slug)).toBe(`redirect ${expected}`);
  });

  it.each([
    'neuf',
    'appartement',
    'maison',
    'sainte-colombe',
    'saint-denis',
    'montpellier-34999',
    'montpellier-33000',
    'paris-75021',
    'paris-21',
    'nulle-part',
    '34000',
    '',
    '-',
    '%',
    "'",
    '%00',
    'a'.repeat(3000),
  ])('knows no place at %j', async (slug) => {
    expect(await answer(slug)).toBeNull();
  });
});

describe('districtOf', () => {
  let lyon: Place;
  let paris: Place;
  let montpellier: Place;
  beforeAll(async () => {
    const places = await placesByCode(db, ['69123', '75056', '34172']);
    lyon = places.get('69123')!;
    paris = places.get('75056')!;
    montpellier = places.get('34172')!;
  });

  it.each([
    '7',
    '07',
    '7e',
    '7eme',
    '7ème',
    'vii',
    '69007',
    '69387',
    'lyon-7',
    'lyon-7e',
    'lyon-7e-arrondissement',
    'lyon-69007',
    '7E-Arrondissement',
  ])('sends %s to the canonical address', async (segment) => {
    const found = await districtOf(db, lyon, segment);
    expect([found?.found, found?.place.code]).toEqual(['redirect', '69387']);
  });

  it('knows the segment of each city that is cut, and of no other', async () => {
    const places = await placesByCode(db, [...cutCities.map(({ code }) => code), '34172']);
    for (const { code, slug } of places.values()) {
      expect(cutCityOfSlug(slug)?.code).toBe(code === '34172' ? undefined : code);
    }
  });

  it('finds the canonical segments', async () => {
    expect(await districtOf(db, lyon, '7e-arrondissement')).toMatchObject({
      found: 'place',
      place: { code: '69387' },
    });
    expect(await districtOf(db, paris, '1er-arrondissement')).toMatchObject({
      found: 'place',
      place: { code: '75101' },
    });
    expect(await districtOf(db, paris, '75116')).toMatchObject({
      found: 'redirect',
      place: { code: '75116' },
    });
    expect(await districtOf(db, paris, '75016')).toMatchObject({
      found: 'redirect',
      place: { code: '75116' },
    });
  });

  it.each(['appartement', 'neuf', '10', '0', '', 'paris-7', '75007', 'lyon', '7e-etage'])(
    'knows no district of Lyon at %j',
    async (segment) => {
      expect(await districtOf(db, lyon, segment)).toBeNull();
    },
  );

  it('knows no district of a city that has none', async () => {
    expect(await districtOf(db, montpellier, '1er-arrondissement')).toBeNull();
  });
});

describe('reading places', () => {
  it('follows old codes to the place of today', async () => {
    const places = await placesByCode(db, ['34172', '91182', '69232', '00000', '34172']);
    expect(places.size).toBe(3);
    expect(places.get('34172')?.code).toBe('34172');
    expect(places.get('69232')?.code).toBe('69123');
    expect(places.get('91182')?.code).toBe('91228');
    expect(await placeByCode(db, '00000')).toBeNull();
    expect((await placesByCode(db, [])).size).toBe(0);
  });

  it('lists districts in order, neighbours by distance, cities by inhabitants', async () => {
    expect((await districtsOf(db, '75056')).map(({ rank }) => rank)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(await districtsOf(db, '34172')).toEqual([]);
    expect((await neighboursOf(db, '34172', 3)).map(({ name }) => name)).toEqual([
      'Castelnau-le-Lez',
      'Lattes',
      'Saint-Jean-de-Védas',
    ]);
    expect((await neighboursOf(db, '75111', 4)).every(({ cityCode }) => cityCode === '75056')).toBe(true);
  });
});
