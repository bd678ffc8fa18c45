const WIDTH = 30;
const EVERY_MS = 100;

/** A bar on the error output of a terminal, and nothing anywhere else. */
export class ProgressBar {
  #last = 0;

  /** `done` and `total` in any unit; `said` is what the reader counts in (« 12 400 lignes »). */
  show(label: string, done: number, total: number, said = `${done}/${total}`): void {
    const now = Date.now();
    if (!process.stderr.isTTY || total === 0 || (done < total && now - this.#last < EVERY_MS)) return;
    this.#last = now;
    const full = Math.round((WIDTH * Math.min(done, total)) / total);
    process.stderr.write(`\r\u001b[K${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${said}`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}
