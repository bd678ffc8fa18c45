import type { Chance } from '../../chance/rules.server.ts';
import { distant, type Light, lit, shaded } from '../light/rules.server.ts';
import {
  type Colour,
  darker,
  HEIGHT,
  lighter,
  mix,
  n,
  type Point,
  type Sheet,
  WIDTH,
} from '../paint/rules.server.ts';

/** What is seen beyond: roofs of a town, hills, mountains, sea or fields. */
export type Horizon = 'town' | 'hills' | 'mountains' | 'sea' | 'fields';

export function drawSky(sheet: Sheet, light: Light, chance: Chance, foot = 600): void {
  const [top, middle, low] = light.sky;
  sheet.rect(
    0,
    0,
    WIDTH,
    HEIGHT,
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
  if (light.name === 'golden' || light.name === 'dusk') {
    const x = chance.between(120, 840);
    const glow = sheet.glow(x, foot - 60, 520, [
      [0, '#f2b134', 0.42],
      [0.5, '#f2b134', 0.12],
      [1, '#f2b134', 0],
    ]);
    sheet.rect(0, 0, WIDTH, HEIGHT, glow);
  }
  const clouds = light.name === 'noon' ? chance.whole(1, 2) : chance.whole(2, 3);
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

/** Long flat clouds: two or three bands, the lower one in shade. */
function drawCloud(sheet: Sheet, x: number, y: number, scale: number, light: Light, chance: Chance): void {
  const bands = chance.whole(2, 3);
  for (let band = 0; band < bands; band += 1) {
    const width = (250 - band * 56) * scale * chance.between(0.8, 1.2);
    const left = x + band * 44 * scale + chance.between(-24, 24);
    const high = 17 * scale;
    sheet.rect(left, y - band * high * 0.82, width, high, light.cloud, 0.5 + 0.16 * band, high / 2);
  }
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
  const steps = sharp ? 9 : 6;
  const points: Point[] = Array.from({ length: steps + 1 }, (_, index) => [
    (WIDTH / steps) * index,
    y - height * (index % 2 === 0 ? chance.between(0.3, 0.62) : chance.between(0.62, 1)),
  ]);
  if (sharp) {
    sheet.poly([[0, y], ...points, [WIDTH, y]], colour);
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
  sheet.path(`M0 ${n(y)}${smooth([[0, points[0]![1]], ...points.slice(1)], 'L')}L${WIDTH} ${n(y)}Z`, colour);
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
    let x = -20;
    while (x < WIDTH) {
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
    0,
    y - 88,
    WIDTH,
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
    0,
    y,
    WIDTH,
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
  for (let x = -60; x < WIDTH + 60; x += 58)
    joints.push([
      [480 + (x - 480) * 0.94, y],
      [x, y + 40],
    ]);
  sheet.lines(joints, shaded(light, '#d8d3c8', 1), 1, 0.5);
  sheet.rect(0, y + 40, WIDTH, 7, lighter(stone, 0.4));
  sheet.rect(0, y + 47, WIDTH, 4, shaded(light, '#8d9199'));
  const road = lit(light, '#868d97');
  sheet.rect(
    0,
    y + 51,
    WIDTH,
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

/** Lawn or dry ground, lit from one side. */
export function drawGround(sheet: Sheet, y: number, colour: Colour, light: Light, chance: Chance): void {
  const base = lit(light, colour);
  sheet.rect(
    0,
    y,
    WIDTH,
    HEIGHT - y,
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

export type Tree = 'plane' | 'round' | 'autumn' | 'cypress' | 'olive' | 'pine' | 'birch';

const CROWNS: Readonly<Record<Tree, readonly [dark: Colour, middle: Colour, bright: Colour]>> = {
  plane: ['#3f6f5c', '#5f8f72', '#8fb58b'],
  round: ['#2f6b66', '#4a8a7c', '#7fb09a'],
  autumn: ['#a2672f', '#d0913a', '#efbb5c'],
  cypress: ['#2c5650', '#3f6f62', '#5f8d76'],
  olive: ['#6d8069', '#8e9f82', '#b4bf9f'],
  pine: ['#355f4b', '#54805c', '#86a873'],
  birch: ['#7f9a5c', '#a3b873', '#c9d397'],
};

/** A tree of this height standing at (x, foot). */
export function drawTree(
  sheet: Sheet,
  kind: Tree,
  x: number,
  foot: number,
  height: number,
  light: Light,
  chance: Chance,
  far = 0,
): void {
  const toned = CROWNS[kind].map((colour) => mix(lit(light, colour), light.haze, far)) as [
    Colour,
    Colour,
    Colour,
  ];
  const wood = mix(lit(light, kind === 'birch' ? '#ddd8cc' : '#7d6857'), light.haze, far);
  castOnGround(sheet, x, foot, height * 0.34, light);
  if (kind === 'cypress') return drawCypress(sheet, x, foot, height, toned);
  const crown = kind === 'pine' ? 0.42 : 0.7;
  const wide = height * (kind === 'pine' ? 0.46 : kind === 'birch' ? 0.24 : 0.34);
  const base = foot - height * (1 - crown);
  const trunk = Math.max(3, height * 0.026);
  sheet.poly(
    [
      [x - trunk, foot],
      [x - trunk * 0.6, base - height * 0.2],
      [x + trunk * 0.6, base - height * 0.2],
      [x + trunk, foot],
    ],
    wood,
  );
  sheet.poly(
    [
      [x, foot],
      [x + trunk * 0.1, base - height * 0.2],
      [x + trunk * 0.6, base - height * 0.2],
      [x + trunk, foot],
    ],
    darker(wood, 0.25),
  );
  sheet.path(
    `M${n(x)} ${n(base + height * 0.06)}L${n(x - wide * 0.45)} ${n(base - height * 0.16)}M${n(x)} ${n(base)}L${n(x + wide * 0.5)} ${n(base - height * 0.18)}`,
    null,
    { stroke: wood, width: trunk * 0.9, round: true },
  );
  const middle = base - height * crown * 0.46;
  const tall = height * crown * 0.56;
  const lobes = Array.from({ length: kind === 'pine' ? 7 : 11 }, (_, index) => {
    const angle = (index / (kind === 'pine' ? 7 : 11)) * Math.PI * 2 + chance.between(-0.2, 0.2);
    const reach = chance.between(0.52, 0.72);
    return {
      x: x + Math.cos(angle) * wide * reach,
      y: middle + Math.sin(angle) * tall * reach * (kind === 'pine' ? 0.55 : 1),
      r: wide * chance.between(0.34, 0.46) * (kind === 'birch' ? 1.1 : 1),
    };
  });
  sheet.ellipse(x, middle, wide * 0.8, tall * (kind === 'pine' ? 0.5 : 0.82), toned[0]);
  for (const lobe of lobes) sheet.circle(lobe.x, lobe.y, lobe.r, toned[0]);
  for (const lobe of lobes.filter(({ y }) => y < middle + tall * 0.45)) {
    sheet.circle(lobe.x - wide * 0.1, lobe.y - wide * 0.1, lobe.r * 0.84, toned[1]);
  }
  for (const lobe of lobes.filter(({ x: left, y }) => y < middle + tall * 0.1 && left < x + wide * 0.35)) {
    sheet.circle(lobe.x - wide * 0.16, lobe.y - wide * 0.17, lobe.r * 0.52, toned[2], 0.85);
  }
}

function drawCypress(
  sheet: Sheet,
  x: number,
  foot: number,
  height: number,
  [dark, middle, bright]: readonly [Colour, Colour, Colour],
): void {
  const shape = (wide: number, shift: number, top: number) =>
    `M${n(x + shift)} ${n(foot - height * top)}C${n(x + shift + wide)} ${n(foot - height * 0.7)} ${n(x + shift + wide * 1.2)} ${n(foot - height * 0.2)} ${n(x + shift)} ${n(foot - 4)}C${n(x + shift - wide * 1.2)} ${n(foot - height * 0.2)} ${n(x + shift - wide)} ${n(foot - height * 0.7)} ${n(x + shift)} ${n(foot - height * top)}Z`;
  sheet.path(shape(height * 0.1, 0, 1), dark);
  sheet.path(shape(height * 0.065, -height * 0.018, 0.96), middle);
  sheet.path(shape(height * 0.03, -height * 0.04, 0.86), bright, { opacity: 0.7 });
}

/** The shadow that a thing lays on the ground, away from the sun. */
export function castOnGround(sheet: Sheet, x: number, y: number, reach: number, light: Light): void {
  sheet.ellipse(x + reach * 0.7, y + 3, reach, Math.max(4, reach * 0.11), light.shade, light.depth * 0.75);
}

/** A round bush. */
export function drawBush(
  sheet: Sheet,
  x: number,
  foot: number,
  radius: number,
  kind: Tree,
  light: Light,
  chance: Chance,
): void {
  const [dark, middle, bright] = CROWNS[kind].map((colour) => lit(light, colour)) as [Colour, Colour, Colour];
  sheet.ellipse(x + radius * 0.3, foot, radius * 1.2, radius * 0.16, light.shade, light.depth);
  for (const [dx, dy, r] of [
    [-0.52, -0.34, 0.5],
    [0.52, -0.32, 0.48],
    [0, -0.56, 0.62],
    [0.1, -0.26, 0.6],
  ] as const) {
    sheet.circle(x + dx * radius, foot + dy * radius, r * radius, dark);
  }
  for (const [dx, dy, r] of [
    [-0.5, -0.44, 0.36],
    [0.36, -0.5, 0.34],
    [-0.06, -0.7, 0.44],
  ] as const) {
    sheet.circle(x + dx * radius, foot + dy * radius, r * radius, middle);
  }
  sheet.circle(x - radius * 0.2, foot - radius * 0.82, radius * 0.22, bright, 0.9);
  if (chance.maybe(0.35)) {
    const petal = chance.pick(['#f2b134', '#e7a8a0', '#ffffff', '#b7a3d6']);
    for (let index = 0; index < 7; index += 1) {
      sheet.circle(
        x + chance.between(-0.7, 0.6) * radius,
        foot - chance.between(0.25, 0.95) * radius,
        radius * 0.06 + 1,
        petal,
        0.9,
      );
    }
  }
}

export function drawLamp(sheet: Sheet, x: number, foot: number, height: number, light: Light): void {
  const iron = shaded(light, '#2b4560', 0.6);
  sheet.rect(x - 6, foot - 14, 12, 14, iron, 1, 2);
  sheet.rect(x - 2.2, foot - height, 4.4, height, iron);
  sheet.path(`M${n(x - 1)} ${n(foot - height + 4)}q0 -20 22 -20`, null, { stroke: iron, width: 3.4 });
  sheet.poly(
    [
      [x + 13, foot - height - 16],
      [x + 33, foot - height - 16],
      [x + 29, foot - height - 2],
      [x + 17, foot - height - 2],
    ],
    iron,
  );
  if (light.evening) {
    sheet.circle(
      x + 23,
      foot - height + 2,
      44,
      sheet.glow(x + 23, foot - height + 2, 44, [
        [0, '#ffd88a', 0.7],
        [1, '#ffd88a', 0],
      ]),
    );
  }
  sheet.rect(x + 17, foot - height - 2, 12, 4, light.evening ? '#ffe3a8' : lit(light, '#f3efe3'), 1, 2);
}

/** A bicycle leaning on its stand: thin lines, one accent. */
export function drawBicycle(
  sheet: Sheet,
  x: number,
  foot: number,
  size: number,
  colour: Colour,
  light: Light,
): void {
  const r = size * 0.3;
  const iron = shaded(light, '#14273a', 0.2);
  sheet.ellipse(x + size * 0.5, foot + 1, size * 0.72, 3, light.shade, light.depth);
  sheet.ring(x, foot - r, r, iron, 2.2);
  sheet.ring(x + size, foot - r, r, iron, 2.2);
  const saddle: Point = [x + size * 0.34, foot - size * 0.62];
  const pedal: Point = [x + size * 0.42, foot - r];
  const head: Point = [x + size * 0.84, foot - size * 0.66];
  sheet.path(
    `M${n(x)} ${n(foot - r)}L${n(pedal[0])} ${n(pedal[1])}L${n(head[0])} ${n(head[1])}L${n(saddle[0])} ${n(saddle[1])}L${n(x)} ${n(foot - r)}M${n(saddle[0])} ${n(saddle[1] - 6)}L${n(pedal[0])} ${n(pedal[1])}M${n(head[0] - 3)} ${n(head[1] - 10)}L${n(x + size)} ${n(foot - r)}`,
    null,
    { stroke: lit(light, colour), width: 2.6, round: true },
  );
  sheet.path(
    `M${n(saddle[0] - 8)} ${n(saddle[1] - 7)}h16M${n(head[0] - 3)} ${n(head[1] - 10)}q10 -6 12 3`,
    null,
    { stroke: iron, width: 3, round: true },
  );
}
