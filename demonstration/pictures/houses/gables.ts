import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawFlowers, drawWindow } from '../openings.ts';
import { darker, Sheet } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';
import { type Choice, UNIT } from './faces.ts';
import type { Profile } from './profiles.ts';

/** What a gable needs to know of its house, in metres. */
interface Gabled {
  readonly left: number;
  readonly right: number;
  readonly front: number;
  readonly high: number;
  readonly rise: number;
}

/** The gable of a house that turns it to the reader. */
export function drawFrontGable(
  sheet: Sheet,
  face: { left: number; right: number; top: number },
  volume: Gabled,
  choice: Choice,
  light: Light,
  chance: Chance,
): void {
  const { profile } = choice;
  const rise = volume.rise * UNIT;
  const peak: Point = [0, face.top - rise];
  const wood = profile.texture === 'boards';
  const gable: Point[] = [[face.left, face.top + 1], peak, [face.right, face.top + 1]];
  sheet.poly(gable, shaded(light, wood ? choice.tone : choice.wall, 0.06));
  const rows: (readonly [Point, Point])[] = [];
  if (wood)
    for (let y = face.top - 8; y > peak[1]; y -= 8) {
      const share = (y - peak[1]) / rise;
      rows.push([
        [face.left * share, y],
        [face.right * share, y],
      ]);
    }
  if (profile.texture === 'timber') {
    for (const share of [0.38, 0.7]) {
      const y = face.top - rise * share;
      rows.push([
        [face.left * (1 - share), y],
        [face.right * (1 - share), y],
      ]);
    }
    for (const x of [-0.5, -0.25, 0, 0.25, 0.5])
      rows.push([
        [face.right * x, face.top],
        [face.right * x, face.top - rise * (1 - Math.abs(x)) * 0.98],
      ]);
  }
  sheet.lines(
    rows,
    wood ? darker(lit(light, choice.tone), 0.35) : lit(light, choice.tone),
    wood ? 1 : 5,
    wood ? 0.5 : 1,
  );
  const pane = Math.min(40, rise * 0.4);
  drawWindow(
    sheet,
    { x: -pane / 2, y: face.top - rise * 0.5, width: pane, height: pane * 1.2 },
    {
      across: 2,
      down: 2,
      frame: '#f2eee2',
      trim: profile.trim,
      shutters: rise > 110 ? choice.shutters : null,
      head: profile.head,
      sill: true,
    },
    light,
    chance,
  );
  if (!profile.balcony) return;
  const y = face.top + 74;
  const wide = face.right - face.left;
  drawBalcony(
    sheet,
    { x: face.left - 8, y: y - 36, width: wide + 16, height: 38 },
    'solid',
    choice.tone,
    light,
  );
  for (let x = face.left; x < face.right; x += 11)
    sheet.rect(x, y - 34, 2, 32, darker(lit(light, choice.tone), 0.4), 0.6);
  for (const share of [0.2, 0.62]) drawFlowers(sheet, face.left + wide * share, y - 34, 58, light, chance);
}

/** The edges of a roof that comes forward over its gable. */
export function drawRakes(
  room: Room,
  { left, right, front, high, rise }: Gabled,
  profile: Profile,
  cover: Colour,
): void {
  const o = profile.eaves;
  const ridge = (left + right) / 2;
  const low = high - o * 0.35;
  const thick = 0.24;
  for (const [x, shade] of [
    [left - o, 0.1],
    [right + o, 0.5],
  ] as const) {
    const inner = x + (ridge - x) * 0.02;
    room.face(
      [
        [x, low, front - o],
        [ridge, high + rise, front - o],
        [ridge, high + rise - thick, front - o],
        [inner, low - thick * 0.7, front - o],
      ],
      shaded(room.light, darker(cover, 0.12), shade),
    );
    // The roof comes forward: its shadow follows the gable.
    room.face(
      [
        [x + (ridge - x) * 0.08, low - 0.2, front],
        [ridge, high + rise - thick - 0.1, front],
        [ridge, high + rise - thick - 0.1 - o * 0.6, front],
        [x + (ridge - x) * 0.08, low - 0.2 - o * 0.6, front],
      ],
      room.light.shade,
      room.light.depth,
    );
  }
}
