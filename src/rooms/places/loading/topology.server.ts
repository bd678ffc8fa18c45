/** In whole units of a grid. */
export type GridPoint = readonly [x: number, y: number];

export interface GridOutline {
  /** INSEE code of a commune or of a municipal arrondissement: five signs. */
  readonly code: string;
  /** Not closed. */
  readonly rings: readonly (readonly GridPoint[])[];
}

// Each kind of number has a stream of its own: those that look alike compress best side by side.
const STREAMS = ['departments', 'numbers', 'rings', 'sizes', 'starts', 'turns', 'xs', 'ys'] as const;
type Stream = (typeof STREAMS)[number];
type Edge = readonly [from: GridPoint, to: GridPoint];

/**
 * Outlines that lie side by side, as bytes to be compressed: a border between two of them is written once, a point as its
 * distance from the one before. A place begins, where it can, on the last border that waits for its other side: neighbours
 * follow one another, and nothing says where. Order is lost: of the places in a department (the first two signs of a code),
 * of the rings of a place, of where a ring begins.
 */
export function writeTopology(outlines: readonly GridOutline[]): Buffer {
  const streams = new StreamWriter();
  const borders = new Borders();
  let last: GridPoint = [0, 0];
  const writeRing = (ring: readonly GridPoint[], first: number, start: number) => {
    const points = [...ring.slice(first), ...ring.slice(0, first)];
    const [begin] = points;
    if (!begin) throw new Error('A ring without points is no outline.');
    streams.put('sizes', points.length);
    streams.put('starts', start);
    if (start === 0) streams.putStep(last, begin);
    last = begin;
    for (const [rank, point] of points.entries()) {
      const next = points[rank + 1] ?? begin;
      // The last edge closes the ring, and the first may be the border that it begins on.
      const isKnown = rank === points.length - 1 || (rank === 0 && start > 0);
      if (!isKnown) {
        const waiting = borders.waitingAt(point);
        const turn = waiting.findIndex((one) => isSame(one, next)) + 1;
        if (waiting.length > 0) streams.put('turns', turn);
        if (turn === 0) streams.putStep(point, next);
      }
      borders.follow(point, next);
    }
  };
  const sorted = outlines.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  for (const [department, members] of Map.groupBy(sorted, ({ code }) => code.slice(0, 2))) {
    streams.putText('departments', department);
    streams.put('departments', members.length);
    borders.forget();
    const left = new Set(members);
    const owners = ownersOf(members);
    const choose = () => {
      let start = 0;
      for (let edge = borders.take(); edge; edge = borders.take()) {
        start += 1;
        const owner = owners.get(keyOfEdge(edge))?.find(({ outline }) => left.has(outline));
        if (owner) return { ...owner, start };
      }
      const [outline] = left;
      return outline && { outline, ring: 0, first: 0, start: 0 };
    };
    for (let chosen = choose(); chosen; chosen = choose()) {
      const { outline, ring, first, start } = chosen;
      left.delete(outline);
      streams.put('numbers', Number(outline.code.slice(2)));
      streams.put('rings', outline.rings.length);
      writeRing(outline.rings[ring] ?? [], first, start);
      for (const [rank, other] of outline.rings.entries()) if (rank !== ring) writeRing(other, 0, 0);
    }
  }
  return streams.whole();
}

/** What `writeTopology` wrote. Throws when the bytes are not whole. */
export function readTopology(bytes: Buffer): GridOutline[] {
  const streams = new StreamReader(bytes);
  const borders = new Borders();
  let last: GridPoint = [0, 0];
  const readRing = (isFirst: boolean) => {
    const size = streams.take('sizes');
    const start = streams.take('starts');
    let edge: Edge | undefined;
    for (let taken = 0; taken < start; taken += 1) {
      edge = borders.take();
      if (!edge) throw new Error(DAMAGED);
    }
    if (start === 0 && isFirst) borders.forget();
    const begin = edge?.[0] ?? streams.takeStep(last);
    last = begin;
    const ring = [begin];
    for (let rank = 1; rank <= size; rank += 1) {
      const point = ring[rank - 1] as GridPoint;
      let next = begin;
      if (rank === 1 && edge) next = edge[1];
      else if (rank < size) {
        const waiting = borders.waitingAt(point);
        const turn = waiting.length > 0 ? streams.take('turns') : 0;
        const known = turn > 0 ? waiting[turn - 1] : streams.takeStep(point);
        if (!known) throw new Error(DAMAGED);
        next = known;
      }
      borders.follow(point, next);
      if (rank < size) ring.push(next);
    }
    return ring;
  };
  const outlines: GridOutline[] = [];
  while (!streams.isAtEnd('departments')) {
    const department = streams.takeText('departments', 2);
    borders.forget();
    for (let left = streams.take('departments'); left > 0; left -= 1) {
      const code = department + String(streams.take('numbers')).padStart(3, '0');
      const count = streams.take('rings');
      outlines.push({ code, rings: Array.from({ length: count }, (_, rank) => readRing(rank === 0)) });
    }
  }
  return outlines;
}

const DAMAGED = 'The file of outlines is damaged.';

const isSame = (a: GridPoint, b: GridPoint) => a[0] === b[0] && a[1] === b[1];

/** Half a turn of the globe, in the finest grid that is used (1e-5 degree). */
const SHIFT = 18_000_000;
const keyOfPoint = ([x, y]: GridPoint) => (x + SHIFT) * (2 * SHIFT + 1) + y + SHIFT;
const keyOfEdge = ([from, to]: Edge) => `${keyOfPoint(from)} ${keyOfPoint(to)}`;

interface Owner {
  readonly outline: GridOutline;
  readonly ring: number;
  /** Rank of the point where the edge begins. */
  readonly first: number;
}

function ownersOf(outlines: readonly GridOutline[]): Map<string, Owner[]> {
  const owners = new Map<string, Owner[]>();
  for (const outline of outlines) {
    for (const [ring, points] of outline.rings.entries()) {
      for (const [first, from] of points.entries()) {
        const key = keyOfEdge([from, points[first + 1] ?? (points[0] as GridPoint)]);
        const known = owners.get(key);
        if (known) known.push({ outline, ring, first });
        else owners.set(key, [{ outline, ring, first }]);
      }
    }
  }
  return owners;
}

/** Borders of which one side is known. The same calls in the same order give the same answers: that is what is read back. */
class Borders {
  readonly #waiting = new Map<number, GridPoint[]>();
  #recent: Edge[] = [];

  /** Where a ring may go on from this point along a neighbour. */
  waitingAt(point: GridPoint): readonly GridPoint[] {
    return this.#waiting.get(keyOfPoint(point)) ?? [];
  }

  /** A ring goes from one to the other: the neighbour's border has its two sides, or a new one waits. */
  follow(from: GridPoint, to: GridPoint): void {
    const here = this.#waiting.get(keyOfPoint(from));
    const found = here?.findIndex((one) => isSame(one, to)) ?? -1;
    if (here && found >= 0) {
      here.splice(found, 1);
      return;
    }
    const key = keyOfPoint(to);
    const there = this.#waiting.get(key);
    if (there) there.push(from);
    else this.#waiting.set(key, [from]);
    this.#recent.push([to, from]);
  }

  /** The latest border of this department that still waits, taken off the list. */
  take(): Edge | undefined {
    for (let edge = this.#recent.pop(); edge; edge = this.#recent.pop()) {
      const [from, to] = edge;
      if (this.waitingAt(from).some((one) => isSame(one, to))) return edge;
    }
    return undefined;
  }

  forget(): void {
    this.#recent = [];
  }
}

/** Numbers from 0, seven bits a byte, the lowest first (LEB128). */
class StreamWriter {
  readonly #bytes = new Map<Stream, number[]>(STREAMS.map((name) => [name, []]));

  put(stream: Stream, number: number): void {
    const bytes = this.#bytes.get(stream) as number[];
    let left = number;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
  }

  putText(stream: Stream, text: string): void {
    (this.#bytes.get(stream) as number[]).push(...Buffer.from(text, 'ascii'));
  }

  putStep([fromX, fromY]: GridPoint, [x, y]: GridPoint): void {
    this.put('xs', unsigned(x - fromX));
    this.put('ys', unsigned(y - fromY));
  }

  /** The length of each stream, four bytes, then the streams. */
  whole(): Buffer {
    const streams = [...this.#bytes.values()].map((bytes) => Buffer.from(bytes));
    const lengths = Buffer.alloc(4 * streams.length);
    for (const [rank, { length }] of streams.entries()) lengths.writeUInt32LE(length, 4 * rank);
    return Buffer.concat([lengths, ...streams]);
  }
}

class StreamReader {
  readonly #streams: ReadonlyMap<Stream, { readonly bytes: Buffer; at: number }>;

  constructor(whole: Buffer) {
    const lengths = 4 * STREAMS.length;
    if (whole.length < lengths) throw new Error(DAMAGED);
    let from = lengths;
    this.#streams = new Map(
      STREAMS.map((name, rank) => {
        const bytes = whole.subarray(from, from + whole.readUInt32LE(4 * rank));
        from += whole.readUInt32LE(4 * rank);
        return [name, { bytes, at: 0 }];
      }),
    );
    if (from !== whole.length) throw new Error(DAMAGED);
  }

  isAtEnd(name: Stream): boolean {
    const stream = this.#streams.get(name);
    return !stream || stream.at >= stream.bytes.length;
  }

  take(name: Stream): number {
    const stream = this.#streams.get(name);
    let number = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = stream?.bytes[stream.at];
      if (!stream || byte === undefined) throw new Error(DAMAGED);
      stream.at += 1;
      number += (byte % 128) * unit;
      if (byte < 128) return number;
    }
  }

  takeText(name: Stream, length: number): string {
    const stream = this.#streams.get(name);
    const bytes = stream?.bytes.subarray(stream.at, stream.at + length);
    if (!stream || bytes?.length !== length) throw new Error(DAMAGED);
    stream.at += length;
    return bytes.toString('ascii');
  }

  takeStep([x, y]: GridPoint): GridPoint {
    return [x + signed(this.take('xs')), y + signed(this.take('ys'))];
  }
}

// 0, -1, 1, -2, 2 as 0, 1, 2, 3, 4: short either way.
const unsigned = (number: number) => (number < 0 ? -2 * number - 1 : 2 * number);
const signed = (number: number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);
