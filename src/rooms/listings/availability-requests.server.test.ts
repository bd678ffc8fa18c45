import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../tests/kit/law.ts';
import { recordListingsToConfirm } from './availability-requests.server.ts';
import { applyListings } from './intake.server.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence des Quais', 'quais@essai.test');
});

it('listings that nobody confirmed for seven days are one event of their agency and of the day', async () => {
  const confirmed: [string, string][] = [
    // In Paris, the eighth of December begins at 23:00 in the universal time of the seventh.
    ['q1', '2026-12-07T22:59:00Z'],
    ['q2', '2026-12-07T23:00:00Z'],
    ['q3', '2026-12-08T22:59:00Z'],
    ['q4', '2026-12-08T23:00:00Z'],
    ['q5', '2026-12-08T10:00:00Z'],
  ];
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: own.agency.id,
      source: 'manual',
      run: null,
      now: new Date('2026-12-01T10:00:00Z'),
      drafts: confirmed.map(([id]) => cleared(lawfulSale(id, { status: id === 'q5' ? 'sold' : 'online' }))),
    }),
  );
  for (const [id, at] of confirmed)
    await sql`insert into listing_confirmation (listing_id, at) values (${outcomes.get(id)!.id}, ${at})
      on conflict (listing_id) do update set at = excluded.at`.execute(site.db);
  for (const time of ['05:10', '09:10'])
    await recordListingsToConfirm(site.db, new Date(`2026-12-15T${time}:00Z`));
  const { rows } = await sql`select event, key, title, path from agency_notification`.execute(site.db);
  expect(rows).toEqual([
    {
      event: 'listingToConfirm',
      key: 'confirm:2026-12-15',
      title: '2 annonces à confirmer : elles quittent la ligne dans une semaine',
      path: `/agence/${own.agency.ownerReference}/annonces?vue=a-confirmer`,
    },
  ]);
  await recordListingsToConfirm(site.db, new Date('2026-12-16T05:10:00Z'));
  const { rows: next } = await sql<{ title: string }>`
    select title from agency_notification where key = 'confirm:2026-12-16'`.execute(site.db);
  expect(next).toEqual([{ title: '1 annonce à confirmer : elle quitte la ligne dans une semaine' }]);
});
