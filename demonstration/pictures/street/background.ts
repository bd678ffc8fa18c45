import type { Chance } from '../../chance.ts';
import type { Colour, Horizon, Point, Season } from '../brief.ts';
import { distant, type Light, lit, shaded } from '../light.ts';
import { HEIGHT, lighter, mix, n, Sheet, WIDTH } from '../paint.ts';

export function drawSky(sheet: Sheet, light: Light, chance: Chance, foot = 600): void {
  const [top, middle, low] = light.sky;
  sheet.rect(
    -WIDTH,
    -HEIGHT,
    WIDTH * 3,
    HEIGHT * 2,
    sheet.gradient(
      [0, 0],
      [0, foot],
      [
        [0, top],
        [0.55, middle],
        [1, low],
      ],
    ),
  );
  if (light.name === 'golden' || light.name === 'dusk' || light.name === 'rose') {
    const x = chance.between(120, 840);
    const glow = sheet.glow(x, foot - 60, 520, [
      [0, '#f2b134', 0.42],
      [0.5, '#f2b134', 0.12],
      [1, '#f2b134', 0],
    ]);
    sheet.rect(-WIDTH, -HEIGHT, WIDTH * 3, HEIGHT * 2, glow);
  }
  const weather = chance.next();
  if (weather < 0.22) return drawHighClouds(sheet, foot, light, chance);
  const clouds =
    weather < 0.36
      ? 0
      : light.name === 'noon' || light.name === 'azure'
        ? chance.whole(1, 2)
        : chance.whole(2, 4);
  for (let index = 0; index < clouds; index += 1) {
    drawCloud(
      sheet,
      chance.between(-40, WIDTH - 120),
      chance.between(36, foot * 0.36),
      chance.between(0.7, 1.25),
      light,
      chance,
    );
  }
}

/** Long thin veils, high up. */
function drawHighClouds(sheet: Sheet, foot: number, light: Light, chance: Chance): void {
  const lean = chance.between(-26, 26);
  for (let index = 0; index < 5; index += 1) {
    const x = chance.between(-120, WIDTH - 160);
    const y = chance.between(24, foot * 0.46);
    const long = chance.between(180, 420);
    const thick = chance.between(4, 11);
    sheet.path(
      `M${n(x)} ${n(y)}Q${n(x + long * 0.4)} ${n(y - thick - lean * 0.4)} ${n(x + long)} ${n(y - lean)}Q${n(x + long * 0.5)} ${n(y + thick - lean * 0.4)} ${n(x)} ${n(y)}Z`,
      light.cloud,
      { opacity: light.evening ? 0.3 : 0.6 },
    );
  }
}

/** A long flat foot and a few rounds above it, all in one tone. */
function drawCloud(sheet: Sheet, x: number, y: number, scale: number, light: Light, chance: Chance): void {
  const width = 210 * scale;
  const puffs = chance.whole(2, 4);
  sheet.faded(light.evening ? 0.34 : 0.72, () => {
    sheet.rect(x, y, width, 15 * scale, light.cloud, 1, 7.5 * scale);
    sheet.rect(
      x + width * chance.between(0.3, 0.6),
      y + 11 * scale,
      width * 0.62,
      11 * scale,
      light.cloud,
      1,
      5.5 * scale,
    );
    for (let index = 0; index < puffs; index += 1) {
      const r = scale * chance.between(13, 25);
      sheet.circle(x + width * (0.24 + (0.56 * index) / puffs), y + 9 * scale - r * 0.42, r, light.cloud);
    }
  });
}

export function drawHorizon(sheet: Sheet, kind: Horizon, y: number, light: Light, chance: Chance): void {
  if (kind === 'town') return drawRoofline(sheet, y, light, chance);
  if (kind === 'sea') return drawSea(sheet, y, light, chance);
  const [back, front] = kind === 'mountains' ? ['#6f8aa6', '#5f8079'] : ['#7f9c9a', '#7d9a72'];
  const height = kind === 'mountains' ? 190 : kind === 'hills' ? 92 : 34;
  drawRidge(sheet, y, height, distant(light, back, 0.6), chance, kind === 'mountains');
  if (kind === 'mountains') drawRidge(sheet, y, height * 0.62, distant(light, '#56788c', 0.42), chance, true);
  drawRidge(sheet, y, height * 0.42, distant(light, front, 0.42), chance, false);
}

function drawRidge(
  sheet: Sheet,
  y: number,
  height: number,
  colour: Colour,
  chance: Chance,
  sharp: boolean,
): void {
  const steps = sharp ? 12 : 8;
  const points: Point[] = Array.from({ length: steps + 1 }, (_, index) => [
    ((WIDTH + 480) / steps) * index - 240,
    y - height * (index % 2 === 0 ? chance.between(0.3, 0.62) : chance.between(0.62, 1)),
  ]);
  if (sharp) {
    sheet.poly([[-240, y], ...points, [WIDTH + 240, y]], colour);
    // Snow on the side that the light reaches.
    for (const [x, top] of points.filter((_, index) => index % 2 === 1)) {
      sheet.poly(
        [
          [x, top],
          [x - 34, top + 40],
          [x - 18, top + 34],
          [x - 6, top + 46],
          [x + 4, top + 24],
        ],
        '#ffffff',
        0.55,
      );
    }
    return;
  }
  sheet.path(`M-240 ${n(y)}${smooth(points, 'L')}L${WIDTH + 240} ${n(y)}Z`, colour);
}

/** A soft line through points. */
export function smooth(points: readonly Point[], start: 'M' | 'L'): string {
  const [first, ...rest] = points;
  let d = `${start}${n(first![0])} ${n(first![1])}`;
  let last = first!;
  for (const point of rest) {
    const half = (last[0] + point[0]) / 2;
    d += `C${n(half)} ${n(last[1])} ${n(half)} ${n(point[1])} ${n(point[0])} ${n(point[1])}`;
    last = point;
  }
  return d;
}

function drawRoofline(sheet: Sheet, y: number, light: Light, chance: Chance): void {
  for (const [share, base, tall] of [
    [0.72, '#8fa3b3', 150],
    [0.52, '#8198a8', 104],
  ] as const) {
    let x = -180;
    while (x < WIDTH + 180) {
      const width = chance.between(46, 104);
      const height = tall * chance.between(0.5, 1);
      const colour = distant(light, base, share);
      const slope = chance.between(8, 24);
      sheet.poly(
        [
          [x, y],
          [x, y - height],
          [x + width * 0.5, y - height - slope],
          [x + width, y - height],
          [x + width, y],
        ],
        colour,
      );
      if (chance.maybe(0.5)) sheet.rect(x + width * 0.68, y - height - slope - 8, 9, slope + 10, colour);
      x += width * chance.between(0.82, 1.02);
    }
  }
}

function drawSea(sheet: Sheet, y: number, light: Light, chance: Chance): void {
  const far = distant(light, '#4d8fa0', 0.35);
  sheet.rect(
    -WIDTH,
    y - 88,
    WIDTH * 3,
    90,
    sheet.gradient(
      [0, y - 88],
      [0, y],
      [
        [0, far],
        [1, lit(light, '#2f7c8c')],
      ],
    ),
  );
  for (let index = 0; index < 16; index += 1) {
    const depth = chance.next();
    const x = chance.between(0, WIDTH);
    sheet.rect(x, y - 84 + depth * 76, 20 + depth * 70, 1.5, '#ffffff', 0.28);
  }
  const boat = chance.between(160, 800);
  sheet.poly(
    [
      [boat, y - 92],
      [boat, y - 130],
      [boat + 22, y - 92],
    ],
    '#ffffff',
    0.9,
  );
  sheet.poly(
    [
      [boat - 12, y - 90],
      [boat + 26, y - 90],
      [boat + 18, y - 84],
      [boat - 6, y - 84],
    ],
    lit(light, '#41597a'),
  );
}

/** Pavement and roadway, with the kerb in light. */
export function drawPavement(sheet: Sheet, y: number, light: Light): void {
  const stone = lit(light, '#d8d3c8');
  sheet.rect(
    -WIDTH,
    y,
    WIDTH * 3,
    46,
    sheet.gradient(
      [0, y],
      [0, y + 46],
      [
        [0, shaded(light, '#d8d3c8', 0.5)],
        [0.5, stone],
        [1, stone],
      ],
    ),
  );
  const joints: (readonly [Point, Point])[] = [];
  for (let x = -310; x < WIDTH + 310; x += 58)
    joints.push([
      [480 + (x - 480) * 0.94, y],
      [x, y + 40],
    ]);
  sheet.lines(joints, shaded(light, '#d8d3c8', 1), 1, 0.5);
  sheet.rect(-WIDTH, y + 40, WIDTH * 3, 7, lighter(stone, 0.4));
  sheet.rect(-WIDTH, y + 47, WIDTH * 3, 4, shaded(light, '#8d9199'));
  const road = lit(light, '#868d97');
  sheet.rect(
    -WIDTH,
    y + 51,
    WIDTH * 3,
    HEIGHT,
    sheet.gradient(
      [0, y + 51],
      [0, HEIGHT],
      [
        [0, shaded(light, '#868d97', 0.6)],
        [1, road],
      ],
    ),
  );
}

const LAWNS: Readonly<Record<Season, Colour>> = {
  spring: '#a9cf86',
  summer: '#b3bf7c',
  autumn: '#b9a768',
  winter: '#a3ab8d',
};

/** Lawn or dry ground, lit from one side. */
export function drawGround(sheet: Sheet, y: number, tone: Colour, light: Light, chance: Chance): void {
  const colour = mix(tone, LAWNS[light.season], 0.34);
  const base = lit(light, colour);
  sheet.rect(
    -WIDTH,
    y,
    WIDTH * 3,
    HEIGHT,
    sheet.gradient(
      [0, y],
      [0, HEIGHT],
      [
        [0, lighter(base, 0.12)],
        [0.35, base],
        [1, shaded(light, colour, 0.7)],
      ],
    ),
  );
  const blades: (readonly [Point, Point])[] = [];
  for (let index = 0; index < 70; index += 1) {
    const depth = chance.next();
    const x = chance.between(0, WIDTH);
    const foot = y + 6 + depth * (HEIGHT - y - 6);
    blades.push([
      [x, foot],
      [x + chance.between(-3, 3), foot - 4 - depth * 8],
    ]);
  }
  sheet.lines(blades, shaded(light, colour, 0.9), 1.4, 0.5);
}
