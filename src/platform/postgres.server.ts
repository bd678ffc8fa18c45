import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  type Account,
  type Home,
  homeFor,
  nativeFolder,
  PostgresTrouble,
  unprivilegedAccount,
} from './postgres-home.server.ts';
import { identityOf, isAlive, namesSomeoneAlive, serverOf } from './postgres-process.server.ts';

/**
 * The database that comes with the product. Several processes of one checkout share it: each registers, the
 * last one to leave stops it; one that was killed leaves it running and the next start takes it up again.
 */
export interface LocalPostgres {
  readonly url: string;
  /** Starts the server again whenever it dies while this process lives: nobody else would. */
  guard(): void;
  /** Unregisters this process; stops the server if it was the last user. */
  release(): Promise<void>;
}

interface Options {
  /** The data folder (VIGIE_DATA). */
  readonly dataDir: string;
  readonly database?: string;
  /** Tests give durability up for speed. */
  readonly durable?: boolean;
  readonly say: (line: string) => void;
}

const START_TRIES = 20;
const START_PAUSE_MS = 500;
const GUARD_MS = 1_000;

/**
 * Starts PostgreSQL on a loopback port, or joins the one that runs. Throws `PostgresTrouble` with one line
 * that says what to do.
 */
export async function useLocalPostgres(options: Options): Promise<LocalPostgres> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : null;
  const native = nativeFolder();
  // The account that root lends enters these folders, and reads nothing in them but the cluster, which is its own.
  const before = account ? process.umask(0o066) : null;
  const home = prepareHome(options, native, account);
  if (before !== null) process.umask(before);
  return withLock(home.data, async () => {
    const settings = readSettings(home.data);
    await prepareCluster(home, settings, account, options);
    // Processes that use the database keep its address: the port does not change while one of them lives.
    const moves = livingUsers(home.data).length === 0;
    const port = await ensureRunning(home, settings, account, options, moves);
    const url = `postgres://vigie:${settings.password}@127.0.0.1:${port}/`;
    const database = options.database ?? 'vigie';
    await ensureDatabase(url, database);
    const mark = path.join(home.data, 'users', String(process.pid));
    writeFileSync(mark, identityOf(home.data));
    let round: NodeJS.Timeout | undefined;
    let reviving: Promise<void> | null = null;
    let told = '';
    const revive = async () => {
      if (serverOf(path.join(home.data, 'cluster'))) return;
      await withLock(home.data, () => ensureRunning(home, settings, account, options, false));
      told = '';
      options.say('PostgreSQL s’était arrêté : il est reparti.');
    };
    const look = () => {
      reviving ??= revive()
        .catch((error: unknown) => {
          const trouble = error instanceof Error ? error.message : String(error);
          // Tried again at the next look: once is enough to say why not.
          if (trouble !== told) options.say(trouble);
          told = trouble;
        })
        .finally(() => {
          reviving = null;
        });
    };
    return {
      url: `${url}${database}`,
      guard: () => {
        round ??= setInterval(look, GUARD_MS).unref();
      },
      release: async () => {
        clearInterval(round);
        await reviving;
        await withLock(home.data, async () => {
          rmSync(mark, { force: true });
          if (livingUsers(home.data).length === 0) await stopServer(home.data);
        });
      },
    };
  });
}

function prepareHome(options: Options, native: string, account: Account | null): Home {
  mkdirSync(options.dataDir, { recursive: true });
  const home = homeFor(options, native, account);
  mkdirSync(path.join(home.data, 'users'), { recursive: true });
  return home;
}

interface Settings {
  readonly password: string;
  port: number;
}

function readSettings(data: string): Settings {
  const file = path.join(data, 'settings.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Settings;
  } catch {
    return { password: randomBytes(24).toString('hex'), port: 0 };
  }
}

function saveSettings(data: string, settings: Settings): void {
  const draft = path.join(data, 'settings.json.tmp');
  writeFileSync(draft, JSON.stringify(settings), { mode: 0o600 });
  renameSync(draft, path.join(data, 'settings.json'));
}

/** Makes the cluster in a draft folder and renames it once whole: half a database is never taken for one. */
async function prepareCluster(
  home: Home,
  settings: Settings,
  account: Account | null,
  options: Options,
): Promise<void> {
  const cluster = path.join(home.data, 'cluster');
  if (existsSync(path.join(cluster, 'PG_VERSION')) && existsSync(path.join(home.data, 'settings.json'))) {
    const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
    const ours = spawnSync(path.join(home.native, 'bin/postgres'), ['--version'], {
      encoding: 'utf8',
      env: environment(home),
    }).stdout;
    if (!ours.includes(` ${version}.`)) {
      throw new PostgresTrouble(
        `La base de ${cluster} est de PostgreSQL ${version}, les programmes sont « ${ours.trim()} » : sauvegardez-la avec l’ancienne version, puis effacez ce dossier.`,
      );
    }
    return;
  }
  if (existsSync(cluster)) {
    const aside = `${cluster}.incomplet-${Date.now()}`;
    renameSync(cluster, aside);
    options.say(`Base inachevée mise de côté dans ${aside} ; une neuve la remplace.`);
  }
  const draft = path.join(home.data, 'cluster.tmp');
  const secret = path.join(home.data, 'password.tmp');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(secret, settings.password, { mode: 0o600 });
  if (account) {
    chownSync(draft, account.uid, account.gid);
    chownSync(secret, account.uid, account.gid);
  }
  const made = spawnSync(
    path.join(home.native, 'bin/initdb'),
    [
      '-D',
      draft,
      '-U',
      'vigie',
      '-E',
      'UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      ...(options.durable === false ? ['--no-sync'] : []),
    ],
    { encoding: 'utf8', env: environment(home), cwd: '/', ...account },
  );
  rmSync(secret, { force: true });
  if (made.status !== 0) {
    throw new PostgresTrouble(
      `La base de données n’a pas pu être créée : ${(made.stderr || made.error?.message || '').trim().split('\n').at(-1)}`,
    );
  }
  saveSettings(home.data, settings);
  renameSync(draft, cluster);
}

function environment(home: Home): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LD_LIBRARY_PATH: path.join(home.native, 'lib'), LC_ALL: 'C' };
}

/** The running server's port, starting it when it is not there: on another port than before only when it may move. */
async function ensureRunning(
  home: Home,
  settings: Settings,
  account: Account | null,
  options: Options,
  moves: boolean,
): Promise<number> {
  const cluster = path.join(home.data, 'cluster');
  for (let attempt = 1; ; attempt += 1) {
    if (!serverOf(cluster)) {
      // That of another program or of another folder: PostgreSQL would refuse to start.
      if (namesSomeoneAlive(cluster)) rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
      const port = await freePort(settings.port);
      if (!moves && port !== settings.port)
        throw new PostgresTrouble(
          `PostgreSQL attend le port ${settings.port}, pris par un autre programme : arrêtez ce programme, ou tous les processus de Vigie qui utilisent ${options.dataDir}.`,
        );
      settings.port = port;
      saveSettings(home.data, settings);
      launch(home, settings.port, account, options);
    }
    for (let look = 0; look < 20; look += 1) {
      const running = serverOf(cluster);
      if (running?.ready && (await answers(settings.password, running.port))) return running.port;
      if (look > 5 && !running) break;
      await wait(100);
    }
    if (attempt >= START_TRIES) {
      const lines = existsSync(path.join(home.data, 'postgres.log'))
        ? readFileSync(path.join(home.data, 'postgres.log'), 'utf8').trim().split('\n').slice(-3).join(' | ')
        : '';
      throw new PostgresTrouble(
        `PostgreSQL ne démarre pas (journal : ${path.join(home.data, 'postgres.log')}) : ${lines}`,
      );
    }
    await wait(START_PAUSE_MS);
  }
}

function launch(home: Home, port: number, account: Account | null, options: Options): void {
  const log = openSync(path.join(home.data, 'postgres.log'), 'a', 0o600);
  // It quotes statements.
  fchmodSync(log, 0o600);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    ...(options.durable === false
      ? // Several whole products at once, each with its pools.
        { max_connections: 200, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : { max_connections: 100 }),
  };
  const child = spawn(
    path.join(home.native, 'bin/postgres'),
    [
      '-D',
      path.join(home.data, 'cluster'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { detached: true, stdio: ['ignore', log, log], env: environment(home), cwd: '/', ...account },
  );
  child.on('error', () => {});
  child.unref();
  closeSync(log);
}

async function answers(password: string, port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'vigie',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The wanted port when it is free, else any. */
async function freePort(wanted: number): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', reject);
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
  return attempt(wanted).catch(() => attempt(0));
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0)
      await client.query(
        `create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`,
      );
  } finally {
    await client.end();
  }
}

/** The processes that use the database of this folder. A copy of it also carries the marks of who uses the original. */
function livingUsers(data: string): number[] {
  const folder = path.join(data, 'users');
  const ours = identityOf(data);
  return readdirSync(folder)
    .map(Number)
    .filter((pid) => {
      const mark = path.join(folder, String(pid));
      if (isAlive(pid) && readFileSafely(mark) === ours) return true;
      rmSync(mark, { force: true });
      return false;
    });
}

/** Fast shutdown: sessions end, the data is checkpointed. */
async function stopServer(data: string): Promise<void> {
  const running = serverOf(path.join(data, 'cluster'));
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  for (let tries = 0; tries < 100 && isAlive(running.pid); tries += 1) await wait(100);
}

/** One process at a time makes, starts or stops the server. A lock whose owner died is taken over. */
async function withLock<T>(data: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(data, 'lock');
  const ours = identityOf(data);
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, `${process.pid} ${ours}`, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid, folder] = readFileSafely(file).split(' ');
      const owner = Number(pid);
      // A copy may carry the lock of its original.
      if (owner && folder === ours && owner !== process.pid && isAlive(owner)) {
        if (tries > 1_200)
          throw new PostgresTrouble(
            `Un autre processus (${owner}) tient la base depuis deux minutes : attendez-le, ou arrêtez-le.`,
          );
        await wait(100);
      } else if (tries > 2) {
        rmSync(file, { force: true });
      } else {
        await wait(20);
      }
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function readFileSafely(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
