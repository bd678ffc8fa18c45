import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawVase } from './decor.ts';

/** A sofa facing the reader; `x` is its middle, `z` its front. */
export function drawSofa(
  room: Room,
  x: number,
  z: number,
  width: number,
  colour: Colour,
  cushions: readonly Colour[],
  chance: Chance,
): void {
  const { light } = room;
  const [left, right] = [x - width / 2, x + width / 2];
  const back = z + 0.88;
  room.shadow([left, right], [z, back]);
  const cloth = (share: number) => shaded(light, colour, share);
  room.block({ x: [left + 0.04, right - 0.04], y: [0.14, 0.8], z: [back - 0.22, back] }, colour);
  room.panel([left + 0.04, right - 0.04], [0.3, 0.82], back - 0.22, cloth(0.42), 0.08);
  const seats = width > 1.3 ? (width > 1.9 ? 3 : 2) : 1;
  const inner = [left + 0.16, right - 0.16] as const;
  const wide = (inner[1] - inner[0]) / seats;
  for (let seat = 0; seat < seats; seat += 1) {
    const from = inner[0] + wide * seat;
    room.panel([from + 0.015, from + wide - 0.015], [0.36, 0.8], back - 0.3, cloth(0.16), 0.09);
  }
  room.block(
    { x: [left + 0.12, right - 0.12], y: [0.14, 0.42], z: [z + 0.04, back - 0.26] },
    colour,
    lighter(colour, 0.2),
  );
  for (let seat = 0; seat < seats; seat += 1) {
    const from = inner[0] + wide * seat;
    room.panel([from + 0.01, from + wide - 0.01], [0.26, 0.44], z + 0.02, cloth(0.12), 0.06);
  }
  room.panel([left + 0.12, right - 0.12], [0.12, 0.28], z + 0.02, cloth(0.5), 0.04);
  for (const [from, to] of [
    [left, left + 0.17],
    [right - 0.17, right],
  ] as const) {
    room.block({ x: [from, to], y: [0.12, 0.58], z: [z, back - 0.04] }, colour, lighter(colour, 0.18));
    room.panel([from, to], [0.12, 0.6], z, cloth(0.3), 0.07);
  }
  for (const leg of [left + 0.08, right - 0.12])
    room.panel([leg, leg + 0.04], [0, 0.12], z + 0.03, darker(lit(light, '#7d6857'), 0.2));
  cushions.forEach((tone, index) => {
    const at = index === 0 ? left + 0.36 : right - 0.38 - index * 0.06;
    const size = chance.between(0.2, 0.23);
    room.panel([at - size, at + size], [0.44, 0.44 + size * 1.8], z + 0.4, lit(light, tone), 0.07);
    room.panel(
      [at - size * 0.7, at + size * 0.7],
      [0.44 + size * 0.9, 0.44 + size * 0.96],
      z + 0.4,
      lighter(lit(light, tone), 0.4),
      0.01,
      0.7,
    );
  });
}

export function drawArmchair(room: Room, x: number, z: number, colour: Colour): void {
  const { light } = room;
  room.shadow([x - 0.38, x + 0.38], [z, z + 0.7], 0.8);
  const wood = lit(light, '#a9805a');
  for (const leg of [-0.3, 0.27]) room.stick([x + leg, 0.26, z + 0.05], [x + leg * 1.15, 0, z], 0.035, wood);
  room.panel([x - 0.36, x + 0.36], [0.34, 0.92], z + 0.6, shaded(light, colour, 0.5), 0.16);
  room.panel([x - 0.3, x + 0.3], [0.38, 0.84], z + 0.52, shaded(light, colour, 0.12), 0.14);
  room.block(
    { x: [x - 0.36, x + 0.36], y: [0.22, 0.42], z: [z + 0.04, z + 0.6] },
    colour,
    lighter(colour, 0.18),
  );
  room.panel([x - 0.36, x + 0.36], [0.22, 0.44], z + 0.03, shaded(light, colour, 0.24), 0.07);
  for (const side of [-0.4, 0.33])
    room.panel([x + side, x + side + 0.08], [0.3, 0.62], z + 0.02, shaded(light, colour, 0.4), 0.04);
}

type Rug = 'plain' | 'striped' | 'round' | 'lozenges' | 'blocks' | 'berber';

export const RUGS: readonly Rug[] = ['plain', 'striped', 'round', 'lozenges', 'blocks', 'berber'];

export function drawRug(
  room: Room,
  x: readonly [number, number],
  z: readonly [number, number],
  colour: Colour,
  kind: Rug,
  accent: Colour,
): void {
  const { light } = room;
  const base = lit(light, colour);
  if (kind === 'round') {
    const radius = Math.min(x[1] - x[0], z[1] - z[0]) / 2;
    const [cx, cz] = [(x[0] + x[1]) / 2, (z[0] + z[1]) / 2];
    room.plate(cx, 0, cz, radius, base, 0.95);
    room.plate(cx, 0, cz, radius * 0.86, lit(light, accent), 0.5);
    room.plate(cx, 0, cz, radius * 0.8, base);
    return;
  }
  room.face(
    [
      [x[0], 0, z[0]],
      [x[1], 0, z[0]],
      [x[1], 0, z[1]],
      [x[0], 0, z[1]],
    ],
    base,
    0.96,
  );
  if (kind === 'striped') {
    const bands = 7;
    for (let band = 0; band < bands; band += 2) {
      const from = z[0] + ((z[1] - z[0]) / bands) * (band + 0.5);
      room.face(
        [
          [x[0], 0, from],
          [x[1], 0, from],
          [x[1], 0, from + 0.12],
          [x[0], 0, from + 0.12],
        ],
        lit(light, accent),
        0.55,
      );
    }
    return;
  }
  if (kind === 'lozenges' || kind === 'berber') {
    const rows = kind === 'berber' ? 3 : 2;
    const columns = kind === 'berber' ? 4 : 3;
    const [w, d] = [(x[1] - x[0]) / columns, (z[1] - z[0]) / rows];
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const [mx, mz] = [x[0] + w * (column + 0.5), z[0] + d * (row + 0.5)];
        const diamond = (share: number): (readonly [number, number, number])[] => [
          [mx, 0, mz - d * 0.5 * share],
          [mx + w * 0.5 * share, 0, mz],
          [mx, 0, mz + d * 0.5 * share],
          [mx - w * 0.5 * share, 0, mz],
        ];
        if (kind === 'berber') {
          room.face(diamond(0.98), shaded(light, '#55606c', 0.2), 0.6);
          room.face(diamond(0.86), base);
        } else {
          room.face(diamond(0.92), lit(light, accent), 0.55);
          room.face(diamond(0.56), lighter(base, 0.2));
        }
      }
    return;
  }
  if (kind === 'blocks') {
    const split = x[0] + (x[1] - x[0]) * 0.42;
    const half = z[0] + (z[1] - z[0]) * 0.55;
    room.face(
      [
        [x[0], 0, z[0]],
        [split, 0, z[0]],
        [split, 0, half],
        [x[0], 0, half],
      ],
      lit(light, accent),
      0.5,
    );
    room.face(
      [
        [split, 0, half],
        [x[1], 0, half],
        [x[1], 0, z[1]],
        [split, 0, z[1]],
      ],
      darker(base, 0.18),
      0.8,
    );
    room.plate(
      (x[0] + x[1]) / 2,
      0,
      (z[0] + z[1]) / 2,
      Math.min(x[1] - x[0], z[1] - z[0]) * 0.24,
      lighter(base, 0.4),
      0.9,
    );
    return;
  }
  const edge = 0.12;
  room.face(
    [
      [x[0] + edge, 0, z[0] + edge],
      [x[1] - edge, 0, z[0] + edge],
      [x[1] - edge, 0, z[1] - edge],
      [x[0] + edge, 0, z[1] - edge],
    ],
    lighter(base, 0.22),
    0.8,
  );
}

export function drawCoffeeTable(room: Room, x: number, z: number, colour: Colour, chance: Chance): void {
  const { light } = room;
  const kind = room.taste.pick(['round', 'block', 'slab', 'pair'] as const);
  room.shadow([x - 0.42, x + 0.42], [z - 0.3, z + 0.3], 0.7);
  if (kind === 'block' || kind === 'slab') {
    const legs = darker(lit(light, colour), 0.35);
    if (kind === 'slab')
      for (const dx of [-0.5, 0.46]) {
        room.panel([x + dx, x + dx + 0.04], [0, 0.34], z - 0.26, legs);
        room.panel([x + dx, x + dx + 0.04], [0, 0.34], z + 0.24, legs);
      }
    room.block(
      { x: [x - 0.56, x + 0.56], y: kind === 'slab' ? [0.33, 0.38] : [0.06, 0.34], z: [z - 0.3, z + 0.3] },
      colour,
      lighter(colour, 0.3),
    );
    room.panel([x - 0.3, x], [0.38, 0.41], z, lit(light, '#f4efe2'), 0.004);
    room.panel(
      [x - 0.27, x - 0.04],
      [0.41, 0.44],
      z,
      lit(light, chance.pick(['#0f7378', '#b8420f', '#f2b134', '#41597a'])),
      0.004,
    );
    drawVase(room, x + 0.26, 0.37, z, chance);
    return;
  }
  if (kind === 'pair') {
    room.plate(x + 0.42, 0.28, z - 0.1, 0.28, shaded(light, '#2b4560', 0.3));
    room.stick([x + 0.42, 0.27, z - 0.1], [x + 0.42, 0, z - 0.1], 0.05, shaded(light, '#2b4560', 0.5));
  }
  for (const [dx, dz] of [
    [-0.3, 0.16],
    [0.3, 0.16],
    [0, -0.24],
  ] as const)
    room.stick(
      [x + dx * 0.7, 0.34, z + dz * 0.7],
      [x + dx, 0, z + dz],
      0.03,
      darker(lit(light, colour), 0.35),
    );
  room.plate(x, 0.33, z, 0.46, darker(lit(light, colour), 0.22));
  room.plate(x, 0.37, z, 0.46, lighter(lit(light, colour), 0.08));
  room.panel([x - 0.2, x + 0.06], [0.37, 0.4], z, lit(light, '#f4efe2'), 0.004);
  room.panel(
    [x - 0.17, x + 0.02],
    [0.4, 0.43],
    z,
    lit(light, chance.pick(['#0f7378', '#b8420f', '#f2b134', '#41597a'])),
    0.004,
  );
  drawVase(room, x + 0.2, 0.37, z, chance);
}

/** A table and its chairs; `near` puts two more between the table and the reader. */
export function drawTableAndChairs(
  room: Room,
  x: number,
  z: number,
  wood: Colour,
  seat: Colour,
  near = false,
): void {
  const { light } = room;
  const back = room.taste.pick(['panel', 'ladder', 'bent'] as const);
  const round = !near && room.taste.maybe(0.35);
  room.shadow([x - 0.8, x + 0.8], [z, z + 0.8]);
  const chair = (cx: number, cz: number, tone: Colour) => {
    const wooden = darker(lit(light, wood), 0.3);
    for (const dx of [-0.18, 0.16]) room.stick([cx + dx, 0.46, cz], [cx + dx, 0, cz], 0.03, wooden);
    if (back === 'panel')
      room.panel([cx - 0.22, cx + 0.22], [0.56, 0.92], cz + 0.02, shaded(light, tone, 0.3), 0.07);
    else if (back === 'ladder') {
      for (const dx of [-0.2, 0.18])
        room.stick([cx + dx, 0.46, cz + 0.02], [cx + dx, 0.94, cz + 0.02], 0.03, wooden);
      for (const y of [0.6, 0.72, 0.84])
        room.panel([cx - 0.2, cx + 0.2], [y, y + 0.05], cz + 0.02, wooden, 0.02);
    } else
      room.sketch(
        cx,
        0.48,
        cz,
        null,
        (at) => `M${at(-0.2, 0)}C${at(-0.24, 0.5)} ${at(0.24, 0.5)} ${at(0.2, 0)}M${at(0, 0)}L${at(0, 0.36)}`,
        {
          colour: wooden,
          metres: 0.035,
        },
      );
    room.panel([cx - 0.23, cx + 0.23], [0.43, 0.5], cz - 0.02, lit(light, tone), 0.03);
  };
  const set = () => {
    drawBowl(room, x + room.taste.between(-0.2, 0.2), round ? 0.77 : 0.76, z + 0.4);
    if (!near) return;
    for (const dx of [-0.46, 0.4]) chair(x + dx, z - 0.3, lighter(seat, 0.06));
  };
  if (round) {
    for (const dx of [-0.5, 0.5]) chair(x + dx, z + 0.86, seat);
    room.stick([x, 0.72, z + 0.4], [x, 0.03, z + 0.4], 0.09, darker(lit(light, wood), 0.25));
    room.plate(x, 0.03, z + 0.4, 0.3, darker(lit(light, wood), 0.3));
    room.plate(x, 0.72, z + 0.4, 0.66, darker(lit(light, wood), 0.2));
    room.plate(x, 0.76, z + 0.4, 0.66, lighter(lit(light, wood), 0.14));
    set();
    return;
  }
  for (const dx of [-0.42, 0.42]) chair(x + dx, z + 0.96, seat);
  for (const dx of [-0.72, 0.68])
    room.stick([x + dx, 0.72, z + 0.06], [x + dx, 0, z + 0.06], 0.05, darker(lit(light, wood), 0.25));
  room.block({ x: [x - 0.8, x + 0.8], y: [0.71, 0.76], z: [z, z + 0.8] }, wood, lighter(wood, 0.2));
  set();
}

/** A bowl of fruit. */
function drawBowl(room: Room, x: number, y: number, z: number): void {
  const { light } = room;
  for (const [dx, tone] of [
    [-0.07, '#f2b134'],
    [0.06, '#c98a5a'],
    [0, '#8fb58b'],
  ] as const)
    room.disc(x + dx, y + 0.12, z, 0.06, lit(light, tone));
  room.sketch(
    x,
    y,
    z,
    lit(light, room.taste.pick(['#e9e1cf', '#8aa39b', '#41597a', '#c98a5a'])),
    (at) =>
      `M${at(-0.17, 0.1)}C${at(-0.14, 0)} ${at(-0.06, 0)} ${at(0, 0)}C${at(0.06, 0)} ${at(0.14, 0)} ${at(0.17, 0.1)}Z`,
  );
}
