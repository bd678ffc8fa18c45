import { toUnits } from '#rooms/criteria/rings.ts';
import { Areas, curve } from './areas.server.ts';
import type { ColumnsState, FactLine, KeyLine, Lines } from './columns.ts';
import type { Pairs } from './grouping.server.ts';
import { float64s, int32s } from './growing.server.ts';
import {
  asksWords,
  type CompiledListing,
  compareMore,
  compileAlert,
  compileListing,
  isDoubtful,
  MORE,
} from './predicate.server.ts';

/** Ceilings up to this one are sorted by one number with their place in a bucket, of this many places. */
const PACKED_CEILING = 2 ** 37;
const PACKED_PLACES = 2 ** 15;

/** Grid-cell zones (`areaKeysOf`): the cell is only a candidate, the exact area test still has to run. */
const isSquare = (zone: string) => zone.startsWith('@f') || zone.startsWith('@g') || zone === '@*';
const bucketName = (zone: string, transaction: string) => `${zone}|${transaction}`;

/**
 * Alert keys as columns of numbers: a row per zone of an alert, those of a zone and a transaction together, by the
 * highest price (speed.md 3.2, N2). Rows added later hang behind their bucket until everything is loaded anew.
 */
export class Columns {
  // Per row.
  readonly maxPrice = float64s();
  readonly first = int32s();
  readonly second = int32s();
  readonly minSurface = int32s();
  /** Of a row of a square, where its area is, which is judged first and knows its alert: -1 less that. */
  readonly alertOf = int32s();
  /** Of the rows added since it was settled: the bucket while loading, then the next row of the same bucket. */
  readonly links = int32s();
  // Per alert; -1 is none.
  readonly ids = float64s();
  readonly since = float64s();
  readonly moreAt = int32s();
  // Per bucket: its settled rows, and the first of the others.
  readonly bucketStart = int32s();
  readonly heads = int32s();
  bucketNames: string[] = [];
  /** What is asked beyond the masks: how many numbers, then ranks and values. */
  readonly more = float64s();
  readonly areas = new Areas();
  texts: string[] = [];
  settled = 0;
  latestSince = 0;
  words = false;
  readonly #buckets = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** Alerts added since it was settled, by their numbers; of the others `ids` is in order. */
  readonly #late = new Map<number, number>();
  #settledAlerts = 0;
  readonly #dead = new Set<number>();
  #deadRows = 0;

  /** Adds alerts, by their numbers, before `settle`. Throws `Unfit`. */
  load(lines: Lines): void {
    this.#add(lines, (bucket) => this.links.push(bucket));
  }

  /** These alerts are what the lines say, and no more what they were. Throws `Unfit`. */
  put(ids: readonly number[], lines: Lines): void {
    for (const id of ids) this.#bury(id);
    const from = this.ids.length;
    this.#add(lines, (bucket, row) => {
      this.links.push(this.heads.at(bucket));
      this.heads.values[bucket] = row;
    });
    for (let alert = from; alert < this.ids.length; alert += 1) this.#late.set(this.ids.at(alert), alert);
  }

  #add({ keys, areas }: Lines, link: (bucket: number, row: number) => void): void {
    const around = new Map(areas.map((area) => [area.alertId, area]));
    for (const line of JSON.parse(keys || '[]') as KeyLine[]) {
      const [id, since, transaction, zones] = line;
      const asked = compileAlert(line, (text) => this.#name(text));
      const area = around.get(id);
      const alert = this.ids.push(id);
      this.since.push(since);
      this.latestSince = Math.max(this.latestSince, since);
      this.moreAt.push(asked.more.length > 0 ? this.more.push(asked.more.length) : -1);
      for (const value of asked.more) this.more.push(value);
      this.words ||= asksWords(asked.more);
      const areaAt = area ? this.areas.add(area, alert, (text) => this.#name(text)) : -1;
      for (const zone of zones) {
        const bucket = this.#bucket(bucketName(zone, transaction));
        const row = this.alertOf.push(areaAt >= 0 && isSquare(zone) ? -1 - areaAt : alert);
        this.maxPrice.push(asked.maxPrice);
        this.first.push(asked.first);
        this.second.push(asked.second);
        this.minSurface.push(asked.minSurface);
        link(bucket, row);
      }
    }
  }

  #bucket(name: string): number {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket = this.bucketNames.push(name) - 1;
    this.#buckets.set(name, bucket);
    this.heads.push(-1);
    this.bucketStart.push(this.settled);
    return bucket;
  }

  #name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#names.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  #bury(id: number): void {
    let alert = this.#late.get(id) ?? -1;
    if (alert < 0) {
      const ids = this.ids.values;
      let [low, high] = [0, this.#settledAlerts];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ids[middle]! < id) low = middle + 1;
        else high = middle;
      }
      if (low < this.#settledAlerts && ids[low] === id) alert = low;
    }
    if (alert < 0 || this.#dead.has(alert)) return;
    this.#late.delete(id);
    this.#dead.add(alert);
    this.#deadRows += 3;
  }

  /** Puts rows in the order of their buckets and prices, once all is loaded. */
  settle(): void {
    const rows = this.alertOf.length;
    const buckets = this.bucketNames.length;
    const starts = new Int32Array(buckets + 1);
    const bucketOf = this.links.values;
    for (let row = 0; row < rows; row += 1) starts[bucketOf[row]! + 1] = starts[bucketOf[row]! + 1]! + 1;
    for (let bucket = 0; bucket < buckets; bucket += 1)
      starts[bucket + 1] = starts[bucket + 1]! + starts[bucket]!;
    const next = starts.slice();
    const order = new Int32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const bucket = bucketOf[row]!;
      order[next[bucket]!] = row;
      next[bucket] = next[bucket]! + 1;
    }
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      sortByPrice(order.subarray(starts[bucket], starts[bucket + 1]), this.maxPrice.values);
    }
    this.maxPrice.adopt(gathered(this.maxPrice.values, order, new Float64Array(rows)));
    for (const column of [this.first, this.second, this.minSurface, this.alertOf]) {
      column.adopt(gathered(column.values, order, new Int32Array(rows)));
    }
    this.links.adopt(new Int32Array(0));
    this.bucketStart.adopt(starts.subarray(0, buckets));
    this.heads.adopt(new Int32Array(buckets).fill(-1));
    for (const column of [this.ids, this.since, this.moreAt, this.more]) column.trim();
    const moved = this.areas.gather();
    const alertOf = this.alertOf.values;
    for (let row = 0; row < rows; row += 1) {
      const alert = alertOf[row]!;
      if (alert < 0) alertOf[row] = -1 - moved.get(-1 - alert)!;
    }
    this.settledAs(rows);
  }

  /** After `settle`, and after columns were read from a file. */
  settledAs(rows: number): void {
    this.settled = rows;
    this.#settledAlerts = this.ids.length;
    if (this.#buckets.size !== this.bucketNames.length) {
      for (const [bucket, name] of this.bucketNames.entries()) this.#buckets.set(name, bucket);
    }
    if (this.#names.size !== this.texts.length) {
      for (const [number, text] of this.texts.entries()) this.#names.set(text, number);
    }
  }

  /** Adds to `pairs` the alerts of these facts. Throws `Unfit`. */
  match(facts: readonly FactLine[], pairs: Pairs): void {
    // Neighbours ask the same rows and areas: what was just read is read again.
    const placed = facts.map((line) => ({ line, place: placeOf(line) }));
    for (const { line } of placed.toSorted((a, b) => a.place - b.place)) this.#matchOne(line, pairs);
  }

  #matchOne(line: FactLine, pairs: Pairs): void {
    const [seq, xid, run, zones, words, , , cell, cell2, lat, lng] = line;
    // Of a fact as old as an alert, the alert may have begun to watch later.
    const ask: Asking = { said: compileListing(line), xid, checkSince: xid <= this.latestSince, pairs };
    pairs.open(seq, run);
    const walk = (zone: string, area: Spot | 'inside' | 'unknown') => {
      for (const word of words) this.#walk(bucketName(zone, word), ask, area);
    };
    for (const zone of zones) walk(zone, 'inside');
    if (this.areas.whole.length === 0) return;
    // The keys of areas (`areaKeysOf`): a listing of a place that a radius is around is within it; one without a point may
    // be in any zone or box of its places.
    for (const zone of zones) walk(`@p${zone}`, 'inside');
    if (lat === null || lng === null) {
      for (const zone of zones) walk(`@n${zone}`, 'unknown');
      return;
    }
    const names = zones.flatMap((zone) => this.#names.get(zone) ?? []);
    const spot = { x: toUnits(lng), y: toUnits(lat), zones: names };
    for (const zone of ['@*', `@f${cell}`, `@g${cell2}`]) walk(zone, spot);
  }

  #walk(name: string, ask: Asking, area: Spot | 'inside' | 'unknown'): void {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return;
    const { refusesFirst, refusesSecond, surface, price } = ask.said;
    const first = this.first.values;
    const second = this.second.values;
    const minSurface = this.minSurface.values;
    const maxPrice = this.maxPrice.values;
    const start = bucket < this.bucketStart.length ? this.bucketStart.at(bucket) : this.settled;
    const end = bucket + 1 < this.bucketStart.length ? this.bucketStart.at(bucket + 1) : this.settled;
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (maxPrice[middle]! < price) low = middle + 1;
      else high = middle;
    }
    for (let row = low; row < end; row += 1) {
      if (
        (second[row]! & refusesSecond) !== 0 ||
        (first[row]! & refusesFirst) !== 0 ||
        surface < minSurface[row]!
      )
        continue;
      this.#consider(row, ask, area);
    }
    for (let row = this.heads.at(bucket); row >= 0; row = this.links.at(row - this.settled)) {
      if (
        maxPrice[row]! < price ||
        (second[row]! & refusesSecond) !== 0 ||
        (first[row]! & refusesFirst) !== 0 ||
        surface < minSurface[row]!
      ) {
        continue;
      }
      this.#consider(row, ask, area);
    }
  }

  /** A row that the masks let through. */
  #consider(row: number, { said, xid, checkSince, pairs }: Asking, area: Spot | 'inside' | 'unknown'): void {
    let alert = this.alertOf.values[row]!;
    if (typeof area === 'object') {
      const at = -1 - alert;
      if (at < 0 || !this.areas.holds(at, area.x, area.y, area.zones)) return;
      alert = this.areas.alertAt(at);
    }
    const first = this.first.values[row]!;
    if (checkSince && this.since.values[alert]! >= xid) return;
    if (this.#dead.size > 0 && this.#dead.has(alert)) return;
    let doubtful = area === 'unknown' || isDoubtful(first, said);
    if ((first & MORE) !== 0) {
      const answer = compareMore(this.more.values, this.moreAt.values[alert]!, said, this.texts);
      if (answer === 'no') return;
      doubtful ||= answer === 'maybe';
    }
    pairs.add(alert, !doubtful);
  }

  standing(): ColumnsState {
    const columns = [
      this.maxPrice,
      this.first,
      this.second,
      this.minSurface,
      this.alertOf,
      this.links,
      this.ids,
      this.since,
      this.moreAt,
      this.bucketStart,
      this.heads,
      this.more,
      this.areas.whole,
    ];
    return {
      alerts: this.ids.length - this.#dead.size,
      rows: this.alertOf.length,
      worn: this.alertOf.length - this.settled + this.#deadRows,
      bytes: columns.reduce((sum, column) => sum + column.bytes, 0),
      asksWords: this.words,
      asksAreas: this.areas.whole.length > 0,
    };
  }
}

/** A fact that rows are compared with. */
interface Asking {
  readonly said: CompiledListing;
  readonly xid: number;
  readonly checkSince: boolean;
  readonly pairs: Pairs;
}

/** A point, in units, and the numbers of the places that it is of: areas are still to be judged. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly zones: readonly number[];
}

function placeOf([, , , , , , , , , lat, lng]: FactLine): number {
  return lat === null || lng === null ? -1 : curve(toUnits(lng), toUnits(lat));
}

function gathered<A extends Int32Array | Float64Array>(from: A, order: Int32Array, into: A): A {
  for (let at = 0; at < order.length; at += 1) into[at] = from[order[at]!]!;
  return into;
}

/** Puts rows in the order of what they may cost; nothing asked is last. */
function sortByPrice(rows: Int32Array, maxPrice: Float64Array): void {
  if (rows.length < 2) return;
  const keys = new Float64Array(rows.length);
  for (const [place, row] of rows.entries()) {
    const price = Math.min(maxPrice[row]!, Number.MAX_SAFE_INTEGER);
    if (rows.length > PACKED_PLACES || (price > PACKED_CEILING && price < Number.MAX_SAFE_INTEGER)) {
      rows.sort((a, b) => maxPrice[a]! - maxPrice[b]!);
      return;
    }
    keys[place] = Math.min(price, PACKED_CEILING) * PACKED_PLACES + place;
  }
  keys.sort();
  const before = rows.slice();
  for (const [place, key] of keys.entries()) rows[place] = before[key % PACKED_PLACES]!;
}
