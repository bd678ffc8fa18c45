import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { runCommand } from '#platform/cli.server.ts';
import { importFeed } from '#rooms/feeds/importing.server.ts';
import { commands } from '../src/cli.server.ts';
import { type TestServices, testServices } from './kit/app.ts';
import { lawfulAgency } from './kit/law.ts';

const { services, db }: TestServices = await testServices();
const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21 }];

let files = 0;
/** A file of that identifier and so many listings, imported. */
async function send(agency: string, count: number, given: { name?: string; agency?: string } = {}) {
  files += 1;
  const { name = `flux${files}.zip`, ...request } = given;
  const file = path.join(services.env.dataDir, name);
  const rows = generatePortfolio({ seed: 3, agency: 'a', count, places }).map((row) => ({ ...row, agency }));
  await writeFile(file, await zipFeed({ listings: writeListings(rows, { encoding: 'utf-8' }) }));
  return importFeed(services, { file, ...request });
}

/** The words of a command as a shell cuts them. */
function words(command: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`])
    .toString()
    .split('\0')
    .slice(0, -1);
}

async function vigie(...argv: string[]): Promise<{ code: number; out: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(commands, argv, async () => ({ services, close: async () => {} }));
  const said = [out, err].flatMap((spy) => spy.mock.calls.flat()).join('\n');
  vi.restoreAllMocks();
  return { code, out: said };
}

describe('the identifier that the feeds of an agency carry', () => {
  test.each([
    'hektor_1_groupe',
    'AB-1234567',
    '7',
    'a',
    'Agence de l’Été & Fils',
    'l\'agence "du" $PORT',
    '-x',
  ])('%s: the command that is printed adds its agency, and its feed then enters', async (identifier) => {
    const unknown = await send(identifier, 3);
    expect(unknown).toMatchObject({ status: 'refused', reason: 'FEED_UNKNOWN_AGENCY' });
    expect(unknown.message).not.toContain('agencies');
    const remedy = unknown.agencies[0]?.remedy ?? '';
    expect(remedy).toMatch(/^agencies add --ref /);
    expect(await vigie(...words(remedy))).toMatchObject({ code: 0 });
    expect(await send(identifier, 3)).toMatchObject({ status: 'done', diff: { refused: [] } });
    // Capitals and stray spaces do not count.
    expect(await send(` ${identifier.toUpperCase()} `, 4)).toMatchObject({
      status: 'done',
      diff: { created: [expect.any(String)], withdrawn: [] },
    });
  });

  describe('of an agency that is known', () => {
    beforeAll(async () => {
      await lawfulAgency(db, 'du-port');
      await lawfulAgency(db, 'du-parc');
    });

    test('is told by the command that is printed, and read by import, by its own agency and by the name of its files', async () => {
      const other = await send('Port_12', 4, { agency: 'du-port' });
      expect(other).toMatchObject({ status: 'refused', reason: 'FEED_OTHER_AGENCY' });
      const remedy = other.agencies[0]?.remedy ?? '';
      expect(remedy).toBe('agencies update --ref du-port --feed-id port_12');
      expect(await vigie(...words(remedy))).toMatchObject({ code: 0 });
      expect(await send('Port_12', 4, { agency: 'du-port' })).toMatchObject({
        status: 'done',
        agencies: [{ agency: 'du-port', rows: 4 }],
      });
      expect(await send('', 5, { name: 'mon_logiciel_port_12.zip' })).toMatchObject({
        status: 'done',
        agencies: [{ agency: 'du-port' }],
      });
      // Its reference goes on being read.
      expect(await send('du-port', 6)).toMatchObject({ status: 'done', agencies: [{ agency: 'du-port' }] });
      expect((await vigie('agencies', 'list')).out).toContain('port_12');
    });

    test('is nobody else’s, and no reference of another', async () => {
      for (const id of ['PORT_12', 'du-port']) {
        const taken = await vigie('agencies', 'update', '--ref', 'du-parc', '--feed-id', id);
        expect(taken).toMatchObject({ code: 1, out: expect.stringContaining('Une autre agence') });
      }
      const added = await vigie(
        'agencies',
        'add',
        '--ref',
        'du-lac',
        '--name',
        'Du Lac',
        '--feed-id',
        'port_12',
      );
      expect(added.code).toBe(1);
      for (const id of ['', 'x'.repeat(65)])
        expect((await vigie('agencies', 'update', '--ref', 'du-parc', '--feed-id', id)).code).toBe(1);
    });

    test('in a file that names it in both ways is refused: half of its portfolio would withdraw the other', async () => {
      const rows = generatePortfolio({ seed: 3, agency: 'a', count: 4, places }).map((row, rank) => ({
        ...row,
        agency: rank < 2 ? 'du-port' : 'port_12',
      }));
      const file = path.join(services.env.dataDir, 'deux.zip');
      await writeFile(file, await zipFeed({ listings: writeListings(rows) }));
      expect(await importFeed(services, { file })).toMatchObject({
        status: 'refused',
        reason: 'FEED_OTHER_AGENCY',
      });
    });
  });
});
