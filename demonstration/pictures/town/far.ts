import type { Chance } from '../../chance.ts';
import { type Light, lit, shaded } from '../light.ts';
import { lighter, mix, n, Sheet } from '../paint.ts';
import { type Block, type Front, STREET } from './fronts.ts';

/** A house further down the street: the same walls and roof, its windows in a few strokes. */
export function drawFarBlock(
  sheet: Sheet,
  front: Front,
  block: Block,
  light: Light,
  chance: Chance,
  veil: number,
): void {
  const { left, right, top, floors, floorHeight, groundHeight, bays, roofColour, wall } = block;
  if (!sheet.sees(left - 20, top - 150, right - left + 40, STREET - top + 150)) return;
  const far = (tone: string) => mix(tone, light.haze, veil);
  const gabled = front.gable !== undefined && bays <= 4;
  const rise = front.roof === 'tiles' ? 40 : front.roof === 'parapet' ? 8 : 92;
  const middle = (left + right) / 2;
  const roof = far(shaded(light, roofColour, 0.2));
  if (gabled) {
    const peak = top - Math.min(170, (right - left) * 0.46);
    sheet.poly(
      [
        [left, top + 2],
        [middle, peak],
        [right, top + 2],
      ],
      far(lit(light, wall)),
    );
    sheet.path(
      `M${n(left - 16)} ${n(top + 6)}L${n(middle)} ${n(peak - 10)}L${n(right + 16)} ${n(top + 6)}`,
      null,
      { stroke: roof, width: 13 },
    );
  } else {
    for (const share of [0.2, 0.74]) {
      const x = left + (right - left) * share;
      sheet.rect(x, top - rise - 24, 28, 36, far(shaded(light, '#cbb394', 0.4)));
    }
    sheet.poly(
      [
        [left - 6, top],
        [left + 24, top - rise],
        [right - 24, top - rise],
        [right + 6, top],
      ],
      roof,
    );
  }
  sheet.rect(left, top, right - left, STREET - top, far(shaded(light, wall, 0.12)));
  if (front.texture !== 'brick')
    sheet.rect(
      left,
      STREET - groundHeight,
      right - left,
      groundHeight,
      far(shaded(light, mix(wall, front.trim, 0.4), 0.3)),
    );
  const bay = (right - left - 24) / bays;
  const wide = front.panes ? bay * 0.6 : Math.min(44, bay * 0.42);
  const trims: string[] = [];
  const panes: string[] = [];
  const lamps: string[] = [];
  const shutters: string[] = [];
  const rails: string[] = [];
  const edge = front.shutters && front.texture === 'plaster' ? 0 : 5;
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floorHeight * (floor + 0.2);
    const high = floorHeight * (floor === 0 && front.roof !== 'mansard' ? 0.54 : 0.66);
    for (let index = 0; index < bays; index += 1) {
      const x = left + 12 + bay * (index + 0.5) - wide / 2;
      if (edge > 0) trims.push(box(x - edge, y - edge, wide + edge * 2, high + edge));
      if (front.shutters)
        shutters.push(box(x - wide * 0.5, y, wide * 0.48, high), box(x + wide * 1.02, y, wide * 0.48, high));
      (chance.maybe(light.evening ? 0.45 : 0.04) ? lamps : panes).push(box(x, y, wide, high));
      if (front.balcony !== 'none' && floor > 0 && chance.maybe(0.6))
        rails.push(box(x - 5, y + high * 0.64, wide + 10, high * 0.36));
    }
  }
  const ground = STREET - groundHeight;
  for (let index = 0; index < bays; index += 1) {
    const x = left + 12 + bay * index;
    if (front.ground === 'plain') panes.push(box(x + bay * 0.3, ground + 26, bay * 0.4, groundHeight * 0.5));
    else (light.evening ? lamps : panes).push(box(x + 7, ground + 26, bay - 14, groundHeight - 44));
  }
  const draw = (marks: readonly string[], fill: string, opacity = 1) => {
    if (marks.length > 0) sheet.path(marks.join(''), fill, { opacity });
  };
  draw(trims, far(lit(light, front.trim)));
  if (front.shutters) draw(shutters, far(lit(light, chance.pick(front.shutters))));
  draw(panes, far(mix('#2f4a63', light.sky[1], light.evening ? 0.12 : 0.24)));
  draw(lamps, '#fbce7c');
  draw(rails, far(shaded(light, '#22384f', 0.3)), 0.62);
  if (front.ground !== 'plain')
    sheet.rect(
      left + 14,
      ground + 12,
      right - left - 28,
      18,
      far(lit(light, chance.pick(['#0b5e63', '#f2b134', '#b8420f', '#41597a', '#e9e1cf']))),
    );
  if (front.timbers) {
    const wood: string[] = [];
    for (let floor = 0; floor <= floors; floor += 1)
      wood.push(`M${n(left)} ${n(top + floorHeight * floor)}H${n(right)}`);
    for (let index = 0; index <= bays; index += 1)
      wood.push(`M${n(left + 2 + ((right - left - 4) / bays) * index)} ${n(top)}V${n(ground)}`);
    sheet.path(wood.join(''), null, { stroke: far(lit(light, front.timbers[0]!)), width: 6 });
  }
  if (!gabled) sheet.rect(left - 5, top - 6, right - left + 10, 8, far(lighter(lit(light, front.trim), 0.1)));
  sheet.rect(right - 3, top, 3, STREET - top, light.shade, light.depth * 0.7);
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}H${n(x + width)}V${n(y + height)}H${n(x)}Z`;
}
