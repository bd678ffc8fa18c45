import type { Chance } from '../../chance.ts';
import { distant, type Light } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { darker, lighter, Sheet } from '../paint.ts';

/** The far side of a street seen over a sill or a railing. */
export function drawRooftops(
  sheet: Sheet,
  left: number,
  top: number,
  width: number,
  height: number,
  light: Light,
  chance: Chance,
): void {
  let x = left - width * chance.between(0, 0.08);
  while (x < left + width) {
    const wide = Math.max(width * chance.between(0.2, 0.34), 46);
    const y = top + height * chance.between(0.36, 0.56);
    const colour = chance.pick(['#e0d3bb', '#dcbf9f', '#cfc8bd', '#e6dcc6', '#e3b48f']);
    const wall = distant(light, colour, 0.2);
    const roof = distant(light, chance.pick(['#7d8b9a', '#b06a4f', '#6f7f90']), 0.22);
    const slope = height * 0.11;
    sheet.rect(x + wide * 0.64, y - slope * 1.5, wide * 0.1, slope * 1.2, distant(light, '#cbb394', 0.2));
    sheet.poly(
      [
        [x - 2, y],
        [x + wide * 0.12, y - slope],
        [x + wide * 0.88, y - slope],
        [x + wide + 2, y],
      ],
      sheet.gradient(
        [x, y - slope],
        [x + wide, y],
        [
          [0, lighter(roof, 0.16)],
          [1, roof],
        ],
      ),
    );
    sheet.rect(
      x,
      y,
      wide,
      top + height - y,
      sheet.gradient(
        [x, y],
        [x + wide, y],
        [
          [0, lighter(wall, 0.1)],
          [1, distant(light, darker(colour, 0.12), 0.2)],
        ],
      ),
    );
    sheet.rect(x - 2, y, wide + 4, Math.max(2, height * 0.012), lighter(wall, 0.4));
    sheet.rect(
      x,
      y + Math.max(2, height * 0.012),
      wide,
      Math.max(3, height * 0.02),
      light.shade,
      light.depth * 0.5,
    );
    const columns = wide > width * 0.27 ? 4 : 3;
    const pane = (wide / columns) * 0.42;
    const storey = Math.max(height * 0.2, pane * 2.6);
    for (let row = y + storey * 0.26; row < top + height; row += storey) {
      for (let column = 0; column < columns; column += 1) {
        drawWindow(
          sheet,
          { x: x + (wide / columns) * (column + 0.5) - pane / 2, y: row, width: pane, height: storey * 0.58 },
          {
            across: 2,
            down: 2,
            frame: '#efe9dc',
            trim: pane > 12 ? '#efe6d6' : null,
            shutters: null,
            head: 'straight',
            sill: pane > 12,
          },
          light,
          chance,
        );
      }
    }
    x += wide;
  }
}
