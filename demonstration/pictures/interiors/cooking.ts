import type { Chance } from '../../chance.ts';
import { drawIsland, drawKitchenRun, drawSideRun, type KitchenLook } from '../fittings/kitchen.ts';
import { drawFrame } from '../furniture/art.ts';
import { drawPlant } from '../furniture/greenery.ts';
import { drawFloorLamp, drawPendant } from '../furniture/lamps.ts';
import { drawRug, drawSofa, drawTableAndChairs, RUGS } from '../furniture/seats.ts';
import { drawBackWindow, drawSideWindow } from '../glazing.ts';
import { shineFromBack, shineFromLeft } from '../perspective/sun.ts';
import type { Colours } from './moods.ts';
import { openWindows, type Scene } from './windows.ts';

/** A kitchen along one wall, in a corner, with an island, or with a table. */
export function furnishKitchen(scene: Scene): void {
  const { room, mood, glazing, age, chance, light } = scene;
  const look = kitchenLook(mood, chance);
  const half = room.shape.width / 2;
  const above = chance.maybe(0.3);
  const left = !above && chance.maybe(0.45);
  const corner = !left && chance.maybe(0.4);
  if (above) {
    // The sink under the window: the wall above stays free on both sides.
    const wide = chance.between(1, 1.5);
    const x = [-wide / 2, wide / 2] as const;
    drawBackWindow(room, x, [1.12, 2.14], { ...glazing, curtains: null }, chance.branch('view'));
    shineFromBack(room, { x, y: [1.12, 2.14], panes: 2 }, 2.6);
    drawKitchenRun(room, [-half, half], { ...look, upper: 'none' }, chance);
    for (const side of [-1, 1])
      if (chance.maybe(0.7)) drawFrame(room, side * (half - 0.7), 1.7, 0.4, 0.5, chance);
  } else if (left) {
    const z = [room.shape.depth - 2, room.shape.depth - 0.8] as const;
    drawSideWindow(room, z, [1, 2.1], { ...glazing, curtains: null });
    shineFromLeft(room, { z, y: [1, 2.1], panes: 2 }, 2.6);
    drawKitchenRun(room, [-half, half], look, chance);
  } else {
    const split = half - chance.between(1.25, 1.45);
    drawKitchenRun(room, [-half, split], look, chance);
    const x = [split + 0.24, half - 0.22] as const;
    shineFromBack(room, { x, y: [0.1, 2.1], panes: 2 }, 2.4);
    drawBackWindow(
      room,
      x,
      [chance.maybe(0.5) ? 0.04 : 0.9, 2.14],
      { ...glazing, curtains: null },
      chance.branch('view'),
    );
    if (chance.maybe(0.6))
      drawPlant(room, half - 0.25, room.shape.depth - 0.4, chance.between(0.9, 1.3), chance);
  }
  if (corner) drawSideRun(room, -1, [1.6, room.shape.depth - 0.62], look);
  const kind = room.taste.pick(['dome', 'globe', 'cone', 'paper', 'drum'] as const);
  const drop = room.shape.height - chance.between(1.72, 1.9);
  const share = chance.next();
  const shift = corner ? 0.6 : 0;
  if (share < 0.42) {
    const x = shift + chance.between(-0.3, 0.3);
    const tone = chance.maybe(0.4)
      ? { ...look, fronts: chance.pick([mood.cloth, mood.wood, mood.accent]) }
      : look;
    drawIsland(room, x, 2.75, chance.between(1.3, 1.9), tone, mood.pop);
    for (const dx of chance.pick([[-0.45, 0.45], [-0.6, 0, 0.6], [0]]))
      drawPendant(room, x + dx, 3.1, drop, mood.pop, light.evening, kind);
  } else if (share < 0.86) {
    const x = shift + chance.between(-0.2, 0.5);
    if (chance.maybe(0.3))
      drawRug(room, [x - 1.2, x + 1.2], [2.4, 3.9], mood.rug, chance.pick(RUGS), mood.pop);
    drawTableAndChairs(room, x, 2.8, mood.wood, mood.pop, chance.maybe(0.3));
    drawPendant(room, x, 3.1, drop, mood.pop, light.evening, kind);
  } else if (age !== 'old') {
    drawRug(room, [-0.9, 0.9], [2.5, 3.2], mood.rug, chance.pick(['striped', 'plain', 'berber']), mood.pop);
    drawPendant(room, 0, 3.2, 0.5, mood.pop, light.evening, kind);
  }
}

/** One room to live, cook and sleep in. */
export function furnishStudio(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const half = room.shape.width / 2;
  const narrow = { ...room.shape, width: room.shape.width };
  const daylight = openWindows({ ...scene, chance: chance.branch('window') }, 0);
  const look = kitchenLook(mood, chance);
  drawKitchenRun(room, [-half, -half + chance.between(1.7, 2.1)], look, chance);
  drawFrame(room, chance.between(0.4, 1.2), 1.62, chance.between(0.5, 0.8), chance.between(0.5, 0.8), chance);
  drawRug(room, [-0.2, narrow.width / 2 - 0.4], [2.6, 4], mood.rug, chance.pick(RUGS), mood.pop);
  daylight.shine();
  drawSofa(room, chance.between(0.9, 1.3), 3.8, 1.7, mood.cloth, [mood.pop], chance);
  drawTableAndChairs(room, chance.between(-1.3, -0.9), 2.75, mood.wood, mood.pop);
  drawPendant(room, -1.15, 3.1, room.shape.height - 1.75, mood.pop, light.evening);
  drawFloorLamp(room, half - 0.3, 4.3, light.evening);
  if (chance.maybe(0.6)) drawPlant(room, half - 0.4, room.shape.depth - 0.35, chance.between(1, 1.5), chance);
}

function kitchenLook(mood: Colours, chance: Chance): KitchenLook {
  return {
    fronts: chance.pick([
      mood.cloth,
      mood.accent,
      '#f1efe8',
      '#f1efe8',
      '#41597a',
      '#8aa39b',
      '#2f6b66',
      '#e2d6c6',
      '#c9a878',
      '#b8805f',
      '#37475a',
      '#e9d9a8',
      '#c7d3cf',
    ]),
    top: chance.pick(['#c39a6e', '#e6e1d8', '#b58a5f', '#55606c', '#f4f1ea', '#8a6546']),
    tiles: chance.pick([
      '#f1efe8',
      mood.accent,
      '#dfe3e2',
      '#e6c3aa',
      '#c3d9d6',
      '#f1efe8',
      '#cfdac6',
      '#41597a',
    ]),
    upper: chance.pick(['cabinets', 'cabinets', 'shelf', 'shelf', 'none']),
  };
}
