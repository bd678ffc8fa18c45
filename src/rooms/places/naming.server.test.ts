import { describe, expect, it } from 'vitest';
import { readPlaceWords, searchKey, soundKey, spellingKey, typoKeys } from './naming.server.ts';

describe('searchKey', () => {
  it.each([
    ["L'Haÿ-les-Roses", 'l hay les roses'],
    ['ST-ETIENNE', 'saint etienne'],
    ['Ste Foy lès Lyon', 'sainte foy les lyon'],
    ['Stes-Maries', 'saintes maries'],
    ['Annet s/ Marne', 'annet sur marne'],
    ['ANNET S/MARNE', 'annet sur marne'],
    ['Lys-lez-Lannoy', 'lys les lannoy'],
    ['Œuilly', 'oeuilly'],
    ['Stains', 'stains'],
    ['  --  ', ''],
  ])('%s gives %s', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });
});

describe('readPlaceWords', () => {
  const words = { name: '', postal: null, number: null, cedex: false };
  it.each([
    ['Paris 11', { ...words, name: 'paris', number: '11' }],
    ['PARIS 1ER', { ...words, name: 'paris', number: '1' }],
    ['Paris-11e-arrondissement', { ...words, name: 'paris', number: '11' }],
    ['paris11', { ...words, name: 'paris', number: '11' }],
    ['75011PARIS', { ...words, name: 'paris', postal: '75011' }],
    ['paris 11 eme arr', { ...words, name: 'paris', number: '11' }],
    ['2nd arrondissement de Lyon', { ...words, name: 'lyon', number: '2' }],
    ['Paris XVIe', { ...words, name: 'paris', number: '16' }],
    ['Marseille VI', { ...words, name: 'marseille', number: '6' }],
    ['LYON 03 CEDEX', { ...words, name: 'lyon', number: '03', cedex: true }],
    ['Montpellier Cedex 5', { ...words, name: 'montpellier', cedex: true }],
    ['34000 Montpellier', { ...words, name: 'montpellier', postal: '34000' }],
    ['saint denis (93)', { ...words, name: 'saint denis', number: '93' }],
    ['ajaccio 2A', { ...words, name: 'ajaccio', number: '2a' }],
    ['Cedex', { ...words, cedex: true }],
    // A Roman figure is one only beside a city that has districts.
    ['Saint Vi', { ...words, name: 'saint vi' }],
  ])('%s', (text, expected) => {
    expect(readPlaceWords(text)).toEqual(expected);
  });
});

describe('soundKey', () => {
  it.each([
    ['monpelier', 'montpellier'],
    ['marseile', 'marseille'],
    ['bordaux', 'bordeaux'],
    ['saint etiene', 'saint etienne'],
    ['mulouse', 'mulhouse'],
    ['perpinian', 'perpignan'],
    ['lhay les roses', 'l hay les roses'],
    ['saint jean luz', 'saint jean de luz'],
    ['filippe', 'philippe'],
  ])('%s sounds like %s', (typed, name) => {
    expect(soundKey(typed)).toBe(soundKey(name));
  });

  it('keeps apart what does not sound alike', () => {
    const cities = [
      'paris',
      'marseille',
      'lyon',
      'toulouse',
      'toulon',
      'nice',
      'nantes',
      'nancy',
      'lens',
      'laon',
    ];
    expect(new Set(cities.map(soundKey)).size).toBe(cities.length);
  });
});

it('compares spellings without « Saint » nor article, but never nothing', () => {
  expect(['saint etienne', 'sainte foy', 'la rochelle', 'le saint', 'saint', 'les'].map(spellingKey)).toEqual(
    ['etienne', 'foy', 'rochelle', 'saint', 'saint', 'les'],
  );
});

it('gives one key in common to what one typing error parts, and numbers of 16 bits', () => {
  const right = new Set(typoKeys('orange'));
  for (const typed of ['oarnge', 'orage', 'orrange', 'orznge', 'range', 'or ange', 'orange'])
    expect(
      typoKeys(typed).some((key) => right.has(key)),
      typed,
    ).toBe(true);
  expect(typoKeys('nantes').some((key) => right.has(key))).toBe(false);
  expect(typoKeys('').every((key) => Number.isInteger(key) && key >= 0 && key < 2 ** 16)).toBe(true);
});
