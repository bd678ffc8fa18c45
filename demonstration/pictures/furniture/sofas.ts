import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

/** A sofa along a side wall. `back` is where its back stands, `facing` 1 looks to the right. */
export function drawSofaAside(
  room: Room,
  back: number,
  z: readonly [near: number, far: number],
  facing: 1 | -1,
  colour: Colour,
  cushions: readonly Colour[],
): void {
  const { light } = room;
  const span = (from: number, to: number): readonly [number, number] =>
    facing === 1 ? [back + from, back + to] : [back - to, back - from];
  room.shadow(span(0, 0.9), z);
  const arm = (near: number, far: number) => {
    room.block({ x: span(0, 0.88), y: [0.1, 0.58], z: [near, far] }, colour, lighter(colour, 0.2));
  };
  room.block({ x: span(0, 0.24), y: [0.1, 0.84], z }, colour, lighter(colour, 0.22));
  arm(z[1] - 0.2, z[1]);
  room.block(
    { x: span(0.2, 0.86), y: [0.1, 0.42], z: [z[0] + 0.16, z[1] - 0.18] },
    colour,
    lighter(colour, 0.26),
  );
  const length = z[1] - z[0] - 0.36;
  const seats = length > 1.7 ? 3 : 2;
  for (let seat = 1; seat < seats; seat += 1) {
    const at = z[0] + 0.18 + (length / seats) * seat;
    const [from, to] = span(0.24, 0.86);
    room.stick([from, 0.425, at], [to, 0.425, at], 0.02, shaded(light, colour, 0.8));
  }
  cushions.forEach((tone, index) => {
    const far = z[1] - 0.34 - index * (length - 0.5);
    const x = back + facing * 0.32;
    room.face(
      [
        [x, 0.43, far],
        [x, 0.43, far - 0.44],
        [x - facing * 0.08, 0.84, far - 0.4],
        [x - facing * 0.08, 0.84, far - 0.04],
      ],
      lit(light, tone),
    );
  });
  arm(z[0], z[0] + 0.18);
  const [left, right] = span(0.02, 0.86);
  for (const x of [left + 0.03, right - 0.06])
    room.panel([x, x + 0.04], [0, 0.1], z[0] + 0.02, darker(lit(light, '#7d6857'), 0.2));
}

/** A sofa seen from behind, in front of what it looks at. */
export function drawSofaBehind(
  room: Room,
  x: number,
  z: number,
  width: number,
  colour: Colour,
  cushions: readonly Colour[],
  chance: Chance,
): void {
  const { light } = room;
  const [left, right] = [x - width / 2, x + width / 2];
  room.shadow([left, right], [z, z + 0.9]);
  for (const [index, tone] of cushions.entries()) {
    const at = index === 0 ? left + chance.between(0.36, 0.6) : right - chance.between(0.36, 0.6);
    room.panel([at - 0.22, at + 0.22], [0.5, 0.94], z + 0.34, shaded(light, tone, 0.4), 0.08);
  }
  for (const [from, to] of [
    [left - 0.02, left + 0.18],
    [right - 0.18, right + 0.02],
  ] as const)
    room.block({ x: [from, to], y: [0.12, 0.6], z: [z + 0.06, z + 0.86] }, colour, lighter(colour, 0.2));
  room.block({ x: [left, right], y: [0.12, 0.82], z: [z, z + 0.24] }, colour, lighter(colour, 0.24));
  room.panel([left, right], [0.12, 0.84], z - 0.005, shaded(light, colour, 0.42), 0.06);
  room.panel(
    [left + 0.03, right - 0.03],
    [0.7, 0.82],
    z - 0.008,
    shaded(light, lighter(colour, 0.14), 0.3),
    0.05,
    0.8,
  );
  room.panel([x - 0.008, x + 0.008], [0.16, 0.7], z - 0.01, darker(lit(light, colour), 0.3), 0, 0.5);
  if (chance.maybe(0.4)) {
    const tone = chance.pick(['#f2e6cf', '#cfd8e0', '#e3b48f', '#8aa39b']);
    const at = left + width * chance.between(0.55, 0.7);
    room.panel([at, at + 0.5], [0.3, 0.86], z - 0.015, lit(light, tone), 0.02);
    for (const dx of [0.06, 0.14, 0.36, 0.44])
      room.panel([at + dx, at + dx + 0.02], [0.3, 0.86], z - 0.02, darker(lit(light, tone), 0.16), 0, 0.6);
  }
  for (const leg of [left + 0.08, right - 0.12])
    room.panel([leg, leg + 0.05], [0, 0.13], z + 0.03, darker(lit(light, '#7d6857'), 0.2));
}
