import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { drawVase } from '../furniture/decor.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

/** A basin on its cabinet, a round mirror, a lamp. */
export function drawBasin(
  room: Room,
  x: number,
  width: number,
  wood: Colour,
  on: boolean,
  chance: Chance,
): void {
  const { light } = room;
  const back = room.shape.depth;
  const z = back - 0.48;
  drawLookingGlass(room, x, width);
  if (on) room.glow(x, 2.1, back - 0.1, 0.7, 0.7);
  room.panel([x - 0.2, x + 0.2], [2.1, 2.15], back - 0.05, on ? '#fff0c8' : lit(light, '#d9dcd8'), 0.02);
  room.shadow([x - width / 2, x + width / 2], [z, back], 0.5);
  room.block({ x: [x - width / 2, x + width / 2], y: [0.34, 0.82], z: [z, back] }, wood);
  for (const [low, high] of [
    [0.37, 0.57],
    [0.6, 0.79],
  ] as const)
    room.panel(
      [x - width / 2 + 0.02, x + width / 2 - 0.02],
      [low, high],
      z - 0.005,
      shaded(light, lighter(wood, 0.08), 0.12),
      0.01,
    );
  room.block(
    { x: [x - width / 2 - 0.02, x + width / 2 + 0.02], y: [0.82, 0.86], z: [z - 0.02, back] },
    '#f1efe8',
    '#ffffff',
  );
  room.sketch(
    x,
    0.86,
    z + 0.14,
    lit(light, '#fdfdfb'),
    (at) =>
      `M${at(-0.24, 0.13)}L${at(0.24, 0.13)}C${at(0.22, 0.02)} ${at(0.14, 0)} ${at(0.1, 0)}L${at(-0.1, 0)}C${at(-0.14, 0)} ${at(-0.22, 0.02)} ${at(-0.24, 0.13)}Z`,
  );
  room.sketch(
    x,
    0.86,
    back - 0.08,
    null,
    (at) => `M${at(0, 0.1)}L${at(0, 0.28)}Q${at(0, 0.34)} ${at(-0.02, 0.28)}`,
    { colour: lit(light, '#aab4bd'), metres: 0.024 },
  );
  drawVase(room, x + width / 2 - 0.1, 0.86, back - 0.2, chance);
}

/** Round, upright with rounded corners, or wide. */
function drawLookingGlass(room: Room, x: number, width: number): void {
  const { light, sheet } = room;
  const back = room.shape.depth;
  const [cx, cy] = room.at([x, 1.62, back]);
  const glass = sheet.gradient(
    [cx - 60, cy - 60],
    [cx + 60, cy + 60],
    [
      [0, lit(light, '#f1f5f3')],
      [0.5, lit(light, '#c6d6d8')],
      [1, lit(light, '#aec3c8')],
    ],
  );
  const edge = lit(light, room.taste.pick(['#c9a878', '#2b4560', '#d3b06a']));
  const kind = room.taste.pick(['round', 'upright', 'wide', 'arch'] as const);
  if (kind === 'round') {
    const radius = Math.min(0.42, width * 0.42);
    room.disc(x + 0.03, 1.6, back - 0.02, radius + 0.03, light.shade, light.depth * 0.6);
    room.disc(x, 1.62, back - 0.03, radius + 0.025, edge);
    room.disc(x, 1.62, back - 0.03, radius, glass);
    return;
  }
  const [half, low, high] = kind === 'wide' ? [width * 0.48, 1.26, 1.96] : [0.29, 1.14, 2.04];
  const round = kind === 'wide' ? 0.03 : kind === 'arch' ? 0.29 : 0.12;
  room.panel(
    [x - half + 0.02, x + half + 0.06],
    [low - 0.05, high - 0.02],
    back - 0.02,
    light.shade,
    round,
    light.depth * 0.5,
  );
  room.panel([x - half - 0.02, x + half + 0.02], [low - 0.02, high + 0.02], back - 0.03, edge, round);
  room.panel([x - half, x + half], [low, high], back - 0.03, glass, round);
}

/** Tiles on a stretch of the back wall. */
export function tileWall(
  room: Room,
  x: readonly [number, number],
  y: readonly [number, number],
  tile: Colour,
  kind: 'square' | 'metro' | 'upright' | 'large',
): void {
  const { light, sheet } = room;
  const { depth } = room.shape;
  room.face(
    [
      [x[0], y[0], depth],
      [x[1], y[0], depth],
      [x[1], y[1], depth],
      [x[0], y[1], depth],
    ],
    shaded(light, tile, 0.14),
  );
  const [wide, tall] = { square: [0.2, 0.2], metro: [0.24, 0.12], upright: [0.1, 0.3], large: [0.6, 0.6] }[
    kind
  ] as [number, number];
  const joints: (readonly [Point, Point])[] = [];
  for (let at = y[0] + tall; at < y[1]; at += tall)
    joints.push([room.at([x[0], at, depth]), room.at([x[1], at, depth])]);
  for (let row = 0, low = y[0]; low < y[1] - 0.01; row += 1, low += tall) {
    if (kind !== 'metro' && row > 0) break;
    const high = kind === 'metro' ? Math.min(y[1], low + tall) : y[1];
    for (let at = x[0] + (kind === 'metro' && row % 2 === 1 ? wide / 2 : wide); at < x[1]; at += wide)
      joints.push([room.at([at, low, depth]), room.at([at, high, depth])]);
  }
  sheet.lines(joints, lighter(lit(light, tile), 0.4), 1.1, 0.6);
}

/** A bath along the back wall: built in, or on feet. */
export function drawBath(room: Room, x: readonly [number, number], tile: Colour, chance: Chance): void {
  const { light } = room;
  const { depth } = room.shape;
  const z = depth - 0.78;
  const pipe = lit(light, '#aab4bd');
  room.shadow(x, [z, depth], 0.7);
  const middle = (x[0] + x[1]) / 2;
  if (chance.maybe(0.45)) {
    const half = (x[1] - x[0]) / 2;
    for (const dx of [-0.6, 0.6]) room.disc(middle + dx * half, 0.05, z + 0.1, 0.06, lit(light, '#c9a878'));
    room.plate(middle, 0.58, z + 0.36, half * 0.92, lit(light, '#dfe6e4'));
    room.sketch(
      middle,
      0.06,
      z + 0.05,
      shaded(light, chance.pick(['#fbfaf6', '#fbfaf6', '#41597a', '#0f7378', '#b7c7b4']), 0.2),
      (at) =>
        `M${at(-half, 0.54)}C${at(-half * 0.96, 0.1)} ${at(-half * 0.7, 0)} ${at(-half * 0.5, 0)}L${at(half * 0.5, 0)}C${at(half * 0.7, 0)} ${at(half * 0.96, 0.1)} ${at(half, 0.54)}Q${at(0, 0.46)} ${at(-half, 0.54)}Z`,
    );
    room.sketch(middle, 0.6, z + 0.05, null, (at) => `M${at(-half, 0)}Q${at(0, -0.08)} ${at(half, 0)}`, {
      colour: lit(light, '#ffffff'),
      metres: 0.035,
    });
  } else {
    room.block({ x, y: [0, 0.56], z: [z, depth] }, tile, '#f6f6f2');
    room.face(
      [
        [x[0] + 0.1, 0.565, z + 0.1],
        [x[1] - 0.1, 0.565, z + 0.1],
        [x[1] - 0.14, 0.565, depth - 0.1],
        [x[0] + 0.14, 0.565, depth - 0.1],
      ],
      shaded(light, '#cfe0e2', 0.2),
    );
    for (let at = x[0] + 0.3; at < x[1]; at += 0.3)
      room.panel([at, at + 0.008], [0, 0.54], z - 0.005, '#ffffff', 0, 0.4);
  }
  room.sketch(
    x[1] - 0.3,
    0.58,
    depth - 0.1,
    null,
    (at) => `M${at(0, 0)}L${at(0, 0.26)}Q${at(-0.02, 0.36)} ${at(-0.16, 0.26)}`,
    {
      colour: pipe,
      metres: 0.026,
    },
  );
  if (chance.maybe(0.5)) {
    const tone = lit(light, chance.pick(['#f2b134', '#e3d2ad', '#0f7378', '#d9764a']));
    room.panel([x[0] + 0.42, x[0] + 0.7], [0.26, 0.6], z - 0.012, tone, 0.02);
    room.panel([x[0] + 0.42, x[0] + 0.7], [0.32, 0.35], z - 0.014, lighter(tone, 0.4));
  }
}

/** A walk-in shower behind clear glass; it stands on the right. */
export function drawShower(room: Room, from: number, tile: Colour): void {
  const { light } = room;
  const { depth, height } = room.shape;
  const right = room.right;
  const top = Math.min(2.3, height);
  tileWall(
    room,
    [from, right],
    [0, top],
    tile,
    room.taste.pick(['square', 'metro', 'upright', 'large'] as const),
  );
  room.block({ x: [from, right], y: [0, 0.04], z: [depth - 1.1, depth] }, '#dfe3e2', '#f3f4f2');
  const pipe = lit(light, '#aab4bd');
  const x = (from + right) / 2;
  room.stick([x, 0.9, depth - 0.04], [x, 2.06, depth - 0.04], 0.024, pipe);
  room.stick([x, 2.06, depth - 0.04], [x, 2.06, depth - 0.4], 0.024, pipe);
  room.plate(x, 2.04, depth - 0.42, 0.15, darker(pipe, 0.14));
  room.panel([x - 0.1, x + 0.1], [1.02, 1.07], depth - 0.06, darker(pipe, 0.2), 0.02);
  room.face(
    [
      [from, 0.04, depth - 1.1],
      [from, 2.06, depth - 1.1],
      [from, 2.06, depth],
      [from, 0.04, depth],
    ],
    '#dcebea',
    0.34,
  );
  room.stick([from, 2.06, depth - 1.1], [from, 2.06, depth], 0.02, shaded(light, '#2b4560', 0.2));
  room.stick([from, 0.04, depth - 1.1], [from, 2.06, depth - 1.1], 0.02, shaded(light, '#2b4560', 0.2));
}

export function drawTowels(room: Room, x: number, tone: Colour): void {
  const { light } = room;
  const z = room.shape.depth - 0.06;
  for (const y of [0.7, 1.0, 1.3, 1.6])
    room.stick([x - 0.22, y, z], [x + 0.22, y, z], 0.024, lit(light, '#e9ecec'));
  for (const dx of [-0.23, 0.23])
    room.stick([x + dx, 0.6, z], [x + dx, 1.68, z], 0.03, lit(light, '#e9ecec'));
  room.panel([x - 0.18, x + 0.16], [0.98, 1.32], z - 0.02, lit(light, tone), 0.02);
  room.panel([x - 0.18, x + 0.16], [1.06, 1.09], z - 0.025, lighter(lit(light, tone), 0.5));
  room.panel([x - 0.14, x + 0.18], [0.62, 0.72], z - 0.02, lit(light, lighter(tone, 0.5)), 0.02);
}
