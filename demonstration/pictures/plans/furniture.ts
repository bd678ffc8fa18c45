import type { Colour } from '../brief.ts';
import { n, Sheet } from '../paint.ts';
import type { Use } from './layout.ts';

const INK: Colour = '#14273a';

const LINE: Colour = '#41597a';

interface Place {
  readonly use: Use;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What stands in a room of a plan, in thin lines. */
export function furnishCell(sheet: Sheet, cell: Place): void {
  FURNISH[cell.use](sheet, cell);
}

function piece(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 4,
  fill = '#ffffff',
): void {
  sheet.rect(x + 4, y + 5, width, height, INK, 0.12, radius);
  sheet.rect(x, y, width, height, fill, 1, radius);
  const r = Math.min(radius, width / 2, height / 2);
  sheet.path(
    `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(r)}v${n(height - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(r)}h${n(2 * r - width)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(-r)}v${n(2 * r - height)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(-r)}Z`,
    null,
    { stroke: LINE, width: 2 },
  );
}

const FURNISH: Readonly<Record<Use, (sheet: Sheet, cell: Place) => void>> = {
  living(sheet, { x, y, width, height }) {
    sheet.rect(x + width * 0.5, y + height * 0.34, width * 0.34, height * 0.5, '#d6efee', 0.9, 6);
    piece(sheet, x + width - 62, y + height * 0.34, 46, height * 0.5, 10);
    piece(sheet, x + width - 62, y + height * 0.38, 22, height * 0.42, 6, '#f1ede2');
    piece(sheet, x + width * 0.64, y + height * 0.48, 32, height * 0.22, 8, '#f3e6cf');
    for (const [dx, dy] of [
      [0.14, 0.56],
      [0.14, 0.8],
      [0.28, 0.56],
      [0.28, 0.8],
    ] as const)
      piece(sheet, x + width * dx - 10, y + height * dy - 14, 22, 22, 6, '#f1ede2');
    piece(sheet, x + width * 0.11, y + height * 0.58, width * 0.22, height * 0.16, 6);
  },
  kitchen(sheet, { x, y, width, height }) {
    piece(sheet, x + 12, y + height - 52, width - 24, 40, 3);
    piece(sheet, x + 12, y + 14, 40, height - 66, 3);
    for (const [dx, dy] of [
      [0, 0],
      [17, 0],
      [0, 17],
      [17, 17],
    ] as const)
      sheet.ring(x + width * 0.5 + dx, y + height - 41 + dy, 6.5, LINE, 2);
    piece(sheet, x + 20, y + height * 0.26, 24, 38, 6, '#d6efee');
  },
  bedroom(sheet, { x, y, width, height }) {
    const bed = Math.min(96, width * 0.44);
    const long = Math.min(122, height * 0.58);
    const left = x + width * 0.5 - bed / 2;
    piece(sheet, left, y + 12, bed, long, 8);
    piece(sheet, left, y + 52, bed, long - 40, 8, '#c9dedb');
    for (const side of [0, 1])
      piece(sheet, left + 8 + side * (bed / 2 - 3), y + 20, bed / 2 - 14, 24, 6, '#fbfaf6');
    for (const at of [left - 30, left + bed + 6]) piece(sheet, at, y + 14, 24, 24, 4, '#f3e6cf');
    if (height > 170) piece(sheet, x + 14, y + height - 42, width * 0.36, 28, 3, '#f1ede2');
  },
  bathroom(sheet, { x, y, width, height }) {
    piece(sheet, x + 14, y + 14, Math.min(66, width * 0.44), height - 28, 5, '#ffffff');
    sheet.ring(x + 14 + Math.min(33, width * 0.22), y + height / 2, 7, LINE, 2);
    piece(sheet, x + width - 48, y + 14, 34, 26, 10);
    piece(sheet, x + width - 44, y + height - 50, 26, 34, 12);
  },
  toilet(sheet, { x, y, width, height }) {
    piece(sheet, x + width / 2 - 12, y + 12, 24, Math.min(32, height * 0.3), 11);
  },
  entrance(sheet, { x, y, width, height }) {
    if (width > height) piece(sheet, x + width * 0.62, y + 6, Math.min(90, width * 0.18), 14, 2, '#f3e6cf');
    else piece(sheet, x + 14, y + height - 40, 22, 26, 3, '#f3e6cf');
  },
  outside(sheet, { x, y, width, height }) {
    sheet.ring(x + width * 0.3, y + height / 2, 18, LINE, 2);
    for (const at of [0.14, 0.84, 0.92]) {
      sheet.circle(x + width * at, y + height / 2, 13, '#8fb58b');
      sheet.circle(x + width * at - 3, y + height / 2 - 3, 7, '#b7d0ac');
    }
  },
};
