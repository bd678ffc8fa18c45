import sharp from 'sharp';
import { SHARE_PICTURE } from '#contract/share-picture.ts';
import { type Face, type Faces, fitted, openFaces, wrap } from '#platform/lettering.server.ts';
import type { EnergyClass } from '#ui/energy.tsx';
import type { Poster } from './contract.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const MARGIN = 48;
/** Left of the words: close to the shape of a photo, so that little of it is cut. */
const PHOTO_WIDTH = 744;

// Those of the pages (src/ui/theme.css).
const encre = '#0d1b2a';
const night = '#14273a';
const grey = '#41597a';
const mist = '#a9b6c4';
const chalk = '#fbfaf6';
const amber = '#f2b134';
const classes: Readonly<Record<EnergyClass, string>> = {
  A: '#009c6d',
  B: '#52b153',
  C: '#78bd76',
  D: '#f4e70f',
  E: '#f0b50f',
  F: '#eb8235',
  G: '#d7221f',
};

const JPEG = { quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' } as const;

/** The picture as JPEG, 1200 by 630; `photo` in any format that sharp reads. */
export async function drawPoster(poster: Poster, photo: Buffer | null): Promise<Buffer> {
  const faces = await openFaces();
  const words = Buffer.from(posterSvg(poster, faces, photo !== null));
  if (!photo) return sharp(words).flatten({ background: night }).jpeg(JPEG).toBuffer();
  const left = await sharp(photo)
    .resize({ width: PHOTO_WIDTH, height: HEIGHT, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toBuffer();
  return sharp(words)
    .flatten({ background: chalk })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg(JPEG)
    .toBuffer();
}

/** All of a picture but its photo. */
export function posterSvg(poster: Poster, faces: Faces, beside: boolean): string {
  const drawn = beside ? besidePhoto(poster, faces) : alone(poster, faces);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawn}</svg>`;
}

/** The words of a column, one under the other. */
class Column {
  readonly #parts: string[] = [];
  readonly #x: number;
  readonly #width: number;
  y: number;

  constructor(x: number, y: number, width: number) {
    this.#x = x;
    this.#width = width;
    this.y = y;
  }

  /** Lines of one size; `gap` above the first. */
  write(
    face: Face,
    text: string,
    look: { size: number; fill: string; most: number; gap: number; leading?: number },
  ): void {
    const { size, fill, most, gap, leading = 1.25 } = look;
    for (const [rank, line] of wrap(face, text, { size, width: this.#width, most }).entries()) {
      this.y += rank === 0 ? gap + size : size * leading;
      this.#parts.push(face.line(line, { x: this.#x, y: this.y, size, fill }));
    }
  }

  /** One line, as large as it may be. */
  announce(face: Face, text: string, look: { size: number; least: number; fill: string; gap: number }): void {
    const size = fitted(face, text, { ...look, width: this.#width });
    this.write(face, text, { ...look, size, most: 2, leading: 1.08 });
  }

  energy(face: Face, letter: EnergyClass): void {
    const [x, height] = [this.#x, 52];
    const top = this.y + 26;
    const words = `DPE ${letter}`;
    const end = x + 22 + face.width(words, 30) + 22;
    this.#parts.push(
      `<path fill="${classes[letter]}" d="M${x} ${top + 6}a6 6 0 0 1 6-6H${end}l22 ${height / 2}-22 ${height / 2}H${x + 6}a6 6 0 0 1-6-6z"/>`,
      face.line(words, { x: x + 20, y: top + 37, size: 30, fill: letter === 'G' ? '#ffffff' : encre }),
    );
    this.y = top + height;
  }

  drawn(): string {
    return this.#parts.join('');
  }
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

/** The mark of the product (src/ui/logo.tsx), its corner at this point. */
function tower(scale: number, x: number, y: number, fill: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-3 -2)"><path fill="${fill}" d="M10.5 2.2 14 7H7zM5.8 12.2h9.4v1.9H5.8zM7.6 15.4h5.8l.6 4.4H7zM6.7 21.4h7.6l1.1 8H5.6z"/><path fill="${amber}" d="M8.3 8h4.4v3.4H8.3zM14.4 9.7 29 4.6l-3 5.1 3 5.1z"/></g>`;
}

function brand(face: Face, { x, y, fill }: { x: number; y: number; fill: string }): string {
  return `${tower(1.6, x, y - 38, fill)}${face.line('Vigie', { x: x + 54, y: y - 4, size: 36, fill })}`;
}
