import { data } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import { formatDate, formatNumber, formatPrice, formatRent, NBSP } from '../../../contract/fmt.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { clock } from '../../../platform/clock.server.ts';
import { services } from '../../../platform/context.server.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breadcrumb, type Crumb } from '../../../ui/breadcrumb.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OutsideLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PriceSteps } from '../../../ui/price-steps.tsx';
import { Time } from '../../../ui/time.tsx';
import { atPlace } from '../../places/contract.ts';
import { propertyTypes, RENTAL } from '../contract.ts';
import {
  coOwnershipText,
  priceLines,
  priceSentence,
  RISKS_TEXT,
  RISKS_URL,
  webAddress,
} from '../legal/contract.ts';
import { AgencyCard } from '../parts/agency-card.tsx';
import { EnergyBlock } from '../parts/energy-block.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { ListingCard } from '../parts/listing-card.tsx';
import { Characteristics, KeyFacts } from '../parts/listing-facts.tsx';
import { PriceBlock } from '../parts/price-block.tsx';
import { photoPath } from '../photos/contract.ts';
import { flagOf, type ListingView, mainFacts, whereabouts } from '../reading/contract.ts';
import { publicListing, similarListings } from '../rules.server.ts';
import type { Route } from './+types/listing.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const now = clock.now();
  try {
    const { listing, available } = await publicListing(readDb, params.propertyId, now);
    const similar = await similarListings(readDb, listing.id);
    return data(
      { listing, available, similar, now: now.toISOString(), origin: env.publicUrl },
      // What is gone is answered, but not kept by search engines.
      available ? {} : { headers: { 'x-robots-tag': 'noindex' } },
    );
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Annonce introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  const { listing, available, origin } = loaderData;
  const price = priceSentence(priceLines(listing));
  const title = `${headingOf(listing)}, ${price} – Vigie`;
  const description = summaryOf(listing, price);
  const canonical = `${origin}${paths.listing({ propertyId: listing.id })}`;
  const picture = listing.photo ? `${origin}${photoPath(listing.photo, 1280)}` : null;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(available ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    // React Router escapes what could close the element (security.md, threat 13).
    ...(available ? [{ 'script:ld+json': structuredData(listing, canonical, picture, description) }] : []),
  ];
}

/** « Appartement 3 pièces 62,4 m² à louer à Lyon 7e ». */
function headingOf(listing: ListingView): string {
  const market = listing.transaction === RENTAL ? 'à louer' : 'à vendre';
  const where = listing.place ? atPlace(listing.place) : `(${listing.postalCode})`;
  return `${mainFacts(listing).join(' ')} ${market} ${where}`;
}

function summaryOf(listing: ListingView, price: string): string {
  const text = listing.description.replaceAll(/\s+/g, ' ').trim();
  const head = `${whereabouts(listing)}. ${price}. `;
  const room = 160 - head.length;
  return `${head}${text.length > room ? `${text.slice(0, Math.max(0, text.lastIndexOf(' ', room - 1)))}…` : text}`.trim();
}

function structuredData(listing: ListingView, url: string, picture: string | null, description: string) {
  const amount = { price: (listing.price / 100).toFixed(2), priceCurrency: 'EUR' };
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    name: headingOf(listing),
    description,
    url,
    datePosted: listing.publishedAt,
    ...(picture ? { image: picture } : {}),
    offers: {
      '@type': 'Offer',
      ...amount,
      ...(listing.transaction === RENTAL
        ? { priceSpecification: { '@type': 'UnitPriceSpecification', ...amount, unitCode: 'MON' } }
        : {}),
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'RealEstateAgent', name: listing.agency.name },
    },
    about: {
      '@type':
        listing.propertyType === 'apartment'
          ? 'Apartment'
          : listing.propertyType === 'house'
            ? 'House'
            : 'Place',
      ...(listing.surface
        ? { floorSize: { '@type': 'QuantitativeValue', value: listing.surface, unitCode: 'MTK' } }
        : {}),
      ...(listing.rooms ? { numberOfRooms: listing.rooms } : {}),
      address: {
        '@type': 'PostalAddress',
        postalCode: listing.postalCode,
        ...(listing.place ? { addressLocality: listing.place.cityName ?? listing.place.name } : {}),
        addressCountry: 'FR',
      },
    },
  };
}

/** An alert for what is like this one: same place, market, type and rooms, up to a tenth dearer. */
function alertPath(listing: ListingView): string {
  const { transaction, isNew, place, propertyType, rooms, price } = listing;
  const step = transaction === RENTAL ? 50 : 10_000;
  const words = new URLSearchParams({
    transaction: transaction === RENTAL ? 'location' : isNew ? 'neuf' : 'achat',
    ...(place ? { lieux: place.slug } : {}),
    type: propertyTypes[propertyType].word,
    prixMax: String(Math.ceil((price * 1.1) / 100 / step) * step),
    ...(rooms ? { pieces: String(rooms) } : {}),
  });
  return `${paths.newAlert()}?${words}`;
}

function crumbsOf(listing: ListingView): Crumb[] {
  const { place, transaction, isNew } = listing;
  const crumbs: Crumb[] = [{ label: 'Accueil', href: paths.home() }];
  if (place?.citySlug && isBuilt('buyCity')) {
    const city = transaction === RENTAL ? paths.rentCity : isNew ? paths.newCity : paths.buyCity;
    const verb = transaction === RENTAL ? 'Louer' : isNew ? 'Neuf' : 'Acheter';
    crumbs.push({ label: `${verb} ${atPlace(place)}`, href: city({ citySlug: place.citySlug }) });
  }
  return [...crumbs, { label: mainFacts(listing).join(' ') }];
}

export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const { listing, available, similar, now } = loaderData;
  const name = headingOf(listing);
  const coOwnership = coOwnershipText(listing);
  const visit = webAddress(listing.visitUrl);
  return (
    <div className="page py-6">
      <Breadcrumb crumbs={crumbsOf(listing)} />
      {!available && <Unavailable listing={listing} />}
      <div className="mt-4">
        <Gallery
          photos={listing.photos}
          photoCount={listing.photoCount}
          propertyType={listing.propertyType}
          name={name}
        />
      </div>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <h1 className="text-h1">{name}</h1>
          <p className="mt-2 text-lead text-ardoise-600">{whereabouts(listing)}</p>
          <Mentions listing={listing} now={now} available={available} />
        </div>
        <aside className="lg:row-span-2">
          <div className="space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
            <Card as="section" aria-label="Prix">
              <PriceBlock
                listing={listing}
                variant="page"
                moved={flagOf({ ...listing, publishedAt: null }, new Date(now)) === 'priceDrop'}
              />
            </Card>
            <AgencyCard listing={listing} reachable={available} />
            {isBuilt('newAlert') && <Watch listing={listing} available={available} />}
          </div>
        </aside>
        <div className="min-w-0 space-y-12">
          <KeyFacts listing={listing} />
          {listing.description && (
            <Section id="description" title={listing.title}>
              <Description text={listing.description} />
              {visit && (
                <p className="mt-4">
                  <OutsideLink href={visit}>Visite virtuelle</OutsideLink>
                </p>
              )}
            </Section>
          )}
          <Section id="caracteristiques" title="Caractéristiques">
            <Characteristics listing={listing} />
            {coOwnership && <p className="mt-4 max-w-measure">{coOwnership}</p>}
          </Section>
          <Energy listing={listing} />
          <Section id="lieu" title="Situation">
            <Whereabouts listing={listing} />
          </Section>
          {listing.prices.length > 1 && (
            <Section id="prix" title="Historique du prix">
              <PriceSteps
                steps={listing.prices.map(({ at, price }) => ({ at, cents: price }))}
                until={listing.withdrawnAt ?? now}
                rental={listing.transaction === RENTAL}
              />
            </Section>
          )}
        </div>
      </div>
      {similar.length > 0 && (
        <section aria-labelledby="semblables" className="mt-16">
          <h2 id="semblables" className="text-h2">
            Annonces semblables
          </h2>
          <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
            {similar.map((card) => (
              <li key={card.id}>
                <ListingCard listing={card} now={now} shape="tile" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-h2">
        {title}
      </h2>
      {children}
    </section>
  );
}

const departures: Readonly<Record<string, string>> = { sold: 'Vendue', rented: 'Louée' };

function Unavailable({ listing }: { listing: ListingView }) {
  const left = listing.withdrawnAt && formatDate(new Date(listing.withdrawnAt));
  return (
    <div className="mt-4">
      <Notice tone="warning" title="Cette annonce n’est plus disponible">
        {left && `${departures[listing.status] ?? 'Retirée'} le ${left}. `}
        Les informations ci-dessous sont gardées pour mémoire.
      </Notice>
    </div>
  );
}

function Mentions({ listing, now, available }: { listing: ListingView; now: string; available: boolean }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ardoise-600">
      {listing.isNew && <Badge tone="teal">Neuf</Badge>}
      {listing.lifeAnnuity && <Badge>Viager</Badge>}
      {listing.exclusive && <Badge>Exclusivité</Badge>}
      {listing.status === 'under_offer' && <Badge tone="amber">Sous offre</Badge>}
      {listing.publishedAt && (
        <span>
          En ligne depuis le <Time at={listing.publishedAt} />
        </span>
      )}
      {available && listing.confirmedAt && (
        <span>
          Disponibilité confirmée <Time at={listing.confirmedAt} format="ago" now={now} />
        </span>
      )}
    </div>
  );
}

const LONG_TEXT = 700;

/** Twelve lines, then the rest on demand; it opens without JavaScript. */
function Description({ text }: { text: string }) {
  const long = text.length > LONG_TEXT || text.split('\n').length > 12;
  if (!long) return <p className="max-w-measure hyphens-auto whitespace-pre-line">{text}</p>;
  return (
    <div className="group/text">
      <p className="line-clamp-12 max-w-measure hyphens-auto whitespace-pre-line group-has-[details[open]]/text:line-clamp-none print:line-clamp-none">
        {text}
      </p>
      <details className="group/more mt-2">
        <summary className="inline-flex min-h-11 items-center rounded-chip text-phare-700 underline underline-offset-4">
          <span className="group-open/more:hidden">Lire toute la description</span>
          <span className="hidden group-open/more:inline">Réduire la description</span>
        </summary>
      </details>
    </div>
  );
}

function Energy({ listing }: { listing: ListingView }) {
  const shown = propertyTypes[listing.propertyType].dwelling || listing.energyClass !== null;
  if (!shown) return null;
  return (
    <Section id="energie" title="Énergie et climat">
      <EnergyBlock listing={listing} />
      {listing.energyDate && (
        <p className="mt-4 text-small text-ardoise-600">
          Diagnostic réalisé le {formatDate(new Date(`${listing.energyDate}T12:00:00Z`))}.
        </p>
      )}
    </Section>
  );
}

function Whereabouts({ listing }: { listing: ListingView }) {
  const { place } = listing;
  return (
    <div className="max-w-measure space-y-3">
      <p>
        {whereabouts(listing)}
        {place && place.departmentName !== place.cityName && ` (${place.departmentName})`}
      </p>
      <p className="text-ardoise-600">
        {listing.pointRadius === null
          ? 'L’agence n’a pas communiqué de position plus précise.'
          : `L’adresse exacte n’est pas publiée${NBSP}: la position est connue à ${formatNumber(listing.pointRadius)}${NBSP}m près.`}
      </p>
      <p className="text-small text-ardoise-600">
        {RISKS_TEXT}
        {NBSP}: <OutsideLink href={RISKS_URL}>www.georisques.gouv.fr</OutsideLink>.
      </p>
    </div>
  );
}

function Watch({ listing, available }: { listing: ListingView; available: boolean }) {
  const price = listing.transaction === RENTAL ? formatRent : formatPrice;
  return (
    <section className="on-dark rounded-card p-4" data-print="none" aria-labelledby="alerte">
      <h2 id="alerte" className="font-text text-body font-bold tracking-normal">
        {available ? 'Soyez prévenu en premier.' : 'Ne manquez pas la prochaine.'}
      </h2>
      <p className="mt-1 text-small text-ardoise-300">
        Un e-mail dès qu’une annonce comme celle-ci paraît
        {listing.place ? ` ${atPlace(listing.place)}` : ''}, autour de {price(listing.price)}.
      </p>
      <div className="mt-3">
        <ButtonLink variant="beam" wide to={alertPath(listing)}>
          Créer une alerte
        </ButtonLink>
      </div>
    </section>
  );
}
