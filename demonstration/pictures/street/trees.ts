import type { Chance } from '../../chance.ts';
import type { Colour, Tree } from '../brief.ts';
import { type Light, lit } from '../light.ts';
import { darker, mix, n, Sheet } from '../paint.ts';

const CROWNS: Readonly<Record<Tree, readonly [dark: Colour, middle: Colour, bright: Colour]>> = {
  plane: ['#3f6f5c', '#5f8f72', '#8fb58b'],
  round: ['#2f6b66', '#4a8a7c', '#7fb09a'],
  autumn: ['#a2672f', '#d0913a', '#efbb5c'],
  cypress: ['#2c5650', '#3f6f62', '#5f8d76'],
  olive: ['#6d8069', '#8e9f82', '#b4bf9f'],
  pine: ['#355f4b', '#54805c', '#86a873'],
  birch: ['#7f9a5c', '#a3b873', '#c9d397'],
};

/** Trees that drop their leaves. */
const LEAFY: ReadonlySet<Tree> = new Set(['plane', 'round', 'birch', 'autumn']);

type Crown = readonly [dark: Colour, middle: Colour, bright: Colour];

const AUTUMNS: readonly Crown[] = [
  ['#a2672f', '#d0913a', '#efbb5c'],
  ['#8e4a33', '#b9653f', '#dc9560'],
  ['#8a7431', '#b59a45', '#d9c56f'],
  ['#5d7a4c', '#8c9a55', '#bfb766'],
];

const SPRINGS: readonly Crown[] = [
  ['#5f8f5a', '#86b072', '#b6d08f'],
  ['#b98a94', '#dcb0b4', '#f3d7d4'],
  ['#4f8a62', '#74ab7c', '#a8cf9c'],
];

/** What this tree wears in this season; bare, nothing. */
function crownOf(kind: Tree, light: Light, chance: Chance): Crown | null {
  const usual = kind === 'autumn' && light.season !== 'autumn' ? CROWNS.plane : CROWNS[kind];
  if (!LEAFY.has(kind)) return usual;
  if (light.season === 'winter') return null;
  if (light.season === 'autumn') return chance.pick(AUTUMNS);
  if (light.season === 'spring' && chance.maybe(0.5)) return chance.pick(SPRINGS);
  return usual;
}

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
  const worn = crownOf(kind, light, chance);
  if (!worn) return drawBareTree(sheet, kind, x, foot, height, light, chance, far);
  const toned = worn.map((colour) => mix(lit(light, colour), light.haze, far)) as [Colour, Colour, Colour];
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
  const flat = kind === 'pine' ? 0.55 : 1;
  const ring = kind === 'pine' ? 7 : 10;
  const lobes = [
    ...Array.from({ length: ring }, (_, index) => index / ring),
    ...Array.from({ length: 5 }, (_, index) => -index / 5),
  ].map((turn) => {
    const inner = turn < 0;
    const angle = Math.abs(turn) * Math.PI * 2 + chance.between(-0.25, 0.25);
    const reach = inner ? chance.between(0.12, 0.34) : chance.between(0.56, 0.72);
    return {
      x: x + Math.cos(angle) * wide * reach,
      y: middle + Math.sin(angle) * tall * reach * flat,
      r: wide * (inner ? chance.between(0.3, 0.36) : chance.between(0.3, 0.42)),
    };
  });
  sheet.ellipse(x, middle, wide * 0.8, tall * 0.84 * flat, toned[0]);
  for (const lobe of lobes) sheet.circle(lobe.x, lobe.y, lobe.r, toned[0]);
  sheet.ellipse(x - wide * 0.1, middle - tall * 0.12 * flat, wide * 0.62, tall * 0.6 * flat, toned[1]);
  for (const lobe of lobes.filter(({ y }) => y < middle + tall * 0.34 * flat)) {
    sheet.circle(lobe.x - wide * 0.1, lobe.y - wide * 0.1, lobe.r * 0.8, toned[1]);
  }
  for (const lobe of lobes.filter(({ x: left, y }) => y < middle + tall * 0.05 && left < x + wide * 0.3)) {
    sheet.circle(lobe.x - wide * 0.15, lobe.y - wide * 0.16, lobe.r * 0.5, toned[2], 0.8);
  }
  for (let index = 0; index < 9; index += 1) {
    const angle = chance.between(0, Math.PI * 2);
    const reach = chance.between(0.2, 0.8);
    sheet.circle(
      x + Math.cos(angle) * wide * reach,
      middle + Math.sin(angle) * tall * reach * flat,
      wide * 0.05,
      chance.pick(toned),
      0.7,
    );
  }
}

/** A tree in winter: its boughs against the sky. */
function drawBareTree(
  sheet: Sheet,
  kind: Tree,
  x: number,
  foot: number,
  height: number,
  light: Light,
  chance: Chance,
  far: number,
): void {
  castOnGround(sheet, x, foot, height * 0.2, light);
  const wood = mix(lit(light, kind === 'birch' ? '#d3cfc6' : '#7b6a60'), light.haze, far + 0.1);
  const boughs: string[][] = [[], [], [], []];
  const grow = (px: number, py: number, angle: number, length: number, level: number): void => {
    const ex = px + Math.cos(angle) * length;
    const ey = py - Math.sin(angle) * length;
    const bend = angle + chance.between(-0.25, 0.25);
    const mx = px + Math.cos(bend) * length * 0.55;
    const my = py - Math.sin(bend) * length * 0.55;
    boughs[level]!.push(`M${n(px)} ${n(py)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}`);
    if (level === 3) return;
    const turns = level === 0 ? [-0.62, -0.18, 0.24, 0.66] : [-0.42, 0.06, 0.46];
    for (const turn of turns)
      grow(
        ex,
        ey,
        angle + turn + chance.between(-0.14, 0.14),
        length * chance.between(0.56, 0.74),
        level + 1,
      );
  };
  const trunk = kind === 'birch' ? 0.3 : 0.36;
  grow(x, foot, Math.PI / 2 + chance.between(-0.04, 0.04), height * trunk, 0);
  for (const [level, share] of [0.046, 0.024, 0.012, 0.006].entries())
    sheet.path(boughs[level]!.join(''), null, {
      stroke: level > 1 ? mix(wood, light.haze, 0.2) : wood,
      width: Math.max(0.9, height * share),
      round: true,
    });
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
