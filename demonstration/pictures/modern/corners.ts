import type { Chance } from '../../chance.ts';
import type { Colour, Horizon } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { HEIGHT, mix, Sheet, type Warp, WIDTH } from '../paint.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawBench, drawBicycle, drawCarAside, drawPassers } from '../street/things.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import { drawModernFace, type Style } from './faces.ts';

const EYE = 548;

const FOOT = 616;

const ACCENTS: readonly Colour[] = ['#f2b134', '#d9764a', '#5f8d8a', '#e9e1cf', '#0f7378', '#b86b4b'];

function receding(edge: number, side: 1 | -1, deep: number): Warp {
  const share = (x: number) => 1 / (1 + deep * Math.max(-260, x * side));
  return {
    at: ([x, y]) => [edge + x * share(x), EYE + (y - EYE) * share(x)],
    scale: ([x]) => share(x),
  };
}

export interface CornerLook {
  readonly styles: readonly Style[];
  readonly floors: readonly [number, number];
  readonly ground: 'street' | 'garden';
}

/** A recent building at its corner: two walls that run away, other volumes behind. */
export function drawModernCorner(
  sheet: Sheet,
  look: CornerLook,
  horizon: Horizon,
  light: Light,
  chance: Chance,
): void {
  drawSky(sheet, light, chance);
  drawHorizon(sheet, horizon, EYE + 14, light, chance);
  if (look.ground === 'garden') drawGround(sheet, EYE + 8, '#9dbb86', light, chance);
  else drawRoad(sheet, light);
  const edge = chance.between(330, 640);
  const floors = chance.whole(...look.floors);
  const high = Math.min(104, 500 / floors);
  const accent = chance.pick(ACCENTS);
  const style = chance.pick(look.styles);
  const other = chance.pick(look.styles);
  for (const side of [1, -1] as const) {
    const warp = receding(
      edge,
      side,
      side === 1 ? chance.between(0.0013, 0.0019) : chance.between(0.0008, 0.0012),
    );
    sheet.warped(warp, () => {
      const volumes = [
        { from: 0, to: chance.between(420, 620), floors },
        { from: 0, to: chance.between(900, 1300), floors: floors - chance.whole(1, 2) },
      ];
      const [near, far] = [volumes[0]!, { ...volumes[1]!, from: volumes[0]!.to }];
      for (const [volume, tone] of [
        [far, other],
        [near, style],
      ] as const) {
        const top = FOOT - Math.max(1, volume.floors) * high;
        const [left, right] = side === 1 ? [volume.from, volume.to] : [-volume.to, -volume.from];
        drawModernFace(
          sheet,
          {
            left,
            right,
            top,
            foot: FOOT,
            floors: Math.max(1, volume.floors),
            bays: Math.max(2, Math.round((right - left) / 118)),
          },
          tone,
          light,
          chance.branch(`${tone}${volume.floors}`),
          side === 1 ? 0.85 : 0,
          accent,
        );
      }
      const strip = (top: number, foot: number, colour: Colour, share: number) =>
        sheet.rect(side === 1 ? 0 : -2200, top, 2200, foot - top, shaded(light, colour, share));
      strip(FOOT, FOOT + 26, look.ground === 'garden' ? '#ddd6c4' : '#d8d3c8', 0.2);
      if (look.ground === 'street') {
        strip(FOOT + 26, FOOT + 32, '#e9e5dc', 0);
        strip(FOOT + 32, FOOT + 36, '#8d9199', 1);
        strip(FOOT + 36, 1400, '#868d97', 0.24);
      }
    });
  }
  dressGround(sheet, look.ground, light, chance);
}

function drawRoad(sheet: Sheet, light: Light): void {
  sheet.rect(
    0,
    EYE + 8,
    WIDTH,
    HEIGHT,
    sheet.gradient(
      [0, EYE],
      [0, HEIGHT],
      [
        [0, mix(lit(light, '#a3a9ae'), light.haze, 0.4)],
        [0.5, shaded(light, '#868d97', 0.24)],
        [1, shaded(light, '#868d97', 0.3)],
      ],
    ),
  );
}

function dressGround(sheet: Sheet, ground: CornerLook['ground'], light: Light, chance: Chance): void {
  const garden = ground === 'garden';
  for (let x = -10; x < WIDTH; x += chance.between(52, 120))
    if (garden ? chance.maybe(0.8) : chance.maybe(0.34))
      drawBush(
        sheet,
        x,
        FOOT + chance.between(14, garden ? 60 : 26),
        chance.between(14, 30),
        chance.pick(['round', 'plane', 'olive', 'birch']),
        light,
        chance,
      );
  for (const x of garden ? [70, 250, 760, 900] : [60, 890])
    if (chance.maybe(0.72))
      drawTree(
        sheet,
        chance.pick(['birch', 'round', 'plane']),
        x + chance.between(-40, 40),
        FOOT + chance.between(30, 66),
        chance.between(220, 350),
        light,
        chance,
      );
  if (chance.maybe(0.6)) drawPassers(sheet, chance.between(240, 720), FOOT + 60, 78, light, chance);
  if (garden) {
    if (chance.maybe(0.5)) drawBench(sheet, chance.between(300, 560), FOOT + 66, light);
  } else if (chance.maybe(0.4))
    drawCarAside(
      sheet,
      chance.between(160, 600),
      FOOT + 88,
      180,
      chance.pick(['#41597a', '#0f7378', '#b8603f', '#e9e1cf', '#8f9aa6']),
      light,
    );
  else if (chance.maybe(0.5))
    drawBicycle(
      sheet,
      chance.between(300, 600),
      FOOT + 40,
      44,
      chance.pick(['#f2b134', '#0b5e63', '#b8420f']),
      light,
    );
}
