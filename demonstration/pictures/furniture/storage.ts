import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawVase } from './decor.ts';
import { drawTrailing } from './greenery.ts';

const BOOKS = [
  '#0f7378',
  '#b8603f',
  '#41597a',
  '#e9e1cf',
  '#f2b134',
  '#8aa39b',
  '#7a2f2f',
  '#cfd8e0',
] as const;

/** A long low cabinet on thin legs against the back wall; what stands on it is drawn. */
export function drawSideboard(room: Room, x: number, width: number, wood: Colour, chance: Chance): void {
  const { light } = room;
  const z = room.shape.depth - 0.42;
  const [left, right] = [x - width / 2, x + width / 2];
  room.shadow([left, right], [z, room.shape.depth], 0.7);
  for (const leg of [left + 0.08, right - 0.12])
    room.panel([leg, leg + 0.04], [0, 0.2], z + 0.04, darker(lit(light, wood), 0.4));
  room.block({ x: [left, right], y: [0.18, 0.74], z: [z, room.shape.depth] }, wood, lighter(wood, 0.24));
  const doors = Math.max(2, Math.round(width / 0.5));
  const wide = width / doors;
  const cane = chance.maybe(0.3);
  for (let door = 0; door < doors; door += 1) {
    const from = left + wide * door;
    const face = cane && door % 2 === 0 ? '#e3d2ad' : lighter(wood, 0.08);
    room.panel([from + 0.02, from + wide - 0.02], [0.21, 0.71], z - 0.005, shaded(light, face, 0.24), 0.01);
    room.disc(
      door % 2 === 0 ? from + wide - 0.06 : from + 0.06,
      0.48,
      z - 0.01,
      0.016,
      darker(lit(light, wood), 0.5),
    );
  }
  drawBooksFlat(room, left + 0.26, 0.74, z + 0.16, chance);
  if (chance.maybe(0.5)) drawTableLamp(room, right - 0.28, 0.74, z + 0.2, light.evening);
  else drawVase(room, right - 0.26, 0.74, z + 0.18, chance);
}

/** A low bench under a screen that is off. */
export function drawScreen(room: Room, x: number, width: number, wood: Colour): void {
  const { light } = room;
  const z = room.shape.depth - 0.38;
  room.shadow([x - width / 2, x + width / 2], [z, room.shape.depth], 0.7);
  room.block(
    { x: [x - width / 2, x + width / 2], y: [0.12, 0.42], z: [z, room.shape.depth] },
    wood,
    lighter(wood, 0.24),
  );
  for (let door = 0; door < 3; door += 1)
    room.panel(
      [x - width / 2 + (width / 3) * door + 0.02, x - width / 2 + (width / 3) * (door + 1) - 0.02],
      [0.15, 0.39],
      z - 0.005,
      shaded(light, lighter(wood, 0.1), 0.24),
      0.01,
    );
  const w = Math.min(1.2, width * 0.72);
  room.panel([x - w / 2, x + w / 2], [0.72, 0.72 + w * 0.57], room.shape.depth - 0.06, '#1d2733', 0.02);
  room.face(
    [
      [x - w * 0.42, 0.76, room.shape.depth - 0.07],
      [x - w * 0.1, 0.76, room.shape.depth - 0.07],
      [x + w * 0.14, 0.7 + w * 0.55, room.shape.depth - 0.07],
      [x - w * 0.18, 0.7 + w * 0.55, room.shape.depth - 0.07],
    ],
    '#ffffff',
    0.07,
  );
}

function drawBooksFlat(room: Room, x: number, y: number, z: number, chance: Chance): void {
  const { light } = room;
  for (let index = 0; index < 3; index += 1) {
    const half = 0.15 - index * 0.02;
    room.panel(
      [x - half, x + half],
      [y + index * 0.035, y + index * 0.035 + 0.032],
      z,
      lit(light, chance.pick(BOOKS)),
      0.004,
    );
  }
}

function drawTableLamp(room: Room, x: number, y: number, z: number, on: boolean): void {
  const { light } = room;
  const base = lit(light, room.taste.pick(['#c98a5a', '#e9e1cf', '#0f7378', '#8aa39b']));
  room.sketch(
    x,
    y,
    z,
    base,
    (at) =>
      `M${at(-0.06, 0)}C${at(-0.12, 0.08)} ${at(-0.08, 0.16)} ${at(-0.015, 0.2)}L${at(0.015, 0.2)}C${at(0.08, 0.16)} ${at(0.12, 0.08)} ${at(0.06, 0)}Z`,
  );
  room.sketch(
    x,
    y + 0.2,
    z,
    on ? '#ffe9b8' : lit(light, '#efe6d2'),
    (at) => `M${at(-0.15, 0)}L${at(-0.1, 0.2)}L${at(0.1, 0.2)}L${at(0.15, 0)}Z`,
  );
  if (on) room.glow(x, y + 0.28, z, 0.7, 0.9);
}

/** Two or three boards on the wall, a few things on each. */
export function drawWallShelves(room: Room, x: number, width: number, low: number, chance: Chance): void {
  const { light } = room;
  const z = room.shape.depth;
  const wood = chance.pick(['#c9a878', '#e9e1cf', '#8a6a4c']);
  const rows = chance.whole(2, 3);
  for (let row = 0; row < rows; row += 1) {
    const y = low + row * 0.38;
    const shift = chance.between(-0.1, 0.1) * width;
    const [from, to] = [x - width / 2 + Math.max(0, shift), x + width / 2 + Math.min(0, shift)];
    room.block({ x: [from, to], y: [y, y + 0.03], z: [z - 0.24, z] }, wood);
    let at = from + 0.06;
    while (at < to - 0.14) {
      const what = chance.next();
      if (what < 0.55) {
        const thick = chance.between(0.03, 0.055);
        room.panel(
          [at, at + thick],
          [y + 0.03, y + 0.03 + chance.between(0.16, 0.26)],
          z - 0.2,
          lit(light, chance.pick(BOOKS)),
        );
        at += thick + 0.006;
      } else if (what < 0.68) {
        const tone = chance.pick(['#e9e1cf', '#c98a5a', '#8aa39b', '#41597a']);
        room.disc(at + 0.07, y + 0.1, z - 0.2, 0.07, lit(light, tone));
        at += 0.18;
      } else at += chance.between(0.1, 0.24);
    }
    if (chance.maybe(0.4)) drawTrailing(room, to - 0.16, y + 0.12, z - 0.16, chance);
  }
}

/** A table to work at, its chair and its lamp, against the back wall. */
export function drawDesk(
  room: Room,
  x: number,
  width: number,
  wood: Colour,
  seat: Colour,
  chance: Chance,
): void {
  const { light } = room;
  const z = room.shape.depth - 0.66;
  const [left, right] = [x - width / 2, x + width / 2];
  room.shadow([left, right], [z, room.shape.depth], 0.6);
  for (const leg of [left + 0.04, right - 0.1]) {
    room.stick([leg + 0.03, 0.72, z + 0.06], [leg, 0, z + 0.02], 0.04, darker(lit(light, wood), 0.3));
    room.stick(
      [leg + 0.03, 0.72, room.shape.depth - 0.08],
      [leg + 0.03, 0, room.shape.depth - 0.06],
      0.035,
      darker(lit(light, wood), 0.4),
    );
  }
  room.block({ x: [left, right], y: [0.71, 0.76], z: [z, room.shape.depth] }, wood, lighter(wood, 0.26));
  if (chance.maybe(0.6))
    room.block(
      { x: [right - 0.42, right - 0.04], y: [0.4, 0.71], z: [z + 0.05, room.shape.depth - 0.06] },
      lighter(wood, 0.12),
    );
  const screen = x - width * 0.08;
  room.panel(
    [screen - 0.03, screen + 0.03],
    [0.76, 0.88],
    room.shape.depth - 0.3,
    shaded(light, '#8f9aa6', 0.4),
  );
  room.panel([screen - 0.3, screen + 0.3], [0.86, 1.22], room.shape.depth - 0.3, '#22303f', 0.02);
  room.panel(
    [screen - 0.28, screen + 0.28],
    [0.88, 1.2],
    room.shape.depth - 0.305,
    lit(light, chance.pick(['#cfe0de', '#e6ebf0', '#f3e6cf'])),
    0.01,
  );
  room.panel(
    [screen - 0.2, screen + 0.1],
    [1.02, 1.1],
    room.shape.depth - 0.31,
    lit(light, '#0f7378'),
    0.01,
    0.8,
  );
  drawTableLamp(room, right - 0.2, 0.76, room.shape.depth - 0.3, light.evening);
  drawBooksFlat(room, left + 0.2, 0.76, z + 0.26, chance);
  const cx = x - 0.05;
  const front = z - 0.22;
  room.shadow([cx - 0.22, cx + 0.22], [front - 0.2, front + 0.2], 0.7);
  for (const dx of [-0.2, 0.2])
    room.stick(
      [cx + dx * 0.8, 0.46, front],
      [cx + dx, 0, front - 0.03],
      0.032,
      darker(lit(light, wood), 0.35),
    );
  room.plate(cx, 0.46, front, 0.23, darker(lit(light, seat), 0.2));
  room.panel([cx - 0.23, cx + 0.23], [0.54, 0.88], front - 0.16, shaded(light, seat, 0.24), 0.1);
}

/** Hooks, coats, a bench and shoes: the wall of an entrance. */
export function drawCoats(room: Room, x: number, width: number, wood: Colour, chance: Chance): void {
  const { light } = room;
  const z = room.shape.depth - 0.08;
  const [left, right] = [x - width / 2, x + width / 2];
  room.panel([left, right], [1.66, 1.74], z, lit(light, wood), 0.02);
  const hooks = Math.max(3, Math.round(width / 0.26));
  for (let index = 0; index < hooks; index += 1) {
    const at = left + (width / hooks) * (index + 0.5);
    room.disc(at, 1.68, z - 0.03, 0.022, shaded(light, '#2b4560', 0.2));
    if (chance.maybe(0.36)) continue;
    const tone = chance.pick(['#41597a', '#b8603f', '#0f7378', '#e3d2ad', '#7a2f2f', '#f2b134']);
    const drop = chance.between(0.6, 0.86);
    room.sketch(
      at,
      1.66,
      z - 0.05,
      lit(light, tone),
      (put) =>
        `M${put(-0.03, 0)}C${put(-0.12, -0.06)} ${put(-0.14, -0.2)} ${put(-0.15, -drop)}L${put(0.15, -drop)}C${put(0.14, -0.2)} ${put(0.12, -0.06)} ${put(0.03, 0)}Z`,
    );
    room.sketch(at, 1.66, z - 0.055, null, (put) => `M${put(0, -0.06)}L${put(0.01, -drop)}`, {
      colour: darker(lit(light, tone), 0.25),
      metres: 0.012,
    });
  }
  room.shadow([left, right], [z - 0.36, z], 0.6);
  for (const leg of [left + 0.06, right - 0.1])
    room.panel([leg, leg + 0.04], [0, 0.42], z - 0.34, darker(lit(light, wood), 0.3));
  room.block({ x: [left, right], y: [0.42, 0.47], z: [z - 0.36, z] }, wood, lighter(wood, 0.24));
  for (const [dx, tone] of [
    [0.2, '#8a5a44'],
    [0.36, '#8a5a44'],
    [0.7, '#41597a'],
    [0.84, '#41597a'],
  ] as const)
    if (left + dx < right - 0.1)
      room.panel([left + dx, left + dx + 0.1], [0.01, 0.1], z - 0.2, lit(light, tone), 0.03);
}
