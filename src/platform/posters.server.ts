import { type Face, fitted, wrap } from './lettering.server.ts';

/** Colours of drawn pictures: those of the pages (src/ui/theme.css). */
export const inks = {
  encre: '#0d1b2a',
  night: '#14273a',
  grey: '#41597a',
  mist: '#a9b6c4',
  chalk: '#fbfaf6',
  white: '#ffffff',
} as const;
const amber = '#f2b134';

/** Of the energy classes, A to G. */
export const classInks: Readonly<Record<string, string>> = {
  A: '#009c6d',
  B: '#52b153',
  C: '#78bd76',
  D: '#f4e70f',
  E: '#f0b50f',
  F: '#eb8235',
  G: '#d7221f',
};

/** How pictures with words are kept: letters stay sharp on their colours. */
export const POSTER_JPEG = { quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' } as const;

/** The words of a column, one under the other: SVG elements, in pixels. `y` is where the last ones ended. */
export class Column {
  readonly #parts: string[] = [];
  readonly #x: number;
  readonly #width: number;
  y: number;

  constructor(x: number, y: number, width: number) {
    this.#x = x;
    this.#width = width;
    this.y = y;
  }

  /** Lines of one size, `most` at most; `gap` above the first. */
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

  /** Words on the arrow of an energy class. */
  energy(face: Face, letter: string, words = `DPE ${letter}`): void {
    const [x, height] = [this.#x, 52];
    const top = this.y + 26;
    const end = x + 22 + face.width(words, 30) + 22;
    this.#parts.push(
      `<path fill="${classInks[letter]}" d="M${x} ${top + 6}a6 6 0 0 1 6-6H${end}l22 ${height / 2}-22 ${height / 2}H${x + 6}a6 6 0 0 1-6-6z"/>`,
      face.line(words, {
        x: x + 20,
        y: top + 37,
        size: 30,
        fill: letter === 'G' ? inks.white : inks.encre,
      }),
    );
    this.y = top + height;
  }

  drawn(): string {
    return this.#parts.join('');
  }
}

/** The mark of the product (src/ui/logo.tsx), its corner at this point. */
export function tower(scale: number, x: number, y: number, fill: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-3 -2)"><path fill="${fill}" d="M10.5 2.2 14 7H7zM5.8 12.2h9.4v1.9H5.8zM7.6 15.4h5.8l.6 4.4H7zM6.7 21.4h7.6l1.1 8H5.6z"/><path fill="${amber}" d="M8.3 8h4.4v3.4H8.3zM14.4 9.7 29 4.6l-3 5.1 3 5.1z"/></g>`;
}

/** The mark and the name of the product, on the baseline `y`. */
export function brand(face: Face, { x, y, fill }: { x: number; y: number; fill: string }): string {
  return `${tower(1.6, x, y - 38, fill)}${face.line('Vigie', { x: x + 54, y: y - 4, size: 36, fill })}`;
}
