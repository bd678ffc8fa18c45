import { fail, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { ownListing } from '#desks/portfolio/own-listings.server.ts';
import type { Actor } from '#platform/auth.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { agencyByReference } from '#rooms/agencies/agencies.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { logoPath } from '#rooms/agencies/logo.ts';
import { mayBeBoosted } from '#rooms/boosts/boostable.ts';
import { answerTimeOf } from '#rooms/leads/leads.server.ts';
import { photoPath } from '#rooms/listings/photos.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { factsText, type ListingCard, type ListingView, whereabouts } from '#rooms/listings/reading.ts';
import {
  countInterest,
  countShares,
  type Share,
  selectCatalogue,
  selectFeed,
  selectOthers,
} from './catalogue.sql.server.ts';
import {
  CATALOGUE_PAGE,
  type Catalogue,
  type CatalogueWords,
  FEED_PAGE,
  feedPath,
  type Market,
  markets,
  type OwnerView,
} from './contract.ts';

const OTHERS_SHOWN = 4;

/** The agency of this very reference. Throws NOT_FOUND, and GONE when it chose not to be published here, or is suspended. */
async function publicAgency(db: Queryable, reference: string): Promise<Agency> {
  const agency = await agencyByReference(db, reference);
  if (agency?.ownerReference !== reference) throw fail(sharedErrors.NOT_FOUND);
  if (agency.excludedOn !== null || agency.suspendedOn !== null) throw fail(sharedErrors.GONE);
  return agency;
}

/**
 * A page of the public catalogue of an agency; past the end, the last one. Throws NOT_FOUND for no agency, GONE for one
 * that chose not to be published here, or is suspended.
 */
export async function catalogueOf(
  db: Queryable,
  reference: string,
  words: CatalogueWords,
): Promise<Catalogue> {
  const {
    id,
    email: _email,
    software: _software,
    excludedOn: _excludedOn,
    suspendedOn: _suspendedOn,
    demo: _demo,
    ...agency
  } = await publicAgency(db, reference);
  const read = (page: number) => selectCatalogue(db, { ...words, page, agencyId: id, limit: CATALOGUE_PAGE });
  const [asked, shares, answers] = await Promise.all([
    read(words.page),
    countShares(db, id),
    answerTimeOf(db, agency.ownerReference),
  ]);
  const pages = Math.max(1, Math.ceil(asked.found / CATALOGUE_PAGE));
  const page = Math.min(words.page, pages);
  const { ids, found } = page === words.page ? asked : await read(page);
  const chosen = shares.filter(
    (share) => words.market === null || share.transaction === markets[words.market],
  );
  return {
    agency,
    words: { ...words, page },
    listings: await listingsByIds(db, ids),
    found,
    pages,
    online: { achat: sumOf(shares, 'achat'), location: sumOf(shares, 'location') },
    types: tally(chosen, ({ propertyType }) => propertyType).map(([type, { count }]) => ({ type, count })),
    cities: tally(chosen, ({ slug }) => slug).map(([slug, { name, count }]) => ({
      slug,
      name: name ?? '',
      count,
    })),
    answers,
  };
}

function sumOf(shares: readonly Share[], market: Market): number {
  return shares.reduce((sum, share) => sum + (share.transaction === markets[market] ? share.count : 0), 0);
}

/** The counts of each key, the highest first. */
function tally<Key extends string>(
  shares: readonly Share[],
  keyOf: (share: Share) => Key | null,
): [Key, { name: string | null; count: number }][] {
  const counts = new Map<Key, { name: string | null; count: number }>();
  for (const share of shares) {
    const key = keyOf(share);
    if (key !== null)
      counts.set(key, { name: share.name, count: (counts.get(key)?.count ?? 0) + share.count });
  }
  return [...counts].toSorted(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b));
}

/**
 * The feed of an agency for other programs (JSON Feed 1.1), by number of listing from `after` on. It says what the pages
 * say: the point is blurred and the address is not there (interface.md, fine points 20). Throws as `catalogueOf`.
 */
export async function feedOf(db: Queryable, reference: string, after: number, origin: string) {
  const { id: agencyId, name, ownerReference, logo } = await publicAgency(db, reference);
  const ids = await selectFeed(db, { agencyId, after, limit: FEED_PAGE + 1 });
  const listings = await listingsByIds(db, ids.slice(0, FEED_PAGE));
  const self = `${origin}${feedPath(ownerReference)}`;
  const last = ids[FEED_PAGE - 1];
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${name}, annonces en ligne`,
    home_page_url: `${origin}${paths.agencyCatalogue({ ownerReference })}`,
    feed_url: self,
    language: 'fr-FR',
    ...(logo ? { icon: `${origin}${logoPath(logo)}` } : {}),
    ...(ids.length > FEED_PAGE && last ? { next_url: `${self}?apres=${last}` } : {}),
    items: listings.map((listing) => itemOf(listing, origin)),
  };
}

function itemOf(listing: ListingCard, origin: string) {
  const url = `${origin}${paths.listing({ propertyId: listing.id })}`;
  return {
    id: url,
    url,
    title: `${factsText(listing)}, ${whereabouts(listing)}`,
    content_text: `${listing.title}. ${priceSentence(priceLines(listing))}.`,
    ...(listing.photo ? { image: `${origin}${photoPath(listing.photo, 1280)}` } : {}),
    ...(listing.publishedAt ? { date_published: listing.publishedAt } : {}),
    _vigie: {
      reference: listing.reference,
      status: listing.status,
      transaction: listing.transaction,
      isNew: listing.isNew,
      propertyType: listing.propertyType,
      priceCents: listing.price,
      feesPayer: listing.feesPayer,
      priceWithoutFeesCents: listing.priceWithoutFees,
      surface: listing.surface,
      landSurface: listing.landSurface,
      rooms: listing.rooms,
      bedrooms: listing.bedrooms,
      energyClass: listing.energyClass,
      climateClass: listing.climateClass,
      postalCode: listing.postalCode,
      place: listing.place && { code: listing.place.code, name: listing.place.name },
    },
  };
}

/**
 * What the page of a listing under the name of its agency adds: others of the agency, and for the agency itself where it
 * stands. Throws NOT_FOUND when the address names another agency than its own.
 */
export async function underItsAgency(
  db: Queryable,
  { listing, named, actor }: { listing: ListingView; named: string | undefined; actor: Actor },
): Promise<{ others: ListingCard[]; owner: OwnerView | null }> {
  const { ownerReference } = listing.agency;
  if ((named ?? ownerReference) !== ownerReference) throw fail(sharedErrors.NOT_FOUND);
  const own = actor.kind === 'agency' && actor.ownerReference === ownerReference ? actor : null;
  const [others, owner] = await Promise.all([
    selectOthers(db, listing.id, OTHERS_SHOWN).then((ids) => listingsByIds(db, ids)),
    own && ownerView(db, own.agencyId, listing),
  ]);
  return { others, owner };
}

async function ownerView(
  db: Queryable,
  agencyId: Extract<Actor, { kind: 'agency' }>['agencyId'],
  { id: listingId, status }: Pick<ListingView, 'id' | 'status'>,
): Promise<OwnerView> {
  const [{ fromFeed, legal, confirmedAt }, interest] = await Promise.all([
    ownListing(db, agencyId, String(listingId)),
    countInterest(db, listingId),
  ]);
  const findings = legal.findings.map(({ rule, message, remedy }) => ({ rule, message, remedy }));
  const boostable = mayBeBoosted(status);
  return { listingId, boostable, fromFeed, score: legal.score, findings, confirmedAt, ...interest };
}
