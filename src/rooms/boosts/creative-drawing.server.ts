import sharp from 'sharp';
import { type Faces, openFaces } from '#platform/lettering.server.ts';
import { brand, Column, inks, POSTER_JPEG } from '#platform/posters.server.ts';
import type { PictureWords } from '#rooms/listings/picture-words.ts';
import { type CreativeFormat, creativeFormats } from './contract.ts';

/** What the picture of an advertisement says. Texts are plain: drawn as outlines, they are never read as markup. */
export interface Creative extends PictureWords {
  /** « Annonce sponsorisée » (security.md L12). */
  readonly label: string;
  readonly agency: string;
  /** Apart from the other terms, and whole (R16); null for the other classes. */
  readonly excessive: string | null;
  /** Letters of the two classes; null without any (R14). */
  readonly energy: string | null;
  readonly climate: string | null;
}

interface Layout {
  readonly margin: number;
  /** Of the photo, which stands above the words and leaves them the room that they need. */
  readonly photoMost: number;
  /** From the top, what the network writes over it left aside. */
  readonly labelTop: number;
  /** Of the letters, against those of the feed. */
  readonly scale: number;
  /** Of the last line, from the bottom. */
  readonly brandUp: number;
}

const layouts: Readonly<Record<CreativeFormat, Layout>> = {
  feed: { photoMost: 640, margin: 54, labelTop: 36, scale: 1, brandUp: 34 },
  // Networks write the name of who advertises over the top of a story, and the button over its bottom.
  story: { photoMost: 1_060, margin: 72, labelTop: 250, scale: 1.12, brandUp: 300 },
};
/** Between the words and the last line. */
const ABOVE_BRAND = 70;

/** The picture as JPEG, at the size of its format; `photo` in any format that sharp reads, null without one. */
export async function drawCreative(
  creative: Creative,
  photo: Buffer | null,
  format: CreativeFormat,
): Promise<Buffer> {
  const { width, height } = creativeFormats[format];
  const { svg, photoHeight } = composeCreative(creative, await openFaces(), format);
  const above = photo
    ? await sharp(photo)
        .resize({ width, height: photoHeight, fit: 'cover' })
        .flatten({ background: inks.white })
        .toBuffer()
    : await sharp({ create: { width, height: photoHeight, channels: 3, background: inks.night } })
        .png()
        .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: inks.chalk } })
    .composite([
      { input: above, left: 0, top: 0 },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .jpeg(POSTER_JPEG)
    .toBuffer();
}

/** All of a picture but its photo, and the height that is left to it. */
export function composeCreative(
  creative: Creative,
  faces: Faces,
  format: CreativeFormat,
): { readonly svg: string; readonly photoHeight: number } {
  const { width, height } = creativeFormats[format];
  const { margin, photoMost, labelTop, brandUp } = layouts[format];
  const { title, strong } = faces;
  const { label, agency } = creative;
  const measured = wordsOf(creative, faces, format, 0).y;
  const photoHeight = Math.floor(Math.min(photoMost, height - brandUp - ABOVE_BRAND - measured));
  const y = height - brandUp;
  const name = new Column(margin, y - 34, width - 2 * margin - 220);
  name.write(strong, agency, { size: 30, fill: inks.encre, most: 1, gap: 0 });
  const drawn = [
    `<rect x="${margin}" y="${labelTop}" width="${strong.width(label, 28) + 44}" height="56" rx="8" fill="${inks.encre}"/>`,
    strong.line(label, { x: margin + 22, y: labelTop + 38, size: 28, fill: inks.chalk }),
    wordsOf(creative, faces, format, photoHeight).drawn,
    name.drawn(),
    brand(title, { x: width - margin - 150, y, fill: inks.encre }),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  return { svg, photoHeight };
}

/** The words that begin at `top`, and where they end. */
function wordsOf(
  { lead, figure, terms, excessive, facts, energy, climate }: Creative,
  { title, text, strong }: Faces,
  format: CreativeFormat,
  top: number,
): { readonly drawn: string; readonly y: number } {
  const { width } = creativeFormats[format];
  const { margin, scale } = layouts[format];
  const size = (pixels: number) => Math.round(pixels * scale);
  const column = new Column(margin, top + 10, width - 2 * margin);
  column.write(text, lead, { size: size(34), fill: inks.grey, most: 1, gap: size(14) });
  column.announce(title, figure, { size: size(76), least: size(48), fill: inks.encre, gap: size(8) });
  // As close to the price as the law wants them.
  column.write(text, terms.join(' · '), { size: size(25), fill: inks.grey, most: 4, gap: size(12) });
  if (excessive)
    column.write(strong, excessive, { size: size(27), fill: inks.encre, most: 2, gap: size(12) });
  for (const [rank, fact] of facts.entries())
    column.write(strong, fact, { size: size(33), fill: inks.encre, most: 1, gap: rank === 0 ? size(20) : 6 });
  if (energy === null) return { drawn: column.drawn(), y: column.y };
  const [first, second] = [`Classe énergie ${energy}`, `Classe climat ${climate}`];
  const beside = new Column(margin + strong.width(first, 30) + 90, column.y, width);
  column.energy(strong, energy, first);
  if (climate !== null) beside.energy(strong, climate, second);
  return { drawn: column.drawn() + beside.drawn(), y: column.y };
}
