import { fail, sharedErrors } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { pricePerM2Of } from '#rooms/listings/contract.ts';
import { columnOf } from '#rooms/listings/facts.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { countPeople, countPeopleFor } from './audience.sql.server.ts';
import { AUDIENCE_LEAST, audienceSentence, type TypedListing } from './audience.ts';

/**
 * How many people wait for what is being typed: those whose alert would surely find it, by the matcher's own predicate,
 * each counted once. Alerts of a drawn zone or of a circle are left out, as no point is typed; so are those that ask for
 * words. Says nothing under `AUDIENCE_LEAST`. Throws VALIDATION_ERROR when the place is none.
 */
export async function audienceOf(
  db: Queryable,
  { placeCode, ...typed }: TypedListing,
): Promise<{ people: number | null; sentence: string | null }> {
  const place = await placeByCode(db, placeCode);
  if (!place || place.kind === 'department') {
    const message = 'Lieu inconnu';
    throw fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field: 'placeCode', message }] }, message);
  }
  const now = clock.now();
  const columns = {
    isNew: false,
    lifeAnnuity: false,
    photoCount: 0,
    ...typed,
    placeCode: place.code,
    cityCode: place.cityCode ?? place.code,
    departmentCode: place.departmentCode,
    pricePerM2: pricePerM2Of({ ...typed, surface: typed.surface ?? null, lifeAnnuity: false, units: null }),
    firstSeenAt: now.toISOString(),
    publishedAt: now.toISOString(),
  };
  const people = await countPeople(
    db,
    Object.fromEntries(Object.entries(columns).map(([name, value]) => [columnOf(name), value])),
    now,
  );
  return people < AUDIENCE_LEAST
    ? { people: null, sentence: null }
    : { people, sentence: audienceSentence(people) };
}

/**
 * How many people wait for a listing as it is written, as they are counted for one that is typed; null under
 * `AUDIENCE_LEAST`, and for one that is not on line.
 */
export async function audienceOfListing(db: Queryable, listingId: number): Promise<number | null> {
  const people = await countPeopleFor(db, listingId, clock.now());
  return people < AUDIENCE_LEAST ? null : people;
}
