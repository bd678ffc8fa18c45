import type { Chance } from '../../chance.ts';
import { lightOf, lit, shaded } from '../light.ts';
import { darker, lighter, Sheet } from '../paint.ts';
import { drawBoards } from '../perspective/floors.ts';
import { Room } from '../perspective/perspective.ts';
import { drawShell } from '../perspective/shell.ts';

/** A cellar: a vault or a plain room of stone, shelves, bottles, a lamp. */
export function drawCellar(sheet: Sheet, chance: Chance): void {
  const light = lightOf('pearl');
  const vault = chance.maybe(0.6);
  const room = new Room(
    sheet,
    light,
    {
      width: 4.2,
      height: 2.4,
      depth: 5.6,
      eyeX: chance.between(-0.5, 0.5),
      eyeY: 1.4,
      focal: chance.between(700, 800),
    },
    chance.branch('taste'),
  );
  const stone = chance.pick(['#cbbfa8', '#c2b8a8', '#b9b2a6', '#c9a48c']);
  drawShell(room, { wall: stone, side: stone, floor: chance.pick(['#a89c88', '#9aa0a0']), ceiling: stone });
  drawBoards(room, '#a89c88', chance.pick(['large-tiles', 'concrete', 'terracotta']), chance.branch('floor'));
  for (let y = 0.1; y < 2.3; y += 0.24) {
    let x = room.left + 0.05;
    while (x < room.right - 0.2) {
      const wide = Math.min(room.right - x - 0.04, chance.between(0.24, 0.5));
      room.panel(
        [x, x + wide - 0.04],
        [y, y + 0.19],
        5.59,
        shaded(light, chance.pick([lighter(stone, 0.14), darker(stone, 0.1), stone]), 0.3),
        0.05,
        0.8,
      );
      x += wide;
    }
  }
  if (vault)
    for (const z of [5.5, 4.1, 2.7]) {
      const at = (x: number, y: number) =>
        room
          .at([x, y, z])
          .map((value) => value.toFixed(1))
          .join(' ');
      sheet.path(
        `M${at(room.left, 2.6)}L${at(room.left, 1.2)}C${at(room.left, 2.5)} ${at(room.right, 2.5)} ${at(room.right, 1.2)}L${at(room.right, 2.6)}Z`,
        shaded(light, stone, 0.6),
      );
      sheet.path(
        `M${at(room.left, 1.2)}C${at(room.left, 2.5)} ${at(room.right, 2.5)} ${at(room.right, 1.2)}`,
        null,
        { stroke: lighter(lit(light, stone), 0.1), width: 12 },
      );
    }
  for (const side of [-1, 1] as const) {
    const x = side === -1 ? room.left : room.right - 0.5;
    for (const y of [0.3, 0.8, 1.3]) {
      room.block({ x: [x, x + 0.5], y: [y, y + 0.05], z: [3, 5.4] }, '#a9805a');
      for (let z = 5.2; z > 3; z -= 0.28)
        if (chance.maybe(0.7))
          room.block(
            { x: [x + 0.08, x + 0.34], y: [y + 0.05, y + chance.between(0.18, 0.34)], z: [z - 0.2, z] },
            chance.pick(['#7a2f2f', '#c9a878', '#41597a', '#8aa39b', '#b8603f', '#d8c7a6']),
          );
    }
    room.block({ x: [x + 0.44, x + 0.5], y: [0, 1.5], z: [2.96, 3.02] }, '#8a6546');
  }
  const [bx, bz] = [chance.between(-0.5, 0.5), 4.6];
  room.shadow([bx - 0.4, bx + 0.4], [bz, bz + 0.5]);
  for (const [dx, y] of [
    [-0.34, 0],
    [0.34, 0],
    [0, 0.48],
  ] as const) {
    room.disc(bx + dx, y + 0.3, bz, 0.31, shaded(light, '#8a6546', 0.2));
    room.disc(bx + dx, y + 0.3, bz, 0.25, lit(light, '#b58a5f'));
    room.disc(bx + dx, y + 0.26, bz, 0.03, '#5a3d2e');
  }
  room.stick([0, 2.2, 3.6], [0, 2, 3.6], 0.02, '#22303f');
  room.glow(0, 1.94, 3.6, 1.6, 0.8);
  room.disc(0, 1.94, 3.6, 0.07, '#fff0cc');
}
