import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { darker, lighter, mix, n, Sheet } from '../paint.ts';

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

/** A small car parked along the kerb, from its side. */
export function drawCarAside(
  sheet: Sheet,
  x: number,
  foot: number,
  size: number,
  colour: Colour,
  light: Light,
): void {
  const u = size / 100;
  const at = (dx: number, dy: number) => `${n(x + dx * u)} ${n(foot - dy * u)}`;
  const body = shaded(light, colour, 0.16);
  sheet.ellipse(x + 52 * u, foot, 54 * u, 3.4 * u, light.shade, light.depth + 0.12);
  sheet.path(
    `M${at(2, 7)}C${at(0, 14)} ${at(2, 20)} ${at(8, 21)}L${at(19, 23)}C${at(27, 36)} ${at(33, 39)} ${at(43, 39)}L${at(60, 39)}C${at(70, 38)} ${at(76, 33)} ${at(83, 24)}C${at(92, 22)} ${at(98, 20)} ${at(98, 12)}L${at(97, 7)}Z`,
    body,
  );
  sheet.path(
    `M${at(24, 23)}C${at(30, 33)} ${at(35, 36)} ${at(43, 36)}L${at(48, 36)}L${at(48, 23)}ZM${at(51, 23)}L${at(51, 36)}L${at(60, 36)}C${at(67, 35)} ${at(71, 31)} ${at(77, 23)}Z`,
    mix('#33506b', light.sky[1], 0.35),
  );
  sheet.path(`M${at(3, 15)}L${at(97, 15)}`, null, { stroke: lighter(body, 0.3), width: 1.2, opacity: 0.7 });
  sheet.path(`M${at(49.5, 36)}L${at(49.5, 8)}`, null, { stroke: darker(body, 0.3), width: 1.2 });
  sheet.rect(x + 93 * u, foot - 19 * u, 5 * u, 4 * u, light.evening ? '#ffe9b0' : '#f6efd9', 1, 1.5);
  sheet.rect(x + 2 * u, foot - 20 * u, 3.4 * u, 4 * u, '#b8420f', 1, 1.5);
  for (const wheel of [22, 78]) {
    sheet.circle(x + wheel * u, foot - 7.5 * u, 8.6 * u, '#22303f');
    sheet.circle(x + wheel * u, foot - 7.5 * u, 4.4 * u, lit(light, '#b9c2c9'));
  }
}

export function drawBench(sheet: Sheet, x: number, foot: number, light: Light): void {
  const wood = lit(light, '#a9805a');
  const iron = shaded(light, '#2b4560', 0.4);
  sheet.ellipse(x + 60, foot + 1, 80, 5, light.shade, light.depth);
  for (const leg of [10, 98]) {
    sheet.rect(x + leg, foot - 22, 5, 22, iron);
    sheet.rect(x + leg + 1, foot - 44, 4, 24, iron);
  }
  for (const up of [46, 36]) sheet.rect(x, foot - up, 114, 6, wood, 1, 2);
  sheet.rect(x - 2, foot - 25, 118, 6, lighter(wood, 0.16), 1, 2);
}

/** One or two people walking by: a coat, a step, no face. */
export function drawPassers(
  sheet: Sheet,
  x: number,
  foot: number,
  tall: number,
  light: Light,
  chance: Chance,
): void {
  const count = chance.whole(1, 2);
  for (let index = 0; index < count; index += 1) {
    const h = tall * chance.between(0.92, 1.06);
    const left = x + index * tall * 0.34;
    const coat = shaded(
      light,
      chance.pick(['#b8603f', '#41597a', '#0f7378', '#d9b06a', '#7a2f2f', '#8aa39b']),
      0.2,
    );
    const skin = shaded(light, chance.pick(['#e0b492', '#c99372', '#8d5f46', '#efcbb0']), 0.1);
    const step = chance.between(0.05, 0.1) * h;
    sheet.ellipse(left + 4, foot + 1, h * 0.2, 2.6, light.shade, light.depth);
    sheet.path(
      `M${n(left - 1)} ${n(foot - h * 0.44)}L${n(left - step)} ${n(foot)}M${n(left + 1)} ${n(foot - h * 0.44)}L${n(left + step)} ${n(foot)}`,
      null,
      { stroke: shaded(light, '#2b3b4d', 0.2), width: h * 0.075, round: true },
    );
    sheet.path(
      `M${n(left - h * 0.07)} ${n(foot - h * 0.82)}Q${n(left)} ${n(foot - h * 0.88)} ${n(left + h * 0.07)} ${n(foot - h * 0.82)}L${n(left + h * 0.13)} ${n(foot - h * 0.36)}L${n(left - h * 0.12)} ${n(foot - h * 0.36)}Z`,
      coat,
    );
    sheet.circle(left, foot - h * 0.92, h * 0.065, skin);
    sheet.path(
      `M${n(left - h * 0.068)} ${n(foot - h * 0.91)}A${n(h * 0.068)} ${n(h * 0.068)} 0 0 1 ${n(left + h * 0.068)} ${n(foot - h * 0.93)}Z`,
      shaded(light, chance.pick(['#3a2f2a', '#6b4a35', '#c9b79c', '#22303f']), 0.2),
    );
    if (chance.maybe(0.4))
      sheet.rect(left + h * 0.09, foot - h * 0.5, h * 0.1, h * 0.13, shaded(light, '#c98a5a', 0.2), 1, 1.5);
  }
}
