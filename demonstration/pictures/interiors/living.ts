import { drawHanging } from '../furniture/art.ts';
import { drawFireplace, drawShelves } from '../furniture/decor.ts';
import { drawPlant, drawTrailing } from '../furniture/greenery.ts';
import { drawFloorLamp, drawPendant } from '../furniture/lamps.ts';
import {
  drawArmchair,
  drawCoffeeTable,
  drawRug,
  drawSofa,
  drawTableAndChairs,
  RUGS,
} from '../furniture/seats.ts';
import { drawSofaAside, drawSofaBehind } from '../furniture/sofas.ts';
import { drawScreen, drawSideboard, drawWallShelves } from '../furniture/storage.ts';
import { lighter } from '../paint.ts';
import { type Daylight, openWindows, type Scene } from './windows.ts';

/** A living room: where the sofa stands changes everything. */
export function furnishLiving(scene: Scene): void {
  const { chance, room, mood } = scene;
  const daylight = openWindows(scene);
  const layout = chance.pick(['facing', 'facing', 'aside', 'aside', 'behind', 'corner', 'reading'] as const);
  dressBackWall(scene, daylight, layout === 'aside' || layout === 'behind' || layout === 'corner');
  const plant = chance.maybe(0.85);
  const side = chance.maybe(0.5) ? -1 : 1;
  if (plant)
    drawPlant(
      room,
      side * (room.shape.width / 2 - 0.4),
      room.shape.depth - 0.42,
      chance.between(1.1, 1.7),
      chance,
    );
  LAYOUTS[layout](scene, daylight);
  const lamp = room.taste.branch('lamp');
  if (lamp.maybe(0.72))
    drawPendant(
      room,
      lamp.between(-0.4, 0.5),
      lamp.between(2.9, 3.5),
      Math.max(room.shape.height - 2.42, lamp.between(0.45, room.shape.height - 1.95)),
      mood.pop,
      scene.light.evening,
    );
  if (chance.maybe(0.12))
    drawTrailing(room, -side * (room.shape.width / 2 - 0.5), room.shape.height - 0.6, 3.2, chance);
}

/** Something on or against the free part of the back wall. */
function dressBackWall(scene: Scene, { free, side }: Daylight, low: boolean): void {
  const { room, chance, age, mood } = scene;
  const wall = free[0]!;
  if (wall.width < 0.5) return;
  const what = chance.next();
  if (wall.width > 1.3 && (age === 'old' || age === 'country' || age === 'thirties') && what < 0.4) {
    drawFireplace(room, wall.x, chance);
    for (const dx of [-1, 1])
      if (wall.width > 3 && chance.maybe(0.6)) drawHanging(room, wall.x + dx * 1.3, 0.7, 1.6, chance);
    return;
  }
  if (wall.width > 1 && what < 0.58) {
    drawShelves(room, wall.x, Math.min(wall.width, chance.between(1, 2)), chance.between(1.5, 2.2), chance);
    return;
  }
  if (wall.width > 1.3 && low && what < 0.76) {
    drawScreen(room, wall.x, Math.min(wall.width, chance.between(1.5, 2.1)), mood.wood);
    return;
  }
  if (wall.width > 1.3 && low && what < 0.92) {
    drawSideboard(room, wall.x, Math.min(wall.width, chance.between(1.3, 2)), mood.wood, chance);
    drawHanging(room, wall.x, Math.min(wall.width, 1.8), 1.62, chance);
    return;
  }
  if (wall.width > 1.1 && chance.maybe(0.3))
    drawWallShelves(room, wall.x, Math.min(wall.width, 1.5), 1.3, chance);
  else drawHanging(room, wall.x, Math.min(wall.width, 2), 1.62, chance);
  const other = free[1];
  if (other && side === 'back' && other.width > 0.6 && chance.maybe(0.7))
    drawHanging(room, other.x, other.width, 1.62, chance);
}

type Layout = (scene: Scene, daylight: Daylight) => void;

const LAYOUTS: Readonly<Record<'facing' | 'aside' | 'behind' | 'corner' | 'reading', Layout>> = {
  facing({ room, mood, chance, light }, { shine }) {
    const on = light.evening || light.name === 'pearl' || light.name === 'mist';
    const centre = chance.between(-0.5, 0.5);
    drawRug(room, [centre - 1.5, centre + 1.5], [2.3, 4.1], mood.rug, chance.pick(RUGS), mood.pop);
    shine();
    drawSofa(
      room,
      centre,
      3.7,
      chance.between(1.8, 2.4),
      mood.cloth,
      [mood.pop, lighter(mood.cloth, 0.45)],
      chance,
    );
    drawFloorLamp(room, centre + (centre > 0 ? -1.5 : 1.5), 4.2, on);
    drawCoffeeTable(room, centre + chance.between(-0.3, 0.3), 3, mood.wood, chance);
    if (chance.maybe(0.6))
      drawArmchair(room, centre > 0 ? -1.5 : 1.55, 2.9, chance.maybe(0.5) ? mood.pop : mood.accent);
  },
  aside({ room, mood, chance, light }, { shine }) {
    const facing = chance.maybe(0.5) ? 1 : -1;
    const back = facing === 1 ? room.left + 0.12 : room.right - 0.12;
    const centre = facing * -0.2;
    const far = room.shape.depth - chance.between(0.7, 1);
    drawRug(room, [centre - 1.3, centre + 1.3], [2.4, far - 0.2], mood.rug, chance.pick(RUGS), mood.pop);
    shine();
    drawFloorLamp(room, back + facing * 0.3, far + 0.35, light.evening);
    drawSofaAside(room, back, [far - chance.between(1.7, 2.1), far], facing, mood.cloth, [
      mood.pop,
      lighter(mood.cloth, 0.4),
    ]);
    drawCoffeeTable(room, centre, 3.2, mood.wood, chance);
    if (chance.maybe(0.7)) drawArmchair(room, facing * 1.25, 3.5, chance.maybe(0.5) ? mood.pop : mood.accent);
  },
  behind({ room, mood, chance, light }, { shine }) {
    const centre = chance.between(-0.6, 0.6);
    drawRug(room, [centre - 1.6, centre + 1.6], [2.6, 4.5], mood.rug, chance.pick(RUGS), mood.pop);
    shine();
    drawCoffeeTable(room, centre, 4, mood.wood, chance);
    if (chance.maybe(0.7)) drawArmchair(room, centre + (centre > 0 ? -1.4 : 1.4), 3.7, mood.pop);
    drawFloorLamp(room, centre + (centre > 0 ? -1.7 : 1.7), 4.4, light.evening);
    drawSofaBehind(
      room,
      centre,
      2.55,
      chance.between(1.9, 2.3),
      mood.cloth,
      [mood.pop, lighter(mood.cloth, 0.4)],
      chance,
    );
  },
  corner({ room, mood, chance, light }, { shine }) {
    const facing = chance.maybe(0.5) ? 1 : -1;
    const back = facing === 1 ? room.left + 0.15 : room.right - 0.15;
    const middle = facing * -0.55;
    drawRug(room, [-1.4, 1.4], [2.3, 4.1], mood.rug, chance.pick(RUGS), mood.pop);
    shine();
    drawFloorLamp(room, facing * 1.1, 4.5, light.evening);
    drawSofa(room, middle, 3.95, 2.2, mood.cloth, [mood.pop, lighter(mood.cloth, 0.45)], chance);
    drawSofaAside(room, back, [2.5, 3.9], facing, mood.cloth, [mood.accent]);
    drawCoffeeTable(room, facing * 0.35, 2.95, mood.wood, chance);
  },
  reading({ room, mood, chance, light }, { shine }) {
    const centre = chance.between(-0.4, 0.4);
    drawRug(room, [centre - 1.3, centre + 1.3], [2.7, 4.3], mood.rug, chance.pick(RUGS), mood.pop);
    shine();
    drawFloorLamp(room, centre + 0.1, 4.4, light.evening || light.name === 'mist');
    drawArmchair(room, centre - 0.85, 3.6, mood.cloth);
    drawArmchair(room, centre + 0.85, 3.6, chance.maybe(0.5) ? mood.pop : mood.cloth);
    drawCoffeeTable(room, centre, 3, mood.wood, chance);
  },
};

/** A dining room, or the dining end of a living room. */
export function furnishDining(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const daylight = openWindows(scene, 0.7);
  const wall = daylight.free[0]!;
  if (wall.width > 1.2 && chance.maybe(0.6)) {
    drawSideboard(room, wall.x, Math.min(wall.width, 1.7), mood.wood, chance);
    drawHanging(room, wall.x, Math.min(wall.width, 1.6), 1.62, chance);
  } else if (wall.width > 0.6) drawHanging(room, wall.x, wall.width, 1.6, chance);
  drawPlant(
    room,
    (chance.maybe(0.5) ? -1 : 1) * (room.shape.width / 2 - 0.4),
    room.shape.depth - 0.4,
    chance.between(1.1, 1.6),
    chance,
  );
  const x = chance.between(-0.3, 0.3);
  if (chance.maybe(0.6)) drawRug(room, [x - 1.4, x + 1.4], [2.3, 4.3], mood.rug, chance.pick(RUGS), mood.pop);
  daylight.shine();
  drawTableAndChairs(room, x, 2.95, mood.wood, chance.maybe(0.5) ? mood.pop : mood.cloth, chance.maybe(0.6));
  const lamps = chance.maybe(0.4) ? [x - 0.45, x + 0.45] : [x];
  const kind = room.taste.pick(['dome', 'globe', 'cone', 'paper', 'drum'] as const);
  for (const at of lamps) drawPendant(room, at, 3.3, room.shape.height - 1.65, mood.pop, light.evening, kind);
}

/** A tall room of a former workshop. */
export function furnishLoft(scene: Scene): void {
  furnishLiving({ ...scene, glazing: { ...scene.glazing, bars: true, curtains: null, frame: '#2b3b4d' } });
}
