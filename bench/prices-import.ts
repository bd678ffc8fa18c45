import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { chanceOf } from '../tests/kit/chance.ts';
import { saleRow, salesHeader, salesText } from '../tests/kit/sales.ts';
import { Copy, median, onOwnDatabase } from './kit.ts';

const ROUNDS = 3;
const ROWS = 100_000;
const GOAL_S = 60;
const GOAL_MB = 300;
/** The biggest of the sample: 98,266 rows. */
const REAL = path.resolve('../shared/data/dvf/75/2022.csv.gz');

interface Imported {
  imports: { status: string; rows: number; sales: number; seconds: number }[];
  computed: { seconds: number } | null;
  peakMemoryMb: number;
}

/**
 * A department-year through the built command, in a process of its own; the peer is a bare COPY of the same text, all
 * columns as text, without index nor check. Alternating rounds.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  try {
    return await onOwnDatabase(2, async (db, url) => {
      await loadPlaces(db);
      await loadEmbeddedPrices(db);
      const file = existsSync(REAL) ? REAL : path.join(folder, '2024.csv.gz');
      if (file !== REAL) await writeFile(file, gzipSync(madeUp()));
      const imports: Imported[] = [];
      const copies: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        imports.push(await vigie(url, ['prices', 'import', '--json', file]));
        copies.push(await copySeconds(url, file));
      }
      const took = median(imports.map((one) => one.imports[0]?.seconds ?? Number.NaN));
      const rows = imports[0]?.imports[0]?.rows ?? 0;
      const hundred = (took / rows) * ROWS;
      const memory = Math.max(...imports.map((one) => one.peakMemoryMb));
      const computed = median(imports.map((one) => one.computed?.seconds ?? Number.NaN));
      return {
        title: 'Import des ventes (geo-dvf)',
        lines: [
          `${file === REAL ? 'Paris 2022, fichier réel' : 'Fichier composé'} : ${rows} lignes, ${imports[0]?.imports[0]?.sales} ventes retenues`,
          `Lecture, contrôle, méthode R, remplacement : ${took.toFixed(2)} s, soit ${hundred.toFixed(2)} s pour 100 000 lignes (objectif : ${GOAL_S} s)`,
          `Témoin, COPY du même texte sans rien vérifier : ${median(copies).toFixed(2)} s ; l’import prend ${(took / median(copies)).toFixed(1)} fois ce temps`,
          `Prix du département refaits ensuite : ${computed.toFixed(2)} s`,
          `Mémoire du processus à son plus haut : ${memory} Mo (objectif : ${GOAL_MB} Mo)`,
        ],
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function vigie(databaseUrl: string, words: readonly string[]): Promise<Imported> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'cli', ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(out) as Imported) : reject(new Error(`Sortie ${code} : ${out}`)),
    );
  });
}

async function copySeconds(url: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = salesHeader.split(',').map((one) => `${one} text`);
    await client.query(`create unlogged table dvf_twin (${columns.join(', ')})`);
    const began = performance.now();
    const text = gunzipSync(readFileSync(file));
    const chunks: Buffer[] = [];
    for (let at = 0; at < text.length; at += 65_536) chunks.push(text.subarray(at, at + 65_536));
    await new Copy('copy dvf_twin from stdin (format csv, header)', chunks).on(client);
    const seconds = (performance.now() - began) / 1000;
    return seconds;
  } finally {
    await client.query('drop table if exists dvf_twin');
    await client.end();
  }
}

function madeUp(): string {
  const { int, chance } = chanceOf(20_261_121);
  return salesText(
    Array.from({ length: ROWS }, () =>
      saleRow({
        commune: chance(0.5) ? '30189' : '30007',
        on: `2024-${String(int(1, 12)).padStart(2, '0')}-15`,
        type: chance(0.4) ? 3 : chance(0.5) ? 1 : 2,
        surface: int(9, 180),
        value: int(50_000, 900_000),
      }),
    ),
  );
}
