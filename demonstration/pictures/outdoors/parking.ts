import type { Chance } from '../../chance.ts';
import { lightOf, lit, shaded } from '../light.ts';
import { darker, lighter, Sheet } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { drawShell } from '../perspective/shell.ts';

/** A parking space in a basement: pillars, painted bays, one car asleep. */
export function drawParking(sheet: Sheet, closed: boolean, chance: Chance): void {
  const light = lightOf('pearl');
  const room = new Room(
    sheet,
    light,
    {
      width: 8.4,
      height: 2.5,
      depth: 7.4,
      eyeX: chance.between(-0.6, 0.6),
      eyeY: 1.5,
    },
    chance.branch('taste'),
  );
  drawShell(room, { wall: '#d9dcd8', side: '#cfd3d2', floor: '#9aa4ad', ceiling: '#c9cdcb' });
  room.panel([room.left, room.right], [0, 0.9], 7.39, lit(light, '#0f7378'), 0, 0.85);
  room.face(
    [
      [room.right, 0, 1.6],
      [room.right, 0.9, 1.6],
      [room.right, 0.9, 7.4],
      [room.right, 0, 7.4],
    ],
    shaded(light, '#0f7378', 0.3),
    0.85,
  );
  for (const x of [-3.9, -1.4, 1.1, 3.6])
    room.face(
      [
        [x, 0, 3.4],
        [x + 0.1, 0, 3.4],
        [x + 0.1, 0, 7.3],
        [x, 0, 7.3],
      ],
      '#f4efe2',
      0.9,
    );
  for (const z of [3, 4.6, 6.2]) {
    room.panel([-1, 1], [2.42, 2.46], z, '#fff6dc', 0.02);
    room.glow(0, 2.4, z, 1.2, 0.5);
  }
  if (closed) {
    for (const x of [-3.6, -1.1, 1.4]) {
      room.panel([x, x + 2.2], [0, 2.16], 7.38, shaded(light, '#e9ecec', 0.2), 0.03);
      for (let y = 0.3; y < 2.1; y += 0.3)
        room.panel([x + 0.04, x + 2.16], [y, y + 0.018], 7.37, light.shade, 0, 0.3);
      room.panel([x + 0.98, x + 1.22], [0.94, 0.98], 7.36, '#41597a', 0.01);
    }
  }
  drawCar(
    room,
    closed ? -2.6 : -0.15,
    5,
    chance.pick(['#41597a', '#0f7378', '#b8603f', '#e9e1cf', '#7a2f2f']),
  );
  for (const x of [-2.7, 2.4]) {
    room.shadow([x, x + 0.42], [4.2, 4.6], 0.8);
    room.block({ x: [x, x + 0.42], y: [0, 2.5], z: [4.2, 4.62] }, '#d5d8d4');
    room.panel([x, x + 0.42], [0.2, 1.1], 4.195, lit(light, '#f2b134'));
    for (const y of [0.4, 0.8]) room.panel([x, x + 0.42], [y, y + 0.12], 4.19, '#14273a');
  }
}

/** The back of a car. */
function drawCar(room: Room, x: number, z: number, colour: string): void {
  const { light } = room;
  const paint = lit(light, colour);
  room.shadow([x - 0.85, x + 0.85], [z, z + 1.6]);
  for (const dx of [-0.78, 0.56]) room.panel([x + dx, x + dx + 0.22], [0, 0.4], z + 0.02, '#1d2733', 0.04);
  room.sketch(
    x,
    0.3,
    z,
    paint,
    (at) =>
      `M${at(-0.86, 0)}L${at(-0.88, 0.42)}C${at(-0.88, 0.56)} ${at(-0.78, 0.6)} ${at(-0.74, 0.62)}L${at(-0.58, 1.02)}C${at(-0.54, 1.12)} ${at(-0.44, 1.16)} ${at(-0.34, 1.17)}L${at(0.34, 1.17)}C${at(0.44, 1.16)} ${at(0.54, 1.12)} ${at(0.58, 1.02)}L${at(0.74, 0.62)}C${at(0.78, 0.6)} ${at(0.88, 0.56)} ${at(0.88, 0.42)}L${at(0.86, 0)}Z`,
  );
  room.sketch(
    x,
    0.96,
    z,
    shaded(light, '#33506b', 0.2),
    (at) =>
      `M${at(-0.62, 0)}L${at(-0.5, 0.34)}C${at(-0.46, 0.42)} ${at(-0.4, 0.43)} ${at(-0.34, 0.43)}L${at(0.34, 0.43)}C${at(0.4, 0.43)} ${at(0.46, 0.42)} ${at(0.5, 0.34)}L${at(0.62, 0)}Z`,
  );
  room.sketch(
    x,
    0.98,
    z,
    '#ffffff',
    (at) => `M${at(-0.3, 0)}L${at(-0.12, 0.4)}L${at(0.06, 0.4)}L${at(-0.12, 0)}Z`,
  );
  room.panel([x - 0.86, x + 0.86], [0.3, 0.42], z - 0.01, darker(paint, 0.3), 0.04);
  for (const dx of [-0.84, 0.62])
    room.panel([x + dx, x + dx + 0.22], [0.64, 0.78], z - 0.01, '#c9402f', 0.04);
  room.panel([x - 0.26, x + 0.26], [0.5, 0.62], z - 0.01, '#f4efe2', 0.02);
  room.panel([x - 0.84, x + 0.84], [0.84, 0.86], z - 0.01, lighter(paint, 0.35), 0.01, 0.7);
}
