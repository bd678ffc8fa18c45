import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { project } from './map-grouping.ts';
import { drawnLandmarks, type Frame } from './map-landmarks.server.ts';

const [WIDTH, HEIGHT, BEYOND] = [480, 720, 480];
const RIVER = '#8bcac7';
const ROAD = '#7d8ea1';
/** That of the open map. */
const [, TOWN = ''] = /--color-ville: (#[0-9a-f]{6});/.exec(readFileSync('src/ui/theme.css', 'utf8')) ?? [];

/** The frame of a picture in whose middle a point is. */
function around([lng, lat]: readonly [number, number], zoom: number): Frame {
  const [x, y] = project(lng, lat, zoom);
  return {
    zoom,
    origin: [x - WIDTH / 2, y - HEIGHT / 2],
    box: [-BEYOND, -BEYOND, WIDTH + BEYOND, HEIGHT + BEYOND],
  };
}

/** The points that a colour is drawn by, in pixels of the drawing. */
function pointsOf(svg: string, ink: string): [number, number][] {
  const paths = [...svg.matchAll(/<path d="([^"]*)"([^>]*)>/g)].filter(([, , paint]) => paint?.includes(ink));
  return paths.flatMap(([, d = '']) =>
    d
      .split('M')
      .slice(1)
      .flatMap((part) => {
        const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
        let [x, y] = [0, 0];
        return Array.from({ length: numbers.length / 2 }, (_, rank): [number, number] => {
          [x, y] = [x + (numbers[2 * rank] ?? 0), y + (numbers[2 * rank + 1] ?? 0)];
          return [x, y];
        });
      }),
  );
}

test('Lyon has its rivers, roads and town, where they are', async () => {
  // Where the Saône joins the Rhône, in the middle of the frame; a pixel is 53 m.
  const svg = await drawnLandmarks(around([4.818, 45.726], 10));
  const toMiddle = (ink: string) =>
    Math.min(...pointsOf(svg, ink).map(([x, y]) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)));
  expect(toMiddle(RIVER)).toBeLessThan(60);
  expect(toMiddle(ROAD)).toBeLessThan(120);
  expect(pointsOf(svg, TOWN).length).toBeGreaterThan(20);
  // Rivers and roads above towns.
  expect(svg.indexOf(TOWN)).toBeLessThan(svg.indexOf(RIVER));
  expect(svg.indexOf(RIVER)).toBeLessThan(svg.indexOf(ROAD));
});

test.for([
  ['in the middle of the ocean', [-30, 45], 9],
  ['further out than the map that opens shows any', [4.835, 45.764], 3.9],
] as const)('nothing is drawn %s', async ([, point, zoom]) => {
  expect(await drawnLandmarks(around(point, zoom))).toBe('');
});

test('a town goes to the edges of the drawing and no further', async () => {
  // The town is larger than the drawing.
  const points = pointsOf(await drawnLandmarks(around([2.35, 48.86], 12)), TOWN);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([-BEYOND, WIDTH + BEYOND]);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([-BEYOND, HEIGHT + BEYOND]);
});

test('roads and waters fade close up, where they are hundreds of metres from their places', async () => {
  const opacities = async (zoom: number) => {
    const svg = await drawnLandmarks(around([4.835, 45.764], zoom));
    return [RIVER, ROAD].map((ink) =>
      Number(new RegExp(`stroke="${ink}"[^>]* opacity="([^"]*)"`).exec(svg)?.[1]),
    );
  };
  expect(await opacities(9.5)).toEqual([1, 1]);
  expect(await opacities(12)).toEqual([0.8, 0.65]);
  expect(await opacities(14.5)).toEqual([0.6, 0.3]);
});

test('weighs little wherever one looks, at any zoom, the same each time', async () => {
  const cities = [
    [4.835, 45.764],
    [2.35, 48.86],
    [3.06, 50.63],
    [6.15, 46.2],
    [7, 50.9],
    [-52.326, 4.937],
  ] as const;
  for (const city of cities) {
    for (const zoom of [4, 5.5, 6.5, 7.5, 8, 8.5, 9, 10, 12, 14.5]) {
      const svg = await drawnLandmarks(around(city, zoom));
      expect(svg.length, `${city.join(' ')} ${zoom}`).toBeLessThanOrEqual(11_000);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\d\.\d+[ l-]/);
      expect(await drawnLandmarks(around(city, zoom))).toBe(svg);
    }
  }
});
