import type { Colour, Point } from './brief.ts';
/** Every picture is drawn on this sheet, 4:3. */
export const WIDTH = 960;

export const HEIGHT = 720;

/** `share` of the second colour in the first. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const a = channels(one);
  const b = channels(other);
  const blend = (shift: number) => {
    const from = (a >> shift) & 255;
    return from + (((b >> shift) & 255) - from) * share;
  };
  return hex(blend(16), blend(8), blend(0));
}

/** The colour of a surface under a tinted light. */
export function multiply(one: Colour, other: Colour): Colour {
  const a = channels(one);
  const b = channels(other);
  const under = (shift: number) => (((a >> shift) & 255) * ((b >> shift) & 255)) / 255;
  return hex(under(16), under(8), under(0));
}

export function lighter(colour: Colour, share: number): Colour {
  return mix(colour, '#ffffff', share);
}

/** Towards ink rather than black: shadows stay in the family. */
export function darker(colour: Colour, share: number): Colour {
  return mix(colour, '#0d1b2a', share);
}

/** Red, green and blue in one number. */
function channels(colour: Colour): number {
  return Number.parseInt(colour.slice(1), 16);
}

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, value) =>
  value.toString(16).padStart(2, '0'),
);

function hex(red: number, green: number, blue: number): Colour {
  return `#${PAIRS[bounded(red)]}${PAIRS[bounded(green)]}${PAIRS[bounded(blue)]}`;
}

function bounded(value: number): number {
  return Math.round(Math.min(255, Math.max(0, value)));
}

interface Stroke {
  readonly stroke?: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly round?: boolean;
}

type Stop = readonly [offset: number, colour: Colour, opacity?: number];

/** Draws a plane as it is seen from elsewhere: where a point goes, and how large things are there. */
export interface Warp {
  at(point: Point): Point;
  scale(point: Point): number;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly foot: number;
}

/** An SVG being drawn, in sheet units, from back to front. */
export class Sheet {
  #warp: Warp | null = null;
  /** What the frame shows, in the units of what is being drawn; null when that is not known. */
  #frame: Frame | null = { left: 0, top: 0, right: WIDTH, foot: HEIGHT };
  #zoom = 1;
  readonly #defs: string[] = [];
  readonly #shapes: string[] = [];
  readonly #words = new Map<string, string>();

  rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0): void {
    if (width <= 0 || height <= 0) return;
    if (this.#warp) {
      this.poly(
        [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ],
        fill,
        opacity,
      );
      return;
    }
    if (!this.sees(x, y, width, height)) return;
    const corner = radius > 0 ? ` rx="${n(radius)}"` : '';
    if (corner === '') {
      this.#add(`<path d="M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}"${paint(fill, opacity)}/>`);
      return;
    }
    this.#add(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corner}${paint(fill, opacity)}/>`,
    );
  }

  poly(points: readonly Point[], fill: string, opacity = 1): void {
    const placed = this.#warp ? points.map((point) => this.#warp!.at(point)) : points;
    if (this.#frame && outside(placed, this.#frame)) return;
    this.#add(`<path d="${outline(placed)}"${paint(fill, opacity)}/>`);
  }

  /** A path in SVG words; filled, stroked or both. */
  path(d: string, fill: string | null, stroke: Stroke = {}): void {
    const placed = this.#warp ? warpPath(d, this.#warp) : d;
    const opacity = fill ? (stroke.opacity ?? 1) : 1;
    this.#add(`<path d="${placed}"${paint(fill ?? 'none', opacity)}${line(this.#thinned(stroke, d))}/>`);
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1, opacity = 1): void {
    this.path(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, null, { stroke, width, opacity });
  }

  /** Many thin lines as one shape. */
  lines(segments: readonly (readonly [Point, Point])[], stroke: string, width = 1, opacity = 1): void {
    if (segments.length === 0) return;
    const d = segments
      .map(
        ([[a, b], [c, e]]) =>
          `M${n(a)} ${n(b)}${a === c ? `V${n(e)}` : b === e ? `H${n(c)}` : `L${n(c)} ${n(e)}`}`,
      )
      .join('');
    this.path(d, null, { stroke, width, opacity });
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): void {
    if (this.#warp) {
      const scale = this.#warp.scale([x, y]);
      [x, y] = this.#warp.at([x, y]);
      [rx, ry] = [rx * scale, ry * scale];
    }
    if (!this.#warp && !this.sees(x - rx, y - ry, rx * 2, ry * 2)) return;
    this.#add(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${paint(fill, opacity)}/>`);
  }

  circle(x: number, y: number, radius: number, fill: string, opacity = 1): void {
    this.ellipse(x, y, radius, radius, fill, opacity);
  }

  ring(x: number, y: number, radius: number, stroke: string, width: number, opacity = 1): void {
    this.#add(
      `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-opacity="${fine(opacity)}"/>`,
    );
  }

  /** A linear gradient between two points of the sheet; gives the word to fill with. */
  gradient(from: Point, to: Point, stops: readonly Stop[]): string {
    if (this.#warp) [from, to] = [this.#warp.at(from), this.#warp.at(to)];
    const body = `<linearGradient id="@" gradientUnits="userSpaceOnUse" x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}">${stopsOf(stops)}</linearGradient>`;
    return this.#define(body);
  }

  /** From the upper left to the foot of whatever it fills: one definition serves every pane of a front. */
  fall(top: Colour, low: Colour): string {
    return this.#define(
      `<linearGradient id="@" x1="0" y1="0" x2="0.5" y2="1">${stopsOf([
        [0, top],
        [1, low],
      ])}</linearGradient>`,
    );
  }

  glow(x: number, y: number, radius: number, stops: readonly Stop[]): string {
    return this.#define(
      `<radialGradient id="@" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}">${stopsOf(stops)}</radialGradient>`,
    );
  }

  /** What `draw` adds is seen only inside this outline. */
  within(points: readonly Point[] | string, draw: () => void): void {
    const flat = typeof points === 'string' ? points : outline(points);
    const d = this.#warp ? warpPath(flat, this.#warp) : flat;
    const id = this.#define(`<clipPath id="@"><path d="${d}"/></clipPath>`);
    this.#add(`<g clip-path="${id}">`);
    draw();
    this.#add('</g>');
  }

  /** What `draw` adds is drawn on a plane that the reader sees aslant. */
  warped(warp: Warp, draw: () => void): void {
    this.#warp = warp;
    draw();
    this.#warp = null;
  }

  /** How large things are at this point of the plane being drawn. */
  scaleAt(x: number, y: number): number {
    return (this.#warp ? this.#warp.scale([x, y]) : 1) * this.#zoom;
  }

  #thinned(stroke: Stroke, d: string): Stroke {
    if (!this.#warp || !stroke.width) return stroke;
    const [, x = '0', y = '0'] = /^M(-?[\d.]+) (-?[\d.]+)/.exec(d) ?? [];
    const scale = this.#warp.scale([Number(x), Number(y)]);
    return { ...stroke, width: Math.max(0.6, stroke.width * scale) };
  }

  faded(opacity: number, draw: () => void): void {
    this.#add(`<g opacity="${fine(opacity)}">`);
    draw();
    this.#add('</g>');
  }

  /** What `draw` adds is moved or scaled; `frame` is what stays in sight of it, in its own units. */
  moved(transform: string, draw: () => void, frame: Frame | null = null): void {
    const [before, zoom] = [this.#frame, this.#zoom];
    this.#frame = frame;
    if (frame) this.#zoom *= WIDTH / (frame.right - frame.left);
    this.#add(`<g transform="${transform}">`);
    draw();
    this.#add('</g>');
    this.#frame = before;
    this.#zoom = zoom;
  }

  /** Whether any part of this place can be seen: what cannot is not worth drawing. */
  sees(x: number, y: number, width: number, height: number): boolean {
    if (!this.#frame) return true;
    const corners: readonly Point[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    return !outside(this.#warp ? corners.map((corner) => this.#warp!.at(corner)) : corners, this.#frame);
  }

  /** The picture, `width` pixels wide; mirrored when asked, so that light comes from both sides across listings. */
  svg(width: number, mirrored: boolean): string {
    const height = Math.round((width * HEIGHT) / WIDTH);
    const body = this.#shapes.join('');
    const turned = mirrored ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${body}</g>` : body;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${this.#defs.join('')}</defs>${turned}</svg>`;
  }

  #define(body: string): string {
    const known = this.#words.get(body);
    if (known) return known;
    const id = `d${this.#words.size}`;
    this.#defs.push(body.replace('"@"', `"${id}"`));
    const word = `url(#${id})`;
    this.#words.set(body, word);
    return word;
  }

  #add(shape: string): void {
    this.#shapes.push(shape);
  }
}

function outside(points: readonly Point[], { left, top, right, foot }: Frame): boolean {
  return (
    points.every(([x]) => x < left) ||
    points.every(([x]) => x > right) ||
    points.every(([, y]) => y < top) ||
    points.every(([, y]) => y > foot)
  );
}

/** The same path on a warped plane: every point is moved, arcs keep their shape at their own size. */
function warpPath(d: string, warp: Warp): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let placed = '';
  for (const [, word = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const kind = word.toUpperCase();
    const relative = word !== kind;
    if (kind === 'Z') {
      placed += 'Z';
      [x, y] = [startX, startY];
      continue;
    }
    const size = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, A: 7 }[kind] ?? 2;
    for (let index = 0; index + size <= numbers.length; index += size) {
      const part = numbers.slice(index, index + size);
      const [fromX, fromY] = [x, y];
      const point = (px: number, py: number): string => {
        [x, y] = relative ? [fromX + px, fromY + py] : [px, py];
        const [a, b] = warp.at([x, y]);
        return `${n(a)} ${n(b)}`;
      };
      if (kind === 'H') placed += `L${point(part[0]!, relative ? 0 : fromY)}`;
      else if (kind === 'V') placed += `L${point(relative ? 0 : fromX, part[0]!)}`;
      else if (kind === 'A') {
        const end = point(part[5]!, part[6]!);
        const scale = warp.scale([x, y]);
        placed += `A${n(part[0]! * scale)} ${n(part[1]! * scale)} 0 ${part[3]} ${part[4]} ${end}`;
      } else {
        const points: string[] = [];
        for (let at = 0; at < size; at += 2) points.push(point(part[at]!, part[at + 1]!));
        placed += `${kind}${points.join(' ')}`;
        if (kind === 'M') [startX, startY] = [x, y];
      }
    }
  }
  return placed;
}

/** A closed outline; level and upright sides in their short words. */
export function outline(points: readonly Point[]): string {
  let d = '';
  let [lastX, lastY] = ['', ''];
  for (const [px, py] of points) {
    const [x, y] = [n(px), n(py)];
    if (d === '') d = `M${x} ${y}`;
    else if (y === lastY) d += `H${x}`;
    else d += x === lastX ? `V${y}` : `L${x} ${y}`;
    [lastX, lastY] = [x, y];
  }
  return `${d}Z`;
}

/** A length as SVG needs it: a tenth of a pixel is seen by nobody, and a picture is half lengths. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A share, an opacity or a scale: these need more than a length. */
export function fine(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** An opacity: a hundredth is seen by nobody. */
function faint(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^0\./, '.');
}

function paint(fill: string, opacity: number): string {
  return ` fill="${fill}"${opacity < 1 && fill !== 'none' ? ` opacity="${faint(opacity)}"` : ''}`;
}

function line({ stroke, width = 1, opacity = 1, round = false }: Stroke): string {
  if (!stroke) return '';
  const ends = round ? ' stroke-linecap="round" stroke-linejoin="round"' : '';
  return ` stroke="${stroke}" stroke-width="${n(width)}"${opacity < 1 ? ` stroke-opacity="${faint(opacity)}"` : ''}${ends}`;
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${fine(offset)}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${fine(opacity)}"` : ''}/>`,
    )
    .join('');
}
