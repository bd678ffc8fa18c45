import type { Chance } from '../../chance/contract.ts';
import type { GardenKind, Horizon, Point, Tree } from '../../contract.ts';
import { type Light, lit } from '../../light/rules.server.ts';
import { darker, lighter, n, Sheet, WIDTH } from '../../paint/rules.server.ts';
import { drawGround, drawHorizon, drawSky } from '../../street/rules.server.ts';
import { castOnGround, drawBush, drawTree } from '../../street/trees/rules.server.ts';

/** A garden seen from the house: lawn, beds, a table under a tree. */
export function drawGarden(sheet: Sheet, kind: GardenKind, light: Light, chance: Chance): void {
  const south = kind === 'south';
  const horizon: Horizon = kind === 'town' ? 'town' : south ? 'hills' : 'fields';
  const y = 436;
  drawSky(sheet, light, chance, y);
  drawHorizon(sheet, horizon, y, light, chance);
  if (kind === 'town') {
    sheet.rect(0, y - 74, WIDTH, 80, lit(light, '#d9c4a0'));
    const courses: (readonly [Point, Point])[] = [];
    for (let at = y - 66; at < y; at += 13)
      courses.push([
        [0, at],
        [WIDTH, at],
      ]);
    sheet.lines(courses, light.shade, 1, 0.14);
    sheet.rect(0, y - 80, WIDTH, 9, lit(light, '#e9dcc0'));
  }
  drawGround(sheet, y, south ? '#cfc08f' : '#9dbb86', light, chance);
  const trees: readonly Tree[] = south
    ? ['cypress', 'olive', 'pine', 'cypress']
    : kind === 'town'
      ? ['birch', 'round', 'autumn']
      : ['round', 'plane', 'autumn', 'birch'];
  for (const x of [60, 190, 700, 830, 920])
    drawTree(
      sheet,
      chance.pick(trees),
      x + chance.between(-40, 40),
      y + chance.between(8, 34),
      chance.between(210, 330),
      light,
      chance,
      0.08,
    );
  for (let x = -10; x < WIDTH; x += chance.between(44, 76))
    drawBush(
      sheet,
      x,
      y + chance.between(10, 30),
      chance.between(18, 34),
      chance.pick(south ? (['olive', 'plane'] as const) : (['round', 'plane', 'birch'] as const)),
      light,
      chance,
    );
  sheet.path(
    `M300 720C360 ${y + 170} 560 ${y + 120} 500 ${y + 20}L520 ${y + 20}C610 ${y + 110} 470 ${y + 190} 440 720Z`,
    lit(light, south ? '#e6d9b8' : '#ddd6c4'),
  );
  const shade = chance.pick(trees.filter((tree) => tree !== 'cypress'));
  const x = chance.maybe(0.5) ? 250 : 720;
  drawTree(sheet, shade, x, 590, 470, light, chance);
  sheet.ellipse(x + 120, 612, 240, 34, light.shade, light.depth * 0.5);
  drawGardenTable(sheet, x + (x < 480 ? 230 : -210), 632, light, chance);
  drawBorder(sheet, light, chance, south);
}

function drawGardenTable(sheet: Sheet, x: number, foot: number, light: Light, chance: Chance): void {
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

function drawBorder(sheet: Sheet, light: Light, chance: Chance, south: boolean): void {
  for (let x = -10; x < WIDTH + 20; x += 26) {
    if (x > 300 && x < 470) continue;
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
