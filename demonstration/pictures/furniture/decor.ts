import type { Chance } from '../../chance.ts';
import { lit, shaded } from '../light.ts';
import { lighter, mix } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

/** A vase with three stems. */
export function drawVase(room: Room, x: number, y: number, z: number, chance: Chance): void {
  const { light } = room;
  const clay = lit(light, chance.pick(['#e9e1cf', '#8aa39b', '#c98a5a', '#41597a']));
  for (const lean of [-0.1, 0.02, 0.12]) {
    room.sketch(x, y + 0.12, z, null, (at) => `M${at(0, 0)}Q${at(lean * 0.2, 0.14)} ${at(lean, 0.24)}`, {
      colour: lit(light, '#5f8d76'),
      metres: 0.008,
    });
    room.disc(
      x + lean,
      y + 0.38,
      z,
      0.026,
      lit(light, chance.pick(['#f2b134', '#e9b7a0', '#ffffff', '#d9764a'])),
    );
    room.disc(x + lean * 0.6, y + 0.27, z, 0.02, lit(light, '#6f9a7f'));
  }
  room.sketch(
    x,
    y,
    z,
    clay,
    (at) =>
      `M${at(-0.04, 0)}C${at(-0.1, 0.06)} ${at(-0.06, 0.12)} ${at(-0.03, 0.17)}L${at(0.03, 0.17)}C${at(0.06, 0.12)} ${at(0.1, 0.06)} ${at(0.04, 0)}Z`,
  );
}

/** Shelves with books against the back wall. */
export function drawShelves(room: Room, x: number, width: number, height: number, chance: Chance): void {
  const { light } = room;
  const z = room.shape.depth - 0.34;
  const wood = chance.pick(['#c9a878', '#e9e1cf', '#8a6a4c']);
  room.shadow([x - width / 2, x + width / 2], [z, room.shape.depth], 0.8);
  room.block({ x: [x - width / 2, x + width / 2], y: [0, height], z: [z, room.shape.depth] }, wood);
  const rows = Math.round(height / 0.38);
  for (let row = 0; row < rows; row += 1) {
    const low = (height / rows) * row + 0.03;
    const high = (height / rows) * (row + 1) - 0.02;
    room.panel([x - width / 2 + 0.03, x + width / 2 - 0.03], [low, high], z, shaded(light, wood, 1.9));
    let at = x - width / 2 + 0.05;
    while (at < x + width / 2 - 0.1) {
      if (chance.maybe(0.16)) {
        at += chance.between(0.08, 0.2);
        continue;
      }
      const thick = chance.between(0.025, 0.06);
      room.panel(
        [at, at + thick],
        [low, low + (high - low) * chance.between(0.6, 0.92)],
        z - 0.01,
        lit(
          light,
          chance.pick([
            '#0f7378',
            '#b8603f',
            '#41597a',
            '#e9e1cf',
            '#f2b134',
            '#8aa39b',
            '#7a2f2f',
            '#cfd8e0',
          ]),
        ),
      );
      at += thick + 0.006;
    }
  }
}

/** A marble mantelpiece and its mirror, as old flats have. */
export function drawFireplace(room: Room, x: number, chance: Chance): void {
  const { light } = room;
  const z = room.shape.depth - 0.28;
  const marble = chance.pick(['#e6e1d8', '#d8d3cc', '#cfc6bb']);
  room.panel(
    [x - 0.52, x + 0.52],
    [1.12, Math.min(2.36, room.shape.height - 0.3)],
    room.shape.depth - 0.02,
    lit(light, '#d3b06a'),
    0.06,
  );
  const glass = room.sheet.gradient(
    [300, 120],
    [560, 330],
    [
      [0, lit(light, '#e3e6e2')],
      [0.5, lit(light, '#c3d0d2')],
      [1, shaded(light, '#e6e0d4', 0.5)],
    ],
  );
  room.panel(
    [x - 0.46, x + 0.46],
    [1.17, Math.min(2.3, room.shape.height - 0.36)],
    room.shape.depth - 0.03,
    glass,
    0.04,
  );
  room.shadow([x - 0.7, x + 0.7], [z, room.shape.depth], 0.6);
  room.block({ x: [x - 0.66, x + 0.66], y: [0, 1.02], z: [z, room.shape.depth] }, marble);
  room.block(
    { x: [x - 0.74, x + 0.74], y: [1.02, 1.1], z: [z - 0.05, room.shape.depth] },
    lighter(marble, 0.2),
  );
  room.panel([x - 0.42, x + 0.42], [0, 0.76], z, shaded(light, '#3a3f48', 0.3), 0.04);
  room.panel(
    [x - 0.36, x + 0.36],
    [0, 0.66],
    z - 0.01,
    light.evening ? '#e08a3c' : shaded(light, '#20262e', 0.2),
    0.04,
  );
  room.panel([x - 0.6, x - 0.5], [0.06, 0.94], z - 0.01, lighter(lit(light, marble), 0.3), 0.01, 0.7);
  room.panel(
    [x + 0.5, x + 0.6],
    [0.06, 0.94],
    z - 0.01,
    mix(lit(light, marble), light.shade, 0.14),
    0.01,
    0.7,
  );
  drawVase(room, x - 0.46, 1.1, z + 0.06, chance);
}

export function drawRadiator(room: Room, x: number, width: number): void {
  const { light } = room;
  const z = room.shape.depth - 0.1;
  const count = Math.round(width / 0.09);
  for (let index = 0; index < count; index += 1) {
    const left = x - width / 2 + (width / count) * index;
    room.panel([left, left + width / count - 0.02], [0.14, 0.66], z, shaded(light, '#efece4', 0.2), 0.02);
  }
}
