import { mix } from '../paint.ts';
import { NEAR, Room } from './perspective.ts';

/** The two rows of panes of a tall window. */
function split([low, high]: readonly [number, number]): readonly (readonly [number, number])[] {
  const middle = low + (high - low) * 0.56;
  return [
    [low, middle - 0.03],
    [middle + 0.03, high],
  ];
}

/** Sun through a window of the left wall: its panes on the floor, bars kept dark. */
export function shineFromLeft(
  room: Room,
  window: { z: readonly [number, number]; y: readonly [number, number]; panes: number },
  reach: number,
): void {
  const { light } = room;
  if (light.strength < 0.25) return;
  const wide = (window.z[1] - window.z[0]) / window.panes;
  const slope = reach / window.y[1];
  for (let pane = 0; pane < window.panes; pane += 1) {
    const z = [window.z[0] + wide * pane + 0.05, window.z[0] + wide * (pane + 1) - 0.05] as const;
    for (const [low, high] of split(window.y)) {
      const near = room.left + low * slope;
      const far = Math.min(room.right, room.left + high * slope);
      const drift = 0.22;
      room.face(
        [
          [near, 0, z[0] - low * drift],
          [far, 0, z[0] - high * drift],
          [far, 0, z[1] - high * drift],
          [near, 0, z[1] - low * drift],
        ],
        light.beam,
        light.strength * 0.8,
      );
    }
  }
}

/** Sun through a window of the back wall: it runs towards the reader. */
export function shineFromBack(
  room: Room,
  window: { x: readonly [number, number]; y: readonly [number, number]; panes: number },
  reach: number,
): void {
  const { light } = room;
  if (light.strength < 0.25) return;
  const { depth } = room.shape;
  const wide = (window.x[1] - window.x[0]) / window.panes;
  const slope = reach / window.y[1];
  for (let pane = 0; pane < window.panes; pane += 1) {
    const x = [window.x[0] + wide * pane + 0.04, window.x[0] + wide * (pane + 1) - 0.04] as const;
    for (const [low, high] of split(window.y)) {
      const drift = 0.34;
      const [near, far] = [depth - low * slope, Math.max(NEAR, depth - high * slope)];
      room.face(
        [
          [x[0] + low * drift, 0, near],
          [x[1] + low * drift, 0, near],
          [x[1] + high * drift, 0, far],
          [x[0] + high * drift, 0, far],
        ],
        light.beam,
        light.strength * 0.8,
      );
    }
  }
}

/** The same sun on the back wall: two slanted panes. */
export function shineOnWall(room: Room, x: number, width: number, y: readonly [number, number]): void {
  const { light } = room;
  if (light.strength < 0.4) return;
  const { depth } = room.shape;
  const slant = 0.3;
  for (const [from, to] of [
    [0, 0.47],
    [0.53, 1],
  ] as const) {
    const [left, right] = [x + width * from, x + width * to];
    for (const [low, high] of split(y)) {
      room.face(
        [
          [left, low - slant * from, depth],
          [right, low - slant * to, depth],
          [right, high - slant * to, depth],
          [left, high - slant * from, depth],
        ],
        light.beam,
        light.strength * 0.62,
      );
    }
  }
}

/** The last breath over a finished room: evening blue or a breath of sun. */
export function drawVeil(room: Room): void {
  const { sheet, light } = room;
  if (light.evening) {
    // Lamps gather their warmth in the middle; the edges keep the night.
    const warm = sheet.glow(480, 300, 640, [
      [0, '#ffcf85', 0.3],
      [0.55, '#f2a95c', 0.12],
      [1, '#16273f', 0.22],
    ]);
    sheet.rect(0, 0, 960, 720, warm);
  } else
    sheet.rect(
      0,
      0,
      960,
      720,
      sheet.gradient(
        [0, 0],
        [960, 420],
        [
          [0, mix(light.beam, '#ffffff', 0.3), 0.2 * light.strength],
          [1, light.beam, 0],
        ],
      ),
    );
}
