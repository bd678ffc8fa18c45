import sharp from 'sharp';
import { type Chance, chanceOf } from '../chance.ts';
import { PICTURE_SIZE, type PictureBrief, type Subject } from './brief.ts';
import { drawDetached } from './houses/detached.ts';
import { drawVillageHouse } from './houses/village.ts';
import { drawInterior } from './interiors/interior.ts';
import { drawSeason, type Light, lightOf } from './light.ts';
import { drawModern, drawProgramme } from './modern/modern.ts';
import { drawCellar } from './outdoors/cellar.ts';
import { drawGarden } from './outdoors/garden.ts';
import { drawLand } from './outdoors/land.ts';
import { drawParking } from './outdoors/parking.ts';
import { drawTerrace } from './outdoors/terrace.ts';
import { drawWindowView } from './outdoors/views.ts';
import { Sheet } from './paint.ts';
import { drawPlan } from './plans/plan.ts';
import { drawShopFront } from './town/shops.ts';
import { drawTownFront } from './town/town-front.ts';

/** The picture as SVG, 960 by 720 pixels. */
export function drawPicture({ subject, seed, light: hour, season }: PictureBrief): string {
  const sheet = new Sheet();
  const chance = chanceOf(seed);
  const light = lightOf(hour, season ?? drawSeason(chance.branch('season')));
  drawSubject(sheet, subject, light, chance);
  // Half of the pictures are mirrored, so that the sun is not always on the same side; a north needle is not.
  const mirrored = subject.kind !== 'plan' && chance.branch('mirror').maybe(0.5);
  return sheet.svg(PICTURE_SIZE.width, mirrored);
}

function drawSubject(sheet: Sheet, subject: Subject, light: Light, chance: Chance): void {
  switch (subject.kind) {
    case 'front':
      return drawTownFront(sheet, subject.front, light, chance);
    case 'building':
      return drawTownFront(sheet, subject.front, light, chance, true);
    case 'shop':
      return drawShopFront(sheet, subject.front, light, chance);
    case 'seventies':
    case 'new-build':
    case 'business':
      return drawModern(sheet, subject.kind, subject.horizon, light, chance);
    case 'programme':
      return drawProgramme(sheet, subject.seen, subject.horizon, light, chance);
    case 'village-house':
      return drawVillageHouse(sheet, light, chance);
    case 'detached':
      return drawDetached(sheet, subject, light, chance);
    case 'terrace':
    case 'balcony':
      return drawTerrace(sheet, subject.view, subject.railing, light, chance, subject.kind === 'balcony');
    case 'view':
      return drawWindowView(sheet, subject.view, light, chance);
    case 'garden':
      return drawGarden(sheet, subject.garden, subject.pool === true, light, chance);
    case 'land':
      return drawLand(sheet, subject.horizon, light, chance);
    case 'parking':
      return drawParking(sheet, subject.closed, chance);
    case 'cellar':
      return drawCellar(sheet, chance);
    case 'plan':
      return drawPlan(sheet, subject.rooms, subject.outside, subject.surface, chance);
    case 'bathroom':
      return drawInterior(sheet, subject.kind, subject.home, light, chance, subject.fixture);
    default:
      return drawInterior(sheet, subject.kind, subject.home, light, chance);
  }
}

// One thread for pictures: the others of the process hash passwords and serve pages. Decoded ones are not worth keeping.
sharp.concurrency(1);
sharp.cache(false);

/** A picture of `drawPicture` as WebP of this width. Drawn at its size: a third of the work of making it smaller after. */
export function rasterise(svg: string, width: number = PICTURE_SIZE.width): Promise<Buffer> {
  const density = (72 * width) / PICTURE_SIZE.width;
  return sharp(Buffer.from(svg), { density, limitInputPixels: 4_000_000 })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}
