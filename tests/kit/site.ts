import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { type TestDb, testDb } from './db.ts';
import { freePort } from './free-port.ts';
import { later } from './leftovers.ts';
import { PATIENCE_MS } from './patience.ts';

export interface Site extends TestDb {
  readonly origin: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Runs an operator's command on the site's database; gives its exit code and what it printed. */
  vigie(...words: string[]): Promise<{ code: number; out: string; err: string }>;
  /** The mails of the mailbox folder, parsed, oldest name first. */
  mails(): Promise<(Email & { file: string })[]>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface SiteOptions {
  readonly role?: 'all' | 'web' | 'worker';
  readonly settings?: Record<string, string>;
  /** Another process on the same database and data folder. */
  readonly beside?: Site;
  /** Lay the demonstration as a first start does. */
  readonly demo?: boolean;
  /** Where others must know it before it starts. */
  readonly port?: number;
}

/**
 * The built product as a process of its own, on a free port, with its own database and data folder. What a first start lays of
 * places and prices is there already.
 */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const database = options.beside ?? (await testDb('fullTemplate'));
  const dataDir = options.beside?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'vigie-site-')));
  const port = options.port ?? (await freePort());
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    VIGIE_ROLE: options.role ?? 'all',
    VIGIE_DATA: dataDir,
    VIGIE_DEMO: options.demo ? '1' : '0',
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    ...options.settings,
  };
  const child = spawn(process.execPath, ['--enable-source-maps', 'scripts/run.mjs', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let ready = false;
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
    ready ||= /Vigie (est prête|travaille)/.test(output);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  later(async () => {
    await stop('SIGKILL');
    if (!options.beside) await rm(dataDir, { recursive: true, force: true });
  });
  const deadline = Date.now() + PATIENCE_MS;
  while (!ready) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`Le site ne démarre pas :\n${output}`);
    await wait(50);
  }
  return {
    ...database,
    origin: `http://localhost:${port}`,
    dataDir,
    process: child,
    stop,
    vigie: (...words) => run(['scripts/run.mjs', 'cli', ...words], env),
    mails: () => readMailbox(path.join(dataDir, 'mailbox')),
  };
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    // Once all that it printed is read, which its end alone does not promise.
    child.once('close', (code) => resolve({ code: code ?? 1, out, err }));
  });
}

async function readMailbox(folder: string): Promise<(Email & { file: string })[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    names.map(async (file) => ({
      ...(await PostalMime.parse(await readFile(path.join(folder, file)))),
      file,
    })),
  );
}

/** Waits until `look` gives something; fails with `what` after the deadline. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  milliseconds = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Attendu en vain : ${what}`);
    await wait(100);
  }
}
