import { describe, expect, test } from 'vitest';
import { readBuilt, readDwelling, readFurnished, readRent, readRooms, readZone } from './terms.ts';

describe('the words of an order', () => {
  test.for([
    ['Avant 1946', 0, 1945],
    ['<1946', 0, 1945],
    ['< 1946', 0, 1945],
    ['1946-1970', 1946, 1970],
    ['1946 - 1970', 1946, 1970],
    ['1991 à 2005', 1991, 2005],
    ['Apres 1990', 1991, 9999],
    ['après 1990', 1991, 9999],
    ['>2005', 2006, 9999],
    ['à partir de 1991', 1991, 9999],
  ] as const)('years of building: %s', ([text, builtFrom, builtTo]) => {
    expect(readBuilt(text)).toEqual({ builtFrom, builtTo });
  });

  test.for(['', '2000', '1970-1946', 'récent', '1946-70'])('no years: « %s »', (text) => {
    expect(readBuilt(text)).toBeNull();
  });

  test('epochs of an order meet without gap, whichever way they are cut', () => {
    for (const epochs of [
      ['<1946', '1946-1970', '1971-1990', '>1990'],
      ['avant 1946', '1946-1970', '1971-1990', '1991-2005', 'après 2005'],
    ]) {
      const read = epochs.map(readBuilt);
      expect(read.slice(1).map((one) => one?.builtFrom)).toEqual(
        read.slice(0, -1).map((one) => (one?.builtTo ?? 0) + 1),
      );
    }
  });

  test('rooms, furniture, dwellings, rents and zones', () => {
    expect(['1', '2 pièces', '3p', '4 et +', '4 et plus', '4+', '4 pièces et plus'].map(readRooms)).toEqual([
      1, 2, 3, 4, 4, 4, 4,
    ]);
    expect(['', '0', '5', '12', 'studio'].map(readRooms)).toEqual([null, null, null, null, null]);
    expect(['meublé', 'true', '1', 'non meublé', 'false', '0', '?'].map(readFurnished)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      null,
    ]);
    expect(['', 'appartement', 'maison', 'true', 'false', 'péniche'].map(readDwelling)).toEqual([
      'any',
      'apartment',
      'house',
      'house',
      'apartment',
      null,
    ]);
    expect(['12.50', '12,5', '28', '0.5', '201', '-3', '1e2', ''].map(readRent)).toEqual([
      12.5,
      12.5,
      28,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['Zone 3', 'secteur 2', '307', 'zone a', ' B '].map(readZone)).toEqual([
      '3',
      '2',
      '307',
      'A',
      'B',
    ]);
  });
});
