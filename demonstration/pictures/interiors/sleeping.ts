import { drawBed, drawBedAside, drawBedside, drawWardrobe } from '../fittings/bedroom.ts';
import { drawFrame, drawHanging, drawMirror } from '../furniture/art.ts';
import { drawShelves } from '../furniture/decor.ts';
import { drawPlant } from '../furniture/greenery.ts';
import { drawFloorLamp, drawPendant } from '../furniture/lamps.ts';
import { drawArmchair, drawRug, RUGS } from '../furniture/seats.ts';
import { drawDesk, drawWallShelves } from '../furniture/storage.ts';
import { lit } from '../light.ts';
import { lighter } from '../paint.ts';
import { openWindows, type Scene } from './windows.ts';

/** A bedroom for two. */
export function furnishBedroom(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const half = room.shape.width / 2;
  const { side, free, shine } = openWindows(scene, 0.55);
  const width = chance.pick([1.4, 1.6, 1.6]);
  const widest = free[0]!;
  const bed =
    side === 'left' ? chance.between(-0.3, 0.3) : Math.max(-half + 1.1, Math.min(half - 1.1, widest.x));
  const above = chance.next();
  if (widest.width > 0.8 || side === 'left') {
    if (above < 0.55) drawHanging(room, bed, 1.5, 1.74, chance);
    else if (above < 0.68) drawMirror(room, bed, 1.72, 0.36, chance);
    else if (above < 0.8) drawFrame(room, bed, 1.68, 1.5, 0.5, chance);
  }
  if (side === 'left' && chance.maybe(0.5))
    drawWardrobe(room, [half - 0.9, half - 0.05], lighter(mood.wood, 0.4));
  else if (chance.maybe(0.75))
    drawPlant(
      room,
      (bed > 0 ? -1 : 1) * (half - 0.35),
      room.shape.depth - 0.35,
      chance.between(0.9, 1.5),
      chance,
    );
  for (const dx of [-width / 2 - 0.32, width / 2 + 0.32]) {
    const at = bed + dx;
    if (Math.abs(at) < half - 0.24) drawBedside(room, at, mood.wood, light.evening, chance);
  }
  const rug = chance.pick(RUGS);
  drawRug(room, [bed - 1.3, bed + 1.3], [2.2, 3.6], mood.rug, rug, mood.pop);
  shine();
  const linen = chance.pick(['#f1ece0', '#e6ebf0', '#efe3d2', '#f4f1ea', lighter(mood.accent, 0.5)]);
  drawBed(
    room,
    bed,
    2.9,
    width,
    linen,
    chance.maybe(0.6) ? mood.cloth : mood.pop,
    chance.maybe(0.6) ? mood.cloth : mood.accent,
    chance,
  );
  if (chance.maybe(0.25)) drawArmchair(room, bed > 0 ? -half + 0.6 : half - 0.6, 3.3, mood.pop);
  if (!scene.attic && chance.maybe(0.55))
    drawPendant(room, bed, 3.4, chance.between(0.5, 0.8), mood.pop, light.evening);
}

/** A child's room: a bed along the wall, shelves, games, nothing sugary. */
export function furnishChild(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const half = room.shape.width / 2;
  const { free, shine } = openWindows(scene, 0.8);
  const wall = free[0]!;
  const side = chance.maybe(0.5) ? -1 : 1;
  if (wall.width > 0.9) {
    if (chance.maybe(0.5)) drawWallShelves(room, wall.x, Math.min(wall.width, 1.3), 1.2, chance);
    else drawHanging(room, wall.x, wall.width, 1.6, chance);
    if (wall.width > 1 && wall.x * side < 0.4)
      drawShelves(room, wall.x, Math.min(1.1, wall.width), 0.76, chance);
  }
  if (!scene.attic) drawBunting(scene);
  drawRug(
    room,
    [-1.2 + side * -0.3, 1.2 + side * -0.3],
    [2.5, 4],
    mood.rug,
    chance.pick(['round', 'round', 'blocks', 'lozenges']),
    mood.pop,
  );
  shine();
  drawBedAside(
    room,
    side,
    [room.shape.depth - 2.1, room.shape.depth - 0.12],
    chance.pick(['#f1ece0', '#e6ebf0']),
    mood.cloth,
  );
  drawToys(scene, -side * 0.6);
  if (chance.maybe(0.6)) drawTent(scene, -side * (half - 0.8));
  drawPendant(room, 0, 3.4, 0.55, mood.pop, light.evening);
}

/** Small flags on a string, from wall to wall. */
function drawBunting({ room, light }: Scene): void {
  const z = room.shape.depth - 0.03;
  const { left, right } = room;
  const tones = ['#f2b134', '#0f7378', '#b8603f', '#8aa39b', '#41597a'];
  for (let index = 0; index < 12; index += 1) {
    const share = (index + 0.5) / 12;
    const x = left + (right - left) * share;
    const y = room.shape.height - 0.34 - Math.sin(share * Math.PI) * 0.16;
    room.sketch(
      x,
      y,
      z,
      lit(light, tones[index % 5]!),
      (at) => `M${at(-0.1, 0)}L${at(0.1, 0)}L${at(0, -0.18)}Z`,
    );
  }
}

function drawToys({ room, chance, light }: Scene, x: number): void {
  const tones = chance.shuffle(['#f2b134', '#0f7378', '#b8603f', '#8aa39b', '#41597a']);
  room.shadow([x - 0.1, x + 0.5], [3, 3.3], 0.6);
  room.block({ x: [x, x + 0.16], y: [0, 0.16], z: [3, 3.16] }, tones[0]!);
  room.block({ x: [x + 0.18, x + 0.34], y: [0, 0.16], z: [3.02, 3.18] }, tones[1]!);
  room.block({ x: [x + 0.08, x + 0.24], y: [0.16, 0.32], z: [3.02, 3.18] }, tones[2]!);
  room.disc(x + 0.62, 0.14, 3.1, 0.14, lit(light, tones[3]!));
  room.disc(x + 0.58, 0.18, 3.1, 0.05, '#ffffff', 0.5);
}

/** A small tent of cloth. */
function drawTent({ room, mood, light }: Scene, x: number): void {
  room.shadow([x - 0.5, x + 0.5], [3.5, 4.1], 0.7);
  for (const dx of [-0.08, 0.08])
    room.stick([x, 1.4, 3.7], [x + dx * 1.4, 1.62, 3.7], 0.03, lit(light, '#b58a5f'));
  room.sketch(x, 0, 3.7, lit(light, '#f3ead8'), (at) => `M${at(-0.6, 0)}L${at(0, 1.46)}L${at(0.6, 0)}Z`);
  room.sketch(x, 0, 3.7, lit(light, mood.accent), (at) => `M${at(-0.22, 0)}L${at(0, 1.1)}L${at(0.22, 0)}Z`);
  room.sketch(x, 0, 3.7, light.shade, (at) => `M${at(-0.1, 0)}L${at(0, 0.9)}L${at(0.16, 0)}Z`, undefined);
}

/** A room in a shared flat: a single bed, a desk, shelves. */
export function furnishSharedRoom(scene: Scene): void {
  const { room, mood, chance, light } = scene;
  const half = room.shape.width / 2;
  const { free, shine } = openWindows(scene, 0.45);
  const side = chance.maybe(0.5) ? -1 : 1;
  const wall = free.find(({ width }) => width > 1.2) ?? { x: 0, width: 0 };
  const desk =
    wall.width > 1.2
      ? Math.max(-half + 0.8, Math.min(half - 0.8, wall.x - side * 0.5))
      : -side * (half - 0.9);
  drawRug(room, [-1.1 - side * 0.3, 1.1 - side * 0.3], [2.4, 3.7], mood.rug, chance.pick(RUGS), mood.pop);
  shine();
  if (wall.width > 1.2) drawWallShelves(room, desk, 1.1, 1.44, chance);
  drawDesk(room, desk, 1.3, mood.wood, mood.pop, chance);
  drawBedAside(room, side, [room.shape.depth - 2.2, room.shape.depth - 0.12], '#f1ece0', mood.cloth);
  if (chance.maybe(0.6)) drawFloorLamp(room, side * (half - 1.4), room.shape.depth - 0.4, light.evening);
  if (chance.maybe(0.7))
    drawPlant(room, -side * (half - 0.35), room.shape.depth - 1.2, chance.between(0.8, 1.2), chance);
  drawPendant(room, 0, 3.2, 0.5, mood.pop, light.evening);
}
