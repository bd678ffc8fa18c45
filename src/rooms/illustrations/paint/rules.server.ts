import type { Colour, Point } from '../contract.ts';
/** Every picture is drawn on this sheet, 4:3. */
export const WIDTH = 960;

export const HEIGHT = 720;

/** `share` of the second colour in the first. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const [a, b] = [channels(one), channels(other)];
  return hex(a.map((value, index) => value + (b[index]! - value) * share));
}

/** The colour of a surface under a tinted light. */
export function multiply(one: Colour, other: Colour): Colour {
  const [a, b] = [channels(one), channels(other)];
  return hex(a.map((value, index) => (value * b[index]!) / 255));
}

export function lighter(colour: Colour, share: number): Colour {
  return mix(colour, '#ffffff', share);
}

/** Towards ink rather than black: shadows stay in the family. */
export function darker(colour: Colour, share: number): Colour {
  return mix(colour, '#0d1b2a', share);
}

function channels(colour: Colour): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function hex(values: readonly number[]): Colour {
  return `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

interface Stroke {
  readonly stroke?: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly round?: boolean;
}

type Stop = readonly [offset: number, colour: Colour, opacity?: number];

/** An SVG being drawn, in sheet units, from back to front. */
export class Sheet {
  readonly #defs: string[] = [];
  readonly #shapes: string[] = [];
  readonly #gradients = new Map<string, string>();

  rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0): void {
    if (width <= 0 || height <= 0) return;
    const corner = radius > 0 ? ` rx="${n(radius)}"` : '';
    this.#add(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corner}${paint(fill, opacity)}/>`,
    );
  }

  poly(points: readonly Point[], fill: string, opacity = 1): void {
    this.#add(`<path d="${outline(points)}"${paint(fill, opacity)}/>`);
  }

  /** A path in SVG words; filled, stroked or both. */
  path(d: string, fill: string | null, stroke: Stroke = {}): void {
    this.#add(`<path d="${d}"${paint(fill ?? 'none', fill ? (stroke.opacity ?? 1) : 1)}${line(stroke)}/>`);
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1, opacity = 1): void {
    this.path(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, null, { stroke, width, opacity });
  }

  /** Many thin lines as one shape. */
  lines(segments: readonly (readonly [Point, Point])[], stroke: string, width = 1, opacity = 1): void {
    if (segments.length === 0) return;
    const d = segments.map(([[a, b], [c, e]]) => `M${n(a)} ${n(b)}L${n(c)} ${n(e)}`).join('');
    this.path(d, null, { stroke, width, opacity });
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): void {
    this.#add(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${paint(fill, opacity)}/>`);
  }

  circle(x: number, y: number, radius: number, fill: string, opacity = 1): void {
    this.ellipse(x, y, radius, radius, fill, opacity);
  }

  ring(x: number, y: number, radius: number, stroke: string, width: number, opacity = 1): void {
    this.#add(
      `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-opacity="${n(opacity)}"/>`,
    );
  }

  /** A linear gradient between two points of the sheet; gives the word to fill with. */
  gradient(from: Point, to: Point, stops: readonly Stop[]): string {
    const body = `<linearGradient id="@" gradientUnits="userSpaceOnUse" x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}">${stopsOf(stops)}</linearGradient>`;
    return this.#define(body);
  }

  glow(x: number, y: number, radius: number, stops: readonly Stop[]): string {
    return this.#define(
      `<radialGradient id="@" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}">${stopsOf(stops)}</radialGradient>`,
    );
  }

  /** What `draw` adds is seen only inside this outline. */
  within(points: readonly Point[] | string, draw: () => void): void {
    const d = typeof points === 'string' ? points : outline(points);
    const id = this.#define(`<clipPath id="@"><path d="${d}"/></clipPath>`);
    this.#add(`<g clip-path="${id}">`);
    draw();
    this.#add('</g>');
  }

  faded(opacity: number, draw: () => void): void {
    this.#add(`<g opacity="${n(opacity)}">`);
    draw();
    this.#add('</g>');
  }

  moved(transform: string, draw: () => void): void {
    this.#add(`<g transform="${transform}">`);
    draw();
    this.#add('</g>');
  }

  /** The picture, `width` pixels wide; mirrored when asked, so that light comes from both sides across listings. */
  svg(width: number, mirrored: boolean): string {
    const height = Math.round((width * HEIGHT) / WIDTH);
    const body = this.#shapes.join('');
    const turned = mirrored ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${body}</g>` : body;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${this.#defs.join('')}</defs>${turned}</svg>`;
  }

  #define(body: string): string {
    const known = this.#gradients.get(body);
    if (known) return known;
    const id = `d${this.#gradients.size}`;
    this.#defs.push(body.replace('"@"', `"${id}"`));
    const word = `url(#${id})`;
    this.#gradients.set(body, word);
    return word;
  }

  #add(shape: string): void {
    this.#shapes.push(shape);
  }
}

export function outline(points: readonly Point[]): string {
  return `${points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')}Z`;
}

/** A number as SVG needs it: two decimals are a hundredth of a pixel. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function paint(fill: string, opacity: number): string {
  return ` fill="${fill}"${opacity < 1 && fill !== 'none' ? ` fill-opacity="${n(opacity)}"` : ''}`;
}

function line({ stroke, width = 1, opacity = 1, round = false }: Stroke): string {
  if (!stroke) return '';
  const ends = round ? ' stroke-linecap="round" stroke-linejoin="round"' : '';
  return ` stroke="${stroke}" stroke-width="${n(width)}"${opacity < 1 ? ` stroke-opacity="${n(opacity)}"` : ''}${ends}`;
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${n(offset)}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${n(opacity)}"` : ''}/>`,
    )
    .join('');
}
