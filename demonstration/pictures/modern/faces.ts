import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawWindow } from '../openings.ts';
import { darker, lighter, mix, n, Sheet } from '../paint.ts';
import { ALUMINIUM, ANTHRACITE } from './materials.ts';

interface Face {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  readonly floors: number;
  readonly bays: number;
}

export type Style = 'white' | 'timber' | 'brick' | 'bands' | 'curtain' | 'panels' | 'grid';

const WALLS: Readonly<Record<Style, readonly Colour[]>> = {
  white: ['#f2eee4', '#ece8de', '#f4efe6'],
  timber: ['#b58a5f', '#a87a52', '#c39a6e', '#8a6a50'],
  brick: ['#b9775a', '#a9664d', '#d9c4a4', '#c9b7a0', '#8f6a58'],
  bands: ['#ded9cd', '#e6e0d4', '#e2d6c4'],
  curtain: ['#6f8797', '#5f7f86', '#7d8e9f'],
  panels: ['#d9dcd8', '#e3ddd0', '#cfd4d0', '#a9b3ac'],
  grid: ['#e6e1d6', '#dcd6ca', '#c9bfae'],
};

/** A wall of a recent building, with its openings, balconies and loggias. */
export function drawModernFace(
  sheet: Sheet,
  face: Face,
  style: Style,
  light: Light,
  chance: Chance,
  shade: number,
  accent: Colour,
): void {
  const { left, right, top, foot, floors, bays } = face;
  const wall = chance.pick(WALLS[style]);
  sheet.rect(left, top, right - left, foot - top, shaded(light, wall, 0.08 + shade * 0.3));
  const high = (foot - top) / floors;
  const bay = (right - left) / bays;
  if (style === 'curtain') {
    drawCurtain(sheet, face, wall, light, chance);
  } else {
    drawSkin(sheet, face, style, wall, light);
    const rhythm = chance.whole(0, 2);
    const far: string[] = [];
    for (let floor = 0; floor < floors; floor += 1) {
      const y = top + high * floor;
      for (let column = 0; column < bays; column += 1) {
        const x = left + bay * column;
        if (!sheet.sees(x - 10, y, bay + 20, high)) continue;
        if (bay * sheet.scaleAt(x, y) < 70) {
          far.push(
            `M${n(x + bay * 0.18)} ${n(y + high * 0.2)}h${n(bay * 0.6)}v${n(high * 0.6)}h${n(-bay * 0.6)}Z`,
          );
          continue;
        }
        const ground = floor === floors - 1;
        const open =
          style === 'bands' ||
          (!ground &&
            (rhythm === 0
              ? column % 2 === 0
              : rhythm === 1
                ? (floor + column) % 2 === 0
                : column === 0 || column === bays - 1));
        if (open && !ground) drawLoggia(sheet, x, y, bay, high, style, wall, accent, light, chance);
        else {
          const wide = bay * (style === 'grid' ? 0.66 : chance.maybe(0.5) ? 0.5 : 0.36);
          drawWindow(
            sheet,
            {
              x: x + (bay - wide) / 2,
              y: y + high * 0.2,
              width: wide,
              height: high * (style === 'grid' ? 0.68 : 0.58),
            },
            {
              across: wide > 50 ? 2 : 1,
              down: 1,
              frame: style === 'bands' ? ALUMINIUM : ANTHRACITE,
              trim: null,
              shutters: null,
              head: 'straight',
              sill: style !== 'grid',
            },
            light,
            chance,
          );
        }
      }
    }
    if (far.length > 0)
      sheet.path(far.join(''), light.evening ? '#e0b26a' : mix('#2f4a63', light.sky[1], 0.3));
  }
  if (shade > 0) sheet.rect(left, top, right - left, foot - top, light.shade, light.depth * shade);
  sheet.rect(left - 4, top - 8, right - left + 8, 10, shaded(light, '#d9dcd8', 0.1 + shade * 0.5));
}

function drawSkin(
  sheet: Sheet,
  { left, right, top, foot, floors }: Face,
  style: Style,
  wall: Colour,
  light: Light,
): void {
  const lines: (readonly [Point, Point])[] = [];
  const high = (foot - top) / floors;
  if (style === 'timber')
    for (let x = left + 9; x < right; x += 9)
      lines.push([
        [x, top],
        [x, foot],
      ]);
  if (style === 'brick')
    for (let y = top + 9; y < foot; y += 9)
      lines.push([
        [left, y],
        [right, y],
      ]);
  if (style === 'panels')
    for (let x = left + 38; x < right; x += 38)
      lines.push([
        [x, top],
        [x, foot],
      ]);
  sheet.lines(
    lines,
    style === 'brick' ? lighter(wall, 0.4) : darker(lit(light, wall), 0.3),
    1,
    style === 'brick' ? 0.24 : 0.4,
  );
  for (let floor = 1; floor < floors; floor += 1)
    sheet.rect(
      left,
      top + high * floor - 3,
      right - left,
      style === 'grid' ? 7 : 3,
      style === 'grid' ? lighter(lit(light, wall), 0.3) : light.shade,
      style === 'grid' ? 1 : light.depth * 0.4,
    );
}

function drawLoggia(
  sheet: Sheet,
  x: number,
  y: number,
  bay: number,
  high: number,
  style: Style,
  wall: Colour,
  accent: Colour,
  light: Light,
  chance: Chance,
): void {
  const [left, width] = [x + bay * 0.07, bay * 0.86];
  sheet.rect(
    left,
    y + high * 0.08,
    width,
    high * 0.9,
    shaded(light, mix(wall, style === 'bands' ? '#b9b4a8' : '#c39a6e', 0.35), 1.2),
  );
  drawWindow(
    sheet,
    { x: left + width * 0.1, y: y + high * 0.16, width: width * 0.8, height: high * 0.8 },
    {
      across: 3,
      down: 1,
      frame: style === 'bands' ? ALUMINIUM : ANTHRACITE,
      trim: null,
      shutters: null,
      head: 'straight',
      sill: false,
    },
    light,
    chance,
  );
  sheet.poly(
    [
      [left, y + high * 0.08],
      [left + width, y + high * 0.08],
      [left + width, y + high * 0.22],
      [left + width * 0.12, y + high * 0.3],
      [left + width * 0.12, y + high],
      [left, y + high],
    ],
    light.shade,
    light.depth,
  );
  if (style === 'bands' && chance.maybe(0.34)) {
    const cloth = lit(light, accent);
    sheet.rect(left, y + high * 0.08, width, high * chance.between(0.2, 0.4), cloth);
  } else if (chance.maybe(0.5)) {
    const at = left + width * chance.between(0.2, 0.8);
    const tone = chance.pick(['#5f8f72', '#8fb07d', '#4a8a7c']);
    sheet.circle(at, y + high * 0.8, high * 0.17, lit(light, darker(tone, 0.2)));
    sheet.circle(at - high * 0.05, y + high * 0.74, high * 0.12, lit(light, tone));
  }
  const rail = high * 0.36;
  drawBalcony(
    sheet,
    { x: left - 7, y: y + high - rail, width: width + 14, height: rail },
    style === 'bands' ? 'solid' : chance.pick(['glass', 'glass', 'fine']),
    style === 'bands' ? lighter(wall, 0.35) : ANTHRACITE,
    light,
  );
}

/** A wall of glass between thin uprights. */
function drawCurtain(
  sheet: Sheet,
  { left, right, top, foot, floors, bays }: Face,
  wall: Colour,
  light: Light,
  chance: Chance,
): void {
  const high = (foot - top) / floors;
  const columns = bays * 2;
  const wide = (right - left) / columns;
  const groups: Record<'dark' | 'bright' | 'lamp', string[]> = { dark: [], bright: [], lamp: [] };
  for (let floor = 0; floor < floors; floor += 1)
    for (let column = 0; column < columns; column += 1) {
      const tone = chance.next();
      const key = tone < (light.evening ? 0.42 : 0.05) ? 'lamp' : tone < 0.5 ? 'dark' : 'bright';
      const x = left + wide * column + 2;
      groups[key].push(
        `M${n(x)} ${n(top + high * floor + 5)}H${n(x + wide - 4)}V${n(top + high * (floor + 1) - 5)}H${n(x)}Z`,
      );
    }
  if (groups.dark.length > 0)
    sheet.path(groups.dark.join(''), mix('#2f4a63', light.sky[1], light.evening ? 0.14 : 0.3));
  if (groups.bright.length > 0)
    sheet.path(groups.bright.join(''), mix('#4a6a82', light.sky[2], light.evening ? 0.2 : 0.42));
  if (groups.lamp.length > 0) sheet.path(groups.lamp.join(''), '#fbd08a');
  for (let floor = 0; floor <= floors; floor += 1)
    sheet.rect(left, top + high * floor - 4, right - left, 8, shaded(light, lighter(wall, 0.5), 0.1));
}
