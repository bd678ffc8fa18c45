import type { Chance } from '../../chance.ts';
import type { Colour, Point } from '../brief.ts';
import { type Light, lit, shaded } from '../light.ts';
import { lighter, n, outline, Sheet } from '../paint.ts';

/** Metres: x to the right, y up, z away from the eye. */
export type Spot = readonly [x: number, y: number, z: number];

interface RoomShape {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Where the eye stands, metres from the middle of the room and above its floor. */
  readonly eyeX: number;
  readonly eyeY: number;
  /** Where the eye looks, radians to the right; a room seen aslant shows two walls. */
  readonly yaw?: number;
  /** Pixels per metre at one metre: small is a wide lens. */
  readonly focal?: number;
  /** Where the horizon stands on the sheet. */
  readonly horizon?: number;
}

/** Nearer than this is behind the reader. */
export const NEAR = 0.6;

/** A block of furniture, in metres. */
interface Block {
  readonly x: readonly [left: number, right: number];
  readonly y: readonly [low: number, high: number];
  readonly z: readonly [front: number, back: number];
}

/** A room in one-point perspective, drawn from back to front. The daylight comes from the left. */
export class Room {
  readonly sheet: Sheet;
  readonly light: Light;
  readonly shape: RoomShape;
  /** Draws the shapes of what furnishes the room. */
  readonly taste: Chance;
  readonly left: number;
  readonly right: number;
  readonly #cos: number;
  readonly #sin: number;
  readonly #focal: number;
  readonly #horizon: number;

  constructor(sheet: Sheet, light: Light, shape: RoomShape, taste: Chance) {
    this.taste = taste;
    this.sheet = sheet;
    this.light = light;
    this.shape = shape;
    this.left = -shape.width / 2;
    this.right = shape.width / 2;
    this.#cos = Math.cos(shape.yaw ?? 0);
    this.#sin = Math.sin(shape.yaw ?? 0);
    this.#focal = shape.focal ?? 760;
    this.#horizon = shape.horizon ?? 336;
  }

  /** Where the floor leaves the sheet, in metres from the eye: nothing nearer needs to be drawn on it. */
  get threshold(): number {
    const { eyeY, width } = this.shape;
    const away = (eyeY * this.#focal) / (720 - this.#horizon);
    return Math.max(NEAR, away / this.#cos - (Math.abs(this.#sin) / this.#cos) * width * 0.75 - 0.1);
  }

  /** Seen aslant: nothing faces the reader squarely. */
  get turned(): boolean {
    return this.#sin !== 0;
  }

  at([x, y, z]: Spot): Point {
    const dx = x - this.shape.eyeX;
    const across = dx * this.#cos - z * this.#sin;
    const away = Math.max(0.4, z * this.#cos + dx * this.#sin);
    const scale = this.#focal / away;
    return [480 + across * scale, this.#horizon + (this.shape.eyeY - y) * scale];
  }

  /** Pixels per metre at this depth, at this place across. */
  scale(z: number, x = this.shape.eyeX): number {
    return this.#focal / Math.max(0.4, z * this.#cos + (x - this.shape.eyeX) * this.#sin);
  }

  face(spots: readonly Spot[], fill: string, opacity = 1): void {
    this.sheet.poly(
      spots.map((spot) => this.at(spot)),
      fill,
      opacity,
    );
  }

  /** What is soft lies on the floor around this spot. */
  shadow(x: readonly [number, number], z: readonly [number, number], strength = 1): void {
    const { light } = this;
    for (const [grow, opacity] of [
      [0.16, 0.2],
      [0.08, 0.3],
      [0, 0.42],
    ] as const) {
      this.face(
        [
          [x[0] - grow, 0, z[0] - grow],
          [x[1] + grow + 0.18, 0, z[0] - grow],
          [x[1] + grow + 0.18, 0, z[1]],
          [x[0] - grow, 0, z[1]],
        ],
        light.shade,
        opacity * (light.depth + 0.26) * strength,
      );
    }
  }

  /** A block with its visible faces: the top in the light, the side towards the window lit, the other shaded. */
  block({ x, y, z }: Block, colour: Colour, top = lighter(colour, 0.16)): void {
    const { light } = this;
    const { eyeX, eyeY } = this.shape;
    if (y[1] < eyeY)
      this.face(
        [
          [x[0], y[1], z[0]],
          [x[1], y[1], z[0]],
          [x[1], y[1], z[1]],
          [x[0], y[1], z[1]],
        ],
        lit(light, top),
      );
    else
      this.face(
        [
          [x[0], y[0], z[0]],
          [x[1], y[0], z[0]],
          [x[1], y[0], z[1]],
          [x[0], y[0], z[1]],
        ],
        shaded(light, colour, 1.5),
      );
    if (eyeX < x[0])
      this.face(
        [
          [x[0], y[0], z[0]],
          [x[0], y[1], z[0]],
          [x[0], y[1], z[1]],
          [x[0], y[0], z[1]],
        ],
        lighter(lit(light, colour), 0.1),
      );
    if (eyeX > x[1])
      this.face(
        [
          [x[1], y[0], z[0]],
          [x[1], y[1], z[0]],
          [x[1], y[1], z[1]],
          [x[1], y[0], z[1]],
        ],
        shaded(light, colour, 1.2),
      );
    this.face(
      [
        [x[0], y[0], z[0]],
        [x[1], y[0], z[0]],
        [x[1], y[1], z[0]],
        [x[0], y[1], z[0]],
      ],
      shaded(light, colour, 0.34),
    );
  }

  /** A rounded panel facing the reader. */
  panel(
    x: readonly [number, number],
    y: readonly [number, number],
    z: number,
    fill: string,
    radius = 0,
    opacity = 1,
  ): void {
    if (this.turned) return this.#turnedPanel(x, y, z, fill, radius, opacity);
    const [left, top] = this.at([x[0], y[1], z]);
    const scale = this.scale(z);
    this.sheet.rect(left, top, (x[1] - x[0]) * scale, (y[1] - y[0]) * scale, fill, opacity, radius * scale);
  }

  #turnedPanel(
    x: readonly [number, number],
    y: readonly [number, number],
    z: number,
    fill: string,
    radius: number,
    opacity: number,
  ): void {
    const corner = (px: number, py: number) => this.at([px, py, z]);
    const r = Math.min(radius, (x[1] - x[0]) / 2, (y[1] - y[0]) / 2);
    if (r * this.scale(z) < 2.5) {
      this.sheet.poly(
        [corner(x[0], y[0]), corner(x[1], y[0]), corner(x[1], y[1]), corner(x[0], y[1])],
        fill,
        opacity,
      );
      return;
    }
    const word = (px: number, py: number) => {
      const [a, b] = corner(px, py);
      return `${n(a)} ${n(b)}`;
    };
    const [l, b] = [x[0], y[0]];
    const [e, t] = [x[1], y[1]];
    this.sheet.path(
      `M${word(l + r, b)}L${word(e - r, b)}Q${word(e, b)} ${word(e, b + r)}L${word(e, t - r)}Q${word(e, t)} ${word(e - r, t)}L${word(l + r, t)}Q${word(l, t)} ${word(l, t - r)}L${word(l, b + r)}Q${word(l, b)} ${word(l + r, b)}Z`,
      fill,
      { opacity },
    );
  }

  disc(x: number, y: number, z: number, radius: number, fill: string, opacity = 1, flat = 1): void {
    const [cx, cy] = this.at([x, y, z]);
    const scale = this.scale(z, x) * radius;
    this.sheet.ellipse(cx, cy, scale * this.#cos, scale * flat, fill, opacity);
  }

  /** A disc lying flat at this height: rugs, tables, lamp shades. */
  plate(x: number, y: number, z: number, radius: number, fill: string, opacity = 1): void {
    const [dx, dz] = [radius * this.#sin, radius * this.#cos];
    const far = this.at([x + dx, y, z + dz])[1];
    const near = this.at([x - dx, y, z - dz])[1];
    const [cx] = this.at([x, y, z]);
    this.sheet.ellipse(
      cx,
      (far + near) / 2,
      this.scale(z, x) * radius,
      Math.abs(near - far) / 2,
      fill,
      opacity,
    );
  }

  stick(from: Spot, to: Spot, metres: number, colour: string): void {
    const [a, b] = [this.at(from), this.at(to)];
    this.sheet.line(
      a[0],
      a[1],
      b[0],
      b[1],
      colour,
      Math.max(1.4, metres * this.scale((from[2] + to[2]) / 2, (from[0] + to[0]) / 2)),
    );
  }

  /** Draws what is seen through an opening of the back wall, clipped to it. */
  through(
    x: readonly [number, number],
    y: readonly [number, number],
    draw: (left: number, top: number, width: number, height: number) => void,
  ): void {
    const { depth } = this.shape;
    const corners = [
      this.at([x[0], y[1], depth]),
      this.at([x[1], y[1], depth]),
      this.at([x[1], y[0], depth]),
      this.at([x[0], y[0], depth]),
    ] as const;
    const left = corners[0][0];
    const top = Math.min(corners[0][1], corners[1][1]);
    const foot = Math.max(corners[2][1], corners[3][1]);
    this.sheet.within(outline(corners), () => draw(left, top, corners[1][0] - left, foot - top));
  }

  /** A lamp that is on: its glow over what was drawn before. */
  glow(x: number, y: number, z: number, metres: number, strength = 1): void {
    const [cx, cy] = this.at([x, y, z]);
    const radius = metres * this.scale(z, x);
    const warm = this.sheet.glow(cx, cy, radius, [
      [0, '#ffdf9e', 0.85 * strength],
      [0.35, '#ffcf7d', 0.34 * strength],
      [1, '#ffc86a', 0],
    ]);
    this.sheet.circle(cx, cy, radius, warm);
  }

  /** A path drawn in metres at one depth: x to the right and y up from a spot. */
  sketch(
    x: number,
    y: number,
    z: number,
    fill: string | null,
    build: (at: (dx: number, dy: number) => string) => string,
    stroke?: { colour: string; metres: number },
  ): void {
    const scale = this.scale(z, x);
    const d = build((dx, dy) => {
      const [px, py] = this.at([x + dx, y + dy, z]);
      return `${n(px)} ${n(py)}`;
    });
    this.sheet.path(
      d,
      fill,
      stroke ? { stroke: stroke.colour, width: Math.max(1, stroke.metres * scale), round: true } : {},
    );
  }
}
