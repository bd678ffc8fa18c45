import type { Colour, Point } from '../brief.ts';
import { drawHanging, drawMirror } from '../furniture/art.ts';
import { drawPlant } from '../furniture/greenery.ts';
import { drawPendant } from '../furniture/lamps.ts';
import { drawRug } from '../furniture/seats.ts';
import { drawCoats, drawSideboard } from '../furniture/storage.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter, mix } from '../paint.ts';
import type { Spot } from '../perspective/perspective.ts';
import type { Scene } from './windows.ts';

/** The entrance of a home: its door, coats, a mirror. */
export function furnishEntrance(scene: Scene): void {
  const { room, mood, chance, light, age } = scene;
  const half = room.shape.width / 2;
  const right = chance.maybe(0.5);
  const door = right ? half - 0.75 : -half + 0.75;
  const wall = right ? -0.5 : 0.5;
  drawFrontDoor(
    scene,
    door,
    chance.pick([mood.cloth, '#0b5e63', '#14273a', '#5a3d2e', mood.wood]),
    age === 'recent',
  );
  if (chance.maybe(0.5)) drawCoats(room, wall, chance.between(1, 1.3), mood.wood, chance);
  else {
    drawSideboard(room, wall, 1.2, mood.wood, chance);
    if (chance.maybe(0.6)) drawMirror(room, wall, 1.56, 0.36, chance);
    else drawHanging(room, wall, 1.2, 1.56, chance);
  }
  drawOpening(scene, right ? -1 : 1);
  drawRug(
    room,
    [-0.5 + door * 0.3, 0.5 + door * 0.3],
    [2.2, room.shape.depth - 0.6],
    mood.rug,
    chance.pick(['plain', 'striped', 'berber', 'lozenges']),
    mood.pop,
  );
  if (chance.maybe(0.7))
    drawPlant(
      room,
      right ? -half + 0.35 : half - 0.35,
      room.shape.depth - 0.4,
      chance.between(1, 1.4),
      chance,
    );
  drawPendant(room, 0, 3, room.shape.height - 2.1, mood.pop, light.evening || chance.maybe(0.5));
}

function drawFrontDoor({ room, light }: Scene, x: number, colour: Colour, plain: boolean): void {
  const z = room.shape.depth - 0.01;
  const paint = shaded(light, colour, 0.24);
  room.panel([x - 0.53, x + 0.53], [0, 2.18], z, lighter(lit(light, '#f1ece0'), 0.2));
  room.panel([x - 0.45, x + 0.45], [0, 2.1], z - 0.005, paint);
  if (plain)
    for (const y of [0.5, 1, 1.5])
      room.panel([x - 0.42, x + 0.42], [y, y + 0.02], z - 0.01, darker(paint, 0.3));
  else
    for (const [low, high] of [
      [0.16, 0.86],
      [1.04, 1.62],
    ] as const)
      for (const side of [-1, 1]) {
        room.panel(
          [x + side * 0.21 - 0.15, x + side * 0.21 + 0.15],
          [low, high],
          z - 0.01,
          darker(paint, 0.2),
          0.01,
        );
        room.panel(
          [x + side * 0.21 - 0.13, x + side * 0.21 + 0.13],
          [low + 0.02, high - 0.02],
          z - 0.012,
          lighter(paint, 0.06),
          0.01,
        );
      }
  room.panel([x - 0.38, x + 0.38], [1.74, 2.02], z - 0.01, light.evening ? '#ffdf9f' : light.sky[2], 0.01);
  room.panel([x - 0.01, x + 0.01], [1.74, 2.02], z - 0.012, paint);
  room.disc(x + 0.36, 1, z - 0.02, 0.035, lit(light, '#d9b56a'));
}

/** A doorway in a side wall, with the light of the room beyond. */
function drawOpening({ room, light, mood }: Scene, side: -1 | 1): void {
  const x = side === -1 ? room.left : room.right;
  const far = room.shape.depth - 0.9;
  const quad = (y: readonly [number, number], z: readonly [number, number]): Spot[] => [
    [x, y[0], z[0]],
    [x, y[1], z[0]],
    [x, y[1], z[1]],
    [x, y[0], z[1]],
  ];
  room.face(quad([0, 2.16], [far - 1.02, far + 0.08]), lighter(lit(light, '#f1ece0'), 0.3));
  room.face(quad([0, 2.08], [far - 0.94, far]), mix(lit(light, mood.accent), light.beam, 0.4));
  room.face(quad([0, 0.5], [far - 0.94, far]), lit(light, lighter(mood.wood, 0.2)), 0.7);
  const reach = 1.1 * -side;
  room.face(
    [
      [x, 0, far - 0.94],
      [x, 0, far],
      [x + reach, 0, far - 0.2],
      [x + reach, 0, far - 1.3],
    ],
    light.beam,
    0.4,
  );
}

/** A staircase: steps that climb to the right, a handrail, light from above. */
export function furnishStairs(scene: Scene): void {
  const { room, mood, chance, light, age } = scene;
  const { depth, height } = room.shape;
  const wood = chance.pick([mood.wood, '#b58a5f', '#8a6546', '#c9a878', '#e6e1d8']);
  const riser = chance.pick(['#f4f1ea', '#f4f1ea', darker(wood, 0.2), mood.accent]);
  const steps = 11;
  const start = -room.shape.width / 2 + chance.between(0.9, 1.3);
  const run = (room.right - start) / steps;
  const rise = height / (steps + 2);
  drawHanging(room, -room.shape.width / 2 + 0.7, 0.9, 1.7, chance);
  const z: readonly [number, number] = [depth - 1.05, depth];
  // What stands furthest across is drawn first: nearer steps hide its sides.
  const order = Array.from({ length: steps }, (_, step) => step).toSorted(
    (a, b) =>
      Math.abs(start + run * (b + 0.5) - room.shape.eyeX) -
      Math.abs(start + run * (a + 0.5) - room.shape.eyeX),
  );
  for (const step of order) {
    const x: readonly [number, number] = [start + run * step, start + run * (step + 1) + 0.01];
    const y = rise * (step + 1);
    room.block({ x, y: [0, y], z }, mix(mood.wall, '#ffffff', 0.3), wood);
    room.face(
      [
        [x[0], y - rise, z[0]],
        [x[0], y, z[0]],
        [x[0], y, z[1]],
        [x[0], y - rise, z[1]],
      ],
      shaded(light, riser, 0.3),
    );
    room.block(
      { x: [x[0] - 0.03, x[1]], y: [y - 0.04, y], z: [z[0] - 0.03, z[1]] },
      wood,
      lighter(wood, 0.24),
    );
  }
  const iron = age === 'old' || age === 'thirties' || age === 'loft';
  const rail = iron ? shaded(light, '#22384f', 0.3) : shaded(light, wood, 0.2);
  const bars: (readonly [Point, Point])[] = [];
  for (let step = 0; step < steps; step += 1)
    for (const share of iron ? [0.25, 0.75] : [0.5]) {
      const x = start + run * (step + share);
      const y = rise * (step + 1);
      bars.push([room.at([x, y, z[0]]), room.at([x, rise * (step + share) + 1.0, z[0]])]);
    }
  room.sheet.lines(bars, rail, iron ? 2.6 : 5);
  room.stick(
    [start - 0.02, 1.0, z[0]],
    [room.right, rise * steps + 1.0, z[0]],
    0.06,
    shaded(light, iron ? '#8a6546' : wood, 0.1),
  );
  room.stick([start - 0.02, 0, z[0]], [start - 0.02, 1.08, z[0]], 0.08, shaded(light, wood, 0.3));
  drawSideboard(room, -room.shape.width / 2 + 0.6, 0.9, mood.wood, chance);
  drawRug(
    room,
    [-1.4, 1.2],
    [2.2, depth - 1.4],
    mood.rug,
    chance.pick(['plain', 'striped', 'berber', 'blocks']),
    mood.pop,
  );
  if (chance.maybe(0.7)) drawPlant(room, start + run * 2.6, z[0] - 0.35, chance.between(0.9, 1.3), chance);
  drawPendant(room, -0.7, 3, 0.6, mood.pop, light.evening || chance.maybe(0.4));
}
