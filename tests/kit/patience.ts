/**
 * How long a test waits for what must come. Nothing is timed here, and a machine with much else to do is slow: what has
 * not come by then never will.
 */
export const PATIENCE_MS = 240_000;

/** A test that has not ended by then is stuck. */
export const STUCK_MS = 900_000;
