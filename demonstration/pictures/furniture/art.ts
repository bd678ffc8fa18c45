import type { Chance } from '../../chance.ts';
import { lit, shaded } from '../light.ts';
import { lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

const INKS = [
  '#0f7378',
  '#f2b134',
  '#b8603f',
  '#41597a',
  '#8aa39b',
  '#e3b48f',
  '#2b4560',
  '#d99a8a',
] as const;

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
  const edge = chance.pick(['#2b4560', '#c9a878', '#f4efe2', '#8a6546']);
  room.panel(
    [x - width / 2 + 0.03, x + width / 2 + 0.05],
    [y - height / 2 - 0.04, y + height / 2 - 0.02],
    z,
    light.shade,
    0,
    light.depth * 0.7,
  );
  room.panel([x - width / 2, x + width / 2], [y - height / 2, y + height / 2], z, lit(light, edge));
  const [hw, hh] = [width / 2 - 0.025, height / 2 - 0.025];
  room.panel([x - hw, x + hw], [y - hh, y + hh], z, lit(light, '#f6f1e4'));
  const tones = chance.shuffle(INKS).map((tone) => lit(light, tone));
  const margin = chance.maybe(0.5) ? 0.78 : 0.96;
  PICTURES[chance.whole(0, PICTURES.length - 1)]!(room, x, y, hw * margin, hh * margin, z, tones, chance);
}

type Picture = (
  room: Room,
  x: number,
  y: number,
  hw: number,
  hh: number,
  z: number,
  tones: readonly string[],
  chance: Chance,
) => void;

const PICTURES: readonly Picture[] = [
  /** Hills and a sun. */
  (room, x, y, hw, hh, z, tones, chance) => {
    room.panel([x - hw, x + hw], [y - hh, y + hh], z, lighter(tones[3]!, 0.72));
    const sun = Math.min(hw, hh) * chance.between(0.22, 0.36);
    room.disc(x + hw * chance.between(-0.5, 0.5), y + hh * 0.3, z, sun, tones[0]!);
    for (const [index, up] of [0.05, -0.3, -0.62].entries()) {
      const bend = chance.between(-0.3, 0.4);
      room.sketch(
        x,
        y,
        z,
        tones[index + 1]!,
        (at) =>
          `M${at(-hw, -hh)}L${at(-hw, hh * up)}Q${at(-hw * 0.2, hh * (up + bend))} ${at(hw, hh * (up - bend * 0.5))}L${at(hw, -hh)}Z`,
      );
    }
  },
  /** Rounds that overlap. */
  (room, x, y, hw, hh, z, tones, chance) => {
    const span = Math.min(hw, hh);
    for (let index = 0; index < 3; index += 1)
      room.disc(
        x + span * chance.between(-0.4, 0.4),
        y + span * chance.between(-0.5, 0.5),
        z,
        span * chance.between(0.26, 0.46),
        tones[index]!,
        0.86,
      );
  },
  /** Bands. */
  (room, x, y, hw, hh, z, tones, chance) => {
    const bands = chance.whole(3, 5);
    for (let index = 0; index < bands; index += 1)
      room.panel(
        [x - hw * 0.82, x + hw * (chance.maybe(0.5) ? 0.82 : 0.4)],
        [y - hh * 0.8 + (hh * 1.6 * index) / bands, y - hh * 0.8 + (hh * 1.6 * (index + 0.62)) / bands],
        z,
        tones[index]!,
        0.02,
      );
  },
  /** A branch. */
  (room, x, y, hw, hh, z, tones) => {
    const ink = tones[0]!;
    room.sketch(
      x,
      y,
      z,
      null,
      (at) => `M${at(-hw * 0.2, -hh * 0.9)}Q${at(hw * 0.3, 0)} ${at(0, hh * 0.85)}`,
      {
        colour: ink,
        metres: 0.014,
      },
    );
    for (let index = 0; index < 8; index += 1) {
      const side = index % 2 === 0 ? 1 : -1;
      const up = hh * (-0.6 + index * 0.18);
      const size = Math.min(hw, hh) * 0.34;
      room.sketch(
        x + hw * 0.06,
        y + up,
        z,
        index % 3 === 0 ? tones[1]! : ink,
        (at) =>
          `M${at(0, 0)}Q${at(side * size * 0.5, size * 0.8)} ${at(side * size * 1.3, size * 0.5)}Q${at(side * size * 0.8, -size * 0.2)} ${at(0, 0)}Z`,
      );
    }
  },
  /** Paper cut-outs: an arch, a block, a round. */
  (room, x, y, hw, hh, z, tones, chance) => {
    room.panel([x - hw, x + hw], [y - hh, y + hh], z, lighter(tones[0]!, 0.6));
    const w = hw * 0.42;
    const left = chance.maybe(0.5) ? -0.4 : 0.4;
    room.sketch(
      x + hw * left,
      y - hh * 0.8,
      z,
      tones[1]!,
      (at) =>
        `M${at(-w, 0)}L${at(-w, hh * 0.8)}C${at(-w, hh * 0.8 + w * 1.3)} ${at(w, hh * 0.8 + w * 1.3)} ${at(w, hh * 0.8)}L${at(w, 0)}Z`,
    );
    room.panel(
      [x - hw * left * 1.2 - w * 0.8, x - hw * left * 1.2 + w * 0.8],
      [y - hh * 0.8, y - hh * 0.1],
      z,
      tones[2]!,
    );
    room.disc(x - hw * left, y + hh * 0.36, z, Math.min(hw, hh) * 0.28, tones[3]!);
  },
  /** A sail on the sea. */
  (room, x, y, hw, hh, z, tones, chance) => {
    room.panel([x - hw, x + hw], [y - hh, y + hh], z, lighter(tones[1]!, 0.7));
    room.panel([x - hw, x + hw], [y - hh, y - hh * 0.1], z, tones[0]!);
    const s = Math.min(hw, hh);
    const at0 = hw * chance.between(-0.4, 0.4);
    room.sketch(x + at0, y - hh * 0.12, z, '#fbfaf6', (at) => `M${at(0, 0)}L${at(0, s)}L${at(s * 0.5, 0)}Z`);
    room.sketch(
      x + at0,
      y - hh * 0.16,
      z,
      tones[2]!,
      (at) =>
        `M${at(-s * 0.26, 0)}L${at(s * 0.6, 0)}L${at(s * 0.44, -s * 0.16)}L${at(-s * 0.14, -s * 0.16)}Z`,
    );
  },
];

/** What hangs on a free stretch of wall: one large picture, a pair, a cloud of small ones, a mirror, a shelf. */
export function drawHanging(room: Room, x: number, width: number, y: number, chance: Chance): void {
  const kind = chance.pick(['large', 'pair', 'cloud', 'mirror', 'row', 'single'] as const);
  if (kind === 'mirror') drawMirror(room, x, y, Math.min(0.42, width * 0.34), chance);
  else if (kind === 'large')
    drawFrame(
      room,
      x,
      y,
      Math.min(width * 0.92, chance.between(0.9, 1.3)),
      chance.between(0.66, 0.9),
      chance,
    );
  else if (kind === 'pair' && width > 0.9) {
    const tall = chance.between(0.62, 0.84);
    for (const side of [-1, 1] as const)
      drawFrame(room, x + side * Math.min(0.36, width * 0.26), y, Math.min(0.58, width * 0.46), tall, chance);
  } else if (kind === 'cloud' && width > 1.2) {
    for (const [dx, dy, w, h] of [
      [-0.42, 0.16, 0.42, 0.54],
      [0.1, 0.24, 0.48, 0.36],
      [0.06, -0.22, 0.34, 0.42],
      [0.5, -0.14, 0.36, 0.48],
      [-0.42, -0.32, 0.4, 0.3],
    ] as const)
      drawFrame(room, x + dx, y + dy, w, h, chance);
  } else if (kind === 'row' && width > 1.2) {
    for (const dx of [-0.46, 0, 0.46]) drawFrame(room, x + dx, y, 0.36, 0.48, chance);
  } else
    drawFrame(room, x, y, Math.min(width * 0.8, chance.between(0.5, 0.8)), chance.between(0.5, 0.8), chance);
}

export function drawMirror(room: Room, x: number, y: number, radius: number, chance: Chance): void {
  const { light, sheet } = room;
  const z = room.shape.depth - 0.03;
  const [cx, cy] = room.at([x, y, z]);
  const glass = sheet.gradient(
    [cx - 60, cy - 60],
    [cx + 60, cy + 60],
    [
      [0, lit(light, '#f1f5f3')],
      [0.5, lit(light, '#c6d6d8')],
      [1, lit(light, '#aec3c8')],
    ],
  );
  const edge = lit(light, chance.pick(['#c9a878', '#2b4560', '#d3b06a']));
  if (chance.maybe(0.3)) {
    for (let index = 0; index < 24; index += 1) {
      const angle = (index / 24) * Math.PI * 2;
      room.stick(
        [x + Math.cos(angle) * radius * 0.8, y + Math.sin(angle) * radius * 0.8, z],
        [x + Math.cos(angle) * radius * 1.3, y + Math.sin(angle) * radius * 1.3, z],
        0.02,
        edge,
      );
    }
  }
  room.disc(x + 0.03, y - 0.02, z, radius + 0.03, light.shade, light.depth * 0.6);
  room.disc(x, y, z, radius + 0.025, edge);
  room.disc(x, y, z, radius, glass);
  room.sketch(
    x,
    y,
    z,
    shaded(light, '#ffffff', 0),
    (at) =>
      `M${at(-radius * 0.5, -radius * 0.1)}L${at(-radius * 0.1, radius * 0.6)}L${at(radius * 0.06, radius * 0.6)}L${at(-radius * 0.34, -radius * 0.1)}Z`,
  );
}
