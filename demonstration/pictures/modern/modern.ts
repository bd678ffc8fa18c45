import type { Chance } from '../../chance.ts';
import type { Horizon } from '../brief.ts';
import type { Light } from '../light.ts';
import { Sheet } from '../paint.ts';
import { drawFromAir } from './air.ts';
import { type CornerLook, drawModernCorner } from './corners.ts';
import { drawNewBuild } from './new-build.ts';
import { drawSeventies } from './seventies.ts';

const CORNERS = {
  'new-build': { styles: ['white', 'timber', 'brick', 'panels', 'grid'], floors: [3, 5], ground: 'street' },
  seventies: { styles: ['bands', 'bands', 'panels'], floors: [5, 7], ground: 'garden' },
  business: { styles: ['curtain', 'grid', 'panels', 'curtain'], floors: [3, 5], ground: 'street' },
  garden: { styles: ['white', 'timber', 'brick', 'white'], floors: [3, 5], ground: 'garden' },
} as const satisfies Record<string, CornerLook>;

/** A recent building: straight on, or at its corner. */
export function drawModern(
  sheet: Sheet,
  kind: 'seventies' | 'new-build' | 'business',
  horizon: Horizon,
  light: Light,
  chance: Chance,
): void {
  const corner = kind === 'business' || chance.branch('manner').maybe(kind === 'seventies' ? 0.6 : 0.72);
  if (corner) drawModernCorner(sheet, CORNERS[kind], horizon, light, chance);
  else if (kind === 'seventies') drawSeventies(sheet, light, chance, horizon);
  else drawNewBuild(sheet, light, chance, horizon);
}

/** A programme as its architect shows it. */
export function drawProgramme(
  sheet: Sheet,
  seen: 'street' | 'garden' | 'air',
  horizon: Horizon,
  light: Light,
  chance: Chance,
): void {
  if (seen === 'air') drawFromAir(sheet, light, chance);
  else if (seen === 'garden') drawModernCorner(sheet, CORNERS.garden, horizon, light, chance);
  else drawModern(sheet, 'new-build', horizon, light, chance);
}
