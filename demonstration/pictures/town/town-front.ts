import type { Chance } from '../../chance.ts';
import type { Colour, FrontName, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { fine, HEIGHT, mix, n, Sheet, type Warp, WIDTH } from '../paint.ts';
import { drawHorizon, drawPavement, drawSky } from '../street/background.ts';
import { drawBench, drawBicycle, drawCarAside, drawLamp, drawPassers } from '../street/things.ts';
import { drawTree } from '../street/trees.ts';
import { drawBlock } from './blocks.ts';
import { drawFarBlock } from './far.ts';
import { type Block, FRONTS, type Front, STREET } from './fronts.ts';

/** How fast the right and the left wall of a corner run away. */
const CORNER_DEPTHS = [0.0017, 0.0011] as const;

/** Where the eye stands in the street, for fronts seen aslant. */
const EYE = STREET - 66;

type View = 'face' | 'close' | 'corner' | 'aslant' | 'square';

/** An old street front: from across the street, from its foot, at a corner, aslant, or over a square. */
export function drawTownFront(
  sheet: Sheet,
  name: FrontName,
  light: Light,
  chance: Chance,
  whole = false,
): void {
  const front: Front = FRONTS[name];
  const view = whole
    ? chance.pick(['corner', 'square', 'face', 'aslant'] as const)
    : chance.pick(['face', 'face', 'close', 'close', 'corner', 'aslant', 'aslant', 'square'] as const);
  VIEWS[view](sheet, front, light, chance);
}

const VIEWS: Readonly<Record<View, (sheet: Sheet, front: Front, light: Light, chance: Chance) => void>> = {
  face(sheet, front, light, chance) {
    closer(sheet, chance.between(1, 1.16), [chance.between(420, 540), STREET + 40], () => {
      drawSky(sheet, light, chance);
      drawHorizon(sheet, front.horizon, STREET, light, chance);
      drawRow(sheet, front, light, chance, -160, WIDTH + 160);
      drawPavement(sheet, STREET, light);
      drawFarShadow(sheet, light, chance);
      furnishStreet(sheet, front, light, chance, 0.8);
    });
  },
  close(sheet, front, light, chance) {
    const zoom = chance.between(1.4, 1.9);
    const low = chance.maybe(0.6);
    closer(sheet, zoom, [chance.between(380, 580), low ? STREET + 30 : chance.between(250, 330)], () => {
      drawSky(sheet, light, chance);
      drawHorizon(sheet, front.horizon, STREET, light, chance);
      drawRow(sheet, front, light, chance, 60, WIDTH - 60);
      drawPavement(sheet, STREET, light);
      if (low) {
        drawFarShadow(sheet, light, chance);
        furnishStreet(sheet, front, light, chance, 0.45);
      }
    });
  },
  corner(sheet, front, light, chance) {
    drawSky(sheet, light, chance);
    drawHorizon(sheet, front.horizon, EYE + 14, light, chance);
    const edge = chance.between(380, 600);
    drawRoad(sheet, light);
    const walls = chance.shuffle(front.walls);
    const own = sizesOf(front, chance);
    const roof = chance.pick(front.roofs);
    const flat: Front = { ...front, balcony: front.balcony === 'running' ? 'each' : front.balcony };
    for (const side of [1, -1] as const) {
      const warp = receding(edge, side, CORNER_DEPTHS[side === 1 ? 0 : 1], side === 1 ? 0.86 : 0.96);
      sheet.warped(warp, () => {
        let at = 0;
        for (let index = 0; at < (side === 1 ? 1300 : 900); index += 1) {
          const size = index === 0 ? own : sizesOf(front, chance);
          const bays = index === 0 ? Math.max(2, Math.min(4, size.bays)) : 3;
          const width = bays * 112 + 30;
          const block = blockOf(
            size,
            side === 1 ? at : -at - width,
            width,
            bays,
            index === 0 ? walls[0]! : walls[(index + (side === 1 ? 1 : 0)) % walls.length]!,
            index === 0 ? roof : chance.pick(front.roofs),
          );
          const tone: Block =
            side === 1 ? { ...block, wall: mix(block.wall, light.shade, light.depth * 0.5) } : block;
          if (index === 0) drawBlock(sheet, flat, tone, light, chance.branch(`wing${side}`), 0);
          else drawFarBlock(sheet, flat, tone, light, chance, 0.12);
          at += width;
        }
        pave(sheet, side === 1 ? 0 : -1900, side === 1 ? 1900 : 0, light);
      });
    }
    if (!front.gable || own.bays > 4) joinRoofs(sheet, front, edge, own, roof, light);
    furnishStreet(sheet, front, light, chance, 0.5);
  },
  aslant(sheet, front, light, chance) {
    drawSky(sheet, light, chance);
    drawHorizon(sheet, front.horizon, EYE + 10, light, chance);
    drawRoad(sheet, light);
    const walls = chance.shuffle(front.walls);
    const flat: Front = { ...front, balcony: front.balcony === 'running' ? 'each' : front.balcony };
    const deep = chance.between(0.0007, 0.0011);
    sheet.warped(receding(-30, 1, deep, chance.between(1.04, 1.16)), () => {
      let at = -60;
      for (let index = 0; at < 2100; index += 1) {
        const size = sizesOf(front, chance);
        const bays = front.gable ? Math.min(3, size.bays) : Math.min(4, size.bays);
        const width = bays * chance.between(98, 116) + 24;
        const block = blockOf(size, at, width, bays, walls[index % walls.length]!, chance.pick(front.roofs));
        if (index < 2) drawBlock(sheet, flat, block, light, chance.branch(`row${index}`), index * 0.06);
        else drawFarBlock(sheet, flat, block, light, chance, Math.min(0.4, index * 0.07));
        at += width;
      }
      pave(sheet, -200, 3000, light);
    });
    furnishStreet(sheet, front, light, chance, 0.6);
  },
  square(sheet, front, light, chance) {
    const far = chance.between(0.66, 0.8);
    drawSky(sheet, light, chance);
    drawHorizon(sheet, front.horizon, STREET * far + 60, light, chance);
    closer(sheet, far, [480, 40], () => drawRow(sheet, front, light, chance, -320, WIDTH + 320));
    const foot = 40 + (STREET - 40) * far;
    drawSquare(sheet, foot, light, chance);
    const kind = chance.pick(front.trees);
    for (const x of chance.pick([[90, 860], [150, 330, 820], [60, 640, 880], [110]]))
      drawTree(
        sheet,
        kind,
        x + chance.between(-30, 30),
        foot + chance.between(30, 90),
        chance.between(250, 380),
        light,
        chance,
      );
    if (chance.maybe(0.7)) drawBench(sheet, chance.between(260, 640), foot + 76, light);
    drawLamp(sheet, chance.between(380, 620), foot + 40, 190, light);
    if (chance.maybe(0.6)) drawPassers(sheet, chance.between(200, 760), foot + 64, 74, light, chance);
  },
};

/** The slope that turns the corner, between the two roofs that end there. */
function joinRoofs(sheet: Sheet, front: Front, edge: number, own: Sizes, colour: Colour, light: Light): void {
  const shapes: Readonly<Partial<Record<Front['roof'], readonly [rise: number, inset: number]>>> = {
    tiles: [42, 26],
    mansard: [88, 14],
    slates: [78, 34],
    steep: [104, 34],
    glazed: [104, 34],
  };
  const shape = shapes[front.roof];
  if (!shape) return;
  const [rise, inset] = shape;
  const top = STREET - own.groundHeight - own.floors * own.floorHeight;
  const [right, left] = [
    receding(edge, 1, CORNER_DEPTHS[0], 0.86),
    receding(edge, -1, CORNER_DEPTHS[1], 0.96),
  ];
  sheet.poly(
    [right.at([0, top - 6]), right.at([inset, top - rise]), left.at([-inset, top - rise])],
    shaded(light, colour, 0.45),
  );
}

/** The picture, nearer: what was at `kept` stays in the frame, low points stay low. */
function closer(sheet: Sheet, zoom: number, [x, y]: Point, draw: () => void): void {
  const left = Math.min(0, WIDTH / 2 - x * zoom + (x - WIDTH / 2) * 0.4);
  const across = zoom >= 1 ? Math.max(WIDTH - WIDTH * zoom, left) : (WIDTH - WIDTH * zoom) / 2;
  const up = y - y * zoom;
  sheet.moved(`translate(${n(across)} ${n(up)}) scale(${fine(zoom)})`, draw, {
    left: -across / zoom,
    top: -up / zoom,
    right: (WIDTH - across) / zoom,
    foot: (HEIGHT - up) / zoom,
  });
}

/** A plane that runs away from an edge, as in a street. */
function receding(edge: number, side: 1 | -1, deep: number, wide: number): Warp {
  const share = (x: number) => 1 / (1 + deep * Math.max(-260, x * side));
  return {
    at: ([x, y]) => [edge + x * share(x) * wide, EYE + (y - EYE) * share(x)],
    scale: ([x]) => share(x),
  };
}

interface Sizes {
  readonly floors: number;
  readonly bays: number;
  readonly groundHeight: number;
  readonly floorHeight: number;
}

function sizesOf(front: Front, chance: Chance): Sizes {
  const floors = chance.whole(...front.floors);
  const groundHeight = chance.between(100, 122);
  const room = front.gable ? 210 : 150;
  return {
    floors,
    bays: chance.whole(...front.bays),
    groundHeight,
    floorHeight: Math.min(chance.between(98, 116), (STREET - room - groundHeight) / floors),
  };
}

function blockOf(
  size: Sizes,
  left: number,
  width: number,
  bays: number,
  wall: Colour,
  roofColour: Colour,
): Block {
  return {
    left,
    right: left + width,
    top: STREET - size.groundHeight - size.floors * size.floorHeight,
    floorHeight: size.floorHeight,
    groundHeight: size.groundHeight,
    floors: size.floors,
    bays,
    wall,
    roofColour,
  };
}

/** Houses side by side, the one for sale near the middle. */
function drawRow(sheet: Sheet, front: Front, light: Light, chance: Chance, from: number, to: number): void {
  const walls = chance.shuffle(front.walls);
  const size = sizesOf(front, chance);
  const width = size.bays * chance.between(100, 120) + 34;
  const left = (WIDTH - width) / 2 + chance.between(-90, 90);
  const own = blockOf(size, left, width, size.bays, walls[0]!, chance.pick(front.roofs));
  for (const side of [-1, 1] as const) {
    let edge = side === -1 ? own.left : own.right;
    for (let index = 0; side === -1 ? edge > from : edge < to; index += 1) {
      const next = sizesOf(front, chance);
      const bays = front.gable ? next.bays : Math.max(3, Math.min(4, next.bays));
      const wide = bays * chance.between(96, 112) + 24;
      const block = blockOf(
        next,
        side === -1 ? edge - wide : edge,
        wide,
        bays,
        mix(walls[(index * 2 + (side === -1 ? 1 : 2)) % walls.length]!, light.haze, 0.18),
        mix(chance.pick(front.roofs), light.haze, 0.22),
      );
      const plain: Front = { ...front, balcony: front.balcony === 'running' ? 'each' : front.balcony };
      if (index === 0) drawBlock(sheet, plain, block, light, chance.branch(`side${side}`), 0.14);
      else drawFarBlock(sheet, plain, block, light, chance, 0.14);
      edge += side * wide;
    }
  }
  drawBlock(sheet, front, own, light, chance, 0);
}

/** A street has another side: its shadow climbs the ground floor. */
function drawFarShadow(sheet: Sheet, light: Light, chance: Chance): void {
  if (light.depth < 0.22) return;
  const climb = chance.between(20, 110);
  const lean = chance.between(0.3, 0.6);
  sheet.poly(
    [
      [-200, STREET - climb * lean],
      [WIDTH + 200, STREET - climb],
      [WIDTH + 200, 800],
      [-200, 800],
    ],
    light.shade,
    light.depth * 0.42,
  );
}

/** The roadway as far as it can be seen. */
function drawRoad(sheet: Sheet, light: Light): void {
  sheet.rect(
    0,
    EYE + 9,
    WIDTH,
    HEIGHT,
    sheet.gradient(
      [0, EYE + 9],
      [0, HEIGHT],
      [
        [0, mix(lit(light, '#a3a9ae'), light.haze, 0.4)],
        [0.4, shaded(light, '#868d97', 0.24)],
        [1, shaded(light, '#868d97', 0.3)],
      ],
    ),
  );
}

/** Pavement, kerb and roadway at the foot of a plane seen aslant. */
function pave(sheet: Sheet, from: number, to: number, light: Light): void {
  const strip = (top: number, foot: number, tone: Colour, share: number) =>
    sheet.rect(from, top, to - from, foot - top, shaded(light, tone, share));
  strip(STREET, STREET + 34, '#d8d3c8', 0.3);
  strip(STREET + 32, STREET + 38, '#e9e5dc', 0);
  strip(STREET + 38, STREET + 43, '#8d9199', 1);
  strip(STREET + 43, 1400, '#868d97', 0.24);
  sheet.rect(from, STREET - 2, to - from, 7, light.shade, light.depth * 0.8);
}

/** Stones of a square, seen from its other side. */
function drawSquare(sheet: Sheet, foot: number, light: Light, chance: Chance): void {
  const green = chance.maybe(0.35);
  const tone = green ? '#a5bd88' : chance.pick(['#d8d0c0', '#d2cdc4', '#ddcfb4']);
  sheet.rect(
    -10,
    foot,
    WIDTH + 20,
    740 - foot,
    sheet.gradient(
      [0, foot],
      [0, 720],
      [
        [0, shaded(light, tone, 0.4)],
        [0.3, lit(light, tone)],
        [1, shaded(light, tone, 0.6)],
      ],
    ),
  );
  const joints: (readonly [Point, Point])[] = [];
  if (!green) {
    for (let share = 0.06; share < 1; share *= 1.6)
      joints.push([
        [0, foot + (720 - foot) * share],
        [WIDTH, foot + (720 - foot) * share],
      ]);
    for (let x = -900; x <= WIDTH + 900; x += 120)
      joints.push([
        [480 + (x - 480) * 0.42, foot],
        [x, 720],
      ]);
  }
  sheet.lines(joints, light.shade, 1.2, 0.12);
  sheet.rect(-10, foot, WIDTH + 20, 9, light.shade, light.depth * 0.5);
}

function furnishStreet(sheet: Sheet, front: Front, light: Light, chance: Chance, leafy: number): void {
  const kind = chance.pick(front.trees);
  const side = chance.maybe(0.5);
  if (chance.maybe(leafy))
    drawTree(
      sheet,
      kind,
      side ? chance.between(52, 150) : chance.between(810, 905),
      STREET + 32,
      chance.between(270, 400),
      light,
      chance,
    );
  if (chance.maybe(leafy * 0.6))
    drawTree(
      sheet,
      kind,
      side ? chance.between(846, 930) : chance.between(24, 100),
      STREET + 28,
      chance.between(200, 300),
      light,
      chance,
    );
  if (chance.maybe(0.7))
    drawLamp(sheet, side ? chance.between(640, 780) : chance.between(170, 320), STREET + 34, 176, light);
  const what = chance.next();
  if (what < 0.4)
    drawBicycle(
      sheet,
      chance.between(300, 600),
      STREET + 36,
      44,
      chance.pick(['#f2b134', '#0b5e63', '#b8420f', '#41597a']),
      light,
    );
  else if (what < 0.62) drawPassers(sheet, chance.between(240, 700), STREET + 37, 82, light, chance);
  else if (what < 0.86)
    drawCarAside(
      sheet,
      chance.between(180, 620),
      STREET + 72,
      190,
      chance.pick(['#41597a', '#0f7378', '#b8603f', '#e9e1cf', '#7a2f2f', '#8f9aa6', '#f2e6cf']),
      light,
    );
}
