import type { Chance } from '../../chance/rules.server.ts';
import { distant, type Light, lit, shaded } from '../light/rules.server.ts';
import { drawBalcony, drawDoor, drawFlowers, drawWindow, type WindowLook } from '../openings/rules.server.ts';
import {
  type Colour,
  darker,
  lighter,
  mix,
  n,
  type Point,
  type Sheet,
  WIDTH,
} from '../paint/rules.server.ts';
import {
  drawBicycle,
  drawHorizon,
  drawLamp,
  drawPavement,
  drawSky,
  drawTree,
  type Horizon,
  type Tree,
} from '../street/rules.server.ts';

/** A street front of one region: what tells Lyon from Lille. */
interface Front {
  readonly walls: readonly Colour[];
  readonly trim: Colour;
  readonly frame: Colour;
  readonly shutters: readonly Colour[] | null;
  readonly roof: 'mansard' | 'tiles' | 'slates' | 'parapet' | 'steep';
  readonly roofs: readonly Colour[];
  readonly balcony: 'running' | 'each' | 'none';
  readonly railing: 'iron' | 'fine';
  readonly texture: 'stone' | 'brick' | 'plaster';
  readonly ground: 'arcade' | 'shop' | 'plain';
  readonly head: WindowLook['head'];
  readonly doors: readonly Colour[];
  readonly floors: readonly [least: number, most: number];
  readonly bays: readonly [least: number, most: number];
  readonly trees: readonly Tree[];
  readonly horizon: Horizon;
}

const DOORS = ['#0b5e63', '#14273a', '#5a3d2e', '#7a2f2f', '#2f5a45'] as const;

const FRONTS = {
  haussmann: {
    walls: ['#e6dcc6', '#e9e1cf', '#ddd2bb'],
    trim: '#f2ebdb',
    frame: '#f4f2ea',
    shutters: null,
    roof: 'mansard',
    roofs: ['#7d8b9a', '#6f7f90'],
    balcony: 'running',
    railing: 'iron',
    texture: 'stone',
    ground: 'arcade',
    head: 'straight',
    doors: DOORS,
    floors: [4, 5],
    bays: [5, 6],
    trees: ['plane', 'autumn'],
    horizon: 'town',
  },
  lyon: {
    walls: ['#e3b48f', '#e8c79a', '#d9a184', '#ead3b0', '#c9b8a4'],
    trim: '#ede3d2',
    frame: '#efe9dc',
    shutters: null,
    roof: 'tiles',
    roofs: ['#b9664a', '#a95f48'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: DOORS,
    floors: [4, 5],
    bays: [4, 6],
    trees: ['plane', 'autumn'],
    horizon: 'hills',
  },
  south: {
    walls: ['#f0d9ae', '#eec9a2', '#f3e3c4', '#e6b991', '#f1dfc9'],
    trim: '#f7efdf',
    frame: '#f4efe2',
    shutters: ['#6f98a0', '#7fa08a', '#93a9bb', '#5f7f78', '#b7a58a'],
    roof: 'tiles',
    roofs: ['#c8795a', '#bd7154'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'plain',
    head: 'straight',
    doors: ['#5a3d2e', '#0b5e63', '#41597a', '#6b4a3a'],
    floors: [3, 4],
    bays: [3, 5],
    trees: ['pine', 'olive', 'plane'],
    horizon: 'hills',
  },
  atlantic: {
    walls: ['#eadfc4', '#efe6d2', '#e2d4b4'],
    trim: '#f5eedd',
    frame: '#f4f2ea',
    shutters: null,
    roof: 'slates',
    roofs: ['#66788a', '#5b6c7e'],
    balcony: 'each',
    railing: 'iron',
    texture: 'stone',
    ground: 'arcade',
    head: 'segment',
    doors: ['#0b5e63', '#14273a', '#41597a', '#2f5a45'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'plane'],
    horizon: 'town',
  },
  north: {
    walls: ['#a9563f', '#b66a4d', '#9c4f3f', '#c08468'],
    trim: '#efe5d3',
    frame: '#f4f1e8',
    shutters: null,
    roof: 'steep',
    roofs: ['#5d6874', '#8d5546'],
    balcony: 'none',
    railing: 'fine',
    texture: 'brick',
    ground: 'plain',
    head: 'segment',
    doors: ['#14273a', '#0b5e63', '#7a2f2f'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'birch'],
    horizon: 'town',
  },
  rhine: {
    walls: ['#f0e4cc', '#e5c1a0', '#d9d5c2', '#e9d6a8', '#cfdad2'],
    trim: '#e0b79a',
    frame: '#f4f1e8',
    shutters: ['#5f7f6a', '#7a4b3c', '#6f8797'],
    roof: 'steep',
    roofs: ['#a2563f', '#8f4d3b'],
    balcony: 'none',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: ['#5a3d2e', '#2f5a45', '#0b5e63'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'autumn'],
    horizon: 'town',
  },
  alps: {
    walls: ['#f1e2c0', '#e9cfa6', '#dfe0d2', '#eec8a8'],
    trim: '#f6efdf',
    frame: '#f2ece0',
    shutters: ['#5f7f6a', '#8a5a44', '#5b7f93'],
    roof: 'steep',
    roofs: ['#7a5a4a', '#6c6a6a'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: ['#5a3d2e', '#2f5a45'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'birch'],
    horizon: 'mountains',
  },
} as const satisfies Record<string, Front>;

export type FrontName = keyof typeof FRONTS;

const STREET = 634;

interface Block {
  readonly left: number;
  readonly right: number;
  /** Foot of the roof. */
  readonly top: number;
  readonly floorHeight: number;
  readonly groundHeight: number;
  readonly floors: number;
  readonly bays: number;
  readonly wall: Colour;
  readonly roofColour: Colour;
}

/** An old street front with its neighbours, a pavement and a tree. */
export function drawTownFront(sheet: Sheet, name: FrontName, light: Light, chance: Chance): void {
  const front: Front = FRONTS[name];
  drawSky(sheet, light, chance);
  drawHorizon(sheet, front.horizon, STREET, light, chance);
  const floors = chance.whole(...front.floors);
  const bays = chance.whole(...front.bays);
  const width = bays * chance.between(98, 112) + 40;
  const left = (WIDTH - width) / 2 + chance.between(-70, 70);
  const groundHeight = 116;
  const floorHeight = Math.min(96, (STREET - 152 - groundHeight) / floors);
  const walls = chance.shuffle(front.walls);
  const block: Block = {
    left,
    right: left + width,
    top: STREET - groundHeight - floors * floorHeight,
    floorHeight,
    groundHeight,
    floors,
    bays,
    wall: walls[0]!,
    roofColour: chance.pick(front.roofs),
  };
  for (const side of [-1, 1] as const)
    drawNeighbour(
      sheet,
      front,
      block,
      side,
      walls[side === -1 ? 1 : 2] ?? walls[0]!,
      light,
      chance.branch(`side${side}`),
    );
  drawBlock(sheet, front, block, light, chance, 0);
  drawPavement(sheet, STREET, light);
  // A street has another side: its shadow climbs the ground floor.
  const climb = chance.between(30, 96);
  sheet.poly(
    [
      [0, STREET - climb * 0.4],
      [WIDTH, STREET - climb],
      [WIDTH, 720],
      [0, 720],
    ],
    light.shade,
    light.depth * 0.42,
  );
  furnishStreet(sheet, front, light, chance);
}

function drawNeighbour(
  sheet: Sheet,
  front: Front,
  block: Block,
  side: -1 | 1,
  wall: Colour,
  light: Light,
  chance: Chance,
): void {
  const floors = Math.max(2, block.floors + chance.pick([-1, 0, -1, 1]));
  const floorHeight = block.floorHeight * chance.between(0.9, 1);
  const bays = 4;
  const width = bays * 104;
  const left = side === -1 ? block.left - width : block.right;
  const groundHeight = block.groundHeight * chance.between(0.9, 1);
  drawBlock(
    sheet,
    { ...front, balcony: front.balcony === 'running' ? 'each' : front.balcony },
    {
      left,
      right: left + width,
      top: STREET - groundHeight - floors * floorHeight,
      floorHeight,
      groundHeight,
      floors,
      bays,
      wall: mix(wall, light.haze, 0.2),
      roofColour: mix(chance.pick(front.roofs), light.haze, 0.25),
    },
    light,
    chance,
    0.16,
  );
}

function drawBlock(
  sheet: Sheet,
  front: Front,
  block: Block,
  light: Light,
  chance: Chance,
  veil: number,
): void {
  const { left, right, top } = block;
  const wall = lit(light, block.wall);
  drawRoof(sheet, front, block, light, chance);
  sheet.rect(
    left,
    top,
    right - left,
    STREET - top,
    sheet.gradient(
      [left, top],
      [right, STREET],
      [
        [0, lighter(wall, 0.08)],
        [0.6, wall],
        [1, shaded(light, block.wall, 0.36)],
      ],
    ),
  );
  drawTexture(sheet, front, block, light, chance);
  drawStoreys(sheet, front, block, light, chance);
  drawGroundFloor(sheet, front, block, light, chance);
  drawCornice(sheet, block, front, light);
  sheet.rect(right - 2, top, 3, STREET - top, light.shade, light.depth * 0.8);
  if (veil > 0) sheet.rect(left, top - 120, right - left, STREET - top + 120, light.haze, veil);
}

function drawTexture(
  sheet: Sheet,
  front: Front,
  { left, right, top, floorHeight, groundHeight }: Block,
  light: Light,
  chance: Chance,
): void {
  if (front.texture === 'plaster') {
    for (let index = 0; index < 5; index += 1) {
      const x = chance.between(left, right - 80);
      sheet.ellipse(
        x + 40,
        chance.between(top + 40, STREET - 60),
        chance.between(40, 110),
        chance.between(18, 50),
        '#ffffff',
        0.05,
      );
    }
    return;
  }
  const joints: (readonly [Point, Point])[] = [];
  const step = front.texture === 'brick' ? 6 : 15;
  for (let y = top + step; y < STREET; y += step)
    joints.push([
      [left, y],
      [right, y],
    ]);
  sheet.lines(
    joints,
    front.texture === 'brick' ? lighter('#b66a4d', 0.4) : light.shade,
    1,
    front.texture === 'brick' ? 0.2 : 0.07,
  );
  if (front.texture === 'brick') {
    for (let y = top + floorHeight; y < STREET - groundHeight + 10; y += floorHeight) {
      sheet.rect(left, y - 8, right - left, 6, lit(light, front.trim), 0.85);
    }
    for (let index = 0; index < 60; index += 1) {
      const row = Math.floor(chance.between(0, (STREET - top) / 6));
      sheet.rect(
        chance.between(left, right - 14),
        top + row * 6 + 0.7,
        13,
        4.8,
        chance.maybe(0.5) ? '#6e2f28' : '#e0a183',
        0.22,
      );
    }
  }
}

function drawStoreys(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, top, floorHeight, floors, bays } = block;
  const bay = (right - left - 24) / bays;
  const tall = front.shutters ? 0.36 : 0.44;
  const shutters = front.shutters ? chance.pick(front.shutters) : null;
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * floorHeight;
    const attic = floor === 0 && front.roof !== 'mansard';
    const height = floorHeight * (attic ? 0.56 : 0.68);
    const width = Math.min(46, bay * tall);
    const running = front.balcony === 'running' && (floor === floors - 1 || floor === 0);
    for (let index = 0; index < bays; index += 1) {
      const x = left + 12 + bay * index + (bay - width) / 2;
      const look: WindowLook = {
        across: 2,
        down: attic ? 2 : 3,
        frame: front.frame,
        trim: front.texture === 'plaster' && front.shutters ? null : front.trim,
        shutters,
        head: front.head,
        sill: !running && front.balcony !== 'running',
      };
      const wy = y + floorHeight * 0.2 + (attic ? floorHeight * 0.06 : 0);
      drawWindow(sheet, { x, y: wy, width, height }, look, light, chance);
      if (front.roof === 'mansard' && !running) keystone(sheet, x, wy, width, front.trim, light);
      if (
        !running &&
        !attic &&
        front.balcony !== 'none' &&
        (front.balcony === 'running' || chance.maybe(0.5))
      ) {
        const rail = height * 0.36;
        drawBalcony(
          sheet,
          { x: x - 5, y: wy + height - rail, width: width + 10, height: rail },
          front.railing,
          '#22384f',
          light,
        );
      } else if (chance.maybe(0.13)) {
        drawFlowers(sheet, x + 2, wy + height, width - 4, light, chance);
      }
    }
    if (running) {
      const rail = floorHeight * 0.27;
      drawBalcony(
        sheet,
        { x: left - 2, y: y + floorHeight * 0.88 - rail, width: right - left + 4, height: rail },
        front.railing,
        '#22384f',
        light,
      );
    }
  }
}

function keystone(sheet: Sheet, x: number, y: number, width: number, trim: Colour, light: Light): void {
  const top = y - width * 0.11;
  sheet.rect(x - width * 0.2, top - 5, width * 1.4, 5, lighter(lit(light, trim), 0.3));
  sheet.rect(x - width * 0.16, top, width * 1.36, 3, light.shade, light.depth * 0.5);
}

function drawGroundFloor(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, groundHeight, bays } = block;
  const y = STREET - groundHeight;
  const base = front.ground === 'arcade' ? mix(block.wall, front.trim, 0.5) : block.wall;
  sheet.rect(
    left,
    y,
    right - left,
    groundHeight,
    sheet.gradient(
      [left, y],
      [right, y],
      [
        [0, lit(light, base)],
        [1, shaded(light, base, 0.4)],
      ],
    ),
  );
  if (front.texture !== 'brick') {
    const courses: (readonly [Point, Point])[] = [];
    for (let at = y + 16; at < STREET - 12; at += 16)
      courses.push([
        [left, at],
        [right, at],
      ]);
    sheet.lines(courses, light.shade, 1.4, 0.13);
  }
  sheet.rect(left, y - 5, right - left, 8, lighter(lit(light, front.trim), 0.12));
  sheet.rect(left, y + 3, right - left, 4, light.shade, light.depth * 0.8);
  sheet.rect(left, STREET - 12, right - left, 12, shaded(light, '#a59c8c', 0.5));
  const bay = (right - left - 24) / bays;
  const entrance = Math.floor(bays / 2) - (chance.maybe(0.5) ? 1 : 0);
  const paint = chance.pick(front.doors);
  const shops = front.ground !== 'plain' && chance.maybe(0.75);
  const awning = chance.pick(['#0b5e63', '#f2b134', '#b8420f', '#41597a', '#e9e1cf']);
  for (let index = 0; index < bays; index += 1) {
    const x = left + 12 + bay * index;
    if (index === entrance) {
      const wide = Math.min(64, bay * 0.62);
      drawDoor(
        sheet,
        { x: x + (bay - wide) / 2, y: y + 18, width: wide, height: groundHeight - 18 },
        paint,
        front.ground === 'arcade' ? 'round' : 'segment',
        light,
        true,
      );
    } else if (shops) {
      drawShop(
        sheet,
        x + 7,
        y + 20,
        bay - 14,
        groundHeight - 32,
        index % 2 === 0 ? awning : lighter(awning, 0.1),
        light,
        chance,
      );
    } else {
      const wide = Math.min(46, bay * 0.42);
      drawWindow(
        sheet,
        { x: x + (bay - wide) / 2, y: y + 26, width: wide, height: groundHeight * 0.52 },
        {
          across: 2,
          down: 3,
          frame: front.frame,
          trim: front.trim,
          shutters: null,
          head: front.ground === 'arcade' ? 'round' : front.head,
          sill: true,
        },
        light,
        chance,
      );
    }
  }
}

/** A shop window under a plain awning; no words. */
function drawShop(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  awning: Colour,
  light: Light,
  chance: Chance,
): void {
  const inside = light.evening ? '#ffd88f' : '#4a6177';
  sheet.rect(x - 3, y - 3, width + 6, height + 3, shaded(light, '#2b4560', 0.3));
  sheet.rect(
    x,
    y,
    width,
    height,
    sheet.gradient(
      [x, y],
      [x, y + height],
      [
        [0, light.evening ? '#f2b65e' : '#2f475e'],
        [1, inside],
      ],
    ),
  );
  for (let index = 0; index < 3; index += 1) {
    sheet.circle(
      x + width * (0.25 + 0.25 * index),
      y + height * 0.5,
      4.5,
      '#ffe6b0',
      light.evening ? 0.95 : 0.6,
    );
    sheet.rect(
      x + width * (0.14 + 0.27 * index),
      y + height - 22 - chance.between(0, 12),
      width * 0.17,
      40,
      chance.pick(['#d8c7a6', '#7fa08a', '#b8805f', '#c9d5d8']),
      0.8,
    );
  }
  sheet.rect(x, y + height - 16, width, 16, shaded(light, '#2b4560', 0.3));
  sheet.poly(
    [
      [x + width * 0.55, y],
      [x + width * 0.8, y],
      [x + width * 0.5, y + height - 16],
      [x + width * 0.25, y + height - 16],
    ],
    '#ffffff',
    0.1,
  );
  sheet.rect(x, y + 16, width, 12, light.shade, light.depth);
  const cloth = lit(light, awning);
  sheet.poly(
    [
      [x - 4, y - 6],
      [x + width + 4, y - 6],
      [x + width + 9, y + 18],
      [x - 9, y + 18],
    ],
    cloth,
  );
  sheet.rect(x - 9, y + 17, width + 18, 5, darker(cloth, 0.16));
}

function drawCornice(sheet: Sheet, { left, right, top }: Block, front: Front, light: Light): void {
  const stone = lit(light, front.trim);
  if (front.roof === 'tiles') {
    const eaves = lit(light, '#a2674c');
    sheet.rect(left - 9, top - 6, right - left + 18, 8, eaves);
    sheet.rect(left, top + 2, right - left, 11, light.shade, light.depth * 1.05);
    return;
  }
  sheet.rect(left - 7, top - 10, right - left + 14, 8, lighter(stone, 0.25));
  sheet.rect(left - 4, top - 2, right - left + 8, 6, stone);
  sheet.rect(left, top + 4, right - left, 8, light.shade, light.depth * 0.9);
}

function drawRoof(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, top, bays, roofColour } = block;
  const colour = lit(light, roofColour);
  const chimneys = (foot: number) => {
    for (const share of [0.12, 0.5, 0.88]) {
      if (chance.maybe(0.35)) continue;
      const x = left + (right - left) * share - 16;
      const brick = lit(light, front.texture === 'brick' ? '#9c4f3f' : '#cbb394');
      sheet.rect(x, foot - 34, 34, 46, brick);
      sheet.rect(x + 24, foot - 34, 10, 46, light.shade, light.depth);
      for (const pot of [4, 13, 22]) sheet.rect(x + pot, foot - 44, 6, 11, lit(light, '#b9664a'));
      sheet.rect(x - 2, foot - 36, 38, 4, lighter(brick, 0.25));
    }
  };
  if (front.roof === 'tiles') {
    chimneys(top - 34);
    sheet.poly(
      [
        [left - 9, top - 4],
        [left + 26, top - 42],
        [right - 26, top - 42],
        [right + 9, top - 4],
      ],
      sheet.gradient(
        [left, top - 42],
        [left, top],
        [
          [0, lighter(colour, 0.16)],
          [1, colour],
        ],
      ),
    );
    const rows: (readonly [Point, Point])[] = [];
    for (let x = left + 2; x < right; x += 9)
      rows.push([
        [x + (480 - x) * 0.02, top - 42],
        [x, top - 4],
      ]);
    sheet.within(
      [
        [left - 9, top - 4],
        [left + 26, top - 42],
        [right - 26, top - 42],
        [right + 9, top - 4],
      ],
      () => sheet.lines(rows, darker(colour, 0.25), 1.2, 0.4),
    );
    return;
  }
  const height = front.roof === 'steep' ? 104 : front.roof === 'slates' ? 78 : 88;
  const inset = front.roof === 'mansard' ? 14 : 34;
  chimneys(top - height + 8);
  const shape: Point[] = [
    [left, top - 8],
    [left + inset, top - height],
    [right - inset, top - height],
    [right, top - 8],
  ];
  sheet.poly(
    shape,
    sheet.gradient(
      [left, top - height],
      [right, top],
      [
        [0, lighter(colour, 0.24)],
        [0.55, colour],
        [1, shaded(light, roofColour, 0.7)],
      ],
    ),
  );
  if (front.roof === 'mansard') {
    sheet.poly(
      [
        [left + inset - 2, top - height],
        [left + 46, top - height - 15],
        [right - 46, top - height - 15],
        [right - inset + 2, top - height],
      ],
      shaded(light, roofColour, 0.75),
    );
    const seams: (readonly [Point, Point])[] = [];
    for (let x = left + 20; x < right - 12; x += 17)
      seams.push([
        [x, top - height],
        [x, top - 8],
      ]);
    sheet.lines(seams, darker(colour, 0.3), 1, 0.3);
  } else {
    sheet.within(shape, () => {
      const courses: (readonly [Point, Point])[] = [];
      for (let y = top - height + 8; y < top - 6; y += 8)
        courses.push([
          [left, y],
          [right, y],
        ]);
      sheet.lines(courses, darker(colour, 0.35), 1, 0.35);
    });
  }
  const bay = (right - left - 24) / bays;
  for (let index = 0; index < bays; index += 1) {
    if (front.roof !== 'mansard' && index % 2 === 1) continue;
    drawDormer(sheet, left + 12 + bay * (index + 0.5), top - 18, front, roofColour, light, chance);
  }
}

function drawDormer(
  sheet: Sheet,
  x: number,
  foot: number,
  front: Front,
  roof: Colour,
  light: Light,
  chance: Chance,
): void {
  const width = 34;
  const height = 46;
  sheet.poly(
    [
      [x + width / 2 + 5, foot],
      [x + width / 2 + 5, foot - height + 6],
      [x + width / 2 + 20, foot],
    ],
    light.shade,
    light.depth,
  );
  sheet.rect(x - width / 2 - 5, foot - height, width + 10, height, lit(light, front.trim));
  drawWindow(
    sheet,
    { x: x - width / 2 + 3, y: foot - height + 8, width: width - 6, height: height - 8 },
    {
      across: 2,
      down: 2,
      frame: front.frame,
      trim: null,
      shutters: null,
      head: front.roof === 'mansard' ? 'segment' : 'straight',
      sill: false,
    },
    light,
    chance,
  );
  const cap = shaded(light, roof, 0.4);
  if (front.roof === 'mansard') {
    sheet.path(
      `M${n(x - width / 2 - 9)} ${n(foot - height + 3)}Q${n(x)} ${n(foot - height - 20)} ${n(x + width / 2 + 9)} ${n(foot - height + 3)}Z`,
      cap,
    );
  } else {
    sheet.poly(
      [
        [x - width / 2 - 9, foot - height + 3],
        [x, foot - height - 18],
        [x + width / 2 + 9, foot - height + 3],
      ],
      cap,
    );
  }
}

function furnishStreet(sheet: Sheet, front: Front, light: Light, chance: Chance): void {
  const kind = chance.pick(front.trees);
  const side = chance.maybe(0.5);
  const x = side ? chance.between(52, 130) : chance.between(830, 905);
  drawTree(sheet, kind, x, STREET + 32, chance.between(290, 380), light, chance);
  if (chance.maybe(0.6))
    drawTree(
      sheet,
      kind,
      side ? chance.between(846, 930) : chance.between(24, 100),
      STREET + 28,
      chance.between(210, 290),
      light,
      chance,
    );
  drawLamp(sheet, side ? chance.between(640, 760) : chance.between(190, 320), STREET + 34, 176, light);
  if (chance.maybe(0.7))
    drawBicycle(
      sheet,
      chance.between(300, 600),
      STREET + 36,
      44,
      chance.pick(['#f2b134', '#0b5e63', '#b8420f', '#41597a']),
      light,
    );
}

/** The far side of a street seen from above a railing: roofs and windows, for views from inside. */
export function drawRooftops(
  sheet: Sheet,
  left: number,
  top: number,
  width: number,
  height: number,
  light: Light,
  chance: Chance,
): void {
  let x = left;
  while (x < left + width) {
    const wide = width * chance.between(0.18, 0.34);
    const y = top + height * chance.between(0.34, 0.6);
    const wall = distant(light, chance.pick(['#e0d3bb', '#dcbf9f', '#cfc8bd', '#e6dcc6']), 0.28);
    const roof = distant(light, chance.pick(['#7d8b9a', '#b06a4f', '#6f7f90']), 0.3);
    sheet.rect(x, y, wide, top + height - y, wall);
    sheet.poly(
      [
        [x - 2, y],
        [x + wide * 0.14, y - height * 0.1],
        [x + wide * 0.86, y - height * 0.1],
        [x + wide + 2, y],
      ],
      roof,
    );
    const pane = wide * 0.13;
    for (let row = y + height * 0.07; row < top + height; row += height * 0.17) {
      for (let column = 1; column <= 3; column += 1) {
        const on = light.evening && chance.maybe(0.5);
        sheet.rect(
          x + (wide / 4) * column - pane / 2,
          row,
          pane,
          height * 0.1,
          on ? '#ffd27a' : mix('#41597a', light.haze, 0.25),
        );
      }
    }
    x += wide;
  }
}
