import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import './local-medians.server.ts';

const { db, apply, row } = await lawDesk();

const doubtful = { description: 'Bel appartement. Aucune visite n’est possible.' };
const doubts = async () => {
  const { rows } = await sql<{ codes: string[]; score: number }>`
    select array(select signal->>'code' from jsonb_array_elements(signals) signal) as codes, score from listing_scam
  `.execute(db);
  return rows;
};

describe('a price beside those of its place', () => {
  beforeEach(async () => {
    await sql`delete from price_figure`.execute(db);
    await sql`delete from price_rent`.execute(db);
  });

  test('of a sale, under the median of signed sales, says so unless something explains it', async () => {
    await sql`
      insert into price_figure (area_code, department_code, kind, slice, months, first_on, last_on, n, median, q1, q3, mean)
      values ('30189', '30', 'apartment', 'all', 12, '2025-01-01', '2025-12-31', 400, 400000, 300000, 500000, 400000)
    `.execute(db);
    await apply(
      lawfulSale('A', { price: 15_000_000 }),
      lawfulSale('B', { price: 16_000_000 }),
      lawfulSale('C', { price: 15_000_000, description: 'Travaux à prévoir.' }),
    );
    expect(await doubts()).toEqual([{ codes: ['low_price', 'unverified_agency'], score: 40 }]);
    expect((await row('A')).status).toBe('online');
    await apply(lawfulSale('A', { price: 15_000_000, ...doubtful }));
    expect((await row('A')).status).toBe('pending');
  });

  test('of a sale, is never held against a median published over five years', async () => {
    await sql`
      insert into price_published (code, kind, n, median) values ('30189', 'apartment', 400, 400000)
    `.execute(db);
    await apply(lawfulSale('A', { price: 15_000_000 }));
    expect(await doubts()).toEqual([]);
  });

  test('of a letting, under the rent of the place', async () => {
    await sql`
      insert into price_rent (place_code, kind, year, rent, origin)
      values ('30189', 'apartment-small', 2024, 1000, 'derived'), ('30189', 'apartment-small', 2025, 3000, 'derived')
    `.execute(db);
    await apply(lawfulRental('A'));
    expect((await doubts()).map(({ codes }) => codes)).toEqual([['low_price', 'unverified_agency']]);
  });
});

test.each(['api', 'jobs', 'cli'])(
  'the door « %s » makes the medians known to whoever judges listings',
  async (door) => {
    vi.resetModules();
    const { localMedians } = await import('#rooms/listings/local-medians.server.ts');
    await sql`delete from price_rent`.execute(db);
    await sql`
    insert into price_rent (place_code, kind, year, rent, origin) values ('30189', 'house', 2025, 1400, 'derived')
  `.execute(db);
    const known = () => localMedians(db, { agencyId: 0, places: ['30189'] });
    const ofRents = async () => (await known()).filter(({ kind }) => kind === 'rent-house');
    expect(await ofRents()).toEqual([]);
    await import(`./${door}.server.ts`);
    expect(await ofRents()).toEqual([{ placeCode: '30189', kind: 'rent-house', median: 1400 }]);
  },
);
