import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cellOf } from '#rooms/listings/contract.ts';
import { dice } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { insideArea } from './area.sql.server.ts';
import { type Area, circlesOf, judgeArea, readArea, writeArea } from './area.ts';
import { areaChips } from './area-chips.ts';
import { areaWordsOf } from './area-words.ts';
import { isZone, type Ring, type Spot, toUnits, UNITS, writeRing } from './rings.ts';

const { db } = await testDb();
const words = (query: string) => new URLSearchParams(query);

const square: Ring = [
  [toUnits(4.3), toUnits(43.8)],
  [toUnits(4.4), toUnits(43.8)],
  [toUnits(4.4), toUnits(43.9)],
  [toUnits(4.3), toUnits(43.9)],
];

test('an address says zones, a box and a radius; equal areas write equal addresses', () => {
  const zone = writeRing(square);
  const area = readArea(words(`zone=${zone}.${zone}&bbox=4.3000,43.8,4.40,43.9&rayon=10&carte=oui`));
  expect(area).toEqual({
    zones: [square],
    box: [430_000, 4_380_000, 440_000, 4_390_000],
    radius: 10,
  });
  expect(writeArea(area, true)).toEqual({ zone, bbox: '4.3,43.8,4.4,43.9', rayon: '10', carte: 'oui' });
});

test.for([
  '',
  'zone=&bbox=&rayon=',
  'zone=%00&bbox=1,2,3&rayon=-1',
  'bbox=4.4,43.8,4.3,43.9',
  'bbox=NaN,1e9,Infinity,0',
  'bbox=-200,0,200,10',
  'bbox=1,2,3,4,5',
  'rayon=0',
  'rayon=101',
  'rayon=1e2',
])('%s says no area', (query) => {
  expect(readArea(words(query))).toBeNull();
});

test('sixty thousand letters say no area', () => {
  expect(readArea(words(`zone=${'A'.repeat(60_000)}`))).toBeNull();
  expect(readArea(words(`zone=${'AAAA.'.repeat(12_000)}`))).toBeNull();
});

test('each limit has its way out, and the map stays open', () => {
  const said = areaWordsOf(words('zone=a.b&bbox=c&rayon=5&carte=oui&prixMax=3'));
  expect(areaChips(said)).toEqual([
    { text: 'Dans les 2 zones dessinées', rest: { bbox: 'c', rayon: '5', carte: 'oui' } },
    { text: 'Dans cette partie de la carte', rest: { zone: 'a.b', rayon: '5', carte: 'oui' } },
    { text: 'Jusqu’à 5\u00a0km autour', rest: { zone: 'a.b', bbox: 'c', carte: 'oui' } },
  ]);
});

test('without a point, a listing of the place may be in the zone, but is near the place', () => {
  const nowhere = { lng: null, lat: null };
  const zone: Area = { zones: [square], box: null, radius: null };
  const radius: Area = { zones: [], box: null, radius: 5 };
  expect(judgeArea(zone, { ...nowhere, inPlace: true }, [])).toBe('unknown');
  expect(judgeArea(zone, { ...nowhere, inPlace: false }, [])).toBe('outside');
  expect(judgeArea(radius, { ...nowhere, inPlace: true }, [])).toBe('inside');
  expect(judgeArea(radius, { ...nowhere, inPlace: false }, [])).toBe('outside');
});

/** Whether a ring covers a point, another way: how often it turns around it, in whole numbers without limit. */
function turnsAround(ring: Ring, [x, y]: Spot): boolean {
  let turns = 0;
  for (const [index, a] of ring.entries()) {
    const b = ring[(index + 1) % ring.length] ?? a;
    const [ax, ay, bx, by] = [...a, ...b].map(BigInt) as [bigint, bigint, bigint, bigint];
    const [px, py] = [BigInt(x), BigInt(y)];
    const cross = (bx - ax) * (py - ay) - (px - ax) * (by - ay);
    const dot = (px - ax) * (px - bx) + (py - ay) * (py - by);
    if (cross === 0n && dot <= 0n) return true;
    if (ay <= py && by > py && cross > 0n) turns += 1;
    if (ay > py && by <= py && cross < 0n) turns -= 1;
  }
  return turns !== 0;
}

test('memory, statements and a third way agree on random zones, boxes and circles, edges and corners included', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  console.info(`SEED=${seed}`);
  const random = dice(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  /** Public points have four decimals. */
  const tens = (value: number) => Math.round(value / 10) * 10;
  let [inside, onEdge, compared] = [0, 0, 0];

  for (let round = 0; round < 60; round += 1) {
    const centre: Spot = [tens(between(-450_000, 800_000)), tens(between(4_200_000, 5_080_000))];
    const reach = between(30, 3) === 0 ? 600_000 : between(300, 40_000);
    const rings: Ring[] = [];
    while (rings.length < between(1, 3)) {
      const corners = between(3, round % 3 === 0 ? 100 : 12);
      const angles = Array.from({ length: corners }, () => random() * 2 * Math.PI).toSorted((a, b) => a - b);
      const ring = angles.map((angle): Spot => {
        const far = reach * (0.2 + random());
        const spot: Spot = [
          Math.round(centre[0] + far * Math.cos(angle)),
          Math.round(centre[1] + far * Math.sin(angle)),
        ];
        // Half of the zones have their corners where points are.
        return round % 2 === 0 ? [tens(spot[0]), tens(spot[1])] : spot;
      });
      if (isZone(ring)) rings.push(ring);
    }
    const [first = square] = rings;
    const spots: Spot[] = Array.from({ length: 120 }, () => [
      tens(centre[0] + between(-reach * 1.3, reach * 1.3)),
      tens(centre[1] + between(-reach * 1.3, reach * 1.3)),
    ]);
    for (const [index, [x, y]] of first.entries()) {
      const [nextX, nextY] = first[(index + 1) % first.length] ?? [x, y];
      spots.push([tens(x), tens(y)], [tens((x + nextX) / 2), tens((y + nextY) / 2)], [tens(x) + 10, tens(y)]);
    }
    const box = [...centre.map((value) => value - reach), ...centre.map((value) => value + reach)];
    const radius = between(1, 100);
    const areas: Area[] = [
      { zones: rings, box: null, radius: null },
      { zones: rings, box: box as unknown as Area['box'], radius: null },
      { zones: [], box: box as unknown as Area['box'], radius },
      { zones: [], box: null, radius },
    ];
    const degrees = spots.map(
      ([x, y]) => [Number((x / UNITS).toFixed(4)), Number((y / UNITS).toFixed(4))] as const,
    );
    for (const area of areas) {
      const circles = circlesOf(area, [{ lng: centre[0] / UNITS, lat: centre[1] / UNITS }]);
      const { rows } = await sql<{ inside: boolean }>`
        select ${insideArea({ ...area, circles }, sql`false`)} as inside
        from unnest(${degrees.map(([lng]) => lng)}::float8[], ${degrees.map(([, lat]) => lat)}::float8[],
          ${degrees.map(([lng, lat]) => cellOf(lat, lng, 'fine'))}::int[],
          ${degrees.map(([lng, lat]) => cellOf(lat, lng, 'coarse'))}::int[],
          ${degrees.map(([lng, lat]) => cellOf(lat, lng, 'street'))}::bigint[])
          with ordinality as listing(lng, lat, cell, cell2, cell3, nth)
        order by nth
      `.execute(db);
      const judged = degrees.map(
        ([lng, lat]) => judgeArea(area, { lng, lat, inPlace: false }, circles) === 'inside',
      );
      expect(rows.map((row) => row.inside)).toEqual(judged);
      compared += judged.length;
      inside += judged.filter(Boolean).length;
    }
    for (const spot of spots) {
      const third = rings.some((ring) => turnsAround(ring, spot));
      const memory = judgeArea(
        { zones: rings, box: null, radius: null },
        { lng: spot[0] / UNITS, lat: spot[1] / UNITS, inPlace: false },
        [],
      );
      expect({ spot, rings, inside: memory === 'inside' }).toEqual({ spot, rings, inside: third });
      onEdge += rings.some((ring) => ring.some(([x, y]) => x === spot[0] && y === spot[1])) ? 1 : 0;
    }
  }
  // Neither answer is rare, and corners were met.
  expect(inside).toBeGreaterThan(compared / 10);
  expect(inside).toBeLessThan((compared * 9) / 10);
  expect(onEdge).toBeGreaterThan(50);
});

test('a box as wide as the Earth holds every point, whatever side one counts from', async () => {
  const box = readArea(words('bbox=-180,-90,180,90'));
  if (!box) throw new Error('no box');
  for (const [lng, lat] of [
    [4.36, 43.84],
    [-176.2, -13.3],
    [179.9999, 10],
  ] as const) {
    for (const name of ['bbox=-180,-90,180,90', 'bbox=-170,-80,180,80', 'bbox=170,-80,180,80'] as const) {
      const area = readArea(words(name)) ?? box;
      const inside = judgeArea(area, { lng, lat, inPlace: false }, []) === 'inside';
      const { rows } = await sql<{ held: boolean }>`
        select ${insideArea({ ...area, circles: [] }, sql<boolean>`false`)} as held
        from (select ${lat}::float8 as lat, ${lng}::float8 as lng, ${String(cellOf(lat, lng, 'street'))}::bigint as cell3,
          ${cellOf(lat, lng, 'fine')}::int as cell, ${cellOf(lat, lng, 'coarse')}::int as cell2) as listing
      `.execute(db);
      expect(rows[0]?.held, `${lng},${lat} ${name}`).toBe(inside);
    }
  }
});
