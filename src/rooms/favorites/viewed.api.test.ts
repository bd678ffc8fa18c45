import { afterEach, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { VIEWED_MAX } from './contract.ts';

const { call, db, services, loginAs } = await testApp();
const agency = await makeAgency(services);

afterEach(() => moveClock(0));

describe('viewed listings', () => {
  test('are the last fifty, the newest first, and can be cleared', async () => {
    const cookie = await loginAs('lectrice@example.test');
    const ids = await agency.publish(
      ...Array.from({ length: VIEWED_MAX + 5 }, (_, rank) => flat(`V${rank}`)),
    );
    for (const [rank, id] of ids.entries()) {
      moveClock(rank * 1_000);
      await call('PUT', `/api/viewed-listings/${id}`, { cookie });
    }
    moveClock(100_000);
    await call('PUT', `/api/viewed-listings/${ids[10]}`, { cookie });
    const { viewed } = (await call('GET', '/api/viewed-listings', { cookie })).json.data;
    expect(viewed.map(({ listing }: { listing: { id: number } }) => listing.id)).toEqual([
      ids[10],
      ...ids
        .slice(5)
        .toReversed()
        .filter((id) => id !== ids[10]),
    ]);
    expect((await call('PUT', '/api/viewed-listings/999999999', { cookie })).status).toBe(404);
    await call('PUT', `/api/favorites/${ids[20]}`, { cookie });
    const kept = (await call('GET', '/api/viewed-listings', { cookie })).json.data.viewed.filter(
      (one: { kept: boolean }) => one.kept,
    );
    expect(kept.map(({ listing }: { listing: { id: number } }) => listing.id)).toEqual([ids[20]]);
    await call('DELETE', '/api/viewed-listings', { cookie });
    expect((await call('GET', '/api/viewed-listings', { cookie })).json.data.viewed).toEqual([]);
    expect(await db.selectFrom('viewedListing').selectAll().execute()).toEqual([]);
  });
});
