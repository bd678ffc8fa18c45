import type { Chance } from '../../chance.ts';
import type { Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { darker, lighter, n, Sheet, WIDTH } from '../paint.ts';
import { castOnGround } from '../street/trees.ts';

export function drawGardenTable(sheet: Sheet, x: number, foot: number, light: Light, chance: Chance): void {
  const iron = lit(light, chance.pick(['#f4efe2', '#0b5e63', '#41597a', '#8aa39b']));
  castOnGround(sheet, x, foot, 96, light);
  for (const side of [-1, 1] as const) {
    const cx = x + side * 86;
    sheet.path(
      `M${n(cx - 22)} ${n(foot)}L${n(cx - 18)} ${n(foot - 46)}M${n(cx + 22)} ${n(foot)}L${n(cx + 18)} ${n(foot - 46)}M${n(cx + side * 20)} ${n(foot - 46)}L${n(cx + side * 26)} ${n(foot - 100)}`,
      null,
      { stroke: iron, width: 4, round: true },
    );
    sheet.rect(cx - 26, foot - 50, 52, 8, lighter(iron, 0.14), 1, 4);
    sheet.rect(cx + side * 26 - 4, foot - 104, 8, 44, iron, 1, 4);
  }
  sheet.path(`M${n(x - 40)} ${n(foot)}L${n(x)} ${n(foot - 70)}L${n(x + 40)} ${n(foot)}`, null, {
    stroke: darker(iron, 0.15),
    width: 4,
    round: true,
  });
  sheet.ellipse(x, foot - 72, 66, 11, darker(iron, 0.14));
  sheet.ellipse(x, foot - 76, 66, 11, lighter(iron, 0.2));
  sheet.rect(x - 24, foot - 100, 14, 24, lit(light, '#c98a5a'), 1, 4);
  for (const dx of [8, 24]) sheet.rect(x + dx, foot - 90, 10, 14, '#ffffff', 0.85, 3);
}

/** Flowers along the foot of the picture; lavender in the south. */
export function drawBorder(sheet: Sheet, light: Light, chance: Chance, south: boolean, gap: number): void {
  for (let x = -10; x < WIDTH + 20; x += 26) {
    if (x > gap - 85 && x < gap + 85) continue;
    const foot = 722 + chance.between(-6, 8);
    const tall = chance.between(34, 74);
    const lean = chance.between(-8, 8);
    const stem = lit(light, south ? '#8a9a72' : '#4f8a70');
    sheet.path(
      `M${n(x)} ${n(foot)}Q${n(x + lean * 0.3)} ${n(foot - tall * 0.6)} ${n(x + lean)} ${n(foot - tall)}M${n(x + 6)} ${n(foot)}q${n(10)} ${n(-tall * 0.4)} ${n(16)} ${n(-tall * 0.5)}M${n(x - 4)} ${n(foot)}q-10 ${n(-tall * 0.4)} -14 ${n(-tall * 0.56)}`,
      null,
      { stroke: stem, width: 3.4, round: true },
    );
    const petal = lit(
      light,
      chance.pick(
        south ? ['#8d7bb8', '#a594cc', '#f2b134'] : ['#f2b134', '#e7a8a0', '#ffffff', '#b7a3d6', '#d9764a'],
      ),
    );
    if (south) sheet.ellipse(x + lean, foot - tall, 5, 14, petal);
    else {
      for (const [dx, dy] of [
        [0, -6],
        [6, 0],
        [0, 6],
        [-6, 0],
      ] as const)
        sheet.circle(x + lean + dx, foot - tall + dy, 5, petal);
      sheet.circle(x + lean, foot - tall, 3.6, '#f2b134');
    }
  }
}

/** A cloth stretched over the lawn on its pole. */
export function drawParasol(
  sheet: Sheet,
  x: number,
  foot: number,
  size: number,
  light: Light,
  chance: Chance,
): void {
  const cloth = lit(light, chance.pick(['#f2e6cf', '#f2b134', '#0f7378', '#d9764a', '#e9e1cf']));
  sheet.ellipse(x + size * 0.4, foot + 2, size * 0.9, size * 0.13, light.shade, light.depth);
  sheet.rect(x - 3, foot - size * 1.3, 6, size * 1.3, lit(light, '#c9b08a'));
  sheet.path(
    `M${n(x - size)} ${n(foot - size * 1.02)}Q${n(x)} ${n(foot - size * 1.9)} ${n(x + size)} ${n(foot - size * 1.02)}Z`,
    cloth,
  );
  sheet.path(
    `M${n(x)} ${n(foot - size * 1.46)}L${n(x + size)} ${n(foot - size * 1.02)}H${n(x + size * 0.3)}Z`,
    light.shade,
    { opacity: light.depth * 0.6 },
  );
}

/** Two long chairs side by side. */
export function drawLoungers(sheet: Sheet, x: number, foot: number, size: number, light: Light): void {
  for (const dx of [0, size * 0.95]) {
    const left = x + dx;
    sheet.ellipse(left + size * 0.4, foot + 2, size * 0.62, size * 0.08, light.shade, light.depth);
    sheet.path(
      `M${n(left)} ${n(foot - size * 0.2)}L${n(left + size * 0.62)} ${n(foot - size * 0.2)}L${n(left + size * 0.9)} ${n(foot - size * 0.56)}`,
      null,
      {
        stroke: lit(light, '#f6f1e4'),
        width: size * 0.12,
        round: true,
      },
    );
    sheet.path(
      `M${n(left + size * 0.06)} ${n(foot - size * 0.15)}V${n(foot)}M${n(left + size * 0.6)} ${n(foot - size * 0.15)}V${n(foot)}`,
      null,
      {
        stroke: lit(light, '#a9805a'),
        width: size * 0.06,
      },
    );
  }
}

/** Water in the lawn, its rim of stone. */
export function drawGardenPool(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  light: Light,
  chance: Chance,
): void {
  const deep = width * 0.2;
  const lean = width * chance.between(-0.12, 0.12);
  const round = chance.maybe(0.3);
  const edge = (grow: number): Point[] => [
    [x - width * 0.42 + lean - grow, y - grow * 0.4],
    [x + width * 0.42 + lean + grow, y - grow * 0.4],
    [x + width * 0.5 + grow, y + deep + grow * 0.5],
    [x - width * 0.5 - grow, y + deep + grow * 0.5],
  ];
  const fill = sheet.gradient(
    [x, y],
    [x, y + deep],
    [
      [0, lit(light, '#2f8f9b')],
      [1, lit(light, '#86cdcd')],
    ],
  );
  if (round) {
    sheet.ellipse(x, y + deep / 2, width * 0.53, deep * 0.66, lit(light, '#ece3cf'));
    sheet.ellipse(x, y + deep / 2, width * 0.48, deep * 0.54, fill);
  } else {
    sheet.poly(edge(20), lit(light, chance.pick(['#ece3cf', '#c9a878', '#dcdad2'])));
    sheet.poly(edge(0), fill);
    const [a, b] = edge(0);
    sheet.poly([a!, b!, [b![0] + 3, b![1] + 9], [a![0] - 3, a![1] + 9]], shaded(light, '#2f8f9b', 0.8));
  }
  for (let index = 0; index < 6; index += 1)
    sheet.rect(
      x + chance.between(-0.36, 0.24) * width,
      y + deep * chance.between(0.3, 0.8),
      chance.between(24, 70),
      2,
      '#ffffff',
      0.5,
    );
}

/** Raised beds, a row of leaves in each. */
export function drawKitchenGarden(sheet: Sheet, x: number, y: number, light: Light, chance: Chance): void {
  for (let row = 0; row < 3; row += 1) {
    const top = y + row * 40;
    const wide = 230 + row * 34;
    const left = x - wide / 2;
    sheet.rect(left + 8, top + 22, wide, 8, light.shade, light.depth);
    sheet.rect(left, top, wide, 24, shaded(light, '#a9805a', 0.2));
    sheet.rect(left + 5, top - 4, wide - 10, 9, lit(light, '#6e5643'));
    const leaf = lit(light, chance.pick(['#5f8f5a', '#7fa05a', '#4f8a70', '#8fa86a']));
    for (let at = left + 16; at < left + wide - 10; at += 19) {
      sheet.circle(at, top - 7, chance.between(6, 10), darker(leaf, 0.12));
      sheet.circle(at - 2, top - 10, chance.between(4, 6), lighter(leaf, 0.14));
    }
  }
}
