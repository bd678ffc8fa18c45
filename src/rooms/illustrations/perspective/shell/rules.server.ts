import type { Chance } from '../../chance/contract.ts';
import type { Colour, Point } from '../../contract.ts';
import { lit, shaded } from '../../light/rules.server.ts';
import { darker, lighter } from '../../paint/rules.server.ts';
import { NEAR, Room, type Spot } from '../rules.server.ts';

/** Floor, ceiling and walls. Daylight fades away from the window. */
export function drawShell(
  room: Room,
  colours: { wall: Colour; side: Colour; floor: Colour; ceiling: Colour },
): void {
  const { left, right, light, sheet } = room;
  const { height, depth } = room.shape;
  const wall = lit(light, colours.wall);
  const tone = light.evening ? shaded(light, colours.wall, 0.5) : wall;
  const [bl, br] = [room.at([left, 0, depth]), room.at([right, 0, depth])];
  const [tl, tr] = [room.at([left, height, depth]), room.at([right, height, depth])];
  room.face(
    [
      [left, height, NEAR],
      [right, height, NEAR],
      [right, height, depth],
      [left, height, depth],
    ],
    sheet.gradient(
      [0, 0],
      [0, tl[1]],
      [
        [0, shaded(light, colours.ceiling, 0.36)],
        [1, lit(light, colours.ceiling)],
      ],
    ),
  );
  room.face(
    [
      [left, 0, NEAR],
      [right, 0, NEAR],
      [right, 0, depth],
      [left, 0, depth],
    ],
    sheet.gradient(
      [480, bl[1]],
      [480, 720],
      [
        [0, shaded(light, colours.floor, 0.42)],
        [0.4, lit(light, colours.floor)],
        [1, shaded(light, colours.floor, 0.3)],
      ],
    ),
  );
  // The wall of the window is against the light, the one across receives it.
  room.face(
    [
      [left, 0, NEAR],
      [left, height, NEAR],
      [left, height, depth],
      [left, 0, depth],
    ],
    sheet.gradient(
      [0, 360],
      [bl[0], 360],
      [
        [0, shaded(light, colours.side, 0.95)],
        [1, shaded(light, colours.side, 0.6)],
      ],
    ),
  );
  room.face(
    [
      [right, 0, NEAR],
      [right, height, NEAR],
      [right, height, depth],
      [right, 0, depth],
    ],
    sheet.gradient(
      [br[0], 360],
      [960, 360],
      [
        [0, shaded(light, colours.side, 0.24)],
        [0.5, lighter(lit(light, colours.side), light.evening ? 0 : 0.12)],
        [1, shaded(light, colours.side, 0.2)],
      ],
    ),
  );
  sheet.poly(
    [tl, tr, br, bl],
    sheet.gradient(tl, br, [
      [0, shaded(light, colours.wall, light.evening ? 0.7 : 0.36)],
      [0.7, tone],
      [1, tone],
    ]),
  );
  // Corners gather a little dark.
  for (const [from, to] of [
    [tl[0], tl[0] + 60],
    [tr[0], tr[0] - 60],
  ] as const) {
    sheet.poly(
      [
        [from, tl[1]],
        [to, tl[1]],
        [to, bl[1]],
        [from, bl[1]],
      ],
      sheet.gradient(
        [from, 0],
        [to, 0],
        [
          [0, light.shade, 0.16],
          [1, light.shade, 0],
        ],
      ),
    );
  }
  sheet.poly(
    [bl, br, [br[0], br[1] + 44], [bl[0] - 20, bl[1] + 44]],
    sheet.gradient(
      [0, bl[1]],
      [0, bl[1] + 44],
      [
        [0, light.shade, 0.2],
        [1, light.shade, 0],
      ],
    ),
  );
  drawSkirting(room, colours.wall);
}

function drawSkirting(room: Room, wall: Colour): void {
  const { left, right, light } = room;
  const { depth } = room.shape;
  const board = lighter(lit(light, wall), 0.5);
  room.face(
    [
      [left, 0, depth],
      [right, 0, depth],
      [right, 0.1, depth],
      [left, 0.1, depth],
    ],
    board,
  );
  room.face(
    [
      [right, 0, NEAR],
      [right, 0, depth],
      [right, 0.1, depth],
      [right, 0.1, NEAR],
    ],
    board,
  );
  room.face(
    [
      [left, 0, NEAR],
      [left, 0, depth],
      [left, 0.1, depth],
      [left, 0.1, NEAR],
    ],
    shaded(light, lighter(wall, 0.5), 0.7),
  );
}

export function drawBoards(
  room: Room,
  floor: Colour,
  kind: 'planks' | 'herringbone' | 'tiles' | 'terracotta',
  chance: Chance,
): void {
  const { left, right, light, sheet } = room;
  const { depth } = room.shape;
  const seam = darker(lit(light, floor), 0.35);
  const lines: (readonly [Point, Point])[] = [];
  const tint = (spots: readonly Spot[]) =>
    room.face(spots, chance.maybe(0.5) ? '#ffffff' : light.shade, chance.between(0.03, 0.1));
  if (kind === 'herringbone') {
    const step = 0.42;
    for (let row = 0, z = NEAR; z < depth; row += 1, z += step) {
      for (let x = left; x < right - 0.01; x += step) {
        const wide = Math.min(step, right - x);
        const far = Math.min(z + step, depth);
        const up = (Math.round((x - left) / step) + row) % 2 === 0;
        lines.push(
          up
            ? [room.at([x, 0, z]), room.at([x + wide, 0, far])]
            : [room.at([x + wide, 0, z]), room.at([x, 0, far])],
        );
        lines.push(
          up
            ? [room.at([x, 0, (z + far) / 2]), room.at([x + wide / 2, 0, far])]
            : [room.at([x + wide, 0, (z + far) / 2]), room.at([x + wide / 2, 0, far])],
        );
        if (chance.maybe(0.22))
          tint([
            [x, 0, z],
            [x + wide, 0, z],
            [x + wide, 0, far],
            [x, 0, far],
          ]);
      }
    }
  } else {
    const wide = kind === 'planks' ? 0.19 : 0.5;
    for (let x = left + wide; x < right; x += wide)
      lines.push([room.at([x, 0, NEAR]), room.at([x, 0, depth])]);
    if (kind !== 'planks')
      for (let z = NEAR; z < depth; z += 0.5) lines.push([room.at([left, 0, z]), room.at([right, 0, z])]);
    for (let index = 0; index < 34; index += 1) {
      const column = chance.whole(0, Math.floor((right - left) / wide) - 1);
      const x = left + column * wide;
      const z =
        kind === 'planks'
          ? chance.between(NEAR, depth - 0.6)
          : NEAR + 0.5 * chance.whole(0, Math.floor((depth - NEAR) / 0.5) - 1);
      const far = Math.min(depth, z + (kind === 'planks' ? chance.between(0.6, 1.4) : 0.5));
      tint([
        [x, 0, z],
        [x + wide, 0, z],
        [x + wide, 0, far],
        [x, 0, far],
      ]);
      if (kind === 'planks') lines.push([room.at([x, 0, z]), room.at([x + wide, 0, z])]);
    }
  }
  sheet.lines(
    lines,
    kind === 'tiles' ? lighter(lit(light, floor), 0.3) : seam,
    kind === 'tiles' ? 1.4 : 1,
    kind === 'tiles' ? 0.5 : 0.3,
  );
}
