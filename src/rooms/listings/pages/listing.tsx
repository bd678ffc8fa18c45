import { data } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import {
  formatDate,
  formatNumber,
  formatPhone,
  formatPrice,
  formatRent,
  NBSP,
} from '../../../contract/fmt.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { clock } from '../../../platform/clock.server.ts';
import { services } from '../../../platform/context.server.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breadcrumb, type Crumb } from '../../../ui/breadcrumb.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OutsideLink, TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PriceSteps } from '../../../ui/price-steps.tsx';
import { Time } from '../../../ui/time.tsx';
import { atPlace } from '../../places/contract.ts';
import { propertyTypes, RENTAL } from '../contract.ts';
import { priceLines, priceSentence, showsRentControl, webAddress } from '../legal/contract.ts';
import { dayText } from '../legal/mentions/contract.ts';
import { AgencyCard } from '../parts/agency-card.tsx';
import { EnergyBlock } from '../parts/energy-block.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { LegalSection } from '../parts/legal-section.tsx';
import { LifeAnnuity } from '../parts/life-annuity.tsx';
import { ListingCard } from '../parts/listing-card.tsx';
import { Characteristics, KeyFacts } from '../parts/listing-facts.tsx';
import { PriceBlock } from '../parts/price-block.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { ProgrammeFacts, ProgrammeUnits } from '../parts/programme-block.tsx';
import { RentControl } from '../parts/rent-control.tsx';
import { photoPath } from '../photos/contract.ts';
import { flagOf, type ListingView, mainFacts, whereabouts } from '../reading/contract.ts';
import { headingOf, structuredData, summaryOf } from '../reading/heading/contract.ts';
import { readUnitOrder, unitsInOrder } from '../reading/units/contract.ts';
import { publicListing, similarListings } from '../rules.server.ts';
import type { Route } from './+types/listing.ts';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const now = clock.now();
  try {
    const { listing, available } = await publicListing(readDb, params.propertyId, now);
    const similar = await similarListings(readDb, listing.id);
    const order = readUnitOrder(url.searchParams.get('lots'));
    const units = listing.units && unitsInOrder(listing.units, order);
    return data(
      {
        listing: { ...listing, units },
        available,
        similar,
        order,
        now: now.toISOString(),
        origin: env.publicUrl,
      },
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
  const { listing, available, similar, order, now } = loaderData;
  const name = headingOf(listing);
  const { units, lifeAnnuity } = listing;
  return (
    <div className="page py-6">
      <Breadcrumb crumbs={crumbsOf(listing)} />
      {!available && <Unavailable listing={listing} />}
      <div className="mt-4" data-print="picture">
        <Gallery
          photos={listing.photos}
          photoCount={listing.photoCount}
          propertyType={listing.propertyType}
          name={name}
        />
      </div>
      {/* Under the title, the price takes what room it needs; the contact follows the reader beside all the rest. */}
      <div
        data-print="columns"
        className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr] lg:gap-y-6"
      >
        <div className="min-w-0">
          <h1 className="text-h1">{name}</h1>
          <p className="mt-2 text-lead text-ardoise-600">{whereabouts(listing)}</p>
          <Mentions listing={listing} now={now} available={available} />
        </div>
        <Card
          as="section"
          aria-label="Prix"
          className="self-start lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <PriceBlock
            listing={listing}
            variant="page"
            moved={flagOf({ ...listing, publishedAt: null }, new Date(now)) === 'priceDrop'}
          />
        </Card>
        <div className="min-w-0 space-y-12 lg:row-span-2 lg:row-start-2" data-print="sections">
          <KeyFacts listing={listing} />
          {listing.description && (
            <Section id="description" title={listing.title}>
              <Description text={listing.description} />
              <Visits listing={listing} />
            </Section>
          )}
          {listing.propertyType === 'programme' && (
            <Section id="programme" title="Le programme">
              <ProgrammeFacts listing={listing} />
            </Section>
          )}
          {units && units.length > 0 && (
            <Section id="lots" title="Les lots">
              <ProgrammeUnits
                units={units}
                order={order}
                hrefFor={(lots) => `${paths.listing({ propertyId: listing.id })}?lots=${lots}`}
              />
            </Section>
          )}
          {lifeAnnuity && (
            <Section id="viager" title="La vente en viager">
              <LifeAnnuity listing={listing} />
            </Section>
          )}
          {showsRentControl(listing) && listing.baseRent !== null && (
            <Section id="encadrement" title="Encadrement des loyers">
              <RentControl listing={listing} />
            </Section>
          )}
          {units === null && (
            <Section id="caracteristiques" title="Caractéristiques">
              <Characteristics listing={listing} />
            </Section>
          )}
          <Energy listing={listing} />
          <Section id="lieu" title="Situation">
            <Whereabouts listing={listing} />
          </Section>
          {listing.prices.length > 1 && (
            <div data-print="none">
              <Section id="prix" title="Historique du prix">
                <PriceSteps
                  steps={listing.prices.map(({ at, price }) => ({ at, cents: price }))}
                  until={listing.withdrawnAt ?? now}
                  rental={listing.transaction === RENTAL}
                />
              </Section>
            </div>
          )}
          <Section id="informations-legales" title="Informations légales">
            <LegalSection listing={listing} />
          </Section>
        </div>
        <aside className="lg:col-start-2 lg:row-start-3" data-print="none">
          <div className="space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
            <AgencyCard listing={listing} reachable={available} />
            {isBuilt('newAlert') && <Watch listing={listing} available={available} />}
          </div>
        </aside>
      </div>
      {similar.length > 0 && (
        <section aria-labelledby="semblables" className="mt-16" data-print="none">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="semblables" className="text-h2">
              Annonces semblables
            </h2>
            {isBuilt('ranking') && (
              <p className="text-small">
                <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
              </p>
            )}
          </div>
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
      <PrintButton />
      <span className="hidden print:inline">{contactOf(listing)}</span>
    </div>
  );
}

/** On paper: whom to call, and about what. */
function contactOf({ agency, reference }: ListingView): string {
  return [agency.name, agency.phone && formatPhone(agency.phone), `référence ${reference}`]
    .filter(Boolean)
    .join(' · ');
}

/** Lines of a text in a column of so many characters. */
function linesOf(text: string, width: number): number {
  return text
    .split('\n')
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / width)), 0);
}

const SHOWN_LINES = 12;

/** Twelve lines, then the rest on demand, without JavaScript too; on paper, what leaves the rest its two sheets. */
function Description({ text }: { text: string }) {
  const onPhone = linesOf(text, 36) > SHOWN_LINES;
  const everywhere = linesOf(text, 78) > SHOWN_LINES;
  if (!onPhone) return <p className="max-w-measure hyphens-auto whitespace-pre-line">{text}</p>;
  return (
    <div className="group/text">
      <p
        className={`max-w-measure hyphens-auto whitespace-pre-line group-has-[details[open]]/text:line-clamp-none print:line-clamp-18 ${everywhere ? 'line-clamp-12' : 'max-sm:line-clamp-12'}`}
      >
        {text}
      </p>
      <details className={`group/more mt-2 ${everywhere ? '' : 'sm:hidden'}`} data-print="none">
        <summary className="inline-flex min-h-11 items-center rounded-chip text-phare-700 underline underline-offset-4">
          <span className="group-open/more:hidden">Lire toute la description</span>
          <span className="hidden group-open/more:inline">Réduire la description</span>
        </summary>
      </details>
    </div>
  );
}

function Visits({ listing: { visitUrl, videoUrl } }: { listing: ListingView }) {
  const links = [
    ['Visite virtuelle', webAddress(visitUrl)],
    ['Vidéo', webAddress(videoUrl)],
  ] as const;
  const known = links.filter((link): link is readonly [(typeof link)[0], string] => link[1] !== null);
  if (known.length === 0) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2" data-print="none">
      {known.map(([label, href]) => (
        <OutsideLink key={label} href={href}>
          {label}
        </OutsideLink>
      ))}
    </p>
  );
}

function Energy({ listing }: { listing: ListingView }) {
  const shown = propertyTypes[listing.propertyType].dwelling || listing.energyClass !== null;
  if (!shown) return null;
  return (
    <Section id="energie" title="Énergie et climat">
      <EnergyBlock listing={listing} />
    </Section>
  );
}

function Whereabouts({ listing }: { listing: ListingView }) {
  const { place, address, transportLine, transportStation, risksReportOn } = listing;
  const transport = [transportLine, transportStation].filter(Boolean).join(', ');
  return (
    <div className="max-w-measure space-y-3">
      <p>
        {address && `${address}, `}
        {whereabouts(listing)}
        {place && place.departmentName !== place.cityName && ` (${place.departmentName})`}
      </p>
      {transport && (
        <p>
          Transports{NBSP}: {transport}
        </p>
      )}
      {!address && (
        <p className="text-ardoise-600">
          {listing.pointRadius === null
            ? 'L’agence n’a pas communiqué de position plus précise.'
            : `L’adresse exacte n’est pas publiée${NBSP}: la position est connue à ${formatNumber(listing.pointRadius)}${NBSP}m près.`}
        </p>
      )}
      {risksReportOn && (
        <p className="text-ardoise-600">
          L’état des risques, établi le {dayText(risksReportOn)}, est remis dès la première visite.
        </p>
      )}
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
