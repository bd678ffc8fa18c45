import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { darker, lighter, mix, n, Sheet } from '../paint.ts';
import type { Block, Front } from './fronts.ts';

export function drawCornice(sheet: Sheet, { left, right, top }: Block, front: Front, light: Light): void {
  const stone = lit(light, front.trim);
  if (front.roof === 'tiles') {
    const eaves = lit(light, '#a2674c');
    sheet.rect(left - 9, top - 6, right - left + 18, 8, eaves);
    sheet.rect(left, top + 2, right - left, 11, light.shade, light.depth * 1.05);
    return;
  }
  sheet.rect(left - 7, top - 10, right - left + 14, 8, lighter(stone, 0.25));
  sheet.rect(left - 4, top - 2, right - left + 8, 6, stone);
  sheet.rect(left, top + 4, right - left, 8, light.shade, light.depth * 0.9);
}

export function drawRoof(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, top, bays, roofColour } = block;
  const colour = lit(light, roofColour);
  if (front.roof === 'parapet') return drawParapet(sheet, block, front, light, chance);
  if (front.roof === 'sheds') return drawSheds(sheet, block, light);
  const chimneys = (foot: number) => {
    for (const share of [0.12, 0.5, 0.88]) {
      if (chance.maybe(0.35)) continue;
      const x = left + (right - left) * share - 16;
      const brick = lit(light, front.texture === 'brick' ? '#9c4f3f' : '#cbb394');
      sheet.rect(x, foot - 34, 34, 46, brick);
      sheet.rect(x + 24, foot - 34, 10, 46, light.shade, light.depth);
      for (const pot of [4, 13, 22]) sheet.rect(x + pot, foot - 44, 6, 11, lit(light, '#b9664a'));
      sheet.rect(x - 2, foot - 36, 38, 4, lighter(brick, 0.25));
    }
  };
  if (front.roof === 'tiles') {
    chimneys(top - 34);
    sheet.poly(
      [
        [left - 9, top - 4],
        [left + 26, top - 42],
        [right - 26, top - 42],
        [right + 9, top - 4],
      ],
      sheet.gradient(
        [left, top - 42],
        [left, top],
        [
          [0, lighter(colour, 0.16)],
          [1, colour],
        ],
      ),
    );
    const rows: (readonly [Point, Point])[] = [];
    for (let x = left + 2; x < right; x += 9)
      rows.push([
        [x + (480 - x) * 0.02, top - 42],
        [x, top - 4],
      ]);
    sheet.within(
      [
        [left - 9, top - 4],
        [left + 26, top - 42],
        [right - 26, top - 42],
        [right + 9, top - 4],
      ],
      () => sheet.lines(rows, darker(colour, 0.25), 1.2, 0.4),
    );
    return;
  }
  const height = front.roof === 'steep' || front.roof === 'glazed' ? 104 : front.roof === 'slates' ? 78 : 88;
  const inset = front.roof === 'mansard' ? 14 : 34;
  chimneys(top - height + 8);
  const shape: Point[] = [
    [left, top - 8],
    [left + inset, top - height],
    [right - inset, top - height],
    [right, top - 8],
  ];
  sheet.poly(
    shape,
    sheet.gradient(
      [left, top - height],
      [right, top],
      [
        [0, lighter(colour, 0.24)],
        [0.55, colour],
        [1, shaded(light, roofColour, 0.7)],
      ],
    ),
  );
  if (front.roof === 'mansard') {
    sheet.poly(
      [
        [left + inset - 2, top - height],
        [left + 46, top - height - 15],
        [right - 46, top - height - 15],
        [right - inset + 2, top - height],
      ],
      shaded(light, roofColour, 0.75),
    );
    const seams: (readonly [Point, Point])[] = [];
    for (let x = left + 20; x < right - 12; x += 17)
      seams.push([
        [x, top - height],
        [x, top - 8],
      ]);
    sheet.lines(seams, darker(colour, 0.3), 1, 0.3);
  } else {
    sheet.within(shape, () => {
      const courses: (readonly [Point, Point])[] = [];
      for (let y = top - height + 8; y < top - 6; y += 8)
        courses.push([
          [left, y],
          [right, y],
        ]);
      sheet.lines(courses, darker(colour, 0.35), 1, 0.35);
      if (front.roof === 'glazed') drawGlazedTiles(sheet, left, right, top, height, light);
    });
  }
  const bay = (right - left - 24) / bays;
  for (let index = 0; index < bays; index += 1) {
    if (front.roof !== 'mansard' && index % 2 === 1) continue;
    drawDormer(sheet, left + 12 + bay * (index + 0.5), top - 18, front, roofColour, light, chance);
  }
}

/** Lozenges of coloured tiles, as on the roofs of Burgundy. */
function drawGlazedTiles(
  sheet: Sheet,
  left: number,
  right: number,
  top: number,
  height: number,
  light: Light,
): void {
  const step = 64;
  const rows = ['#d9a441', '#4f7264', '#e6d3ac'].map((tone) => lit(light, tone));
  for (let x = left + step * 0.6; x < right; x += step) {
    const y = top - height * 0.52;
    for (const [index, size] of [30, 20, 10].entries())
      sheet.poly(
        [
          [x, y - size],
          [x + size, y],
          [x, y + size],
          [x - size, y],
        ],
        rows[index]!,
        0.8,
      );
  }
}

/** A flat roof behind its parapet, set back at the top as in the thirties. */
function drawParapet(
  sheet: Sheet,
  { left, right, top, wall }: Block,
  front: Front,
  light: Light,
  chance: Chance,
): void {
  const inset = (right - left) * chance.between(0.14, 0.24);
  sheet.rect(left + inset, top - 46, right - left - inset * 2, 46, shaded(light, wall, 0.4));
  sheet.rect(
    left + inset - 5,
    top - 52,
    right - left - inset * 2 + 10,
    8,
    lighter(lit(light, front.trim), 0.1),
  );
  const panes = 4;
  const wide = (right - left - inset * 2) / panes;
  for (let index = 0; index < panes; index += 1)
    drawWindow(
      sheet,
      { x: left + inset + wide * (index + 0.28), y: top - 36, width: wide * 0.44, height: 30 },
      { across: 2, down: 1, frame: front.frame, trim: null, shutters: null, head: 'straight', sill: false },
      light,
      chance,
    );
}

/** The saw-teeth of a workshop: glass on one side, zinc on the other. */
function drawSheds(sheet: Sheet, { left, right, top, roofColour, bays }: Block, light: Light): void {
  const teeth = Math.max(3, Math.min(5, bays));
  const wide = (right - left) / teeth;
  for (let index = 0; index < teeth; index += 1) {
    const x = left + wide * index;
    sheet.poly(
      [
        [x, top + 2],
        [x + wide * 0.26, top - 64],
        [x + wide * 0.26, top + 2],
      ],
      light.evening ? '#f6c877' : mix('#6f8fa2', light.sky[1], 0.4),
    );
    sheet.poly(
      [
        [x + wide * 0.26, top - 64],
        [x + wide, top + 2],
        [x + wide * 0.26, top + 2],
      ],
      shaded(light, roofColour, 0.4),
    );
    sheet.path(
      `M${n(x + wide * 0.09)} ${n(top)}L${n(x + wide * 0.26)} ${n(top - 42)}M${n(x)} ${n(top + 2)}L${n(x + wide * 0.26)} ${n(top - 64)}L${n(x + wide)} ${n(top + 2)}`,
      null,
      {
        stroke: shaded(light, '#2b3b4d', 0.2),
        width: 2.4,
      },
    );
  }
}

function drawDormer(
  sheet: Sheet,
  x: number,
  foot: number,
  front: Front,
  roof: Colour,
  light: Light,
  chance: Chance,
): void {
  const width = 34;
  const height = 46;
  sheet.poly(
    [
      [x + width / 2 + 5, foot],
      [x + width / 2 + 5, foot - height + 6],
      [x + width / 2 + 20, foot],
    ],
    light.shade,
    light.depth,
  );
  sheet.rect(x - width / 2 - 5, foot - height, width + 10, height, lit(light, front.trim));
  drawWindow(
    sheet,
    { x: x - width / 2 + 3, y: foot - height + 8, width: width - 6, height: height - 8 },
    {
      across: 2,
      down: 2,
      frame: front.frame,
      trim: null,
      shutters: null,
      head: front.roof === 'mansard' ? 'segment' : 'straight',
      sill: false,
    },
    light,
    chance,
  );
  const cap = shaded(light, roof, 0.4);
  if (front.roof === 'mansard') {
    sheet.path(
      `M${n(x - width / 2 - 9)} ${n(foot - height + 3)}Q${n(x)} ${n(foot - height - 20)} ${n(x + width / 2 + 9)} ${n(foot - height + 3)}Z`,
      cap,
    );
  } else {
    sheet.poly(
      [
        [x - width / 2 - 9, foot - height + 3],
        [x, foot - height - 18],
        [x + width / 2 + 9, foot - height + 3],
      ],
      cap,
    );
  }
}
