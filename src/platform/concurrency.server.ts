/**
 * Runs the same work so many times at once, each until it returns. Waits for all of them even when one fails: what the caller
 * holds for them outlasts the last one. Throws what the first of those that failed threw.
 */
export async function inLanes(count: number, lane: () => Promise<void>): Promise<void> {
  const ended = await Promise.allSettled(Array.from({ length: count }, lane));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
