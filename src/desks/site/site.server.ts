import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { PRICE_DROP_SHOWN_MS } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type PlaceResolution, resolvePlace } from '#rooms/search/further-places.server.ts';
import { placesOfSlugs, yesterdayInParis } from '#rooms/search/search.server.ts';
import { forgetWritings, messagesFromPerson } from './contact.server.ts';
import type { CityCount, Figures, HomeContent } from './contract.ts';
import { busiestCities, countFigures, latestListings, strongestDrops } from './site.sql.server.ts';

const LATEST_SHOWN = 5;
const DROPS_SHOWN = 4;
const CITIES_SHOWN = 12;

/** These count the whole stock: once in a while is often enough. */
const COUNTED_FOR_MS = 30_000;

interface Counted {
  readonly at: number;
  readonly figures: Promise<Figures>;
  readonly cities: Promise<CityCount[]>;
  readonly drops: Promise<number[]>;
}

const counted = new WeakMap<Db, Counted>();

function countOnce(db: Db): Counted {
  const now = clock.now();
  const known = counted.get(db);
  if (known && Math.abs(now.getTime() - known.at) < COUNTED_FOR_MS) return known;
  const fresh: Counted = {
    at: now.getTime(),
    figures: countFigures(db, yesterdayInParis(now)),
    cities: busiestCities(db, CITIES_SHOWN),
    drops: strongestDrops(db, new Date(now.getTime() - PRICE_DROP_SHOWN_MS), DROPS_SHOWN),
  };
  counted.set(db, fresh);
  // A failed count is not kept.
  Promise.all([fresh.figures, fresh.cities, fresh.drops]).catch(() => counted.delete(db));
  return fresh;
}

/** What the home page shows. Figures, cities and price drops may be half a minute old; the latest listings never are. */
export async function homeContent(db: Db): Promise<HomeContent> {
  const kept = countOnce(db);
  const [figures, cities, dropIds, latestIds] = await Promise.all([
    kept.figures,
    kept.cities,
    kept.drops,
    latestListings(db, LATEST_SHOWN),
  ]);
  const cards = await listingsByIds(db, [...new Set([...latestIds, ...dropIds])]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const pick = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return { figures, cities, latest: pick(latestIds), drops: pick(dropIds) };
}

/** What is on line, up to half a minute ago. */
export function siteFigures(db: Db): Promise<Figures> {
  return countOnce(db).figures;
}

/** Reads the fields of the search: `lieux` (the slug of a place chosen) before `lieu` (what was typed). */
export async function requestedPlace(db: Db, params: URLSearchParams): Promise<PlaceResolution> {
  const slug = params.get('lieux')?.split(',')[0]?.trim();
  const [chosen] = slug ? await placesOfSlugs(db, [slug]) : [];
  return chosen ? { kind: 'place', place: chosen } : resolvePlace(db, params.get('lieu') ?? '');
}

/** What this room knows of somebody: the messages they wrote to us (RGPD 15 and 20). */
export async function personalDataOf(db: Queryable, person: Person): Promise<Record<string, unknown>> {
  return { messages: await messagesFromPerson(db, person) };
}

/** Erases what this desk knows of a person who leaves (RGPD 17). */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  await forgetWritings(tx, person);
}
