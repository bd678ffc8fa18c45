import { formatPrice, formatRent } from '../../../contract/fmt.ts';
import { paths } from '../../../contract/paths.ts';
import type { UserId } from '../../../platform/auth.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { RENTAL } from '../../listings/contract.ts';
import { listingName } from '../../listings/reading/contract.ts';
import { listingsByIds } from '../../listings/rules.server.ts';
import { type Place, placeLabel } from '../../places/contract.ts';
import {
  type Criteria,
  placeCodeOf,
  readFilters,
  readPlaceSlugs,
  readTransaction,
} from '../../search/criteria/contract.ts';
import { placesOfSlugs, searchListings } from '../../search/rules.server.ts';
import { provenAddress } from '../sql.server.ts';

const EXAMPLES = 3;

/** What the form begins with: the search that an address says, and what it finds today. */
export async function alertDraft(db: Db, words: URLSearchParams, userId: UserId | null) {
  const found = await placesOfSlugs(db, readPlaceSlugs(words));
  const draft = {
    transaction: readTransaction(words) ?? 'achat',
    places: found.map(chosenPlace),
    filters: readFilters(words),
  } as const;
  const criteria: Criteria = {
    transaction: draft.transaction,
    places: draft.places.map(({ code }) => code),
    ...draft.filters,
  };
  return {
    // Another search is another form.
    draft: { ...draft, key: words.toString() },
    preview: found.length > 0 ? await previewOf(db, criteria) : null,
    proven: userId !== null && (await provenAddress(db, userId)) !== null,
  };
}

/** What an alert would find at this instant: exact counts and the newest listings. */
export async function previewOf(db: Db, criteria: Criteria) {
  const { rows, counts } = await searchListings(db, criteria, { sort: 'date', page: 1, after: null });
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
