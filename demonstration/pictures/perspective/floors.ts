import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { lit } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room, type Spot } from './perspective.ts';

export type FloorKind =
  | 'planks'
  | 'wide-planks'
  | 'herringbone'
  | 'mosaic'
  | 'tiles'
  | 'large-tiles'
  | 'terracotta'
  | 'cement'
  | 'checker'
  | 'concrete'
  | 'carpet';

type Segment = readonly [Point, Point];

/** What a floor is made of, drawn from where it enters the picture. */
export function drawBoards(room: Room, floor: Colour, kind: FloorKind, chance: Chance): void {
  const { light, sheet } = room;
  const lines: Segment[] = [];
  if (kind === 'herringbone') layHerringbone(room, lines, chance);
  else if (kind === 'mosaic') layMosaic(room, lines, chance);
  else if (kind === 'planks' || kind === 'wide-planks')
    layPlanks(room, kind === 'planks' ? 0.17 : 0.27, lines, chance);
  else if (kind === 'concrete' || kind === 'carpet') layPlain(room, kind, chance);
  else layTiles(room, floor, kind, lines, chance);
  const stone = kind === 'tiles' || kind === 'large-tiles' || kind === 'cement' || kind === 'checker';
  sheet.lines(
    lines,
    stone ? lighter(lit(light, floor), 0.3) : darker(lit(light, floor), 0.35),
    stone ? 1.4 : 1,
    stone ? 0.5 : 0.3,
  );
}

/** Half of the boards a little lighter, half a little darker. */
function tint(room: Room, spots: readonly Spot[], chance: Chance): void {
  room.face(spots, chance.maybe(0.5) ? '#ffffff' : room.light.shade, chance.between(0.03, 0.1));
}

function square(x: number, wide: number, near: number, far: number): Spot[] {
  return [
    [x, 0, near],
    [x + wide, 0, near],
    [x + wide, 0, far],
    [x, 0, far],
  ];
}

function layHerringbone(room: Room, lines: Segment[], chance: Chance): void {
  const { left, right } = room;
  const { depth } = room.shape;
  const step = 0.42;
  for (let row = 0, z = room.threshold; z < depth; row += 1, z += step) {
    for (let x = left; x < right - 0.01; x += step) {
      const wide = Math.min(step, right - x);
      const far = Math.min(z + step, depth);
      const half = (z + far) / 2;
      const up = (Math.round((x - left) / step) + row) % 2 === 0;
      const [from, to] = up ? [x, x + wide] : [x + wide, x];
      lines.push([room.at([from, 0, z]), room.at([to, 0, far])]);
      lines.push([room.at([from, 0, half]), room.at([(from + to) / 2, 0, far])]);
      if (chance.maybe(0.18)) tint(room, square(x, wide, z, far), chance);
    }
  }
}

/** Small squares of strips, turned one after the other. */
function layMosaic(room: Room, lines: Segment[], chance: Chance): void {
  const { left, right } = room;
  const { depth } = room.shape;
  const step = 0.56;
  for (let row = 0, z = depth; z > room.threshold; row += 1, z -= step) {
    for (let column = 0, x = left; x < right - 0.05; column += 1, x += step) {
      const wide = Math.min(step, right - x);
      const near = Math.max(room.threshold, z - step);
      if ((row + column) % 2 === 0)
        for (const share of [0.25, 0.5, 0.75])
          lines.push([room.at([x + wide * share, 0, near]), room.at([x + wide * share, 0, z])]);
      else
        for (const share of [0.25, 0.5, 0.75])
          lines.push([
            room.at([x, 0, near + (z - near) * share]),
            room.at([x + wide, 0, near + (z - near) * share]),
          ]);
      if ((row + column) % 2 === 0) tint(room, square(x, wide, near, z), chance);
    }
  }
}

function layPlanks(room: Room, wide: number, lines: Segment[], chance: Chance): void {
  const { left, right } = room;
  const { depth } = room.shape;
  const start = room.threshold;
  for (let x = left + wide; x < right; x += wide)
    lines.push([room.at([x, 0, start]), room.at([x, 0, depth])]);
  const columns = Math.floor((right - left) / wide);
  for (let index = 0; index < 30; index += 1) {
    const x = left + chance.whole(0, columns - 1) * wide;
    const z = chance.between(start, depth - 0.5);
    tint(room, square(x, wide, z, Math.min(depth, z + chance.between(0.6, 1.4))), chance);
    lines.push([room.at([x, 0, z]), room.at([x + wide, 0, z])]);
  }
}

function layTiles(room: Room, floor: Colour, kind: FloorKind, lines: Segment[], chance: Chance): void {
  const { left, right, light } = room;
  const { depth } = room.shape;
  const step = kind === 'large-tiles' ? 0.8 : kind === 'terracotta' ? 0.36 : kind === 'cement' ? 0.4 : 0.5;
  const start = room.threshold;
  for (let x = left + step; x < right; x += step)
    lines.push([room.at([x, 0, start]), room.at([x, 0, depth])]);
  for (let z = depth; z > start; z -= step) lines.push([room.at([left, 0, z]), room.at([right, 0, z])]);
  const motif = chance.pick(['#41597a', '#0f7378', '#8a5a44', '#55606c']);
  for (let row = 0, z = depth; z > start; row += 1, z -= step) {
    for (let column = 0, x = left; x < right - step * 0.4; column += 1, x += step) {
      const wide = Math.min(step, right - x);
      const near = Math.max(start, z - step);
      if (kind === 'checker') {
        if ((row + column) % 2 === 0) room.face(square(x, wide, near, z), lit(light, motif), 0.5);
      } else if (kind === 'cement') {
        const [mx, mz] = [x + wide / 2, (near + z) / 2];
        room.face(
          [
            [mx, 0, near + step * 0.08],
            [x + wide - step * 0.08, 0, mz],
            [mx, 0, z - step * 0.08],
            [x + step * 0.08, 0, mz],
          ],
          (row + column) % 2 === 0 ? lit(light, motif) : darker(lit(light, floor), 0.14),
          0.5,
        );
      } else if (chance.maybe(kind === 'terracotta' ? 0.24 : 0.16))
        tint(room, square(x, wide, near, z), chance);
    }
  }
}

function layPlain(room: Room, kind: FloorKind, chance: Chance): void {
  const { left, right } = room;
  const { depth } = room.shape;
  for (let index = 0; index < (kind === 'concrete' ? 7 : 3); index += 1) {
    const x = chance.between(left, right - 1);
    const z = chance.between(room.threshold, depth - 0.6);
    room.plate(
      x + 0.5,
      0,
      z + 0.3,
      chance.between(0.3, 0.7),
      chance.maybe(0.5) ? '#ffffff' : room.light.shade,
      0.04,
    );
  }
}
