import { expect, test } from 'vitest';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { registerDrawer } from '#rooms/listings/drawn-photos.server.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cleared } from '../../../tests/kit/law.ts';
import { homesKept } from '../../../tests/kit/properties.ts';
import { drawer } from '../../pictures/drawer.server.ts';
import { DEMO_AGENCIES } from '../agencies/agencies.ts';
import { draftOf } from '../drafts.ts';
import { deliveriesOf } from '../laying.server.ts';
import { draftsByHand } from '../manual-entry.server.ts';
import { isHeld } from './course.ts';

registerDrawer(drawer);
const { db } = await testDb();
const now = new Date('2026-11-21T09:00:00Z');

test('the same home at two agencies, or under another identifier, is found each time; no other is taken for it', async () => {
  const agencies = new Map<string, number>();
  for (const { ref, name } of DEMO_AGENCIES) agencies.set(ref, (await addAgency(db, { ref, name })).id);
  const deliveries = deliveriesOf(now);
  for (const { portfolio, rank, at, day } of deliveries) {
    const { agency, listings } = portfolio;
    const agencyId = agencies.get(agency.ref)!;
    const held = listings.filter((listing) => isHeld(listing, rank));
    const gone = listings.filter(
      (listing) => rank > 0 && isHeld(listing, rank - 1) && !held.includes(listing),
    );
    const drafts: ListingDraft[] = held.map((listing) => draftOf(agency, listing, { rank, day }));
    if (rank === 0 || rank === agency.deliveries.length - 1)
      drafts.push(...draftsByHand(portfolio, rank, day));
    await db.transaction().execute(async (tx) => {
      await applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: at,
        drafts: drafts.map(cleared),
      });
      const technicalIds = gone.map(({ technicalId }) => technicalId);
      await withdrawListings(tx, { agencyId, technicalIds, run: null, now: at });
    });
    // As the worker would, now and then.
    if (rank === 1) await matchNextHomes(db);
  }
  while (await matchNextHomes(db));

  const every = deliveries
    .filter(({ rank }) => rank === 0)
    .flatMap(({ portfolio: { agency, listings } }) => listings.map((listing) => ({ agency, listing })));
  const known = new Map(every.map(({ listing }) => [listing.technicalId, listing]));
  const firstOf = (id: string): string => {
    const { twinOf, formerId } = known.get(id)!;
    const before = formerId ?? twinOf;
    return before === null ? id : firstOf(before);
  };
  const homes = [...Map.groupBy(every, ({ listing }) => firstOf(listing.technicalId)).values()]
    .map((some) => some.map(({ agency, listing }) => `${agency.ref}/${listing.technicalId}`).toSorted())
    .filter((some) => some.length > 1)
    .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
  expect(every.filter(({ listing }) => listing.twinOf !== null).length).toBeGreaterThanOrEqual(50);
  expect(every.filter(({ listing }) => listing.formerId !== null).length).toBeGreaterThanOrEqual(50);
  expect((await homesKept(db)).filter((some) => some.length > 1)).toEqual(homes);
});
