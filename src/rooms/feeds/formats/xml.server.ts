import { SaxesParser } from 'saxes';
import { fail } from '#contract/errors.ts';
import { feedErrors } from '../contract.ts';
import { ENTITIES } from '../rows/values.server.ts';

/** One fact of a record: `bien/code_postal`, its text and its line. Attributes of the record are `@id`. */
export interface XmlLeaf {
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

/** One listing of an XML feed: its facts in order, found by name whatever stands around them. */
export class XmlRecord {
  readonly line: number;
  /** Which of the elements named as `around` it stands in, from 1; 0 for none. */
  readonly group: number;
  readonly #leaves: readonly XmlLeaf[];
  readonly #named: ReadonlyMap<string, XmlLeaf[]>;

  constructor(line: number, leaves: readonly XmlLeaf[], group = 0) {
    this.line = line;
    this.group = group;
    this.#leaves = leaves;
    this.#named = Map.groupBy(leaves, ({ path }) => path.slice(path.lastIndexOf('/') + 1));
  }

  /** The first fact of the first of these names that is not empty; `desc/fr` asks for the parent too. */
  first(...names: readonly string[]): XmlLeaf | null {
    for (const name of names) {
      const found = this.all(name).find(({ text }) => text !== '');
      if (found) return found;
    }
    return null;
  }

  /** Every fact of that name. */
  all(name: string): readonly XmlLeaf[] {
    const named = this.#named.get(name.slice(name.lastIndexOf('/') + 1)) ?? [];
    return name.includes('/')
      ? named.filter(({ path }) => path === name || path.endsWith(`/${name}`))
      : named;
  }

  get leaves(): readonly XmlLeaf[] {
    return this.#leaves;
  }
}

/** Elements inside one another: the formats have five. */
const DEEPEST = 32;
/** Most characters of one record, or between two tags: a listing has a few thousand. */
const LONGEST = 1_000_000;
const MOST_FACTS = 5_000;

interface Frame {
  readonly name: string;
  readonly line: number;
  text: string;
  /** With the text of the elements inside: HTML that was not escaped. */
  whole: string;
  children: number;
}

/**
 * The elements of that name, one at a time, whatever the size of the file; `around` names those that group them. No entity is ever declared: a DOCTYPE is
 * refused (security.md 18). Throws FEED_UNSAFE, FEED_TRUNCATED or FEED_MALFORMED with its line.
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  element: string,
  around = '',
): AsyncGenerator<XmlRecord> {
  const ready: XmlRecord[] = [];
  let ending = false;
  const parser = parserOf((cause) =>
    ending ? fail(feedErrors.FEED_TRUNCATED, { cause }) : malformed('XML', parser.line, cause),
  );
  /** Characters read since something was told: what never ends must not fill the memory. */
  let pending = 0;
  let depth = 0;
  let group = 0;
  let size = 0;
  let leaves: XmlLeaf[] = [];
  const frames: Frame[] = [];
  const add = (leaf: XmlLeaf) => {
    leaves.push(leaf);
    if (leaves.length > MOST_FACTS) throw tooBig(parser.line);
  };
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth += 1;
    if (depth > DEEPEST)
      throw unsafe(`Le fichier XML imbrique trop d’éléments (ligne ${parser.line}). Exportez-le à nouveau.`);
    if (frames.length === 0 && name === around) group += 1;
    if (frames.length === 0 && name !== element) return;
    const parent = frames.at(-1);
    if (parent) parent.children += 1;
    frames.push({ name, line: parser.line, text: '', whole: '', children: 0 });
    if (frames.length > 1) return;
    leaves = [];
    size = 0;
    for (const [key, value] of Object.entries(attributes))
      add({ path: `@${key}`, text: value.trim(), line: parser.line });
  });
  const hear = (text: string) => {
    pending = 0;
    const frame = frames.at(-1);
    if (!frame) return;
    size += text.length;
    if (size > LONGEST) throw tooBig(parser.line);
    frame.text += text;
    frame.whole += text;
  };
  parser.on('text', hear);
  parser.on('cdata', hear);
  parser.on('closetag', () => {
    pending = 0;
    depth -= 1;
    const frame = frames.pop();
    if (!frame) return;
    const parent = frames.at(-1);
    if (!parent) {
      ready.push(new XmlRecord(frame.line, leaves, group));
      return;
    }
    if (frames.length > 1) parent.whole += frame.whole;
    const mixed = frame.text.trim() !== '';
    if (frame.children === 0 || mixed) {
      const path = [...frames.slice(1).map(({ name }) => name), frame.name].join('/');
      add({ path, text: frame.whole.trim(), line: frame.line });
    }
  });
  for await (const chunk of chunks) {
    pending += chunk.length;
    parser.write(chunk.replaceAll(CONTROL, ''));
    if (pending > LONGEST) throw tooBig(parser.line);
    yield* ready.splice(0);
  }
  ending = true;
  parser.close();
  yield* ready.splice(0);
}

// XML forbids them, exporters send them: no text, in any format.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** `wrong` says what to throw for a break of the grammar; null lets it pass. */
function parserOf(wrong: (cause: string) => Error | null): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: true });
  // Named characters of HTML, which exporters write without declaring them. Single characters: nothing expands.
  parser.ENTITIES = ENTITIES;
  parser.on('doctype', () => {
    throw unsafe('Le fichier XML contient une DTD : elle est refusée. Exportez-le sans déclaration DOCTYPE.');
  });
  parser.on('error', ({ message }) => {
    const error = wrong(message);
    if (error) throw error;
  });
  return parser;
}

/** Names of the first elements, as far as the beginning of a file goes. Throws FEED_UNSAFE for a DOCTYPE. */
export function firstElements(head: string): string[] {
  const names: string[] = [];
  // The beginning is cut anywhere: what is wrong with it is said when all of it is read.
  const parser = parserOf(() => null);
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(head.replaceAll(CONTROL, ''));
  return names;
}

function unsafe(message: string) {
  return fail(feedErrors.FEED_UNSAFE, {}, message);
}

function tooBig(line: number) {
  return fail(
    feedErrors.FEED_TOO_BIG,
    { line },
    `Une annonce du fichier, vers la ligne ${line}, est démesurée. Exportez-le à nouveau.`,
  );
}

/** The FEED_MALFORMED refusal of a file that breaks the grammar of its format. */
export function malformed(format: string, line: number, cause: string) {
  return fail(
    feedErrors.FEED_MALFORMED,
    { line, cause },
    `Le fichier n’est pas un ${format} bien formé : il devient illisible à la ligne ${line}. Exportez-le à nouveau depuis votre logiciel.`,
  );
}
