import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { PostgresTrouble } from './postgres-home.server.ts';

/** A living PostgreSQL, and the loopback port it listens on; not `ready`: it is still starting. */
interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/**
 * The server that serves this very cluster; null when its pid file is that of a dead server, of another program that now
 * has its number, or of the server of another folder: a copy made while the database runs carries the pid file of the
 * original. Throws `PostgresTrouble` when that cannot be told, which would let two servers write the same files.
 */
export function serverOf(cluster: string): RunningServer | null {
  const said = readPidFile(cluster);
  if (!said || !isAlive(said.pid)) return null;
  return worksIn(said.pid, said.folder, cluster) ? said : null;
}

/** Whether a pid file names a living process, ours or not: PostgreSQL itself then refuses to start. */
export function namesSomeoneAlive(cluster: string): boolean {
  const said = readPidFile(cluster);
  return said !== null && isAlive(said.pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What tells one folder from any copy of it, however both are named: its device and its number there. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}

/** PostgreSQL works in the folder that it serves, which the system knows even when the folder was renamed meanwhile. */
function worksIn(pid: number, said: string, cluster: string): boolean {
  try {
    return isSame(statSync(`/proc/${pid}/cwd`), statSync(cluster));
  } catch (error) {
    // Refused: it runs under another account. Not there where there is a /proc: it has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' && existsSync('/proc/self/cwd')) return false;
  }
  if (!isPostgres(pid)) return false;
  const folder = statSync(said, { throwIfNoEntry: false });
  if (!folder)
    throw new PostgresTrouble(
      `Un PostgreSQL (processus ${pid}) dit servir ${said}, qui n’existe plus : c’est peut-être ${cluster} sous un ancien nom. Arrêtez-le (kill -INT ${pid}), ou effacez ${path.join(cluster, 'postmaster.pid')} s’il en sert un autre, puis recommencez.`,
    );
  return isSame(folder, statSync(cluster));
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function isPostgres(pid: number): boolean {
  const name = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
  // Without `ps`, believe the pid file.
  return name.error ? true : name.stdout.includes('postgres');
}

function readPidFile(cluster: string): (RunningServer & { readonly folder: string }) | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      folder: lines[1] ?? '',
      port: Number(lines[3]),
      ready: lines[7]?.trim() === 'ready',
    };
  } catch {
    return null;
  }
}
