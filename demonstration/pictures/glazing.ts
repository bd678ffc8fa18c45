import type { Chance } from '../chance.ts';
import type { Colour, Horizon, Point, View } from './brief.ts';
import { distant, type Light, lit, shaded } from './light.ts';
import { darker, fine, lighter, mix, n, Sheet } from './paint.ts';
import { Room, type Spot } from './perspective/perspective.ts';
import { drawHorizon, drawSky } from './street/background.ts';
import { drawTree } from './street/trees.ts';
import { drawRooftops } from './town/rooftops.ts';

/** The outside, as large as this rectangle; the sky above, the horizon low, something near. */
export function drawView(
  sheet: Sheet,
  view: View,
  at: { left: number; top: number; width: number; height: number },
  light: Light,
  chance: Chance,
): void {
  const { left, top, width, height } = at;
  const scale = Math.max(width / 620, height / 560);
  sheet.moved(
    `translate(${n(left - 100 * scale)} ${n(top + height - 640 * scale)}) scale(${fine(scale)})`,
    () => {
      drawSky(sheet, light, chance, 520);
      if (view !== 'roofs') {
        const horizon: Horizon = view === 'garden' ? 'fields' : view;
        drawHorizon(sheet, horizon, 560, light, chance);
        if (view !== 'sea') sheet.rect(-200, 548, 1400, 300, distant(light, '#9bb98a', 0.24));
        else sheet.rect(-200, 558, 1400, 300, distant(light, '#c9bb98', 0.2));
        const kinds =
          view === 'sea'
            ? (['pine'] as const)
            : view === 'hills'
              ? (['olive', 'cypress', 'pine'] as const)
              : (['round', 'plane', 'birch', 'autumn'] as const);
        const plant = (x: number) =>
          drawTree(
            sheet,
            chance.pick(kinds),
            x + chance.between(-70, 70),
            636,
            chance.between(210, 330),
            light,
            chance,
            0.18,
          );
        let trees = 0;
        for (const x of [180, 420, 660]) {
          if (!chance.maybe(0.7)) continue;
          plant(x);
          trees += 1;
        }
        // A garden or hills without a tree are bare ground.
        if (trees === 0 && (view === 'garden' || view === 'hills')) plant(420);
      }
    },
  );
  if (view === 'roofs') drawRooftops(sheet, left, top, width, height, light, chance);
}

export interface Glazing {
  readonly panes: number;
  readonly frame: Colour;
  readonly curtains: Colour | null;
  readonly view: View;
  /** Small panes of old windows. */
  readonly bars: boolean;
}

/** A window or a French window in the back wall. `y[0]` 0 reaches the floor. */
export function drawBackWindow(
  room: Room,
  x: readonly [number, number],
  y: readonly [number, number],
  glazing: Glazing,
  chance: Chance,
): void {
  const { sheet, light } = room;
  const { depth } = room.shape;
  room.through(x, y, (left, top, width, height) => {
    drawView(sheet, glazing.view, { left, top, width, height }, light, chance);
    if (y[0] < 0.2) drawRailing(sheet, left, top, width, height, light);
    // Glass keeps a thread of light.
    sheet.poly(
      [
        [left + width * 0.18, top],
        [left + width * 0.3, top],
        [left + width * 0.06, top + height],
        [left - width * 0.06, top + height],
      ],
      '#ffffff',
      0.16,
    );
    const reveal = width * 0.035;
    sheet.rect(left, top, reveal, height, lighter(lit(light, glazing.frame), 0.2), 0.7);
    sheet.rect(left, top, width, reveal, light.shade, light.depth * 0.7);
  });
  const frame = lit(light, glazing.frame);
  const inside = light.evening ? shaded(light, glazing.frame, 0.5) : mix(frame, light.shade, 0.1);
  const edge = 0.07;
  const border = (from: readonly [number, number], to: readonly [number, number]) =>
    room.panel(from, to, depth - 0.01, inside);
  border([x[0] - edge, x[1] + edge], [y[1], y[1] + edge]);
  border([x[0] - edge, x[0]], [y[0], y[1]]);
  border([x[1], x[1] + edge], [y[0], y[1]]);
  if (y[0] > 0.2) border([x[0] - edge * 1.6, x[1] + edge * 1.6], [y[0] - edge, y[0]]);
  const wide = (x[1] - x[0]) / glazing.panes;
  for (let pane = 0; pane < glazing.panes; pane += 1) {
    const left = x[0] + wide * pane;
    if (pane > 0) room.panel([left - 0.035, left + 0.035], y, depth - 0.01, inside);
    room.panel([left + 0.03, left + 0.06], y, depth - 0.01, inside);
    room.panel([left + wide - 0.06, left + wide - 0.03], y, depth - 0.01, inside);
    if (glazing.bars) {
      const rows = y[0] < 0.2 ? [0.34, 0.68] : [0.5];
      for (const share of rows)
        room.panel(
          [left + 0.04, left + wide - 0.04],
          [y[0] + (y[1] - y[0]) * share - 0.018, y[0] + (y[1] - y[0]) * share + 0.018],
          depth - 0.01,
          inside,
        );
    }
  }
  if (glazing.curtains) drawCurtains(room, x, y, glazing.curtains, chance);
}

function drawRailing(
  sheet: Sheet,
  left: number,
  top: number,
  width: number,
  height: number,
  light: Light,
): void {
  const iron = shaded(light, '#2b4560', 0.5);
  const y = top + height * 0.62;
  const bars: (readonly [Point, Point])[] = [];
  for (let x = left + 4; x < left + width; x += 8.5)
    bars.push([
      [x, y],
      [x, top + height],
    ]);
  sheet.lines(bars, iron, 1.6);
  sheet.rect(left, y - 3, width, 4, iron);
}

function drawCurtains(
  room: Room,
  x: readonly [number, number],
  y: readonly [number, number],
  colour: Colour,
  chance: Chance,
): void {
  const { sheet, light } = room;
  const z = room.shape.depth - 0.1;
  const top = y[1] + 0.16;
  const foot = y[0] < 1.1 ? 0.03 : y[0] - 0.2;
  const rod = shaded(light, '#8a7a63', 0.4);
  room.stick([x[0] - 0.4, top, z], [x[1] + 0.4, top, z], 0.026, rod);
  for (const side of [-1, 1] as const) {
    const outer = side === -1 ? x[0] - 0.34 : x[1] + 0.34;
    const inner = side === -1 ? x[0] + 0.1 : x[1] - 0.1;
    const low = side === -1 ? x[0] - chance.between(0, 0.06) : x[1] + chance.between(0, 0.06);
    const [tl, tr, br, bl] = [
      room.at([outer, top, z]),
      room.at([inner, top, z]),
      room.at([low, foot, z]),
      room.at([outer, foot, z]),
    ];
    const cloth = lit(light, colour);
    const near = side === -1 ? shaded(light, colour, 0.5) : cloth;
    sheet.path(
      `M${n(tl[0])} ${n(tl[1])}L${n(tr[0])} ${n(tr[1])}C${n(tr[0])} ${n(tr[1] + (br[1] - tr[1]) * 0.5)} ${n(br[0])} ${n(br[1] - (br[1] - tr[1]) * 0.4)} ${n(br[0])} ${n(br[1])}L${n(bl[0])} ${n(bl[1])}Z`,
      sheet.gradient(tl, tr, [
        [0, near],
        [1, lighter(cloth, 0.14)],
      ]),
      { opacity: 0.96 },
    );
    const folds: (readonly [Point, Point])[] = [];
    for (let fold = 1; fold < 5; fold += 1) {
      const share = fold / 5;
      folds.push([
        [tl[0] + (tr[0] - tl[0]) * share, tl[1]],
        [bl[0] + (br[0] - bl[0]) * share, bl[1]],
      ]);
    }
    sheet.lines(folds, darker(cloth, 0.25), 1.6, 0.28);
  }
}

/** A window of the left wall, seen aslant: light rather than a view. */
export function drawSideWindow(
  room: Room,
  z: readonly [number, number],
  y: readonly [number, number],
  glazing: Glazing,
): void {
  const { sheet, light } = room;
  const x = room.left;
  const quad = (from: readonly [number, number], to: readonly [number, number]): Spot[] => [
    [x, to[0], from[0]],
    [x, to[1], from[0]],
    [x, to[1], from[1]],
    [x, to[0], from[1]],
  ];
  const frame = lit(light, glazing.frame);
  room.face(
    quad([z[0] - 0.09, z[1] + 0.09], [y[0] - 0.08, y[1] + 0.09]),
    light.evening ? shaded(light, glazing.frame, 0.6) : mix(frame, light.shade, 0.16),
  );
  const [a, b] = [room.at([x, y[1], z[0]]), room.at([x, y[0], z[0]])];
  const wide = (z[1] - z[0]) / glazing.panes;
  for (let pane = 0; pane < glazing.panes; pane += 1) {
    const from = z[0] + wide * pane + 0.05;
    const to = z[0] + wide * (pane + 1) - 0.05;
    const rows = glazing.bars
      ? ([
          [0, 0.48],
          [0.52, 1],
        ] as const)
      : ([[0, 1]] as const);
    for (const [low, high] of rows) {
      const span = y[1] - y[0];
      room.face(
        quad([from, to], [y[0] + span * low + 0.02, y[0] + span * high - 0.02]),
        sheet.gradient(a, b, [
          [0, light.sky[0]],
          [0.6, light.sky[2]],
          [1, mix(light.sky[2], '#8fae8b', 0.5)],
        ]),
      );
    }
  }
  if (!glazing.curtains) return;
  const cloth = lit(light, glazing.curtains);
  for (const [from, to] of [
    [z[0] - 0.34, z[0] + 0.02],
    [z[1] - 0.02, z[1] + 0.3],
  ] as const) {
    const top = y[1] + 0.18;
    const near = x + 0.08;
    room.face(
      [
        [near, 0.03, from],
        [near, top, from],
        [near, top, to],
        [near, 0.03, to],
      ],
      cloth,
      0.96,
    );
    const folds = [0.25, 0.5, 0.75].map(
      (share) =>
        [
          room.at([near, top, from + (to - from) * share]),
          room.at([near, 0.03, from + (to - from) * share]),
        ] as const,
    );
    sheet.lines(folds, darker(cloth, 0.25), 1.5, 0.3);
  }
}
