import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fail } from '#contract/errors.ts';
import { NBSP } from '#contract/fmt.ts';
import type { Download } from '#platform/api.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { homeClassOf } from '#rooms/listings/energy-classes.ts';
import { legalBlock, legalText } from '#rooms/listings/mentions.ts';
import { pictureWords } from '#rooms/listings/picture-words.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { type ListingView, readListingId } from '#rooms/listings/reading.ts';
import { photoBytes } from '#rooms/listings/stored-photos.server.ts';
import { boostErrors, type CreativeFormat, creativeFormats } from './contract.ts';
import { type Creative, drawCreative } from './creative-drawing.server.ts';
import { isOwnListing, selectExample } from './creatives.sql.server.ts';

type Open = Pick<Services, 'db' | 'readDb' | 'storage' | 'log'>;

export const SPONSORED = 'Annonce sponsorisée';
const EXAMPLE = `Exemple d’annonce sponsorisée`;

/** Drawn pictures that are kept in memory, by what they say: a preview asks for the same one again and again. */
const KEPT = 40;
const kept = new Map<string, Promise<Buffer>>();

function creativeOf(listing: ListingView, label: string): Creative {
  return {
    ...pictureWords(listing),
    label,
    agency: listing.agency.name,
    energy: homeClassOf(listing),
    climate: listing.climateClass,
  };
}

/** The picture of the advertisement of a listing, as JPEG. */
export async function pictureOf(
  services: Open,
  listing: ListingView,
  format: CreativeFormat,
  label = SPONSORED,
): Promise<Buffer> {
  const creative = creativeOf(listing, label);
  const said = JSON.stringify([creative, listing.photo?.key ?? null, format]);
  const name = createHash('sha256').update(said).digest('base64url');
  const known = kept.get(name);
  if (known) return known;
  const drawing = (async () => {
    const { width } = creativeFormats[format];
    const photo = listing.photo && (await photoBytes(listing.photo, width, services));
    return drawCreative(creative, photo, format);
  })();
  kept.set(name, drawing);
  // Forgotten when it failed, or when it is the oldest of too many.
  drawing.catch(() => kept.delete(name));
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return drawing;
}

/** What is written with the picture: the words of the agency, what the law wants said (R1 to R24), and who advertises. */
export function captionOf(listing: ListingView, text: string): string {
  return [
    text,
    legalText(legalBlock(listing)),
    `${SPONSORED}${NBSP}: ${listing.agency.name}, avec Vigie.`,
  ].join('\n\n');
}

/** What the advertisement of a listing says and shows, in eight characters: another price, mention or photo gives others. */
export function versionOf(listing: ListingView, text: string): string {
  const said = JSON.stringify([
    captionOf(listing, text),
    creativeOf(listing, SPONSORED),
    listing.photo?.key ?? null,
  ]);
  return createHash('sha256').update(said).digest('hex').slice(0, 8);
}

/** A listing of the agency that is on line. Throws BOOST_CREATIVE for anything else, another agency's included. */
async function ownListing({ db }: Pick<Open, 'db'>, agencyId: AgencyId, word: string): Promise<ListingView> {
  const id = readListingId(word);
  if (id === null || !(await isOwnListing(db, agencyId, id))) throw fail(boostErrors.BOOST_CREATIVE);
  return (await publicListing(db, word, clock.now())).listing;
}

function asFile(bytes: Buffer, name: string): Download {
  return { fileName: name, content: Readable.from([bytes]) };
}

/** The picture of the advertisement of a listing of this agency. Throws BOOST_CREATIVE. */
export async function ownCreative(
  services: Open,
  agencyId: AgencyId,
  { listing: word, format }: { readonly listing: string; readonly format: CreativeFormat },
): Promise<Download> {
  const listing = await ownListing(services, agencyId, word);
  return asFile(await pictureOf(services, listing, format), `publicite-${listing.id}-${format}.jpg`);
}

/** What would be written with it. Throws BOOST_CREATIVE. */
export async function ownCaption(
  services: Pick<Open, 'db'>,
  agencyId: AgencyId,
  { listing: word, text }: { readonly listing: string; readonly text: string },
): Promise<string> {
  return captionOf(await ownListing(services, agencyId, word), text);
}

/** Whose listing `exampleCreative` draws, and what would be written with it; null when nothing on line can be an example. */
export async function exampleWords(
  db: Services['readDb'],
  text: string,
): Promise<{ agency: string; title: string; caption: string } | null> {
  const id = await selectExample(db);
  if (id === null) return null;
  const { listing } = await publicListing(db, String(id), clock.now());
  return { agency: listing.agency.name, title: listing.title, caption: captionOf(listing, text) };
}

/** A picture for who has no listing here yet, of one that is on line. Throws BOOST_CREATIVE when none is. */
export async function exampleCreative(services: Open, format: CreativeFormat): Promise<Download> {
  const id = await selectExample(services.readDb);
  if (id === null) throw fail(boostErrors.BOOST_CREATIVE);
  const { listing } = await publicListing(services.readDb, String(id), clock.now());
  return asFile(await pictureOf(services, listing, format, EXAMPLE), `exemple-${format}.jpg`);
}
