import { expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { labelledSet, layListings } from '../../../tests/kit/properties.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { propertyCommands } from './properties.cli.server.ts';

const { services, db } = await testServices();
const set = labelledSet(20_261_121, 0.05);
const ids = await layListings(db, set.listings);

/** Runs `listings properties …` as the operator would; what it printed. */
async function vigie(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(propertyCommands, ['listings', 'properties', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const printed = { code, out: out.mock.calls.map((call) => String(call[0])).join('\n') };
  vi.restoreAllMocks();
  return printed;
}

test('the operator reads who shows a home, takes two listings apart, and compares everything again', async () => {
  while (await matchNextHomes(db));
  const [one, other] = set.truePairs.find(([a, b]) => a.until === null && b.until === null && a.half === 0)!;
  const [a, b] = [String(ids.get(one.key)), String(ids.get(other.key))];
  const before = await vigie('--listing', a);
  expect(before.code).toBe(0);
  expect(before.out).toMatch(/^Bien \d+, paru le \d/);
  expect(before.out).toContain(`annonce ${b}  `);
  expect(before.out).toContain(`${other.agency} (${other.reference}), depuis le`);

  expect((await vigie('--separate', a, b)).code).toBe(2);
  expect((await vigie('--separate', a, '--reason', 'Autre bien', '--by', 'Camille')).code).toBe(2);
  expect(await vigie('--separate', a, a, '--reason', 'Autre bien', '--by', 'Camille')).toEqual({
    code: 1,
    out: 'Il faut deux annonces différentes.',
  });
  expect(await vigie('--separate', a, b, '--reason', 'Autre bien', '--by', 'Camille')).toEqual({
    code: 0,
    out: `Les annonces ${a} et ${b} ne seront plus le même bien.`,
  });
  expect((await vigie('--rebuild')).out).toContain('rien n’attend d’être comparé');
  expect((await vigie('--listing', a)).out).not.toContain(`annonce ${b}  `);
  await vigie('--separate', a, b, '--reason', 'Vérifié', '--by', 'Camille', '--revoke');
  expect((await vigie('--listing', a)).out).toBe(before.out);

  const { data } = JSON.parse((await vigie('--json')).out) as { data: { listings: number; waiting: number } };
  expect(data).toMatchObject({ listings: set.listings.length, waiting: 0 });
});

test('says so when there is nothing, and what it expects', async () => {
  expect(await vigie('--listing', '999999999')).toEqual({
    code: 1,
    out: 'Cette annonce n’a pas encore de bien.',
  });
  expect((await vigie('--listing', 'abc')).code).toBe(2);
  expect((await vigie('--listing', '1', '--rebuild')).code).toBe(2);
});
