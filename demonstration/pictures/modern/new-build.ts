import type { Chance } from '../../chance.ts';
import type { Colour, Horizon, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawDoor, drawWindow } from '../openings.ts';
import { darker, lighter, mix, Sheet, WIDTH } from '../paint.ts';
import { drawHorizon, drawPavement, drawSky } from '../street/background.ts';
import { drawBicycle } from '../street/things.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import { ANTHRACITE, FOOT } from './materials.ts';

/** A new residence: stepped volumes, timber, deep terraces full of plants. */
export function drawNewBuild(sheet: Sheet, light: Light, chance: Chance, horizon: Horizon = 'town'): void {
  drawSky(sheet, light, chance);
  drawHorizon(sheet, horizon, FOOT + 10, light, chance);
  const floors = chance.whole(4, 5);
  const high = 508 / (floors + 0.2);
  const left = chance.between(40, 110);
  const plaster = chance.pick(['#f2eee4', '#ece8de', '#f4efe6']);
  const wood = chance.pick(['#b58a5f', '#a87a52', '#c39a6e']);
  const dark = chance.pick(['#55677a', '#6b7f7b', '#8a5f4a']);
  const volumes = [
    { left, right: left + 330, floors: floors - 1, wall: dark, timber: false },
    { left: left + 280, right: left + 620, floors, wall: plaster, timber: false },
    { left: left + 590, right: left + 830, floors: floors - chance.whole(1, 2), wall: wood, timber: true },
  ];
  for (const index of [0, 2, 1])
    drawVolume(sheet, volumes[index]!, high, index, light, chance.branch(`volume${index}`));
  drawPavement(sheet, FOOT + 14, light);
  drawPlanting(sheet, light, chance);
  drawTree(sheet, 'birch', chance.between(60, 130), FOOT + 44, chance.between(260, 330), light, chance);
  if (chance.maybe(0.5))
    drawTree(
      sheet,
      chance.pick(['round', 'plane', 'autumn']),
      chance.between(880, 940),
      FOOT + 46,
      chance.between(240, 320),
      light,
      chance,
    );
  if (chance.maybe(0.6))
    drawBicycle(
      sheet,
      chance.between(360, 620),
      FOOT + 48,
      44,
      chance.pick(['#f2b134', '#0b5e63', '#b8420f']),
      light,
    );
}

interface Volume {
  readonly left: number;
  readonly right: number;
  readonly floors: number;
  readonly wall: Colour;
  readonly timber: boolean;
}

function drawVolume(
  sheet: Sheet,
  { left, right, floors, wall, timber }: Volume,
  high: number,
  index: number,
  light: Light,
  chance: Chance,
): void {
  const top = FOOT + 14 - floors * high;
  const width = right - left;
  const side = 34;
  sheet.poly(
    [
      [right, top],
      [right + side, top + 10],
      [right + side, FOOT + 14],
      [right, FOOT + 14],
    ],
    shaded(light, wall, 1.5),
  );
  sheet.rect(
    left,
    top,
    width,
    FOOT + 14 - top,
    sheet.gradient(
      [left, top],
      [right, FOOT],
      [
        [0, lighter(lit(light, wall), 0.06)],
        [1, shaded(light, wall, 0.22)],
      ],
    ),
  );
  if (timber) {
    const slats: (readonly [Point, Point])[] = [];
    for (let x = left + 5; x < right; x += 8)
      slats.push([
        [x, top],
        [x, FOOT + 14],
      ]);
    sheet.lines(slats, darker(lit(light, wall), 0.3), 1.2, 0.45);
  }
  sheet.poly(
    [
      [left - 4, top - 9],
      [right + 3, top - 9],
      [right + side + 5, top + 4],
      [right + side + 5, top + 12],
      [right, top],
      [left - 4, top],
    ],
    lit(light, '#d9dcd8'),
  );
  sheet.rect(left, top, width, 5, light.shade, light.depth * 0.6);
  drawRoofGarden(sheet, left + 14, top - 8, width - 60, light, chance);
  const bays = Math.max(2, Math.round(width / 116));
  const bay = width / bays;
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * high;
    sheet.rect(left, y + high - 3, width, 3, light.shade, light.depth * 0.3);
    for (let column = 0; column < bays; column += 1) {
      const x = left + column * bay;
      const ground = floor === floors - 1;
      if (ground && column === 0 && index === 1)
        drawEntrance(sheet, x + 18, y + 12, bay - 36, high - 12, light);
      else if (ground) window(sheet, x + bay * 0.18, y + high * 0.22, bay * 0.64, high * 0.56, light, chance);
      else if ((floor + column + index) % 2 === 0)
        terrace(sheet, x + 8, y + 8, bay - 16, high - 10, wall, light, chance);
      else
        window(
          sheet,
          x + bay * 0.24,
          y + high * 0.22,
          bay * (chance.maybe(0.5) ? 0.52 : 0.34),
          high * 0.56,
          light,
          chance,
        );
    }
  }
}

function window(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  light: Light,
  chance: Chance,
): void {
  drawWindow(
    sheet,
    { x, y, width, height },
    {
      across: width > 50 ? 2 : 1,
      down: 1,
      frame: ANTHRACITE,
      trim: null,
      shutters: null,
      head: 'straight',
      sill: true,
    },
    light,
    chance,
  );
}

function terrace(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  wall: Colour,
  light: Light,
  chance: Chance,
): void {
  sheet.rect(x, y, width, height, shaded(light, mix(wall, '#c39a6e', 0.35), 1.1));
  drawWindow(
    sheet,
    { x: x + width * 0.1, y: y + height * 0.14, width: width * 0.8, height: height * 0.84 },
    { across: 3, down: 1, frame: ANTHRACITE, trim: null, shutters: null, head: 'straight', sill: false },
    light,
    chance,
  );
  sheet.poly(
    [
      [x, y],
      [x + width, y],
      [x + width, y + height * 0.18],
      [x + width * 0.14, y + height * 0.28],
      [x + width * 0.14, y + height],
      [x, y + height],
    ],
    light.shade,
    light.depth,
  );
  if (chance.maybe(0.75)) {
    const foot = y + height - 4;
    for (const share of [chance.between(0.1, 0.3), chance.between(0.6, 0.86)]) {
      const r = height * chance.between(0.15, 0.24);
      drawBush(sheet, x + width * share, foot, r, chance.pick(['round', 'olive', 'birch']), light, chance);
    }
  }
  const rail = height * 0.38;
  drawBalcony(
    sheet,
    { x: x - 10, y: y + height - rail, width: width + 20, height: rail },
    'glass',
    ANTHRACITE,
    light,
  );
}

function drawEntrance(sheet: Sheet, x: number, y: number, width: number, height: number, light: Light): void {
  drawDoor(sheet, { x, y, width, height }, ANTHRACITE, 'straight', light, true);
  sheet.rect(x - 16, y - 4, width + 32, 7, lit(light, '#c39a6e'));
  sheet.rect(x - 8, y + 3, width + 24, 9, light.shade, light.depth);
}

function drawRoofGarden(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  light: Light,
  chance: Chance,
): void {
  for (let at = x; at < x + width; at += chance.between(30, 64)) {
    if (chance.maybe(0.62))
      drawBush(sheet, at, y, chance.between(10, 19), chance.pick(['round', 'olive', 'birch']), light, chance);
  }
}

function drawPlanting(sheet: Sheet, light: Light, chance: Chance): void {
  for (let x = 30; x < WIDTH; x += chance.between(44, 92)) {
    if (x > 330 && x < 480) continue;
    drawBush(
      sheet,
      x,
      FOOT + 20,
      chance.between(13, 27),
      chance.pick(['round', 'plane', 'olive', 'birch']),
      light,
      chance,
    );
  }
}
