import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDb, testDb } from '../../../tests/kit/db.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import type { ListingDraft } from '../listings/contract.ts';
import { applyListings, publicListing } from '../listings/rules.server.ts';
import { loadEmbeddedPrices } from '../prices/rules.server.ts';
import { worthOf } from './rules.server.ts';

let base: TestDb;
let agencyId: number;

beforeAll(async () => {
  base = await testDb();
  agencyId = (await lawfulAgency(base.db, 'port')).id;
  await loadEmbeddedPrices(base.db);
});
afterEach(async () => {
  await sql`truncate listing cascade`.execute(base.db);
});

async function worth(draft: ListingDraft, now = new Date()) {
  const { outcomes } = await base.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: [cleared(draft)] }),
    );
  const { listing } = await publicListing(base.db, String(outcomes.get(draft.technicalId)?.id), now);
  return worthOf(base.db, listing, now);
}

const inMontpellier = {
  placeCode: '34172',
  cityCode: '34172',
  departmentCode: '34',
  postalCode: '34000',
} as const;
const flat = (said: Partial<ListingDraft> = {}) =>
  lawfulSale('A', { ...inMontpellier, surface: 50, ...said });

describe('what the price is worth', () => {
  test('beside the sales signed in its place, with the sample and its period', async () => {
    const { sold, rent } = await worth(flat({ price: 17_000_000, priceWithoutFees: 16_297_100 }));
    expect(rent).toBeNull();
    expect(sold).toMatchObject({
      widened: false,
      area: { level: 'commune', slug: 'montpellier-34000' },
      figure: { median: 332_600, n: 3_494, from: '2024-07-01', to: '2025-06-30' },
    });
  });

  test('beside those of a wider area where the place has too few, and says so', async () => {
    const { sold } = await worth(flat({ placeCode: '34008', cityCode: '34008', postalCode: '34600' }));
    expect(sold?.widened).toBe(true);
    expect(['epci', 'department']).toContain(sold?.area.level);
  });

  test('beside nothing where no sale is known, nor for new homes, life annuities and land', async () => {
    for (const said of [
      { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' },
      { isNew: true },
      { lifeAnnuity: true },
      { propertyType: 'land' },
      { surface: null },
    ] as const)
      expect([said, (await worth(flat(said))).sold]).toEqual([said, null]);
  });

  test('as the ceiling that the agency says lets judge a rent', async () => {
    const rental = lawfulRental('loyer', {
      rentControlled: true,
      baseRent: 60_000,
      referenceRent: 55_000,
      price: 65_000,
    });
    expect((await worth(rental)).rent?.verdict).toBe('exceeds');
    expect((await worth({ ...rental, technicalId: 'bas', referenceRent: 70_000 })).rent?.verdict).toBe(
      'compliant',
    );
    expect(await worth(lawfulRental('libre'))).toEqual({ sold: null, rent: null });
  });
});
