import type { Chance } from '../../chance/contract.ts';
import type { Colour, Point } from '../../contract.ts';
import { type Light, lit, shaded } from '../../light/rules.server.ts';
import { drawWindow } from '../../openings/rules.server.ts';
import { darker, lighter, n, Sheet } from '../../paint/rules.server.ts';
import type { Block, Front } from '../fronts/contract.ts';

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
  const height = front.roof === 'steep' ? 104 : front.roof === 'slates' ? 78 : 88;
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
    });
  }
  const bay = (right - left - 24) / bays;
  for (let index = 0; index < bays; index += 1) {
    if (front.roof !== 'mansard' && index % 2 === 1) continue;
    drawDormer(sheet, left + 12 + bay * (index + 0.5), top - 18, front, roofColour, light, chance);
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
