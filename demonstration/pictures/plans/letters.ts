import type { Colour } from '../brief.ts';
import { n, Sheet } from '../paint.ts';

/**
 * Letters of one line, as draughtsmen write them: a server without a single font draws them all the same.
 * Each is strokes of points on a grid 4 wide and 6 high, from its upper left.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: '06-20-46|14-34',
  B: '06-00-30-41-42-33-03|33-44-45-36-06',
  C: '41-30-10-01-05-16-36-45',
  D: '06-00-20-42-44-26-06',
  E: '40-00-06-46|03-33',
  F: '40-00-06|03-33',
  G: '41-30-10-01-05-16-36-45-43-23',
  H: '00-06|40-46|03-43',
  I: '00-06',
  J: '40-45-36-16-05',
  K: '00-06|40-03-46',
  L: '00-06-46',
  M: '06-00-23-40-46',
  N: '06-00-46-40',
  O: '10-30-41-45-36-16-05-01-10',
  P: '06-00-30-41-42-33-03',
  Q: '10-30-41-45-36-16-05-01-10|34-46',
  R: '06-00-30-41-42-33-03|23-46',
  S: '41-30-10-01-02-13-33-44-45-36-16-05',
  T: '00-40|20-26',
  U: '00-05-16-36-45-40',
  V: '00-26-40',
  W: '00-16-23-36-40',
  X: '00-46|40-06',
  Y: '00-23-40|23-26',
  Z: '00-40-06-46',
  '0': '10-30-41-45-36-16-05-01-10',
  '1': '11-20-26',
  '2': '01-10-30-41-42-06-46',
  '3': '00-40-22-32-43-45-36-16-05',
  '4': '36-30-04-44',
  '5': '40-00-02-32-43-45-36-16-05',
  '6': '40-20-02-05-16-36-45-44-33-03',
  '7': '00-40-16',
  '8': '13-02-01-10-30-41-42-33-13-04-05-16-36-45-44-33',
  '9': '06-26-44-41-30-10-01-02-13-43',
  ',': '25-17',
  m: '06-02|03-12-23-26|23-32-43-46',
  '²': '00-20-02-22',
};

const ACCENTS: Readonly<Record<string, string>> = { É: 'E', È: 'E' };

/** Width of these letters when they are `size` high. */
function widthOf(text: string, size: number): number {
  return Array.from(text, advance).reduce((sum, wide) => sum + wide, 0) * (size / 6) - size / 4;
}

function advance(letter: string): number {
  if (letter === ' ') return 3;
  if (letter === 'I') return 1.8;
  if (letter === '1') return 4.2;
  return letter === ',' ? 3.4 : letter === '²' ? 3.6 : 5.6;
}

/** Writes capitals and figures around a point; `turned` writes upwards, as along the side of a plan. */
export function writeLetters(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: Colour,
  turned = false,
): void {
  const unit = size / 6;
  let pen = -widthOf(text, size) / 2;
  const place = (px: number, py: number): string =>
    turned ? `${n(x + py)} ${n(y - px)}` : `${n(x + px)} ${n(y + py)}`;
  let d = '';
  for (const letter of text) {
    const strokes = STROKES[ACCENTS[letter] ?? letter];
    for (const stroke of strokes?.split('|') ?? [])
      d += stroke
        .split('-')
        .map(
          (spot, index) =>
            `${index === 0 ? 'M' : 'L'}${place(pen + Number(spot[0]) * unit, (Number(spot[1]) - 3) * unit)}`,
        )
        .join('');
    if (letter in ACCENTS) {
      const [from, to] = letter === 'É' ? [1.5, 2.8] : [2.8, 1.5];
      d += `M${place(pen + from * unit, -3.9 * unit)}L${place(pen + to * unit, -4.9 * unit)}`;
    }
    pen += advance(letter) * unit;
  }
  if (d) sheet.path(d, null, { stroke: colour, width: Math.max(1.3, size * 0.13), round: true });
}
