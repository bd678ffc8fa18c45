import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { drawVase } from '../furniture/decor.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter, mix } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

export interface KitchenLook {
  readonly fronts: Colour;
  readonly top: Colour;
  readonly tiles: Colour;
  readonly upper: 'cabinets' | 'shelf' | 'none';
}

/** Tiles between the worktop and what hangs above. */
function drawSplash(room: Room, x: readonly [number, number], look: KitchenLook, chance: Chance): void {
  const { light, sheet } = room;
  const { depth } = room.shape;
  const high = look.upper === 'cabinets' ? 1.52 : chance.pick([1.3, 1.52, 1.52]);
  room.face(
    [
      [x[0], 0.9, depth],
      [x[1], 0.9, depth],
      [x[1], high, depth],
      [x[0], high, depth],
    ],
    shaded(light, look.tiles, 0.12),
  );
  const rows: (readonly [Point, Point])[] = [];
  const kind = chance.pick(['metro', 'square', 'upright', 'slab'] as const);
  const step = kind === 'upright' ? 0.2 : 0.124;
  const wide = kind === 'metro' ? step * 2 : kind === 'upright' ? 0.075 : step;
  if (kind !== 'slab') {
    for (let y = 0.9 + step; y < high; y += step)
      rows.push([room.at([x[0], y, depth]), room.at([x[1], y, depth])]);
    for (let row = 0, y = 0.9; y < high - 0.01; row += 1, y += step)
      for (let at = x[0] + (kind === 'metro' ? (row % 2) * step : 0); at < x[1]; at += wide)
        rows.push([room.at([at, y, depth]), room.at([at, Math.min(high, y + step), depth])]);
  }
  sheet.lines(rows, lighter(lit(light, look.tiles), 0.45), 1.2, 0.6);
}

/** Base units, worktop, tiles and what hangs above, along the back wall. */
export function drawKitchenRun(
  room: Room,
  x: readonly [number, number],
  look: KitchenLook,
  chance: Chance,
): void {
  const { light } = room;
  const depth = room.shape.depth;
  const z = depth - 0.62;
  drawSplash(room, x, look, chance);
  const units = Math.max(3, Math.round((x[1] - x[0]) / 0.6));
  const wide = (x[1] - x[0]) / units;
  const hob = chance.whole(1, units - 2);
  if (look.upper === 'cabinets') {
    for (let unit = 0; unit < units; unit += 1) {
      const from = x[0] + wide * unit;
      if (unit === hob) drawHood(room, from + wide / 2, depth);
      else {
        room.block({ x: [from, from + wide], y: [1.52, 2.2], z: [depth - 0.34, depth] }, look.fronts);
        room.panel(
          [from + 0.02, from + wide - 0.02],
          [1.55, 2.18],
          depth - 0.345,
          lit(light, lighter(look.fronts, 0.06)),
          0.015,
        );
        room.panel(
          [from + 0.05, from + 0.07],
          [1.6, 1.76],
          depth - 0.35,
          darker(lit(light, look.fronts), 0.35),
        );
      }
    }
  } else if (look.upper === 'shelf') {
    drawHood(room, x[0] + wide * (hob + 0.5), depth);
    for (const y of [1.62, 1.96]) {
      const from = hob < units / 2 ? x[0] + wide * (hob + 1.2) : x[0] + 0.1;
      const to = hob < units / 2 ? x[1] - 0.1 : x[0] + wide * (hob - 0.2);
      room.block({ x: [from, to], y: [y, y + 0.035], z: [depth - 0.24, depth] }, '#c39a6e');
      for (let at = from + 0.06; at < to - 0.1; at += chance.between(0.11, 0.2)) {
        const tall = chance.between(0.08, 0.2);
        room.panel(
          [at, at + chance.between(0.06, 0.09)],
          [y + 0.035, y + 0.035 + tall],
          depth - 0.14,
          lit(light, chance.pick(['#e9e1cf', '#8aa39b', '#c98a5a', '#41597a', '#ffffff', '#d8c7a6'])),
          0.02,
        );
      }
    }
  }
  room.shadow([x[0], x[1]], [z, depth], 0.7);
  room.block({ x: [x[0], x[1]], y: [0.1, 0.88], z: [z, depth] }, look.fronts);
  room.panel([x[0], x[1]], [0, 0.1], z + 0.06, shaded(light, '#41597a', 0.6));
  for (let unit = 0; unit < units; unit += 1) {
    const from = x[0] + wide * unit;
    if (unit === hob) {
      room.panel(
        [from + 0.02, from + wide - 0.02],
        [0.14, 0.84],
        z - 0.005,
        shaded(light, '#2b3b4d', 0.2),
        0.02,
      );
      room.panel(
        [from + 0.07, from + wide - 0.07],
        [0.24, 0.62],
        z - 0.01,
        light.evening ? '#e0a050' : shaded(light, '#15202d', 0.1),
        0.03,
      );
      room.panel([from + 0.08, from + wide - 0.08], [0.68, 0.7], z - 0.01, '#cfd8e0');
      continue;
    }
    const drawers = chance.maybe(0.34);
    for (const [low, high] of drawers
      ? ([
          [0.13, 0.38],
          [0.4, 0.62],
          [0.64, 0.85],
        ] as const)
      : ([[0.13, 0.85]] as const)) {
      room.panel(
        [from + 0.015, from + wide - 0.015],
        [low, high],
        z - 0.005,
        shaded(light, look.fronts, 0.16),
        0.012,
      );
      if (drawers)
        room.panel(
          [from + wide * 0.3, from + wide * 0.7],
          [high - 0.05, high - 0.035],
          z - 0.01,
          darker(lit(light, look.fronts), 0.45),
          0.006,
        );
      else
        room.panel(
          [from + wide - 0.08, from + wide - 0.06],
          [0.64, 0.8],
          z - 0.01,
          darker(lit(light, look.fronts), 0.45),
          0.006,
        );
    }
  }
  room.block(
    { x: [x[0] - 0.02, x[1] + 0.02], y: [0.88, 0.92], z: [z - 0.03, depth] },
    look.top,
    lighter(look.top, 0.2),
  );
  const sink = x[0] + wide * ((hob + 2) % units) + wide / 2;
  room.face(
    [
      [sink - 0.24, 0.922, z + 0.14],
      [sink + 0.24, 0.922, z + 0.14],
      [sink + 0.22, 0.922, depth - 0.14],
      [sink - 0.22, 0.922, depth - 0.14],
    ],
    shaded(light, '#8f9aa6', 0.5),
  );
  room.sketch(
    sink,
    0.92,
    depth - 0.1,
    null,
    (at) => `M${at(0, 0)}L${at(0, 0.24)}Q${at(0.02, 0.34)} ${at(-0.14, 0.3)}`,
    { colour: lit(light, '#aab4bd'), metres: 0.022 },
  );
  drawVase(room, x[0] + wide * ((hob + 1) % units) + wide * 0.3, 0.92, depth - 0.3, chance);
  for (const [index, tone] of ['#f2b134', '#c98a5a', '#8fb58b'].entries())
    room.disc(x[1] - 0.3 + index * 0.075, 0.97, z + 0.2, 0.045, lit(light, tone));
}

function drawHood(room: Room, x: number, depth: number): void {
  const { light } = room;
  room.block({ x: [x - 0.12, x + 0.12], y: [1.78, 2.3], z: [depth - 0.3, depth] }, '#cfd8e0');
  room.sketch(
    x,
    1.58,
    depth - 0.4,
    shaded(light, '#cfd8e0', 0.4),
    (at) => `M${at(-0.3, 0)}L${at(-0.12, 0.22)}L${at(0.12, 0.22)}L${at(0.3, 0)}Z`,
  );
  if (light.evening) room.glow(x, 1.5, depth - 0.3, 0.5, 0.7);
}

/** Units along a side wall: with those at the back they make an L. */
export function drawSideRun(
  room: Room,
  side: -1 | 1,
  z: readonly [near: number, far: number],
  look: KitchenLook,
): void {
  const { light } = room;
  const wall = side === -1 ? room.left : room.right;
  const x: readonly [number, number] = side === -1 ? [wall, wall + 0.62] : [wall - 0.62, wall];
  const face = side === -1 ? x[1] : x[0];
  room.shadow(x, z, 0.6);
  room.block({ x, y: [0.1, 0.88], z }, look.fronts);
  for (let near = z[0] + 0.02; near < z[1] - 0.1; near += 0.6) {
    const far = Math.min(z[1], near + 0.58);
    room.face(
      [
        [face, 0.13, near],
        [face, 0.85, near],
        [face, 0.85, far],
        [face, 0.13, far],
      ],
      shaded(light, lighter(look.fronts, 0.06), side === -1 ? 0.9 : 0.1),
    );
    room.stick(
      [face, 0.78, near + 0.12],
      [face, 0.78, far - 0.12],
      0.016,
      darker(lit(light, look.fronts), 0.45),
    );
  }
  room.block({ x: [x[0] - 0.01, x[1] + 0.01], y: [0.88, 0.92], z }, look.top, lighter(look.top, 0.2));
}

export function drawIsland(
  room: Room,
  x: number,
  z: number,
  width: number,
  look: KitchenLook,
  stool: Colour,
): void {
  const { light } = room;
  room.shadow([x - width / 2, x + width / 2], [z, z + 0.8]);
  room.block(
    { x: [x - width / 2 + 0.06, x + width / 2 - 0.06], y: [0.06, 0.88], z: [z + 0.16, z + 0.8] },
    mix(look.fronts, '#f4efe2', 0.3),
  );
  room.block(
    { x: [x - width / 2, x + width / 2], y: [0.88, 0.93], z: [z, z + 0.84] },
    look.top,
    lighter(look.top, 0.22),
  );
  const count = Math.max(2, Math.round(width / 0.62));
  for (let index = 0; index < count; index += 1) {
    const at = x - width / 2 + (width / count) * (index + 0.5);
    const front = z - 0.22;
    for (const dx of [-0.14, 0.14])
      room.stick(
        [at + dx * 0.8, 0.62, front],
        [at + dx * 1.2, 0, front - 0.04],
        0.026,
        shaded(light, '#2b4560', 0.2),
      );
    room.stick(
      [at - 0.15, 0.24, front - 0.03],
      [at + 0.15, 0.24, front - 0.03],
      0.02,
      shaded(light, '#2b4560', 0.2),
    );
    room.plate(at, 0.62, front, 0.18, darker(lit(light, stool), 0.25));
    room.plate(at, 0.66, front, 0.18, lit(light, stool));
  }
}
