import type { Chance } from '../../chance.ts';
import type { Colour, Point, WindowLook } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { drawBalcony, drawFlowers, drawWindow } from '../openings.ts';
import { lighter, Sheet } from '../paint.ts';
import { type Block, type Front, STREET } from './fronts.ts';
import { drawGable } from './gables.ts';
import { drawGroundFloor } from './ground.ts';
import { drawCornice, drawRoof } from './roofs.ts';
import { drawTimbers } from './timber.ts';

export function drawBlock(
  sheet: Sheet,
  front: Front,
  block: Block,
  light: Light,
  chance: Chance,
  veil: number,
): void {
  const { left, right, top } = block;
  const wall = lit(light, block.wall);
  const gabled = front.gable !== undefined && block.bays <= 4 && block.right - block.left < 420;
  if (!gabled) drawRoof(sheet, front, block, light, chance);
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
  if (front.quoins && !front.timbers) drawQuoins(sheet, block, front.trim, light);
  if (front.timbers) drawTimberFrame(sheet, front.timbers, block, light, chance);
  drawStoreys(sheet, front, block, light, chance);
  drawGroundFloor(sheet, front, block, light, chance);
  if (gabled) drawGable(sheet, front, block, light, chance);
  else drawCornice(sheet, block, front, light);
  sheet.rect(right - 2, top, 3, STREET - top, light.shade, light.depth * 0.8);
  if (veil > 0) sheet.rect(left, top, right - left, STREET - top, light.haze, veil);
}

function drawQuoins(sheet: Sheet, { left, right, top }: Block, trim: Colour, light: Light): void {
  const stone = lighter(lit(light, trim), 0.05);
  for (let y = top, row = 0; y < STREET; y += 17, row += 1) {
    const wide = row % 2 === 0 ? 24 : 15;
    sheet.rect(left, y, wide, 15, stone, 0.85);
    sheet.rect(right - wide, y, wide, 15, stone, 0.85);
  }
}

function drawTimberFrame(
  sheet: Sheet,
  colours: readonly Colour[],
  { left, right, top, floors, floorHeight, bays }: Block,
  light: Light,
  chance: Chance,
): void {
  const colour = chance.pick(colours);
  for (let floor = 0; floor < floors; floor += 1)
    drawTimbers(
      sheet,
      {
        left: left + 3,
        right: right - 3,
        top: top + floor * floorHeight,
        foot: top + (floor + 1) * floorHeight,
        bays,
      },
      colour,
      light,
      chance.branch('braces'),
    );
}

/** Dressed granite: blocks of several greys, here and there. */
function drawGranite(sheet: Sheet, { left, right, top }: Block, light: Light, chance: Chance): void {
  for (let index = 0; index < 90; index += 1) {
    const y = top + 15 * Math.floor(chance.between(0, (STREET - top) / 15));
    const wide = chance.between(18, 46);
    sheet.rect(
      chance.between(left, right - wide),
      y + 1,
      wide,
      13,
      lit(light, chance.pick(['#b7afa0', '#d4cdbd', '#a9a294', '#c9bda6', '#bcb8b0'])),
      0.55,
      2,
    );
  }
}

function drawTexture(sheet: Sheet, front: Front, block: Block, light: Light, chance: Chance): void {
  const { left, right, top, floorHeight, groundHeight } = block;
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
  if (front.texture === 'granite') drawGranite(sheet, block, light, chance);
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
  const tall = front.panes === 'wide' ? 0.72 : front.panes === 'deco' ? 0.58 : front.shutters ? 0.36 : 0.44;
  const shutters = front.shutters ? chance.pick(front.shutters) : null;
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * floorHeight;
    const attic = floor === 0 && front.roof !== 'mansard';
    const height = floorHeight * (attic ? 0.56 : 0.68);
    const width = Math.min(front.panes === 'wide' ? 86 : front.panes === 'deco' ? 66 : 46, bay * tall);
    const running = front.balcony === 'running' && (floor === floors - 1 || floor === 0);
    for (let index = 0; index < bays; index += 1) {
      const x = left + 12 + bay * index + (bay - width) / 2;
      if (!sheet.sees(x - width, y, width * 3, floorHeight)) continue;
      const look: WindowLook = {
        across: front.panes === 'wide' ? 4 : front.panes === 'deco' ? 3 : 2,
        down: front.panes === 'wide' ? 4 : attic ? 2 : front.panes === 'deco' ? 2 : 3,
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
        const solid = front.panes === 'deco';
        drawBalcony(
          sheet,
          { x: x - 5, y: wy + height - rail, width: width + 10, height: rail },
          solid ? 'solid' : front.railing,
          solid ? lighter(block.wall, 0.3) : '#22384f',
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
