import { splitNumber, type ThreeDigits, valueOf } from '#contract/number.ts';
import { visible } from '#contract/visible.ts';

/** A value as read: `tolerated` when it was not written as the format asks, `wrong` when it cannot be one. */
export type Read<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'tolerated'; readonly value: T }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong' };

const EMPTY = { kind: 'empty' } as const;
const WRONG = { kind: 'wrong' } as const;

const CLEAN_NUMBER = /^-?\d{1,15}(\.\d{1,12})?$/;

/**
 * A number with a decimal point. Commas, spaces, apostrophes and units are tolerated when they leave one reading only:
 * « 249 000,50 € » is 249000.5, « 249,000 » is wrong, and of « 1.250 » the field decides (decision 0070).
 */
export function readDecimal(text: string, threeDigits: ThreeDigits): Read<number> {
  const given = text.trim();
  if (given === '') return EMPTY;
  const written = splitNumber(given.replaceAll(/€|euros?|eur\b|m²|m2|%|kwh/gi, ''), threeDigits);
  if (written === null) return WRONG;
  const value = valueOf(written);
  return CLEAN_NUMBER.test(given) && value === Number(given)
    ? { kind: 'value', value }
    : { kind: 'tolerated', value };
}

/** A whole number; « 3.0 » is tolerated, « 3.5 » is wrong. */
export function readInteger(text: string): Read<number> {
  const read = readDecimal(text, 'refused');
  if (read.kind === 'empty' || read.kind === 'wrong') return read;
  if (!Number.isInteger(read.value)) return WRONG;
  return /^-?\d+$/.test(text.trim()) ? read : { kind: 'tolerated', value: read.value };
}

/** Euros to cents. */
export function toCents(euros: number): number {
  return Math.round(euros * 100);
}

/** OUI, NON, or unknown: an empty field is never a NON. */
export function readBoolean(text: string): Read<boolean> {
  switch (text.trim().toUpperCase()) {
    case '':
      return EMPTY;
    case 'OUI':
      return { kind: 'value', value: true };
    case 'NON':
      return { kind: 'value', value: false };
    default:
      return WRONG;
  }
}

/** JJ/MM/AAAA to `YYYY-MM-DD`; 00/00/0000 is empty; the ISO order is tolerated. */
export function readDate(text: string): Read<string> {
  const given = text.trim();
  if (given === '' || given === '00/00/0000' || given === '0') return EMPTY;
  const french = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(given);
  if (french) return dated('value', french[3], french[2], french[1]);
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(given);
  return iso ? dated('tolerated', iso[1], iso[2], iso[3]) : WRONG;
}

function dated(kind: 'value' | 'tolerated', year = '', month = '', day = ''): Read<string> {
  const value = `${year}-${month}-${day}`;
  const date = new Date(`${value}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  return real && Number(year) >= 1900 && Number(year) <= 2100 ? { kind, value } : WRONG;
}

const LONGEST_URL = 2_000;

/** An address that a browser may open; null for anything but http(s). */
export function readUrl(text: string): string | null {
  const given = text.trim();
  if (!/^https?:\/\//i.test(given) || given.length > LONGEST_URL) return null;
  return URL.canParse(given) ? cutText(given, LONGEST_URL) : null;
}

/** Lower case, no accents, `-` and `_` as spaces: « Vente-Fonds_de Commerce » is « vente fonds de commerce ». */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[-_\s\u00a0’']+/g, ' ')
    .trim();
}

/** Characters that HTML names, and the five of XML. */
export const ENTITIES: Record<string, string> = {
  // So that « &valueOf; » names nothing.
  __proto__: null as never,
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  laquo: '«',
  raquo: '»',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  deg: '°',
  sup2: '²',
  sup3: '³',
  middot: '·',
  bull: '•',
  oelig: 'œ',
  OElig: 'Œ',
  aelig: 'æ',
  AElig: 'Æ',
  eacute: 'é',
  Eacute: 'É',
  egrave: 'è',
  Egrave: 'È',
  ecirc: 'ê',
  Ecirc: 'Ê',
  euml: 'ë',
  Euml: 'Ë',
  agrave: 'à',
  Agrave: 'À',
  acirc: 'â',
  Acirc: 'Â',
  ccedil: 'ç',
  Ccedil: 'Ç',
  icirc: 'î',
  Icirc: 'Î',
  iuml: 'ï',
  Iuml: 'Ï',
  ocirc: 'ô',
  Ocirc: 'Ô',
  ucirc: 'û',
  Ucirc: 'Û',
  ugrave: 'ù',
  Ugrave: 'Ù',
  uuml: 'ü',
  Uuml: 'Ü',
};

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d?));/gi,
    (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
        ? String.fromCodePoint(code)
        : '';
    },
  );
}

/** Longer texts are cut before they are cleaned, so that cleaning stays cheap whatever is sent. */
const LONGEST_TEXT = 20_000;

const BREAK = /<br\s*\/?\s*>/gi;
const TAG = /<\/?[a-z!][^<>]*>/gi;
const SILENT = /<(script|style|iframe|object|template)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Plain text of a field: `<br>` is a new line, other tags go with the words of scripts, entities are read. */
export function readText(text: string): { readonly text: string; readonly hadMarkup: boolean } {
  const decoded = decodeEntities(cutText(text, LONGEST_TEXT));
  const broken = decoded.replaceAll(BREAK, '\n');
  let bare = broken.replaceAll(SILENT, '');
  // Once more while something goes: `<scr<b>ipt>` must not become a tag by losing one.
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replaceAll(TAG, '').replaceAll(SILENT, '');
  }
  const tidy = visible(bare)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: tidy, hadMarkup: bare !== broken };
}

/** V8 copies what is shorter. */
const SHORTEST_PIECE = 13;

/**
 * The first characters, none of them cut in half (PostgreSQL refuses half an emoji). A copy of its own: a piece of
 * a row would keep the whole row in memory.
 */
export function cutText(text: string, length: number): string {
  const kept = text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
  return kept.length < SHORTEST_PIECE ? kept : Buffer.from(kept).toString();
}

/** The same on one line. */
export function readLine(text: string): string {
  return readText(text).text.replaceAll(/\s+/g, ' ');
}
