import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import Pdf from 'pdfkit';
import { NBSP } from '#contract/fmt.ts';
import { drawable } from './lettering.server.ts';

const fromHere = createRequire(import.meta.url);
/** One file for each weight: fontkit cannot write a part of a variable font (foliojs/fontkit, TTFGlyphEncoder). */
const files = {
  title: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  text: '@fontsource/figtree/files/figtree-latin-400-normal.woff',
  strong: '@fontsource/figtree/files/figtree-latin-600-normal.woff',
} as const;
type Fonts = Readonly<Record<keyof typeof files, Font>>;

async function openFonts(): Promise<Fonts> {
  const [title, text, strong] = await Promise.all(
    [files.title, files.text, files.strong].map(async (file) => {
      const font = create(await readFile(fromHere.resolve(file)));
      if (!('layout' in font)) throw new TypeError(`${file} : une seule police attendue`);
      return font;
    }),
  );
  return { title: title!, text: text!, strong: strong! };
}

/** Of look.md: ink and paper, one colour for what is counted, one for what it is compared with. */
export const ink = {
  encre: '#0D1B2A',
  ardoise700: '#2B4560',
  ardoise600: '#41597A',
  bordure: '#7D8EA1',
  ardoise200: '#CFD8E0',
  ardoise100: '#E6EBF0',
  phare700: '#0B5E63',
  phare100: '#D6EFEE',
  ambre400: '#F2B134',
} as const;

/** Points. */
export const page = { width: 595.28, height: 841.89, margin: 40 } as const;
export const inner = page.width - 2 * page.margin;
const BOTTOM = page.height - page.margin - 18;

interface Letter {
  readonly face?: keyof Fonts;
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}
interface Where {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
}

/** Kinds of a tagged document (ISO 32000-1, 14.8.4). */
type Tag = 'H1' | 'H2' | 'P' | 'Figure' | 'TH' | 'TD';

/** What a document says of itself. Its words may hold no sign of XML when it is to be kept: `archive`. */
interface About {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly at: Date;
  /** PDF/A-3 (ISO 19005-3, level B): what is kept for years, and may carry another file. */
  readonly archive?: boolean;
}

/** A file inside the document, which says the same for machines. */
interface Enclosure {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly description: string;
  readonly at: Date;
  /** XMP descriptions that tell readers of the document about it. */
  readonly metadata: string;
}

/**
 * A4 sheets written from top to bottom: every word is text in its order of reading, every picture has its sentence, and what
 * only adorns is marked so. Letters go with the file.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #fonts: Fonts;
  /** Where the next line begins, in points from the top. */
  y: number = page.margin;

  private constructor(fonts: Fonts, said: About) {
    this.#fonts = fonts;
    this.doc = new Pdf({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'fr-FR',
      ...(said.archive ? { subset: 'PDF/A-3b' as const } : {}),
      tagged: true,
      displayTitle: true,
      bufferPages: true,
      font: fonts.text as never,
      info: {
        Title: said.title,
        Author: said.author,
        Subject: said.subject,
        Creator: 'Vigie',
        Producer: 'Vigie',
        CreationDate: said.at,
      },
    });
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  static async open(said: About): Promise<Paper> {
    return new Paper(await openFonts(), said);
  }

  /** Encloses a file as another form of the whole document (ISO 19005-3, 6.8: `Alternative`). */
  enclose({ name, type, bytes, description, at, metadata }: Enclosure): void {
    const said = { name, type, description, creationDate: at, modifiedDate: at, relationship: 'Alternative' };
    this.doc.file(bytes, said);
    this.doc.appendXML(metadata);
  }

  /** Goes to the next sheet when less than `height` is left. */
  room(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.doc.addPage();
    this.y = page.margin;
  }

  /** How high a text stands. */
  height(text: string, { width = inner, ...letter }: Letter & { width?: number } = {}): number {
    this.#take(letter);
    return this.doc.heightOfString(this.#clean(text, letter), { width, lineGap: 1.5 });
  }

  /** A paragraph or a title; `y` moves below it unless a place is given. */
  say(tag: Tag, text: string, { x = page.margin, y, width = inner, ...letter }: Letter & Where = {}): void {
    this.#add(this.#root, tag, () => this.write(text, { x, y: y ?? this.y, width, ...letter }));
    if (y === undefined) this.y += this.height(text, { width, ...letter });
  }

  /** Letters, inside a tag. */
  write(text: string, { x, y, width, ...letter }: Letter & Required<Where>): void {
    this.#take(letter);
    this.doc.text(this.#clean(text, letter), x, y, { width, lineGap: 1.5, align: letter.align ?? 'left' });
  }

  /** A picture or a drawing, and the sentence that says it. */
  figure(alt: string, draw: () => void): void {
    this.#add(this.#root, 'Figure', draw, { alt });
  }

  /** What says nothing. */
  adorn(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /**
   * Lines of text in columns; the first line names them, again on each sheet, and the first column names the lines. `left`: where
   * it begins. `sum`: the last line is what the others come to.
   */
  table(
    head: readonly string[],
    rows: readonly (readonly string[])[],
    widths: readonly number[],
    { left = page.margin, sum = false }: { left?: number; sum?: boolean } = {},
  ): void {
    const right = left + widths.reduce((all, width) => all + width, 0);
    const table = this.doc.struct('Table');
    this.#root.add(table);
    const repeat = () => {
      const names = { size: 8.5, face: 'strong', color: ink.ardoise600 } as const;
      const top = this.y + 4;
      let x = left;
      for (const [rank, cell] of head.entries()) {
        const width = widths[rank] ?? 0;
        this.write(cell, { x, y: top, width, align: rank === 0 ? 'left' : 'right', ...names });
        this.y = Math.max(this.y, top + this.height(cell, { width, ...names }) + 3);
        x += width;
      }
      this.rule(this.y, left, right);
    };
    const line = (cells: readonly string[], first: boolean, strong = first) => {
      const looks = (rank: number) =>
        ({
          size: 8.5,
          face: strong ? 'strong' : 'text',
          color: first ? ink.ardoise600 : ink.encre,
          align: rank === 0 ? 'left' : 'right',
        }) as const;
      const high = Math.max(
        ...cells.map((cell, rank) => this.height(cell, { ...looks(rank), width: widths[rank] ?? 0 })),
      );
      const before = this.y;
      this.room(high + 8);
      // On another sheet the head is there again, for the eye: who listens knows it already.
      if (this.y < before && !first) this.adorn(repeat);
      const top = this.y + 4;
      const row = this.doc.struct('TR');
      table.add(row);
      let x: number = left;
      for (const [rank, cell] of cells.entries()) {
        const width = widths[rank] ?? 0;
        const at = x;
        const scope = first ? 'Column' : rank === 0 ? 'Row' : null;
        const draw = () => this.write(cell, { x: at, y: top, width, ...looks(rank) });
        this.#add(row, scope ? 'TH' : 'TD', draw, scope ? { scope } : {});
        x += width;
      }
      row.end();
      this.y = top + high + 3;
      this.adorn(() => this.rule(this.y, left, right));
    };
    line(head, true);
    for (const [rank, row] of rows.entries()) line(row, false, sum && rank === rows.length - 1);
    table.end();
  }

  /** A hairline, over the width. */
  rule(y: number, left: number = page.margin, right: number = page.width - page.margin): void {
    this.doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(ink.ardoise200);
  }

  /** The bytes of the file, with the same foot on every sheet. */
  async close(foot: string): Promise<Buffer> {
    const { doc } = this;
    const { start, count } = doc.bufferedPageRange();
    for (let rank = 0; rank < count; rank += 1) {
      doc.switchToPage(start + rank);
      this.adorn(() => {
        const letter = { size: 7.5, color: ink.ardoise600, y: page.height - page.margin + 2 } as const;
        this.write(foot, { ...letter, x: page.margin, width: inner - 60 });
        const number = `Page ${rank + 1} sur ${count}`;
        this.write(number, { ...letter, x: page.width - page.margin - 60, width: 60, align: 'right' });
      });
    }
    this.#root.end();
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const done = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject));
    doc.end();
    await done;
    return Buffer.concat(chunks);
  }

  #add(parent: PDFKit.PDFStructureElement, tag: Tag, draw: () => void, options: object = {}): void {
    const element = this.doc.struct(tag, options, [draw]);
    parent.add(element);
    element.end();
  }

  #take({ face = 'text', size = 10, color = ink.encre }: Letter): void {
    this.doc
      .font(this.#fonts[face] as never)
      .fontSize(size)
      .fillColor(color);
  }

  #clean(text: string, { face = 'text' }: Letter): string {
    // No-break spaces stay what they are, in lines and in copied text.
    return text
      .split(/([\n\u00a0])/)
      .map((part) => (part === '\n' || part === NBSP ? part : drawable(part, this.#fonts[face])))
      .join('');
  }
}
