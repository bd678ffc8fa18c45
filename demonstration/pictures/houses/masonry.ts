import type { Chance } from '../../chance.ts';
import type { Colour, Point, WindowLook } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { darker, lighter, Sheet } from '../paint.ts';

export const FOOT = 574;

export interface Wall {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
}

export const plainWindow: WindowLook = {
  across: 2,
  down: 3,
  frame: '#f2eee2',
  trim: '#ece2cd',
  shutters: null,
  head: 'straight',
  sill: true,
};

/** A wall of plaster, lit from the upper left, with the shadow of its eaves. */
export function drawWall(
  sheet: Sheet,
  { left, right, top, foot }: Wall,
  colour: Colour,
  light: Light,
  eaves = 16,
): void {
  const wall = lit(light, colour);
  sheet.rect(
    left,
    top,
    right - left,
    foot - top,
    sheet.gradient(
      [left, top],
      [right, foot],
      [
        [0, lighter(wall, 0.1)],
        [0.6, wall],
        [1, shaded(light, colour, 0.35)],
      ],
    ),
  );
  sheet.rect(left, foot - 9, right - left, 9, light.shade, light.depth * 0.35);
  if (eaves > 0)
    sheet.poly(
      [
        [left, top],
        [right, top],
        [right, top + eaves],
        [left + eaves * 0.7, top + eaves],
      ],
      light.shade,
      light.depth * 1.05,
    );
}

/** Rubble stone: the mortar is the wall, stones are laid on it in rows. */
export function drawStones(
  sheet: Sheet,
  { left, right, top, foot }: Wall,
  tones: readonly Colour[],
  light: Light,
  chance: Chance,
  size: number,
): void {
  for (let y = top + 3; y < foot - size * 0.4; y += size * chance.between(0.74, 0.9)) {
    let x = left + chance.between(-size * 0.6, 2);
    while (x < right - 4) {
      const wide = size * chance.between(0.8, 1.9);
      const from = Math.max(left + 1.5, x);
      const to = Math.min(right - 1.5, x + wide - 3);
      if (to - from > 5)
        sheet.rect(
          from,
          y,
          to - from,
          size * chance.between(0.56, 0.7),
          lit(light, chance.pick(tones)),
          0.72,
          size * 0.2,
        );
      x += wide;
    }
  }
}

/** A roof seen from the front: rows of tiles or slates between two slopes. */
export function drawRoof(
  sheet: Sheet,
  shape: readonly [Point, Point, Point, Point],
  colour: Colour,
  kind: 'tiles' | 'slates' | 'zinc',
  light: Light,
): void {
  const [footLeft, topLeft, topRight, footRight] = shape;
  const base = lit(light, colour);
  sheet.poly(
    shape,
    sheet.gradient(
      [footLeft[0], topLeft[1]],
      [footRight[0], footRight[1]],
      [
        [0, lighter(base, 0.2)],
        [0.55, base],
        [1, shaded(light, colour, 0.55)],
      ],
    ),
  );
  sheet.within(shape, () => {
    const rows: (readonly [Point, Point])[] = [];
    if (kind === 'tiles') {
      for (let x = footLeft[0]; x < footRight[0]; x += 10) {
        const share = (x - footLeft[0]) / (footRight[0] - footLeft[0]);
        rows.push([
          [topLeft[0] + (topRight[0] - topLeft[0]) * share, topLeft[1]],
          [x, footLeft[1]],
        ]);
      }
    }
    const step = kind === 'zinc' ? 22 : kind === 'tiles' ? 15 : 9;
    if (kind !== 'zinc')
      for (let y = topLeft[1] + step; y < footLeft[1]; y += step)
        rows.push([
          [footLeft[0], y],
          [footRight[0], y],
        ]);
    else
      for (let x = footLeft[0]; x < footRight[0]; x += step)
        rows.push([
          [x, topLeft[1]],
          [x, footLeft[1]],
        ]);
    sheet.lines(rows, darker(base, 0.3), 1.1, 0.32);
  });
  sheet.line(topLeft[0], topLeft[1], topRight[0], topRight[1], lighter(base, 0.28), 4);
  sheet.poly(
    [footLeft, footRight, [footRight[0], footRight[1] + 6], [footLeft[0], footLeft[1] + 6]],
    darker(base, 0.3),
  );
}

export function drawChimney(sheet: Sheet, x: number, foot: number, colour: Colour, light: Light): void {
  sheet.rect(x, foot - 52, 36, 60, lit(light, colour));
  sheet.rect(x + 24, foot - 52, 12, 60, light.shade, light.depth);
  sheet.rect(x - 4, foot - 57, 44, 7, lighter(lit(light, colour), 0.22));
  sheet.rect(x + 8, foot - 66, 20, 10, lit(light, '#b9664a'));
}

/** The shadow of a house on its garden. */
export function castHouse(sheet: Sheet, left: number, right: number, foot: number, light: Light): void {
  sheet.poly(
    [
      [left, foot],
      [right, foot],
      [right + 96, foot + 40],
      [left + 70, foot + 40],
    ],
    light.shade,
    light.depth * 0.62,
  );
}
