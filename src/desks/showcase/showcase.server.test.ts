import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { prolongLaw } from '#rooms/listings/prolongations.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { rentsOf } from '#rooms/prices/prices.server.ts';
import { type TestDb, testDb } from '../../../tests/kit/db.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { priceContextOf } from './showcase.server.ts';

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
  return priceContextOf(base.db, listing, now);
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
    const { sold, rent, alone } = await worth(flat({ price: 17_000_000, priceWithoutFees: 16_297_100 }));
    expect([rent, alone]).toEqual([null, null]);
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

  test('beside the median published of its place where no sales are loaded, or the mean of its department', async () => {
    const lyon = { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' };
    const { published, ...others } = await worth(flat(lyon));
    expect(others).toMatchObject({ sold: null, rented: null, alone: null });
    expect(published).toMatchObject({
      measure: 'median',
      value: 481_300,
      n: 7_006,
      widened: false,
      area: { code: '69387', level: 'district' },
    });
    const banize = { placeCode: '23016', cityCode: '23016', departmentCode: '23', postalCode: '23120' };
    expect((await worth(flat(banize))).published).toMatchObject({
      measure: 'mean',
      widened: true,
      area: { code: '23', level: 'department' },
    });
  });

  test('of a loft, beside the flats, which is what it is sold as', async () => {
    expect((await worth(flat({ propertyType: 'loft' }))).sold?.figure.median).toBe(332_600);
  });

  test('beside nothing where there is nothing to compare, and says why', async () => {
    const strasbourg = { placeCode: '67482', cityCode: '67482', departmentCode: '67', postalCode: '67000' };
    const saintPierre = { placeCode: '97502', cityCode: '97502', departmentCode: '975', postalCode: '97500' };
    for (const [said, why] of [
      [saintPierre, 'trop peu de ventes signées sont connues autour de ce lieu.'],
      [strasbourg, 'l’administration fiscale ne publie pas les ventes de ce département.'],
      [{ isNew: true }, 'les ventes signées connues ici sont celles de l’ancien, sans les ventes sur plan.'],
      [
        { lifeAnnuity: true },
        'le prix d’un viager dépend de l’âge des vendeurs, pas celui d’une autre vente.',
      ],
      [{ propertyType: 'land' }, 'les ventes signées connues ici sont celles d’appartements et de maisons.'],
      [{ surface: null }, 'l’annonce ne dit pas la surface.'],
      [{ surface: 8 }, 'les ventes de moins de 9\u00a0m² ne sont pas comptées.'],
    ] as const) {
      const { sold, published, alone } = await worth(flat(said));
      expect([said, sold, published, alone]).toEqual([said, null, null, `Pas de comparaison\u00a0: ${why}`]);
    }
  });

  test('of a rental, beside what is asked there for a home of its size, unfurnished', async () => {
    const rental = (said: Partial<ListingDraft> = {}) =>
      lawfulRental('R', {
        ...inMontpellier,
        furnished: false,
        rooms: 2,
        surface: 40,
        price: 80_000,
        ...said,
      });
    const small = await worth(rental());
    expect(small).toMatchObject({ sold: null, alone: null, rented: { asked: 2_000 } });
    const known = await rentsOf(base.db, '34172');
    expect(small.rented?.rent).toEqual(known['apartment-small'] ?? known.apartment);
    expect((await worth(rental({ rooms: 4 }))).rented?.rent).toEqual(
      known['apartment-large'] ?? known.apartment,
    );
    expect((await worth(rental({ propertyType: 'house' }))).rented?.rent).toEqual(known.house);
    for (const [said, why] of [
      [{ furnished: true }, 'ceux de logements loués vides'],
      [{ flatShare: true }, 'ceux de logements entiers'],
      [{ propertyType: 'parking' }, 'ceux d’appartements et de maisons'],
    ] as const) {
      const { rented, alone } = await worth(rental(said));
      expect([said, rented, alone]).toEqual([
        said,
        null,
        `Pas de comparaison\u00a0: les loyers connus ici sont ${why}.`,
      ]);
    }
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
    expect((await worth(lawfulRental('libre'))).rent).toBeNull();
  });

  test('until the law of the ceiling is over, unless it was prolonged', async () => {
    const rental = lawfulRental('fin', { rentControlled: true, referenceRent: 60_000 });
    const overOn = async (day: string) => (await worth(rental, new Date(`${day}T12:00:00Z`))).rentControlOver;
    expect([await overOn('2026-11-24'), await overOn('2026-11-25')]).toEqual([null, '2026-11-24']);
    expect((await worth(lawfulSale('fin'), new Date('2026-11-25T12:00:00Z'))).rentControlOver).toBeNull();
    const until = '2026-11-25';
    await prolongLaw(base, { law: 'rent-control', until, text: 'Loi du 20 novembre 2026', by: 'Camille' });
    expect([await overOn('2026-11-25'), await overOn('2026-11-26')]).toEqual([null, until]);
  });
});
