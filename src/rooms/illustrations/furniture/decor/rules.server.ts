import type { Chance } from '../../chance/contract.ts';
import { lit, shaded } from '../../light/rules.server.ts';
import { darker, lighter, mix } from '../../paint/rules.server.ts';
import { Room } from '../../perspective/rules.server.ts';

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

/** A tall plant in its pot. */
export function drawPlant(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  const pot = chance.pick(['#b9664a', '#e9e1cf', '#8f9a9c', '#2b4560']);
  room.shadow([x - 0.18, x + 0.18], [z - 0.14, z + 0.16], 0.9);
  const dark = shaded(light, '#2f6b5a', 0.4);
  const leaves = 11;
  for (let index = 0; index < leaves; index += 1) {
    const side = index % 2 === 0 ? -1 : 1;
    const share = index / (leaves - 1);
    const up = 0.34 + (height - 0.5) * (0.12 + 0.88 * share);
    const spread = Math.min(1, height / 1.2);
    const out = side * (0.44 - 0.26 * share) * spread * chance.between(0.7, 1.1);
    const size = (0.2 + 0.1 * (1 - share)) * spread ** 1.4;
    room.sketch(
      x,
      0.34,
      z,
      null,
      (at) => `M${at(0, 0)}Q${at(out * 0.2, (up - 0.34) * 0.7)} ${at(out * 0.7, up - 0.34)}`,
      { colour: dark, metres: 0.012 },
    );
    const tone = lit(light, chance.pick(['#3f7f6d', '#4c8f74', '#2f6b5a', '#6fa283']));
    const lean = side * size * 1.1;
    room.sketch(
      x + out * 0.7,
      up,
      z,
      tone,
      (at) =>
        `M${at(0, 0)}C${at(lean * 0.1, size * 0.8)} ${at(lean * 0.9, size * 0.8)} ${at(lean * 1.3, size * 0.1)}C${at(lean * 0.9, -size * 0.3)} ${at(lean * 0.3, -size * 0.34)} ${at(0, 0)}Z`,
    );
    room.sketch(
      x + out * 0.7,
      up,
      z,
      null,
      (at) => `M${at(0, 0)}Q${at(lean * 0.6, size * 0.3)} ${at(lean * 1.2, size * 0.12)}`,
      { colour: lighter(tone, 0.25), metres: 0.007 },
    );
  }
  room.sketch(
    x,
    0,
    z,
    lit(light, pot),
    (at) => `M${at(-0.19, 0.36)}L${at(0.19, 0.36)}L${at(0.14, 0)}L${at(-0.14, 0)}Z`,
  );
  room.sketch(
    x,
    0,
    z,
    light.shade,
    (at) => `M${at(0.05, 0.36)}L${at(0.19, 0.36)}L${at(0.14, 0)}L${at(0.04, 0)}Z`,
  );
  room.sketch(
    x,
    0,
    z,
    lit(light, pot),
    (at) => `M${at(0.05, 0.36)}L${at(0.19, 0.36)}L${at(0.14, 0)}L${at(0.04, 0)}Z`,
  );
  room.plate(x, 0.36, z, 0.19, darker(lit(light, pot), 0.35));
}

/** A framed picture on the back wall: flat shapes, no words. */
export function drawFrame(
  room: Room,
  x: number,
  y: number,
  width: number,
  height: number,
  chance: Chance,
): void {
  const { light } = room;
  const z = room.shape.depth - 0.02;
  room.panel(
    [x - width / 2 + 0.03, x + width / 2 + 0.05],
    [y - height / 2 - 0.04, y + height / 2 - 0.02],
    z,
    light.shade,
    0,
    light.depth * 0.7,
  );
  room.panel(
    [x - width / 2, x + width / 2],
    [y - height / 2, y + height / 2],
    z,
    lit(light, chance.pick(['#2b4560', '#c9a878', '#f4efe2'])),
  );
  const paper = {
    x: [x - width / 2 + 0.025, x + width / 2 - 0.025],
    y: [y - height / 2 + 0.025, y + height / 2 - 0.025],
  } as const;
  room.panel(paper.x, paper.y, z, lit(light, '#f6f1e4'));
  const tones = chance.shuffle(['#0f7378', '#f2b134', '#b8603f', '#41597a', '#8aa39b', '#e3b48f']);
  const span = Math.min(width, height);
  const kind = chance.whole(0, 2);
  if (kind === 0) {
    room.disc(x + width * 0.1, y + height * 0.12, z, span * 0.18, lit(light, tones[0]!));
    room.sketch(
      x,
      y - height / 2 + 0.03,
      z,
      lit(light, tones[1]!),
      (at) =>
        `M${at(-width * 0.38, 0)}Q${at(-width * 0.1, height * 0.46)} ${at(width * 0.38, height * 0.16)}L${at(width * 0.38, 0)}Z`,
    );
    room.sketch(
      x,
      y - height / 2 + 0.03,
      z,
      lit(light, tones[2]!),
      (at) =>
        `M${at(-width * 0.38, 0)}L${at(-width * 0.38, height * 0.14)}Q${at(width * 0.1, height * 0.34)} ${at(width * 0.38, 0)}Z`,
    );
  } else if (kind === 1) {
    for (const [dx, dy, r, tone] of [
      [-0.14, 0.12, 0.16, 0],
      [0.12, -0.02, 0.2, 1],
      [-0.06, -0.2, 0.13, 2],
    ] as const)
      room.disc(x + dx * span, y + dy * span, z, r * span, lit(light, tones[tone]!), 0.88);
  } else {
    for (const [index, share] of [0.2, 0.42, 0.64].entries())
      room.panel(
        [x - width * 0.26, x + width * 0.26],
        [y - height / 2 + height * share, y - height / 2 + height * (share + 0.14)],
        z,
        lit(light, tones[index]!),
        0.03,
      );
  }
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
