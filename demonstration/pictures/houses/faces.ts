import type { Chance } from '../../chance.ts';
import type { Colour, Point, WindowLook } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawDoor, drawFlowers, drawWindow } from '../openings.ts';
import { darker, lighter, Sheet } from '../paint.ts';
import { drawTimbers } from '../town/timber.ts';
import { drawStones, drawWall, type Wall } from './masonry.ts';
import type { Profile } from './profiles.ts';

/** Sheet units for one metre on a wall before it is turned. */
export const UNIT = 40;

/** What this house took from its profile: the same on all its walls. */
export interface Choice {
  readonly profile: Profile;
  readonly wall: Colour;
  readonly tone: Colour;
  readonly shutters: Colour | null;
  readonly door: Colour;
  readonly bare: boolean;
  readonly storeys: number;
}

export function chooseOf(profile: Profile, chance: Chance): Choice {
  return {
    profile,
    wall: chance.pick(profile.walls),
    tone: profile.tones.length > 0 ? chance.pick(profile.tones) : '#b58a5f',
    shutters: profile.shutters && chance.maybe(0.85) ? chance.pick(profile.shutters) : null,
    door: chance.pick(profile.doors),
    bare: chance.maybe(0.5),
    storeys: chance.whole(...profile.storeys),
  };
}

/** A wall in its local units, its texture and its openings; `bays` 0 leaves it blind. */
export function drawFace(
  sheet: Sheet,
  wall: Wall,
  choice: Choice,
  bays: number,
  door: number | null,
  light: Light,
  chance: Chance,
  shade = 0,
): void {
  const { profile } = choice;
  drawWall(sheet, wall, choice.wall, light, profile.roof === 'flat' ? 0 : 15);
  dress(sheet, wall, choice, bays, light, chance);
  if (profile.quoins) drawCorners(sheet, wall, profile.trim ?? '#efe6d2', light);
  if (bays > 0) pierce(sheet, wall, choice, bays, door, light, chance);
  if (shade > 0)
    sheet.rect(
      wall.left,
      wall.top,
      wall.right - wall.left,
      wall.foot - wall.top,
      light.shade,
      light.depth * shade,
    );
}

function dress(sheet: Sheet, wall: Wall, choice: Choice, bays: number, light: Light, chance: Chance): void {
  const { profile, storeys } = choice;
  if (profile.texture === 'stones' || (profile.texture === 'render-stones' && choice.bare))
    drawStones(sheet, wall, profile.tones, light, chance, 21);
  else if (profile.texture === 'brick') drawBricks(sheet, wall, chance);
  else if (profile.texture === 'timber') {
    const high = (wall.foot - wall.top) / storeys;
    for (let storey = 0; storey < storeys; storey += 1) {
      const plain = storeys > 1 && storey === storeys - 1;
      if (!plain)
        drawTimbers(
          sheet,
          {
            left: wall.left + 3,
            right: wall.right - 3,
            top: wall.top + high * storey,
            foot: wall.top + high * (storey + 1),
            bays: Math.max(2, bays),
          },
          choice.tone,
          light,
          chance.branch('braces'),
        );
    }
    sheet.rect(wall.left, wall.foot - 14, wall.right - wall.left, 14, shaded(light, '#b9a58a', 0.2));
  } else if (profile.texture === 'boards') {
    const foot = storeys > 1 ? wall.top + ((wall.foot - wall.top) * (storeys - 1)) / storeys : wall.foot;
    drawPlanks(sheet, { ...wall, foot }, choice.tone, light, false);
  }
}

function drawBricks(sheet: Sheet, { left, right, top, foot }: Wall, chance: Chance): void {
  const rows: (readonly [Point, Point])[] = [];
  for (let y = top + 5; y < foot; y += 5)
    rows.push([
      [left, y],
      [right, y],
    ]);
  sheet.lines(rows, '#f0d0b8', 0.8, 0.2);
  for (let index = 0; index < 40; index += 1)
    sheet.rect(
      chance.between(left, right - 13),
      top + 5 * Math.floor(chance.between(0, (foot - top) / 5)) + 0.6,
      12,
      4,
      chance.maybe(0.5) ? '#6e2f28' : '#e0a183',
      0.24,
    );
}

/** Timber cladding, lying or standing. */
export function drawPlanks(
  sheet: Sheet,
  { left, right, top, foot }: Wall,
  wood: Colour,
  light: Light,
  upright: boolean,
): void {
  sheet.rect(
    left,
    top,
    right - left,
    foot - top,
    sheet.gradient(
      [left, top],
      [right, foot],
      [
        [0, lighter(lit(light, wood), 0.12)],
        [1, shaded(light, wood, 0.4)],
      ],
    ),
  );
  const seams: (readonly [Point, Point])[] = [];
  if (upright)
    for (let x = left + 7; x < right; x += 7)
      seams.push([
        [x, top],
        [x, foot],
      ]);
  else
    for (let y = top + 8; y < foot; y += 8)
      seams.push([
        [left, y],
        [right, y],
      ]);
  sheet.lines(seams, darker(lit(light, wood), 0.35), 1, 0.5);
}

function drawCorners(sheet: Sheet, { left, right, top, foot }: Wall, trim: Colour, light: Light): void {
  const stone = lighter(lit(light, trim), 0.05);
  for (let y = top, row = 0; y < foot - 4; y += 14, row += 1) {
    const wide = row % 2 === 0 ? 17 : 10;
    sheet.rect(left, y, wide, 12, stone, 0.9);
    sheet.rect(right - wide, y, wide, 12, stone, 0.9);
  }
}

function pierce(
  sheet: Sheet,
  wall: Wall,
  choice: Choice,
  bays: number,
  door: number | null,
  light: Light,
  chance: Chance,
): void {
  const { profile, storeys } = choice;
  const bay = (wall.right - wall.left) / bays;
  const high = (wall.foot - wall.top) / storeys;
  const look: WindowLook = {
    across: 2,
    down: 3,
    frame: profile.roof === 'flat' ? '#33475b' : '#f2eee2',
    trim: profile.trim,
    shutters: choice.shutters,
    head: profile.head,
    sill: true,
  };
  for (let storey = 0; storey < storeys; storey += 1) {
    const ground = storey === storeys - 1;
    const top = wall.top + high * storey;
    for (let index = 0; index < bays; index += 1) {
      const x = wall.left + bay * (index + 0.5);
      if (ground && index === door) {
        drawDoor(
          sheet,
          { x: x - 20, y: wall.foot - 88, width: 40, height: 88 },
          choice.door,
          profile.head === 'segment' ? 'segment' : 'straight',
          light,
          false,
        );
        sheet.rect(x - 28, wall.foot - 5, 56, 5, lit(light, '#d8d3c8'));
        continue;
      }
      const wide = Math.min(choice.shutters ? bay * 0.38 : bay * 0.5, 46);
      const tall = high * (ground ? 0.52 : 0.54);
      const opening = { x: x - wide / 2, y: top + high * (ground ? 0.2 : 0.24), width: wide, height: tall };
      drawWindow(sheet, opening, look, light, chance);
      if (chance.maybe(0.14)) drawFlowers(sheet, x - wide / 2, opening.y + tall, wide, light, chance);
    }
  }
}
