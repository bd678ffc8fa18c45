import type { Chance } from '../../chance.ts';
import type { Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawDoor, drawFlowers, drawWindow } from '../openings.ts';
import { darker, lighter, n, Sheet } from '../paint.ts';
import {
  castHouse,
  drawChimney,
  drawRoof,
  drawStones,
  drawWall,
  FOOT,
  plainWindow,
  type Wall,
} from './masonry.ts';
import { drawClimber, drawHydrangea, drawPath, drawPergola } from './planting.ts';

export function drawMas(sheet: Sheet, light: Light, chance: Chance): void {
  const left = chance.between(150, 210);
  const right = left + 520;
  const top = FOOT - 176;
  castHouse(sheet, left, right, FOOT, light);
  const barn: Wall = { left: right - 20, right: right + 150, top: FOOT - 126, foot: FOOT };
  drawRoof(
    sheet,
    [
      [barn.left, barn.top],
      [barn.left + 10, barn.top - 42],
      [barn.right - 30, barn.top - 42],
      [barn.right + 12, barn.top],
    ],
    '#bd7154',
    'tiles',
    light,
  );
  drawWall(sheet, barn, '#dcc7a0', light);
  drawStones(sheet, barn, ['#cdb78f', '#e3d3b2', '#c4ac86', '#dcc49a'], light, chance, 19);
  sheet.poly(
    [
      [barn.left, barn.top],
      [right + 44, barn.top],
      [right + 16, FOOT],
      [barn.left, FOOT],
    ],
    light.shade,
    light.depth * 0.7,
  );
  drawRoof(
    sheet,
    [
      [left - 16, top],
      [left + 22, top - 62],
      [right - 22, top - 62],
      [right + 16, top],
    ],
    '#c8795a',
    'tiles',
    light,
  );
  drawChimney(sheet, left + 96, top - 52, '#e3d3b2', light);
  const wall: Wall = { left, right, top, foot: FOOT };
  drawWall(sheet, wall, '#e5d2ab', light);
  if (chance.maybe(0.6))
    drawStones(sheet, wall, ['#d6c197', '#eadbb9', '#cdb58a', '#e0caa0'], light, chance, 20);
  sheet.poly(
    [
      [left, top + 6],
      [right, top + 6],
      [right, top + 26],
      [left + 18, top + 26],
    ],
    light.shade,
    light.depth,
  );
  const shutters = chance.pick(['#7fa0a6', '#8aa39b', '#93a9bb', '#b7a58a']);
  for (const share of [0.12, 0.34, 0.86])
    drawWindow(
      sheet,
      { x: left + 520 * share - 24, y: top + 42, width: 48, height: 70 },
      { ...plainWindow, shutters, trim: '#efe3c8' },
      light,
      chance,
    );
  drawDoor(sheet, { x: left + 290, y: FOOT - 116, width: 74, height: 116 }, shutters, 'round', light, true);
  drawPergola(sheet, left + 372, FOOT, light, chance);
  drawClimber(sheet, left + 268, FOOT, 190, light, chance);
}

export function drawLonghouse(sheet: Sheet, light: Light, chance: Chance): void {
  const left = chance.between(130, 190);
  const right = left + 600;
  const top = FOOT - 150;
  castHouse(sheet, left, right, FOOT, light);
  drawChimney(sheet, left + 18, top - 118, '#a9a59c', light);
  drawChimney(sheet, right - 54, top - 118, '#a9a59c', light);
  drawRoof(
    sheet,
    [
      [left - 12, top],
      [left + 18, top - 132],
      [right - 18, top - 132],
      [right + 12, top],
    ],
    '#566675',
    'slates',
    light,
  );
  const wall: Wall = { left, right, top, foot: FOOT };
  drawWall(sheet, wall, '#c6bfb0', light);
  drawStones(sheet, wall, ['#b7afa0', '#d4cdbd', '#a9a294', '#c9bda6', '#bcb8b0'], light, chance, 22);
  sheet.poly(
    [
      [left, top + 6],
      [right, top + 6],
      [right, top + 22],
      [left + 16, top + 22],
    ],
    light.shade,
    light.depth,
  );
  const shutters = chance.pick(['#5b7f93', '#41597a', '#5f8d8a', '#8a3f3a']);
  for (const share of [0.28, 0.68]) {
    const x = left + 600 * share;
    sheet.rect(x - 30, top - 74, 60, 78, lit(light, '#d9d2c2'));
    drawWindow(
      sheet,
      { x: x - 19, y: top - 58, width: 38, height: 60 },
      { ...plainWindow, down: 2, trim: null },
      light,
      chance,
    );
    sheet.poly(
      [
        [x - 40, top - 70],
        [x, top - 112],
        [x + 40, top - 70],
      ],
      shaded(light, '#566675', 0.3),
    );
    sheet.poly(
      [
        [x + 30, top - 66],
        [x + 62, top],
        [x + 30, top + 2],
      ],
      light.shade,
      light.depth,
    );
  }
  for (const share of [0.13, 0.32, 0.72, 0.88])
    drawWindow(
      sheet,
      { x: left + 600 * share - 24, y: FOOT - 116, width: 48, height: 72 },
      { ...plainWindow, shutters, trim: '#ddd6c6' },
      light,
      chance,
    );
  drawDoor(
    sheet,
    { x: left + 282, y: FOOT - 112, width: 60, height: 112 },
    shutters,
    'segment',
    light,
    false,
  );
  for (const x of [left + 238, left + 386, left + 30, right - 40])
    drawHydrangea(sheet, x, FOOT + 6, light, chance);
  drawPath(sheet, left + 312, 56, light, '#d9d2c2');
}

export function drawChalet(sheet: Sheet, light: Light, chance: Chance): void {
  const left = chance.between(240, 290);
  const right = left + 430;
  const middle = (left + right) / 2;
  const wood = chance.pick(['#9b6b46', '#a97a52', '#8a5f40']);
  castHouse(sheet, left, right, FOOT, light);
  drawWall(sheet, { left: left + 20, right: right - 20, top: FOOT - 128, foot: FOOT }, '#ece2cd', light, 0);
  const timber: Point[] = [
    [left + 12, FOOT - 122],
    [left + 12, FOOT - 236],
    [middle, FOOT - 356],
    [right - 12, FOOT - 236],
    [right - 12, FOOT - 122],
  ];
  sheet.poly(
    timber,
    sheet.gradient(
      [left, FOOT - 350],
      [right, FOOT - 120],
      [
        [0, lighter(lit(light, wood), 0.14)],
        [1, shaded(light, wood, 0.5)],
      ],
    ),
  );
  sheet.within(timber, () => {
    const boards: (readonly [Point, Point])[] = [];
    for (let y = FOOT - 350; y < FOOT - 122; y += 13)
      boards.push([
        [left, y],
        [right, y],
      ]);
    sheet.lines(boards, darker(lit(light, wood), 0.35), 1.2, 0.5);
    sheet.path(
      `M${n(left - 6)} ${n(FOOT - 206)}L${n(middle)} ${n(FOOT - 334)}L${n(right + 6)} ${n(FOOT - 206)}`,
      null,
      { stroke: light.shade, width: 26, opacity: light.depth },
    );
  });
  const shutters = chance.pick(['#5f7f6a', '#8a3f3a', '#5b7f93']);
  for (const x of [middle - 112, middle + 112])
    drawWindow(
      sheet,
      { x: x - 24, y: FOOT - 212, width: 48, height: 62 },
      { ...plainWindow, down: 2, shutters, trim: null },
      light,
      chance,
    );
  drawWindow(
    sheet,
    { x: middle - 30, y: FOOT - 226, width: 60, height: 84 },
    { ...plainWindow, trim: null },
    light,
    chance,
  );
  drawWindow(
    sheet,
    { x: middle - 20, y: FOOT - 306, width: 40, height: 44 },
    { ...plainWindow, down: 2, trim: null },
    light,
    chance,
  );
  drawBalcony(
    sheet,
    { x: left - 6, y: FOOT - 166, width: right - left + 12, height: 38 },
    'solid',
    wood,
    light,
  );
  const rails: (readonly [Point, Point])[] = [];
  for (let x = left; x < right + 6; x += 12)
    rails.push([
      [x, FOOT - 164],
      [x, FOOT - 130],
    ]);
  sheet.lines(rails, darker(lit(light, wood), 0.4), 2.4, 0.55);
  for (const x of [left + 40, middle + 60]) drawFlowers(sheet, x, FOOT - 164, 110, light, chance);
  sheet.poly(
    [
      [left, FOOT - 122],
      [right, FOOT - 122],
      [right - 20, FOOT - 92],
      [left + 44, FOOT - 92],
    ],
    light.shade,
    light.depth,
  );
  const roof = shaded(light, '#6a5f58', 0.3);
  sheet.path(
    `M${n(left - 54)} ${n(FOOT - 190)}L${n(middle)} ${n(FOOT - 378)}L${n(right + 54)} ${n(FOOT - 190)}`,
    null,
    { stroke: roof, width: 22 },
  );
  sheet.path(
    `M${n(left - 56)} ${n(FOOT - 199)}L${n(middle)} ${n(FOOT - 390)}L${n(right + 56)} ${n(FOOT - 199)}`,
    null,
    { stroke: lighter(roof, 0.35), width: 5 },
  );
  for (const x of [middle - 130, middle + 116])
    drawWindow(
      sheet,
      { x: x - 26, y: FOOT - 84, width: 52, height: 58 },
      { ...plainWindow, down: 2, shutters, trim: null },
      light,
      chance,
    );
  drawDoor(
    sheet,
    { x: middle - 30, y: FOOT - 100, width: 60, height: 100 },
    shutters,
    'straight',
    light,
    false,
  );
  drawPath(sheet, middle, 54, light, '#d9d2c2');
}
