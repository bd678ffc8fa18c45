import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { lighter, n, outline, Sheet } from '../paint.ts';
import type { Block, Front } from './fronts.ts';

/** A house whose gable turns to the street: steps in the north, slopes where walls are of timber. */
export function drawGable(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, top, wall, roofColour } = block;
  const middle = (left + right) / 2;
  const width = right - left;
  const rise = Math.min(
    190,
    width *
      (front.gable === 'plain' ? (front.texture === 'plaster' && front.roof === 'tiles' ? 0.26 : 0.52) : 0.5),
  );
  const peak = top - rise;
  const tone = sheet.gradient(
    [left, peak],
    [right, top],
    [
      [0, lighter(lit(light, wall), 0.08)],
      [1, shaded(light, wall, 0.2)],
    ],
  );
  if (front.gable === 'plain') {
    const wide = 20;
    const face: Point[] = [
      [left, top + 2],
      [middle, peak],
      [right, top + 2],
    ];
    sheet.poly(face, tone);
    if (front.timbers) drawGableTimbers(sheet, face, chance.pick(front.timbers), light);
    drawAttic(sheet, front, middle, top - rise * 0.18, width, light, chance);
    const roof = shaded(light, roofColour, 0.25);
    sheet.path(
      `M${n(left - wide)} ${n(top + 14)}L${n(middle)} ${n(peak - 8)}L${n(right + wide)} ${n(top + 14)}`,
      null,
      { stroke: light.shade, width: 18, opacity: light.depth * 0.6 },
    );
    sheet.path(
      `M${n(left - wide)} ${n(top + 8)}L${n(middle)} ${n(peak - 14)}L${n(right + wide)} ${n(top + 8)}`,
      null,
      { stroke: roof, width: 15 },
    );
    sheet.path(
      `M${n(left - wide)} ${n(top + 1)}L${n(middle)} ${n(peak - 21)}L${n(right + wide)} ${n(top + 1)}`,
      null,
      { stroke: lighter(roof, 0.3), width: 3 },
    );
    return;
  }
  const trim = lit(light, front.trim);
  if (front.gable === 'curved') {
    const d = `M${n(left)} ${n(top + 2)}C${n(left)} ${n(top - rise * 0.4)} ${n(left + width * 0.16)} ${n(top - rise * 0.36)} ${n(left + width * 0.22)} ${n(top - rise * 0.56)}C${n(left + width * 0.26)} ${n(top - rise * 0.9)} ${n(middle - width * 0.08)} ${n(peak)} ${n(middle)} ${n(peak)}C${n(middle + width * 0.08)} ${n(peak)} ${n(right - width * 0.26)} ${n(top - rise * 0.9)} ${n(right - width * 0.22)} ${n(top - rise * 0.56)}C${n(right - width * 0.16)} ${n(top - rise * 0.36)} ${n(right)} ${n(top - rise * 0.4)} ${n(right)} ${n(top + 2)}Z`;
    sheet.path(d, tone);
    sheet.path(d, null, { stroke: trim, width: 5 });
    drawAttic(sheet, front, middle, top - rise * 0.2, width, light, chance);
    return;
  }
  const steps = Math.max(3, Math.round(width / 64));
  const points: Point[] = [[left, top + 2]];
  const caps: Point[] = [];
  for (let step = 0; step < steps; step += 1) {
    const x = left + (width / 2 - 16) * (step / steps);
    const y = top - (rise * (step + 1)) / steps;
    points.push([x, y], [left + (width / 2 - 16) * ((step + 1) / steps), y]);
    caps.push([x, y]);
  }
  const all: Point[] = [...points, ...points.map(([x, y]): Point => [left + right - x, y]).toReversed()];
  sheet.poly(all, tone);
  sheet.within(outline(all), () => {
    const rows: (readonly [Point, Point])[] = [];
    for (let y = top - 6; y > peak; y -= 6)
      rows.push([
        [left, y],
        [right, y],
      ]);
    if (front.texture === 'brick') sheet.lines(rows, '#f0d0b8', 1, 0.16);
  });
  const wide = (width / 2 - 16) / steps;
  for (const [x, y] of caps)
    for (const from of [x - 3, left + right - x - wide - 3]) sheet.rect(from, y - 5, wide + 6, 6, trim);
  sheet.rect(middle - 19, peak - 5, 38, 6, trim);
  drawAttic(sheet, front, middle, top - rise * 0.16, width, light, chance);
  sheet.rect(left, top - 3, width, 5, trim, 0.9);
}

function drawGableTimbers(
  sheet: Sheet,
  [foot, peak, end]: readonly Point[],
  colour: Colour,
  light: Light,
): void {
  const bars: string[] = [];
  const rise = foot![1] - peak![1];
  const half = (end![0] - foot![0]) / 2;
  for (const share of [0, 0.42]) {
    const y = foot![1] - rise * share;
    bars.push(`M${n(foot![0] + half * share)} ${n(y)}H${n(end![0] - half * share)}`);
  }
  for (const dx of [-0.5, -0.17, 0.17, 0.5]) {
    const x = peak![0] + half * dx;
    bars.push(`M${n(x)} ${n(foot![1])}V${n(foot![1] - rise * Math.min(0.95, 1 - Math.abs(dx)))}`);
  }
  sheet.path(bars.join(''), null, { stroke: lit(light, colour), width: 6 });
}

function drawAttic(
  sheet: Sheet,
  front: Front,
  x: number,
  foot: number,
  width: number,
  light: Light,
  chance: Chance,
): void {
  const pane = Math.min(38, width * 0.17);
  const look = {
    across: 2,
    down: 2,
    frame: front.frame,
    trim: front.timbers ? null : front.trim,
    shutters: null,
    head: front.gable === 'plain' ? ('straight' as const) : ('round' as const),
    sill: true,
  };
  const spots = width > 240 && front.gable !== 'plain' ? [x - pane, x + pane] : [x];
  for (const at of spots)
    drawWindow(
      sheet,
      { x: at - pane / 2, y: foot - pane * 1.5, width: pane, height: pane * 1.5 },
      look,
      light,
      chance,
    );
}
