import type { Chance } from '../../chance.ts';
import type { GardenKind, Horizon, Point, Tree } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { mix, n, Sheet, WIDTH } from '../paint.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawBench } from '../street/things.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import {
  drawBorder,
  drawGardenPool,
  drawGardenTable,
  drawKitchenGarden,
  drawLoungers,
  drawParasol,
} from './pieces.ts';

const TREES: Readonly<Record<GardenKind, readonly Tree[]>> = {
  south: ['cypress', 'olive', 'pine', 'cypress'],
  town: ['birch', 'round', 'plane'],
  country: ['round', 'plane', 'autumn', 'birch'],
};

/** A garden seen from the house: where it ends, what is planted, where one sits. */
export function drawGarden(
  sheet: Sheet,
  kind: GardenKind,
  pool: boolean,
  light: Light,
  chance: Chance,
): void {
  const south = kind === 'south';
  const horizon: Horizon =
    kind === 'town' ? 'town' : south ? 'hills' : chance.pick(['fields', 'hills', 'fields']);
  const y = chance.between(390, 462);
  const trees = TREES[kind];
  drawSky(sheet, light, chance, y);
  drawHorizon(sheet, horizon, y, light, chance);
  drawGround(sheet, y, south ? '#cfc08f' : '#9dbb86', light, chance);
  drawEnd(sheet, kind, y, light, chance);
  const clump = chance.pick([
    [60, 190, 700, 830, 920],
    [40, 820, 900],
    [80, 200, 300],
    [640, 760, 880],
    [120, 500, 860],
  ]);
  for (const x of clump)
    drawTree(
      sheet,
      chance.pick(trees),
      x + chance.between(-40, 40),
      y + chance.between(8, 30),
      chance.between(190, 330),
      light,
      chance,
      0.08,
    );
  if (chance.maybe(0.7))
    for (let x = -10; x < WIDTH; x += chance.between(44, 90))
      drawBush(
        sheet,
        x,
        y + chance.between(10, 30),
        chance.between(16, 34),
        chance.pick(south ? (['olive', 'plane'] as const) : (['round', 'plane', 'birch'] as const)),
        light,
        chance,
      );
  const path = chance.pick(['winding', 'slabs', 'none', 'deck'] as const);
  const gap = drawWay(sheet, pool ? 'none' : path, y, south, light, chance);
  const side = chance.maybe(0.5);
  if (pool) {
    const x = chance.between(420, 560);
    drawGardenPool(sheet, x, y + chance.between(96, 130), chance.between(420, 560), light, chance);
    drawLoungers(sheet, side ? 90 : 690, y + 128, 104, light);
    if (chance.maybe(0.6)) drawParasol(sheet, side ? 150 : 830, y + 150, 110, light, chance);
  } else if (chance.maybe(0.25) && !south) {
    drawKitchenGarden(sheet, side ? 240 : 720, y + 110, light, chance);
  } else if (chance.maybe(0.7)) {
    const x = side ? chance.between(200, 330) : chance.between(640, 770);
    if (chance.maybe(0.5)) drawParasol(sheet, x, y + 178, 120, light, chance);
    drawGardenTable(sheet, x, y + 190, light, chance);
  } else drawBench(sheet, side ? 180 : 620, y + 150, light);
  if (chance.maybe(pool ? 0.4 : 0.66)) {
    const x = side ? chance.between(760, 900) : chance.between(60, 210);
    drawTree(
      sheet,
      chance.pick(trees.filter((tree) => tree !== 'cypress')),
      x,
      600,
      chance.between(380, 500),
      light,
      chance,
    );
  }
  if (chance.maybe(0.65)) drawBorder(sheet, light, chance, south, gap);
  else if (chance.maybe(0.5)) drawTerraceEdge(sheet, light, chance);
}

/** Where a garden ends: a wall, a hedge, a fence, or the fields. */
function drawEnd(sheet: Sheet, kind: GardenKind, y: number, light: Light, chance: Chance): void {
  const end =
    kind === 'town'
      ? chance.pick(['wall', 'wall', 'fence', 'hedge'] as const)
      : chance.pick(['none', 'hedge', 'drystone', 'none'] as const);
  if (end === 'wall' || end === 'drystone') {
    const high = end === 'wall' ? chance.between(64, 96) : 34;
    const stone = chance.pick(['#d9c4a0', '#cfc4b0', '#c98f72', '#e6ddc8']);
    sheet.rect(0, y - high + 8, WIDTH, high, lit(light, stone));
    const courses: (readonly [Point, Point])[] = [];
    for (let at = y - high + 20; at < y + 8; at += 12)
      courses.push([
        [0, at],
        [WIDTH, at],
      ]);
    sheet.lines(courses, light.shade, 1, 0.14);
    sheet.rect(0, y - high + 2, WIDTH, 9, lit(light, '#e9dcc0'));
    sheet.rect(0, y + 6, WIDTH, 10, light.shade, light.depth * 0.5);
  } else if (end === 'hedge') {
    const green = mix('#4f8a70', chance.pick(['#3f6f5c', '#6d8f5a']), 0.5);
    sheet.rect(0, y - 58, WIDTH, 68, lit(light, green));
    for (let x = 0; x < WIDTH + 30; x += 30)
      sheet.circle(x, y - 56 + chance.between(-3, 3), 20, lit(light, green));
    for (let index = 0; index < 40; index += 1)
      sheet.circle(
        chance.between(0, WIDTH),
        y - chance.between(0, 62),
        chance.between(5, 9),
        chance.maybe(0.5) ? '#ffffff' : light.shade,
        0.1,
      );
    sheet.rect(0, y + 4, WIDTH, 12, light.shade, light.depth * 0.6);
  } else if (end === 'fence') {
    const wood = chance.pick(['#b58a5f', '#8f9a9c', '#e9e1cf', '#6e4c34']);
    sheet.rect(0, y - 70, WIDTH, 78, shaded(light, wood, 0.2));
    const boards: (readonly [Point, Point])[] = [];
    for (let at = y - 60; at < y + 4; at += 11)
      boards.push([
        [0, at],
        [WIDTH, at],
      ]);
    sheet.lines(boards, light.shade, 2, 0.3);
    for (let x = 40; x < WIDTH; x += 130) sheet.rect(x, y - 76, 8, 86, shaded(light, wood, 0.6));
  }
}

/** How one walks through it; gives where it meets the foot of the picture. */
function drawWay(
  sheet: Sheet,
  kind: 'winding' | 'slabs' | 'none' | 'deck',
  y: number,
  south: boolean,
  light: Light,
  chance: Chance,
): number {
  const stone = lit(light, south ? '#e6d9b8' : '#ddd6c4');
  const foot = chance.between(250, 660);
  if (kind === 'winding')
    sheet.path(
      `M${n(foot - 76)} 720C${n(foot - 20)} ${n(y + 170)} ${n(foot + 170)} ${n(y + 120)} ${n(foot + 112)} ${n(y + 16)}L${n(foot + 132)} ${n(y + 16)}C${n(foot + 220)} ${n(y + 110)} ${n(foot + 90)} ${n(y + 190)} ${n(foot + 74)} 720Z`,
      stone,
    );
  if (kind === 'slabs')
    for (let index = 0; index < 9; index += 1) {
      const share = index / 8;
      const size = 64 - 46 * share;
      const at = 716 - (716 - y - 30) * (1 - (1 - share) ** 1.8);
      const x = foot + Math.sin(share * 3) * 60;
      sheet.ellipse(x + 3, at + 3, size, size * 0.26, light.shade, light.depth * 0.7);
      sheet.ellipse(x, at, size, size * 0.26, stone);
    }
  if (kind === 'deck') {
    const wood = lit(light, chance.pick(['#c39a6e', '#b58a5f', '#bfae97']));
    sheet.poly(
      [
        [-10, 640],
        [WIDTH + 10, 626],
        [WIDTH + 10, 730],
        [-10, 730],
      ],
      wood,
    );
    const boards: (readonly [Point, Point])[] = [];
    for (let x = -200; x < WIDTH + 200; x += 38)
      boards.push([
        [480 + (x - 480) * 0.82, 634],
        [x, 730],
      ]);
    sheet.lines(boards, light.shade, 1.4, 0.26);
    return -400;
  }
  return kind === 'none' ? -400 : foot;
}

/** The terrace one stands on, and its pots. */
function drawTerraceEdge(sheet: Sheet, light: Light, chance: Chance): void {
  sheet.rect(0, 668, WIDTH, 60, lit(light, chance.pick(['#dcd2bd', '#cfcbc2', '#c98a68'])));
  sheet.rect(0, 664, WIDTH, 6, light.shade, light.depth * 0.5);
  for (const x of chance.pick([
    [80, 190],
    [800, 890],
    [90, 860],
  ])) {
    drawBush(sheet, x, 664, chance.between(34, 54), chance.pick(['olive', 'round', 'plane']), light, chance);
    sheet.poly(
      [
        [x - 32, 650],
        [x + 32, 650],
        [x + 24, 706],
        [x - 24, 706],
      ],
      lit(light, chance.pick(['#b9664a', '#8f9a9c', '#2b4560'])),
    );
  }
}
