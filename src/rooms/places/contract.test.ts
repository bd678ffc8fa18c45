import { describe, expect, it } from 'vitest';
import {
  atPlace,
  districtSegment,
  ofPlace,
  type PlaceKind,
  placeLabel,
  placeLongLabel,
  slugify,
  townLine,
} from './contract.ts';

function named(name: string, liaison: number, more: { kind?: PlaceKind; code?: string } = {}) {
  return {
    code: more.code ?? '00000',
    kind: more.kind ?? 'commune',
    name,
    liaison,
    cityName: name,
    rank: null,
  } as const;
}

function district(cityName: string, rank: number) {
  const name = `${cityName} ${rank === 1 ? '1er' : `${rank}e`} arrondissement`;
  return { code: '00000', kind: 'district', name, liaison: 0, cityName, rank } as const;
}

describe('slugify', () => {
  it.each([
    ["L'Haÿ-les-Roses", 'l-hay-les-roses'],
    ['L’Haÿ-les-Roses', 'l-hay-les-roses'],
    ['Œuilly', 'oeuilly'],
    ['Ælis', 'aelis'],
    ['Saint-Rémy-lès-Chevreuse', 'saint-remy-les-chevreuse'],
    ['Y', 'y'],
    ["Plan d'Orgon", 'plan-d-orgon'],
    ['Bors (Canton de Charente-Sud)', 'bors-canton-de-charente-sud'],
    ['  Épinay / Orge -- ', 'epinay-orge'],
    ['', ''],
  ])('%s gives %s', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });
});

describe('French grammar', () => {
  it.each([
    [named('Lyon', 0), 'à Lyon', 'de Lyon'],
    [named('Annecy', 1), 'à Annecy', 'd’Annecy'],
    [named('Hyères', 1), 'à Hyères', 'd’Hyères'],
    [named('Le Havre', 2), 'au Havre', 'du Havre'],
    [named('La Rochelle', 3), 'à La Rochelle', 'de La Rochelle'],
    [named('Les Ulis', 4), 'aux Ulis', 'des Ulis'],
    [named("L'Haÿ-les-Roses", 5), "à L'Haÿ-les-Roses", "de L'Haÿ-les-Roses"],
    [named('Aux Marais', 6), 'aux Marais', 'des Marais'],
    [named('Los Masos', 8), 'à Los Masos', 'de Los Masos'],
    [district('Paris', 11), 'à Paris 11e', 'de Paris 11e'],
    [district('Lyon', 1), 'à Lyon 1er', 'de Lyon 1er'],
    [named('Hérault', 5, { kind: 'department', code: '34' }), 'dans l’Hérault', 'de l’Hérault'],
    [named('Rhône', 2, { kind: 'department', code: '69' }), 'dans le Rhône', 'du Rhône'],
    [named('Drôme', 3, { kind: 'department', code: '26' }), 'dans la Drôme', 'de la Drôme'],
    [named('Landes', 4, { kind: 'department', code: '40' }), 'dans les Landes', 'des Landes'],
    [
      named('Seine-et-Marne', 0, { kind: 'department', code: '77' }),
      'en Seine-et-Marne',
      'de Seine-et-Marne',
    ],
    [
      named('Ille-et-Vilaine', 1, { kind: 'department', code: '35' }),
      'en Ille-et-Vilaine',
      'd’Ille-et-Vilaine',
    ],
    [named('Martinique', 3, { kind: 'department', code: '972' }), 'en Martinique', 'de la Martinique'],
    [named('La Réunion', 0, { kind: 'department', code: '974' }), 'à La Réunion', 'de La Réunion'],
  ])('$name', (place, at, of) => {
    expect([atPlace(place), ofPlace(place)]).toEqual([at, of]);
  });

  it('labels districts briefly and in full', () => {
    expect([placeLabel(district('Lyon', 7)), placeLongLabel(district('Lyon', 7))]).toEqual([
      'Lyon 7e',
      'Lyon 7e arrondissement',
    ]);
    expect(placeLabel(district('Paris', 1))).toBe('Paris 1er');
    expect(placeLongLabel(named('Montpellier', 0))).toBe('Montpellier');
    expect([districtSegment(1), districtSegment(16)]).toEqual(['1er-arrondissement', '16e-arrondissement']);
  });
});

it('shows no CEDEX in an address: its code is no town’s', () => {
  expect(townLine({ postalCode: '31685', city: 'TOULOUSE CEDEX 6' })).toBe('TOULOUSE');
  expect(townLine({ postalCode: '77488', city: 'Provins Cedex' })).toBe('Provins');
  expect(townLine({ postalCode: '31000', city: 'Toulouse' })).toBe('31000 Toulouse');
  expect(townLine({ postalCode: '34000', city: null })).toBe('34000');
  expect(townLine({ postalCode: null, city: null })).toBe('');
});
