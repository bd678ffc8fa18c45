import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { HEIGHT, lighter, mix, n, Sheet, WIDTH } from '../paint.ts';

/** Seen from the air, no vanishing point: two ways across the ground, one way up. */
const EAST: Point = [0.86, 0.42];

const SOUTH: Point = [-0.86, 0.42];

const ORIGIN: Point = [480, 96];

function at(x: number, y: number, z = 0): Point {
  return [ORIGIN[0] + x * EAST[0] + y * SOUTH[0], ORIGIN[1] + x * EAST[1] + y * SOUTH[1] - z];
}

/** A programme from the air: buildings around a garden, streets, trees. */
export function drawFromAir(sheet: Sheet, light: Light, chance: Chance): void {
  const lawn = lit(light, chance.pick(['#a5c08c', '#9dbb86', '#b0c492']));
  sheet.rect(0, 0, WIDTH, HEIGHT, lawn);
  drawStreets(sheet, light, chance);
  const plots = placesOf(chance);
  const accent = chance.pick(['#b58a5f', '#c39a6e', '#8aa39b', '#b9775a', '#55677a']);
  const items: { readonly key: number; draw(): void }[] = plots.map((plot, index) => ({
    key: plot.x + plot.y + (plot.long + plot.deep) / 2,
    draw: () =>
      drawBlockAbove(
        sheet,
        plot,
        index % 2 === 0 ? '#f2eee4' : accent,
        light,
        chance.branch(`block${index}`),
      ),
  }));
  for (let index = 0; index < 46; index += 1) {
    const [x, y] = [chance.between(-80, 900), chance.between(-80, 900)];
    if (
      plots.some(
        (plot) =>
          x > plot.x - 24 && x < plot.x + plot.long + 24 && y > plot.y - 24 && y < plot.y + plot.deep + 24,
      )
    )
      continue;
    if (Math.abs(x - 60) < 34 || Math.abs(y - 60) < 34) continue;
    const size = chance.between(13, 27);
    items.push({
      key: x + y,
      draw: () => drawTreeAbove(sheet, at(x, y), size, light, chance.branch(`tree${index}`)),
    });
  }
  for (const item of items.toSorted((a, b) => a.key - b.key)) item.draw();
}

interface Plot {
  readonly x: number;
  readonly y: number;
  readonly long: number;
  readonly deep: number;
  readonly floors: number;
}

function placesOf(chance: Chance): Plot[] {
  const floors = () => chance.whole(3, 6);
  const layout = chance.pick(['court', 'rows', 'points'] as const);
  if (layout === 'court')
    return [
      { x: 150, y: 150, long: chance.between(380, 460), deep: 104, floors: floors() },
      { x: 150, y: 300, long: 104, deep: chance.between(240, 320), floors: floors() },
      { x: 470, y: 330, long: 110, deep: chance.between(180, 260), floors: floors() },
    ];
  if (layout === 'rows')
    return [150, 330, 510].map((y) => ({
      x: 130 + chance.between(0, 60),
      y,
      long: chance.between(320, 470),
      deep: 96,
      floors: floors(),
    }));
  return [
    [150, 150],
    [380, 150],
    [150, 380],
    [400, 390],
  ].map(([x, y]) => ({
    x: x! + chance.between(-20, 20),
    y: y! + chance.between(-20, 20),
    long: chance.between(130, 170),
    deep: chance.between(130, 170),
    floors: floors(),
  }));
}

function drawStreets(sheet: Sheet, light: Light, chance: Chance): void {
  const road = lit(light, '#a3a8ad');
  const walk = lit(light, '#ddd8cc');
  const band = (from: Point, to: Point, wide: number, fill: string, along: 'x' | 'y') => {
    const [x0, y0] = from;
    const [x1, y1] = to;
    sheet.poly(
      along === 'x'
        ? [at(x0, y0 - wide), at(x1, y1 - wide), at(x1, y1 + wide), at(x0, y0 + wide)]
        : [at(x0 - wide, y0), at(x1 - wide, y1), at(x1 + wide, y1), at(x0 + wide, y0)],
      fill,
    );
  };
  for (const [wide, fill] of [
    [44, walk],
    [28, road],
  ] as const) {
    band([-600, 60], [1400, 60], wide, fill, 'x');
    band([60, -600], [60, 1400], wide, fill, 'y');
  }
  const dashes: (readonly [Point, Point])[] = [];
  for (let step = -500; step < 1300; step += 44)
    dashes.push([at(step, 60), at(step + 20, 60)], [at(60, step), at(60, step + 20)]);
  sheet.lines(dashes, '#ffffff', 2, 0.7);
  const path = lit(light, '#e6dfce');
  band([330, 120], [330, 760], 11, path, 'y');
  band([120, chance.between(280, 320)], [760, 300], 11, path, 'x');
  const [cx, cy] = at(330, 300);
  sheet.ellipse(cx, cy, 52, 26, path);
  sheet.ellipse(cx, cy, 30, 15, lit(light, chance.pick(['#7cc6c8', '#b7cf9c', '#d9c98f'])));
}

function drawBlockAbove(
  sheet: Sheet,
  { x, y, long, deep, floors }: Plot,
  wall: Colour,
  light: Light,
  chance: Chance,
): void {
  const high = floors * 27;
  const far = high * 0.5;
  sheet.poly(
    [
      at(x, y + deep),
      at(x + long, y + deep),
      at(x + long, y),
      at(x + long + far, y),
      at(x + long + far, y + deep * 0.9),
      at(x + far, y + deep + far * 0.2),
    ],
    light.shade,
    light.depth * 0.9,
  );
  const south = [
    at(x, y + deep),
    at(x + long, y + deep),
    at(x + long, y + deep, high),
    at(x, y + deep, high),
  ];
  const east = [at(x + long, y + deep), at(x + long, y), at(x + long, y, high), at(x + long, y + deep, high)];
  sheet.poly(south, lit(light, wall));
  sheet.poly(east, shaded(light, wall, 1.1));
  const roof = [at(x, y, high), at(x + long, y, high), at(x + long, y + deep, high), at(x, y + deep, high)];
  sheet.poly(roof, lit(light, '#e3e2da'));
  sheet.poly(
    [
      at(x + 7, y + 7, high),
      at(x + long - 7, y + 7, high),
      at(x + long - 7, y + deep - 7, high),
      at(x + 7, y + deep - 7, high),
    ],
    lit(light, chance.pick(['#b7cf9c', '#c9cfc4', '#a9c192', '#d0d4d2'])),
  );
  roofThings(sheet, { x, y, long, deep, floors }, high, light, chance);
  const panes = { dark: [] as string[], lamp: [] as string[] };
  const quad = (a: Point, b: Point, c: Point, d: Point) =>
    [a, b, c, d].map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${n(px)} ${n(py)}`).join('');
  const rails: string[] = [];
  for (let floor = 0; floor < floors; floor += 1) {
    const low = floor * 27 + 5;
    const top = low + 16;
    for (let step = 10; step < long - 16; step += 30) {
      (chance.maybe(light.evening ? 0.5 : 0.04) ? panes.lamp : panes.dark).push(
        quad(
          at(x + step, y + deep, low),
          at(x + step + 17, y + deep, low),
          at(x + step + 17, y + deep, top),
          at(x + step, y + deep, top),
        ),
      );
      if (floor > 0 && Math.round(step / 30) % 2 === 0)
        rails.push(
          quad(
            at(x + step - 4, y + deep + 5, low - 3),
            at(x + step + 22, y + deep + 5, low - 3),
            at(x + step + 22, y + deep + 5, low + 7),
            at(x + step - 4, y + deep + 5, low + 7),
          ),
        );
    }
    for (let step = 10; step < deep - 16; step += 30)
      (chance.maybe(light.evening ? 0.5 : 0.04) ? panes.lamp : panes.dark).push(
        quad(
          at(x + long, y + step, low),
          at(x + long, y + step + 15, low),
          at(x + long, y + step + 15, top),
          at(x + long, y + step, top),
        ),
      );
  }
  if (panes.dark.length > 0) sheet.path(panes.dark.join(''), mix('#2f4a63', light.sky[1], 0.24));
  if (panes.lamp.length > 0) sheet.path(panes.lamp.join(''), '#fbce7c');
  if (rails.length > 0) sheet.path(rails.join(''), lighter(lit(light, wall), 0.4), { opacity: 0.85 });
}

function roofThings(
  sheet: Sheet,
  { x, y, long, deep }: Plot,
  high: number,
  light: Light,
  chance: Chance,
): void {
  const cells: Point[][] = [];
  if (chance.maybe(0.6))
    for (let step = 24; step < long - 60; step += 34)
      cells.push([
        at(x + step, y + deep * 0.3, high),
        at(x + step + 24, y + deep * 0.3, high),
        at(x + step + 24, y + deep * 0.6, high + 5),
        at(x + step, y + deep * 0.6, high + 5),
      ]);
  for (const cell of cells) sheet.poly(cell, shaded(light, '#2f4a63', 0.1));
  for (let index = 0; index < 4; index += 1) {
    const [px, py] = at(x + chance.between(16, long - 16), y + chance.between(14, deep - 14), high);
    sheet.circle(
      px,
      py - 4,
      chance.between(5, 9),
      lit(light, chance.pick(['#5f8f72', '#7fa886', '#8fb07d'])),
    );
  }
}

function drawTreeAbove(sheet: Sheet, [x, y]: Point, size: number, light: Light, chance: Chance): void {
  const [dark, middle, bright] = chance.pick(
    {
      spring: [
        ['#4f8a62', '#74ab7c', '#a8cf9c'],
        ['#b98a94', '#dcb0b4', '#f3d7d4'],
      ],
      summer: [
        ['#3f6f5c', '#5f8f72', '#8fb58b'],
        ['#4f8a62', '#74ab7c', '#a8cf9c'],
      ],
      autumn: [
        ['#a2672f', '#d0913a', '#efbb5c'],
        ['#8a7431', '#b59a45', '#d9c56f'],
      ],
      winter: [['#6f7f72', '#8f9c8c', '#b4bdae']],
    }[light.season],
  ) as [Colour, Colour, Colour];
  sheet.ellipse(x + size * 0.9, y, size * 1.1, size * 0.42, light.shade, light.depth);
  sheet.rect(x - 2, y - size * 0.8, 4, size * 0.8, lit(light, '#7d6857'));
  sheet.circle(x, y - size * 1.3, size, lit(light, dark));
  sheet.circle(x - size * 0.16, y - size * 1.44, size * 0.76, lit(light, middle));
  sheet.circle(x - size * 0.3, y - size * 1.62, size * 0.4, lit(light, bright), 0.85);
}
