import type { Chance } from '../chance/contract.ts';
import type { Colour } from '../contract.ts';
import { n, Sheet } from '../paint/rules.server.ts';

/** A floor plan without a word: walls in ink, floors in tints, furniture in thin lines. */

type Use = 'living' | 'kitchen' | 'bedroom' | 'bathroom' | 'entrance' | 'outside';

interface Cell {
  readonly use: Use;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const INK: Colour = '#14273a';

const LINE: Colour = '#41597a';

const FLOORS: Readonly<Record<Use, Colour>> = {
  living: '#f3e6cf',
  kitchen: '#e6ebf0',
  bedroom: '#e4eeea',
  bathroom: '#d6efee',
  entrance: '#f1ede2',
  outside: '#dfe8d2',
};

const WALL = 11;

/** The plan of a flat with this many rooms (1 to 4; larger ones are drawn as 4), with or without a balcony. */
export function drawPlan(sheet: Sheet, rooms: number, outside: boolean, chance: Chance): void {
  sheet.rect(0, 0, 960, 720, '#fbfaf6');
  const dots: string[] = [];
  for (let x = 40; x < 960; x += 40)
    for (let y = 40; y < 720; y += 40) dots.push(`M${x - 2} ${y}h4M${x} ${y - 2}v4`);
  sheet.path(dots.join(''), null, { stroke: '#cfd8e0', width: 1 });
  const cells = layOut(Math.min(4, Math.max(1, rooms)), outside, chance);
  const home = cells.filter(({ use }) => use !== 'outside');
  const left = Math.min(...home.map(({ x }) => x));
  const top = Math.min(...home.map(({ y }) => y));
  const right = Math.max(...home.map(({ x, width }) => x + width));
  const bottom = Math.max(...home.map(({ y, height }) => y + height));
  for (const [shift, opacity] of [
    [26, 0.06],
    [17, 0.08],
    [9, 0.12],
  ] as const)
    sheet.rect(left + shift, top + shift, right - left, bottom - top, '#0d1b2a', opacity);
  for (const cell of cells) drawFloor(sheet, cell);
  for (const cell of cells) FURNISH[cell.use](sheet, cell);
  for (const { x, y, width, height, use } of cells) {
    if (use === 'outside')
      sheet.path(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`, null, { stroke: LINE, width: 3 });
    else
      sheet.path(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`, null, {
        stroke: INK,
        width: WALL,
      });
  }
  sheet.path(`M${n(left)} ${n(top)}H${n(right)}V${n(bottom)}H${n(left)}Z`, null, {
    stroke: INK,
    width: WALL + 5,
  });
  openDoors(sheet, cells, top);
  openWindows(sheet, cells, { left, top, right, bottom });
  drawNorth(sheet, 884, 640);
}

/** Living room and kitchen on the side of the light, bedrooms across, bathroom and entrance between them. */
function layOut(rooms: number, outside: boolean, chance: Chance): Cell[] {
  const width = [0, 520, 600, 640, 680][rooms]!;
  const height = [0, 380, 420, 470, 490][rooms]!;
  const [left, top] = [(960 - width) / 2, outside ? 88 : 116];
  const [right, bottom] = [left + width, top + height];
  const low = top + height * chance.between(0.46, 0.51);
  const cells: Cell[] = [];
  if (rooms === 1) {
    const bath = width * 0.34;
    const cut = low - 40;
    cells.push({ use: 'living', x: left, y: cut, width, height: bottom - cut });
    cells.push({ use: 'bathroom', x: left, y: top, width: bath, height: cut - top });
    cells.push({ use: 'entrance', x: left + bath, y: top, width: width * 0.24, height: cut - top });
    cells.push({
      use: 'kitchen',
      x: left + bath + width * 0.24,
      y: top,
      width: width * 0.42,
      height: cut - top,
    });
  } else {
    const kitchen = width * chance.between(0.27, 0.31);
    const last = rooms === 4 ? (width - kitchen) * 0.4 : 0;
    cells.push({
      use: 'living',
      x: left + kitchen,
      y: low,
      width: width - kitchen - last,
      height: bottom - low,
    });
    cells.push({ use: 'kitchen', x: left, y: low, width: kitchen, height: bottom - low });
    if (last > 0) cells.push({ use: 'bedroom', x: right - last, y: low, width: last, height: bottom - low });
    const bath = 96;
    const entrance = 84;
    const first = (width - bath - entrance) * (rooms === 2 ? 1 : 0.52);
    cells.push({ use: 'bedroom', x: left, y: top, width: first, height: low - top });
    cells.push({ use: 'bathroom', x: left + first, y: top, width: bath, height: low - top });
    cells.push({ use: 'entrance', x: left + first + bath, y: top, width: entrance, height: low - top });
    const rest = left + first + bath + entrance;
    if (rooms > 2) cells.push({ use: 'bedroom', x: rest, y: top, width: right - rest, height: low - top });
  }
  if (outside) {
    const living = cells[0]!;
    cells.push({
      use: 'outside',
      x: living.x + 20,
      y: living.y + living.height,
      width: living.width - 40,
      height: 74,
    });
  }
  return cells;
}

function drawFloor(sheet: Sheet, { use, x, y, width, height }: Cell): void {
  sheet.rect(x, y, width, height, FLOORS[use]);
  const step = use === 'living' || use === 'bedroom' || use === 'outside' ? 15 : 21;
  const lines: (readonly [readonly [number, number], readonly [number, number]])[] = [];
  for (let at = y + step; at < y + height; at += step)
    lines.push([
      [x, at],
      [x + width, at],
    ]);
  if (step === 21)
    for (let at = x + step; at < x + width; at += step)
      lines.push([
        [at, y],
        [at, y + height],
      ]);
  sheet.lines(lines, '#a9b6c4', 0.8, 0.4);
  sheet.rect(
    x,
    y,
    width,
    18,
    sheet.gradient(
      [0, y],
      [0, y + 18],
      [
        [0, INK, 0.13],
        [1, INK, 0],
      ],
    ),
  );
  sheet.rect(
    x,
    y,
    18,
    height,
    sheet.gradient(
      [x, 0],
      [x + 18, 0],
      [
        [0, INK, 0.13],
        [1, INK, 0],
      ],
    ),
  );
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

const FURNISH: Readonly<Record<Use, (sheet: Sheet, cell: Cell) => void>> = {
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
  entrance(sheet, { x, y, height }) {
    piece(sheet, x + 14, y + height - 40, 22, 26, 3, '#f3e6cf');
  },
  outside(sheet, { x, y, width, height }) {
    sheet.ring(x + width * 0.3, y + height / 2, 18, LINE, 2);
    for (const at of [0.14, 0.84, 0.92]) {
      sheet.circle(x + width * at, y + height / 2, 13, '#8fb58b');
      sheet.circle(x + width * at - 3, y + height / 2 - 3, 7, '#b7d0ac');
    }
  },
};

/** Every room opens on the entrance, else on the living room, else on the kitchen. */
function openDoors(sheet: Sheet, cells: readonly Cell[], top: number): void {
  const leaf = (x: number, y: number, size: number, across: boolean) => {
    const [dx, dy] = across ? [size, 0] : [0, size];
    sheet.rect(
      across ? x : x - WALL,
      across ? y - WALL : y,
      across ? size : WALL * 2,
      across ? WALL * 2 : size,
      '#f1ede2',
    );
    sheet.path(
      `M${n(x)} ${n(y)}l${n(across ? 0 : size)} ${n(across ? size : 0)}A${n(size)} ${n(size)} 0 0 ${across ? 0 : 1} ${n(x + dx)} ${n(y + dy)}`,
      null,
      { stroke: LINE, width: 2 },
    );
  };
  for (const cell of cells) {
    if (cell.use === 'outside') continue;
    if (cell.use === 'entrance') {
      leaf(cell.x + cell.width / 2 - 23, top, 46, true);
      continue;
    }
    for (const use of ['entrance', 'living', 'kitchen'] as const) {
      const other = cells.find((one) => one.use === use && one !== cell);
      const wall = other && sharedWall(cell, other);
      const size = cell.use === 'bathroom' ? 36 : 44;
      if (!wall || wall.length < size + 20) continue;
      const from = wall.from + (wall.across ? wall.length - size - 12 : wall.length - size - 14);
      leaf(wall.across ? from : wall.at, wall.across ? wall.at : from, size, wall.across);
      break;
    }
  }
}

function sharedWall(a: Cell, b: Cell): { across: boolean; at: number; from: number; length: number } | null {
  const overlap = (a1: number, a2: number, b1: number, b2: number) =>
    [Math.max(a1, b1), Math.min(a2, b2) - Math.max(a1, b1)] as const;
  for (const [upper, lower] of [
    [a, b],
    [b, a],
  ] as const) {
    if (Math.abs(upper.y + upper.height - lower.y) < 1) {
      const [from, length] = overlap(a.x, a.x + a.width, b.x, b.x + b.width);
      if (length > 0) return { across: true, at: lower.y, from, length };
    }
    if (Math.abs(upper.x + upper.width - lower.x) < 1) {
      const [from, length] = overlap(a.y, a.y + a.height, b.y, b.y + b.height);
      if (length > 0) return { across: false, at: lower.x, from, length };
    }
  }
  return null;
}

function openWindows(
  sheet: Sheet,
  cells: readonly Cell[],
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): void {
  const pane = (x: number, y: number, width: number, height: number) => {
    sheet.rect(x, y, width, height, '#ffffff');
    sheet.path(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`, null, { stroke: INK, width: 2 });
    const [mx, my] = [x + width / 2, y + height / 2];
    sheet.line(
      width > height ? x : mx,
      width > height ? my : y,
      width > height ? x + width : mx,
      width > height ? my : y + height,
      '#0f7378',
      2.4,
    );
  };
  for (const { use, x, y, width, height } of cells) {
    if (use === 'outside' || use === 'entrance') continue;
    const size = use === 'bathroom' ? 40 : Math.min(110, width * 0.5);
    const middle = x + width / 2 - size / 2;
    if (Math.abs(y - top) < 1) pane(middle, y - 7, size, 14);
    else if (Math.abs(y + height - bottom) < 1) pane(middle, y + height - 7, size, 14);
    else if (Math.abs(x - left) < 1) pane(x - 7, y + height / 2 - size / 2, 14, size);
    else if (Math.abs(x + width - right) < 1) pane(x + width - 7, y + height / 2 - size / 2, 14, size);
  }
}

/** Where north is: a needle, no letter. */
function drawNorth(sheet: Sheet, x: number, y: number): void {
  sheet.ring(x, y, 26, LINE, 2);
  sheet.poly(
    [
      [x, y - 34],
      [x + 9, y],
      [x, y - 6],
    ],
    '#f2b134',
  );
  sheet.poly(
    [
      [x, y - 34],
      [x - 9, y],
      [x, y - 6],
    ],
    INK,
  );
}
