import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { departmentsWithSales } from '#rooms/prices/published-sales.server.ts';
import type { FetchReport } from '#rooms/prices/published-sales.ts';
import { openPublisher, type Publisher } from '../tests/kit/publisher.ts';
import { saleRow, salesHeader, salesText } from '../tests/kit/sales.ts';
import { onOwnDatabase } from './kit.ts';

const SHARED = path.resolve('../shared/data');
const YEARS = [2021, 2022, 2023, 2024, 2025] as const;
/** Small and large, a city in districts, one with no district, an island. */
const FIVE = ['01', '2A', '48', '59', '69'] as const;
/** Sales of five years in the department whose rows are repeated, as its publisher counts them; of any other by default. */
const MODEL = '34';
const SALES_OF_ONE = 40_000;
const ROWS_OF_ONE = 25_000;

/** A row but for the department and the commune, which are put in: text before, rank of the commune, text after. */
interface Row {
  readonly before: string;
  readonly commune: number;
  readonly after: string;
}

/**
 * Whole departments through the built command, from a server of this machine that repeats the rows of Hérault, so many as
 * the department has sales: five departments, what they let expect of the country, then, with `--all`, the country. The
 * server composes each file when it is asked for: that time is in « en tout », and a real publisher would not take it.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  const publisher = await openPublisher();
  try {
    return await onOwnDatabase(4, async (db, url) => {
      await loadPlaces(db);
      await loadEmbeddedPrices(db);
      const weights = await publishAll(db, publisher);
      const fetched = (...words: string[]) =>
        vigie(['prices', 'fetch', '--years', '2021-2025', '--rate', '100', '--json', ...words], {
          DATABASE_URL: url,
          VIGIE_DATA: folder,
          DVF_URL: publisher.origin,
        });
      const five = await fetched('--department', FIVE.join(','));
      const share = FIVE.reduce((sum, code) => sum + (weights.get(code) ?? 0), 0);
      const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
      const lines = [
        `${FIVE.length} départements (${FIVE.join(', ')}), 5 ans : ${linesOf(five)}`,
        `Base : ${await databaseMegabytes(db)} Mo`,
        `Pays attendu, à ${(whole / share).toFixed(1)} fois leurs ventes : ${linesOf(scaled(five, whole / share))}`,
      ];
      if (!process.argv.includes('--all')) return { title: 'Ventes de tout le pays', lines };
      const all = await fetched('--all');
      const again = await fetched('--all');
      lines.push(
        `Pays entier (--all, les cinq déjà chargés) : ${linesOf(all)}`,
        `Base : ${await databaseMegabytes(db)} Mo`,
        `Une seconde fois : ${again.files.filter(({ status }) => status === 'unchanged').length} fichiers inchangés, ${costOf(again).bytes} octet reçu`,
      );
      return { title: 'Ventes de tout le pays', lines };
    });
  } finally {
    await publisher.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Cost {
  readonly bytes: number;
  readonly rows: number;
  readonly sales: number;
  readonly importSeconds: number;
  readonly computeSeconds: number;
  readonly seconds: number;
}

function costOf({ files, seconds, computeSeconds }: FetchReport): Cost {
  const sum = (of: (file: FetchReport['files'][number]) => number) =>
    files.reduce((total, file) => total + of(file), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    rows: sum(({ report }) => report?.rows ?? 0),
    sales: sum(({ report }) => report?.sales ?? 0),
    importSeconds: sum(({ report }) => report?.seconds ?? 0),
    computeSeconds,
    seconds,
  };
}

function scaled(report: FetchReport, times: number): Cost {
  const { bytes, rows, sales, importSeconds, computeSeconds, seconds } = costOf(report);
  return {
    bytes: bytes * times,
    rows: rows * times,
    sales: sales * times,
    importSeconds: importSeconds * times,
    computeSeconds: computeSeconds * times,
    seconds: seconds * times,
  };
}

function linesOf(given: Cost | Fetched): string {
  const { bytes, rows, sales, importSeconds, computeSeconds, seconds } =
    'files' in given ? costOf(given) : given;
  const memory = 'files' in given ? ` ; mémoire au plus haut ${given.peakMemoryMb} Mo` : '';
  return `${(bytes / 1e6).toFixed(0)} Mo reçus, ${Math.round(rows)} lignes, ${Math.round(sales)} ventes retenues ; chargement ${importSeconds.toFixed(0)} s, prix ${computeSeconds.toFixed(0)} s, en tout ${seconds.toFixed(0)} s${memory}`;
}

/** Puts each department-year at its address, composed when it is asked for; gives the sales of each department. */
async function publishAll(db: Db, publisher: Publisher): Promise<Map<string, number>> {
  const models = new Map(YEARS.map((year) => [year, rowsOf(year)]));
  const sales = publishedSales();
  const weights = new Map<string, number>();
  for (const code of await departmentsWithSales(db)) {
    const weight = sales.get(code) ?? SALES_OF_ONE;
    weights.set(code, weight);
    const communes = await communesOf(db, code);
    const times = weight / (sales.get(MODEL) ?? SALES_OF_ONE);
    for (const year of YEARS)
      publisher.files.set(`/${year}/departements/${code}.csv.gz`, () =>
        compose(models.get(year) ?? [], { code, communes, times }),
      );
  }
  return weights;
}

async function communesOf(db: Db, departmentCode: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from place where department_code = ${departmentCode} and kind in ('commune', 'district')
      and code not in ('75056', '69123', '13055')
    order by population desc nulls last, code`.execute(db);
  return rows.map(({ code }) => code);
}

/** Sales of five years by department, as their publisher counts them; empty without the sample. */
function publishedSales(): Map<string, number> {
  const file = path.join(SHARED, 'france/prix-communes-dvf-2021-2025-min11.csv.gz');
  const counts = new Map<string, number>();
  if (!existsSync(file)) return counts;
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const columns = header.split(',');
  const [flats, houses] = [columns.indexOf('appartement_ventes'), columns.indexOf('maison_ventes')];
  for (const line of lines) {
    const fields = line.split(',');
    const commune = fields[0] ?? '';
    const code = commune.slice(0, commune.startsWith('97') ? 3 : 2);
    counts.set(code, (counts.get(code) ?? 0) + Number(fields[flats] ?? 0) + Number(fields[houses] ?? 0));
  }
  return counts;
}

function rowsOf(year: number): Row[] {
  const file = path.join(SHARED, `dvf/${MODEL}/${year}.csv.gz`);
  const text = existsSync(file) ? gunzipSync(readFileSync(file)).toString() : madeUp(year);
  const ranks = new Map<string, number>();
  const columns = salesHeader.split(',');
  const at = columns.indexOf('code_commune');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const fields = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
      const commune = fields[at] ?? '';
      if (!ranks.has(commune)) ranks.set(commune, ranks.size);
      return {
        before: fields.slice(0, at).join(','),
        commune: ranks.get(commune) ?? 0,
        // Past the name of the commune and its department.
        after: fields.slice(at + 3).join(','),
      };
    });
}

function madeUp(year: number): string {
  return salesText(
    Array.from({ length: ROWS_OF_ONE }, (_, at) =>
      saleRow({
        commune: `34${String((at % 300) + 1).padStart(3, '0')}`,
        on: `${year}-${String((at % 6) + 1).padStart(2, '0')}-15`,
        type: at % 3 === 0 ? 1 : 2,
        surface: 20 + (at % 90),
        value: 60_000 + ((at * 7_919) % 500_000),
      }),
    ),
  );
}

/** The file of a department: the rows of the model, `times` over, in its own communes; a deed repeated is another deed. */
function compose(
  model: readonly Row[],
  { code, communes, times }: { code: string; communes: readonly string[]; times: number },
): Buffer {
  const lines = [salesHeader];
  const count = Math.max(1, Math.round(model.length * times));
  for (let rank = 0; rank < count; rank += 1) {
    const row = model[rank % model.length];
    if (!row) break;
    const round = Math.floor(rank / model.length);
    const before = round === 0 ? row.before : row.before.replace(',', `r${round},`);
    lines.push(`${before},${communes[row.commune % communes.length] ?? ''},Ailleurs,${code},${row.after}`);
  }
  return gzipSync(`${lines.join('\n')}\n`, { level: 6 });
}

async function databaseMegabytes(db: Db): Promise<number> {
  const { rows } = await sql<{ megabytes: number }>`
    select (pg_database_size(current_database()) / 1e6)::integer as megabytes`.execute(db);
  return rows[0]?.megabytes ?? 0;
}

type Fetched = FetchReport & { readonly peakMemoryMb: number };

function vigie(words: readonly string[], settings: Record<string, string>): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'cli', ...words], {
      env: { ...process.env, NODE_ENV: 'development', VIGIE_DEMO: '0', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(out) as Fetched) : reject(new Error(`Sortie ${code} : ${out}`)),
    );
  });
}
