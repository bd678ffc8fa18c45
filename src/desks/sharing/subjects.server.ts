import { Refusal, sharedErrors } from '#contract/errors.ts';
import { formatCount, formatPrice, formatPricePerM2, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { SHARE_DEFAULT } from '#contract/share-picture.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { homeClassOf } from '#rooms/listings/energy-classes.ts';
import { pictureWords } from '#rooms/listings/picture-words.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { changeWords } from '#rooms/prices/contract.ts';
import { pricePage } from '#rooms/prices/price-page.server.ts';
import {
  answerOf,
  areaWords,
  headingOf,
  publishedName,
  publishedWords,
  salesWords,
  yearChange,
} from '#rooms/prices/price-page.ts';
import { cityPage } from '#rooms/search/city.server.ts';
import { pageHeading } from '#rooms/search/city.ts';
import type { Poster } from './contract.ts';

/** Without a photo, a price or anything that may change. */
const bare = { terms: [], facts: [], energy: null, photo: null } as const;

/** Of the pages that have nothing of their own to say. */
export const everyPage: Poster = {
  ...bare,
  lead: 'L’alerte immobilière',
  figure: 'La bonne annonce, dès qu’elle paraît',
  facts: ['À vendre, à louer et dans le neuf.'],
};

/** Says nothing of a listing that has left. */
const goneListing: Poster = {
  ...bare,
  lead: 'Vigie, l’alerte immobilière',
  figure: 'Cette annonce n’est plus en ligne',
  facts: ['D’autres lui ressemblent.'],
};

/**
 * What the picture of a page says, by the page's path (`/annonce/12`, `/acheter/nimes-30000/maison`…); null for what is no
 * such page. A listing that has left keeps a picture, without anything of it.
 */
export async function posterOf(db: Db, path: string): Promise<Poster | null> {
  if (path === `/${SHARE_DEFAULT}`) return everyPage;
  const [, first = '', ...rest] = path.split('/');
  const [one = '', two, ...more] = rest;
  if (!one || more.length > 0) return null;
  if (path === paths.listing({ propertyId: one })) return ofListing(db, one);
  const transaction = transactions[first];
  if (transaction) return ofCity(db, transaction, one, two);
  return first === 'prix-immobilier' ? ofPrices(db, one, two) : null;
}

const transactions: Readonly<Record<string, TransactionWord>> = {
  acheter: 'achat',
  louer: 'location',
  neuf: 'neuf',
};

async function ofListing(db: Db, id: string): Promise<Poster | null> {
  try {
    const { listing, available } = await publicListing(db, id, clock.now());
    return available ? posterOfListing(listing) : goneListing;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.spec === sharedErrors.GONE ? goneListing : null;
  }
}

function posterOfListing(listing: ListingView): Poster {
  const { excessive, terms, ...words } = pictureWords(listing);
  return {
    ...words,
    terms: excessive ? [...terms, excessive] : terms,
    energy: homeClassOf(listing),
    photo: listing.photo,
  };
}

/** The page's own count and prices, and the picture of its first listing that has one. */
async function ofCity(
  db: Db,
  transaction: TransactionWord,
  citySlug: string,
  refinement: string | undefined,
): Promise<Poster | null> {
  const answer = await cityPage(db, { transaction, citySlug, refinement, params: new URLSearchParams() });
  if (answer.kind !== 'page') return null;
  const { counts, found } = answer.page;
  // Nobody published anything there: one of 1,4 million addresses that look alike.
  if (counts.yes === 0) return everyPage;
  const { cheapest, dearest } = counts;
  const money = transaction === 'location' ? formatRent : formatPrice;
  const range =
    cheapest === null || dearest === null
      ? []
      : cheapest === dearest
        ? [money(cheapest)]
        : [`de ${money(cheapest)}`, `à ${money(dearest)}`];
  return {
    ...bare,
    lead: pageHeading(answer.page),
    figure: formatCount(counts.yes, 'annonce', 'annonces'),
    facts: range,
    photo: found.find(({ photo }) => photo !== null)?.photo ?? null,
  };
}

/** The median and how many sales it is made of: nothing of any one sale. */
async function ofPrices(db: Db, citySlug: string, propertyType: string | undefined): Promise<Poster | null> {
  const answer = await pricePage(db, { citySlug, propertyType, params: new URLSearchParams() });
  if (answer.kind !== 'page') return null;
  const { page } = answer;
  const one = page.prices[page.shown];
  const { figure, published } = one;
  if (published) {
    const wider = areaWords(published);
    return {
      ...bare,
      lead: headingOf(page),
      figure: publishedWords(published),
      facts: [publishedName(published), `${salesWords(page.shown, published.n)} signées`],
      terms: wider ? [wider] : [],
    };
  }
  if (!figure || answerOf(one) === null) return everyPage;
  const change = yearChange(one);
  const wider = areaWords(one);
  return {
    ...bare,
    lead: headingOf(page),
    figure: formatPricePerM2(figure.median),
    facts: [
      `en médiane${change ? `, ${changeWords(change)} sur un an` : ''}`,
      `${salesWords(page.shown, figure.n)} signées`,
    ],
    terms: wider ? [wider] : [],
  };
}
