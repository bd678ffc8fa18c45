import { beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { closedWords, serviceSwitches } from '#rooms/administrators/switches.server.ts';
import { SERVICE_WORDS_MAX } from '#rooms/administrators/switches.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { adminCommands } from './cli.server.ts';

const { db, services } = await testServices();
const reason = 'Une panne du transporteur.';
const words = 'Revenez après 18 h.';

beforeEach(async () => {
  await db.deleteFrom('serviceSwitch').execute();
});

async function vigie(...argv: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(adminCommands, ['admin', ...argv], async () => ({
    services,
    close: async () => {},
  }));
  const said = (spy: typeof out) => spy.mock.calls.flat().join('\n');
  const printed = { code, out: said(out), err: said(err) };
  vi.restoreAllMocks();
  return printed;
}

test('lists, closes and opens by the same rule', async () => {
  const closed = await vigie('close', 'boosts', '--words', words, '--reason', reason, '--by', 'paul');
  expect([closed.code, closed.out]).toEqual([0, expect.stringContaining(words)]);
  expect(await closedWords(db, 'boosts')).toBe(words);
  const listed = JSON.parse((await vigie('services', '--json')).out);
  expect(listed.data.switches).toContainEqual(
    expect.objectContaining({ room: 'boosts', closed: true, by: 'paul', reason }),
  );
  expect((await vigie('open', 'boosts', '--reason', 'Tout est réparé.')).code).toBe(0);
  expect(await closedWords(db, 'boosts')).toBeNull();
  expect(await serviceSwitches(db)).toContainEqual(
    expect.objectContaining({ room: 'boosts', closed: false, by: 'opérateur' }),
  );
});

test.each([
  ['an unknown room', ['close', 'cuisine', '--words', words, '--reason', reason]],
  ['no words', ['close', 'leads', '--reason', reason]],
  ['words that are blank', ['close', 'leads', '--words', '  ', '--reason', reason]],
  ['too many words', ['close', 'leads', '--words', 'a'.repeat(SERVICE_WORDS_MAX + 1), '--reason', reason]],
  ['no reason', ['close', 'leads', '--words', words]],
  ['no reason to open', ['open', 'leads']],
])('changes nothing for %s', async (_, argv) => {
  expect((await vigie(...argv)).code).toBe(2);
  expect((await serviceSwitches(db)).some(({ closed }) => closed)).toBe(false);
});
