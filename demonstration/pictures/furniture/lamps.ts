import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

export function drawFloorLamp(room: Room, x: number, z: number, on: boolean): void {
  const { light } = room;
  const iron = shaded(light, room.taste.pick(['#2b4560', '#8a7a63', '#c9a878']), 0.3);
  const kind = room.taste.pick(['shade', 'arc', 'tripod', 'globe'] as const);
  room.shadow([x - 0.1, x + 0.1], [z - 0.08, z + 0.1], 0.6);
  if (kind === 'arc') {
    const side = x > room.shape.eyeX ? -1 : 1;
    room.plate(x, 0.02, z, 0.17, iron);
    room.sketch(
      x,
      0.02,
      z,
      null,
      (at) => `M${at(0, 0)}L${at(0, 1.1)}C${at(0, 1.9)} ${at(side * 0.5, 1.95)} ${at(side * 0.72, 1.6)}`,
      { colour: iron, metres: 0.022 },
    );
    room.sketch(
      x + side * 0.72,
      1.5,
      z,
      on ? '#ffe9b8' : lit(light, '#efe6d2'),
      (at) =>
        `M${at(-0.2, 0)}C${at(-0.2, 0.12)} ${at(-0.1, 0.17)} ${at(0, 0.17)}C${at(0.1, 0.17)} ${at(0.2, 0.12)} ${at(0.2, 0)}Z`,
    );
    if (on) room.glow(x + side * 0.72, 1.46, z, 0.9, 0.9);
    return;
  }
  if (kind === 'tripod') {
    for (const dx of [-0.24, 0.02, 0.24])
      room.stick([x, 1.2, z], [x + dx, 0, z + (dx === 0.02 ? 0.2 : -0.06)], 0.028, iron);
  } else {
    room.plate(x, 0.02, z, 0.15, iron);
    room.stick([x, 0.02, z], [x, 1.4, z], 0.024, iron);
  }
  if (kind === 'globe') {
    room.disc(x, 1.5, z, 0.15, on ? '#fff0cc' : lit(light, '#f4efe2'));
    room.disc(x - 0.04, 1.54, z, 0.06, '#ffffff', 0.5);
    if (on) room.glow(x, 1.5, z, 1, 0.9);
    return;
  }
  room.sketch(
    x,
    1.28,
    z,
    on ? '#ffe9b8' : lit(light, '#efe6d2'),
    (at) => `M${at(-0.22, 0)}L${at(-0.13, 0.32)}L${at(0.13, 0.32)}L${at(0.22, 0)}Z`,
  );
  if (on) room.glow(x, 1.36, z, 1, 0.9);
}

type Pendant = 'dome' | 'globe' | 'cone' | 'paper' | 'drum' | 'cluster';

const PENDANTS: readonly Pendant[] = ['dome', 'globe', 'cone', 'paper', 'drum', 'cluster'];

/** What this room hangs from its ceilings: the same everywhere in it. */
function pendantOf(room: Room): Pendant {
  return room.taste.pick(PENDANTS);
}

export function drawPendant(
  room: Room,
  x: number,
  z: number,
  drop: number,
  colour: Colour,
  on: boolean,
  kind: Pendant = pendantOf(room),
): void {
  const { light } = room;
  const y = room.shape.height - drop;
  const cord = shaded(light, '#2b4560', 0.4);
  if (kind === 'cluster') {
    for (const [dx, up] of [
      [-0.22, 0.06],
      [0.02, -0.1],
      [0.24, 0.12],
    ] as const) {
      room.stick([x + dx * 0.3, room.shape.height, z], [x + dx, y + up, z], 0.01, cord);
      if (on) room.glow(x + dx, y + up, z, 0.5, 0.7);
      room.disc(x + dx, y + up - 0.02, z, 0.085, on ? '#fff0cc' : lit(light, '#f4efe2'));
      room.disc(x + dx, y + up + 0.05, z, 0.03, lit(light, '#c9a878'));
    }
    return;
  }
  room.stick([x, room.shape.height, z], [x, y + 0.16, z], 0.012, cord);
  if (on) room.glow(x, y, z, 0.8, 0.8);
  if (kind === 'globe' || kind === 'paper') {
    const radius = kind === 'paper' ? 0.28 : 0.17;
    const tone = kind === 'paper' ? '#f7f1e2' : '#f4efe2';
    room.disc(
      x,
      y + 0.02,
      z,
      radius,
      on ? '#fff0cc' : shaded(light, tone, 0.14),
      1,
      kind === 'paper' ? 0.84 : 1,
    );
    room.disc(x - radius * 0.2, y + radius * 0.24, z, radius * 0.62, '#ffffff', on ? 0.5 : 0.4, 0.8);
    if (kind === 'paper')
      for (const dy of [-0.15, -0.07, 0.02, 0.11, 0.18]) {
        const half = Math.sqrt(Math.max(0, 1 - (dy / 0.25) ** 2)) * 0.26;
        room.sketch(x, y + dy, z, null, (at) => `M${at(-half, 0)}Q${at(0, -0.035)} ${at(half, 0)}`, {
          colour: shaded(light, '#d9cfb8', 0.3),
          metres: 0.006,
        });
      }
    else room.disc(x, y + 0.17, z, 0.04, lit(light, '#c9a878'));
    return;
  }
  if (kind === 'drum') {
    room.sketch(
      x,
      y,
      z,
      on ? '#ffe9b8' : lit(light, '#efe6d2'),
      (at) => `M${at(-0.27, 0)}L${at(-0.25, 0.24)}L${at(0.25, 0.24)}L${at(0.27, 0)}Z`,
    );
    room.sketch(
      x,
      y,
      z,
      lit(light, colour),
      (at) => `M${at(-0.27, 0)}L${at(-0.268, 0.04)}L${at(0.268, 0.04)}L${at(0.27, 0)}Z`,
    );
    room.plate(x, y, z, 0.27, on ? '#fff3d2' : shaded(light, '#d8cdb6', 0.6));
    return;
  }
  const wide = kind === 'cone' ? 0.2 : 0.24;
  room.sketch(
    x,
    y,
    z,
    lit(light, colour),
    kind === 'cone'
      ? (at) => `M${at(-0.2, 0)}L${at(-0.045, 0.28)}L${at(0.045, 0.28)}L${at(0.2, 0)}Z`
      : (at) =>
          `M${at(-0.24, 0)}C${at(-0.24, 0.14)} ${at(-0.12, 0.2)} ${at(0, 0.2)}C${at(0.12, 0.2)} ${at(0.24, 0.14)} ${at(0.24, 0)}Z`,
  );
  room.sketch(
    x,
    y,
    z,
    lighter(lit(light, colour), 0.3),
    kind === 'cone'
      ? (at) => `M${at(-0.15, 0.03)}L${at(-0.04, 0.24)}L${at(-0.02, 0.24)}L${at(-0.08, 0.03)}Z`
      : (at) =>
          `M${at(-0.2, 0.02)}C${at(-0.2, 0.12)} ${at(-0.12, 0.17)} ${at(-0.05, 0.18)}C${at(-0.12, 0.12)} ${at(-0.14, 0.06)} ${at(-0.14, 0.02)}Z`,
  );
  room.plate(x, y, z, wide, on ? '#fff3d2' : shaded(light, colour, 1.2));
}
