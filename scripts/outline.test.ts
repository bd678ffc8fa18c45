import { readFileSync } from 'node:fs';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { describe, expect, test } from 'vitest';

const { features } = JSON.parse(readFileSync('public/geo/pays.json', 'utf8')) as FeatureCollection<
  MultiPolygon,
  { france: boolean }
>;

const lands = features.map(({ properties, geometry }) => ({
  france: properties.france,
  rings: geometry.coordinates.flat().map((ring) => {
    const heights = ring.map(([, lat = 0]) => lat);
    return { ring, south: Math.min(...heights), north: Math.max(...heights) };
  }),
}));

/** Of each country that a point is in, whether it is France. */
function landsAt([lng, lat]: readonly [number, number]): boolean[] {
  return lands.flatMap(({ france, rings }) => {
    let inside = false;
    for (const { ring, south, north } of rings) {
      if (lat < south || lat > north) continue;
      for (const [index, [x = 0, y = 0]] of ring.entries()) {
        const [u = 0, v = 0] = ring.at(index - 1) ?? [];
        if (y > lat !== v > lat && lng < ((u - x) * (lat - y)) / (v - y) + x) inside = !inside;
      }
    }
    return inside ? [france] : [];
  });
}

describe('the land that the embedded map shows', () => {
  test.each([
    ['Halluin', [3.126, 50.783], true],
    ['Menin', [3.122, 50.797], false],
    ['Tourcoing', [3.16, 50.724], true],
    ['Mouscron', [3.214, 50.744], false],
    ['Bray-Dunes', [2.522, 51.074], true],
    ['Givet', [4.826, 50.138], true],
    ['Longwy', [5.763, 49.52], true],
    ['Strasbourg', [7.75, 48.58], true],
    ['Kehl', [7.815, 48.577], false],
    ['Annemasse', [6.235, 46.193], true],
    ['Genève', [6.143, 46.204], false],
    ['Hendaye', [-1.774, 43.359], true],
    ['Irun', [-1.789, 43.338], false],
    ['Saint-Denis de La Réunion', [55.448, -20.89], true],
  ] as const)('%s is on its side of the frontier', (_, point, france) => {
    expect(landsAt(point)).toEqual([france]);
  });

  test('leaves no sea, and nobody twice, along the frontiers inland', () => {
    const astray: string[] = [];
    for (const [west, south, east, north] of [
      [2.7, 49.6, 6.2, 50.8],
      [6.2, 45.3, 7.4, 49.3],
      [-0.9, 42.5, 2.9, 42.8],
    ] as const)
      for (let lng = west; lng < east; lng += 0.037)
        for (let lat = south; lat < north; lat += 0.037)
          if (landsAt([lng, lat]).length !== 1) astray.push(`${lng.toFixed(3)} ${lat.toFixed(3)}`);
    expect(astray).toEqual([]);
  });
});
