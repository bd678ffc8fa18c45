import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { type Light, lit } from '../light.ts';
import { darker, n, Sheet } from '../paint.ts';

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  readonly bays: number;
}

/** The timbers of one storey: sills, posts between the bays, braces under the windows. */
export function drawTimbers(
  sheet: Sheet,
  { left, right, top, foot, bays }: Frame,
  colour: Colour,
  light: Light,
  chance: Chance,
): void {
  const wood = lit(light, colour);
  const thick = 7;
  const bay = (right - left) / bays;
  const high = foot - top;
  const braces: string[] = [];
  const brace = chance.pick(['cross', 'slant', 'upright', 'lozenge'] as const);
  const sill = top + high * 0.78;
  for (let index = 0; index < bays; index += 1) {
    const x = left + bay * index + thick;
    const [w, h] = [bay - thick * 2, foot - sill - thick];
    if (brace === 'cross' || (brace === 'slant' && index % 2 === 0))
      braces.push(`M${n(x)} ${n(sill + 3)}L${n(x + w)} ${n(sill + 3 + h)}`);
    if (brace === 'cross' || (brace === 'slant' && index % 2 === 1))
      braces.push(`M${n(x + w)} ${n(sill + 3)}L${n(x)} ${n(sill + 3 + h)}`);
    if (brace === 'upright')
      for (const share of [0.2, 0.4, 0.6, 0.8]) braces.push(`M${n(x + w * share)} ${n(sill)}V${n(foot)}`);
    if (brace === 'lozenge')
      braces.push(
        `M${n(x + w / 2)} ${n(sill + 2)}L${n(x + w * 0.8)} ${n(sill + h / 2)}L${n(x + w / 2)} ${n(foot - 4)}L${n(x + w * 0.2)} ${n(sill + h / 2)}Z`,
      );
  }
  braces.push(
    `M${n(left + thick)} ${n(sill)}L${n(left + bay * 0.34)} ${n(top + 6)}`,
    `M${n(right - thick)} ${n(sill)}L${n(right - bay * 0.34)} ${n(top + 6)}`,
  );
  sheet.path(braces.join(''), null, { stroke: wood, width: thick * 0.8 });
  const bars: string[] = [];
  for (let index = 0; index <= bays; index += 1) bars.push(`M${n(left + bay * index)} ${n(top)}V${n(foot)}`);
  for (const y of [top + 3, sill, foot - 3]) bars.push(`M${n(left)} ${n(y)}H${n(right)}`);
  sheet.path(bars.join(''), null, { stroke: wood, width: thick });
  sheet.path(`M${n(left)} ${n(foot)}H${n(right)}`, null, { stroke: darker(wood, 0.3), width: 2.4 });
}
