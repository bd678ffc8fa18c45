import { encode } from 'uqr';
import type { PaperCode } from '#ui/paper-code.tsx';

/** The QR code of an address, readable with 15 % of it torn or stained (level M), without its margin. */
export function paperCodeOf(address: string): PaperCode {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  return { size, path: data.map(lineOf).join('') };
}

/** The dark runs of a row, as strokes along its middle. */
function lineOf(row: readonly boolean[], rank: number): string {
  let text = '';
  let at = 0;
  for (let start = 0; start < row.length; start += 1) {
    if (!row[start]) continue;
    let end = start;
    while (row[end]) end += 1;
    text += text === '' ? `M${start} ${rank}.5` : `m${start - at} 0`;
    text += `h${end - start}`;
    at = end;
    start = end;
  }
  return text;
}
