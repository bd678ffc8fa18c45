import { expect, test } from 'vitest';
import { seedAccounts } from '#rooms/accounts/seed.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency } from '../../../tests/kit/law.ts';
import { favoritesOf, hiddenOf, viewedOf } from './favorites.server.ts';
import { seedFavorites } from './seed.server.ts';

const { services, db } = await testServices();
const DAY_MS = 86_400_000;

test('the login of the demonstration keeps homes with notes, one cheaper since and one gone, hides and looks at others; once', async () => {
  const login = await seedAccounts(db);
  const now = new Date();
  await seedFavorites(services, login, now);
  expect((await favoritesOf(db, login.userId, { sort: 'date', page: 1 })).total).toBe(0);

  const agency = await lawfulAgency(db, 'vitrine', { name: 'Vitrine' });
  await db.updateTable('agency').set({ demo: true }).where('id', '=', agency.id).execute();
  const publish = (ago: number, ranks: readonly number[], price: number) =>
    db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId: agency.id,
        source: 'poliris',
        run: null,
        now: new Date(now.getTime() - ago * DAY_MS),
        drafts: ranks.map((rank) =>
          cleared(flat(`F${rank}`, { placeCode: '34172', cityCode: '34172', departmentCode: '34', price })),
        ),
      }),
    );
  const ranks = Array.from({ length: 14 }, (_, rank) => rank);
  await publish(30, ranks, 200_000_00);
  await publish(5, [3], 190_000_00);
  await db
    .transaction()
    .execute((tx) => withdrawListings(tx, { agencyId: agency.id, technicalIds: ['F13'], run: null, now }));

  await seedFavorites(services, login, now);
  const read = async () => ({
    favorites: (await favoritesOf(db, login.userId, { sort: 'date', page: 1 })).items,
    hidden: (await hiddenOf(db, login.userId, { page: 1 })).items,
    viewed: await viewedOf(db, login.userId),
  });
  const laid = await read();
  expect(laid.favorites.map(({ standing }) => standing).toSorted()).toEqual([
    'left',
    ...Array(4).fill('online'),
  ]);
  expect(laid.favorites.filter(({ note }) => note !== '')).toHaveLength(4);
  expect(
    laid.favorites
      .filter(({ listing, keptPrice }) => keptPrice > listing.price)
      .map(({ keptPrice }) => keptPrice),
  ).toEqual([200_000_00]);
  for (const { keptAt } of laid.favorites) expect(Date.parse(keptAt)).toBeLessThan(now.getTime());
  expect(laid.hidden.map(({ reason }) => reason)).toEqual(['price', 'state', null]);
  expect(laid.viewed).toHaveLength(9);

  await seedFavorites(services, login, now);
  expect(await read()).toEqual(laid);
});
