import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { clock } from '#platform/clock.server.ts';
import { DEMO_ADMINISTRATOR } from '#rooms/administrators/credentials.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { lawfulAgency, lawfulSale } from '../../../tests/kit/law.ts';
import { applyListings } from './intake.server.ts';
import { judgeDrafts } from './publication.server.ts';
import { scamCommands } from './scam.cli.server.ts';

const { db, services, call } = await testApp({ VIGIE_DEMO: '1' });
const { name, password } = DEMO_ADMINISTRATOR;
const headers = { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };

beforeAll(async () => {
  const { id: agencyId } = await lawfulAgency(db, 'agence-a', { email: 'agence@arenes.test' });
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const description = 'Les clés vous seront envoyées par la poste.';
    const drafts = await judgeDrafts(tx, {
      source: 'poliris',
      agencyId,
      drafts: [lawfulSale('A', { description, reference: '=1+1' }), lawfulSale('B', { description })],
      now,
    });
    await applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts });
  });
});

const statusOf = async (technicalId: string) =>
  (await sql<{ status: string }>`select status from listing where technical_id = ${technicalId}`.execute(db))
    .rows[0]?.status;

test('administrators read the queue, save it, and decide', async () => {
  const queue = await call('GET', '/api/admin/signals', { headers });
  expect(queue.status).toBe(200);
  const listings = queue.json.data.listings as { listingId: number; reference: string; judged: string }[];
  const one = listings.find(({ reference }) => reference === '=1+1')!;
  expect(listings).toHaveLength(2);

  const csv = await call('GET', '/api/admin/signals.csv', { headers });
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.json.data).toContain('Clés envoyées par la poste.');
  expect(csv.json.data).not.toMatch(/;"?=1\+1/);

  const address = `/api/admin/signals/${one.listingId}`;
  const body = { decision: 'clear', reason: 'Vérifié avec l’agence.', judged: one.judged };
  const short = await call('PATCH', address, { headers, body: { ...body, reason: 'ok' } });
  expect([short.status, short.json.code]).toEqual([400, 'VALIDATION_ERROR']);
  const outdated = await call('PATCH', address, { headers, body: { ...body, judged: 'autre' } });
  expect([outdated.status, outdated.json.code]).toEqual([409, 'SIGNALS_OUTDATED']);
  const unknown = await call('PATCH', '/api/admin/signals/987654321', { headers, body });
  expect([unknown.status, unknown.json.code]).toEqual([404, 'SIGNALS_UNKNOWN']);
  const done = await call('PATCH', address, { headers, body });
  expect([done.status, done.json.data]).toEqual([200, { status: 'online' }]);
  expect(await statusOf('A')).toBe('online');
});

test('nobody else does', async () => {
  for (const [method, url] of [
    ['GET', '/api/admin/signals'],
    ['GET', '/api/admin/signals.csv'],
    ['PATCH', '/api/admin/signals/1'],
  ] as const)
    expect((await call(method, url, method === 'PATCH' ? { body: {} } : {})).status).toBe(401);
});

test('the command tells what waits, and decides by the same rule', async () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const vigie = (...words: string[]) =>
    runCommand(scamCommands, ['listings', 'signals', ...words], async () => ({
      services,
      close: async () => {},
    }));
  expect(await vigie()).toBe(0);
  const { rows } = await sql<{ id: number }>`select id from listing where technical_id = 'B'`.execute(db);
  const id = String(rows[0]?.id);
  expect(out.mock.calls.flat().join('\n')).toContain(`${id}. Agence agence-a V-B`);
  expect(
    await vigie('--listing', id, '--decision', 'scam', '--reason', 'Clés par la poste, bien inexistant.'),
  ).toBe(0);
  expect(await statusOf('B')).toBe('suspended');
  out.mockClear();
  expect(await vigie('--listing', '987654321', '--decision', 'clear', '--reason', 'Rien à reprocher.')).toBe(
    1,
  );
  expect(out.mock.calls.flat().join('\n')).toContain('aucun signal');
  vi.restoreAllMocks();
});
