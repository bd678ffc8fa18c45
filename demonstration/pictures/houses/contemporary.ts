import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { drawBalcony, drawDoor, drawWindow } from '../openings.ts';
import { Room } from '../perspective/perspective.ts';
import { drawPlanks, UNIT } from './faces.ts';
import { FOOT } from './masonry.ts';
import { frontOf } from './volumes.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
  readonly front: number;
  readonly back: number;
}

const FRAME: Colour = '#33475b';

const PANE = { down: 1, frame: FRAME, trim: null, shutters: null, head: 'straight', sill: false } as const;

/** A house of boxes: one of plaster, one of timber above or beside it, glass from floor to ceiling. */
export function drawBoxes(room: Room, front: number, chance: Chance): void {
  const white = chance.pick(['#f0ede5', '#e9e6de', '#f4f1ea', '#d9d6cf']);
  const wood = chance.pick(['#b58a5f', '#a87a52', '#6f6259', '#55677a', '#c39a6e', '#8a8f8d']);
  const wide = chance.between(11, 13.5);
  const base: Box = { left: -wide / 2, right: wide / 2, low: 0, high: 2.95, front, back: front + 8 };
  const span = chance.between(0.48, 0.66) * wide;
  const left = chance.pick([-wide / 2 - 0.5, -wide / 2 + chance.between(0.5, 2), wide / 2 - span + 0.5]);
  const upper: Box = {
    left,
    right: left + span,
    low: 2.95,
    high: 5.75,
    front: front - chance.pick([0, 0.7, 0.7]),
    back: front + 7.4,
  };
  const upright = chance.maybe(0.7);
  drawBox(room, base, white, null, false);
  drawBaseOpenings(room, base, upper, chance);
  drawBox(room, upper, chance.maybe(0.75) ? wood : white, chance.maybe(0.75) ? wood : null, upright);
  drawUpperOpenings(room, upper, chance);
  if (upper.front < base.front)
    room.face(
      [
        [upper.left, 2.95, base.front - 0.01],
        [upper.right + 0.3, 2.95, base.front - 0.01],
        [upper.right + 0.3, 2.1, base.front - 0.01],
        [upper.left + 0.4, 2.1, base.front - 0.01],
      ],
      room.light.shade,
      room.light.depth,
    );
}

function drawBox(
  room: Room,
  { left, right, low, high, front, back }: Box,
  colour: Colour,
  wood: Colour | null,
  upright: boolean,
): void {
  const { light, sheet } = room;
  room.block({ x: [left, right], y: [low, high], z: [front, back] }, colour);
  const half = ((right - left) / 2) * UNIT;
  if (wood)
    sheet.warped(frontOf(room, (left + right) / 2, front), () =>
      drawPlanks(
        sheet,
        { left: -half, right: half, top: FOOT - high * UNIT, foot: FOOT - low * UNIT },
        wood,
        light,
        upright,
      ),
    );
  else
    room.face(
      [
        [left, low, front],
        [right, low, front],
        [right, high, front],
        [left, high, front],
      ],
      lit(light, colour),
    );
  room.block({ x: [left - 0.12, right + 0.12], y: [high, high + 0.22], z: [front - 0.12, back] }, '#dfe1dc');
}

function drawBaseOpenings(room: Room, base: Box, upper: Box, chance: Chance): void {
  const { light, sheet } = room;
  const width = base.right - base.left;
  const door = base.left + width * chance.between(0.08, 0.18);
  const glass = [
    base.left + width * chance.between(0.32, 0.42),
    base.right - chance.between(0.6, 1.2),
  ] as const;
  sheet.warped(frontOf(room, 0, base.front - 0.005), () => {
    drawDoor(
      sheet,
      { x: door * UNIT, y: FOOT - 92, width: 44, height: 92 },
      chance.pick([FRAME, '#b58a5f', '#0b5e63']),
      'straight',
      light,
      false,
    );
    const panes = Math.max(3, Math.round((glass[1] - glass[0]) / 1.4));
    drawWindow(
      sheet,
      { x: glass[0] * UNIT, y: FOOT - 98, width: (glass[1] - glass[0]) * UNIT, height: 96 },
      { ...PANE, across: panes },
      light,
      chance,
    );
    const open =
      upper.left > base.left + 2
        ? ([base.left + 0.2, upper.left - 0.3] as const)
        : ([upper.right + 0.3, base.right - 0.2] as const);
    if (open[1] - open[0] > 2)
      drawBalcony(
        sheet,
        { x: open[0] * UNIT, y: FOOT - 2.95 * UNIT - 40, width: (open[1] - open[0]) * UNIT, height: 36 },
        'glass',
        FRAME,
        light,
      );
  });
  room.face(
    [
      [glass[0] - 0.6, 0, base.front],
      [glass[1] + 0.6, 0, base.front],
      [glass[1] + 0.6, 0, base.front - 3],
      [glass[0] - 0.6, 0, base.front - 3],
    ],
    shaded(light, chance.pick(['#c7a77f', '#cfcbc2', '#b58a5f']), 0.1),
  );
}

function drawUpperOpenings(room: Room, { left, right, low, front }: Box, chance: Chance): void {
  const { light, sheet } = room;
  const width = right - left;
  const holes = chance.pick([
    [
      [0.12, 0.34],
      [0.6, 0.16],
    ],
    [[0.08, 0.84]],
    [
      [0.1, 0.18],
      [0.41, 0.18],
      [0.72, 0.18],
    ],
    [[0.5, 0.4]],
  ] as const);
  sheet.warped(frontOf(room, 0, front - 0.005), () => {
    for (const [from, wide] of holes)
      drawWindow(
        sheet,
        {
          x: (left + width * from) * UNIT,
          y: FOOT - (low + 2.3) * UNIT,
          width: width * wide * UNIT,
          height: 1.7 * UNIT,
        },
        { ...PANE, across: wide > 0.5 ? 4 : wide > 0.3 ? 2 : 1 },
        light,
        chance,
      );
  });
}
