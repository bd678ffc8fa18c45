import type { Chance } from '../../chance.ts';
import type { Detached } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawLoungers } from '../outdoors/pieces.ts';
import { darker, lighter, n, Sheet } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import { drawHydrangea, drawLavender, drawPot } from './planting.ts';
import { PROFILES } from './profiles.ts';

/** A pool in the lawn, two chairs beside it. */
export function layPool(room: Room, front: number, chance: Chance): void {
  const { light, sheet } = room;
  const z: readonly [number, number] = [front * 0.5, front * 0.72];
  const x = room.shape.eyeX * 0.5 + chance.between(-1.5, 1.5);
  const half = chance.between(2.6, 3.6);
  const flat = (grow: number): [number, number, number][] => [
    [x - half - grow, 0, z[0] - grow],
    [x + half + grow, 0, z[0] - grow],
    [x + half + grow, 0, z[1] + grow],
    [x - half - grow, 0, z[1] + grow],
  ];
  room.face(flat(0.5), lit(light, '#ece3cf'));
  const [, top] = room.at([x, 0, z[1]]);
  const [, foot] = room.at([x, 0, z[0]]);
  room.face(
    flat(0),
    sheet.gradient(
      [0, top],
      [0, foot],
      [
        [0, lit(light, '#2f8f9b')],
        [1, lit(light, '#7cc6c8')],
      ],
    ),
  );
  room.face(
    [
      [x - half, 0, z[1]],
      [x + half, 0, z[1]],
      [x + half, 0, z[1] - 0.3],
      [x - half, 0, z[1] - 0.3],
    ],
    light.shade,
    light.depth,
  );
  for (let index = 0; index < 5; index += 1) {
    const [px, py] = room.at([
      x + chance.between(-0.7, 0.5) * half,
      0,
      chance.between(z[0] + 0.4, z[1] - 0.6),
    ]);
    sheet.rect(px, py, chance.between(30, 80), 2, '#ffffff', 0.5);
  }
  const [px, py] = room.at([x + half + 1, 0, (z[0] + z[1]) / 2]);
  if (px > 60 && px < 800) drawLoungers(sheet, px, py, room.scale((z[0] + z[1]) / 2, x + half) * 1.5, light);
}

/** What grows along the walls and near the reader. */
export function plantHouse(
  room: Room,
  kind: Detached,
  front: number,
  wide: number,
  light: Light,
  chance: Chance,
): void {
  const { sheet } = room;
  const south = kind === 'mas' || kind === 'bastide';
  const spots = chance.whole(3, 6);
  for (let index = 0; index < spots; index += 1) {
    const x = chance.between(-wide / 2, wide / 2);
    if (Math.abs(x) < 1.3) continue;
    const z = front - 0.5;
    const [px, py] = room.at([x, 0, z]);
    const scale = room.scale(z, x);
    if (south) drawLavender(sheet, px, py, scale * 0.55, light);
    else if (kind === 'longere' || kind === 'norman' || kind === 'basque')
      sheet.moved(`translate(${n(px)} ${n(py)}) scale(${(scale / 44).toFixed(2)})`, () =>
        drawHydrangea(sheet, 0, 0, light, chance),
      );
    else
      drawBush(
        sheet,
        px,
        py,
        scale * chance.between(0.35, 0.6),
        chance.pick(['round', 'olive', 'birch', 'plane']),
        light,
        chance,
      );
  }
  if (chance.maybe(0.4))
    drawPot(sheet, ...room.at([1.4, 0, front - 0.6]), room.scale(front, 1.4) * 0.5, light, chance);
  if (chance.maybe(0.55)) {
    const side = chance.maybe(0.5) ? -1 : 1;
    const z = front * chance.between(0.55, 0.8);
    const x = room.shape.eyeX + side * z * 0.5;
    const [px, py] = room.at([x, 0, z]);
    // A tree in front frames the house, it does not hide it.
    if (px < 130 || px > 830)
      drawTree(
        sheet,
        chance.pick(PROFILES[kind].trees),
        px,
        py,
        room.scale(z, x) * chance.between(4.5, 6.5),
        light,
        chance,
      );
  }
}

/** Between the reader and the garden: a hedge, a low wall, a fence, or nothing. */
export function enclose(sheet: Sheet, kind: Detached, light: Light, chance: Chance): void {
  const what = chance.next();
  if (what < 0.45) return;
  const foot = 742;
  if (what < 0.66) {
    for (let x = -20; x < 980; x += 46) {
      if (x > 380 && x < 560) continue;
      drawBush(
        sheet,
        x + chance.between(-8, 8),
        foot,
        chance.between(44, 62),
        chance.pick(['round', 'plane', 'birch']),
        light,
        chance,
      );
    }
    return;
  }
  if (what < 0.84) {
    const stone = chance.pick(['#d9cdb4', '#e9dfcf', '#b9a58a', '#f0ebe0']);
    for (const [from, to] of [
      [-20, 372],
      [588, 980],
    ] as const) {
      sheet.rect(from, 668, to - from, 60, shaded(light, stone, 0.2));
      sheet.rect(from - 4, 660, to - from + 8, 11, lighter(lit(light, stone), 0.2));
    }
    for (const x of [360, 576]) {
      sheet.rect(x, 634, 26, 100, shaded(light, stone, 0.1));
      sheet.rect(x + 17, 634, 9, 100, light.shade, light.depth);
      sheet.rect(x - 5, 624, 36, 11, lighter(lit(light, stone), 0.25));
    }
    if (kind === 'manor' || kind === 'bourgeois')
      for (const x of [373, 589]) sheet.circle(x, 616, 11, lit(light, stone));
    return;
  }
  const paint = lit(light, chance.pick(['#f4efe2', '#8aa39b', '#41597a', '#c9b08a']));
  for (let x = -6; x < 980; x += 24) {
    if (x > 400 && x < 540) continue;
    sheet.path(`M${x} 736V664l7 -9l7 9V736Z`, paint);
  }
  for (const [from, to] of [
    [-10, 404],
    [548, 980],
  ] as const)
    for (const y of [680, 708]) sheet.rect(from, y, to - from, 6, darker(paint, 0.12));
}
