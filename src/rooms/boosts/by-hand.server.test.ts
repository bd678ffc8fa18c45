import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatDate } from '#contract/fmt.ts';
import { asAgencyId } from '#platform/auth.server.ts';
import { runCommand } from '#platform/cli.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, give, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { later } from '../../../tests/kit/leftovers.ts';
import { renewChanged } from './ad-versions.server.ts';
import { pauseBoost, resumeBoost, stopBoost } from './boosts.server.ts';
import { selectBoost } from './boosts.sql.server.ts';
import { boostCommands } from './cli.server.ts';
import { stopUnshowable } from './course.server.ts';

const { db, services } = await testServices({ PUBLIC_URL: 'https://vigie.example' });
const DAY_MS = 86_400_000;
let agencyId = 0;
let [sale, rental] = [0, 0];
const actor = () => ({ agencyId: asAgencyId(agencyId), name: 'Agence des Arènes' });
const folder = await mkdtemp(path.join(tmpdir(), 'vigie-boosts-'));
later(() => rm(folder, { recursive: true, force: true }));

beforeAll(async () => {
  agencyId = (await lawfulAgency(db, 'arenes', { name: 'Agence des Arènes' })).id;
  [sale = 0, rental = 0] = await boostable(db, agencyId, [lawfulSale('A'), lawfulRental('L')]);
});
afterEach(async () => {
  moveClock(0);
  for (const id of [sale, rental]) await give(db, id, 'online');
  await sql`truncate boost cascade`.execute(db);
});

/** Runs `vigie boosts …`; gives the exit code and what was printed, with plain spaces. */
async function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(boostCommands, ['boosts', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const said = (spy: typeof out) => spy.mock.calls.flat().join('\n').replaceAll('\u00a0', ' ');
  const printed = { code, out: said(out), err: said(err) };
  vi.restoreAllMocks();
  return printed;
}

/** What the queue asks of each boost, in its order. */
async function asked(): Promise<string[]> {
  const { out } = await vigie('queue', '--json');
  const { data } = JSON.parse(out) as { data: { queue: { kind: string; days: string[] }[] } };
  return data.queue.map(({ kind }) => kind);
}
const paris = (moment: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(moment);

describe('published by hand, a boost', () => {
  test('asks for each thing once, from its publication to its last figures', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale, rental]);
    expect(await asked()).toEqual(['publish']);
    const done = await vigie('publish', reference.toLowerCase(), '--url', 'https://www.facebook.com/1');
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining(`${reference.toLowerCase()} : publié. Fin : `),
    ]);
    expect(await selectBoost(db, id)).toMatchObject({
      status: 'active',
      externalUrl: 'https://www.facebook.com/1',
      networkState: 'running',
    });
    expect(await asked()).toEqual([]);
    const again = await vigie('publish', reference);
    expect([again.code, again.err]).toEqual([
      1,
      `La file ne demande rien de ce boost que l’on puisse dire fait.`,
    ]);

    await pauseBoost(db, actor(), String(id));
    expect(await asked()).toEqual(['pause']);
    await resumeBoost(db, actor(), String(id));
    expect(await asked()).toEqual([]);
    await pauseBoost(db, actor(), String(id));
    await vigie('publish', reference, '--task', 'pause');
    await resumeBoost(db, actor(), String(id));
    expect(await asked()).toEqual(['resume']);
    await vigie('publish', reference, '--task', 'resume');

    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    expect(await asked()).toEqual(['remove']);
    await vigie('publish', reference, '--task', 'remove');
    expect(await asked()).toEqual([]);

    const began = Date.now();
    moveClock(DAY_MS);
    expect(await asked()).toEqual(['figures']);
    await stopBoost(db, actor(), String(id));
    expect(await asked()).toEqual(['stop', 'figures']);
    await vigie('publish', reference, '--task', 'stop');
    const csv = path.join(folder, 'chiffres.csv');
    await writeFile(
      csv,
      `Jour;Affichages;Couverture;Clics;Dépense\r\n${paris(began)};1200;900;31;7,24\r\n${paris(began + DAY_MS)};300;280;4;1.5\r\n`,
    );
    expect(await vigie('figures', reference, '--csv', csv)).toMatchObject({
      code: 0,
      out: '2 jours reportés.',
    });
    expect(await asked()).toEqual([]);
    const { rows } = await sql<{ spend: number }>`select spend from boost_day order by day`.execute(db);
    expect(rows.map(({ spend }) => spend)).toEqual([724, 150]);
  });

  test('is told done by the name of what was done: nothing else is taken for it', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale]);
    await vigie('publish', reference);
    await pauseBoost(db, actor(), String(id));
    // Said of the publication, by somebody who has not seen the queue since.
    const late = await vigie('publish', reference);
    expect([late.code, late.err]).toEqual([
      1,
      'La file ne demande pas « à publier » de ce boost. Elle demande : « à mettre en pause ».',
    ]);
    expect(await selectBoost(db, id)).toMatchObject({ networkState: 'running' });
    expect((await vigie('publish', reference, '--task', 'arrêt')).code).toBe(2);
    const done = await vigie('publish', reference, '--task', 'pause');
    expect([done.code, done.out]).toEqual([0, `${reference} : en pause sur le réseau.`]);
    expect(await selectBoost(db, id)).toMatchObject({ networkState: 'paused' });
  });

  test('that was paused has another end, which the network is to be given', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale]);
    const others = async () => (await asked()).filter((kind) => kind !== 'figures');
    await vigie('publish', reference);
    expect(await others()).toEqual([]);
    // Resumed before anybody had paused it there.
    moveClock(DAY_MS);
    await pauseBoost(db, actor(), String(id));
    moveClock(3 * DAY_MS);
    await resumeBoost(db, actor(), String(id));
    expect(await others()).toEqual(['extend']);
    const end = formatDate((await selectBoost(db, id))!.endsAt!).replaceAll('\u00a0', ' ');
    expect((await vigie('queue')).out).toContain(`Fin : ${end}`);
    const done = await vigie('publish', reference, '--task', 'extend');
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining(`fin reculée sur le réseau. Fin : ${end}`),
    ]);
    expect(await others()).toEqual([]);
    // Paused and resumed there: who resumes it gives it its end.
    await pauseBoost(db, actor(), String(id));
    await vigie('publish', reference, '--task', 'pause');
    moveClock(5 * DAY_MS);
    await resumeBoost(db, actor(), String(id));
    expect(await others()).toEqual(['resume']);
    await vigie('publish', reference, '--task', 'resume');
    expect(await others()).toEqual([]);
  });

  test('is to be changed there when a listing has another price', async () => {
    const { reference } = await paidBoost(db, agencyId, [sale, rental]);
    await vigie('publish', reference);
    const price = async (cents: number) => {
      await sql`update listing set price = ${cents}, updated_at = ${clock.now()} where id = ${sale}`.execute(
        db,
      );
      await renewChanged(db, clock.now());
    };
    moveClock(60_000);
    await price(23_900_000);
    expect(await asked()).toEqual(['update']);
    expect((await vigie('queue')).out).toContain(`Annonces ${sale}\n`);
    const done = await vigie('publish', reference, '--task', 'update');
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining('annonces mises à jour sur le réseau'),
    ]);
    expect(await asked()).toEqual([]);
    moveClock(120_000);
    await price(25_000_000);
    expect(await asked()).toEqual(['update']);
  });

  test('that was cancelled while a person published it is to be stopped there', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale]);
    await stopBoost(db, actor(), String(id));
    expect(await asked()).toEqual([]);
    const bare = await vigie('publish', reference);
    expect([bare.code, bare.err]).toEqual([1, expect.stringContaining('donnez son adresse')]);
    const done = await vigie('publish', reference, '--url', 'https://www.facebook.com/1');
    expect([done.code, done.out]).toEqual([0, `${reference} : adresse notée.`]);
    expect(await asked()).toEqual(['stop']);
    await vigie('publish', reference, '--task', 'stop');
    expect(await asked()).toEqual([]);
  });

  test('is to lose the listing that left while a person published it', async () => {
    const { reference } = await paidBoost(db, agencyId, [sale, rental]);
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    await vigie('publish', reference);
    expect(await asked()).toEqual(['remove']);
  });

  test('comes with all that a person needs to publish it', async () => {
    const { reference } = await paidBoost(db, agencyId, [sale]);
    const { code, out } = await vigie('queue', '--package', folder);
    expect([code, out]).toEqual([0, expect.stringContaining('1 chose à faire.')]);
    const made = path.join(folder, reference);
    const stem = `annonce-${sale}`;
    expect((await readdir(made)).toSorted()).toEqual(
      [
        'consignes.txt',
        `${stem}-catalogue.json`,
        `${stem}-fil-1080x1080.jpg`,
        `${stem}-story-1080x1920.jpg`,
        `${stem}.txt`,
      ].toSorted(),
    );
    const sizes = await Promise.all(
      [`${stem}-fil-1080x1080.jpg`, `${stem}-story-1080x1920.jpg`].map((name) =>
        sharp(path.join(made, name)).metadata(),
      ),
    );
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [1080, 1080],
      [1080, 1920],
    ]);
    const brief = (await readFile(path.join(made, 'consignes.txt'), 'utf8')).replaceAll('\u00a0', ' ');
    expect(brief).toContain('Catégorie spéciale : Logement (obligatoire)');
    expect(brief).toContain('Budget total : 50,00 € pour 7 jours');
    const words = await readFile(path.join(made, `${stem}.txt`), 'utf8');
    expect(words).toMatch(/https:\/\/vigie\.example\/annonce\/\d+\?boost=/);
    for (const said of ['Honoraires à la charge du vendeur', 'Classe énergie C', 'Annonce sponsorisée'])
      expect(words).toContain(said);
  });

  test('that the network refuses ends, with the reason that its agency reads', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale]);
    expect((await vigie('refuse', reference, '--reason', 'non')).code).toBe(2);
    expect((await vigie('refuse', reference, '--reason', 'La page est suspendue.')).code).toBe(0);
    expect(await selectBoost(db, id)).toMatchObject({ status: 'inactive', endedBecause: 'refused' });
    expect((await vigie('refuse', reference, '--reason', 'La page est suspendue.')).code).toBe(1);
  });
});

describe('figures typed by a person', () => {
  const figures = (reference: string, day: string, others: Record<string, string> = {}) => {
    const given = { impressions: '100', reach: '90', clicks: '3', spend: '1,20', ...others };
    return vigie(
      'figures',
      reference,
      '--day',
      day,
      ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
    );
  };

  test('replace those of the same day', async () => {
    const { id, reference } = await paidBoost(db, agencyId, [sale]);
    const today = paris(Date.now());
    expect((await figures(reference, today)).code).toBe(1);
    await vigie('publish', reference);
    expect((await figures(reference, today)).code).toBe(0);
    expect((await figures(reference, today, { spend: '2.35' })).code).toBe(0);
    const { rows } = await sql<object>`
      select impressions, reach, clicks, spend from boost_day where boost_id = ${id}`.execute(db);
    expect(rows).toEqual([{ impressions: 100, reach: 90, clicks: 3, spend: 235 }]);
  });

  test('make sense, or nothing is written', async () => {
    const { reference } = await paidBoost(db, agencyId, [sale]);
    await vigie('publish', reference);
    const today = paris(Date.now());
    expect((await figures(reference, paris(Date.now() - 3 * DAY_MS))).code).toBe(1);
    expect((await figures(reference, today, { reach: '101' })).code).toBe(1);
    expect((await figures(reference, 'hier')).code).toBe(2);
    expect((await figures(reference, today, { spend: '1,234' })).code).toBe(2);
    expect((await figures(reference, today, { clicks: '-1' })).code).toBe(2);
    expect((await figures('BST-AAAAAAAA', today)).code).toBe(1);
    const { rows } = await sql`select from boost_day`.execute(db);
    expect(rows).toHaveLength(0);
  });
});

describe('what is sold', () => {
  test('is shown, and another version is loaded with its date', async () => {
    const before = await vigie('configuration', '--json');
    const { data } = JSON.parse(before.out) as {
      data: { current: number; versions: { configuration: object }[] };
    };
    const file = path.join(folder, 'configuration.json');
    await writeFile(file, JSON.stringify({ ...data.versions[0]!.configuration, runningMax: 7 }));
    const loaded = await vigie(
      'configuration',
      '--load',
      file,
      '--effective',
      '2099-01-01',
      '--note',
      'Essai',
    );
    expect([loaded.code, loaded.out]).toEqual([0, expect.stringContaining('à partir du 1er janvier 2099')]);
    const { out } = await vigie('configuration');
    expect(out).toContain('→ Version');
    expect(out.indexOf('2099')).toBeLessThan(out.indexOf('→'));
    await sql`delete from boost_configuration where note = 'Essai'`.execute(db);
  });

  test('is refused with the field that is wrong', async () => {
    const file = path.join(folder, 'fausse.json');
    await writeFile(file, '{"open":true}');
    expect((await vigie('configuration', '--load', file)).code).toBe(1);
    await writeFile(file, '{');
    expect((await vigie('configuration', '--load', file)).code).toBe(2);
  });
});
