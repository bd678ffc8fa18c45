import type { Chance } from '../../chance.ts';
import type { Colour } from '../brief.ts';
import { n, Sheet } from '../paint.ts';
import { furnishCell } from './furniture.ts';
import { layOut, type Use } from './layout.ts';
import { writeLetters } from './letters.ts';

/** A floor plan: walls in ink, floors in tints, furniture in thin lines, names and measures written by hand. */

interface Cell {
  readonly use: Use;
  readonly name: string;
  /** m², null when the listing does not say its area. */
  readonly area: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const INK: Colour = '#14273a';

const LINE: Colour = '#41597a';

const TINTS: readonly Readonly<Record<Use, Colour>>[] = [
  {
    living: '#f3e6cf',
    kitchen: '#e6ebf0',
    bedroom: '#e4eeea',
    bathroom: '#d6efee',
    toilet: '#d6efee',
    entrance: '#f1ede2',
    outside: '#dfe8d2',
  },
  {
    living: '#d6efee',
    kitchen: '#f1ede2',
    bedroom: '#f3e6cf',
    bathroom: '#cfd8e0',
    toilet: '#cfd8e0',
    entrance: '#f6f2e8',
    outside: '#dfe8d2',
  },
  {
    living: '#f1ede2',
    kitchen: '#f1ede2',
    bedroom: '#f1ede2',
    bathroom: '#d6e6ea',
    toilet: '#d6e6ea',
    entrance: '#f1ede2',
    outside: '#e3ead8',
  },
  {
    living: '#f6dfc4',
    kitchen: '#f2e9da',
    bedroom: '#dde6ee',
    bathroom: '#cfe3e4',
    toilet: '#cfe3e4',
    entrance: '#f2ece0',
    outside: '#d9e6cf',
  },
];

const WALL = 10;

/** How much of the sheet a plan may fill. */
const ROOM = { width: 730, height: 510 } as const;

/** The plan of a home of this many rooms; with its area, every room bears its own and the sides their lengths. */
export function drawPlan(
  sheet: Sheet,
  rooms: number,
  outside: boolean,
  surface: number | undefined,
  chance: Chance,
): void {
  sheet.rect(0, 0, 960, 720, '#fbfaf6');
  drawPaper(sheet);
  const layout = layOut(rooms, surface, outside, chance);
  const top = Math.min(...layout.rooms.map(({ y }) => y));
  const tall = Math.max(...layout.rooms.map(({ y, height }) => y + height)) - top;
  const scale = Math.min(ROOM.width / layout.width, ROOM.height / tall, 78);
  const left = 494 - (layout.width * scale) / 2;
  const origin = 366 - (tall * scale) / 2 - top * scale;
  const areas =
    surface === undefined
      ? null
      : areasOf(
          layout.rooms.map(({ use, width, height }) => (use === 'outside' ? null : width * height)),
          surface,
        );
  const cells: Cell[] = layout.rooms.map((room, index) => ({
    use: room.use,
    name: room.name,
    area: room.use === 'outside' ? (areas ? room.width * room.height : null) : (areas?.[index] ?? null),
    x: left + room.x * scale,
    y: origin + room.y * scale,
    width: room.width * scale,
    height: room.height * scale,
  }));
  const box = {
    left,
    top: origin,
    right: left + layout.width * scale,
    bottom: origin + layout.height * scale,
  };
  const tints = chance.pick(TINTS);
  for (const [shift, opacity] of [
    [26, 0.06],
    [17, 0.08],
    [9, 0.12],
  ] as const)
    sheet.rect(
      box.left + shift,
      box.top + shift,
      box.right - box.left,
      box.bottom - box.top,
      '#0d1b2a',
      opacity,
    );
  for (const cell of cells) drawFloor(sheet, cell, tints[cell.use]);
  for (const cell of cells) furnishCell(sheet, cell);
  drawWalls(sheet, cells, box);
  openDoors(sheet, cells, box);
  openWindows(sheet, cells, box);
  for (const cell of cells) nameCell(sheet, cell, tints[cell.use]);
  if (areas) drawMeasures(sheet, box, layout.width, layout.height);
  drawNorth(sheet, 66, 650, chance.between(-170, 170));
}

/** Areas to a tenth that add up to the area of the listing; null stays null. */
function areasOf(raw: readonly (number | null)[], surface: number): (number | null)[] {
  const rounded = raw.map((area) => (area === null ? null : Math.round(area * 10) / 10));
  const sum = rounded.reduce((total: number, area) => total + (area ?? 0), 0);
  const largest = rounded.indexOf(Math.max(...rounded.map((area) => area ?? 0)));
  return rounded.map((area, index) =>
    area !== null && index === largest ? Math.round((area + surface - sum) * 10) / 10 : area,
  );
}

function drawPaper(sheet: Sheet): void {
  const dots: string[] = [];
  for (let x = 40; x < 960; x += 40)
    for (let y = 40; y < 720; y += 40) dots.push(`M${x - 2} ${y}h4M${x} ${y - 2}v4`);
  sheet.path(dots.join(''), null, { stroke: '#cfd8e0', width: 1 });
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function drawWalls(sheet: Sheet, cells: readonly Cell[], { left, top, right, bottom }: Box): void {
  for (const { x, y, width, height, use } of cells)
    sheet.path(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`, null, {
      stroke: use === 'outside' ? LINE : INK,
      width: use === 'outside' ? 3 : WALL * 0.7,
    });
  sheet.path(`M${n(left)} ${n(top)}H${n(right)}V${n(bottom)}H${n(left)}Z`, null, {
    stroke: INK,
    width: WALL + 5,
  });
}

/** Name and area, on a scrap of the floor so that furniture does not cross them. */
function nameCell(sheet: Sheet, { use, name, area, x, y, width, height }: Cell, tint: Colour): void {
  const figures = area === null ? null : `${area.toFixed(1).replace('.', ',')} m²`;
  const long = Math.max(name.length, figures?.length ?? 0);
  const size = Math.min(12.5, (width - 16) / long, height / 2.6);
  if (size < 5) return;
  const cx = x + width / 2;
  const hall = use === 'entrance' && height < 80;
  const cy =
    hall || use === 'outside' || use === 'toilet'
      ? y + height / 2
      : use === 'bedroom'
        ? y + height - size * (figures ? 3.4 : 2.2)
        : y + Math.max(size * 2.4, height * 0.16);
  const lines = figures && !hall ? 2 : 1;
  const wide = Math.min(width - 14, Math.max(name.length, figures?.length ?? 0) * size * 0.98 + 10);
  sheet.rect(
    cx - wide / 2,
    cy - size * (lines === 2 ? 1.35 : 0.95),
    wide,
    size * (lines === 2 ? 3.6 : 1.9),
    tint,
    0.94,
    4,
  );
  const said = hall && figures && width > 190 ? `${name} ${figures}` : name;
  writeLetters(sheet, said, cx, cy, size, INK);
  if (figures && lines === 2) writeLetters(sheet, figures, cx, cy + size * 1.55, size * 0.92, LINE);
}

/** The lengths of two sides, between ticks. */
function drawMeasures(sheet: Sheet, { left, top, right, bottom }: Box, width: number, height: number): void {
  const metres = (value: number) => `${value.toFixed(2).replace('.', ',')} m`;
  const y = 676;
  sheet.line(left, y, right, y, LINE, 1.6);
  for (const x of [left, right])
    sheet.path(`M${n(x - 5)} ${y + 5}l10 -10M${n(x)} ${y - 9}v18`, null, { stroke: LINE, width: 1.6 });
  const middle = (left + right) / 2;
  sheet.rect(middle - 46, y - 10, 92, 20, '#fbfaf6');
  writeLetters(sheet, metres(width), middle, y, 12, LINE);
  const x = Math.max(34, left - 44);
  sheet.line(x, top, x, bottom, LINE, 1.6);
  for (const at of [top, bottom])
    sheet.path(`M${n(x - 5)} ${n(at + 5)}l10 -10M${n(x - 9)} ${n(at)}h18`, null, {
      stroke: LINE,
      width: 1.6,
    });
  const half = (top + bottom) / 2;
  sheet.rect(x - 10, half - 46, 20, 92, '#fbfaf6');
  writeLetters(sheet, metres(height), x, half, 12, LINE, true);
}

function drawFloor(sheet: Sheet, { use, x, y, width, height }: Cell, tint: Colour): void {
  sheet.rect(x, y, width, height, tint);
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

/** Every room opens on the entrance, else on the living room, else on the kitchen. */
function openDoors(sheet: Sheet, cells: readonly Cell[], { left, top, right }: Box): void {
  const leaf = (x: number, y: number, size: number, across: boolean) => {
    const [dx, dy] = across ? [size, 0] : [0, size];
    sheet.rect(
      across ? x : x - WALL,
      across ? y - WALL : y,
      across ? size : WALL * 2,
      across ? WALL * 2 : size,
      '#f6f2e8',
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
      // Where the home is entered: from the end of its hall, else from above or below.
      if (cell.width > cell.height * 2)
        leaf(
          cell.x <= left + 1 && cell.x + cell.width < right - 1 ? right : left,
          cell.y + cell.height / 2 - 20,
          40,
          false,
        );
      else leaf(cell.x + cell.width / 2 - 23, cell.y <= top + 1 ? top : cell.y + cell.height, 46, true);
      continue;
    }
    for (const use of ['entrance', 'living', 'kitchen'] as const) {
      const other = cells.find((one) => one.use === use && one !== cell);
      const wall = other && sharedWall(cell, other);
      const size = cell.use === 'bathroom' || cell.use === 'toilet' ? 30 : 40;
      if (!wall || wall.length < size + 12) continue;
      const from = wall.from + (wall.across ? wall.length - size - 6 : wall.length - size - 8);
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

function openWindows(sheet: Sheet, cells: readonly Cell[], { left, top, right, bottom }: Box): void {
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
    if (use === 'outside' || use === 'entrance' || use === 'toilet') continue;
    const size = use === 'bathroom' ? 40 : Math.min(110, width * 0.5);
    const middle = x + width / 2 - size / 2;
    if (Math.abs(y - top) < 1) pane(middle, y - 7, size, 14);
    else if (Math.abs(y + height - bottom) < 1) pane(middle, y + height - 7, size, 14);
    else if (Math.abs(x - left) < 1) pane(x - 7, y + height / 2 - size / 2, 14, size);
    else if (Math.abs(x + width - right) < 1) pane(x + width - 7, y + height / 2 - size / 2, 14, size);
  }
}

/** Where north is. */
function drawNorth(sheet: Sheet, x: number, y: number, degrees: number): void {
  const angle = (degrees * Math.PI) / 180;
  const at = (dx: number, dy: number): [number, number] => [
    x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
  sheet.ring(x, y, 24, LINE, 2);
  sheet.poly([at(0, -30), at(8, 2), at(0, -5)], '#f2b134');
  sheet.poly([at(0, -30), at(-8, 2), at(0, -5)], INK);
  const [lx, ly] = at(0, -42);
  writeLetters(sheet, 'N', lx, ly, 11, INK);
}
