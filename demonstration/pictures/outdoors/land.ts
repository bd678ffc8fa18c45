import type { Chance } from '../../chance.ts';
import type { Horizon, Point } from '../brief.ts';
import { distant, type Light, lit } from '../light.ts';
import { mix, n, Sheet, WIDTH } from '../paint.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawBush, drawTree } from '../street/trees.ts';

/** A plot for sale: stakes, a line between them, the village behind. */
export function drawLand(sheet: Sheet, horizon: Horizon, light: Light, chance: Chance): void {
  const y = 400;
  drawSky(sheet, light, chance, y);
  drawHorizon(sheet, horizon, y, light, chance);
  drawVillage(sheet, chance.between(120, 620), y, light, chance);
  const south = horizon === 'hills' || horizon === 'sea';
  drawGround(sheet, y, south ? '#c9bb86' : '#a3bf84', light, chance);
  for (const [from, to, tone] of [
    [418, 452, '#b9c58a'],
    [452, 500, '#9ab07c'],
  ] as const) {
    sheet.poly(
      [
        [0, from],
        [WIDTH, from - 10],
        [WIDTH, to - 14],
        [0, to],
      ],
      lit(light, south ? mix(tone, '#cdb98a', 0.6) : tone),
      0.8,
    );
  }
  for (let x = 10; x < WIDTH; x += chance.between(60, 150))
    drawTree(
      sheet,
      chance.pick(south ? (['olive', 'cypress', 'pine'] as const) : (['round', 'birch', 'plane'] as const)),
      x,
      y + chance.between(20, 60),
      chance.between(60, 130),
      light,
      chance,
      0.18,
    );
  const stakes: Point[] = [
    [150, 684],
    [330, 512],
    [720, 498],
    [880, 664],
  ];
  const inner: Point[] = [
    [152, 684],
    [331, 512],
    [720, 499],
    [878, 664],
  ];
  sheet.poly(inner, '#ffffff', 0.12);
  const furrows: (readonly [Point, Point])[] = [];
  for (let share = 0.08; share < 1; share += 0.09)
    furrows.push([
      [330 + 390 * share, 512 - 14 * share],
      [150 + 730 * share, 684 - 20 * share],
    ]);
  sheet.lines(furrows, light.shade, 1.4, 0.09);
  sheet.path(
    `${stakes.map(([x, at], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(at - 26)}`).join('')}Z`,
    null,
    { stroke: '#f2b134', width: 2.4 },
  );
  for (const [x, at] of stakes) {
    const size = at > 600 ? 1 : 0.62;
    sheet.ellipse(x + 14 * size, at + 1, 22 * size, 3, light.shade, light.depth);
    sheet.rect(x - 4 * size, at - 50 * size, 8 * size, 52 * size, lit(light, '#c9a878'));
    sheet.rect(x - 4 * size, at - 50 * size, 8 * size, 12 * size, '#f2b134');
  }
  for (let index = 0; index < 5; index += 1)
    drawBush(
      sheet,
      chance.between(20, 940),
      chance.between(690, 716),
      chance.between(12, 24),
      south ? 'olive' : 'plane',
      light,
      chance,
    );
}

function drawVillage(sheet: Sheet, left: number, y: number, light: Light, chance: Chance): void {
  let x = left;
  for (let index = 0; index < 7; index += 1) {
    const width = chance.between(30, 48);
    const height = chance.between(22, 44);
    sheet.rect(
      x,
      y - height,
      width,
      height + 4,
      distant(light, chance.pick(['#efe0c2', '#e6cfae', '#f3ead8']), 0.22),
    );
    sheet.poly(
      [
        [x - 4, y - height],
        [x + 8, y - height - 14],
        [x + width - 8, y - height - 14],
        [x + width + 4, y - height],
      ],
      distant(light, '#b9664a', 0.26),
    );
    sheet.rect(x + width * 0.34, y - height + 9, 6, 9, distant(light, '#41597a', 0.3));
    x += width * 0.86;
    if (index === 3) {
      sheet.rect(x, y - 84, 24, 88, distant(light, '#e6d9bd', 0.2));
      sheet.poly(
        [
          [x - 3, y - 84],
          [x + 12, y - 122],
          [x + 27, y - 84],
        ],
        distant(light, '#66788a', 0.26),
      );
      sheet.rect(x + 8, y - 74, 8, 13, distant(light, '#41597a', 0.3));
      x += 22;
    }
  }
}
