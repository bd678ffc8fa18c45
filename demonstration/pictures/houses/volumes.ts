import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { lit, shaded } from '../light.ts';
import { drawWindow } from '../openings.ts';
import { darker, lighter, type Warp } from '../paint.ts';
import { Room, type Spot } from '../perspective/perspective.ts';
import { type Choice, drawFace, UNIT } from './faces.ts';
import { drawFrontGable, drawRakes } from './gables.ts';
import { FOOT } from './masonry.ts';
import type { Profile } from './profiles.ts';

/** A volume under its roof, in metres. */
export interface Volume {
  readonly left: number;
  readonly right: number;
  /** Front and back. */
  readonly front: number;
  readonly back: number;
  /** Height of the walls. */
  readonly high: number;
  readonly rise: number;
  readonly bays: number;
  readonly door: number | null;
}

/** A house as it stands: its front, the side that the eye sees, its roof. */
export function drawVolume(room: Room, volume: Volume, choice: Choice, cover: Colour, chance: Chance): void {
  const { sheet, light } = room;
  const { profile } = choice;
  const eye = room.shape.eyeX;
  const side = eye < volume.left ? 'left' : eye > volume.right ? 'right' : null;
  if (profile.roof !== 'flat') drawChimneys(room, volume, profile, chance);
  if (side) drawSide(room, volume, side, choice, chance);
  const middle = (volume.left + volume.right) / 2;
  const half = ((volume.right - volume.left) / 2) * UNIT;
  const face = { left: -half, right: half, top: FOOT - volume.high * UNIT, foot: FOOT };
  const roofFirst = profile.roof === 'front';
  if (roofFirst) drawRoof(room, volume, profile, cover);
  sheet.warped(frontOf(room, middle, volume.front), () => {
    drawFace(sheet, face, choice, volume.bays, volume.door, light, chance);
    if (roofFirst) drawFrontGable(sheet, face, volume, choice, light, chance);
  });
  if (roofFirst) drawRakes(room, volume, profile, cover);
  else drawRoof(room, volume, profile, cover);
  if (!roofFirst && profile.roof !== 'flat') drawDormers(room, volume, choice, cover, chance);
}

/** The plane of a front: local units to the sheet. */
export function frontOf(room: Room, middle: number, z: number): Warp {
  return {
    at: ([x, y]) => room.at([middle + x / UNIT, (FOOT - y) / UNIT, z]),
    scale: ([x]) => room.scale(z, middle + x / UNIT) / UNIT,
  };
}

function drawSide(room: Room, volume: Volume, side: 'left' | 'right', choice: Choice, chance: Chance): void {
  const { sheet, light } = room;
  const { profile } = choice;
  const long = (volume.back - volume.front) * UNIT;
  const x = side === 'left' ? volume.left : volume.right;
  const deep = (local: number) =>
    side === 'left' ? volume.back - local / UNIT : volume.front + local / UNIT;
  const warp: Warp = {
    at: ([lx, ly]) => room.at([x, (FOOT - ly) / UNIT, deep(lx)]),
    scale: ([lx]) => room.scale(deep(lx), x) / UNIT,
  };
  const top = FOOT - volume.high * UNIT;
  const shade = side === 'right' ? 1.15 : 0.32;
  sheet.warped(warp, () => {
    if (profile.roof === 'side') {
      const peak = top - volume.rise * UNIT;
      const gable: Point[] = [
        [0, top + 1],
        [long / 2, peak],
        [long, top + 1],
      ];
      sheet.poly(gable, lit(light, profile.texture === 'boards' ? choice.tone : choice.wall));
      drawWindow(
        sheet,
        { x: long / 2 - 18, y: top - volume.rise * UNIT * 0.46, width: 36, height: 46 },
        {
          across: 2,
          down: 2,
          frame: '#f2eee2',
          trim: profile.trim,
          shutters: null,
          head: 'straight',
          sill: true,
        },
        light,
        chance,
      );
      sheet.poly(gable, light.shade, light.depth * shade);
    }
    drawFace(
      sheet,
      { left: 0, right: long, top, foot: FOOT },
      choice,
      chance.whole(1, 2),
      null,
      light,
      chance.branch('flank'),
      shade,
    );
  });
}

function drawRoof(room: Room, volume: Volume, profile: Profile, cover: Colour): void {
  const { left, right, front, back, high, rise } = volume;
  const o = profile.eaves;
  const low = high - o * 0.35;
  const mid = (front + back) / 2;
  if (profile.roof === 'flat') return drawFlatRoof(room, volume);
  if (profile.roof === 'front') {
    const ridge = (left + right) / 2;
    const slope = (x: number): Spot[] => [
      [x, low, front - o],
      [ridge, high + rise, front - o],
      [ridge, high + rise, back],
      [x, low, back],
    ];
    const eye = room.shape.eyeX;
    const [far, near] = eye < ridge ? [right + o, left - o] : [left - o, right + o];
    drawSlope(room, slope(far), cover, profile, far > ridge ? 0.9 : 0.2);
    drawSlope(room, slope(near), cover, profile, near > ridge ? 0.9 : 0.1);
    return;
  }
  if (profile.roof === 'mansard') {
    const brisk = rise * 0.78;
    const inset = 0.7;
    const base: Spot[] = [
      [left - 0.1, high, front - 0.1],
      [right + 0.1, high, front - 0.1],
      [right - inset, high + brisk, front + inset],
      [left + inset, high + brisk, front + inset],
    ];
    hipSides(room, volume, inset, brisk, cover, profile);
    drawSlope(room, base, cover, profile, 0.16);
    const crown: Spot[] = [
      [left + inset, high + brisk, front + inset],
      [right - inset, high + brisk, front + inset],
      [right - inset * 2.4, high + rise, mid],
      [left + inset * 2.4, high + rise, mid],
    ];
    drawSlope(room, crown, cover, profile, 0.5);
    eavesLine(room, volume, 0.1, cover);
    return;
  }
  const inset = profile.roof === 'hip' ? Math.min((right - left) * 0.3, (back - front) / 2) : -0.25;
  if (profile.roof === 'hip') {
    const eye = room.shape.eyeX;
    const x = eye < left ? left - o : right + o;
    const turn = eye < left ? 1 : -1;
    if (eye < left || eye > right)
      drawSlope(
        room,
        [
          [x, low, front - o],
          [x + turn * (inset + o), high + rise, mid],
          [x + turn * (inset + o), high + rise, mid],
          [x, low, back + o],
        ],
        cover,
        profile,
        turn === 1 ? 0.3 : 1,
      );
  }
  drawSlope(
    room,
    [
      [left - (profile.roof === 'hip' ? o : 0.25), low, front - o],
      [right + (profile.roof === 'hip' ? o : 0.25), low, front - o],
      [right - inset, high + rise, mid],
      [left + inset, high + rise, mid],
    ],
    cover,
    profile,
    0.12,
  );
  eavesLine(room, volume, o, cover);
  const ridge = [
    room.at([left + inset, high + rise, mid]),
    room.at([right - inset, high + rise, mid]),
  ] as const;
  room.sheet.line(
    ...ridge[0],
    ...ridge[1],
    lighter(lit(room.light, cover), 0.24),
    profile.cover === 'thatch' ? 9 : 4,
  );
}

function hipSides(
  room: Room,
  { left, right, front, back, high }: Volume,
  inset: number,
  brisk: number,
  cover: Colour,
  profile: Profile,
): void {
  const eye = room.shape.eyeX;
  if (eye >= left && eye <= right) return;
  const turn = eye < left ? 1 : -1;
  const x = eye < left ? left - 0.1 : right + 0.1;
  drawSlope(
    room,
    [
      [x, high, front - 0.1],
      [x + turn * (inset + 0.1), high + brisk, front + inset],
      [x + turn * (inset + 0.1), high + brisk, back - inset],
      [x, high, back],
    ],
    cover,
    profile,
    turn === 1 ? 0.3 : 1,
  );
}

/** The gutter along the front. */
function eavesLine(room: Room, { left, right, front, high }: Volume, o: number, cover: Colour): void {
  const low = high - o * 0.35;
  room.face(
    [
      [left - o, low, front - o],
      [right + o, low, front - o],
      [right + o, low - 0.13, front - o],
      [left - o, low - 0.13, front - o],
    ],
    darker(lit(room.light, cover), 0.34),
  );
}

/** A slope: its colour from the ridge to the eaves, its rows. */
function drawSlope(room: Room, spots: readonly Spot[], cover: Colour, profile: Profile, shade: number): void {
  const { sheet, light } = room;
  const corners = spots.map((spot) => room.at(spot));
  const base = shaded(light, cover, shade);
  const foot = Math.max(...corners.map(([, y]) => y));
  const top = Math.min(...corners.map(([, y]) => y));
  sheet.poly(
    corners,
    sheet.gradient(
      [0, top],
      [0, foot],
      [
        [0, lighter(base, 0.14)],
        [1, base],
      ],
    ),
  );
  const between = (a: Spot, b: Spot, share: number): Spot => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
    a[2] + (b[2] - a[2]) * share,
  ];
  const [a, b, c, d] = spots as readonly [Spot, Spot, Spot, Spot];
  const alongX = Math.abs(a[0] - b[0]) > Math.abs(a[2] - d[2]) || a[2] === b[2];
  const [footFrom, footTo, topFrom, topTo] = alongX && a[1] === b[1] ? [a, b, d, c] : [a, d, b, c];
  const rows: (readonly [Point, Point])[] = [];
  const count = profile.cover === 'slates' ? 16 : profile.cover === 'thatch' ? 5 : 11;
  for (let row = 1; row < count; row += 1)
    rows.push([
      room.at(between(footFrom, topFrom, row / count)),
      room.at(between(footTo, topTo, row / count)),
    ]);
  if (profile.cover === 'tiles') {
    const columns = Math.round(Math.hypot(footTo[0] - footFrom[0], footTo[2] - footFrom[2]) / 0.34);
    for (let column = 1; column < columns; column += 1)
      rows.push([
        room.at(between(footFrom, footTo, column / columns)),
        room.at(between(topFrom, topTo, column / columns)),
      ]);
  }
  sheet.lines(rows, darker(base, 0.32), 1, profile.cover === 'thatch' ? 0.2 : 0.3);
}

function drawFlatRoof(room: Room, { left, right, front, back, high }: Volume): void {
  room.block({ x: [left - 0.12, right + 0.12], y: [high, high + 0.26], z: [front - 0.12, back] }, '#dfe1dc');
}

function drawChimneys(
  room: Room,
  { left, right, front, back, high, rise }: Volume,
  profile: Profile,
  chance: Chance,
): void {
  const count = chance.whole(...profile.chimneys);
  const mid = (front + back) / 2;
  const spots = count === 2 ? [0.07, 0.93] : [chance.pick([0.3, 0.66, 0.74])];
  for (const share of spots.slice(0, count)) {
    const x = left + (right - left) * share;
    const colour =
      profile.texture === 'brick' ? '#9c4f3f' : profile.texture === 'stones' ? '#b9b0a0' : '#c4846a';
    const ridge = profile.roof === 'front' ? high + rise * (1 - Math.abs(share - 0.5) * 2) : high + rise;
    const base = ridge - 1.2;
    const top = ridge + chance.between(0.7, 1);
    room.block({ x: [x - 0.35, x + 0.35], y: [base, top], z: [mid - 0.4, mid + 0.4] }, colour);
    room.block(
      { x: [x - 0.42, x + 0.42], y: [top, top + 0.14], z: [mid - 0.46, mid + 0.46] },
      lighter(colour, 0.3),
    );
    room.block(
      { x: [x - 0.14, x + 0.14], y: [top + 0.14, top + 0.5], z: [mid - 0.14, mid + 0.14] },
      '#b9664a',
    );
  }
}

/** Windows that stand out of the slope, above the bays. */
function drawDormers(room: Room, volume: Volume, choice: Choice, cover: Colour, chance: Chance): void {
  const { profile } = choice;
  if (!chance.maybe(profile.dormers)) return;
  const { left, right, front, back, high, rise, bays } = volume;
  const mansard = profile.roof === 'mansard';
  const count = bays > 4 ? 3 : 2;
  const z = front + (mansard ? 0.05 : Math.min(1, (back - front) * 0.16));
  const low = mansard ? high + 0.35 : high + ((z - front) / ((back - front) / 2)) * rise;
  for (let index = 0; index < count; index += 1) {
    const x = left + ((right - left) / count) * (index + 0.5);
    const tall = Math.min(1.5, rise * 0.7);
    room.block(
      { x: [x - 0.62, x + 0.62], y: [low - 0.3, low + tall], z: [z, z + 1.4] },
      profile.trim ?? choice.wall,
    );
    room.sheet.warped(frontOf(room, x, z - 0.01), () =>
      drawWindow(
        room.sheet,
        { x: -17, y: FOOT - (low + tall - 0.16) * UNIT, width: 34, height: (tall - 0.24) * UNIT },
        { across: 2, down: 2, frame: '#f2eee2', trim: null, shutters: null, head: 'straight', sill: false },
        room.light,
        chance,
      ),
    );
    room.face(
      [
        [x - 0.8, low + tall - 0.06, z - 0.15],
        [x, low + tall + 0.62, z - 0.15],
        [x + 0.8, low + tall - 0.06, z - 0.15],
      ],
      shaded(room.light, cover, 0.5),
    );
    room.face(
      [
        [x - 0.56, low + tall, z - 0.14],
        [x, low + tall + 0.46, z - 0.14],
        [x + 0.56, low + tall, z - 0.14],
      ],
      lit(room.light, profile.trim ?? choice.wall),
    );
  }
}
