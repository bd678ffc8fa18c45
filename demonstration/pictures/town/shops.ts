import type { Chance } from '../../chance.ts';
import type { Colour, FrontName, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { darker, lighter, mix, n, Sheet, WIDTH } from '../paint.ts';
import { drawPavement } from '../street/background.ts';
import { drawBicycle, drawPassers } from '../street/things.ts';
import { drawBush } from '../street/trees.ts';
import { FRONTS, type Front } from './fronts.ts';

const FOOT = 628;

/** A shop seen from the pavement across: its window, its door, one storey above. No word on it. */
export function drawShopFront(sheet: Sheet, name: FrontName, light: Light, chance: Chance): void {
  const front: Front = FRONTS[name];
  const wall = chance.pick(front.walls);
  sheet.rect(
    0,
    0,
    WIDTH,
    FOOT,
    sheet.gradient(
      [0, 0],
      [WIDTH, FOOT],
      [
        [0, lighter(lit(light, wall), 0.08)],
        [1, shaded(light, wall, 0.3)],
      ],
    ),
  );
  const joints: (readonly [Point, Point])[] = [];
  const step = front.texture === 'brick' ? 11 : front.texture === 'plaster' ? 900 : 34;
  for (let y = step; y < FOOT; y += step)
    joints.push([
      [0, y],
      [WIDTH, y],
    ]);
  sheet.lines(
    joints,
    front.texture === 'brick' ? '#f0d0b8' : light.shade,
    1.4,
    front.texture === 'brick' ? 0.22 : 0.1,
  );
  const paint = chance.pick([
    '#0b5e63',
    '#14273a',
    '#7a2f2f',
    '#2f5a45',
    '#41597a',
    '#c9a24a',
    '#e6e1d6',
    '#5a3d2e',
    '#8aa39b',
    '#b8603f',
  ]);
  const left = chance.between(60, 170);
  const right = WIDTH - chance.between(60, 170);
  const top = chance.between(226, 262);
  drawUpper(sheet, front, top, light, chance);
  sheet.rect(-4, top - 34, WIDTH + 8, 10, lighter(lit(light, front.trim), 0.1));
  sheet.rect(-4, top - 24, WIDTH + 8, 7, light.shade, light.depth * 0.7);
  drawFascia(sheet, left, right, top, paint, light, chance);
  const door = chance.pick(['left', 'right', 'middle'] as const);
  const wide = 128;
  const at = door === 'left' ? left + 26 : door === 'right' ? right - 26 - wide : (left + right - wide) / 2;
  const stretches =
    door === 'middle'
      ? ([
          [left + 22, at - 16],
          [at + wide + 16, right - 22],
        ] as const)
      : door === 'left'
        ? ([[at + wide + 16, right - 22]] as const)
        : ([[left + 22, at - 16]] as const);
  for (const [from, to] of stretches) drawShowcase(sheet, from, to, top + 66, paint, light, chance);
  drawShopDoor(sheet, at, wide, top + 66, paint, light);
  if (chance.maybe(0.6))
    drawAwning(
      sheet,
      left,
      right,
      top + 58,
      chance.pick(['#f2b134', '#e9e1cf', '#b8420f', '#0f7378', '#41597a']),
      light,
      chance.maybe(0.5),
    );
  drawPavement(sheet, FOOT, light);
  sheet.rect(0, FOOT - 2, WIDTH, 8, light.shade, light.depth * 0.6);
  const [potLeft, potRight] = [left - 20, right + 20];
  for (const x of chance.pick([[potLeft, potRight], [potLeft], [potRight], []]))
    drawTub(sheet, x, FOOT + 16, light, chance);
  if (chance.maybe(0.5))
    drawBicycle(
      sheet,
      chance.between(260, 600),
      FOOT + 44,
      86,
      chance.pick(['#f2b134', '#0b5e63', '#b8420f', '#41597a']),
      light,
    );
  else if (chance.maybe(0.6)) drawPassers(sheet, chance.between(220, 700), FOOT + 44, 190, light, chance);
}

function drawUpper(sheet: Sheet, front: Front, top: number, light: Light, chance: Chance): void {
  const count = chance.whole(3, 4);
  const bay = WIDTH / count;
  const wide = Math.min(92, bay * 0.4);
  const shutters = front.shutters ? chance.pick(front.shutters) : null;
  for (let index = 0; index < count; index += 1)
    drawWindow(
      sheet,
      { x: bay * (index + 0.5) - wide / 2, y: -40, width: wide, height: top - 40 },
      {
        across: 2,
        down: 3,
        frame: front.frame,
        trim: front.texture === 'plaster' && shutters ? null : front.trim,
        shutters,
        head: 'straight',
        sill: true,
      },
      light,
      chance,
    );
}

function drawFascia(
  sheet: Sheet,
  left: number,
  right: number,
  top: number,
  paint: Colour,
  light: Light,
  chance: Chance,
): void {
  const tone = shaded(light, paint, 0.12);
  sheet.rect(left + 8, top + 10, right - left, FOOT - top - 10, light.shade, light.depth * 0.8);
  sheet.rect(left, top, right - left, FOOT - top, tone);
  sheet.rect(left - 10, top - 8, right - left + 20, 12, lighter(tone, 0.12));
  sheet.rect(left + 16, top + 14, right - left - 32, 38, darker(tone, 0.12));
  sheet.rect(left + 16, top + 14, right - left - 32, 3, lighter(tone, 0.24));
  const lamps = chance.whole(2, 4);
  for (let index = 0; index < lamps; index += 1) {
    const x = left + ((right - left) / lamps) * (index + 0.5);
    sheet.path(`M${n(x)} ${n(top - 6)}q0 -22 16 -22`, null, {
      stroke: shaded(light, '#22384f', 0.4),
      width: 3,
    });
    sheet.path(`M${n(x + 8)} ${n(top - 24)}h18l7 12h-32Z`, shaded(light, '#22384f', 0.3));
    if (light.evening)
      sheet.circle(
        x + 17,
        top - 8,
        46,
        sheet.glow(x + 17, top - 8, 46, [
          [0, '#ffd88a', 0.7],
          [1, '#ffd88a', 0],
        ]),
      );
  }
}

function drawShowcase(
  sheet: Sheet,
  from: number,
  to: number,
  top: number,
  paint: Colour,
  light: Light,
  chance: Chance,
): void {
  const foot = FOOT - 74;
  const width = to - from;
  if (width < 60) return;
  const inside = light.evening
    ? ['#f6c877', '#ffe2a6']
    : [mix('#2f475e', light.sky[0], 0.1), mix('#5d7488', light.sky[2], 0.2)];
  sheet.rect(
    from,
    top,
    width,
    foot - top,
    sheet.gradient(
      [from, top],
      [from, foot],
      [
        [0, inside[0]!],
        [1, inside[1]!],
      ],
    ),
  );
  const kind = chance.pick(['shelves', 'plants', 'lamps', 'table'] as const);
  if (kind === 'shelves')
    for (const y of [0.36, 0.66, 0.97]) {
      const shelf = top + (foot - top) * y;
      sheet.rect(from, shelf, width, 5, '#c9a878');
      for (let x = from + 14; x < to - 30; x += chance.between(26, 48)) {
        const tall = chance.between(22, 52);
        sheet.rect(
          x,
          shelf - tall,
          chance.between(13, 24),
          tall,
          chance.pick(['#e9e1cf', '#c98a5a', '#8aa39b', '#d9764a', '#f2b134', '#cfd8e0']),
          0.92,
          3,
        );
      }
    }
  else if (kind === 'plants')
    for (let x = from + 40; x < to - 20; x += chance.between(60, 90))
      drawBush(
        sheet,
        x,
        foot - 2,
        chance.between(30, 56),
        chance.pick(['round', 'olive', 'plane']),
        light,
        chance,
      );
  else {
    sheet.rect(from + width * 0.16, foot - 62, width * 0.68, 9, '#c9a878');
    for (const share of [0.2, 0.78]) sheet.rect(from + width * share, foot - 54, 7, 54, '#8a6a4c');
    for (let index = 0; index < 4; index += 1) {
      const x = from + width * (0.22 + index * 0.15);
      const tall = chance.between(18, 44);
      sheet.rect(
        x,
        foot - 62 - tall,
        18,
        tall,
        chance.pick(['#e9e1cf', '#c98a5a', '#8aa39b', '#f2b134', '#b8603f']),
        1,
        4,
      );
    }
  }
  if (kind === 'lamps' || kind === 'table')
    for (let x = from + 50; x < to - 30; x += 92) {
      sheet.rect(x - 1, top, 2, 52, '#22303f');
      sheet.circle(x, top + 62, 15, '#ffe6b0', light.evening ? 1 : 0.8);
    }
  for (const [dx, wide] of [
    [0.1, 0.16],
    [0.34, 0.07],
  ] as const)
    sheet.poly(
      [
        [from + width * (dx + 0.3), top],
        [from + width * (dx + 0.3 + wide), top],
        [from + width * (dx + wide), foot],
        [from + width * dx, foot],
      ],
      '#ffffff',
      0.1,
    );
  const tone = shaded(light, paint, 0.2);
  const bars = Math.max(1, Math.round(width / 150));
  for (let bar = 1; bar < bars; bar += 1)
    sheet.rect(from + (width / bars) * bar - 3, top, 6, foot - top, tone);
  sheet.path(`M${n(from)} ${n(top)}H${n(to)}V${n(foot)}H${n(from)}Z`, null, {
    stroke: lighter(tone, 0.14),
    width: 6,
  });
  sheet.rect(from, top, width, 18, light.shade, light.depth);
  for (let bar = 0; bar < bars; bar += 1) {
    const x = from + (width / bars) * bar + 10;
    sheet.rect(x, foot + 18, width / bars - 20, 40, darker(tone, 0.14));
    sheet.rect(x, foot + 18, width / bars - 20, 3, light.shade, 0.4);
  }
}

function drawShopDoor(sheet: Sheet, x: number, wide: number, top: number, paint: Colour, light: Light): void {
  const tone = shaded(light, paint, 0.24);
  sheet.rect(x, top, wide, FOOT - top, darker(tone, 0.34));
  sheet.rect(x + 12, top + 12, wide - 24, FOOT - top - 24, tone);
  sheet.rect(
    x + 28,
    top + 30,
    wide - 56,
    (FOOT - top) * 0.58,
    light.evening ? '#ffdf9f' : mix('#33506b', light.sky[1], 0.3),
  );
  sheet.rect(x + 28, FOOT - 92, wide - 56, 62, darker(tone, 0.16));
  sheet.rect(x + wide - 30, FOOT - 178, 6, 52, '#d9b56a', 1, 3);
  sheet.rect(x - 6, FOOT - 10, wide + 12, 10, lit(light, '#d8d3c8'));
}

function drawAwning(
  sheet: Sheet,
  left: number,
  right: number,
  y: number,
  colour: Colour,
  light: Light,
  striped: boolean,
): void {
  const cloth = lit(light, colour);
  sheet.rect(left + 6, y + 44, right - left, 34, light.shade, light.depth);
  sheet.poly(
    [
      [left + 6, y - 10],
      [right - 6, y - 10],
      [right + 22, y + 46],
      [left - 22, y + 46],
    ],
    cloth,
  );
  const count = 14;
  for (let index = 0; index < count; index += 1) {
    const top = left + 6 + ((right - left - 12) / count) * index;
    const foot = left - 22 + ((right - left + 44) / count) * index;
    const [tw, fw] = [(right - left - 12) / count, (right - left + 44) / count];
    if (striped && index % 2 === 0)
      sheet.poly(
        [
          [top, y - 10],
          [top + tw, y - 10],
          [foot + fw, y + 46],
          [foot, y + 46],
        ],
        '#ffffff',
        0.5,
      );
    sheet.path(
      `M${n(foot)} ${n(y + 45)}h${n(fw)}v9a${n(fw / 2)} 9 0 0 1 ${n(-fw)} 0Z`,
      striped && index % 2 === 0 ? lighter(cloth, 0.5) : darker(cloth, 0.12),
    );
  }
}

function drawTub(sheet: Sheet, x: number, foot: number, light: Light, chance: Chance): void {
  sheet.ellipse(x + 10, foot, 54, 7, light.shade, light.depth);
  drawBush(
    sheet,
    x,
    foot - 52,
    chance.between(38, 54),
    chance.pick(['olive', 'round', 'plane']),
    light,
    chance,
  );
  const clay = lit(light, chance.pick(['#b9664a', '#8f9a9c', '#2b4560', '#e3dccb']));
  sheet.poly(
    [
      [x - 36, foot - 62],
      [x + 36, foot - 62],
      [x + 28, foot],
      [x - 28, foot],
    ],
    clay,
  );
  sheet.poly(
    [
      [x + 10, foot - 62],
      [x + 36, foot - 62],
      [x + 28, foot],
      [x + 10, foot],
    ],
    light.shade,
    light.depth,
  );
}
