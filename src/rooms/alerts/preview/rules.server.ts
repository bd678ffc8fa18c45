import { isDeepStrictEqual } from 'node:util';
import { formatPrice, formatRent } from '../../../contract/fmt.ts';
import { paths } from '../../../contract/paths.ts';
import type { UserId } from '../../../platform/auth.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { RENTAL } from '../../listings/contract.ts';
import { listingName } from '../../listings/reading/contract.ts';
import { listingsByIds } from '../../listings/rules.server.ts';
import { type Place, placeLabel } from '../../places/contract.ts';
import { areaAskedBy } from '../../search/area/asked/contract.ts';
import { areaWordsOf } from '../../search/area/words/contract.ts';
import {
  type Criteria,
  placeCodeOf,
  readFilters,
  readPlaceSlugs,
  readTransaction,
} from '../../search/criteria/contract.ts';
import { placesOfSlugs, searchListings } from '../../search/rules.server.ts';
import { type AlertView, DEFAULT_HOUR, type Frequency } from '../contract.ts';
import { alertsOfAccount, provenAddress } from '../sql.server.ts';
import { placesOf, soughtBy } from '../wording/rules.server.ts';

const EXAMPLES = 3;

/**
 * What the form begins with: the search that an address says, how often to tell it (`frequence`, `heure`, of a copy),
 * what it finds today, and the alert of the same account that already asks for it.
 */
export async function alertDraft(db: Db, words: URLSearchParams, userId: UserId | null) {
  const found = await placesOfSlugs(db, readPlaceSlugs(words));
  const draft = {
    transaction: readTransaction(words) ?? 'achat',
    places: found.map(chosenPlace),
    filters: readFilters(words),
    area: areaAskedBy(areaWordsOf(words)),
    ...readRhythm(words),
  } as const;
  const criteria: Criteria = {
    transaction: draft.transaction,
    places: draft.places.map(({ code }) => code),
    ...draft.filters,
    ...draft.area,
  };
  return {
    // Another search is another form.
    draft: { ...draft, key: words.toString() },
    preview: found.length > 0 ? await previewOf(db, criteria) : null,
    proven: userId !== null && (await provenAddress(db, userId)) !== null,
    twin: userId !== null && found.length > 0 ? await twinOf(db, userId, criteria) : null,
  };
}

/** The form of an alert that exists; what an address says of it (a draft, reloaded) comes before what is stored. */
export async function editDraft(db: Db, words: URLSearchParams, alert: AlertView) {
  const { frequency, hour } = alert;
  if (readPlaceSlugs(words).length > 0) {
    const { draft, preview } = await alertDraft(db, words, null);
    return { draft: { ...draft, frequency, hour, key: `${alert.updatedAt} ${draft.key}` }, preview };
  }
  const { zone, bbox, rayon, ...rest } = alert.criteria;
  const { transaction, places: codes, ...filters } = rest;
  const places = await placesOf(db, alert.criteria);
  return {
    draft: {
      transaction,
      places: codes.flatMap((code) => {
        const place = places.get(code);
        return place ? [chosenPlace(place)] : [];
      }),
      filters,
      area: { ...(zone && { zone }), ...(bbox && { bbox }), ...(rayon && { rayon }) },
      frequency,
      hour,
      key: alert.updatedAt,
    },
    preview: await previewOf(db, alert.criteria),
  };
}

function readRhythm(words: URLSearchParams): { frequency: Frequency; hour: number } {
  const hour = Number(words.get('heure') ?? DEFAULT_HOUR);
  return {
    frequency: words.get('frequence') === 'daily' ? 'daily' : 'immediate',
    hour: Number.isInteger(hour) && hour >= 0 && hour <= 23 ? hour : DEFAULT_HOUR,
  };
}

/** The name of an alert of this account that asks for exactly this. */
async function twinOf(db: Db, userId: UserId, criteria: Criteria): Promise<string | null> {
  const rows = await alertsOfAccount(db, userId);
  const same = rows.find(
    (row) => row.status !== 'stopped' && isDeepStrictEqual(row.criteria, asStored(criteria)),
  );
  return same?.name ?? null;
}

const asStored = (criteria: Criteria): unknown => JSON.parse(JSON.stringify(criteria));

/** What an alert would find at this instant: exact counts and the newest listings. */
export async function previewOf(db: Db, criteria: Criteria) {
  const { rows, counts } = await searchListings(db, await soughtBy(db, criteria), {
    sort: 'date',
    page: 1,
    after: null,
  });
  const cards = await listingsByIds(
    db,
    rows.slice(0, EXAMPLES).map(({ id }) => id),
  );
  return {
    yes: counts.yes,
    maybe: counts.maybe,
    weekly: counts.weekly,
    examples: cards.map((card) => ({
      path: paths.listing({ propertyId: card.id }),
      name: listingName(card),
      price: card.transaction === RENTAL ? formatRent(card.price) : formatPrice(card.price),
    })),
  };
}

function chosenPlace(place: Place) {
  return {
    code: placeCodeOf(place),
    slug: place.slug,
    label: placeLabel(place),
    detail:
      place.kind === 'department'
        ? `Département ${place.code}`
        : [place.postalCodes[0], place.departmentName].filter(Boolean).join(' · '),
  };
}
