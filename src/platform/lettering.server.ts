import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Letters of one weight, as outlines: a picture says the same on a machine without fonts. */
export interface Face {
  /** Of a line, in pixels. */
  width(text: string, size: number): number;
  /** SVG elements of a line that begins at `x`, on the baseline `y`. */
  line(text: string, at: { x: number; y: number; size: number; fill: string }): string;
}

export interface Faces {
  readonly title: Face;
  readonly text: Face;
  readonly strong: Face;
}

const fromHere = createRequire(import.meta.url);
const files = {
  title: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  text: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
} as const;

let opening: Promise<Faces> | null = null;

/** The letters of the pages, read once, when a picture is first drawn. */
export function openFaces(): Promise<Faces> {
  opening ??= readFaces().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function readFaces(): Promise<Faces> {
  const [{ create }, { decompress }] = await Promise.all([import('fontkit'), import('wawoff2')]);
  const read = async (file: string) => {
    const plain = await decompress(await readFile(fromHere.resolve(file)));
    const font = create(Buffer.from(plain));
    if (!('getVariation' in font)) throw new TypeError(`${file} : une seule police attendue`);
    return font;
  };
  const [title, text] = [await read(files.title), await read(files.text)];
  return {
    title: faceOf(title.getVariation({ wght: 750 })),
    text: faceOf(text.getVariation({ wght: 450 })),
    strong: faceOf(text.getVariation({ wght: 650 })),
  };
}

type Font = ReturnType<
  Extract<ReturnType<typeof import('fontkit').create>, { getVariation: unknown }>['getVariation']
>;

function faceOf(font: Font): Face {
  const unit = (size: number) => size / font.unitsPerEm;
  const laid = (text: string) => font.layout(drawable(text, font));
  return {
    width: (text, size) => laid(text).advanceWidth * unit(size),
    line(text, { x, y, size, fill }) {
      const { glyphs, positions } = laid(text);
      let at = x;
      const outlines = glyphs.map((glyph, index) => {
        const outline = glyph.path.scale(unit(size), -unit(size)).translate(at, y).toSVG();
        at += (positions[index]?.xAdvance ?? 0) * unit(size);
        return outline;
      });
      return `<path fill="${fill}" d="${outlines.join('')}"/>`;
    },
  };
}

/** What the letters can write: others lose their accents, or are left out. */
export function drawable(text: string, font: Font): string {
  const known = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '))
    .flatMap((character) =>
      known(character) ? [character] : Array.from(character.normalize('NFKD')).filter(known),
    )
    .join('');
}

/** Words in lines no wider than `width`, `most` at most; what has no room is cut with « … ». No-break spaces hold. */
export function wrap(
  face: Face,
  text: string,
  { size, width, most }: { size: number; width: number; most: number },
) {
  const lines: string[] = [];
  // A hyphen may end a line: Saint-Maximin-la-Sainte-Baume.
  for (const [, space = '', word = ''] of text.matchAll(/([ \n\t]*)([^ \n\t-]*-|[^ \n\t-]+)/g)) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${space ? ' ' : ''}${word}` : word;
    if (lines.length > 0 && face.width(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => cut(face, line, size, width));
  if (lines.length > most) shown[most - 1] = cut(face, `${lines[most - 1]}…`, size, width);
  return shown;
}

function cut(face: Face, line: string, size: number, width: number): string {
  if (face.width(line, size) <= width) return line;
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (face.width(`${line.slice(0, middle)}…`, size) <= width) low = middle;
    else high = middle - 1;
  }
  return `${line.slice(0, low).trimEnd()}…`;
}

/** The largest of sizes from `size` down that lets a line in. */
export function fitted(
  face: Face,
  text: string,
  { size, least, width }: { size: number; least: number; width: number },
) {
  return Math.max(least, Math.min(size, Math.floor((size * width) / Math.max(1, face.width(text, size)))));
}
