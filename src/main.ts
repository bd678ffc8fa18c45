import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { runCommand } from '#platform/cli.server.ts';
import type { Services } from '#platform/context.server.ts';
import { isDiskFull, migrate, openDb } from '#platform/db.server.ts';
import { type Env, readEnv, WrongSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { useLocalPostgres } from '#platform/postgres.server.ts';
import { PostgresTrouble } from '#platform/postgres-home.server.ts';
import { keepFilesPrivate } from '#platform/private-files.server.ts';
import type { RunningJobs } from '#platform/queue.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { s3Store } from '#platform/storage-s3.server.ts';
import { wordAgencies } from '#rooms/agencies/search-words.server.ts';
import { registerDrawer } from '#rooms/listings/drawn-photos.server.ts';
import { loadPlaces, loadShippedContours } from '#rooms/places/places.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { loadEmbeddedOrders } from '#rooms/prices/embedded-orders.server.ts';
import { openSearchMemory } from '#rooms/search/search.server.ts';

interface Opened {
  readonly services: Services;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Settings, database (started when it is ours, migrated, places loaded with their outlines), log and storage. */
export async function openServices(env: Env, say: (line: string) => void): Promise<Opened> {
  keepFilesPrivate(env);
  const local = env.DATABASE_URL ? null : await useLocalPostgres({ dataDir: env.dataDir, say });
  local?.guard();
  const databaseUrl = env.DATABASE_URL ?? local?.url ?? '';
  const db = openDb(databaseUrl, { name: `vigie ${env.VIGIE_ROLE}`, max: 12 });
  const readDb = env.DATABASE_READ_URL ? openDb(env.DATABASE_READ_URL, { name: 'vigie read', max: 12 }) : db;
  const close = async () => {
    if (readDb !== db) await readDb.destroy();
    await db.destroy();
    await local?.release();
  };
  try {
    const applied = await migrate(db);
    if (applied.length > 0) say(`Base de données mise à jour (${applied.length} migrations).`);
    await loadPlaces(db);
    await loadShippedContours(db);
    await wordAgencies(db);
    await loadEmbeddedPrices(db);
    await loadEmbeddedOrders(db);
  } catch (error) {
    await close();
    throw error;
  }
  if (hasDemonstration(env))
    registerDrawer((await import('#demonstration/pictures/drawer.server.ts')).drawer);
  const services = {
    db,
    readDb,
    env,
    log: openLog(env),
    storage: env.bucket ? s3Store(env.bucket) : diskStore(path.join(env.dataDir, 'files')),
  };
  return { services, databaseUrl, close };
}

/** Serves, until a signal. In development `pages` and `before` come from Vite. */
export async function serve(
  options: {
    pages?: () => Promise<ServerBuild>;
    before?: Parameters<typeof import('./web.server.ts').openWeb>[0]['before'];
  } = {},
): Promise<void> {
  const env = readEnv(process.env);
  const say = (line: string) => console.log(line);
  const opened = await openServices(env, say);
  let web: FastifyInstance | null = null;
  let worker: Promise<RunningJobs> | null = null;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests and jobs in flight have five seconds to finish; a second signal, or ten seconds in all, ends them.
    setTimeout(() => process.exit(1), 10_000).unref();
    await Promise.race([Promise.all([web?.close(), worker?.then((jobs) => jobs.stop())]), wait(5_000)]);
    await opened.close();
    process.exit(0);
  };
  process.on('SIGINT', () => (stopping ? process.exit(1) : void stop()));
  process.on('SIGTERM', () => void stop());
  try {
    if (!env.production) await seed(opened.services, say);
    if (stopping) return;
    if (env.VIGIE_ROLE !== 'worker') {
      const { openWeb } = await import('./web.server.ts');
      const pages = options.pages ?? ((await import('virtual:react-router/server-build')) as ServerBuild);
      const { readDb, log } = opened.services;
      openSearchMemory(readDb, { from: env.VIGIE_SEARCH_IN_MEMORY_FROM, log });
      web = await openWeb({
        services: opened.services,
        pages,
        ...(options.before ? { before: options.before } : {}),
      });
      await web.listen({ port: env.PORT, host: env.HOST });
    }
    if (env.VIGIE_ROLE !== 'web' && !stopping) {
      const { openWorker } = await import('./worker.server.ts');
      worker = openWorker(opened.services, opened.databaseUrl);
      await worker;
    }
  } catch (error) {
    // Asked to stop while it was starting: what it lost on the way is no failure, and `stop` ends the process.
    if (stopping) return;
    await web?.close();
    await opened.close();
    throw error;
  }
  if (!stopping) greet(env, say);
}

/** In production it does not exist. */
function hasDemonstration(env: Env): boolean {
  return !env.production && env.VIGIE_DEMO === '1';
}

async function seed(services: Services, say: (line: string) => void): Promise<void> {
  const { seedDemonstration } = await import('./seed.server.ts');
  await seedDemonstration(services, say);
}

function greet(env: Env, say: (line: string) => void): void {
  if (env.VIGIE_ROLE === 'worker') return say('Vigie travaille (worker).');
  say('');
  say(`  Vigie est prête : ${env.publicUrl}`);
  if (!env.production) {
    say('  Particulier     : claire@demo.vigie.test, mot de passe Vigie2026');
    say('  Agence          : agence@demo.vigie.test, mot de passe Vigie2026');
    if (hasDemonstration(env) && env.administrators === null)
      say(`  Administration  : ${env.publicUrl}/admin, admin, mot de passe Vigie2026`);
    if (!env.SMTP_URL)
      say(`  Courriels       : ${env.publicUrl}/dev/mails (dossier ${path.join(env.dataDir, 'mailbox')})`);
    say(`  Pièces d’interface : ${env.publicUrl}/dev/ui`);
  }
  say('  Ctrl-C arrête tout.');
  say('');
}

/** `serve` or `cli room verb …`. Known troubles end in one clear line, without a stack. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    if (argv[0] === 'cli') {
      const { commands } = await import('./cli.server.ts');
      process.exitCode = await runCommand(commands, argv.slice(1), () =>
        openServices(readEnv({ LOG_LEVEL: 'warn', ...process.env }), (line) => console.error(line)),
      );
      return;
    }
    await serve();
  } catch (error) {
    const known = knownTrouble(error);
    console.error(known ?? error);
    process.exit(1);
  }
}

function knownTrouble(error: unknown): string | null {
  if (error instanceof WrongSettings || error instanceof PostgresTrouble) return error.message;
  if (isDiskFull(error)) {
    return `Le disque est plein (${(error as Error).message}) : libérez de la place, puis recommencez. Ce qui était enregistré l’est toujours.`;
  }
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Le port ${port} est déjà pris : arrêtez le programme qui l’occupe, ou choisissez-en un autre, par exemple PORT=3001 npm start`;
  }
  if (
    process.env.DATABASE_URL &&
    (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000' || code === 'ENOTFOUND')
  ) {
    return `La base de DATABASE_URL ne répond pas (${message}) : vérifiez l’adresse, le compte et que PostgreSQL tourne.`;
  }
  return null;
}
