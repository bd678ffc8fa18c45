import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, migrate, openDb } from '#platform/db.server.ts';
import { useLocalPostgres } from '#platform/postgres.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { waitForTurn } from './db.ts';
import { later } from './leftovers.ts';

export interface Cluster {
  readonly url: string;
  /** Migrated, with all places. */
  readonly db: Db;
  /** Recovery from the log, as after a power cut. Gives how long the database was away, in milliseconds. */
  restart(): Promise<number>;
}

/** A PostgreSQL of its own, which survives what a machine survives: nobody else feels its restarts. */
export async function ownCluster(connections: number): Promise<Cluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-cluster-'));
  // PostgreSQL runs under another account when the tests run as root.
  await chmod(dataDir, 0o755);
  const database = { dataDir, database: 'vigie', durable: true, say: () => {} };
  let server = await useLocalPostgres(database);
  const { url } = server;
  later(async () => {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
  });
  const db = openDb(url, { max: connections, name: 'vigie test' });
  waitForTurn(db);
  later(() => db.destroy());
  await migrate(db);
  await loadPlaces(db);
  return {
    url,
    db,
    async restart() {
      const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
      const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
      const since = performance.now();
      // SIGQUIT is an immediate shutdown.
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await wait(20);
      server = await useLocalPostgres(database);
      if (server.url !== url) throw new Error(`la base est revenue ailleurs : ${server.url}`);
      return performance.now() - since;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
