import { expect, test } from 'vitest';
import { baseMapOf, LANDMARKS, readTile, STREETS, showsFrance, styleUrlOf, tileAddress } from './base-map.ts';

test('a style takes the place of our map', () => {
  expect(baseMapOf({ mapTiles: 'builtin' })).toBe('builtin');
  expect(baseMapOf({ mapTiles: 'ign' })).toBe('ign');
  const styled = baseMapOf({ mapTiles: 'builtin', MAP_STYLE_URL: 'https://cartes.example/style.json' });
  expect(styleUrlOf(styled)).toBe('https://cartes.example/style.json');
  expect([styleUrlOf('builtin'), styleUrlOf('ign')]).toEqual([null, null]);
});

test.each([
  // The columns and rows of Lyon, by zoom, as every web map counts them.
  ['8', '131', '91', { z: 8, x: 131, y: 91 }],
  ['12', '2103', '1461', { z: 12, x: 2103, y: 1461 }],
  ['18', '0', '262143', { z: 18, x: 0, y: 262_143 }],
  ['18', '0', '262144', null],
  ['7', '65', '45', null],
  ['19', '1', '1', null],
  ['012', '1', '1', null],
  ['12', '-1', '1', null],
  ['12', '1.5', '1', null],
  ['12', '1', '1e3', null],
  ['12', '1', '', null],
  ['12', '1', '../../secret', null],
])('%s/%s/%s names %o among streets', (z, x, y, tile) => {
  expect(readTile(STREETS, { z, x, y })).toEqual(tile);
});

test('landmarks stop where the closer zooms are drawn from them', () => {
  expect(readTile(LANDMARKS, { z: '7', x: '65', y: '45' })).toEqual({ z: 7, x: 65, y: 45 });
  expect(readTile(LANDMARKS, { z: '8', x: '131', y: '91' })).toBeNull();
});

/** The tile of a point in the usual grid (EPSG:3857), by the formula of every web map. */
function tileOf([lng, lat]: readonly [number, number], z: number) {
  const angle = (lat * Math.PI) / 180;
  const height = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI;
  return {
    z,
    x: Math.floor(((lng + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - height) / 2) * 2 ** z),
  };
}

test.each([
  ['Lyon', [4.835, 45.764], true],
  ['Brest', [-4.486, 48.39], true],
  ['Bonifacio', [9.159, 41.387], true],
  ['Dunkerque', [2.377, 51.034], true],
  ['Cayenne', [-52.326, 4.937], true],
  ['Saint-Denis de La Réunion', [55.448, -20.879], true],
  ['Mamoudzou', [45.228, -12.78], true],
  ['Fort-de-France', [-61.058, 14.604], true],
  ['Gustavia', [-62.85, 17.896], true],
  ['Marigot', [-63.085, 18.068], true],
  ['Saint-Pierre', [-56.176, 46.78], true],
  ['Mata-Utu', [-176.174, -13.283], true],
  ['Papeete', [-149.567, -17.537], true],
  ['Nouméa', [166.448, -22.276], true],
  ['Madrid', [-3.703, 40.417], false],
  ['Londres, un peu au nord', [-0.1, 51.6], false],
  ['le milieu de l’Atlantique', [-30, 45], false],
  ['Le Cap', [18.424, -33.925], false],
] as const)('the streets of %s, at %o, are asked for: %s', (_, point, asked) => {
  for (const zoom of [14, 18]) expect(showsFrance(tileOf(point, zoom))).toBe(asked);
});

test('an address is filled in wherever its numbers stand', () => {
  const tile = { z: 12, x: 2103, y: 1461 };
  expect(tileAddress('https://a.example/?COL={x}&ROW={y}&Z={z}&again={z}', tile)).toBe(
    'https://a.example/?COL=2103&ROW=1461&Z=12&again=12',
  );
});
