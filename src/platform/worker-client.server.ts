import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A thread did not answer: it ended, it failed, or it took too long. */
export class ThreadTrouble extends Error {}

/**
 * The file that a thread runs: its source beside the sources of who opens it, or what the build made of it
 * (scripts/build.mjs). `here` is the `import.meta.url` of who asks.
 */
export function threadFile(here: string, source: string, name: string): URL {
  if (here.split('?')[0]?.endsWith('.ts')) return new URL(source, here);
  return pathToFileURL(path.resolve('build/threads', `${name}.js`));
}

/** A worker thread that answers one question at a time and may die at any time: the question then rejects at once. */
export class WorkerClient<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #next = 0;
  #dead: ThreadTrouble | null = null;

  constructor(file: URL) {
    this.#worker = new Worker(file, { execArgv: [] });
    // Unreferenced: the process may exit while the thread lives.
    this.#worker.unref();
    this.#worker.on('message', ({ id, answer, error }: { id: number; answer?: Answer; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer as Answer);
      else waiting?.reject(new ThreadTrouble(error));
    });
    this.#worker.on('error', (error) => this.#end(`thread failed: ${String(error)}`));
    this.#worker.on('exit', () => this.#end('thread ended'));
  }

  get alive(): boolean {
    return this.#dead === null;
  }

  /** Throws `ThreadTrouble`; one that does not answer in time is ended. */
  async ask(question: Question, patienceMs: number): Promise<Answer> {
    if (this.#dead) throw this.#dead;
    const id = (this.#next += 1);
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(id, waiting);
    const timer = setTimeout(() => {
      this.#end(`no answer in ${patienceMs} ms`);
      void this.close();
    }, patienceMs);
    try {
      this.#worker.postMessage({ id, question }, []);
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(why: string): void {
    this.#dead ??= new ThreadTrouble(why);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead);
    this.#waiting.clear();
  }
}
