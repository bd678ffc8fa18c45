import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { useLocalPostgres } from '#platform/postgres.server.ts';
import { freePort } from '../tests/kit/free-port.ts';
import { median } from './kit.ts';

const ROUNDS = 5;

/** How long a person waits before the first page, installed and built: first start, next starts, after a kill -9. */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const dataDir = mkdtempSync(path.resolve('.cache/bench-start-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  try {
    const first = await startToPage(dataDir, port);
    await end(first.child, 'SIGINT');
    const next: number[] = [];
    const killed: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareDatabase(dataDir));
      const calm = await startToPage(dataDir, port);
      next.push(calm.seconds);
      await end(calm.child, 'SIGKILL');
      const after = await startToPage(dataDir, port);
      killed.push(after.seconds);
      await end(after.child, 'SIGINT');
    }
    const ratio = median(next) / median(bare);
    return {
      title: 'Démarrage',
      lines: [
        `Premier démarrage sur un dossier de données vide, démonstration comprise (installé et construit) : ${first.seconds.toFixed(1)} s`,
        `Démarrages suivants, jusqu’à la page d’accueil : médiane ${median(next).toFixed(2)} s, au pire ${Math.max(...next).toFixed(2)} s sur ${ROUNDS} (objectif : 8 s)`,
        `Après un kill -9, PostgreSQL resté en marche : médiane ${median(killed).toFixed(2)} s, au pire ${Math.max(...killed).toFixed(2)} s`,
        `Témoin, le même PostgreSQL seul, d’arrêté à prêt : médiane ${median(bare).toFixed(2)} s, soit un rapport de ${ratio.toFixed(1)}`,
      ],
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startToPage(dataDir: string, port: number): Promise<{ seconds: number; child: ChildProcess }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      VIGIE_DATA: dataDir,
      LOG_LEVEL: 'silent',
      DATABASE_URL: '',
    },
    stdio: 'ignore',
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Le produit s’est arrêté (${child.exitCode}).`);
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return { seconds: (performance.now() - began) / 1000, child };
    await wait(20);
  }
}

async function bareDatabase(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await useLocalPostgres({ dataDir, say: () => {} });
  const seconds = (performance.now() - began) / 1000;
  await server.release();
  return seconds;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
