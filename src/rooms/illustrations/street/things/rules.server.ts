import type { Colour, Point } from '../../contract.ts';
import { type Light, lit, shaded } from '../../light/rules.server.ts';
import { n, Sheet } from '../../paint/rules.server.ts';

export function drawLamp(sheet: Sheet, x: number, foot: number, height: number, light: Light): void {
  const iron = shaded(light, '#2b4560', 0.6);
  sheet.rect(x - 6, foot - 14, 12, 14, iron, 1, 2);
  sheet.rect(x - 2.2, foot - height, 4.4, height, iron);
  sheet.path(`M${n(x - 1)} ${n(foot - height + 4)}q0 -20 22 -20`, null, { stroke: iron, width: 3.4 });
  sheet.poly(
    [
      [x + 13, foot - height - 16],
      [x + 33, foot - height - 16],
      [x + 29, foot - height - 2],
      [x + 17, foot - height - 2],
    ],
    iron,
  );
  if (light.evening) {
    sheet.circle(
      x + 23,
      foot - height + 2,
      44,
      sheet.glow(x + 23, foot - height + 2, 44, [
        [0, '#ffd88a', 0.7],
        [1, '#ffd88a', 0],
      ]),
    );
  }
  sheet.rect(x + 17, foot - height - 2, 12, 4, light.evening ? '#ffe3a8' : lit(light, '#f3efe3'), 1, 2);
}

/** A bicycle leaning on its stand: thin lines, one accent. */
export function drawBicycle(
  sheet: Sheet,
  x: number,
  foot: number,
  size: number,
  colour: Colour,
  light: Light,
): void {
  const r = size * 0.3;
  const iron = shaded(light, '#14273a', 0.2);
  sheet.ellipse(x + size * 0.5, foot + 1, size * 0.72, 3, light.shade, light.depth);
  sheet.ring(x, foot - r, r, iron, 2.2);
  sheet.ring(x + size, foot - r, r, iron, 2.2);
  const saddle: Point = [x + size * 0.34, foot - size * 0.62];
  const pedal: Point = [x + size * 0.42, foot - r];
  const head: Point = [x + size * 0.84, foot - size * 0.66];
  sheet.path(
    `M${n(x)} ${n(foot - r)}L${n(pedal[0])} ${n(pedal[1])}L${n(head[0])} ${n(head[1])}L${n(saddle[0])} ${n(saddle[1])}L${n(x)} ${n(foot - r)}M${n(saddle[0])} ${n(saddle[1] - 6)}L${n(pedal[0])} ${n(pedal[1])}M${n(head[0] - 3)} ${n(head[1] - 10)}L${n(x + size)} ${n(foot - r)}`,
    null,
    { stroke: lit(light, colour), width: 2.6, round: true },
  );
  sheet.path(
    `M${n(saddle[0] - 8)} ${n(saddle[1] - 7)}h16M${n(head[0] - 3)} ${n(head[1] - 10)}q10 -6 12 3`,
    null,
    { stroke: iron, width: 3, round: true },
  );
}
