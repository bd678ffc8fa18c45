import { drawBasin, drawBath, drawShower, drawTowels, tileWall } from '../fittings/bathroom.ts';
import { drawPlant } from '../furniture/greenery.ts';
import { drawRug } from '../furniture/seats.ts';
import { drawBackWindow, drawSideWindow } from '../glazing.ts';
import { lighter, mix } from '../paint.ts';
import { shineFromLeft } from '../perspective/sun.ts';
import type { Scene } from './windows.ts';

const TILES = [
  '#cfe0de',
  '#dfe3e2',
  '#e9dfcf',
  '#c9d6dd',
  '#b9cfc6',
  '#e6cdbf',
  '#8fb0ae',
  '#5f8288',
  '#d9c49a',
  '#f0ece2',
  '#7f8fa0',
] as const;

/** A bathroom with a bath, or a shower room. */
export function furnishBathroom(scene: Scene, fixture: 'shower' | 'bath' | undefined): void {
  const { room, mood, glazing, age, chance, light } = scene;
  const tile = chance.pick(TILES);
  const half = room.shape.width / 2;
  const pattern = chance.pick(['square', 'metro', 'upright', 'large'] as const);
  const kind = fixture ?? (chance.maybe(0.5) ? 'bath' : 'shower');
  const high = chance.pick([1.24, 1.24, room.shape.height, 0]);
  if (high > 0) tileWall(room, [-half, half], [0, high], high > 2 ? tile : lighter(tile, 0.2), pattern);
  const wood = chance.pick([
    mood.wood,
    '#41597a',
    '#e9e1cf',
    '#8aa39b',
    mix(mood.cloth, '#f4efe2', 0.2),
    '#b58a5f',
  ]);
  const on = light.evening || chance.maybe(0.3);
  if (kind === 'bath') {
    const right = chance.maybe(0.5);
    const bath = right ? ([half - 1.75, half - 0.06] as const) : ([-half + 0.06, -half + 1.75] as const);
    const middle = (bath[0] + bath[1]) / 2;
    if (chance.maybe(0.6) && !scene.attic)
      drawBackWindow(
        room,
        [middle - 0.4, middle + 0.4],
        [1.3, 2.06],
        { ...glazing, panes: chance.pick([1, 2]), curtains: null },
        chance.branch('view'),
      );
    else if (high < 2) tileWall(room, bath, [0.5, chance.pick([1.6, 2])], tile, pattern);
    drawTowels(room, right ? bath[0] - 0.3 : bath[1] + 0.3, mood.pop);
    drawBasin(room, right ? -half + 0.56 : half - 0.56, 0.9, wood, on, chance);
    drawBath(room, bath, lighter(tile, 0.1), chance);
  } else {
    drawShower(room, half - chance.between(1, 1.25), tile);
    if (chance.maybe(0.6)) {
      const z = [room.shape.depth - 1.5, room.shape.depth - 0.8] as const;
      drawSideWindow(room, z, [1.3, 2.1], { ...glazing, panes: 1, curtains: null });
      shineFromLeft(room, { z, y: [1.3, 2.1], panes: 1 }, 1.6);
    }
    const double = chance.maybe(0.35);
    if (!double) drawTowels(room, 0.08, mood.pop);
    drawBasin(room, double ? -half + 0.95 : -half + 0.7, double ? 1.4 : 1, wood, on, chance);
  }
  if (chance.maybe(0.7))
    drawRug(room, [-1.1, -0.25], [2.6, 3.3], mood.rug, chance.pick(['plain', 'striped', 'round']), mood.pop);
  if (age !== 'old' || chance.maybe(0.5))
    drawPlant(room, -half + 0.25, room.shape.depth - 0.3, chance.between(0.6, 0.9), chance);
}
