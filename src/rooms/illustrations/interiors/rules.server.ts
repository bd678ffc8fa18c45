import type { Chance } from '../chance/contract.ts';
import type { Age, Colour, Home } from '../contract.ts';
import { drawBasin, drawShower, drawTowels } from '../fixtures/bathroom/rules.server.ts';
import { drawBed, drawBedside, drawWardrobe } from '../fixtures/bedroom/rules.server.ts';
import { drawIsland, drawKitchenRun, type KitchenLook } from '../fixtures/kitchen/rules.server.ts';
import {
  drawFireplace,
  drawFrame,
  drawPlant,
  drawRadiator,
  drawShelves,
} from '../furniture/decor/rules.server.ts';
import { drawFloorLamp, drawPendant } from '../furniture/lamps/rules.server.ts';
import {
  drawArmchair,
  drawCoffeeTable,
  drawRug,
  drawSofa,
  drawTableAndChairs,
} from '../furniture/seats/rules.server.ts';
import { drawBackWindow, drawSideWindow, type Glazing } from '../glazing/rules.server.ts';
import type { Light } from '../light/rules.server.ts';
import { lighter, Sheet } from '../paint/rules.server.ts';
import { Room } from '../perspective/rules.server.ts';
import { drawBoards, drawShell } from '../perspective/shell/rules.server.ts';
import { drawVeil, shineFromBack, shineFromLeft, shineOnWall } from '../perspective/sun/rules.server.ts';
import { type Colours, MOODS } from './moods/contract.ts';

type RoomKind = 'living' | 'kitchen' | 'bedroom' | 'bathroom' | 'studio';

/** A room of this home, furnished; the eye stands where a visitor stops on the threshold. */
export function drawInterior(sheet: Sheet, kind: RoomKind, home: Home, light: Light, chance: Chance): void {
  const { age } = home;
  const height = age === 'old' ? 2.95 : age === 'southern' ? 2.7 : 2.5;
  const size = {
    living: [4.9, 5.3],
    studio: [4.9, 5.2],
    kitchen: [3.9, 4.7],
    bedroom: [4.3, 4.9],
    bathroom: [3.1, 4.2],
  } as const;
  const [width, depth] = size[kind];
  const room = new Room(sheet, light, {
    width,
    height,
    depth,
    eyeX: chance.between(-0.5, 0.5),
    eyeY: kind === 'bathroom' ? 1.4 : 1.34,
  });
  const mood = MOODS[home.mood];
  const tiled = kind === 'bathroom' || (kind === 'kitchen' && age !== 'old');
  const floor = floorOf(age, kind, chance);
  drawShell(room, {
    wall: kind === 'bedroom' || chance.maybe(0.4) ? mood.accent : mood.wall,
    side: mood.wall,
    floor: floor.colour,
    ceiling: '#f6f3ec',
  });
  drawBoards(room, floor.colour, tiled && age !== 'southern' ? 'tiles' : floor.kind, chance.branch('floor'));
  if (age === 'old') drawMouldings(room);
  if (age === 'southern') drawBeams(room);
  const glazing: Glazing = {
    panes: 2,
    frame: age === 'recent' ? '#55677a' : '#f4f1e8',
    curtains: kind === 'living' || kind === 'bedroom' || kind === 'studio' ? mood.curtain : null,
    view: home.view,
    bars: age === 'old' || age === 'southern',
  };
  FURNISH[kind](room, mood, glazing, age, chance);
  drawVeil(room);
}

function floorOf(
  age: Age,
  kind: RoomKind,
  chance: Chance,
): { colour: Colour; kind: 'planks' | 'herringbone' | 'terracotta' | 'tiles' } {
  if (age === 'southern') return { colour: '#c98a68', kind: 'terracotta' };
  if (kind === 'bathroom' || (kind === 'kitchen' && age !== 'old'))
    return { colour: chance.pick(['#d9d6cd', '#cfd5d6', '#e0d8ca']), kind: 'tiles' };
  if (age === 'old') return { colour: chance.pick(['#b98d5e', '#c39a6e', '#ae8259']), kind: 'herringbone' };
  return { colour: chance.pick(['#cdab80', '#d6b990', '#bf9a70', '#c7b299']), kind: 'planks' };
}

function drawMouldings(room: Room): void {
  const { height, depth } = room.shape;
  for (const [low, high, opacity] of [
    [height - 0.1, height, 0.7],
    [height - 0.16, height - 0.12, 0.4],
  ] as const) {
    room.panel([room.left, room.right], [low, high], depth - 0.01, '#ffffff', 0, opacity);
    room.face(
      [
        [room.right, low, 1.6],
        [room.right, high, 1.6],
        [room.right, high, depth],
        [room.right, low, depth],
      ],
      '#ffffff',
      opacity * 0.7,
    );
    room.face(
      [
        [room.left, low, 1.6],
        [room.left, high, 1.6],
        [room.left, high, depth],
        [room.left, low, depth],
      ],
      '#ffffff',
      opacity * 0.4,
    );
  }
}

function drawBeams(room: Room): void {
  const { height, depth } = room.shape;
  for (let z = depth - 0.5; z > 1.8; z -= 0.8)
    room.block(
      { x: [room.left, room.right], y: [height - 0.17, height - 0.01], z: [z - 0.14, z] },
      '#a9805a',
    );
}

type Furnish = (room: Room, mood: Colours, glazing: Glazing, age: Age, chance: Chance) => void;

interface Daylight {
  readonly side: 'back' | 'left';
  /** Sun on the floor: over the rug, under the furniture. */
  shine(): void;
}

/** The window of a room: in the back wall, or on the left. */
function openWindow(
  room: Room,
  glazing: Glazing,
  age: Age,
  chance: Chance,
  x: readonly [number, number],
  low: number,
): Daylight {
  const top = age === 'old' ? 2.5 : 2.18;
  if (chance.maybe(0.62)) {
    drawBackWindow(room, x, [low, top], glazing, chance.branch('view'));
    return {
      side: 'back',
      shine: () => shineFromBack(room, { x, y: [Math.max(0.1, low), top], panes: glazing.panes }, 2.9),
    };
  }
  const z = [room.shape.depth - 2.3, room.shape.depth - 0.7] as const;
  drawSideWindow(room, z, [Math.max(low, 0.06), top], glazing);
  const wall = chance.maybe(0.6);
  if (wall) shineOnWall(room, room.left + chance.between(0.7, 1.5), chance.between(1, 1.4), [0.95, 2.15]);
  return {
    side: 'left',
    shine: () => shineFromLeft(room, { z, y: [Math.max(0.3, low), top], panes: glazing.panes }, 3.4),
  };
}

const FURNISH: Readonly<Record<RoomKind, Furnish>> = {
  living(room, mood, glazing, age, chance) {
    const evening = room.light.evening;
    const wide = age === 'recent';
    const x = wide
      ? ([-1.5, 1.1] as const)
      : chance.maybe(0.5)
        ? ([-1.75, -0.45] as const)
        : ([0.35, 1.65] as const);
    const { side, shine } = openWindow(
      room,
      { ...glazing, panes: wide ? 3 : 2 },
      age,
      chance,
      x,
      wide || age === 'old' ? 0.04 : 0.86,
    );
    const free = side === 'left' ? 0 : wide ? 1.85 : x[0] < 0 ? 1.1 : -1.2;
    if (side === 'back' && !wide && age !== 'old') drawRadiator(room, (x[0] + x[1]) / 2, 1);
    if (age === 'old' && !wide && side === 'left') drawFireplace(room, 0.3, chance);
    else if (side === 'left') {
      drawFrame(room, -0.55, 1.62, 0.62, 0.8, chance);
      drawFrame(room, 0.32, 1.66, 0.8, 0.62, chance);
    } else if (wide) drawFrame(room, free, 1.6, 0.5, 0.7, chance);
    else if (age === 'old' && chance.maybe(0.5)) drawFireplace(room, free, chance);
    else if (chance.maybe(0.5)) drawShelves(room, free, 1.1, 1.9, chance);
    else drawFrame(room, free, 1.6, 0.9, 0.68, chance);
    drawPlant(
      room,
      x[0] < 0 && side === 'back' ? -2.2 : 2.1,
      room.shape.depth - 0.5,
      chance.between(1.2, 1.6),
      chance,
    );
    const centre = chance.between(-0.2, 0.3);
    drawRug(
      room,
      [centre - 1.5, centre + 1.5],
      [2.5, 4.1],
      mood.rug,
      chance.pick(['plain', 'striped', 'round']),
      mood.pop,
    );
    shine();
    drawSofa(
      room,
      centre,
      3.7,
      chance.between(1.9, 2.3),
      mood.cloth,
      [mood.pop, lighter(mood.cloth, 0.45)],
      chance,
    );
    drawFloorLamp(room, centre + (centre > 0 ? -1.5 : 1.5), 4.3, evening || room.light.name === 'pearl');
    drawCoffeeTable(room, centre + 0.1, 3.1, mood.wood, chance);
    if (chance.maybe(0.7))
      drawArmchair(room, centre > 0 ? -1.5 : 1.55, 2.9, chance.maybe(0.5) ? mood.pop : mood.accent);
    drawPendant(room, centre, 3.3, age === 'old' ? 0.95 : 0.62, mood.pop, evening);
  },
  studio(room, mood, glazing, age, chance) {
    const evening = room.light.evening;
    const { shine } = openWindow(room, glazing, age, chance, [0.5, 1.9], 0.7);
    const look = kitchenLook(mood, chance);
    drawKitchenRun(room, [-2.4, -0.55], look, chance);
    drawFrame(room, 0.02, 1.6, 0.5, 0.64, chance);
    drawRug(room, [-0.2, 2], [2.6, 4], mood.rug, 'plain', mood.pop);
    shine();
    drawSofa(room, 1.2, 3.7, 1.7, mood.cloth, [mood.pop], chance);
    drawTableAndChairs(room, -1.15, 2.75, mood.wood, mood.pop);
    drawPendant(room, -1.15, 3.1, 0.7, mood.pop, evening);
    drawFloorLamp(room, 2.2, 4.4, evening);
  },
  kitchen(room, mood, glazing, age, chance) {
    const evening = room.light.evening;
    const look = kitchenLook(mood, chance);
    const left = chance.maybe(0.5);
    if (left) {
      const z = [room.shape.depth - 2, room.shape.depth - 0.8] as const;
      drawSideWindow(room, z, [1, 2.1], glazing);
      shineFromLeft(room, { z, y: [1, 2.1], panes: 2 }, 2.6);
      drawKitchenRun(room, [-1.95, 1.95], look, chance);
    } else {
      drawKitchenRun(room, [-1.95, 0.62], look, chance);
      shineFromBack(room, { x: [0.85, 1.7], y: [0.1, 2.1], panes: 2 }, 2.4);
      drawBackWindow(
        room,
        [0.85, 1.7],
        [age === 'recent' ? 0.04 : 0.9, 2.14],
        glazing,
        chance.branch('view'),
      );
      drawPlant(room, 1.72, room.shape.depth - 0.4, 1.1, chance);
    }
    if (chance.maybe(0.55)) {
      drawIsland(room, chance.between(-0.2, 0.3), 2.75, chance.between(1.5, 2), look, mood.pop);
      for (const x of [-0.45, 0.5]) drawPendant(room, x, 3.1, 0.72, mood.pop, evening);
    } else {
      drawTableAndChairs(room, chance.between(-0.1, 0.5), 2.7, mood.wood, mood.pop);
      drawPendant(room, 0.2, 3, 0.72, mood.pop, evening);
    }
  },
  bedroom(room, mood, glazing, age, chance) {
    const evening = room.light.evening;
    const left = chance.maybe(0.5);
    const x = left ? ([-1.9, -0.85] as const) : ([0.85, 1.9] as const);
    const { side, shine } = openWindow(room, glazing, age, chance, x, age === 'old' ? 0.5 : 0.86);
    const bed = side === 'left' ? 0.1 : left ? 0.65 : -0.6;
    const width = 1.6;
    drawFrame(room, bed, 1.72, chance.between(0.6, 1), 0.5, chance);
    if (side === 'left' && chance.maybe(0.6)) drawWardrobe(room, [1.35, 2.1], lighter(mood.wood, 0.4));
    else drawPlant(room, left ? 1.95 : -1.95, room.shape.depth - 0.35, 1.1, chance);
    for (const dx of [-1.12, 1.12]) {
      const at = bed + dx;
      const hidden = side === 'back' && at > x[0] - 0.1 && at < x[1] + 0.1;
      if (!hidden && Math.abs(at) < 1.8) drawBedside(room, at, mood.wood, evening, chance);
    }
    drawRug(room, [bed - 1.3, bed + 1.3], [2.2, 3.4], mood.rug, chance.pick(['plain', 'striped']), mood.pop);
    shine();
    drawBed(
      room,
      bed,
      2.9,
      width,
      chance.pick(['#f1ece0', '#e6ebf0', '#efe3d2']),
      mood.cloth,
      mood.cloth,
      chance,
    );
    if (chance.maybe(0.6)) drawPendant(room, bed, 3.4, 0.6, mood.pop, evening);
  },
  bathroom(room, mood, glazing, age, chance) {
    const evening = room.light.evening;
    const tile = chance.pick(['#cfe0de', '#dfe3e2', '#e9dfcf', '#c9d6dd', '#b9cfc6']);
    room.panel([room.left, room.right], [0, 1.24], room.shape.depth - 0.005, lighter(tile, 0.2), 0, 0.9);
    drawShower(room, 0.4, tile);
    if (chance.maybe(0.6)) {
      const z = [room.shape.depth - 1.5, room.shape.depth - 0.8] as const;
      drawSideWindow(room, z, [1.3, 2.1], { ...glazing, panes: 1, curtains: null });
      shineFromLeft(room, { z, y: [1.3, 2.1], panes: 1 }, 1.6);
    }
    drawTowels(room, 0.08, mood.pop);
    drawBasin(
      room,
      -0.85,
      1,
      chance.pick([mood.wood, '#41597a', '#e9e1cf', '#8aa39b']),
      evening || chance.maybe(0.3),
      chance,
    );
    drawRug(room, [-1.2, -0.35], [2.75, 3.4], mood.rug, 'plain', mood.pop);
    if (age !== 'old' || chance.maybe(0.5)) drawPlant(room, -1.3, room.shape.depth - 0.3, 0.8, chance);
  },
};

function kitchenLook(mood: Colours, chance: Chance): KitchenLook {
  return {
    fronts: chance.pick([mood.cloth, '#f1efe8', '#41597a', '#8aa39b', '#2f6b66', '#e2d6c6']),
    top: chance.pick(['#c39a6e', '#e6e1d8', '#b58a5f', '#55606c']),
    tiles: chance.pick(['#f1efe8', mood.accent, '#dfe3e2', '#e6c3aa', '#c3d9d6']),
    upper: chance.maybe(0.5) ? 'cabinets' : 'shelf',
  };
}
