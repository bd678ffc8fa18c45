import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawDoor, drawWindow } from '../openings.ts';
import { darker, lighter, mix, Sheet } from '../paint.ts';
import { type Block, type Front, STREET } from './fronts.ts';

export function drawGroundFloor(
  sheet: Sheet,
  front: Front,
  block: Block,
  light: Light,
  chance: Chance,
): void {
  const { left, right, groundHeight, bays } = block;
  const y = STREET - groundHeight;
  const base = front.ground === 'arcade' ? mix(block.wall, front.trim, 0.5) : block.wall;
  sheet.rect(
    left,
    y,
    right - left,
    groundHeight,
    sheet.gradient(
      [left, y],
      [right, y],
      [
        [0, lit(light, base)],
        [1, shaded(light, base, 0.4)],
      ],
    ),
  );
  if (front.texture !== 'brick') {
    const courses: (readonly [Point, Point])[] = [];
    for (let at = y + 16; at < STREET - 12; at += 16)
      courses.push([
        [left, at],
        [right, at],
      ]);
    sheet.lines(courses, light.shade, 1.4, 0.13);
  }
  sheet.rect(left, y - 5, right - left, 8, lighter(lit(light, front.trim), 0.12));
  sheet.rect(left, y + 3, right - left, 4, light.shade, light.depth * 0.8);
  sheet.rect(left, STREET - 12, right - left, 12, shaded(light, '#a59c8c', 0.5));
  const bay = (right - left - 24) / bays;
  const entrance = Math.floor(bays / 2) - (chance.maybe(0.5) ? 1 : 0);
  const paint = chance.pick(front.doors);
  const shops = front.ground === 'shop' || (front.ground !== 'plain' && chance.maybe(0.6));
  const awning = chance.pick(['#0b5e63', '#f2b134', '#b8420f', '#41597a', '#e9e1cf']);
  for (let index = 0; index < bays; index += 1) {
    const x = left + 12 + bay * index;
    if (!sheet.sees(x - 8, y, bay + 16, groundHeight)) continue;
    if (index === entrance) {
      const wide = Math.min(64, bay * 0.62);
      drawDoor(
        sheet,
        { x: x + (bay - wide) / 2, y: y + 18, width: wide, height: groundHeight - 18 },
        paint,
        front.ground === 'arcade' ? 'round' : 'segment',
        light,
        true,
      );
    } else if (shops) {
      drawShop(
        sheet,
        x + 7,
        y + 20,
        bay - 14,
        groundHeight - 32,
        index % 2 === 0 ? awning : lighter(awning, 0.1),
        light,
        chance,
      );
    } else {
      const wide = Math.min(46, bay * 0.42);
      drawWindow(
        sheet,
        { x: x + (bay - wide) / 2, y: y + 26, width: wide, height: groundHeight * 0.52 },
        {
          across: 2,
          down: 3,
          frame: front.frame,
          trim: front.trim,
          shutters: null,
          head: front.ground === 'arcade' ? 'round' : front.head,
          sill: true,
        },
        light,
        chance,
      );
    }
  }
}

/** A shop window under a plain awning; no words. */
function drawShop(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  awning: Colour,
  light: Light,
  chance: Chance,
): void {
  if (!sheet.sees(x - 10, y - 8, width + 20, height + 10)) return;
  const inside = light.evening ? '#ffd88f' : '#4a6177';
  sheet.rect(x - 3, y - 3, width + 6, height + 3, shaded(light, '#2b4560', 0.3));
  sheet.rect(
    x,
    y,
    width,
    height,
    sheet.gradient(
      [x, y],
      [x, y + height],
      [
        [0, light.evening ? '#f2b65e' : '#2f475e'],
        [1, inside],
      ],
    ),
  );
  for (let index = 0; index < 3; index += 1) {
    sheet.circle(
      x + width * (0.25 + 0.25 * index),
      y + height * 0.5,
      4.5,
      '#ffe6b0',
      light.evening ? 0.95 : 0.6,
    );
    sheet.rect(
      x + width * (0.14 + 0.27 * index),
      y + height - 22 - chance.between(0, 12),
      width * 0.17,
      40,
      chance.pick(['#d8c7a6', '#7fa08a', '#b8805f', '#c9d5d8']),
      0.8,
    );
  }
  sheet.rect(x, y + height - 16, width, 16, shaded(light, '#2b4560', 0.3));
  sheet.poly(
    [
      [x + width * 0.55, y],
      [x + width * 0.8, y],
      [x + width * 0.5, y + height - 16],
      [x + width * 0.25, y + height - 16],
    ],
    '#ffffff',
    0.1,
  );
  sheet.rect(x, y + 16, width, 12, light.shade, light.depth);
  const cloth = lit(light, awning);
  sheet.poly(
    [
      [x - 4, y - 6],
      [x + width + 4, y - 6],
      [x + width + 9, y + 18],
      [x - 9, y + 18],
    ],
    cloth,
  );
  sheet.rect(x - 9, y + 17, width + 18, 5, darker(cloth, 0.16));
}
