import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { runCommand } from '#platform/cli.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { feedCommands } from './cli.server.ts';
import type { FeedReport } from './contract.ts';
import { DropFolder } from './drop-folder.server.ts';
import { importFeed } from './importing.server.ts';

const { services, db } = await testServices();
await lawfulAgency(db, 'agence-cli');

const request = {
  seed: 3,
  agency: 'agence-cli',
  count: 10,
  places: [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21 }],
};
const rows = generatePortfolio(request);

async function archive(name: string, given: readonly PolirisValues[]): Promise<string> {
  const file = path.join(services.env.dataDir, name);
  await writeFile(file, await zipFeed({ listings: writeListings(given) }));
  return file;
}

/** Runs `feeds …` as the operator would; what it printed. */
function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return vigieWith(services, ...words);
}

async function vigieWith(given: typeof services, ...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(feedCommands, ['feeds', ...words], async () => ({
    services: given,
    close: async () => {},
  }));
  const said = (spy: typeof out) => spy.mock.calls.map((call) => String(call[0])).join('\n');
  const printed = { code, out: said(out), err: said(err) };
  vi.restoreAllMocks();
  return printed;
}

describe('feeds import', () => {
  test('wrong usage exits 2, help exits 0 and tells every option', async () => {
    expect((await vigie('import')).code).toBe(2);
    expect((await vigie('import', '--inconnu', 'a.zip')).code).toBe(2);
    const help = await vigie('import', '--help');
    expect(help.code).toBe(0);
    for (const option of ['--agency', '--dry-run', '--confirm', '--json']) expect(help.out).toContain(option);
  });

  test('--dry-run --json gives one JSON object and writes nothing', async () => {
    const { code, out } = await vigie('import', '--dry-run', '--json', await archive('jour-1.zip', rows));
    expect(code).toBe(0);
    const report = JSON.parse(out) as FeedReport;
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining(['read', 'publication', 'diff', 'diagnostics', 'status', 'agencies']),
    );
    expect(report.read).toHaveLength(10);
    expect(report.diff.created).toHaveLength(10);
    expect((await sql`select 1 from listing union all select 1 from feed_import`.execute(db)).rows).toEqual(
      [],
    );
  });

  test('says listing by listing what happened, and exits 1 with the reason when something is refused', async () => {
    const done = await vigie('import', await archive('jour-1.zip', rows));
    expect(done.code).toBe(0);
    expect(done.out).toContain('10\u00a0créées');
    const changed = [
      { ...rows[0], price: 200_000, priceWithoutFees: '', baseRent: '', charges: '' },
      { ...rows[1], price: 0 },
      ...rows.slice(2, 9),
      { ...rows[0], technicalId: 'NEUVE-1' },
    ];
    const again = await vigie('import', await archive('jour-2.zip', changed));
    expect(again.out).toMatch(
      new RegExp(`~ ${rows[0]?.technicalId} modifiée \\(prix .* → 200\u00a0000,00\u00a0€\\)`),
    );
    expect(again.out).toContain('+ NEUVE-1 créée');
    expect(again.out).toContain(`- ${rows[9]?.technicalId} retirée`);
    expect(again.out).toContain(`! ${rows[1]?.technicalId} refusée, laissée telle quelle en ligne`);
    expect(again.out).toMatch(
      /ligne 2, .*, refusée\u00a0: Prix \/ Loyer \/ Prix de cession \(11\) = «\u00a00\u00a0»\u00a0: Prix nul/,
    );
    const held = await vigie('import', await archive('jour-3.zip', rows.slice(0, 3)));
    expect(held.code).toBe(1);
    expect(held.out).toContain('--confirm');
    expect((await vigie('import', '--confirm', await archive('jour-3.zip', rows.slice(0, 3)))).code).toBe(0);
    // One file that is not there: nothing is done of the others.
    const missing = await vigie('import', await archive('jour-5.zip', rows), '/nulle/part.zip');
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toContain('Ce fichier n’existe pas\u00a0: /nulle/part.zip');
    const folder = await vigie('import', services.env.dataDir);
    expect([folder.code, folder.out]).toEqual([2, '']);
    expect(folder.err).toContain('C’est un dossier');
    const bad = await vigie(
      'import',
      '--json',
      await archive('jour-4.zip', [{ ...rows[0], agency: 'inconnue' }]),
    );
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({ status: 'refused', reason: 'FEED_UNKNOWN_AGENCY' });
  });

  test('--agency says whose the lines are that name nobody, and refuses a file that names another', async () => {
    const said = async (agency: string, file: string) => {
      const { code, out } = await vigie('import', '--dry-run', '--json', '--agency', agency, file);
      return [code, (JSON.parse(out) as FeedReport).reason];
    };
    const bare = rows.map((row) => ({ ...row, agency: '' }));
    expect(await said('agence-cli', await archive('muet.zip', bare))).toEqual([0, null]);
    expect(await said('une-autre', await archive('nomme.zip', rows))).toEqual([1, 'FEED_OTHER_AGENCY']);
  });

  test('several files are imported in order and answered as a list', async () => {
    const files = [await archive('a.zip', rows.slice(0, 9)), await archive('b.zip', rows.slice(0, 8))];
    const { out } = await vigie('import', '--json', ...files);
    expect((JSON.parse(out) as FeedReport[]).map(({ file, status }) => [file, status])).toEqual([
      ['a.zip', 'done'],
      ['b.zip', 'done'],
    ]);
  });
});

describe('a drop folder', () => {
  let made = 0;
  async function dropFolder() {
    made += 1;
    const folder = path.join(services.env.dataDir, `depot-${made}`);
    await mkdir(folder);
    return { folder, drop: new DropFolder(db, folder) };
  }

  test('hands over an archive once it has stopped growing, once', async () => {
    const { folder, drop } = await dropFolder();
    const zip = await zipFeed({ listings: writeListings(rows) });
    const file = path.join(folder, 'depot.zip');
    await writeFile(file, zip.subarray(0, 100));
    expect(await drop.look()).toEqual([]);
    await writeFile(file, zip);
    expect(await drop.look()).toEqual([]);
    expect(await drop.look()).toEqual([file]);
    expect(await drop.look()).toEqual([]);
  });

  test('leaves aside hidden, empty and foreign files; takes the oldest first', async () => {
    const { folder, drop } = await dropFolder();
    const names = [
      '.cache.zip',
      'notes.txt',
      'b.zip',
      'a.zip',
      'c.zip.part',
      'd.XML',
      'e.json',
      'f.xml.gz',
      'g.gz',
    ];
    for (const name of names) await writeFile(path.join(folder, name), 'x');
    await writeFile(path.join(folder, 'vide.zip'), '');
    await mkdir(path.join(folder, 'dossier.zip'));
    await utimes(path.join(folder, 'b.zip'), 1000, 1000);
    await drop.look();
    const ready = (await drop.look()).map((file) => path.basename(file));
    expect(ready[0]).toBe('b.zip');
    expect(ready.toSorted()).toEqual(['a.zip', 'b.zip', 'd.XML', 'e.json', 'f.xml.gz']);
  });

  test('after a restart knows what it has imported by its content; a new content is new', async () => {
    const { folder, drop } = await dropFolder();
    const file = path.join(folder, 'redemarrage.zip');
    await writeFile(file, await zipFeed({ listings: writeListings(rows.slice(0, 8)) }));
    await drop.look();
    expect(await drop.look()).toEqual([file]);
    await importFeed(services, { file });
    const restarted = new DropFolder(db, folder);
    await restarted.look();
    expect(await restarted.look()).toEqual([]);
    await rm(file);
    await restarted.look();
    await writeFile(`${file}.part`, await zipFeed({ listings: writeListings(rows.slice(0, 7)) }));
    await rename(`${file}.part`, file);
    await restarted.look();
    expect(await restarted.look()).toEqual([file]);
  });

  test('feeds watch --once imports what is there, then stops', async () => {
    const { folder } = await dropFolder();
    await writeFile(path.join(folder, 'flux.zip'), await zipFeed({ listings: writeListings(rows) }));
    await writeFile(path.join(folder, 'mauvais.zip'), 'rien');
    const { code, out } = await vigie('watch', '--once', folder);
    expect(code).toBe(1);
    expect(out).toContain('flux.zip : importé');
    expect(out).toContain('mauvais.zip : refusé');
    expect((await vigie('watch', '--once', folder)).out).toBe('');
    expect((await vigie('watch', '--once', '/nulle/part')).code).toBe(2);
  });

  test('feeds watch goes on to the next archive whatever happens to one', async () => {
    const folder = path.join(services.env.dataDir, 'depot-plein');
    await mkdir(folder);
    const [first, second] = generatePortfolio({ ...request, from: 5_000, count: 2 });
    const pictures = [{ name: 'a.jpg', bytes: Buffer.from('image') }];
    const listings = writeListings([{ ...first, photo1: 'a.jpg' }]);
    await writeFile(path.join(folder, '1.zip'), await zipFeed({ listings, pictures }));
    await utimes(path.join(folder, '1.zip'), 1, 1);
    await lawfulAgency(db, 'agence-suite');
    const next = writeListings([{ ...second, agency: 'agence-suite' }]);
    await writeFile(path.join(folder, '2.zip'), await zipFeed({ listings: next }));
    const full = { ...services.storage, put: () => Promise.reject(new Error('ENOSPC')) };
    const { code, out } = await vigieWith({ ...services, storage: full }, 'watch', '--once', folder);
    expect(code).toBe(1);
    expect(out).toContain('2.zip : importé');
  });
});
