import type { Colour, Point } from '../contract.ts';
import { type Light, lit, shaded } from '../light/rules.server.ts';
import { lighter, n, outline, Sheet } from '../paint/rules.server.ts';

/** Metres: x to the right, y up, z away from the eye. */
export type Spot = readonly [x: number, y: number, z: number];

export interface RoomShape {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Where the eye stands, metres from the middle of the room and above its floor. */
  readonly eyeX: number;
  readonly eyeY: number;
}

const FOCAL = 760;

const CENTRE: Point = [480, 336];
/** Nearer than this is behind the reader. */

export const NEAR = 1.6;

/** A block of furniture, in metres. */
export interface Block {
  readonly x: readonly [left: number, right: number];
  readonly y: readonly [low: number, high: number];
  readonly z: readonly [front: number, back: number];
}

/** A room in one-point perspective, drawn from back to front. The daylight comes from the left. */
export class Room {
  readonly sheet: Sheet;
  readonly light: Light;
  readonly shape: RoomShape;
  readonly left: number;
  readonly right: number;

  constructor(sheet: Sheet, light: Light, shape: RoomShape) {
    this.sheet = sheet;
    this.light = light;
    this.shape = shape;
    this.left = -shape.width / 2;
    this.right = shape.width / 2;
  }

  at([x, y, z]: Spot): Point {
    const scale = FOCAL / z;
    return [CENTRE[0] + (x - this.shape.eyeX) * scale, CENTRE[1] + (this.shape.eyeY - y) * scale];
  }

  /** Pixels per metre at this depth. */
  scale(z: number): number {
    return FOCAL / z;
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
    const [left, top] = this.at([x[0], y[1], z]);
    const scale = this.scale(z);
    this.sheet.rect(left, top, (x[1] - x[0]) * scale, (y[1] - y[0]) * scale, fill, opacity, radius * scale);
  }

  disc(x: number, y: number, z: number, radius: number, fill: string, opacity = 1, flat = 1): void {
    const [cx, cy] = this.at([x, y, z]);
    const scale = this.scale(z) * radius;
    this.sheet.ellipse(cx, cy, scale, scale * flat, fill, opacity);
  }

  /** A disc lying flat at this height: rugs, tables, lamp shades. */
  plate(x: number, y: number, z: number, radius: number, fill: string, opacity = 1): void {
    const far = this.at([x, y, z + radius])[1];
    const near = this.at([x, y, z - radius])[1];
    const [cx] = this.at([x, y, z]);
    this.sheet.ellipse(cx, (far + near) / 2, this.scale(z) * radius, Math.abs(near - far) / 2, fill, opacity);
  }

  stick(from: Spot, to: Spot, metres: number, colour: string): void {
    const [a, b] = [this.at(from), this.at(to)];
    this.sheet.line(
      a[0],
      a[1],
      b[0],
      b[1],
      colour,
      Math.max(1.4, metres * this.scale((from[2] + to[2]) / 2)),
    );
  }

  /** Draws what is seen through an opening of the back wall, clipped to it. */
  through(
    x: readonly [number, number],
    y: readonly [number, number],
    draw: (left: number, top: number, width: number, height: number) => void,
  ): void {
    const { depth } = this.shape;
    const [l, t] = this.at([x[0], y[1], depth]);
    const [r, b] = this.at([x[1], y[0], depth]);
    this.sheet.within(
      outline([
        [l, t],
        [r, t],
        [r, b],
        [l, b],
      ]),
      () => draw(l, t, r - l, b - t),
    );
  }

  /** A lamp that is on: its glow over what was drawn before. */
  glow(x: number, y: number, z: number, metres: number, strength = 1): void {
    const [cx, cy] = this.at([x, y, z]);
    const radius = metres * this.scale(z);
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
    const scale = this.scale(z);
    const [cx, cy] = this.at([x, y, z]);
    const d = build((dx, dy) => `${n(cx + dx * scale)} ${n(cy - dy * scale)}`);
    this.sheet.path(
      d,
      fill,
      stroke ? { stroke: stroke.colour, width: Math.max(1, stroke.metres * scale), round: true } : {},
    );
  }
}
