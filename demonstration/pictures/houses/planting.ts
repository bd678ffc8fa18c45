import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { lighter, outline, Sheet } from '../paint.ts';
import { smooth } from '../street/background.ts';
import { drawBush } from '../street/trees.ts';
import { FOOT } from './masonry.ts';

export function drawClimber(
  sheet: Sheet,
  x: number,
  foot: number,
  height: number,
  light: Light,
  chance: Chance,
): void {
  const petals = chance.pick([
    ['#b5477e', '#d06a9c'],
    ['#a9556b', '#7f3f58'],
    ['#8fb58b', '#b9cf9f'],
  ] as const);
  sheet.path(
    smooth(
      [
        [x, foot],
        [x + 8, foot - height * 0.4],
        [x - 4, foot - height * 0.7],
        [x + 10, foot - height],
      ],
      'M',
    ),
    null,
    { stroke: shaded(light, '#7a5a45', 0.4), width: 5, round: true },
  );
  const blobs = Array.from({ length: 34 }, () => {
    const up = chance.next() ** 0.7;
    return {
      x: x + chance.between(-30, 34) * (0.35 + up),
      y: foot - 60 - up * (height - 50),
      r: chance.between(9, 19),
    };
  });
  for (const { x: bx, y, r } of blobs) sheet.circle(bx + 3, y + 4, r, light.shade, light.depth * 0.6);
  for (const { x: bx, y, r } of blobs) sheet.circle(bx, y, r, lit(light, '#4c7f62'));
  for (const { x: bx, y, r } of blobs)
    sheet.circle(bx - 3, y - 4, r * 0.55, lit(light, chance.pick(petals)), 0.92);
}

export function drawPot(
  sheet: Sheet,
  x: number,
  foot: number,
  size: number,
  light: Light,
  chance: Chance,
): void {
  sheet.ellipse(x + 6, foot, size * 0.7, 4, light.shade, light.depth);
  drawBush(sheet, x, foot - size * 0.7, size * 0.8, chance.pick(['olive', 'round', 'plane']), light, chance);
  const clay = lit(light, chance.pick(['#b9664a', '#c88a66', '#8f9a9c']));
  sheet.poly(
    [
      [x - size * 0.5, foot - size * 0.86],
      [x + size * 0.5, foot - size * 0.86],
      [x + size * 0.36, foot],
      [x - size * 0.36, foot],
    ],
    clay,
  );
  sheet.poly(
    [
      [x + size * 0.1, foot - size * 0.86],
      [x + size * 0.5, foot - size * 0.86],
      [x + size * 0.36, foot],
      [x + size * 0.1, foot],
    ],
    light.shade,
    light.depth * 0.8,
  );
  sheet.rect(x - size * 0.56, foot - size * 0.98, size * 1.12, size * 0.18, lighter(clay, 0.16));
}

export function drawLavender(sheet: Sheet, x: number, foot: number, size: number, light: Light): void {
  sheet.ellipse(x + 6, foot, size * 0.7, 4, light.shade, light.depth);
  const stems: (readonly [Point, Point])[] = [];
  for (let index = -4; index <= 4; index += 1)
    stems.push([
      [x, foot],
      [x + index * size * 0.15, foot - size * (1.1 - Math.abs(index) * 0.07)],
    ]);
  sheet.lines(stems, lit(light, '#7f9a7a'), 2);
  for (const [, [tx, ty]] of stems) sheet.ellipse(tx, ty, 2.8, 7, lit(light, '#8d7bb8'));
}

export function drawPath(sheet: Sheet, x: number, width: number, light: Light, colour: Colour): void {
  sheet.poly(
    [
      [x - width / 2, FOOT],
      [x + width / 2, FOOT],
      [x + width * 1.5, 720],
      [x - width * 1.1, 720],
    ],
    lit(light, colour),
  );
}

export function drawHydrangea(sheet: Sheet, x: number, foot: number, light: Light, chance: Chance): void {
  drawBush(sheet, x, foot, 30, 'round', light, chance);
  for (let index = 0; index < 8; index += 1) {
    sheet.circle(
      x + chance.between(-24, 20),
      foot - chance.between(10, 34),
      chance.between(5, 8),
      lit(light, chance.pick(['#8fa6d6', '#b79ccf', '#cfd8e8', '#d99ab4'])),
      0.95,
    );
  }
}

export function drawPergola(sheet: Sheet, x: number, foot: number, light: Light, chance: Chance): void {
  const wood = lit(light, '#c9b48f');
  sheet.poly(
    [
      [x, foot],
      [x + 150, foot],
      [x + 190, foot + 26],
      [x + 20, foot + 26],
    ],
    light.shade,
    light.depth * 0.7,
  );
  for (const post of [x, x + 74, x + 148]) sheet.rect(post, foot - 112, 7, 114, wood);
  sheet.rect(x - 12, foot - 118, 178, 8, lighter(wood, 0.15));
  for (let at = x - 8; at < x + 164; at += 14)
    sheet.circle(
      at,
      foot - 120 + chance.between(-6, 10),
      chance.between(8, 13),
      lit(light, chance.pick(['#6f9a6f', '#8fb07d', '#5f8d6a'])),
    );
  sheet.rect(x + 34, foot - 44, 84, 5, lit(light, '#f2eee2'));
  for (const leg of [44, 104]) sheet.rect(x + leg, foot - 40, 4, 40, lit(light, '#e3dcc8'));
}

export function drawPool(sheet: Sheet, light: Light): void {
  const edge: Point[] = [
    [420, 640],
    [760, 640],
    [840, 696],
    [380, 696],
  ];
  const water: Point[] = [
    [434, 645],
    [750, 645],
    [818, 688],
    [402, 688],
  ];
  sheet.poly(edge, lit(light, '#ece3cf'));
  sheet.poly(
    water,
    sheet.gradient(
      [600, 645],
      [600, 690],
      [
        [0, lit(light, '#2f8f9b')],
        [1, lit(light, '#7cc6c8')],
      ],
    ),
  );
  sheet.within(outline(water), () => {
    sheet.poly(
      [
        [402, 645],
        [750, 645],
        [750, 655],
        [402, 655],
      ],
      light.shade,
      light.depth,
    );
    for (const [x, y, w] of [
      [470, 664, 60],
      [600, 672, 90],
      [540, 680, 44],
      [690, 660, 50],
    ] as const)
      sheet.rect(x, y, w, 2, '#ffffff', 0.5, 1);
  });
}
