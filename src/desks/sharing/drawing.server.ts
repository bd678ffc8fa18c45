import sharp from 'sharp';
import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { type Faces, openFaces } from '#platform/lettering.server.ts';
import { brand, Column, inks, POSTER_JPEG, tower } from '#platform/posters.server.ts';
import type { Poster } from './contract.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const MARGIN = 48;
/** Left of the words: close to the shape of a photo, so that little of it is cut. */
const PHOTO_WIDTH = 744;

const { encre, night, grey, mist, chalk } = inks;

/** The picture as JPEG, 1200 by 630; `photo` in any format that sharp reads. */
export async function drawPoster(poster: Poster, photo: Buffer | null): Promise<Buffer> {
  const faces = await openFaces();
  const words = Buffer.from(posterSvg(poster, faces, photo !== null));
  if (!photo) return sharp(words).flatten({ background: night }).jpeg(POSTER_JPEG).toBuffer();
  const left = await sharp(photo)
    .resize({ width: PHOTO_WIDTH, height: HEIGHT, fit: 'cover' })
    .flatten({ background: inks.white })
    .toBuffer();
  return sharp(words)
    .flatten({ background: chalk })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg(POSTER_JPEG)
    .toBuffer();
}

/** All of a picture but its photo. */
export function posterSvg(poster: Poster, faces: Faces, beside: boolean): string {
  const drawn = beside ? besidePhoto(poster, faces) : alone(poster, faces);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawn}</svg>`;
}

function besidePhoto({ lead, figure, terms, facts, energy }: Poster, { title, text, strong }: Faces): string {
  const x = PHOTO_WIDTH + MARGIN;
  const column = new Column(x, MARGIN - 10, WIDTH - MARGIN - x);
  // Without the terms of a price there is room for larger words.
  const roomy = terms.length === 0;
  column.write(text, lead, { size: roomy ? 40 : 29, fill: grey, most: 3, gap: 0 });
  column.announce(title, figure, { size: roomy ? 76 : 64, least: 40, fill: encre, gap: roomy ? 26 : 16 });
  let gap = 12;
  for (const term of terms) {
    column.write(text, term, { size: 21, fill: grey, most: 3, gap });
    gap = 5;
  }
  gap = 26;
  for (const fact of facts) {
    column.write(strong, fact, { size: roomy ? 34 : 30, fill: encre, most: 2, gap });
    gap = 8;
  }
  if (energy) column.energy(strong, energy);
  return `${column.drawn()}${brand(title, { x, y: HEIGHT - MARGIN, fill: encre })}`;
}

function alone({ lead, figure, terms, facts }: Poster, { title, text, strong }: Faces): string {
  const column = new Column(72, 96, 700);
  column.write(text, lead, { size: 38, fill: mist, most: 3, gap: 0 });
  column.announce(title, figure, { size: 92, least: 58, fill: chalk, gap: 24 });
  let gap = 30;
  for (const fact of facts) {
    column.write(strong, fact, { size: 36, fill: chalk, most: 2, gap });
    gap = 12;
  }
  for (const term of terms) column.write(text, term, { size: 24, fill: mist, most: 2, gap: 14 });
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${night}"/>${tower(15, 800, 110, chalk)}${column.drawn()}${brand(title, { x: 72, y: HEIGHT - 60, fill: chalk })}`;
}
