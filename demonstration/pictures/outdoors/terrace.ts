import type { Chance } from '../../chance.ts';
import type { Point, View } from '../brief.ts';
import { drawPlant } from '../furniture/greenery.ts';
import {
  drawArmchair,
  drawCoffeeTable,
  drawRug,
  drawSofa,
  drawTableAndChairs,
  RUGS,
} from '../furniture/seats.ts';
import { drawView } from '../glazing.ts';
import { type Light, lit, shaded } from '../light.ts';
import { darker, lighter, mix, Sheet, WIDTH } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawVeil } from '../perspective/sun.ts';
import { smooth } from '../street/background.ts';

/** A terrace or a balcony: what it is laid with, where one sits, plants, and the view over the railing. */
export function drawTerrace(
  sheet: Sheet,
  view: View,
  railing: 'glass' | 'iron',
  light: Light,
  chance: Chance,
  narrow = false,
): void {
  const camera = chance.branch('camera');
  const far = narrow ? camera.between(3.9, 4.4) : camera.between(4.1, 5.4);
  const room = new Room(
    sheet,
    light,
    {
      width: narrow ? 3.4 : 7,
      height: 2.6,
      depth: far,
      eyeX: camera.between(-0.5, 0.5),
      eyeY: camera.between(1.42, 1.62),
      focal: camera.between(700, 820),
      horizon: camera.between(318, 362),
    },
    chance.branch('taste'),
  );
  const [, foot] = room.at([0, 0, far]);
  const across = { left: 0, top: 0, width: WIDTH, height: foot + 12 };
  drawView(sheet, view, across, light, chance.branch('view'));
  layDeck(room, far, chance);
  if (camera.maybe(0.3)) hangFairyLights(room, far);
  drawParapet(room, far, railing, chance);
  const wall = narrow || camera.maybe(0.5);
  if (wall) raiseWall(room, far, chance);
  if (!narrow && camera.maybe(0.25)) drawPergola(room, far, chance);
  // The storey above lays its shadow on the deck.
  if (camera.maybe(0.6))
    room.face(
      [
        [-6, 0, 1.2],
        [6, 0, 1.2],
        [6, 0, 2.5],
        [-6, 0, 2.9],
      ],
      light.shade,
      light.depth * 0.7,
    );
  const half = narrow ? 1.4 : 2.5;
  for (const x of narrow ? [-half, half] : [-half, -half + 0.6, half])
    if (chance.maybe(0.85))
      drawPlant(room, x + chance.between(-0.15, 0.15), far - 0.3, chance.between(0.7, 1.35), chance);
  const cloth = chance.pick(['#f2b134', '#0f7378', '#b8603f', '#41597a', '#f1ece0', '#8aa39b']);
  const seats = narrow
    ? chance.pick(['bistro', 'bistro', 'armchair'] as const)
    : chance.pick(['pair', 'pair', 'dining', 'lounge', 'bistro'] as const);
  const side = chance.maybe(0.5) ? 1 : -1;
  if (seats === 'dining')
    drawTableAndChairs(
      room,
      side * 0.5,
      far - 1.6,
      chance.pick(['#c39a6e', '#8a6546', '#e9e1cf']),
      cloth,
      chance.maybe(0.5),
    );
  else if (seats === 'lounge') {
    drawSofa(
      room,
      side * 0.7,
      far - 1.2,
      2,
      chance.pick(['#e9e1cf', '#8f9a9c', '#cdbfa8']),
      [cloth, '#f1ece0'],
      chance,
    );
    drawCoffeeTable(room, side * 0.6, far - 1.75, '#c39a6e', chance);
  } else if (seats === 'armchair') {
    drawArmchair(room, side * 0.4, far - 0.9, cloth);
  } else {
    const [a, b] = seats === 'bistro' ? [0.62, -0.62] : [1.35, 0.25];
    const z = far - (narrow ? 0.8 : 1.15);
    const middle = seats === 'bistro' ? 0 : side * 0.8;
    if (seats === 'bistro') for (const dx of [a, b]) drawIronChair(room, dx, z + 0.1, cloth);
    else {
      drawArmchair(room, side * a, z, cloth);
      drawArmchair(room, side * b, z + 0.15, cloth);
    }
    drawSmallTable(room, middle, z - 0.25, chance);
  }
  if (light.evening) drawFairyLights(room, far);
  drawVeil(room);
}

function layDeck(room: Room, far: number, chance: Chance): void {
  const { sheet, light } = room;
  const tiled = chance.maybe(0.4);
  const tone = tiled
    ? chance.pick(['#d9d2c4', '#cfcbc2', '#c98a68', '#e0d6c2', '#b9bdb9'])
    : chance.pick(['#c39a6e', '#b58a5f', '#a9805a', '#bfae97', '#8a6546']);
  room.face(
    [
      [-6, 0, 0.7],
      [6, 0, 0.7],
      [6, 0, far],
      [-6, 0, far],
    ],
    sheet.gradient(
      [0, 540],
      [0, 720],
      [
        [0, lit(light, tone)],
        [1, shaded(light, tone, 0.5)],
      ],
    ),
  );
  const lines: (readonly [Point, Point])[] = [];
  const across = !tiled && chance.maybe(0.4);
  const step = tiled ? 0.6 : 0.2;
  if (!across)
    for (let x = -6; x <= 6; x += step) lines.push([room.at([x, 0, room.threshold]), room.at([x, 0, far])]);
  if (tiled || across)
    for (let z = far; z > room.threshold; z -= step) lines.push([room.at([-6, 0, z]), room.at([6, 0, z])]);
  sheet.lines(
    lines,
    tiled ? lighter(lit(light, tone), 0.3) : darker(lit(light, tone), 0.35),
    1.2,
    tiled ? 0.6 : 0.35,
  );
  if (chance.maybe(0.35))
    drawRug(
      room,
      [-1.3, 1.3],
      [far - 2, far - 0.7],
      chance.pick(['#e5dccb', '#cfd8e0', '#ead9c4']),
      chance.pick(RUGS),
      chance.pick(['#0f7378', '#b8603f', '#41597a']),
    );
}

/** The wall of the home, on the right: its French window ajar. */
function raiseWall(room: Room, far: number, chance: Chance): void {
  const { light } = room;
  const x = room.right - (room.shape.width > 4 ? 0.9 : -0.3);
  const wall = chance.pick(['#f1ece0', '#e6dcc6', '#e3c9a8', '#d9d6cd', '#c98f72']);
  const quad = (y: readonly [number, number], z: readonly [number, number]): [number, number, number][] => [
    [x, y[0], z[0]],
    [x, y[1], z[0]],
    [x, y[1], z[1]],
    [x, y[0], z[1]],
  ];
  room.face(quad([0, 6], [0.7, far]), shaded(light, wall, 0.3));
  const z = [far - 1.9, far - 0.6] as const;
  room.face(quad([0.02, 2.24], [z[0] - 0.1, z[1] + 0.1]), lit(light, '#f4f1e8'));
  room.face(quad([0.06, 2.16], [z[0], z[1]]), light.evening ? '#f6cf86' : '#33506b');
  const middle = (z[0] + z[1]) / 2;
  room.face(quad([0.06, 2.16], [middle - 0.05, middle + 0.05]), lit(light, '#f4f1e8'));
  room.face(quad([0.06, 2.16], [z[0], z[0] + 0.3]), '#f4efe2', 0.7);
}

function drawPergola(room: Room, far: number, chance: Chance): void {
  const wood = chance.pick(['#c39a6e', '#f1ece0', '#55677a']);
  for (let x = -3; x <= 3; x += 0.6) room.block({ x: [x, x + 0.08], y: [2.5, 2.62], z: [1.6, far] }, wood);
  room.block({ x: [-3.2, 3.2], y: [2.4, 2.54], z: [far - 0.1, far] }, wood);
  for (const x of [-2.9, 2.9])
    room.block({ x: [x - 0.06, x + 0.06], y: [0, 2.4], z: [far - 0.12, far] }, wood);
  if (chance.maybe(0.6))
    for (let index = 0; index < 26; index += 1)
      room.disc(
        chance.between(-3, 3),
        chance.between(2.3, 2.62),
        far - 0.2,
        chance.between(0.09, 0.17),
        lit(room.light, chance.pick(['#4f8a70', '#6f9a6f', '#8fb07d', '#b79ccf'])),
      );
}

function drawIronChair(room: Room, x: number, z: number, colour: string): void {
  const { light } = room;
  const iron = lit(light, colour);
  room.shadow([x - 0.2, x + 0.2], [z - 0.2, z + 0.2], 0.6);
  for (const dx of [-0.19, 0.19]) {
    room.stick([x + dx, 0.45, z - 0.1], [x + dx * 1.1, 0, z - 0.16], 0.028, iron);
    room.stick([x + dx, 0.9, z + 0.16], [x + dx, 0, z + 0.2], 0.028, iron);
  }
  room.plate(x, 0.46, z, 0.22, iron);
  for (const y of [0.62, 0.74, 0.86]) room.panel([x - 0.2, x + 0.2], [y, y + 0.06], z + 0.16, iron, 0.02);
}

function drawSmallTable(room: Room, x: number, z: number, chance: Chance): void {
  const { light } = room;
  const top = chance.pick(['#f4efe2', '#c39a6e', '#0f7378', '#e9e1cf', '#b8603f']);
  room.shadow([x - 0.26, x + 0.26], [z - 0.15, z + 0.15], 0.7);
  for (const dx of [-0.16, 0.16])
    room.stick([x + dx * 0.4, 0.56, z], [x + dx * 1.5, 0, z - 0.05], 0.026, shaded(light, '#2b4560', 0.2));
  room.plate(x, 0.56, z, 0.34, darker(lit(light, top), 0.16));
  room.plate(x, 0.585, z, 0.34, lit(light, top));
  for (const dx of [-0.1, 0.08])
    room.panel(
      [x + dx, x + dx + 0.06],
      [0.59, 0.7],
      z,
      lit(light, chance.pick(['#c98a5a', '#8aa39b', '#ffffff'])),
      0.01,
    );
}

function drawParapet(room: Room, z: number, railing: 'glass' | 'iron', chance: Chance): void {
  const { light, sheet } = room;
  const [l, t] = room.at([-6, 1.02, z]);
  const [r, b] = room.at([6, 0, z]);
  if (railing === 'glass') {
    sheet.rect(l, t, r - l, b - t, mix(light.sky[1], '#9fb9c4', 0.4), 0.32);
    for (let x = -6; x <= 6; x += 1.2) {
      const [px] = room.at([x, 0, z]);
      sheet.rect(px, t, 5, b - t, shaded(light, '#41597a', 0.3));
      sheet.poly(
        [
          [px + 30, t],
          [px + 62, t],
          [px + 26, b],
          [px - 6, b],
        ],
        '#ffffff',
        0.16,
      );
    }
  } else {
    const bars: (readonly [Point, Point])[] = [];
    for (let x = -6; x <= 6; x += 0.12) bars.push([room.at([x, 1, z]), room.at([x, 0.06, z])]);
    sheet.lines(bars, shaded(light, '#2b4560', 0.4), 2);
    const low = room.at([0, 0.1, z])[1];
    sheet.rect(0, low, WIDTH, 4, shaded(light, '#2b4560', 0.4));
  }
  sheet.rect(0, t - 6, WIDTH, 9, shaded(light, railing === 'glass' ? '#c3ccd2' : '#2b4560', 0.2));
  if (chance.maybe(0.5)) {
    for (const x of [-1.4, 0.9]) {
      room.panel([x, x + 0.8], [0.82, 1.02], z - 0.1, lit(light, '#a4553a'), 0.02);
      for (let dx = 0.06; dx < 0.8; dx += 0.1) {
        room.disc(x + dx, 1.08 + chance.between(0, 0.05), z - 0.1, 0.08, lit(light, '#4f8a70'));
        if (chance.maybe(0.6))
          room.disc(x + dx, 1.14, z - 0.1, 0.03, lit(light, chance.pick(['#d9534f', '#f2b134', '#e7a8a0'])));
      }
    }
  }
}

/** A string of bulbs from side to side. */
function hangFairyLights(room: Room, far: number): void {
  const points: Point[] = [-3.4, -1.7, 0, 1.7, 3.4].map((x, index) =>
    room.at([x, index % 2 === 0 ? 2.5 : 2.2, far - 0.4]),
  );
  room.sheet.path(smooth(points, 'M'), null, { stroke: '#22384f', width: 1.6 });
  for (let x = -3.2; x <= 3.2; x += 0.4)
    room.disc(x, 2.35 + 0.13 * Math.cos((x / 1.7) * Math.PI), far - 0.4, 0.03, '#f6efdc');
}

function drawFairyLights(room: Room, far: number): void {
  hangFairyLights(room, far);
  for (let x = -3.2; x <= 3.2; x += 0.4) {
    const y = 2.35 + 0.13 * Math.cos((x / 1.7) * Math.PI);
    room.glow(x, y, far - 0.4, 0.24, 0.8);
    room.disc(x, y, far - 0.4, 0.03, '#ffe9b8');
  }
}
