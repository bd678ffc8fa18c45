import type { Chance } from '../../chance.ts';
import type { WindowLook } from '../brief.ts';
import { type Light, lit } from '../light.ts';
import { drawDoor, drawFlowers, drawWindow } from '../openings.ts';
import { mix, Sheet, WIDTH } from '../paint.ts';
import { drawHorizon, drawPavement, drawSky } from '../street/background.ts';
import { drawChimney, drawRoof, drawStones, drawWall, plainWindow, type Wall } from './masonry.ts';
import { drawClimber, drawPot } from './planting.ts';

/** A stone house in a village street, steps, a climbing plant, neighbours on both sides. */
export function drawVillageHouse(sheet: Sheet, light: Light, chance: Chance): void {
  drawSky(sheet, light, chance);
  drawHorizon(sheet, 'hills', 420, light, chance);
  const foot = 640;
  const left = chance.between(250, 330);
  const wide = chance.between(330, 390);
  const plasters = chance.shuffle(['#eed8b4', '#e8c49c', '#f0e2c8', '#e2b793']);
  const neighbours: Wall[] = [
    { left: -60, right: left, top: chance.between(190, 270), foot },
    { left: left + wide, right: WIDTH + 60, top: chance.between(210, 300), foot },
  ];
  neighbours.forEach((wall, index) => {
    const colour = mix(plasters[index]!, light.haze, 0.14);
    drawRoof(
      sheet,
      [
        [wall.left - 8, wall.top],
        [wall.left + 30, wall.top - 52],
        [wall.right - 30, wall.top - 52],
        [wall.right + 8, wall.top],
      ],
      '#b97a5c',
      'tiles',
      light,
    );
    drawWall(sheet, wall, colour, light);
    const look = { ...plainWindow, trim: null, shutters: chance.pick(['#8fa6a2', '#b0a58a', '#7f95a8']) };
    for (const share of [0.3, 0.72]) {
      for (const y of [wall.top + 58, wall.top + 190]) {
        if (y < foot - 150)
          drawWindow(
            sheet,
            { x: wall.left + (wall.right - wall.left) * share - 22, y, width: 42, height: 74 },
            look,
            light,
            chance,
          );
      }
    }
  });
  const wall: Wall = { left, right: left + wide, top: chance.between(140, 176), foot };
  drawRoof(
    sheet,
    [
      [left - 14, wall.top],
      [left + 40, wall.top - 66],
      [wall.right - 40, wall.top - 66],
      [wall.right + 14, wall.top],
    ],
    '#bd7154',
    'tiles',
    light,
  );
  drawChimney(sheet, wall.right - 110, wall.top - 56, '#d9c4a0', light);
  drawWall(sheet, wall, '#d9c7a4', light);
  drawStones(sheet, wall, ['#cdb78f', '#e3d3b2', '#c4ac86', '#dcc49a', '#b9a482'], light, chance, 21);
  sheet.poly(
    [
      [left, wall.top + 6],
      [wall.right, wall.top + 6],
      [wall.right, wall.top + 26],
      [left + 16, wall.top + 26],
    ],
    light.shade,
    light.depth,
  );
  const shutters = chance.pick(['#6f98a0', '#7fa08a', '#8aa0b8', '#5f7f78', '#a7876a']);
  const look: WindowLook = { ...plainWindow, trim: '#e9dcc0', shutters };
  const columns = [left + wide * 0.26, left + wide * 0.74];
  for (const x of columns) {
    drawWindow(sheet, { x: x - 26, y: wall.top + 58, width: 52, height: 86 }, look, light, chance);
    if (chance.maybe(0.5)) drawFlowers(sheet, x - 24, wall.top + 146, 48, light, chance);
    drawWindow(sheet, { x: x - 28, y: wall.top + 214, width: 56, height: 92 }, look, light, chance);
  }
  const door = chance.maybe(0.5) ? columns[0]! : columns[1]!;
  const other = door === columns[0] ? columns[1]! : columns[0]!;
  drawDoor(
    sheet,
    { x: door - 38, y: foot - 158, width: 76, height: 136 },
    chance.pick(['#5a3d2e', '#0b5e63', '#6b4a3a', '#41597a']),
    'round',
    light,
    false,
  );
  for (const [step, grow] of [
    [22, 0],
    [11, 14],
  ] as const) {
    sheet.rect(door - 52 - grow, foot - step, 104 + grow * 2, 11, lit(light, '#e3d8c0'));
    sheet.rect(door - 52 - grow, foot - step + 7, 104 + grow * 2, 4, light.shade, light.depth);
  }
  drawWindow(
    sheet,
    { x: other - 24, y: foot - 132, width: 48, height: 70 },
    { ...plainWindow, trim: '#e9dcc0' },
    light,
    chance,
  );
  drawClimber(
    sheet,
    door < WIDTH / 2 + 20 ? left + 14 : wall.right - 14,
    foot,
    chance.between(250, 330),
    light,
    chance,
  );
  drawPavement(sheet, foot, light);
  sheet.poly(
    [
      [0, foot - 26],
      [WIDTH, foot - 88],
      [WIDTH, 720],
      [0, 720],
    ],
    light.shade,
    light.depth * 0.4,
  );
  for (const x of [other - 70, other + 60]) drawPot(sheet, x, foot + 12, 26, light, chance);
}
