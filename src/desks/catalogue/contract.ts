/**
 * Catalogue: what an agency shows in public under its own name: its listings on line, its legal identity, its feed.
 * Owns nothing: it stands above agencies, listings, portfolio and showcase.
 */
import type { Crumb } from '#contract/breadcrumb.ts';
import { readNumber } from '#contract/number.ts';
import { paths } from '#contract/paths.ts';
import { dialled } from '#contract/phone.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { logoPath } from '#rooms/agencies/logo.ts';
import { type PropertyType, PURCHASE, propertyTypes, RENTAL } from '#rooms/listings/contract.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { shownTown } from '#rooms/places/contract.ts';

export const CATALOGUE_PAGE = 24;
/** Items of one answer of the feed; the rest is behind `next_url`. */
export const FEED_PAGE = 100;

export const markets = { achat: PURCHASE, location: RENTAL } as const;
export type Market = keyof typeof markets;

export const catalogueOrders = {
  date: 'Plus récentes',
  prix: 'Prix croissant',
  '-prix': 'Prix décroissant',
  '-surface': 'Plus grandes',
} as const;
export type CatalogueOrder = keyof typeof catalogueOrders;

/** What an address of the catalogue asks; null is anything. */
export interface CatalogueWords {
  readonly market: Market | null;
  readonly type: PropertyType | null;
  /** Slug of a commune. */
  readonly city: string | null;
  /** Euros. */
  readonly most: number | null;
  readonly order: CatalogueOrder;
  readonly page: number;
}

const typeOfWord = new Map(
  Object.entries(propertyTypes).map(([type, { word }]) => [word as string, type as PropertyType]),
);

/** A visitor without JavaScript sends what was typed. */
function wholeEuros(text: string): number | null {
  const value = readNumber(text, 'thousands');
  return value !== null && Number.isInteger(value) && value > 0 && value < 1e9 ? value : null;
}

/** Unknown words are ignored, malformed values dropped (interface.md, « Search words »). */
export function readCatalogueWords(words: URLSearchParams): CatalogueWords {
  const market = words.get('transaction') ?? '';
  const order = words.get('tri') ?? '';
  const whole = (name: string) => Number(/^[1-9]\d{0,8}$/.exec(words.get(name) ?? '')?.[0] ?? 0);
  return {
    market: Object.hasOwn(markets, market) ? (market as Market) : null,
    type: typeOfWord.get(words.get('type') ?? '') ?? null,
    city: /^[a-z0-9-]{1,80}$/.exec(words.get('lieu') ?? '')?.[0] ?? null,
    most: wholeEuros(words.get('prixMax') ?? ''),
    order: Object.hasOwn(catalogueOrders, order) ? (order as CatalogueOrder) : 'date',
    page: Math.min(whole('page') || 1, 1_000),
  };
}

/** The address of a catalogue, usual words left out. */
export function cataloguePath(ownerReference: string, said: Partial<CatalogueWords> = {}): string {
  const words = new URLSearchParams();
  if (said.market) words.set('transaction', said.market);
  if (said.type) words.set('type', propertyTypes[said.type].word);
  if (said.city) words.set('lieu', said.city);
  if (said.most) words.set('prixMax', String(said.most));
  if (said.order && said.order !== 'date') words.set('tri', said.order);
  if (said.page && said.page > 1) words.set('page', String(said.page));
  const path = paths.agencyCatalogue({ ownerReference });
  return words.size > 0 ? `${path}?${words}` : path;
}

/** Path of the feed of its listings in JSON Feed 1.1, for other programs. */
export function feedPath(ownerReference: string): string {
  return `${paths.agencyCatalogue({ ownerReference })}.json`;
}

/** What everyone may read of an agency: never its own addresses of mail, nor how it came here. */
export type PublicAgency = Omit<Agency, 'id' | 'email' | 'software' | 'excludedOn' | 'suspendedOn' | 'demo'>;

export interface Catalogue {
  readonly agency: PublicAgency;
  readonly words: CatalogueWords;
  readonly listings: readonly ListingCard[];
  /** With these words. */
  readonly found: number;
  readonly pages: number;
  /** Whatever is asked. */
  readonly online: Readonly<Record<Market, number>>;
  /** What can be chosen in this market, the most frequent first. */
  readonly types: readonly { readonly type: PropertyType; readonly count: number }[];
  readonly cities: readonly { readonly slug: string; readonly name: string; readonly count: number }[];
  /** « en 2 heures »: how fast it usually answers. */
  readonly answers: string | null;
}

/** What an agency that looks at its own listing in public is told beside. */
export interface OwnerView {
  readonly listingId: number;
  /** A boost may show it. */
  readonly boostable: boolean;
  readonly fromFeed: boolean;
  /** 0 to 100. */
  readonly score: number;
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly remedy: string }[];
  /** Messages received about it, favourites it is kept in. */
  readonly contacts: number;
  readonly kept: number;
  /** ISO. */
  readonly confirmedAt: string | null;
}

/** The way to the page of an agency: agencies are found by their name. */
export function crumbsOf(agency: Pick<PublicAgency, 'name'>): Crumb[] {
  return [{ label: 'Accueil', href: paths.home() }, { label: agency.name }];
}

/** What search engines read of an agency (schema.org). */
export function agencyData(agency: PublicAgency, origin: string) {
  const url = `${origin}${paths.agencyCatalogue(agency)}`;
  const street = agency.address && { streetAddress: agency.address };
  const town = shownTown(agency);
  return {
    '@type': 'RealEstateAgent',
    '@id': url,
    name: agency.name,
    url,
    ...(agency.companyName ? { legalName: agency.companyName } : {}),
    ...(agency.phone ? { telephone: dialled(agency.phone) } : {}),
    ...(agency.vatNumber ? { vatID: agency.vatNumber } : {}),
    ...(agency.siren
      ? { identifier: { '@type': 'PropertyValue', propertyID: 'SIREN', value: agency.siren } }
      : {}),
    ...(agency.presentation ? { description: agency.presentation } : {}),
    ...(agency.logo ? { logo: `${origin}${logoPath(agency.logo)}` } : {}),
    ...(agency.city || agency.postalCode || street
      ? {
          address: {
            '@type': 'PostalAddress',
            ...street,
            ...(town.postalCode ? { postalCode: town.postalCode } : {}),
            ...(town.city ? { addressLocality: town.city } : {}),
            addressCountry: 'FR',
          },
        }
      : {}),
  };
}
