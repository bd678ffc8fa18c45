import { expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency } from '../../../tests/kit/law.ts';
import { leadCommands } from './cli.server.ts';
import { disqualifications, leadStatuses } from './contract.ts';
import { leadHistory, listLeads } from './leads.server.ts';
import { seedLeads } from './seed.server.ts';

const { services, db } = await testServices();
const NOW = new Date('2026-11-21T09:00:00Z');
const DAYS = 30;

/** Agencies of the demonstration, each with listings since a month. */
for (let rank = 0; rank < 5; rank += 1) {
  const agency = await lawfulAgency(db, `vitrine-${rank}`, { name: `Vitrine ${rank}` });
  await db.updateTable('agency').set({ demo: true }).where('id', '=', agency.id).execute();
  await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.id,
      source: 'poliris',
      run: null,
      now: new Date(NOW.getTime() - DAYS * 86_400_000),
      drafts: Array.from({ length: 8 }, (_, index) => cleared(flat(`V${rank}-${index}`))),
    }),
  );
}

async function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(leadCommands, ['leads', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const printed = [out, err].map((spy) => spy.mock.calls.flat().join('\n').replaceAll('\u00a0', ' '));
  vi.restoreAllMocks();
  return { code, out: printed[0] ?? '', err: printed[1] ?? '' };
}

test('leads of the demonstration are in every status, over agencies and weeks, once', async () => {
  expect((await vigie('list')).out).toBe('0 demande.');
  await seedLeads(services, NOW);
  const leads = await listLeads(db);
  expect(leads).toHaveLength(30);
  expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(Object.keys(leadStatuses)));
  expect(new Set(leads.map(({ agency }) => agency)).size).toBe(5);
  const reasons = leads.flatMap(({ disqualifiedBecause }) => disqualifiedBecause ?? []);
  expect(new Set(reasons).size).toBeGreaterThanOrEqual(Object.keys(disqualifications).length - 1);
  const weeks = new Set(
    leads.map(({ createdAt }) => Math.floor((NOW.getTime() - createdAt.getTime()) / 604_800_000)),
  );
  expect(weeks.size).toBeGreaterThanOrEqual(3);
  // Each of somebody else, but for the few of the published login.
  const own = leads.filter(({ email }) => email === 'claire@demo.vigie.test');
  expect(own.map(({ status }) => status).toSorted()).toEqual([
    'contacted',
    'error',
    'processing',
    'qualified',
  ]);
  expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length - own.length + 1);
  for (const lead of leads) {
    expect(lead.email).toMatch(/\.test$/);
    expect(lead.phone ?? '+33639980').toMatch(/^\+3363998/);
    const history = await leadHistory(db, lead.id);
    expect(history[0]!.at).toEqual(lead.createdAt);
    for (const [index, { at }] of history.entries()) {
      expect(at.getTime()).toBeLessThanOrEqual(NOW.getTime());
      if (index > 0) expect(at.getTime()).toBeGreaterThanOrEqual(history[index - 1]!.at.getTime());
    }
    expect(history.findLast(({ kind }) => kind === 'status')!.toStatus).toBe(lead.status);
  }
  expect(leads.some(({ firstAnswerAt }) => firstAnswerAt !== null)).toBe(true);

  await seedLeads(services, NOW);
  expect(await listLeads(db)).toEqual(leads);
});

test('the agency whose login is published has conversations, by mail too', async () => {
  const agency = await lawfulAgency(db, 'micocoule', { name: 'Micocoule' });
  await db.updateTable('agency').set({ demo: true }).where('id', '=', agency.id).execute();
  await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.id,
      source: 'poliris',
      run: null,
      now: new Date(NOW.getTime() - DAYS * 86_400_000),
      drafts: Array.from({ length: 20 }, (_, index) => cleared(flat(`M${index}`))),
    }),
  );
  await db.deleteFrom('lead').execute();
  await seedLeads(services, NOW);
  const own = await listLeads(db, 'micocoule');
  expect(own).toHaveLength(18);
  const histories = await Promise.all(own.map(({ id }) => leadHistory(db, id)));
  const letters = histories.flat().filter(({ kind }) => kind === 'answer' || kind === 'reply');
  expect(letters.some(({ kind, letter }) => kind === 'reply' && letter !== null)).toBe(true);
  for (const { at } of letters) expect(at.getTime()).toBeLessThanOrEqual(NOW.getTime());
  await db.deleteFrom('lead').where('agencyId', '=', agency.id).execute();
});

test('vigie leads list tells them, all or those of an agency', async () => {
  const all = await vigie('list');
  expect(all.code).toBe(0);
  expect(all.out).toMatch(/30 demandes : nouveau \d+, en cours d’envoi \d+/);
  const own = JSON.parse((await vigie('list', '--agency', 'VITRINE-2', '--json')).out) as {
    agency: string;
  }[];
  expect(own).toHaveLength(6);
  expect(new Set(own.map(({ agency }) => agency))).toEqual(new Set(['vitrine-2']));
  expect(await vigie('list', '--agency', 'inconnue')).toMatchObject({ code: 1, out: '' });
});
