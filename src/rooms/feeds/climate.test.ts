import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { auditListings } from '#rooms/listings/audit.server.ts';
import { excessiveText } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { searchListings } from '#rooms/search/search.server.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { importFeed } from './importing.server.ts';

const { services, db, listings } = await importDesk();
const file = path.resolve('../shared/data/public-reports/02-climat-pire-que-energie/climat.zip');

afterEach(() => moveClock(0));

test.runIf(existsSync(file))('homes whose climate letter is the worse are of that class', async () => {
  const now = new Date('2026-11-20T09:00:00Z');
  moveClock(now.getTime() - Date.now());
  await lawfulAgency(db, 'essai-public');
  const report = await importFeed(services, { file, collect: true });
  expect(report.publication.map(({ reference, status, rules }) => [reference, status, rules])).toEqual([
    ['P-GES1', 'refused', ['R17']],
    ['P-GES2', 'refused', ['R17']],
    ['P-GES3', 'online', []],
    ['P-GES4', 'online', []],
    ['P-GES5', 'online', []],
  ]);
  const stored = [...(await listings('essai-public')).values()].filter(({ status }) => status === 'online');
  const cards = await listingsByIds(
    db,
    stored.map(({ id }) => id),
  );
  const told = cards.map((card) => [card.reference, card.energyClass, excessiveText(card)?.at(-1) ?? null]);
  expect(told).toEqual([
    ['P-GES3', 'F', 'F'],
    ['P-GES4', 'G', 'G'],
    ['P-GES5', 'E', null],
  ]);
  const audited = [];
  for await (const one of auditListings(db, { on: '2026-11-20', now, agencyId: null, all: false }))
    audited.push([one.reference, one.findings.flatMap(({ rule }) => (/^R1[678]$/.test(rule) ? [rule] : []))]);
  expect(audited).toEqual([
    ['P-GES3', ['R17']],
    ['P-GES4', ['R18']],
    ['P-GES5', ['R17']],
  ]);
  const lettable = async (louable: 2025 | 2028, transaction: 'achat' | 'location') =>
    (await searchListings(db, { transaction, places: [], louable }, { sort: 'date', page: 1, after: null }))
      .counts.yes;
  expect([
    await lettable(2025, 'location'),
    await lettable(2028, 'location'),
    await lettable(2025, 'achat'),
  ]).toEqual([2, 1, 0]);
});
