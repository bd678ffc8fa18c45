import { PgArray } from '#platform/pg-array.server.ts';
import type { FoundHits } from './columns.ts';
import { int32s } from './growing.server.ts';

/** Sorting few pairs takes less than counting every alert. */
const COUNTED_FROM = 20_000;
/** Pairs handed over at once. */
const SHARE = 500_000;

interface Fact {
  readonly seq: number;
  readonly run: number;
  /** Its pairs. */
  readonly from: number;
  readonly to: number;
}

/** Those of an alert among the facts that it found: from, and up to before. */
type Group = readonly [alert: number, from: number, to: number];

/** The pairs of a batch, fact by fact as they are found; then by alert. */
export class Pairs {
  /** Twice the alert, and one when it is sure. */
  readonly #found = int32s(1 << 16);
  readonly #facts: Omit<Fact, 'to'>[] = [];

  get count(): number {
    return this.#found.length;
  }

  /** What is added from here on is of this fact. */
  open(seq: number, run: number): void {
    this.#facts.push({ seq, run, from: this.count });
  }

  add(alert: number, sure: boolean): void {
    this.#found.push(alert * 2 + (sure ? 1 : 0));
  }

  /**
   * All that was added, a share after the other: a line per alert and run, its facts in the order of their numbers. `ids`:
   * the numbers of the alerts.
   */
  *shares(ids: Float64Array): Generator<FoundHits> {
    const facts = this.#facts
      .map((fact, at): Fact => ({ ...fact, to: this.#facts[at + 1]?.from ?? this.count }))
      .toSorted((a, b) => a.run - b.run || a.seq - b.seq);
    /** By alert, then by fact: twice the place of the fact in `facts`, and one when it is sure. */
    const grouped = new Int32Array(this.count);
    const runAt = (at: number) => facts[grouped[at]! >> 1]!.run;
    let share = new Share();
    const groups =
      this.count < COUNTED_FROM ? this.#sorted(facts, grouped) : this.#counted(facts, grouped, ids.length);
    for (const [alert, begin, end] of groups) {
      for (let [from, to] = [begin, begin + 1]; from < end; from = to, to += 1) {
        while (to < end && runAt(to) === runAt(from)) to += 1;
        share.line(ids[alert]!, runAt(from), facts, grouped.subarray(from, to));
      }
      if (share.pairs < SHARE) continue;
      yield share.found();
      share = new Share();
    }
    if (share.pairs > 0) yield share.found();
  }

  *#counted(facts: readonly Fact[], grouped: Int32Array, alerts: number): Generator<Group> {
    const found = this.#found.used();
    const next = new Int32Array(alerts + 1);
    for (const one of found) next[(one >> 1) + 1]! += 1;
    for (let alert = 0; alert < alerts; alert += 1) next[alert + 1]! += next[alert]!;
    for (const [rank, { from, to }] of facts.entries()) {
      for (let at = from; at < to; at += 1) {
        const one = found[at]!;
        grouped[next[one >> 1]!++] = rank * 2 + (one & 1);
      }
    }
    for (let alert = 0, from = 0; alert < alerts; alert += 1) {
      const to = next[alert]!;
      if (to > from) yield [alert, from, to];
      from = to;
    }
  }

  *#sorted(facts: readonly Fact[], grouped: Int32Array): Generator<Group> {
    const found = this.#found.used();
    const size = 2 * facts.length;
    const keys = new Float64Array(this.count);
    for (const [rank, { from, to }] of facts.entries()) {
      for (let at = from; at < to; at += 1) {
        keys[at] = (found[at]! >> 1) * size + rank * 2 + (found[at]! & 1);
      }
    }
    // Numbers without a comparison of our own: sorted by the engine itself.
    keys.sort();
    for (const [at, key] of keys.entries()) grouped[at] = key % size;
    const alertAt = (at: number) => Math.floor(keys[at]! / size);
    for (let from = 0, to = 1; from < keys.length; from = to, to += 1) {
      while (to < keys.length && alertAt(to) === alertAt(from)) to += 1;
      yield [alertAt(from), from, to];
    }
  }
}

/** Lines to be kept by one statement. */
class Share {
  readonly #alerts = new PgArray(true);
  readonly #runs = new PgArray(false);
  readonly #seqs = new PgArray(true, SHARE);
  readonly #begins = new PgArray(false);
  readonly #surely = new PgArray(false);
  readonly #ends = new PgArray(false);

  get pairs(): number {
    return this.#seqs.length;
  }

  line(alert: number, run: number, facts: readonly Fact[], found: Int32Array): void {
    this.#alerts.push(alert);
    this.#runs.push(run);
    this.#begins.push(this.pairs);
    for (const one of found) if ((one & 1) === 1) this.#seqs.push(facts[one >> 1]!.seq);
    this.#surely.push(this.pairs);
    for (const one of found) if ((one & 1) === 0) this.#seqs.push(facts[one >> 1]!.seq);
    this.#ends.push(this.pairs);
  }

  found(): FoundHits {
    return {
      alerts: this.#alerts.taken(),
      runs: this.#runs.taken(),
      seqs: this.#seqs.taken(),
      begins: this.#begins.taken(),
      sure: this.#surely.taken(),
      ends: this.#ends.taken(),
    };
  }
}
