import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { lighter } from '../paint.ts';
import { NEAR, Room } from './perspective.ts';

/** Floor, ceiling and walls. Daylight fades away from the window. */
export function drawShell(
  room: Room,
  colours: { wall: Colour; side: Colour; floor: Colour; ceiling: Colour },
): void {
  const { left, right, light, sheet } = room;
  const { height, depth } = room.shape;
  const wall = lit(light, colours.wall);
  const tone = light.evening ? shaded(light, colours.wall, 0.24) : wall;
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
      [0, shaded(light, colours.wall, light.evening ? 0.5 : 0.36)],
      [0.7, tone],
      [1, tone],
    ]),
  );
  // Corners gather a little dark.
  for (const [from, to] of [
    [left, left + 0.5],
    [right, right - 0.5],
  ] as const) {
    const [edge, inner] = [room.at([from, height, depth]), room.at([to, height, depth])];
    room.face(
      [
        [from, height, depth],
        [to, height, depth],
        [to, 0, depth],
        [from, 0, depth],
      ],
      sheet.gradient(
        [edge[0], 0],
        [inner[0], 0],
        [
          [0, light.shade, 0.16],
          [1, light.shade, 0],
        ],
      ),
    );
  }
  room.face(
    [
      [left, 0, depth],
      [right, 0, depth],
      [right, 0, depth - 0.5],
      [left, 0, depth - 0.5],
    ],
    light.shade,
    0.12,
  );
  // Where walls meet the ceiling: a thread of shade, without which beams seem to float.
  sheet.lines(
    [
      [tl, tr],
      [tl, room.at([left, height, NEAR])],
      [tr, room.at([right, height, NEAR])],
    ],
    light.shade,
    1.6,
    0.2,
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
