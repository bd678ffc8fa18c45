import type { Chance } from '../chance/contract.ts';
import type { Colour, FrontName } from '../contract.ts';
import type { Light } from '../light/rules.server.ts';
import { mix, Sheet, WIDTH } from '../paint/rules.server.ts';
import { drawHorizon, drawPavement, drawSky } from '../street/rules.server.ts';
import { drawBicycle, drawLamp } from '../street/things/rules.server.ts';
import { drawTree } from '../street/trees/rules.server.ts';
import { drawBlock } from './blocks/rules.server.ts';
import { type Block, FRONTS, type Front, STREET } from './fronts/contract.ts';

/** An old street front with its neighbours, a pavement and a tree. */
export function drawTownFront(sheet: Sheet, name: FrontName, light: Light, chance: Chance): void {
  const front: Front = FRONTS[name];
  drawSky(sheet, light, chance);
  drawHorizon(sheet, front.horizon, STREET, light, chance);
  const floors = chance.whole(...front.floors);
  const bays = chance.whole(...front.bays);
  const width = bays * chance.between(100, 120) + 40;
  const left = (WIDTH - width) / 2 + chance.between(-70, 70);
  const groundHeight = 116;
  const floorHeight = Math.min(112, (STREET - 150 - groundHeight) / floors);
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
