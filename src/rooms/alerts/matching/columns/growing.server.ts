/** An array of numbers that grows at its end, without an object per number. */
class Growing<A extends Int32Array | Float64Array> {
  values: A;
  length = 0;
  readonly #make: (size: number) => A;

  constructor(make: (size: number) => A, size = 1024) {
    this.#make = make;
    this.values = make(size);
  }

  /** Where it was put. */
  push(value: number): number {
    if (this.length === this.values.length) this.#resize(this.length * 2);
    this.values[this.length] = value;
    this.length += 1;
    return this.length - 1;
  }

  at(index: number): number {
    return this.values[index]!;
  }

  /** Room for that many. */
  reserve(size: number): void {
    if (size > this.values.length) this.#resize(Math.max(size, this.values.length * 2));
  }

  /** Gives back what it does not use. */
  trim(): void {
    if (this.values.length > this.length) this.#resize(this.length);
  }

  /** Takes these numbers for its own. */
  adopt(values: A): void {
    this.values = values;
    this.length = values.length;
  }

  used(): A {
    return this.values.subarray(0, this.length) as A;
  }

  get bytes(): number {
    return this.values.byteLength;
  }

  #resize(size: number): void {
    const larger = this.#make(Math.max(size, 16));
    larger.set(this.used().subarray(0, larger.length));
    this.values = larger;
  }
}

export const int32s = (size?: number) => new Growing((length) => new Int32Array(length), size);
export const float64s = (size?: number) => new Growing((length) => new Float64Array(length), size);
