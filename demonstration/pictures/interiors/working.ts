import { drawFrame, drawHanging } from '../furniture/art.ts';
import { drawShelves } from '../furniture/decor.ts';
import { drawPlant } from '../furniture/greenery.ts';
import { drawFloorLamp, drawPendant } from '../furniture/lamps.ts';
import { drawArmchair, drawRug, RUGS } from '../furniture/seats.ts';
import { drawDesk, drawWallShelves } from '../furniture/storage.ts';
import { openWindows, type Scene } from './windows.ts';

/** A room to work in, at home or let as offices. */
export function furnishOffice(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const half = room.shape.width / 2;
  const { free, shine } = openWindows(scene, 0.6);
  const wall = free[0]!;
  if (chance.maybe(0.6)) drawRug(room, [-1.4, 1.4], [2.4, 4], mood.rug, chance.pick(RUGS), mood.pop);
  shine();
  const desk = wall.width > 1.4 ? wall.x : -half + 1;
  if (wall.width > 1) {
    if (chance.maybe(0.5)) drawWallShelves(room, desk, 1.2, 1.46, chance);
    else drawHanging(room, desk, Math.min(wall.width, 1.6), 1.7, chance);
  }
  drawDesk(room, desk, chance.between(1.3, 1.6), mood.wood, mood.cloth, chance);
  const other = free[1];
  if (other && other.width > 0.8) drawShelves(room, other.x, Math.min(1, other.width), 1.9, chance);
  const side = desk > 0 ? -1 : 1;
  if (!other || other.width <= 0.8) {
    if (chance.maybe(0.5) && wall.width > 3) drawShelves(room, desk + side * 1.5, 0.9, 1.9, chance);
    else if (wall.width > 3) drawFrame(room, desk + side * 1.3, 1.6, 0.6, 0.8, chance);
  }
  drawPlant(room, side * (half - 0.4), room.shape.depth - 0.4, chance.between(1.1, 1.6), chance);
  if (chance.maybe(0.6)) drawArmchair(room, side * (half - 1), 3.2, mood.pop);
  if (chance.maybe(0.5)) drawFloorLamp(room, side * (half - 0.35), 3.9, light.evening);
  drawPendant(room, 0, 3.2, 0.55, mood.pop, light.evening);
}
