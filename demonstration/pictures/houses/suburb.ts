import type { Chance } from '../../chance.ts';
import type { Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawDoor, drawWindow } from '../openings.ts';
import { darker, lighter, n, Sheet } from '../paint.ts';
import { castHouse, drawChimney, drawRoof, drawWall, FOOT, plainWindow, type Wall } from './masonry.ts';
import { drawPath } from './planting.ts';

export function drawPavillon(sheet: Sheet, light: Light, chance: Chance): void {
  const left = chance.between(210, 260);
  const right = left + 400;
  const roof = chance.pick(['#b0654c', '#8d5546', '#66788a']);
  const wall = chance.pick(['#f3ead8', '#f0e2c8', '#ece8dd']);
  const shutters = chance.pick(['#5f7f78', '#41597a', '#9b5b45', '#7d8e9f']);
  const top = FOOT - 196;
  castHouse(sheet, left, right + 190, FOOT, light);
  const garage: Wall = { left: right, right: right + 180, top: FOOT - 128, foot: FOOT };
  drawRoof(
    sheet,
    [
      [right - 6, garage.top],
      [right + 14, garage.top - 74],
      [garage.right - 26, garage.top - 74],
      [garage.right + 14, garage.top],
    ],
    roof,
    'tiles',
    light,
  );
  drawWall(sheet, garage, wall, light);
  sheet.rect(right + 30, FOOT - 96, 118, 96, lit(light, '#dfe3e2'));
  sheet.lines(
    [24, 48, 72].map(
      (y) =>
        [
          [right + 30, FOOT - 96 + y],
          [right + 148, FOOT - 96 + y],
        ] as const,
    ),
    light.shade,
    1.4,
    0.28,
  );
  sheet.poly(
    [
      [right, garage.top],
      [right + 60, garage.top],
      [right + 26, FOOT],
      [right, FOOT],
    ],
    light.shade,
    light.depth * 0.8,
  );
  drawRoof(
    sheet,
    [
      [left - 20, top],
      [left + 46, top - 118],
      [right - 46, top - 118],
      [right + 20, top],
    ],
    roof,
    'tiles',
    light,
  );
  drawChimney(sheet, right - 150, top - 106, '#c4846a', light);
  drawWall(sheet, { left, right, top, foot: FOOT }, wall, light, 20);
  // A gable in front: it tells the entrance.
  const middle = left + chance.between(110, 150);
  const gable: Wall = { left: middle - 78, right: middle + 78, top: top - 8, foot: FOOT };
  sheet.poly(
    [
      [gable.right, top + 20],
      [gable.right + 34, top + 40],
      [gable.right + 34, FOOT],
      [gable.right, FOOT],
    ],
    light.shade,
    light.depth * 0.9,
  );
  drawWall(sheet, gable, lighter(wall, 0.25), light, 0);
  sheet.poly(
    [
      [gable.left, gable.top + 1],
      [middle, gable.top - 74],
      [gable.right, gable.top + 1],
    ],
    lit(light, lighter(wall, 0.25)),
  );
  sheet.path(
    `M${n(gable.left - 20)} ${n(gable.top + 14)}L${n(middle)} ${n(gable.top - 84)}L${n(gable.right + 20)} ${n(gable.top + 14)}`,
    null,
    { stroke: shaded(light, roof, 0.2), width: 15 },
  );
  sheet.path(
    `M${n(gable.left - 4)} ${n(gable.top + 16)}L${n(middle)} ${n(gable.top - 62)}L${n(gable.right + 4)} ${n(gable.top + 16)}`,
    null,
    { stroke: light.shade, width: 8, opacity: light.depth * 0.7 },
  );
  drawWindow(
    sheet,
    { x: middle - 22, y: gable.top - 6, width: 44, height: 58 },
    { ...plainWindow, down: 2 },
    light,
    chance,
  );
  drawDoor(
    sheet,
    { x: middle - 30, y: FOOT - 106, width: 60, height: 106 },
    chance.pick(['#0b5e63', '#14273a', '#7a2f2f', '#5a3d2e']),
    'straight',
    light,
    false,
  );
  sheet.rect(middle - 44, FOOT - 8, 88, 8, lit(light, '#d8d3c8'));
  for (const x of [gable.right + 86, gable.right + 196]) {
    if (x < right - 44)
      drawWindow(
        sheet,
        { x: x - 28, y: FOOT - 136, width: 56, height: 76 },
        { ...plainWindow, shutters, trim: null },
        light,
        chance,
      );
  }
  drawPath(sheet, middle, 60, light, '#ded8ca');
  drawPath(sheet, right + 90, 120, light, '#cfcbc2');
}

export function drawContemporary(sheet: Sheet, light: Light, chance: Chance): void {
  const left = chance.between(160, 220);
  const right = left + 560;
  const wood = chance.pick(['#b58a5f', '#a87a52']);
  castHouse(sheet, left, right, FOOT, light);
  const base: Wall = { left: left + 40, right, top: FOOT - 140, foot: FOOT };
  drawWall(sheet, base, '#f0ede5', light, 0);
  drawWindow(
    sheet,
    { x: left + 210, y: FOOT - 118, width: 300, height: 112 },
    { across: 4, down: 1, frame: '#33475b', trim: null, shutters: null, head: 'straight', sill: false },
    light,
    chance,
  );
  drawDoor(
    sheet,
    { x: left + 108, y: FOOT - 112, width: 58, height: 112 },
    '#33475b',
    'straight',
    light,
    false,
  );
  sheet.poly(
    [
      [left + 40, FOOT - 140],
      [right, FOOT - 140],
      [right, FOOT - 110],
      [left + 66, FOOT - 110],
    ],
    light.shade,
    light.depth,
  );
  const upper: Wall = { left, right: left + 340, top: FOOT - 276, foot: FOOT - 140 };
  drawWall(sheet, upper, wood, light, 0);
  const slats: (readonly [Point, Point])[] = [];
  for (let x = upper.left + 6; x < upper.right; x += 9)
    slats.push([
      [x, upper.top],
      [x, upper.foot],
    ]);
  sheet.lines(slats, darker(lit(light, wood), 0.3), 1.2, 0.42);
  sheet.poly(
    [
      [upper.right, upper.top],
      [upper.right + 26, upper.top + 8],
      [upper.right + 26, upper.foot],
      [upper.right, upper.foot],
    ],
    shaded(light, wood, 1.5),
  );
  drawWindow(
    sheet,
    { x: left + 46, y: upper.top + 36, width: 96, height: 74 },
    { across: 2, down: 1, frame: '#33475b', trim: null, shutters: null, head: 'straight', sill: false },
    light,
    chance,
  );
  drawWindow(
    sheet,
    { x: left + 212, y: upper.top + 36, width: 62, height: 74 },
    { across: 1, down: 1, frame: '#33475b', trim: null, shutters: null, head: 'straight', sill: false },
    light,
    chance,
  );
  sheet.rect(upper.left - 4, upper.top - 8, 346, 9, lit(light, '#d9dcd8'));
  sheet.rect(left + 340, FOOT - 149, right - left - 336, 10, lit(light, '#d9dcd8'));
  drawBalcony(sheet, { x: left + 368, y: FOOT - 186, width: 190, height: 36 }, 'glass', '#33475b', light);
  sheet.poly(
    [
      [left + 150, FOOT],
      [right + 40, FOOT],
      [right + 90, FOOT + 30],
      [left + 130, FOOT + 30],
    ],
    lit(light, '#c7a77f'),
  );
}
