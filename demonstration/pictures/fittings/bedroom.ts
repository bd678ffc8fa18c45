import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { drawVase } from '../furniture/decor.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter, mix } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

export function drawBed(
  room: Room,
  x: number,
  z: number,
  width: number,
  linen: Colour,
  throwColour: Colour,
  head: Colour,
  chance: Chance,
): void {
  const { light } = room;
  const back = room.shape.depth;
  room.shadow([x - width / 2, x + width / 2], [z, back]);
  drawHeadboard(room, x, width, head, back);
  room.block(
    { x: [x - width / 2, x + width / 2], y: [0.1, 0.3], z: [z, back - 0.1] },
    mix(head, '#a9805a', 0.3),
  );
  room.block(
    { x: [x - width / 2 + 0.02, x + width / 2 - 0.02], y: [0.3, 0.54], z: [z + 0.02, back - 0.1] },
    linen,
    lighter(linen, 0.3),
  );
  for (const side of [-1, 1] as const) {
    const at = x + (side * width) / 4;
    room.panel(
      [at - width * 0.2, at + width * 0.2],
      [0.54, 0.86],
      back - 0.24,
      lighter(lit(light, linen), 0.35),
      0.11,
    );
    room.panel(
      [at - width * 0.17, at + width * 0.17],
      [0.54, 0.78],
      back - 0.36,
      shaded(light, mix(linen, throwColour, side === 1 ? 0.55 : 0.12), 0.1),
      0.1,
    );
  }
  const fold = back - 0.84;
  room.face(
    [
      [x - width / 2 - 0.02, 0.56, z - 0.02],
      [x + width / 2 + 0.02, 0.56, z - 0.02],
      [x + width / 2 + 0.02, 0.56, fold],
      [x - width / 2 - 0.02, 0.56, fold],
    ],
    lit(light, lighter(linen, 0.12)),
  );
  room.face(
    [
      [x - width / 2 - 0.02, 0.57, fold - 0.24],
      [x + width / 2 + 0.02, 0.57, fold - 0.24],
      [x + width / 2 + 0.02, 0.57, fold],
      [x - width / 2 - 0.02, 0.57, fold],
    ],
    lighter(lit(light, linen), 0.5),
  );
  room.panel(
    [x - width / 2 - 0.02, x + width / 2 + 0.02],
    [0.2, 0.57],
    z - 0.03,
    shaded(light, linen, 0.3),
    0.05,
  );
  const [near, far] = [z - 0.03, z + room.taste.between(0.3, 0.8)];
  room.panel(
    [x - width / 2 - 0.03, x + width / 2 + 0.03],
    [0.3, 0.575],
    z - 0.04,
    shaded(light, throwColour, 0.2),
  );
  for (const y of [0.36, 0.42, 0.48, 0.54])
    room.panel(
      [x - width / 2 - 0.03, x + width / 2 + 0.03],
      [y, y + 0.012],
      z - 0.045,
      lighter(lit(light, throwColour), 0.3),
      0,
      0.55,
    );
  room.face(
    [
      [x - width / 2 - 0.03, 0.575, near],
      [x + width / 2 + 0.03, 0.575, near],
      [x + width / 2 + 0.03, 0.575, far],
      [x - width / 2 - 0.03, 0.575, far],
    ],
    lit(light, throwColour),
  );
  const stripes: (readonly [Point, Point])[] = [];
  if (room.taste.maybe(0.5))
    for (let at = near + 0.1; at < far; at += 0.11)
      stripes.push([room.at([x - width / 2 - 0.03, 0.576, at]), room.at([x + width / 2 + 0.03, 0.576, at])]);
  else
    for (let share = 0.08; share < 1; share += 0.14) {
      const at = x - width / 2 + width * share;
      stripes.push([room.at([at, 0.576, near]), room.at([at + 0.1, 0.576, far])]);
    }
  room.sheet.lines(stripes, lighter(lit(light, throwColour), 0.3), 1.6, 0.6);
  if (chance.maybe(0.5))
    room.panel([x - 0.16, x + 0.16], [0.56, 0.72], back - 0.6, lit(light, '#f2b134'), 0.07);
}

/** What stands behind the pillows: cloth, slats, cane, a rounded board, iron bars, or nothing. */
function drawHeadboard(room: Room, x: number, width: number, head: Colour, back: number): void {
  const { light } = room;
  const kind = room.taste.pick(['cloth', 'cloth', 'slats', 'cane', 'round', 'iron', 'plain'] as const);
  const [left, right] = [x - width / 2 - 0.08, x + width / 2 + 0.08];
  const z = back - 0.06;
  const cloth = shaded(light, head, 0.3);
  const seams = (count: number, tone: string, low: number, high: number) => {
    for (let strip = 1; strip < count; strip += 1) {
      const at = left + ((right - left) / count) * strip;
      room.panel([at - 0.008, at + 0.008], [low, high], z - 0.005, tone, 0, 0.6);
    }
  };
  if (kind === 'cloth') {
    room.panel([left, right], [0.2, 1.12], z, cloth, 0.1);
    seams(5, darker(lit(light, head), 0.22), 0.24, 1.09);
  } else if (kind === 'slats') {
    room.panel([left - 0.3, right + 0.3], [0.16, 1.06], z, shaded(light, '#b58a5f', 0.3), 0.01);
    seams(22, darker(lit(light, '#b58a5f'), 0.4), 0.18, 1.04);
  } else if (kind === 'cane') {
    room.panel([left, right], [0.2, 1.08], z, shaded(light, '#a9774a', 0.3), 0.06);
    room.panel([left + 0.06, right - 0.06], [0.26, 1.02], z - 0.004, shaded(light, '#e3d2ad', 0.2), 0.04);
    seams(3, lit(light, '#a9774a'), 0.26, 1.02);
  } else if (kind === 'round') {
    const half = (right - left) / 2;
    room.sketch(
      x,
      0.2,
      z,
      cloth,
      (at) =>
        `M${at(-half, 0)}L${at(-half, 0.6)}C${at(-half, 1.2)} ${at(half, 1.2)} ${at(half, 0.6)}L${at(half, 0)}Z`,
    );
  } else if (kind === 'iron') {
    const iron = shaded(light, '#2b4560', 0.4);
    for (const at of [left, right]) room.stick([at, 0, z], [at, 1.2, z], 0.04, iron);
    for (const y of [0.7, 1.14]) room.stick([left, y, z], [right, y, z], 0.03, iron);
    for (let bar = 1; bar < 7; bar += 1) {
      const at = left + ((right - left) / 7) * bar;
      room.stick([at, 0.6, z], [at, 1.14, z], 0.018, iron);
    }
  } else room.panel([left, right], [0.2, 0.9], z, shaded(light, mix(head, '#a9805a', 0.6), 0.3), 0.02);
}

/** A bed along the left or the right wall, seen from its side: for one. */
export function drawBedAside(
  room: Room,
  wall: -1 | 1,
  z: readonly [near: number, far: number],
  linen: Colour,
  cover: Colour,
): void {
  const { light } = room;
  const x: readonly [number, number] =
    wall === -1 ? [room.left + 0.04, room.left + 0.98] : [room.right - 0.98, room.right - 0.04];
  const wood = mix(cover, '#c39a6e', 0.7);
  room.shadow(x, z);
  room.block({ x, y: [0.06, 0.9], z: [z[1] - 0.08, z[1]] }, wood);
  room.block({ x, y: [0.1, 0.3], z }, wood);
  room.block(
    { x: [x[0] + 0.02, x[1] - 0.02], y: [0.3, 0.48], z: [z[0] + 0.04, z[1] - 0.08] },
    linen,
    lighter(linen, 0.3),
  );
  room.panel([x[0] + 0.14, x[1] - 0.14], [0.48, 0.74], z[1] - 0.24, lighter(lit(light, linen), 0.4), 0.1);
  room.block(
    { x: [x[0], x[1]], y: [0.26, 0.51], z: [z[0] + 0.02, z[1] - 0.66] },
    cover,
    lighter(cover, 0.16),
  );
  room.face(
    [
      [x[0], 0.512, z[1] - 0.86],
      [x[1], 0.512, z[1] - 0.86],
      [x[1], 0.512, z[1] - 0.66],
      [x[0], 0.512, z[1] - 0.66],
    ],
    lighter(lit(light, linen), 0.5),
  );
}

export function drawBedside(room: Room, x: number, wood: Colour, on: boolean, chance: Chance): void {
  const { light } = room;
  const back = room.shape.depth;
  room.shadow([x - 0.22, x + 0.22], [back - 0.42, back], 0.6);
  room.block({ x: [x - 0.22, x + 0.22], y: [0.16, 0.52], z: [back - 0.42, back - 0.02] }, wood);
  room.panel([x - 0.19, x + 0.19], [0.2, 0.48], back - 0.425, lit(light, lighter(wood, 0.14)), 0.01);
  for (const dx of [-0.18, 0.16])
    room.panel([x + dx, x + dx + 0.03], [0, 0.16], back - 0.4, darker(lit(light, wood), 0.3));
  if (chance.maybe(0.75)) {
    room.stick([x, 0.52, back - 0.24], [x, 0.72, back - 0.24], 0.03, lit(light, '#c98a5a'));
    room.sketch(
      x,
      0.7,
      back - 0.24,
      on ? '#ffe9b8' : lit(light, '#efe6d2'),
      (at) => `M${at(-0.14, 0)}L${at(-0.09, 0.2)}L${at(0.09, 0.2)}L${at(0.14, 0)}Z`,
    );
    if (on) room.glow(x, 0.78, back - 0.24, 0.62, 0.9);
  } else drawVase(room, x, 0.52, back - 0.24, chance);
}

export function drawWardrobe(room: Room, x: readonly [number, number], colour: Colour): void {
  const { light } = room;
  const back = room.shape.depth;
  room.shadow(x, [back - 0.6, back], 0.7);
  room.block({ x, y: [0, Math.min(2.3, room.shape.height - 0.1)], z: [back - 0.6, back] }, colour);
  const doors = Math.max(2, Math.round((x[1] - x[0]) / 0.5));
  const wide = (x[1] - x[0]) / doors;
  for (let door = 0; door < doors; door += 1) {
    const from = x[0] + wide * door;
    room.panel(
      [from + 0.02, from + wide - 0.02],
      [0.08, Math.min(2.26, room.shape.height - 0.14)],
      back - 0.605,
      shaded(light, lighter(colour, 0.1), 0.16),
      0.01,
    );
    const knob = door % 2 === 0 ? from + wide - 0.06 : from + 0.06;
    room.disc(knob, 1.06, back - 0.61, 0.02, darker(lit(light, colour), 0.5));
  }
}
