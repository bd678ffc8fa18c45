import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { EXIT, runCommand } from '#platform/cli.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { placeCommands } from './cli.server.ts';
import { contoursOf } from './contours.server.ts';

const { db, services } = await testServices();

/** Runs `vigie places …` and keeps what it printed. */
async function vigie(...words: string[]): Promise<{ code: number; out: string }> {
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  );
  const code = await runCommand(placeCommands, ['places', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const out = spies.map((spy) => spy.mock.calls.flat().join('\n')).join('\n');
  vi.restoreAllMocks();
  return { code, out };
}

const triangle = [
  [3.8, 43.5],
  [3.9, 43.5],
  [3.9, 43.6],
  [3.8, 43.5],
];
const text = (...codes: string[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: codes.map((code) => ({
      type: 'Feature',
      properties: { code },
      geometry: { type: 'Polygon', coordinates: [triangle] },
    })),
  });
const montpellier = await openDataFile('montpellier.geojson', text('34172'));
const unknown = await openDataFile('unknown.geojson', text('34999'));

describe('places contours', () => {
  test('loads a file with the precision that is told, and says what was kept', async () => {
    const { code, out } = await vigie('contours', '--precision', '100', montpellier);
    expect(code).toBe(EXIT.done);
    expect(out).toContain('1\u00a0contour, 3 points gardés sur 4.');
    expect((await contoursOf(db, ['34172'])).get('34172')).toMatchObject({ withinMetres: 100 });
    expect((await vigie('contours', montpellier, unknown)).code).toBe(EXIT.refused);
    expect((await contoursOf(db, ['34172'])).get('34172')).toMatchObject({ withinMetres: 28 });
  });

  test('says which outlines are of a time before a merger', async () => {
    const file = await openDataFile('2018.geojson', text('34172', '34246', '34330'));
    const { code, out } = await vigie('contours', file);
    expect(code).toBe(EXIT.done);
    expect(out).toContain('1\u00a0contour,');
    expect(out).toContain('1\u00a0code inconnu aujourd’hui (34330).');
    expect(out).toContain('1\u00a0contour écarté, d’avant une fusion de communes (34246).');
    const { out: json } = await vigie('contours', '--json', file);
    expect(JSON.parse(json)).toMatchObject({ imports: [{ contours: 1, beforeMerger: ['34246'] }] });
  });

  test('gives back those of the program', async () => {
    const department = await openDataFile('herault.geojson', text('34'));
    await vigie('contours', '--precision', '100', montpellier, department);
    const { code, out } = await vigie('contours', '--shipped');
    expect(code).toBe(EXIT.done);
    expect(out).toContain(
      '2\u00a0contours chargés retirés, 35\u00a0014\u00a0contours du programme en place.',
    );
    const contours = await contoursOf(db, ['34172', '34']);
    expect([...contours.keys()]).toEqual(['34172']);
    expect(contours.get('34172')).toMatchObject({ withinMetres: 550 });
    expect(await vigie('contours', '--shipped', '--json')).toEqual({
      code: EXIT.done,
      out: '{"removed":0,"laid":35014}\n',
    });
  });

  test('asks for files, or for those of the program', async () => {
    for (const words of [[], ['--shipped', montpellier]]) {
      const { code, out } = await vigie('contours', ...words);
      expect(code).toBe(EXIT.usage);
      expect(out).toContain('Il faut des fichiers à charger, ou --shipped seul.');
    }
  });

  test.for(['0', '-5', '1,5', '10001', ''])('a precision of « %s » does nothing', async (precision) => {
    const { code, out } = await vigie('contours', `--precision=${precision}`, montpellier);
    expect(code).toBe(EXIT.usage);
    expect(out).toContain('La précision est un nombre entier de mètres');
  });
});

describe('places pack', () => {
  test('writes the file that is named, and says what it holds', async () => {
    const to = path.join(path.dirname(montpellier), 'montpellier.contours');
    const { code, out } = await vigie('pack', '--precision', '550', '--to', to, montpellier);
    expect([code, existsSync(to)]).toEqual([EXIT.done, true]);
    expect(out).toContain(`${to}\u00a0: 1\u00a0contour, 3 points, 1\u00a0ko.`);
    const department = await openDataFile('herault.geojson', text('34'));
    const refused = await vigie('pack', '--precision', '550', '--to', `${to}.2`, department);
    expect([refused.code, existsSync(`${to}.2`)]).toEqual([EXIT.refused, false]);
  });

  test('asks for what it needs', async () => {
    for (const words of [
      ['--precision', '550', montpellier],
      ['--to', 'x.contours', montpellier],
      ['--precision', '550', '--to', 'x.contours', montpellier, unknown],
    ])
      expect(await vigie('pack', ...words)).toMatchObject({ code: EXIT.usage });
    expect(existsSync('x.contours')).toBe(false);
  });
});
