import type { Found } from '../contract.ts';

/** Sorting few pairs takes less than counting every alert. */
const COUNTED_FROM = 50_000;

/** The pairs of a batch as they are found, and then by alert. */
export class Pairs {
  #alerts = new Int32Array(4096);
  /** Twice the rank of the fact, and one when it is sure. */
  #facts = new Int32Array(4096);
  #count = 0;

  add(alert: number, fact: number, sure: boolean): void {
    if (this.#count === this.#alerts.length) {
      this.#alerts = doubled(this.#alerts);
      this.#facts = doubled(this.#facts);
    }
    this.#alerts[this.#count] = alert;
    this.#facts[this.#count] = fact * 2 + (sure ? 1 : 0);
    this.#count += 1;
  }

  /**
   * One line per alert and run. The facts must have been looked at run by run; `seqs` and `runs` are theirs by rank,
   * `ids` those of the alerts.
   */
  lines(seqs: readonly number[], runs: readonly number[], ids: Float64Array): Found {
    const order = this.#count > COUNTED_FROM ? this.#counted(ids.length) : this.#sorted();
    const lines: string[] = [];
    let [alert, run, sure, unsure] = [-1, -1, '', ''];
    const close = () => {
      if (alert >= 0) lines.push(`${ids[alert]!} ${run} ${sure.slice(1)} ${unsure.slice(1)}`);
    };
    for (const at of order) {
      const fact = this.#facts[at]!;
      const [nextAlert, nextRun] = [this.#alerts[at]!, runs[fact >> 1]!];
      if (nextAlert !== alert || nextRun !== run) {
        close();
        [alert, run, sure, unsure] = [nextAlert, nextRun, '', ''];
      }
      if ((fact & 1) === 1) sure += `,${seqs[fact >> 1]!}`;
      else unsure += `,${seqs[fact >> 1]!}`;
    }
    close();
    return { lines: lines.join('\n'), pairs: this.#count };
  }

  #sorted(): Float64Array {
    const size = 2 ** 22;
    const keys = new Float64Array(this.#count);
    for (let at = 0; at < this.#count; at += 1) keys[at] = this.#alerts[at]! * size + at;
    // Numbers without a comparison of our own: sorted by the engine itself.
    keys.sort();
    return keys.map((key) => key % size);
  }

  #counted(alerts: number): Int32Array {
    const next = new Int32Array(alerts + 1);
    const of = this.#alerts.subarray(0, this.#count);
    for (const alert of of) next[alert + 1] = next[alert + 1]! + 1;
    for (let alert = 0; alert < alerts; alert += 1) next[alert + 1] = next[alert + 1]! + next[alert]!;
    const order = new Int32Array(this.#count);
    for (let at = 0; at < of.length; at += 1) {
      const alert = of[at]!;
      order[next[alert]!] = at;
      next[alert] = next[alert]! + 1;
    }
    return order;
  }
}

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
