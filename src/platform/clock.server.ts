/** The only source of time: tests move it. */
export const clock = {
  now(): Date {
    return new Date(Date.now() + offset);
  },
};

let offset = 0;

/** Shifts the clock, in milliseconds; 0 puts it back. For tests only. */
export function moveClock(milliseconds: number): void {
  offset = milliseconds;
}
