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
  /** Letters of the two classes; null without any (R14). */
  readonly energy: string | null;
  readonly climate: string | null;
}

interface Layout {
  /** Of the photo, which stands above the words. */
  readonly photoHeight: number;
  readonly margin: number;
  /** From the top, what the network writes over it left aside. */
  readonly labelTop: number;
  /** Sizes of the letters, as parts of those of the feed. */
  readonly scale: number;
  /** From the bottom. */
  readonly brandUp: number;
}

const layouts: Readonly<Record<CreativeFormat, Layout>> = {
  feed: { photoHeight: 560, margin: 54, labelTop: 36, scale: 1, brandUp: 34 },
  // Networks write the name of who advertises over the top of a story, and the button over its bottom.
  story: { photoHeight: 980, margin: 72, labelTop: 250, scale: 1.12, brandUp: 300 },
};

/** The picture as JPEG, at the size of its format; `photo` in any format that sharp reads, null without one. */
export async function drawCreative(
  creative: Creative,
  photo: Buffer | null,
  format: CreativeFormat,
): Promise<Buffer> {
  const { width } = creativeFormats[format];
  const { photoHeight } = layouts[format];
  const words = Buffer.from(creativeSvg(creative, await openFaces(), format));
  const above = photo
    ? await sharp(photo)
        .resize({ width, height: photoHeight, fit: 'cover' })
        .flatten({ background: inks.white })
        .toBuffer()
    : await sharp({ create: { width, height: photoHeight, channels: 3, background: inks.night } })
        .png()
        .toBuffer();
  return sharp({ create: { ...sizeOf(format), channels: 3, background: inks.chalk } })
    .composite([
      { input: above, left: 0, top: 0 },
      { input: words, left: 0, top: 0 },
    ])
    .jpeg(POSTER_JPEG)
    .toBuffer();
}

function sizeOf(format: CreativeFormat) {
  const { width, height } = creativeFormats[format];
  return { width, height };
}

/** All of a picture but its photo. */
export function creativeSvg(
  creative: Creative,
  { title, text, strong }: Faces,
  format: CreativeFormat,
): string {
  const { width, height } = creativeFormats[format];
  const { photoHeight, margin, labelTop, scale, brandUp } = layouts[format];
  const size = (pixels: number) => Math.round(pixels * scale);
  const { label, agency, lead, figure, terms, facts, energy, climate } = creative;
  const column = new Column(margin, photoHeight + 10, width - 2 * margin);
  column.write(text, lead, { size: size(34), fill: inks.grey, most: 1, gap: size(14) });
  column.announce(title, figure, { size: size(76), least: size(48), fill: inks.encre, gap: size(8) });
  // As close to the price as the law wants them, and read as one sentence each.
  column.write(text, terms.join(' · '), { size: size(25), fill: inks.grey, most: 3, gap: size(12) });
  for (const [rank, fact] of facts.entries())
    column.write(strong, fact, { size: size(33), fill: inks.encre, most: 1, gap: rank === 0 ? size(20) : 6 });
  if (energy !== null) {
    column.energy(strong, energy, `Classe énergie ${energy}`);
    // Beside the first one.
    if (climate !== null) {
      const beside = new Column(
        margin + strong.width(`Classe énergie ${energy}`, 30) + 90,
        column.y - 78,
        500,
      );
      beside.energy(strong, climate, `Classe climat ${climate}`);
      column.y = beside.y;
      return whole(column.drawn() + beside.drawn());
    }
  }
  return whole(column.drawn());

  function whole(drawn: string): string {
    const y = height - brandUp;
    const name = new Column(margin, y - 34, width - 2 * margin - 220);
    name.write(strong, agency, { size: 30, fill: inks.encre, most: 1, gap: 0 });
    const tag = strong.width(label, 28);
    const flag = `<rect x="${margin}" y="${labelTop}" width="${tag + 44}" height="56" rx="8" fill="${inks.encre}"/>${strong.line(label, { x: margin + 22, y: labelTop + 38, size: 28, fill: inks.chalk })}`;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${flag}${drawn}${name.drawn()}${brand(title, { x: width - margin - 150, y, fill: inks.encre })}</svg>`;
  }
}
