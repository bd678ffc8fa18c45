const INT4 = { oid: 23, bytes: 4 };
const INT8 = { oid: 20, bytes: 8 };
const HEAD = 20;

/**
 * A list of whole numbers as PostgreSQL takes it in binary: made by a thread, handed over without a copy, and read without
 * parsing. Give `taken()` as the parameter of a statement and say its type there (`$1::bigint[]`).
 */
export class PgArray {
  readonly #type: typeof INT4;
  #view: DataView<ArrayBuffer>;
  #at = HEAD;

  /** `wide`: numbers beyond 32 bits, a `bigint[]`; else an `integer[]`. */
  constructor(wide: boolean, size = 1024) {
    this.#type = wide ? INT8 : INT4;
    this.#view = new DataView(new ArrayBuffer(HEAD + size * (4 + this.#type.bytes)));
  }

  get length(): number {
    return (this.#at - HEAD) / (4 + this.#type.bytes);
  }

  push(value: number): void {
    const { bytes } = this.#type;
    let at = this.#at;
    if (at + 4 + bytes > this.#view.byteLength) this.#grow();
    this.#view.setInt32(at, bytes);
    at += 4;
    if (bytes === 8) {
      this.#view.setInt32(at, Math.floor(value / 2 ** 32));
      at += 4;
    }
    this.#view.setUint32(at, value % 2 ** 32);
    this.#at = at + 4;
  }

  /** Its bytes, which belong to the caller from then on. */
  taken(): Uint8Array<ArrayBuffer> {
    const { length } = this;
    // One dimension, nothing null, from 1 on; without elements an array has no dimension at all.
    for (const [place, value] of [length > 0 ? 1 : 0, 0, this.#type.oid, length, 1].entries()) {
      this.#view.setInt32(place * 4, value);
    }
    return new Uint8Array(this.#view.buffer, 0, length > 0 ? this.#at : 12);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#view.byteLength * 2);
    larger.set(new Uint8Array(this.#view.buffer));
    this.#view = new DataView(larger.buffer);
  }
}
