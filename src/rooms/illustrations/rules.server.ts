import sharp from 'sharp';
import { chanceOf } from './chance/rules.server.ts';
import type { PictureBrief } from './contract.ts';
import { drawDetached } from './houses/rules.server.ts';
import { drawVillageHouse } from './houses/village/rules.server.ts';
import { drawInterior } from './interiors/rules.server.ts';
import { lightOf } from './light/rules.server.ts';
import { drawNewBuild } from './modern/new-build/rules.server.ts';
import { drawSeventies } from './modern/seventies/rules.server.ts';
import { drawGarden } from './outdoors/garden/rules.server.ts';
import { drawLand } from './outdoors/land/rules.server.ts';
import { drawParking } from './outdoors/parking/rules.server.ts';
import { drawTerrace } from './outdoors/terrace/rules.server.ts';
import { Sheet } from './paint/rules.server.ts';
import { drawPlan } from './plans/rules.server.ts';
import { drawTownFront } from './town/rules.server.ts';

/** A brief as one line of text, and back: the address of a picture. */
export { illustrationOf, illustrationSource } from './sources/rules.server.ts';

/** Pixels across: enough for the widest gallery, light enough for a first start. */
const PICTURE_WIDTH = 960;

/** The picture as SVG, 960 by 720 pixels. */
export function drawPicture({ subject, seed, light: hour }: PictureBrief): string {
  const sheet = new Sheet();
  const chance = chanceOf(seed);
  const light = lightOf(hour);
  switch (subject.kind) {
    case 'front':
      drawTownFront(sheet, subject.front, light, chance);
      break;
    case 'seventies':
      drawSeventies(sheet, light, chance, subject.horizon);
      break;
    case 'new-build':
      drawNewBuild(sheet, light, chance, subject.horizon);
      break;
    case 'village-house':
      drawVillageHouse(sheet, light, chance);
      break;
    case 'detached':
      drawDetached(sheet, subject, light, chance);
      break;
    case 'terrace':
      drawTerrace(sheet, subject.view, subject.railing, light, chance);
      break;
    case 'garden':
      drawGarden(sheet, subject.garden, light, chance);
      break;
    case 'land':
      drawLand(sheet, subject.horizon, light, chance);
      break;
    case 'parking':
      drawParking(sheet, subject.closed, chance);
      break;
    case 'plan':
      drawPlan(sheet, subject.rooms, subject.outside, chance);
      break;
    default:
      drawInterior(sheet, subject.kind, subject.home, light, chance);
  }
  // Half of the pictures are mirrored, so that the sun is not always on the same side; a north needle is not.
  const mirrored = subject.kind !== 'plan' && chance.branch('mirror').maybe(0.5);
  return sheet.svg(PICTURE_WIDTH, mirrored);
}

/** The picture as an agency's software would send it: JPEG. */
export function rasterise(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: 4_000_000 }).jpeg({ quality: 80 }).toBuffer();
}
