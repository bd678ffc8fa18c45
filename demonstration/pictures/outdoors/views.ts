import type { Chance } from '../../chance.ts';
import type { View } from '../brief.ts';
import { drawView } from '../glazing.ts';
import { type Light, lit, shaded } from '../light.ts';
import { darker, lighter, n, Sheet, WIDTH } from '../paint.ts';
import { drawBush } from '../street/trees.ts';

/** What is seen from a window: open casements, a sill, the view as far as the light goes. */
export function drawWindowView(sheet: Sheet, view: View, light: Light, chance: Chance): void {
  drawView(sheet, view, { left: 0, top: 0, width: WIDTH, height: 640 }, light, chance.branch('view'));
  const frame = chance.pick(['#f4f1e8', '#f4f1e8', '#c9a878', '#3a4a5a', '#efe6d2']);
  const inside = light.evening ? shaded(light, frame, 0.6) : shaded(light, frame, 0.3);
  const wall = shaded(
    light,
    chance.pick(['#f1ece0', '#e6ebf0', '#e6c3aa', '#cfdac6', '#d7e0dd']),
    light.evening ? 1 : 0.6,
  );
  const kind = chance.pick(['casements', 'casements', 'wide', 'arch'] as const);
  const edge = kind === 'wide' ? 40 : chance.between(90, 170);
  const top = chance.between(30, 76);
  const sill = 640;
  const hole =
    kind === 'arch'
      ? `M${n(WIDTH - edge)} ${sill}V300C${n(WIDTH - edge)} ${n(top)} ${n(edge)} ${n(top)} ${n(edge)} 300V${sill}Z`
      : `M${n(edge)} ${n(top)}V${sill}H${n(WIDTH - edge)}V${n(top)}Z`;
  sheet.path(`M0 0H${WIDTH}V720H0Z${hole}`, wall, {});
  sheet.path(hole, null, { stroke: inside, width: 26 });
  sheet.path(hole, null, { stroke: lighter(inside, 0.2), width: 6 });
  if (kind === 'casements') {
    for (const side of [-1, 1]) {
      const x = side === -1 ? edge : WIDTH - edge;
      const out = x - side * chance.between(70, 120);
      const leaf = `M${n(x)} ${n(top)}L${n(out)} ${n(top - 34)}V${sill + 44}L${n(x)} ${sill}Z`;
      sheet.path(leaf, '#dcebea', { opacity: 0.34 });
      sheet.path(leaf, null, { stroke: inside, width: 15 });
      sheet.line(x, (top + sill) / 2, out, (top + sill) / 2 + 4, inside, 8);
    }
  } else if (kind === 'wide')
    for (const share of [1 / 3, 2 / 3]) sheet.rect(WIDTH * share - 6, top, 12, sill - top, inside);
  sheet.rect(0, sill - 4, WIDTH, 84, shaded(light, '#f1ece0', 0.3));
  sheet.rect(0, sill - 8, WIDTH, 14, lighter(lit(light, '#f1ece0'), 0.3));
  for (const x of chance.pick([[180, 250], [740], [160, 800], [700, 780]])) {
    const size = chance.between(26, 42);
    drawBush(sheet, x, sill - size * 0.6, size, chance.pick(['round', 'olive', 'plane']), light, chance);
    const clay = lit(light, chance.pick(['#b9664a', '#2b4560', '#e3dccb', '#0f7378']));
    sheet.poly(
      [
        [x - size * 0.62, sill - size * 0.8],
        [x + size * 0.62, sill - size * 0.8],
        [x + size * 0.46, sill + 10],
        [x - size * 0.46, sill + 10],
      ],
      clay,
    );
    sheet.rect(x - size * 0.7, sill - size * 0.92, size * 1.4, size * 0.22, darker(clay, 0.1));
  }
}
