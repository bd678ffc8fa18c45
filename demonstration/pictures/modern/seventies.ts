import type { Chance } from '../../chance.ts';
import type { Colour, Horizon, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawFlowers, drawWindow } from '../openings.ts';
import { darker, lighter, mix, Sheet, WIDTH } from '../paint.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import { ALUMINIUM, FOOT } from './materials.ts';

/** A residence of the seventies: long loggias, bands of concrete, awnings, a lawn. */
export function drawSeventies(sheet: Sheet, light: Light, chance: Chance, horizon: Horizon = 'town'): void {
  drawSky(sheet, light, chance);
  drawHorizon(sheet, horizon, FOOT, light, chance);
  const floors = chance.whole(5, 7);
  const bays = chance.whole(4, 6);
  const high = 440 / floors;
  const wide = chance.between(600, 700);
  const left = (WIDTH - wide) / 2 + chance.between(-80, 80);
  const top = FOOT - 42 - floors * high;
  const concrete = chance.pick(['#ded9cd', '#e6e0d4', '#d5d3cb', '#e2d6c4']);
  const accent = chance.pick(['#c98a5a', '#0f7378', '#8aa39b', '#b86b4b', '#6f8797']);
  const awning = chance.pick(['#f2b134', '#d9764a', '#5f8d8a', '#e9e1cf']);
  // The gable, turned away from the sun, gives the slab its thickness.
  sheet.poly(
    [
      [left + wide, top],
      [left + wide + 62, top + 16],
      [left + wide + 62, FOOT],
      [left + wide, FOOT],
    ],
    shaded(light, concrete, 1.25),
  );
  sheet.rect(left, top - 8, wide, FOOT - top + 8, lit(light, concrete));
  sheet.poly(
    [
      [left - 6, top - 16],
      [left + wide + 4, top - 16],
      [left + wide + 68, top + 8],
      [left + wide + 68, top + 17],
      [left + wide + 4, top - 4],
      [left - 6, top - 4],
    ],
    shaded(light, '#cfcabf', 0.3),
  );
  sheet.rect(left + wide * 0.42, top - 44, 92, 30, shaded(light, concrete, 0.5));
  const core = chance.whole(1, bays - 2);
  const bay = wide / bays;
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * high;
    for (let index = 0; index < bays; index += 1) {
      const x = left + index * bay;
      if (index === core) drawStairwell(sheet, x, y, bay, high, accent, light, chance);
      else
        drawLoggia(
          sheet,
          { x: x + 6, y: y + 5, width: bay - 12, height: high - 9 },
          concrete,
          awning,
          accent,
          light,
          chance,
        );
    }
  }
  drawLobby(sheet, left, wide, left + (core + 0.5) * bay, light);
  drawGround(sheet, FOOT, '#9db98b', light, chance);
  sheet.poly(
    [
      [left + core * bay + 14, FOOT],
      [left + core * bay + bay - 14, FOOT],
      [left + core * bay + bay + 76, 720],
      [left + core * bay - 60, 720],
    ],
    lit(light, '#d8d3c8'),
  );
  sheet.poly(
    [
      [left, FOOT],
      [left + wide + 62, FOOT],
      [left + wide + 150, FOOT + 42],
      [left + 60, FOOT + 42],
    ],
    light.shade,
    light.depth * 0.6,
  );
  drawTree(sheet, 'round', chance.between(60, 150), FOOT + 56, chance.between(280, 360), light, chance);
  drawTree(
    sheet,
    chance.pick(['birch', 'autumn', 'plane']),
    chance.between(800, 900),
    FOOT + 40,
    chance.between(240, 320),
    light,
    chance,
  );
  for (const x of [220, 700])
    drawBush(sheet, x + chance.between(-40, 40), FOOT + 44, chance.between(24, 38), 'round', light, chance);
}

function drawLoggia(
  sheet: Sheet,
  at: { x: number; y: number; width: number; height: number },
  concrete: Colour,
  awning: Colour,
  accent: Colour,
  light: Light,
  chance: Chance,
): void {
  const { x, y, width, height } = at;
  sheet.rect(x, y, width, height, shaded(light, concrete, 1.6));
  const inner = { x: x + width * 0.12, y: y + height * 0.14, width: width * 0.56, height: height * 0.86 };
  drawWindow(
    sheet,
    inner,
    { across: 2, down: 1, frame: ALUMINIUM, trim: null, shutters: null, head: 'straight', sill: false },
    light,
    chance,
  );
  sheet.rect(
    x + width * 0.74,
    y + height * 0.14,
    width * 0.2,
    height * 0.86,
    mix(shaded(light, accent, 1), '#ffffff', 0.1),
  );
  // The slab above shades the loggia from the upper left.
  sheet.poly(
    [
      [x, y],
      [x + width, y],
      [x + width, y + height * 0.2],
      [x + width * 0.16, y + height * 0.3],
      [x + width * 0.16, y + height],
      [x, y + height],
    ],
    light.shade,
    light.depth * 1.1,
  );
  if (chance.maybe(0.34)) {
    const cloth = lit(light, chance.maybe(0.7) ? awning : lighter(awning, 0.3));
    const drop = height * chance.between(0.2, 0.42);
    sheet.rect(x, y, width, drop, cloth);
    sheet.rect(x, y + drop, width, 3, darker(cloth, 0.2));
    const stripes: (readonly [Point, Point])[] = [];
    for (let left = x + 6; left < x + width; left += 12)
      stripes.push([
        [left, y],
        [left, y + drop],
      ]);
    sheet.lines(stripes, '#ffffff', 4, 0.28);
  }
  const rail = height * 0.4;
  drawBalcony(
    sheet,
    { x: x - 3, y: y + height - rail, width: width + 6, height: rail - 3 },
    'solid',
    chance.maybe(0.08) ? accent : lighter(concrete, 0.35),
    light,
  );
  if (chance.maybe(0.22)) drawFlowers(sheet, x + width * 0.3, y + height - rail, width * 0.34, light, chance);
}

function drawStairwell(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  accent: Colour,
  light: Light,
  chance: Chance,
): void {
  sheet.rect(x, y - 2, width, height + 4, shaded(light, accent, 0.2));
  for (const share of [0.22, 0.56]) {
    drawWindow(
      sheet,
      { x: x + width * share, y: y + height * 0.22, width: width * 0.24, height: height * 0.5 },
      { across: 1, down: 2, frame: ALUMINIUM, trim: null, shutters: null, head: 'straight', sill: true },
      light,
      chance,
    );
  }
  sheet.rect(x, y, 4, height, light.shade, light.depth * 0.8);
}

function drawLobby(sheet: Sheet, left: number, wide: number, centre: number, light: Light): void {
  sheet.rect(left, FOOT - 46, wide, 46, shaded(light, '#b9b4a8', 0.9));
  const panes: (readonly [Point, Point])[] = [];
  sheet.rect(centre - 70, FOOT - 40, 140, 40, light.evening ? '#ffdf9f' : mix('#33506b', light.sky[2], 0.35));
  for (let x = centre - 70; x <= centre + 70; x += 35)
    panes.push([
      [x, FOOT - 40],
      [x, FOOT],
    ]);
  sheet.lines(panes, lit(light, ALUMINIUM), 3);
  sheet.rect(centre - 96, FOOT - 52, 192, 11, lighter(lit(light, '#e6e0d4'), 0.2));
  sheet.rect(left, FOOT - 41, wide, 8, light.shade, light.depth);
}
