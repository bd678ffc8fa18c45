import type { Colour } from '../../contract.ts';
import { lit, shaded } from '../../light/rules.server.ts';
import { lighter } from '../../paint/rules.server.ts';
import { Room } from '../../perspective/rules.server.ts';

export function drawFloorLamp(room: Room, x: number, z: number, on: boolean): void {
  const { light } = room;
  const iron = shaded(light, '#2b4560', 0.3);
  room.shadow([x - 0.1, x + 0.1], [z - 0.08, z + 0.1], 0.6);
  room.plate(x, 0.02, z, 0.15, iron);
  room.stick([x, 0.02, z], [x, 1.34, z], 0.024, iron);
  room.sketch(
    x,
    1.28,
    z,
    on ? '#ffe9b8' : lit(light, '#efe6d2'),
    (at) => `M${at(-0.22, 0)}L${at(-0.13, 0.32)}L${at(0.13, 0.32)}L${at(0.22, 0)}Z`,
  );
  if (on) room.glow(x, 1.36, z, 1, 0.9);
}

export function drawPendant(
  room: Room,
  x: number,
  z: number,
  drop: number,
  colour: Colour,
  on: boolean,
): void {
  const { light } = room;
  const y = room.shape.height - drop;
  room.stick([x, room.shape.height, z], [x, y + 0.18, z], 0.012, shaded(light, '#2b4560', 0.4));
  if (on) room.glow(x, y, z, 0.8, 0.8);
  room.sketch(
    x,
    y,
    z,
    lit(light, colour),
    (at) =>
      `M${at(-0.24, 0)}C${at(-0.24, 0.14)} ${at(-0.12, 0.2)} ${at(0, 0.2)}C${at(0.12, 0.2)} ${at(0.24, 0.14)} ${at(0.24, 0)}Z`,
  );
  room.sketch(
    x,
    y,
    z,
    lighter(lit(light, colour), 0.3),
    (at) =>
      `M${at(-0.2, 0.02)}C${at(-0.2, 0.12)} ${at(-0.12, 0.17)} ${at(-0.05, 0.18)}C${at(-0.12, 0.12)} ${at(-0.14, 0.06)} ${at(-0.14, 0.02)}Z`,
  );
  room.plate(x, y, z, 0.24, on ? '#fff3d2' : shaded(light, colour, 1.2));
}
