/** The only source of time: tests move it. */
export const clock = {
  now(): Date {
    return new Date(Date.now() + offset);
  },
};

let offset = 0;

/** Shifts the clock, in milliseconds; 0 puts it back. For tests, and for the demonstration, which lays its past before anything else runs. */
export function moveClock(milliseconds: number): void {
  offset = milliseconds;
}
