import type { Chance } from '../../chance.ts';
import type { Age, Colour, Point } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter, mix } from '../paint.ts';
import { NEAR, Room, type Spot } from '../perspective/perspective.ts';

type WallKind = 'plain' | 'panels' | 'half' | 'arch' | 'stripes' | 'slats' | 'brick' | 'stones' | 'motif';

/** Which walls homes of an age have. */
export function wallOf(age: Age, chance: Chance): WallKind {
  const share = chance.next();
  if (age === 'loft') return share < 0.75 ? 'brick' : 'plain';
  if (age === 'country') return share < 0.5 ? 'stones' : share < 0.7 ? 'half' : 'plain';
  if (age === 'old' && share < 0.42) return 'panels';
  if (age === 'thirties' && share < 0.3) return chance.pick(['motif', 'half']);
  if (age === 'recent' && share < 0.3) return 'slats';
  if (share > 0.52) return chance.pick(['half', 'arch', 'stripes', 'motif', 'slats', 'half']);
  return 'plain';
}

/** How a back wall is dressed, over its flat colour. */
export function dressWall(room: Room, kind: WallKind, wall: Colour, accent: Colour, chance: Chance): void {
  switch (kind) {
    case 'panels':
      return drawPanels(room, wall);
    case 'half':
      return drawHalf(room, accent, chance);
    case 'arch':
      return drawArch(room, accent, chance);
    case 'stripes':
      return drawStripes(room, accent, chance);
    case 'slats':
      return drawSlats(room, chance);
    case 'brick':
      return drawBricks(room, chance);
    case 'stones':
      return drawStones(room, chance);
    case 'motif':
      return drawMotif(room, accent, chance);
    default:
  }
}

/** The right wall at these heights and depths. */
function rightWall(room: Room, y: readonly [number, number], z: readonly [number, number]): Spot[] {
  return [
    [room.right, y[0], z[0]],
    [room.right, y[1], z[0]],
    [room.right, y[1], z[1]],
    [room.right, y[0], z[1]],
  ];
}

function drawPanels(room: Room, wall: Colour): void {
  const { light, left, right } = room;
  const { height, depth } = room.shape;
  const edge = lighter(lit(light, wall), 0.45);
  const dark = darker(lit(light, wall), 0.14);
  const frame = (x: readonly [number, number], y: readonly [number, number]) => {
    const z = depth - 0.005;
    const corners = (grow: number): string => {
      const at = (px: number, py: number) =>
        room
          .at([px, py, z])
          .map((value) => value.toFixed(1))
          .join(' ');
      return `M${at(x[0] - grow, y[0] - grow)}L${at(x[1] + grow, y[0] - grow)}L${at(x[1] + grow, y[1] + grow)}L${at(x[0] - grow, y[1] + grow)}Z`;
    };
    room.sheet.path(corners(0), null, { stroke: edge, width: 2.4 });
    room.sheet.path(corners(-0.03), null, { stroke: dark, width: 1.2, opacity: 0.7 });
  };
  const count = Math.round((right - left) / 1.1);
  const wide = (right - left - 0.16) / count;
  for (let index = 0; index < count; index += 1) {
    const from = left + 0.16 + wide * index;
    frame([from, from + wide - 0.16], [0.98, height - 0.34]);
    frame([from, from + wide - 0.16], [0.2, 0.8]);
  }
  room.panel([left, right], [0.86, 0.91], depth - 0.01, edge);
  room.face(rightWall(room, [0.86, 0.91], [NEAR, depth]), edge, 0.8);
}

function drawHalf(room: Room, accent: Colour, chance: Chance): void {
  const { light, left, right } = room;
  const { depth } = room.shape;
  const high = chance.pick([1.05, 1.2, 1.4]);
  const tone = chance.maybe(0.5) ? accent : darker(accent, 0.16);
  room.panel([left, right], [0.1, high], depth - 0.004, shaded(light, tone, 0.2));
  room.face(rightWall(room, [0.1, high], [NEAR, depth]), lit(light, tone));
  room.face(
    [
      [left, 0.1, NEAR],
      [left, high, NEAR],
      [left, high, depth],
      [left, 0.1, depth],
    ],
    shaded(light, tone, 0.8),
  );
  if (chance.maybe(0.5)) {
    room.panel([left, right], [high, high + 0.045], depth - 0.006, lighter(lit(light, tone), 0.6));
    room.face(rightWall(room, [high, high + 0.045], [NEAR, depth]), lighter(lit(light, tone), 0.6));
    const grooves: (readonly [Point, Point])[] = [];
    for (let x = left + 0.14; x < right; x += 0.14)
      grooves.push([room.at([x, 0.1, depth]), room.at([x, high, depth])]);
    for (let z = depth - 0.14; z > 1.4; z -= 0.14)
      grooves.push([room.at([right, 0.1, z]), room.at([right, high, z])]);
    room.sheet.lines(grooves, darker(lit(light, tone), 0.2), 1, 0.4);
  }
}

/** A painted arch, or a painted round: a fashion of the day. */
function drawArch(room: Room, accent: Colour, chance: Chance): void {
  const { light } = room;
  const { depth } = room.shape;
  const tone = shaded(
    light,
    mix(accent, chance.pick(['#c98a5a', '#0f7378', '#e9a13b', '#8aa39b']), 0.4),
    0.16,
  );
  const x = chance.between(-0.8, 0.8);
  if (chance.maybe(0.4)) {
    room.disc(x, 1.5, depth - 0.004, chance.between(0.6, 0.8), tone);
    return;
  }
  const half = chance.between(0.55, 0.85);
  const high = chance.between(1.3, 1.6);
  room.sketch(
    x,
    0.1,
    depth - 0.004,
    tone,
    (at) =>
      `M${at(-half, 0)}L${at(-half, high)}C${at(-half, high + half * 1.33)} ${at(half, high + half * 1.33)} ${at(half, high)}L${at(half, 0)}Z`,
  );
}

function drawStripes(room: Room, accent: Colour, chance: Chance): void {
  const { light, left, right } = room;
  const { depth, height } = room.shape;
  const tone = shaded(light, darker(accent, 0.06), 0.2);
  const step = chance.pick([0.16, 0.24, 0.34]);
  for (let x = left; x < right; x += step)
    room.panel([x, Math.min(right, x + step * 0.46)], [0.1, height], depth - 0.004, tone, 0, 0.5);
}

function drawMotif(room: Room, accent: Colour, chance: Chance): void {
  const { light, left, right } = room;
  const { depth, height } = room.shape;
  const tone = darker(lit(light, accent), 0.16);
  const leaf = chance.maybe(0.5);
  const marks: string[] = [];
  const step = 0.3;
  for (let row = 0, y = 0.24; y < height - 0.1; row += 1, y += step)
    for (let x = left + 0.12 + (row % 2) * step * 0.5; x < right - 0.05; x += step) {
      const [px, py] = room.at([x, y, depth]);
      const size = 0.055 * room.scale(depth, x);
      marks.push(
        leaf
          ? `M${px.toFixed(1)} ${(py + size).toFixed(1)}q${(-size).toFixed(1)} ${(-size).toFixed(1)} 0 ${(-size * 2).toFixed(1)}q${size.toFixed(1)} ${size.toFixed(1)} 0 ${(size * 2).toFixed(1)}`
          : `M${(px - size * 0.8).toFixed(1)} ${py.toFixed(1)}q${(size * 0.8).toFixed(1)} ${(-size * 1.4).toFixed(1)} ${(size * 1.6).toFixed(1)} 0`,
      );
    }
  room.sheet.path(
    marks.join(''),
    leaf ? tone : null,
    leaf ? { opacity: 0.4 } : { stroke: tone, width: 1.6, opacity: 0.45 },
  );
}

function drawSlats(room: Room, chance: Chance): void {
  const { light } = room;
  const { depth, height } = room.shape;
  const wood = chance.pick(['#b58a5f', '#8a6546', '#c9a878', '#6e4c34']);
  const whole = chance.maybe(0.3);
  const from = whole ? room.left : chance.between(-1.4, -0.2);
  const to = whole ? room.right : from + chance.between(1.2, 1.9);
  room.panel([from, to], [0, height], depth - 0.004, shaded(light, darker(wood, 0.4), 0.4));
  const slats: (readonly [Point, Point])[] = [];
  for (let x = from + 0.04; x < to; x += 0.075)
    slats.push([room.at([x, 0, depth]), room.at([x, height, depth])]);
  room.sheet.lines(slats, shaded(light, wood, 0.1), 0.045 * room.scale(depth, (from + to) / 2));
}

function drawBricks(room: Room, chance: Chance): void {
  const { light, left, right } = room;
  const { depth, height } = room.shape;
  const tone = chance.pick(['#b87a5e', '#a9664d', '#c9937a', '#e2dcd0']);
  room.panel([left, right], [0, height], depth - 0.003, shaded(light, tone, 0.26));
  const joints: (readonly [Point, Point])[] = [];
  for (let row = 0, y = 0.1; y < height; row += 1, y += 0.1) {
    joints.push([room.at([left, y, depth]), room.at([right, y, depth])]);
    for (let x = left + (row % 2) * 0.14; x < right; x += 0.28)
      joints.push([room.at([x, y, depth]), room.at([x, Math.min(height, y + 0.1), depth])]);
  }
  room.sheet.lines(joints, lighter(lit(light, tone), 0.4), 1, 0.4);
  for (let index = 0; index < 34; index += 1) {
    const y = 0.1 * chance.whole(1, Math.floor(height / 0.1) - 1);
    const x = chance.between(left, right - 0.3);
    room.panel(
      [x, x + 0.26],
      [y + 0.01, y + 0.09],
      depth - 0.004,
      chance.maybe(0.5) ? '#6e2f28' : '#f0c9ae',
      0,
      0.2,
    );
  }
}

function drawStones(room: Room, chance: Chance): void {
  const { light, left, right } = room;
  const { depth, height } = room.shape;
  room.panel([left, right], [0, height], depth - 0.003, shaded(light, '#e2d8c3', 0.24));
  for (let y = 0.06; y < height - 0.1; y += chance.between(0.19, 0.25)) {
    let x = left + chance.between(0, 0.1);
    while (x < right - 0.12) {
      const wide = Math.min(right - 0.02 - x, chance.between(0.2, 0.5));
      room.panel(
        [x, x + wide - 0.035],
        [y, y + chance.between(0.14, 0.18)],
        depth - 0.004,
        shaded(light, chance.pick(['#cdb992', '#d9c9a6', '#bfae90', '#d2bf9a', '#c2b6a2']), 0.2),
        0.05,
        0.8,
      );
      x += wide;
    }
  }
}

export type CeilingKind = 'plain' | 'mouldings' | 'beams' | 'joists' | 'rails';

export function dressCeiling(room: Room, kind: CeilingKind, chance: Chance): void {
  if (kind === 'mouldings') drawMouldings(room);
  else if (kind === 'beams') drawBeams(room, chance);
  else if (kind === 'joists') drawJoists(room, chance);
  else if (kind === 'rails') drawRails(room);
}

function drawMouldings(room: Room): void {
  const { height, depth } = room.shape;
  const { left, right } = room;
  for (const [low, high, opacity] of [
    [height - 0.1, height, 0.7],
    [height - 0.16, height - 0.12, 0.4],
  ] as const) {
    room.panel([left, right], [low, high], depth - 0.01, '#ffffff', 0, opacity);
    for (const [x, share] of [
      [right, 0.7],
      [left, 0.4],
    ] as const)
      room.face(
        [
          [x, low, NEAR],
          [x, high, NEAR],
          [x, high, depth],
          [x, low, depth],
        ],
        '#ffffff',
        opacity * share,
      );
  }
}

/** Beams from wall to wall. */
function drawBeams(room: Room, chance: Chance): void {
  const { height, depth } = room.shape;
  const wood = chance.pick(['#a9805a', '#8a6546', '#c9b08a', '#efe8da']);
  const step = chance.pick([0.8, 0.62]);
  for (let z = depth - 0.3; z > 1.4; z -= step)
    room.block({ x: [room.left, room.right], y: [height - 0.17, height], z: [z - 0.14, z] }, wood);
}

/** Joists that run away from the reader. */
function drawJoists(room: Room, chance: Chance): void {
  const { height, depth, eyeX } = room.shape;
  const wood = chance.pick(['#a9805a', '#8a6546', '#c9b08a', '#efe8da']);
  const bars: number[] = [];
  for (let x = room.left + 0.3; x < room.right; x += 0.62) bars.push(x);
  bars.sort((a, b) => Math.abs(b - eyeX) - Math.abs(a - eyeX));
  for (const x of bars)
    room.block({ x: [x - 0.07, x + 0.07], y: [height - 0.16, height], z: [1.2, depth] }, wood);
}

/** Steel beams and a duct of a former workshop. */
function drawRails(room: Room): void {
  const { height, depth } = room.shape;
  const steel = '#4a5a68';
  for (let z = depth - 0.6; z > 1.6; z -= 1.3) {
    room.block({ x: [room.left, room.right], y: [height - 0.2, height - 0.02], z: [z - 0.12, z] }, steel);
  }
}

/** The slopes of a roof: on the left, on the right or on both sides. */
export function drawSlopes(
  room: Room,
  colour: Colour,
  sides: 'left' | 'right' | 'both',
  knee: number,
  run: number,
  chance: Chance,
): void {
  const { light, sheet } = room;
  const { height, depth } = room.shape;
  const beams = chance.maybe(0.5);
  const wood = chance.pick(['#a9805a', '#8a6546', '#c9b08a']);
  const pane = chance.pick(['#f4f1e8', '#c9a878', '#55677a']);
  for (const side of ['left', 'right'] as const) {
    if (sides !== 'both' && sides !== side) continue;
    const wall = side === 'left' ? room.left : room.right;
    const turn = side === 'left' ? 1 : -1;
    const at = (share: number, z: number): Spot => [
      wall + turn * run * share,
      knee + (height - knee) * share,
      z,
    ];
    const tone = side === 'left' ? shaded(light, colour, 0.5) : shaded(light, lighter(colour, 0.1), 0.12);
    room.face([at(0, NEAR), at(1, NEAR), at(1, depth), at(0, depth)], tone);
    room.face(
      [[wall, knee, NEAR], at(1, NEAR), [wall + turn * run, height + 0.02, NEAR], [wall, height + 2, NEAR]],
      tone,
    );
    if (beams)
      for (let z = depth - 0.1; z > 1.2; z -= 0.9)
        room.face(
          [at(0, z - 0.12), at(1, z - 0.12), at(1, z), at(0, z)],
          shaded(light, wood, side === 'left' ? 0.7 : 0.2),
        );
    const from = depth - chance.between(1.5, 1.9);
    const [near, far] = [from, from + chance.between(0.66, 0.8)];
    room.face(
      [at(0.22, near - 0.06), at(0.8, near - 0.06), at(0.8, far + 0.06), at(0.22, far + 0.06)],
      lit(light, pane),
    );
    const [a, b] = [room.at(at(0.78, near)), room.at(at(0.24, far))];
    room.face(
      [at(0.26, near), at(0.76, near), at(0.76, far), at(0.26, far)],
      sheet.gradient(a, b, [
        [0, light.sky[0]],
        [1, light.sky[2]],
      ]),
    );
    const cloud = (near + far) / 2;
    room.face(
      [at(0.4, near + 0.1), at(0.5, near + 0.06), at(0.52, cloud + 0.1), at(0.44, far - 0.08)],
      light.cloud,
      0.6,
    );
  }
}
