import type { Chance } from '../../chance.ts';
import type { Colour, Detached, DetachedLook } from '../brief.ts';
import type { Light } from '../light.ts';
import { fine, HEIGHT, n, Sheet, WIDTH } from '../paint.ts';
import { drawGround, drawHorizon, drawSky } from '../street/background.ts';
import { drawBush, drawTree } from '../street/trees.ts';
import { drawChalet, drawLonghouse, drawMas } from './country.ts';
import { FOOT } from './masonry.ts';
import { drawLavender, drawPool, drawPot } from './planting.ts';
import { drawStandingHouse } from './scenes.ts';
import { drawContemporary, drawPavillon } from './suburb.ts';

/** Houses that are also drawn flat, as on a poster. */
const POSTERS = [
  'pavillon',
  'mas',
  'longere',
  'contemporary',
  'chalet',
] as const satisfies readonly Detached[];
type Poster = (typeof POSTERS)[number];

const GROUNDS: Readonly<Record<Poster, Colour>> = {
  pavillon: '#98b884',
  mas: '#cdbb8c',
  longere: '#93b580',
  contemporary: '#a3bd89',
  chalet: '#9cba86',
};

/** A house in its garden. */
export function drawDetached(
  sheet: Sheet,
  { house, pool, horizon }: DetachedLook,
  light: Light,
  chance: Chance,
): void {
  const poster = POSTERS.find((one) => one === house);
  if (!poster || !chance.branch('manner').maybe(0.3)) {
    drawStandingHouse(sheet, house, pool, horizon, light, chance);
    return;
  }
  drawPoster(sheet, poster, pool, horizon, light, chance);
}

function drawPoster(
  sheet: Sheet,
  house: Poster,
  pool: boolean,
  horizon: DetachedLook['horizon'],
  light: Light,
  chance: Chance,
): void {
  // Closer than the garden is wide: the house fills the picture, its edges may not.
  const long = house === 'mas' || house === 'longere';
  const zoom = long ? chance.between(1.04, 1.14) : chance.between(1.16, 1.3);
  const across = WIDTH / 2 + chance.between(-20, 60);
  const shift = WIDTH / 2 - across * zoom;
  const up = 706 - 706 * zoom;
  const frame = {
    left: -shift / zoom,
    top: -up / zoom,
    right: (WIDTH - shift) / zoom,
    foot: (HEIGHT - up) / zoom,
  };
  sheet.moved(
    `translate(${n(shift)} ${n(up)}) scale(${fine(zoom)})`,
    () => {
      drawSky(sheet, light, chance, 560);
      drawHorizon(sheet, horizon === 'town' ? 'fields' : horizon, FOOT - 30, light, chance);
      drawGround(sheet, FOOT - 34, GROUNDS[house], light, chance);
      drawBackdrop(sheet, house, light, chance);
      DETACHED[house](sheet, light, chance);
      if (pool) drawPool(sheet, light);
      drawForeground(sheet, house, light, chance);
    },
    frame,
  );
}

function drawBackdrop(sheet: Sheet, kind: Poster, light: Light, chance: Chance): void {
  const trees = {
    pavillon: ['round', 'birch', 'autumn'],
    mas: ['cypress', 'pine', 'olive'],
    longere: ['round', 'plane', 'autumn'],
    contemporary: ['pine', 'birch', 'round'],
    chalet: ['birch', 'round', 'cypress'],
  } as const;
  for (const x of [70, 180, 800, 905]) {
    if (chance.maybe(0.8))
      drawTree(
        sheet,
        chance.pick(trees[kind]),
        x + chance.between(-34, 34),
        FOOT - 12,
        chance.between(190, 320),
        light,
        chance,
        0.12,
      );
  }
}

function drawForeground(sheet: Sheet, kind: Poster, light: Light, chance: Chance): void {
  if (kind === 'mas') {
    for (let x = 20; x < 330; x += 34) drawLavender(sheet, x, 690 + chance.between(-8, 10), 30, light);
    drawPot(sheet, 900, 690, 46, light, chance);
    return;
  }
  const kinds = kind === 'longere' ? (['round', 'plane'] as const) : (['round', 'olive', 'birch'] as const);
  for (const x of [46, 120, 850, 924])
    drawBush(
      sheet,
      x + chance.between(-20, 20),
      676 + chance.between(-14, 22),
      chance.between(26, 46),
      chance.pick(kinds),
      light,
      chance,
    );
}

const DETACHED: Readonly<Record<Poster, (sheet: Sheet, light: Light, chance: Chance) => void>> = {
  pavillon: drawPavillon,
  mas: drawMas,
  longere: drawLonghouse,
  contemporary: drawContemporary,
  chalet: drawChalet,
};
