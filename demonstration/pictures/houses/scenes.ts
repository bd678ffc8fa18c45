import type { Chance } from '../../chance.ts';
import type { Colour, Detached, Horizon, Tree } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { darker, mix, n, Sheet } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawTree } from '../street/trees.ts';
import { drawBoxes } from './contemporary.ts';
import { type Choice, chooseOf, UNIT } from './faces.ts';
import { enclose, layPool, plantHouse } from './grounds.ts';
import { FOOT } from './masonry.ts';
import { PROFILES, type Profile } from './profiles.ts';
import { drawVolume, frontOf, type Volume } from './volumes.ts';

/** A house as one walks up to it: its front and one side, its garden around. */
export function drawStandingHouse(
  sheet: Sheet,
  kind: Detached,
  pool: boolean,
  horizon: Horizon,
  light: Light,
  chance: Chance,
): void {
  const profile = PROFILES[kind];
  const choice = chooseOf(profile, chance.branch('choice'));
  const bays =
    chance.whole(...profile.bays) -
    (choice.storeys > 1 && profile.bays[1] > 4 && kind !== 'manor' && kind !== 'bastide' ? 1 : 0);
  const wide = kind === 'contemporary' ? 12.5 : bays * chance.between(...profile.bay);
  const deep = chance.between(...profile.depth);
  const high = choice.storeys * 2.75;
  const run = profile.roof === 'front' ? wide / 2 : deep / 2;
  const rise = profile.roof === 'mansard' ? 2.9 : Math.min(5.4, run * chance.between(...profile.pitch));
  const wing = kind !== 'contemporary' && chance.maybe(profile.wingShare) ? profile.wing : 'none';
  const wings = wing === 'none' ? 0 : wing === 'tower' ? 3 : 4;
  const side = chance.pick([-1, -1, 1, 0]);
  const total = wide + wings;
  const front = Math.max(
    (total + Math.abs(side) * deep * 0.45) * chance.between(0.94, 1.14),
    (high + rise) * 1.8,
  );
  const eyeX = wings / 2 + side * (wide / 2 + chance.between(2, front * 0.42)) + chance.between(-1, 1);
  const box: Bulk = {
    left: -wide / 2,
    right: wide / 2 + wings,
    front,
    back: front + deep,
    high,
    top: high + rise,
  };
  const room = framed(sheet, light, box, eyeX, chance);
  const [, skyline] = room.at([0, 0, 400]);
  drawSky(sheet, light, chance, skyline);
  drawHorizon(sheet, horizon === 'town' ? 'fields' : horizon, skyline + 3, light, chance);
  drawGround(sheet, skyline, profile.ground, light, chance);
  standTrees(room, profile.trees, front + deep, wide + wings, light, chance);
  castShadow(room, wide, wings, front, deep, high);
  drawPathTo(room, profile, front, bays, wide, chance);
  const roof = chance.pick(profile.roofs);
  const left = -wide / 2;
  const main: Volume = {
    left,
    right: wide / 2,
    front,
    back: front + deep,
    high,
    rise,
    bays,
    door: Math.min(bays - 1, Math.floor(bays / 2) - (bays % 2 === 0 && chance.maybe(0.5) ? 1 : 0)),
  };
  const drawWing = () => drawSideVolume(room, wing, main, choice, roof, chance);
  if (kind === 'contemporary') drawBoxes(room, front, chance);
  else if (eyeX > wide / 2) {
    drawVolume(room, main, choice, roof, chance);
    drawWing();
  } else {
    drawWing();
    drawVolume(room, main, choice, roof, chance);
  }
  if (pool) layPool(room, front, chance);
  plantHouse(room, kind, front, wide, light, chance);
  enclose(sheet, kind, light, chance);
}

/** What a house takes up, in metres. */
interface Bulk {
  readonly left: number;
  readonly right: number;
  readonly front: number;
  readonly back: number;
  readonly high: number;
  readonly top: number;
}

/** The eye turned to the house, with the lens that fills the picture with it. */
function framed(sheet: Sheet, light: Light, bulk: Bulk, eyeX: number, chance: Chance): Room {
  const shape = {
    width: 60,
    height: 12,
    depth: 120,
    eyeX,
    eyeY: chance.between(1.6, 2.6),
    yaw: Math.atan2((bulk.left + bulk.right) / 2 - eyeX, bulk.front + (bulk.back - bulk.front) * 0.3),
    focal: 900,
    horizon: chance.between(455, 530),
  };
  const taste = chance.branch('taste');
  const first = new Room(sheet, light, shape, taste);
  const corners = [bulk.left, bulk.right].flatMap((x) =>
    [bulk.front, bulk.back].map((z) => first.at([x, bulk.high, z])),
  );
  const [from, to] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [, top] = first.at([(bulk.left + bulk.right) / 2, bulk.top, bulk.front]);
  const wide = (chance.between(0.66, 0.86) * 960) / (to - from);
  const tall = (shape.horizon - 64) / (shape.horizon - top);
  const [, foot] = first.at([(bulk.left + bulk.right) / 2, 0, bulk.front]);
  const low = (676 - shape.horizon) / (foot - shape.horizon);
  const zoom = Math.min(wide, tall, low);
  const turn = Math.atan(((from + to) / 2 - 480 + chance.between(-50, 50)) / 900);
  return new Room(sheet, light, { ...shape, focal: 900 * zoom, yaw: shape.yaw + turn }, taste);
}

function standTrees(
  room: Room,
  trees: readonly Tree[],
  back: number,
  wide: number,
  light: Light,
  chance: Chance,
): void {
  const count = chance.whole(3, 6);
  for (let index = 0; index < count; index += 1) {
    const z = back + chance.between(1, 12);
    const x = (index % 2 === 0 ? -1 : 1) * (wide / 2 + chance.between(-1, 9));
    const [px, py] = room.at([x, 0, z]);
    drawTree(
      room.sheet,
      chance.pick(trees),
      px,
      py,
      room.scale(z, x) * chance.between(5, 9),
      light,
      chance,
      0.14,
    );
  }
}

function castShadow(
  room: Room,
  wide: number,
  wings: number,
  front: number,
  deep: number,
  high: number,
): void {
  const far = high * 0.5;
  room.face(
    [
      [-wide / 2, 0, front],
      [wide / 2 + wings, 0, front],
      [wide / 2 + wings + far, 0, front - far * 0.3],
      [wide / 2 + wings + far, 0, front + deep - 1],
      [wide / 2 + wings, 0, front + deep],
      [-wide / 2, 0, front + deep],
    ],
    room.light.shade,
    room.light.depth * 0.8,
  );
  room.face(
    [
      [-wide / 2 - 0.2, 0, front],
      [wide / 2 + wings, 0, front],
      [wide / 2 + wings, 0, front - 0.7],
      [-wide / 2 - 0.2, 0, front - 0.7],
    ],
    room.light.shade,
    room.light.depth * 0.5,
  );
}

function drawPathTo(
  room: Room,
  profile: Profile,
  front: number,
  bays: number,
  wide: number,
  chance: Chance,
): void {
  const x = -wide / 2 + (wide / bays) * (Math.floor(bays / 2) + 0.5);
  const bend = chance.between(-3, 3);
  const tone = lit(room.light, profile.path);
  const near = Math.max(2, front * 0.28);
  const at = (px: number, z: number) => {
    const [a, b] = room.at([px, 0, z]);
    return `${n(a)} ${n(b)}`;
  };
  const mid = (front + near) / 2;
  room.sheet.path(
    `M${at(x - 0.7, front)}C${at(x - 0.7, mid)} ${at(x + bend - 0.9, mid)} ${at(x + bend - 1.2, near)}L${at(x + bend + 1.2, near)}C${at(x + bend + 0.9, mid)} ${at(x + 0.7, mid)} ${at(x + 0.7, front)}Z`,
    tone,
  );
  if (profile.wing === 'garage') {
    const from = wide / 2 + 0.5;
    room.face(
      [
        [from, 0, front],
        [from + 3, 0, front],
        [from + 3.6, 0, near],
        [from - 0.4, 0, near],
      ],
      lit(room.light, '#cfcbc2'),
    );
  }
}

/** What stands beside a house, lower and a step behind. */
function drawSideVolume(
  room: Room,
  wing: Profile['wing'],
  main: Volume,
  choice: Choice,
  roof: Colour,
  chance: Chance,
): void {
  const { light, sheet } = room;
  if (wing === 'none') return;
  const from = main.right - 0.05;
  if (wing === 'tower') {
    const tower: Volume = {
      left: from - 0.2,
      right: from + 3.2,
      front: main.front - 0.5,
      back: main.front + 3,
      high: main.high + 2.2,
      rise: 4.6,
      bays: 1,
      door: null,
    };
    const pointed: Choice = {
      ...choice,
      storeys: choice.storeys + 1,
      profile: { ...choice.profile, roof: 'hip', chimneys: [0, 0], dormers: 0 },
    };
    drawVolume(room, tower, pointed, roof, chance.branch('tower'));
    return;
  }
  if (wing === 'glass') {
    room.block(
      { x: [from, from + 3.6], y: [0, 2.5], z: [main.front + 1, main.front + 5] },
      mix('#9fb9c4', light.sky[1], 0.4),
    );
    sheet.warped(frontOf(room, from + 1.8, main.front + 0.99), () =>
      drawWindow(
        sheet,
        { x: -1.8 * UNIT, y: FOOT - 2.45 * UNIT, width: 3.6 * UNIT, height: 2.4 * UNIT },
        { across: 5, down: 2, frame: '#f1efe8', trim: null, shutters: null, head: 'straight', sill: false },
        light,
        chance,
      ),
    );
    return;
  }
  const volume: Volume = {
    left: from,
    right: from + 4,
    front: main.front + chance.between(0.3, 1.4),
    back: main.front + Math.min(6.6, main.back - main.front),
    high: Math.min(2.7, main.high),
    rise: Math.min(1.5, main.rise * 0.6),
    bays: wing === 'barn' ? 1 : 0,
    door: null,
  };
  const low: Choice = {
    ...choice,
    storeys: 1,
    bare: wing === 'barn' ? true : choice.bare,
    profile: {
      ...choice.profile,
      roof: choice.profile.roof === 'hip' ? 'hip' : 'side',
      chimneys: [0, 0],
      dormers: 0,
      quoins: false,
    },
  };
  drawVolume(room, volume, low, roof, chance.branch('wing'));
  if (wing !== 'garage') return;
  sheet.warped(frontOf(room, from + 2, volume.front - 0.01), () => {
    const paint = shaded(light, chance.pick(['#e9ecec', '#cfd4d6', '#55677a', '#c39a6e']), 0.1);
    sheet.rect(-1.3 * UNIT, FOOT - 2.1 * UNIT, 2.6 * UNIT, 2.1 * UNIT, paint);
    for (let y = 1; y < 5; y += 1)
      sheet.rect(-1.3 * UNIT, FOOT - y * 0.42 * UNIT, 2.6 * UNIT, 1.6, darker(paint, 0.22));
  });
}
