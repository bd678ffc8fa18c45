import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { type TestServices, testServices } from '../../../tests/kit/app.ts';
import { PATIENCE_MS } from '../../../tests/kit/patience.ts';
import { type Fault, openPublisher, type Publisher } from '../../../tests/kit/publisher.ts';
import { saleRow, salesHeader, salesText } from '../../../tests/kit/sales.ts';
import { publishedSalesCommands } from './published-sales.cli.server.ts';
import { departmentsWithSales, fetchSales } from './published-sales.server.ts';
import { tryLockFetch, unlockFetch } from './sales.sql.server.ts';

let publisher: Publisher;
let base: TestServices;

const pathOf = (departmentCode: string, year: number) => `/csv/${year}/departements/${departmentCode}.csv.gz`;

/** A department-year of flats in one commune, each of its own price. */
function year(commune: string, of: number, count = 12, price = 100_000): Buffer {
  return gzipSync(
    salesText(
      Array.from({ length: count }, (_, at) =>
        saleRow({ commune, on: `${of}-05-${String(at + 1).padStart(2, '0')}`, value: price + at * 1_000 }),
      ),
    ),
  );
}

const publish = (departmentCode: string, of: number, content: Buffer) =>
  publisher.files.set(pathOf(departmentCode, of), content);
const fail = (departmentCode: string, of: number, ...faults: Fault[]) =>
  publisher.faults.set(pathOf(departmentCode, of), faults);
const statuses = () => publisher.asked.splice(0).map(({ status }) => status);

async function fetched(
  departments: readonly string[],
  years: readonly number[],
  more: { confirmed?: boolean; compute?: boolean; silenceMs?: number } = {},
) {
  const { silenceMs = PATIENCE_MS, ...asked } = more;
  const report = await fetchSales(base.services, {
    departments,
    years,
    ...asked,
    pace: { bytesPerSecond: 1e9, silenceMs, tries: 2, pauseMs: 1, betweenMs: 0 },
  });
  if (!report) throw new Error('une autre commande reçoit des ventes');
  return report;
}

async function salesOf(departmentCode: string): Promise<number[]> {
  const { rows } = await sql<{ year: number; count: number }>`
    select year, count(*)::integer as count from price_sale where department_code = ${departmentCode}
    group by year order by year`.execute(base.db);
  return rows.map(({ count }) => count);
}

async function medianOf(areaCode: string): Promise<number | null> {
  const { rows } = await sql<{ median: number }>`
    select median from price_figure
    where area_code = ${areaCode} and kind = 'apartment' and slice = 'all'`.execute(base.db);
  return rows[0]?.median ?? null;
}

/** What stays on the disk. */
async function kept(): Promise<string[]> {
  const folder = path.join(base.services.env.dataDir, 'geo-dvf');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('.')).toSorted();
}

beforeAll(async () => {
  publisher = await openPublisher();
  base = await testServices({ DVF_URL: `${publisher.origin}/csv/` });
});
afterAll(() => publisher.close());
beforeEach(async () => {
  publisher.files.clear();
  publisher.faults.clear();
  publisher.asked.length = 0;
  await sql`delete from price_import`.execute(base.db);
  await sql`delete from price_source`.execute(base.db);
  await sql`delete from price_figure`.execute(base.db);
});

describe('a fetch', () => {
  test('loads what is published, makes the figures, keeps no file, and asks for nothing twice', async () => {
    publish('30', 2023, year('30189', 2023));
    publish('30', 2024, year('30189', 2024, 12, 200_000));
    const first = await fetched(['30'], [2022, 2023, 2024]);
    expect(first.files.map(({ status }) => status)).toEqual(['absent', 'done', 'done']);
    expect(first).toMatchObject({ left: 0, computed: ['30'] });
    expect(first.files[2]).toMatchObject({ report: { sales: 12, departmentCode: '30', year: 2024 } });
    expect(await salesOf('30')).toEqual([12, 12]);
    // Twelve months: those of 2024, 200 000 to 211 000 € for 40 m².
    expect(await medianOf('30189')).toBe(513_800);
    expect(await kept()).toEqual([]);
    expect(statuses()).toEqual([404, 200, 200]);
    const second = await fetched(['30'], [2022, 2023, 2024]);
    expect(second.files.map(({ status }) => status)).toEqual(['absent', 'unchanged', 'unchanged']);
    expect(second.computed).toEqual([]);
    expect(statuses()).toEqual([404, 304, 304]);
  });

  test('brings a corrected file, and puts it in the place of the first', async () => {
    publish('30', 2024, year('30189', 2024));
    await fetched(['30'], [2024]);
    publish('30', 2024, year('30189', 2024, 13, 300_000));
    const again = await fetched(['30'], [2024]);
    expect(again.files[0]).toMatchObject({ status: 'done', report: { replaced: 12, sales: 13 } });
    expect(await medianOf('30189')).toBe(765_000);
  });

  test('asks again for what a file of the operator has replaced', async () => {
    publish('30', 2024, year('30189', 2024));
    await fetched(['30'], [2024]);
    await sql`update price_import set source_address = null, source_version = null`.execute(base.db);
    expect((await fetched(['30'], [2024])).files[0]?.status).toBe('done');
  });

  test('makes figures that an earlier one did not live to make', async () => {
    publish('30', 2024, year('30189', 2024));
    await fetched(['30'], [2024], { compute: false });
    expect(await medianOf('30189')).toBeNull();
    const next = await fetched(['30'], [2024]);
    expect(next).toMatchObject({ files: [{ status: 'unchanged' }], computed: ['30'] });
    expect(await medianOf('30189')).not.toBeNull();
  });

  test('whose lock is lost ends the department at hand, takes no other, and still reports', async () => {
    publish('48', 2024, year('48095', 2024));
    publisher.files.set(pathOf('30', 2024), async () => {
      await sql`
        select pg_terminate_backend(pid, 60000) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        base.db,
      );
      return year('30189', 2024);
    });
    const report = await fetched(['30', '48'], [2023, 2024]);
    expect(report.files.map(({ status }) => status)).toEqual(['absent', 'done']);
    expect(report).toMatchObject({ left: 2, lockLost: true, computed: ['30'] });
    expect(await medianOf('30189')).not.toBeNull();
    const next = await fetched(['48'], [2024]);
    expect(next).toMatchObject({ left: 0, lockLost: false, files: [{ status: 'done' }] });
  });

  test('is alone on its database', async () => {
    publish('30', 2024, year('30189', 2024));
    await base.db.connection().execute(async (other) => {
      expect(await tryLockFetch(other)).toBe(true);
      expect(await fetchSales(base.services, { departments: ['30'], years: [2024] })).toBeNull();
      await unlockFetch(other);
    });
    expect(publisher.asked).toEqual([]);
    expect((await fetched(['30'], [2024])).files[0]?.status).toBe('done');
  });
});

describe('a publisher that cuts, repeats, falls silent', () => {
  test.for([
    ['cut', [200, 206]],
    ['torn', [200, 200]],
    ['lies', [200, 416, 200]],
    ['broken', [500, 200]],
    ['busy', [503, 200]],
  ] as const)('%s: the file comes whole all the same', async ([fault, expected]) => {
    publish('30', 2024, year('30189', 2024));
    fail('30', 2024, fault);
    expect((await fetched(['30'], [2024])).files[0]).toMatchObject({
      status: 'done',
      report: { sales: 12 },
    });
    expect(statuses()).toEqual(expected);
    expect(await kept()).toEqual([]);
  });

  test('sends the file twice over: it is refused, then asked again by the next command', async () => {
    publish('30', 2024, year('30189', 2024));
    fail('30', 2024, 'doubled');
    expect((await fetched(['30'], [2024])).files[0]).toMatchObject({
      status: 'refused',
      report: { fault: { field: 'date_mutation' } },
    });
    expect(await salesOf('30')).toEqual([]);
    expect(await kept()).toEqual([]);
    expect((await fetched(['30'], [2024])).files[0]?.status).toBe('done');
  });

  test('falls silent: it is left in peace after three files', async () => {
    const years = [2021, 2022, 2023, 2024];
    for (const one of years) fail('30', one, ...Array.from({ length: 6 }, () => 'mute' as const));
    const report = await fetched(['30'], years, { silenceMs: 1_000 });
    expect(report.files.map(({ status, reason }) => [status, reason])).toEqual(
      Array.from({ length: 3 }, () => ['unreachable', 'aucun octet reçu en 1\u00a0s']),
    );
    expect(report).toMatchObject({ left: 1, lockLost: false, computed: [] });
  });

  test('is away in the middle of three files: the next command goes on where it was', async () => {
    const years = [2020, 2021, 2022, 2023, 2024];
    for (const one of years) {
      publish('30', one, year('30189', one));
      if (one !== 2020) fail('30', one, 'cut', 'broken', 'broken');
    }
    const first = await fetched(['30'], years);
    expect(first.files.map(({ status }) => status)).toEqual([
      'done',
      'unreachable',
      'unreachable',
      'unreachable',
    ]);
    expect(first).toMatchObject({ left: 1, computed: ['30'] });
    expect(first.files[1]).toMatchObject({ reason: 'réponse 500', permanent: false });
    expect(await kept()).toContain(path.join('2021', '30.csv.gz.part'));
    publisher.faults.clear();
    statuses();
    const second = await fetched(['30'], years);
    expect(second.files.map(({ status }) => status)).toEqual(['unchanged', 'done', 'done', 'done', 'done']);
    expect(statuses()).toEqual([304, 206, 206, 206, 200]);
    expect(await kept()).toEqual([]);
    expect(await salesOf('30')).toEqual([12, 12, 12, 12, 12]);
  });
});

describe('a publisher that lies', () => {
  test.for([
    ['another department', () => year('34172', 2024), /le département 30 était demandé/],
    ['another year', () => year('30189', 2023), /l’année 2024 était demandée/],
    ['no sale', () => gzipSync(`${salesHeader}\n`), /aucune vente/],
    ['other columns', () => gzipSync('a,b\n1,2\n'), /manque les colonnes/],
    [
      'two departments',
      () => gzipSync(salesText([saleRow(), saleRow({ commune: '34172' })])),
      /mêle des départements/,
    ],
  ] as const)('%s: refused, and what was there stays', async ([, content, reason]) => {
    publish('30', 2024, year('30189', 2024));
    await fetched(['30'], [2024]);
    publish('30', 2024, content());
    const report = await fetched(['30'], [2024]);
    expect(report.files[0]).toMatchObject({ status: 'refused' });
    expect(report.files[0]?.report?.fault?.reason).toMatch(reason);
    expect(report.computed).toEqual([]);
    expect(await salesOf('30')).toEqual([12]);
    expect(await kept()).toEqual([]);
  });

  test.for([
    [
      'a page instead of the file',
      Buffer.from('<!doctype html><title>Connexion</title>'),
      /pas un fichier gzip/,
    ],
    ['a file cut for good', year('30189', 2024).subarray(0, 200), /coupé/],
    ['nothing', Buffer.alloc(0), /pas un fichier gzip/],
  ] as const)('%s: not received', async ([, content, reason]) => {
    publish('30', 2024, content);
    const [file] = (await fetched(['30'], [2024])).files;
    expect(file).toMatchObject({ status: 'unreachable', report: null });
    expect(file?.reason).toMatch(reason);
    expect(await kept()).toEqual([]);
  });

  test('a file without most of its sales is held, and passes once confirmed without being sent again', async () => {
    publish('30', 2024, year('30189', 2024));
    await fetched(['30'], [2024]);
    publish('30', 2024, year('30189', 2024, 3));
    statuses();
    const held = await fetched(['30'], [2024]);
    expect(held.files[0]).toMatchObject({ status: 'held' });
    expect(held.files[0]?.report?.fault?.reason).toContain('--confirm');
    expect(await salesOf('30')).toEqual([12]);
    expect(await kept()).toContain(path.join('2024', '30.csv.gz'));
    expect((await fetched(['30'], [2024], { confirmed: true })).files[0]?.status).toBe('done');
    expect(statuses()).toEqual([200, 304]);
    expect(await salesOf('30')).toEqual([3]);
    expect(await kept()).toEqual([]);
  });
});

describe('prices fetch', () => {
  async function vigie(...words: string[]): Promise<{ code: number; out: string }> {
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
      spy.mockImplementation(() => {}),
    );
    const code = await runCommand(publishedSalesCommands, ['prices', 'fetch', ...words], async () => ({
      services: base.services,
      close: async () => {},
    }));
    const out = spies.map((spy) => spy.mock.calls.flat().join('\n')).join('\n');
    vi.restoreAllMocks();
    return { code, out };
  }

  test('says one line for each file, then what it made, and 0', async () => {
    publish('30', 2024, year('30189', 2024));
    const { code, out } = await vigie('--department', '30', '--years', '2024');
    expect(out).toMatch(/^30 2024 \(0\u00a0Mo\)\u00a0: 30 en 2024, 12\u00a0lignes, 12\u00a0ventes retenues/);
    expect(out).toContain('1\u00a0fichier chargé sur 1');
    expect(out).toContain('Prix refaits pour 30.');
    expect(code).toBe(0);
    const again = await vigie('--department', '30', '--years', '2024', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ files: [{ status: 'unchanged' }], left: 0, computed: [] });
  });

  test('says 1 when a year that was named is not published, when a department has none, or on a refusal', async () => {
    const recent = new Date().getUTCFullYear() - 1;
    publish('30', recent, year('30189', recent));
    expect((await vigie('--department', '30')).code).toBe(0);
    expect((await vigie('--department', '30', '--years', '2018-2019')).code).toBe(1);
    expect((await vigie('--department', '48')).code).toBe(1);
    publish('30', 2024, year('34172', 2024));
    const { code, out } = await vigie('--department', '30', '--years', '2024');
    expect(code).toBe(1);
    expect(out).toContain('refusé, rien n’est changé. ligne\u00a02, code_departement');
  });

  test('says 1 when the publisher is away, and how to go on', async () => {
    for (const one of [2022, 2023, 2024]) {
      publish('30', one, year('30189', one));
      fail('30', one, ...Array.from({ length: 6 }, () => 'busy' as const));
    }
    const { code, out } = await vigie('--department', '30,48', '--years', '2022-2024');
    expect(code).toBe(1);
    expect(out).toContain('n’a pas pu être reçu (réponse 503)');
    expect(out).toContain('L’éditeur ne répond pas\u00a0: 3\u00a0fichiers n’ont pas été demandés.');
  });

  test.for([
    [[], /--department avec des codes, ou --all/],
    [['--department', '30', '--all'], /--department avec des codes, ou --all/],
    [['30'], /est de trop/],
    [['--department', 'Gard'], /s’écrivent 69,75/],
    [['--department', '67'], /ne publie pas de ventes pour 67/],
    [['--department', '30,99'], /ne publie pas de ventes pour 99/],
    [['--department', '30', '--years', '2024-2023'], /s’écrivent 2021-2025/],
    [['--department', '30', '--years', '2199'], /s’écrivent 2021-2025/],
    [['--department', '30', '--rate', '0'], /débit/],
    [['--department', '30', '--rate', 'vite'], /débit/],
  ] as const)('%j is not a command', async ([words, reason]) => {
    const { code, out } = await vigie(...words);
    expect(code).toBe(2);
    expect(out).toMatch(reason);
    expect(publisher.asked).toEqual([]);
  });

  test('--all is the 97 departments whose sales are published', async () => {
    expect(await departmentsWithSales(base.db)).toHaveLength(97);
  });
});
