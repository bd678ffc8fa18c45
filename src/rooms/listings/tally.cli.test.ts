import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { labelledSet, layListings } from '../../../tests/kit/properties.ts';
import { tallyCommands } from './tally.cli.server.ts';

const { services, db } = await testServices();
await layListings(db, labelledSet(20_261_121, 0.02).listings);

/** Runs `listings tally …` as the operator would; what it printed. */
async function vigie(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const code = await runCommand(tallyCommands, ['listings', 'tally', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const printed = { code, out: out.mock.calls.map((call) => String(call[0])).join('\n') };
  vi.restoreAllMocks();
  return printed;
}

test('the operator checks the counts of what is on line, and puts wrong ones right', async () => {
  expect(await vigie()).toEqual({ code: 0, out: 'Tous les nombres sont justes.' });
  await sql`insert into listing_tally values ('FR', 'neuf', 'infinity', 'castle', 3)`.execute(db);
  const wrong = await vigie();
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/^1\u00a0nombre faux/);
  expect(await vigie('--repair')).toEqual({
    code: 0,
    out: '1\u00a0nombre faux\u00a0; tous sont justes maintenant.',
  });
  expect(await vigie('--json')).toEqual({
    code: 0,
    out: JSON.stringify({ success: true, data: { wrong: 0, repaired: false } }),
  });
});
