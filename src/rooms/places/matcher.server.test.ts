import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { matchPlaces } from './matcher.server.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDb());
});

async function match(postalCode: string | null, city: string | null, inseeCode?: string) {
  const [found] = await matchPlaces(db, [{ postalCode, city, ...(inseeCode ? { inseeCode } : {}) }]);
  return found!;
}

describe('matchPlaces is sure of', () => {
  it.each([
    ['75001', 'PARIS 1ER', '75101'],
    ['75011', 'PARIS 11', '75111'],
    ['75011', 'Paris', '75111'],
    ['75016', 'PARIS 16', '75116'],
    ['75116', 'PARIS 16', '75116'],
    ['75116', 'PARIS', '75116'],
    ['75000', 'PARIS', '75056'],
    ['75000', 'PARIS 11EME', '75111'],
    ['69003', 'LYON 03 CEDEX', '69383'],
    ['69007', 'Lyon 7e arrondissement', '69387'],
    ['13008', 'MARSEILLE', '13208'],
    ['34000', 'MONTPELLIER', '34172'],
    ['34070', 'Montpellier', '34172'],
    ['34500', 'BEZIERS', '34032'],
    ['34200', 'SETE', '34301'],
    ['34400', 'LUNEL', '34145'],
    ['34400', 'Lunel-Viel', '34146'],
    ['34250', 'PALAVAS-LES-FLOTS', '34192'],
    ['42000', 'ST ETIENNE', '42218'],
    ['34980', 'ST GELY DU FESC', '34255'],
    ['94240', "L'HAY LES ROSES", '94038'],
    ['94240', 'LHAY LES ROSES', '94038'],
    ['76600', 'HAVRE', '76351'],
    ['93200', 'SAINT-DENIS', '93066'],
    ['97400', 'ST DENIS', '97411'],
    ['20000', 'AJACCIO', '2A004'],
    ['1000', 'BOURG EN BRESSE', '01053'],
    [' 34 000 ', 'montpellier', '34172'],
    [null, '34000 Montpellier', '34172'],
    // Merged and associated communes.
    ['91080', 'COURCOURONNES', '91228'],
    ['74940', 'ANNECY LE VIEUX', '74010'],
    ['59160', 'LOMME', '59350'],
    ['16320', 'JUILLAGUET', '16082'],
    ['16320', 'CHAVENAT', '16082'],
  ])('%s %s: %s', async (postalCode, city, code) => {
    expect(await match(postalCode, city)).toMatchObject({
      code,
      approximate: false,
      suggestion: null,
      place: { code },
    });
  });
});

describe('matchPlaces falls back on the postal code for', () => {
  it.each([
    ['34000', 'Port Marianne', '34172'],
    ['34200', '', '34301'],
    ['34200', null, '34301'],
    ['34980', 'SAINT GELY', '34255'],
    ['95000', 'CERGY ST CHRISTOPHE', '95127'],
    ['75011', 'Bastille', '75111'],
    ['75011', 'PARIS 12', '75111'],
    ['69441', 'LYON CEDEX 03', '69383'],
    ['34060', 'MONTPELLIER CEDEX 2', '34172'],
    ['34400', 'LUNNEL', '34145'],
    ['31685', 'TOULOUSE CEDEX 6', '31555'],
    ['31685', 'TOULOUSE', '31555'],
    ['77488', 'PROVINS CEDEX', '77379'],
    ['35403', 'Saint Malo', '35288'],
    ['', 'Béziers', '34032'],
  ])('%s %s: %s', async (postalCode, city, code) => {
    expect(await match(postalCode, city)).toMatchObject({ code, approximate: true, suggestion: null });
  });
});

describe('matchPlaces refuses, with a suggestion,', () => {
  it.each([
    ['34000', 'BEZIERS', '34032'],
    ['34000', 'LYON', '69123'],
    ['123', 'BEZIERS', '34032'],
    ['34999', 'MONTPELIER', '34172'],
    ['20999', 'AJACIO', '2A004'],
    ['75999', 'PARIS', '75056'],
    ['34980', 'Inconnu', '34255'],
    ['99999', 'NULLE PART', null],
    ['', 'SAINTE COLOMBE', expect.any(String)],
    ['99999', '', null],
    [null, null, null],
  ])('%s %s: %s', async (postalCode, city, suggested) => {
    const found = await match(postalCode, city);
    expect(found).toMatchObject({ code: null, place: null, approximate: false });
    expect(found.suggestion?.code ?? null).toEqual(suggested);
  });
});

describe('an INSEE code', () => {
  it.each([
    ['34000', 'Montpellier', '34172', '34172'],
    ['75011', 'Paris', '75056', '75111'],
    ['75011', 'Paris 11', '75111', '75111'],
    ['34000', 'quartier inconnu', '34172', '34172'],
    ['91080', '', '91182', '91228'],
    [null, null, '2a004', '2A004'],
    // One that neither the postal code nor the name confirms is a slip.
    ['34000', 'Montpellier', '69123', '34172'],
    ['34000', 'Montpellier', '34032', '34172'],
    ['34000', 'Montpellier', 'n/a', '34172'],
  ])('%s %s %s: %s', async (postalCode, city, inseeCode, code) => {
    expect(await match(postalCode, city, inseeCode)).toMatchObject({ code, approximate: false });
  });
});

it('answers a whole feed in the order of the question', async () => {
  const pairs = [
    { postalCode: '34500', city: 'BEZIERS' },
    { postalCode: '75011', city: 'PARIS 11' },
    { postalCode: '99999', city: 'NULLE PART' },
    { postalCode: '34000', city: 'MONTPELLIER' },
  ];
  const feed = Array.from({ length: 2000 }, (_, index) => pairs[index % pairs.length]!);
  const codes = (await matchPlaces(db, feed)).map(({ code }) => code);
  expect(codes).toEqual(
    feed.map(
      ({ postalCode }) => ({ '34500': '34032', '75011': '75111', '34000': '34172' })[postalCode] ?? null,
    ),
  );
  expect(await matchPlaces(db, [])).toEqual([]);
});
