import { breadcrumbData } from '#contract/breadcrumb.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { PageServices, Services } from '#platform/context.server.ts';
import { userOf } from '#rooms/accounts/accounts.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import { ownMarks } from '#rooms/favorites/favorites.server.ts';
import { answerTimeOf } from '#rooms/leads/leads.server.ts';
import { homeClassOf } from '#rooms/listings/energy-classes.ts';
import { headingOf, structuredData, summaryOf } from '#rooms/listings/heading.ts';
import { photoPath } from '#rooms/listings/photos.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { similarListings } from '#rooms/listings/similar.server.ts';
import { readUnitOrder, unitsInOrder } from '#rooms/listings/units.ts';
import { REPORT_WORD } from '#rooms/reports/words.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { aroundOf } from './around.server.ts';
import { crumbsOf } from './contract.ts';
import { costOf, readCostWords, refusedCostWords } from './monthly-cost.ts';
import { homeOf } from './offers.server.ts';
import { paperCodeOf } from './printing.server.ts';
import { newSubmission } from './reporting.server.ts';
import { priceContextOf } from './showcase.server.ts';

type Open = Pick<Services, 'db' | 'readDb' | 'env'> & Pick<PageServices, 'actor'>;

/**
 * All that the page of one listing shows to this reader, its head included, as the words of its address ask. Throws
 * NOT_FOUND and GONE as `publicListing` does.
 */
export async function listingPage(
  { db, readDb, env, actor }: Open,
  propertyId: string,
  words: URLSearchParams,
) {
  const now = clock.now();
  const { listing, available } = await publicListing(readDb, propertyId, now);
  const [similar, home, around, worth, person, own, answers, closed] = await Promise.all([
    similarListings(readDb, listing.id),
    homeOf(readDb, listing.id, actor),
    aroundOf(readDb, listing),
    priceContextOf(readDb, listing, now),
    actor.kind === 'user' ? userOf(db, actor.userId) : null,
    actor.kind === 'user' ? ownMarks(db, actor.userId, listing.id) : null,
    available ? answerTimeOf(readDb, listing.agency.ownerReference) : null,
    available ? closedWords(readDb, 'leads') : null,
  ]);
  const order = readUnitOrder(words.get('lots'));
  const units = listing.units && unitsInOrder(listing.units, order);
  return {
    listing: { ...listing, units },
    available,
    similar,
    home,
    around,
    cost: available ? costOf(listing, readCostWords(words), now, refusedCostWords(words)) : null,
    worth,
    order,
    person,
    own,
    answers,
    closed,
    reporting: words.has(REPORT_WORD) ? newSubmission() : null,
    paper: paperCodeOf(`${env.publicUrl}${paths.listing({ propertyId: listing.id })}`),
    now: now.toISOString(),
    origin: env.publicUrl,
    head: headOf(listing, available, env.publicUrl),
  };
}

/** Made with the data: what it takes weighs too much for the browser. */
function headOf(listing: ListingView, available: boolean, origin: string) {
  const price = priceSentence(priceLines(listing));
  const description = summaryOf(listing, price);
  const path = paths.listing({ propertyId: listing.id });
  const picture = listing.photo ? `${origin}${photoPath(listing.photo, 1280)}` : null;
  return pageMeta({
    title: `${headingOf(listing)}, ${price} – Vigie`,
    description,
    origin,
    path,
    robots: available ? undefined : 'noindex',
    picture: available ? pictureText(listing, price) : 'Cette annonce n’est plus en ligne',
    data: available
      ? [
          breadcrumbData(crumbsOf(listing), origin, path),
          structuredData(listing, `${origin}${path}`, picture, description),
        ]
      : [],
  });
}

/** What its picture says. */
function pictureText(listing: ListingView, price: string): string {
  const letter = homeClassOf(listing);
  const energy = letter ? `, classe énergie ${letter}` : '';
  return `${headingOf(listing)}, ${price}${energy}`;
}
