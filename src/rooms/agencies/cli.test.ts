import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestServices, testServices } from '../../../tests/kit/app.ts';
import { runCommand } from '../../platform/cli.server.ts';
import { agencyCommands } from './cli.server.ts';

let site: TestServices;
beforeAll(async () => {
  site = await testServices();
});

/** Runs `vigie agencies …`; gives the exit code and what was printed. */
async function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(agencyCommands, ['agencies', ...words], async () => ({
    services: site.services,
    close: async () => {},
  }));
  const printed = [out, err].map((spy) => spy.mock.calls.flat().join('\n'));
  vi.restoreAllMocks();
  return { code, out: printed[0] ?? '', err: printed[1] ?? '' };
}

describe('vigie agencies', () => {
  test('adds, refuses with a report, and lists', async () => {
    expect(await vigie('list')).toMatchObject({ code: 0, out: 'Aucune agence.' });
    const added = await vigie('add', '--ref', 'demo01', '--name', 'Agence du Port', '--siren', '732 829 320');
    expect(added).toMatchObject({ code: 0, out: 'Agence ajoutée : Agence du Port (demo01).' });
    const twice = await vigie('add', '--ref', 'demo01', '--name', 'Agence du Port', '--json');
    expect(twice.code).toBe(1);
    expect(JSON.parse(twice.out)).toMatchObject({ success: false, code: 'AGENCY_REFERENCE_TAKEN' });
    const wrong = await vigie('add', '--ref', 'annonces', '--name', 'X', '--siren', '1');
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/--ref : .*page.*\n {2}--name : .*\n {2}--siren : /);
    const listed = await vigie('list', '--json');
    expect(JSON.parse(listed.out).data.agencies).toMatchObject([
      { ownerReference: 'demo01', siren: '732829320' },
    ]);
  });

  test('says how it is used when words are missing', async () => {
    const missing = await vigie('add', '--ref', 'demo02');
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('--ref REF --name NOM');
  });
});
