import type { Chance } from '../chance.ts';
import type { Colour, Point, WindowLook } from './brief.ts';
import { type Light, lit, shaded } from './light.ts';
import { darker, lighter, mix, n, Sheet } from './paint.ts';

export interface Opening {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How deep walls are: the width of the shadow inside an opening. */
const REVEAL = 0.12;

/** A window seen from the street, in the light of the hour. The wall is in the sun, from the upper left. */
export function drawWindow(sheet: Sheet, at: Opening, look: WindowLook, light: Light, chance: Chance): void {
  const { x, y, width, height } = at;
  if (!sheet.sees(x - width, y - width, width * 3, height + width * 2)) return;
  const seen = width * sheet.scaleAt(x, y);
  if (seen < 16) return drawSmallWindow(sheet, at, look, light, chance);
  if (look.trim) {
    const edge = Math.max(3, width * 0.11);
    const trim = lit(light, look.trim);
    sheet.path(headed(x - edge, y - edge, width + edge * 2, height + edge, look.head), trim);
    if (seen > 34) sheet.rect(x + width + edge, y + 2, 2, height, shaded(light, look.trim, 1.2), 0.5);
  }
  if (look.shutters) drawShutters(sheet, at, look.shutters, light);
  const inside = () => {
    drawGlass(sheet, at, look.head, light, chance);
    drawFrame(sheet, at, look, light, seen > 34);
    const deep = Math.max(3, width * REVEAL);
    const rise = look.head === 'segment' ? width * 0.14 : 0;
    sheet.poly(
      [
        [x, y + rise],
        [x + width * 0.4, y],
        [x + width, y + rise],
        [x + width, y + rise + deep * 0.9],
        [x + deep, y + rise + deep * 1.1],
        [x + deep, y + height],
        [x, y + height],
      ],
      light.shade,
      light.depth * 1.35,
    );
  };
  if (look.head === 'round') sheet.within(headed(x, y, width, height, look.head), inside);
  else inside();
  if (look.sill) {
    const stone = lit(light, look.trim ?? '#d9d4c7');
    sheet.rect(x - width * 0.1, y + height, width * 1.2, Math.max(3, height * 0.05), lighter(stone, 0.2));
    if (seen < 34) return;
    sheet.rect(
      x - width * 0.04,
      y + height + Math.max(3, height * 0.05),
      width * 1.2,
      height * 0.06,
      light.shade,
      light.depth * 0.6,
    );
  }
}

/** A window far away: glass, a cross, the shadow of its lintel. */
function drawSmallWindow(
  sheet: Sheet,
  { x, y, width, height }: Opening,
  look: WindowLook,
  light: Light,
  chance: Chance,
): void {
  const trim = look.trim ? lit(light, look.trim) : null;
  if (trim) sheet.rect(x - 1.6, y - 1.6, width + 3.2, height + 3.2, trim);
  const on = chance.maybe(light.evening ? 0.5 : 0.05);
  sheet.rect(x, y, width, height, on ? '#fbce7c' : mix('#2b455e', light.sky[1], light.evening ? 0.12 : 0.3));
  const middle = x + width / 2;
  const cross = y + height * 0.42;
  sheet.path(`M${n(middle)} ${n(y)}v${n(height)}M${n(x)} ${n(cross)}h${n(width)}`, null, {
    stroke: lit(light, look.frame),
    width: Math.max(0.8, width * 0.08),
  });
  sheet.rect(x, y, width, Math.max(1, height * 0.09), light.shade, light.depth);
}

/** The outline of an opening. */
function headed(x: number, y: number, width: number, height: number, head: WindowLook['head']): string {
  const rise = head === 'round' ? width / 2 : head === 'segment' ? width * 0.14 : 0;
  if (rise === 0) return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
  const arc =
    head === 'round' ? `A${n(width / 2)} ${n(width / 2)} 0 0 1` : `Q${n(x + width / 2)} ${n(y - rise)}`;
  return `M${n(x)} ${n(y + height)}V${n(y + rise)}${arc} ${n(x + width)} ${n(y + rise)}V${n(y + height)}Z`;
}

function drawGlass(
  sheet: Sheet,
  { x, y, width, height }: Opening,
  head: WindowLook['head'],
  light: Light,
  chance: Chance,
): void {
  const on = light.evening ? chance.maybe(0.55) : chance.maybe(0.05);
  const pane = (fill: string) => {
    if (head === 'segment') sheet.path(headed(x, y, width, height, head), fill);
    else sheet.rect(x, y, width, height, fill);
  };
  if (on) {
    const warm = chance.pick(['#ffd27a', '#fbc468', '#ffe2a6']);
    pane(sheet.fall(warm, mix(warm, '#d98b3a', 0.4)));
  } else {
    const top = mix('#33506b', light.sky[1], light.evening ? 0.15 : 0.3);
    const low = mix('#22384f', light.sky[2], 0.1);
    pane(sheet.fall(top, low));
    if (!light.evening && chance.maybe(0.6)) {
      const from = x + width * chance.between(0.44, 0.66);
      sheet.poly(
        [
          [from, y + height * 0.06],
          [from + width * 0.34, y + height * 0.06],
          [from - width * 0.1, y + height],
          [from - width * 0.44, y + height],
        ],
        '#ffffff',
        0.14,
      );
    }
  }
  const veil = chance.next();
  const cloth = on ? '#fff0cf' : light.evening ? '#8b97a8' : '#eef0ec';
  if (veil < 0.45) {
    const drop = width * chance.between(0.2, 0.32);
    sheet.path(
      `M${n(x)} ${n(y)}h${n(drop)}q${n(-drop * 0.2)} ${n(height * 0.6)} ${n(-drop * 0.5)} ${n(height)}H${n(x)}Z`,
      cloth,
      { opacity: 0.62 },
    );
    sheet.path(
      `M${n(x + width)} ${n(y)}h${n(-drop)}q${n(drop * 0.2)} ${n(height * 0.6)} ${n(drop * 0.5)} ${n(height)}H${n(x + width)}Z`,
      cloth,
      { opacity: 0.62 },
    );
  } else if (veil < 0.62) {
    sheet.rect(x, y, width, height * chance.between(0.25, 0.7), cloth, 0.55);
  }
}

function drawFrame(
  sheet: Sheet,
  { x, y, width, height }: Opening,
  look: WindowLook,
  light: Light,
  fine: boolean,
): void {
  const colour = lit(light, look.frame);
  const bar = Math.max(1.6, width * 0.05);
  const lines: (readonly [Point, Point])[] = [];
  for (let index = 1; index < look.down; index += 1) {
    const at = y + (height / look.down) * index;
    lines.push([
      [x, at],
      [x + width, at],
    ]);
  }
  sheet.lines(lines, colour, bar * 0.7);
  for (let index = 1; index < look.across; index += 1) {
    const at = x + (width / look.across) * index;
    sheet.rect(at - bar, y, bar * 2, height, colour);
    if (fine) sheet.rect(at, y, bar, height, light.shade, light.depth * 0.5);
  }
  sheet.path(headed(x + bar * 0.6, y + bar * 0.6, width - bar * 1.2, height - bar * 1.2, look.head), null, {
    stroke: colour,
    width: bar * 1.3,
  });
}

function drawShutters(sheet: Sheet, { x, y, width, height }: Opening, colour: Colour, light: Light): void {
  const leaf = width * 0.5;
  const paint = lit(light, colour);
  for (const left of [x - leaf - 1, x + width + 1]) {
    sheet.rect(left + 3, y + 3, leaf, height, light.shade, light.depth * 0.9);
    sheet.rect(left, y, leaf, height, paint);
    const slats: (readonly [Point, Point])[] = [];
    for (
      let at = y + 6;
      at < y + height - 5;
      at += Math.max(4.5, height / (sheet.scaleAt(x, y) < 0.7 ? 9 : 14))
    ) {
      if (Math.abs(at - y - height / 2) > 4)
        slats.push([
          [left + 3, at],
          [left + leaf - 3, at],
        ]);
    }
    sheet.lines(slats, darker(paint, 0.22), 1.3, 0.8);
    sheet.path(
      `M${n(left + 0.8)} ${n(y + 0.8)}h${n(leaf - 1.6)}v${n(height - 1.6)}h${n(1.6 - leaf)}Z`,
      null,
      { stroke: lighter(paint, 0.16), width: 1.4 },
    );
  }
}

/** Iron bars on a slab, with the shadow that a balcony lays on the wall below. */
export function drawBalcony(
  sheet: Sheet,
  at: Opening,
  style: 'iron' | 'fine' | 'glass' | 'solid',
  colour: Colour,
  light: Light,
): void {
  const { x, y, width, height } = at;
  if (!sheet.sees(x - 10, y - 4, width + 20, height + 30)) return;
  const foot = y + height;
  sheet.poly(
    [
      [x + 4, foot + 6],
      [x + width, foot + 6],
      [x + width + 10, foot + 24],
      [x + 14, foot + 24],
    ],
    light.shade,
    light.depth * 1.05,
  );
  if (style === 'glass') {
    sheet.rect(x, y, width, height, mix(light.sky[1], '#9fb9c4', 0.5), 0.42);
    sheet.poly(
      [
        [x + width * 0.1, foot],
        [x + width * 0.24, y],
        [x + width * 0.34, y],
        [x + width * 0.2, foot],
      ],
      '#ffffff',
      0.22,
    );
    sheet.rect(x, y - 2, width, 3, lit(light, colour));
  } else if (style === 'solid') {
    sheet.rect(x, y, width, height, lit(light, colour));
    sheet.rect(x, foot - height * 0.2, width, height * 0.2, light.shade, light.depth * 0.35);
    sheet.rect(x, y, width, 3, lighter(lit(light, colour), 0.4));
  } else {
    const bars: (readonly [Point, Point])[] = [];
    const step = (style === 'fine' ? 4.6 : 6) / Math.min(1, sheet.scaleAt(x, y) * 1.1);
    for (let left = x + step / 2; left < x + width; left += step)
      bars.push([
        [left, y],
        [left, foot],
      ]);
    const iron = shaded(light, colour, 0.3);
    sheet.lines(bars, iron, 1.5);
    sheet.lines(
      [
        [
          [x, y + height * 0.28],
          [x + width, y + height * 0.28],
        ],
        [
          [x, foot - height * 0.16],
          [x + width, foot - height * 0.16],
        ],
      ],
      iron,
      1.3,
    );
    if (style === 'iron' && sheet.scaleAt(x, y) > 0.75) {
      const curls: string[] = [];
      for (let left = x + 8; left < x + width - 8; left += 15)
        curls.push(`M${n(left - 4)} ${n(y + height * 0.6)}a4 4 0 1 1 8 0a4 4 0 1 1 -8 0`);
      sheet.path(curls.join(''), null, { stroke: iron, width: 1.4 });
    }
    sheet.rect(x - 1, y - 2, width + 2, 3, iron);
  }
  sheet.rect(x - 4, foot, width + 8, 6, lighter(lit(light, '#d9d3c6'), 0.18));
  sheet.rect(x - 4, foot + 4, width + 8, 2.5, light.shade, light.depth);
}

/** Pots along a railing or a sill. */
export function drawFlowers(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  light: Light,
  chance: Chance,
): void {
  if (!sheet.sees(x, y - 16, width, 20)) return;
  sheet.rect(x, y - 5, width, 7, lit(light, '#a4553a'), 1, 1.5);
  const leaf = lit(light, '#4f8a70');
  const petal = lit(light, chance.pick(['#d9534f', '#f2b134', '#e7a8a0', '#ffffff']));
  for (let at = x + 3; at < x + width - 1; at += 5)
    sheet.circle(at, y - 8 + chance.between(-2, 1), 4.2, leaf);
  for (let at = x + 4; at < x + width - 2; at += 8)
    sheet.circle(at, y - 10 + chance.between(-2, 2), 2.2, petal);
}

/** A panelled door with its step. */
export function drawDoor(
  sheet: Sheet,
  at: Opening,
  colour: Colour,
  head: WindowLook['head'],
  light: Light,
  double: boolean,
): void {
  const { x, y, width, height } = at;
  if (!sheet.sees(x, y, width, height)) return;
  const paint = lit(light, colour);
  sheet.path(headed(x, y, width, height, head), darker(paint, 0.4));
  sheet.within(headed(x, y, width, height, head), () => {
    const rise = head === 'straight' ? height * 0.16 : Math.max(width * 0.42, height * 0.2);
    sheet.rect(x, y, width, rise, light.evening ? '#f6c877' : mix('#33506b', light.sky[1], 0.35));
    sheet.rect(x, y + rise, width, height - rise, paint);
    sheet.rect(x, y + rise, width, 3, lighter(paint, 0.18));
    const leaves = double ? 2 : 1;
    for (let leaf = 0; leaf < leaves; leaf += 1) {
      const left = x + (width / leaves) * leaf;
      const wide = width / leaves;
      for (const [top, tall] of [
        [0.1, 0.36],
        [0.54, 0.36],
      ] as const) {
        const py = y + rise + (height - rise) * top;
        const ph = (height - rise) * tall;
        sheet.rect(left + wide * 0.2, py, wide * 0.6, ph, darker(paint, 0.16));
        sheet.rect(left + wide * 0.24, py + 3, wide * 0.56, ph - 3, lighter(paint, 0.06));
      }
    }
    if (double) sheet.rect(x + width / 2 - 1, y + rise, 2, height - rise, darker(paint, 0.35));
    const knob = double ? x + width / 2 + 5 : x + width * 0.84;
    sheet.circle(knob, y + rise + (height - rise) * 0.52, Math.max(2, width * 0.03), '#d9b56a');
    const deep = Math.max(4, width * 0.08);
    sheet.poly(
      [
        [x, y],
        [x + width, y],
        [x + width, y + deep],
        [x + deep, y + deep],
        [x + deep, y + height],
        [x, y + height],
      ],
      light.shade,
      light.depth * 1.3,
    );
  });
}
