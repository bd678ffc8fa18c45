import { lazy } from 'react';
import { data } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { clock } from '../../../platform/clock.server.ts';
import { services } from '../../../platform/context.server.ts';
import { Breadcrumb, type Crumb } from '../../../ui/breadcrumb.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { breadcrumbData, pageMeta } from '../../../ui/page-meta.ts';
import { userOf } from '../../accounts/rules.server.ts';
import { CompareTray } from '../../comparison/parts/compare-tray.tsx';
import { MarkedCard } from '../../favorites/parts/marked-card.tsx';
import { ViewRecorder } from '../../favorites/parts/view-recorder.tsx';
import { ContactBar, WriteButton } from '../../leads/parts/contact-links.tsx';
import { answerTimeOf } from '../../leads/rules.server.ts';
import { propertyTypes, RENTAL } from '../../listings/contract.ts';
import { priceLines, priceSentence, showsRentControl } from '../../listings/legal/contract.ts';
import { AgencyCard } from '../../listings/parts/agency-card.tsx';
import { EnergyBlock } from '../../listings/parts/energy-block.tsx';
import { Gallery } from '../../listings/parts/gallery.tsx';
import { LegalSection } from '../../listings/parts/legal-section.tsx';
import { LifeAnnuity } from '../../listings/parts/life-annuity.tsx';
import { Characteristics, KeyFacts } from '../../listings/parts/listing-facts.tsx';
import { PriceBlock } from '../../listings/parts/price-block.tsx';
import { ProgrammeFacts, ProgrammeUnits } from '../../listings/parts/programme-block.tsx';
import { RentControl } from '../../listings/parts/rent-control.tsx';
import { photoPath } from '../../listings/photos/contract.ts';
import { flagOf, type ListingView, mainFacts, whereabouts } from '../../listings/reading/contract.ts';
import { headingOf, structuredData, summaryOf } from '../../listings/reading/heading/contract.ts';
import { readUnitOrder, unitsInOrder } from '../../listings/reading/units/contract.ts';
import { publicListing } from '../../listings/rules.server.ts';
import { atPlace } from '../../places/contract.ts';
import { ReportLink } from '../../reports/parts/report-link.tsx';
import { REPORT_WORD } from '../../reports/words/contract.ts';
import { aroundOf } from '../around/rules.server.ts';
import { safeAddress } from '../contract.ts';
import { costOf, readCostWords } from '../cost/contract.ts';
import { homeOf } from '../home/rules.server.ts';
import { Actions } from '../parts/actions.tsx';
import { AlsoHere } from '../parts/also-here.tsx';
import { Contact } from '../parts/contact.tsx';
import { Description } from '../parts/description.tsx';
import { HomeOffers } from '../parts/home-offers.tsx';
import { Completeness, Mentions, Unavailable } from '../parts/mentions.tsx';
import { COST_SECTION, MonthlyCost } from '../parts/monthly-cost.tsx';
import { PriceHistory } from '../parts/price-history.tsx';
import { RentVerdict } from '../parts/rent-verdict.tsx';
import { Section } from '../parts/section.tsx';
import { SoldPrices } from '../parts/sold-here.tsx';
import { WatchOffer } from '../parts/watch-offer.tsx';
import { Whereabouts } from '../parts/whereabouts.tsx';
import { answerReport, newSubmission } from '../reporting/rules.server.ts';
import { worthOf } from '../rules.server.ts';
import { alikeListings } from '../similar/rules.server.ts';
import type { Route } from './+types/listing.ts';

// Without a boundary around it the page waits for it: what comes later needs JavaScript to be shown.
const ReportSection = lazy(() => import('../../reports/parts/report-section.tsx'));

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, readDb, env, actor } = services(context);
  const now = clock.now();
  try {
    const { listing, available } = await publicListing(readDb, params.propertyId, now);
    const [similar, home, around, worth, person, answers] = await Promise.all([
      alikeListings(readDb, listing.id),
      homeOf(readDb, listing.id, actor),
      aroundOf(readDb, listing),
      worthOf(readDb, listing, now),
      actor.kind === 'user' ? userOf(db, actor.userId) : null,
      available ? answerTimeOf(readDb, listing.agency.ownerReference) : null,
    ]);
    const order = readUnitOrder(url.searchParams.get('lots'));
    const units = listing.units && unitsInOrder(listing.units, order);
    return data(
      {
        listing: { ...listing, units },
        available,
        similar,
        home,
        around,
        cost: available ? costOf(listing, readCostWords(url.searchParams), now) : null,
        worth,
        order,
        person,
        answers,
        reporting: url.searchParams.has(REPORT_WORD) ? newSubmission() : null,
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

/** Only the report without JavaScript comes here: with it, the dialog makes the call. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, env, actor, ip } = services(context);
  const { status, answer } = await answerReport({ db, env }, params.propertyId, await request.formData(), {
    actor,
    ip,
  });
  return data(answer, { status });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Annonce introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  const { listing, available, origin } = loaderData;
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
    picture,
    data: available
      ? [
          breadcrumbData(crumbsOf(listing), origin, path),
          structuredData(listing, `${origin}${path}`, picture, description),
        ]
      : [],
  });
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

export default function ListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, available, similar, home, around, cost, worth, order, now } = loaderData;
  const { person, answers, reporting, origin } = loaderData;
  const name = headingOf(listing);
  const { units, lifeAnnuity } = listing;
  const path = paths.listing({ propertyId: listing.id });
  const reporter = {
    name: person ? `${person.firstName} ${person.lastName}` : '',
    email: person?.email ?? '',
  };
  const offered = home && (home.others.length > 0 || home.apart.length > 0 || home.former.length > 0);
  return (
    <div className="page py-6">
      <Breadcrumb crumbs={crumbsOf(listing)} />
      <ViewRecorder listingId={listing.id} />
      {!available && <Unavailable listing={listing} others={home?.others.length ?? 0} />}
      <div className="mt-4" data-print="picture">
        <Gallery
          photos={listing.photos}
          photoCount={listing.photoCount}
          propertyType={listing.propertyType}
          name={name}
          visitUrl={safeAddress(listing.visitUrl)}
          videoUrl={safeAddress(listing.videoUrl)}
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
          <Actions listing={listing} available={available} url={`${origin}${path}`} title={name} />
          <Mentions listing={listing} home={home} now={now} available={available} />
          {available && listing.complete && <Completeness />}
        </div>
        <Card
          as="section"
          aria-label="Prix"
          className="self-start lg:col-start-2 lg:self-stretch lg:row-span-2 lg:row-start-1"
        >
          <PriceBlock
            listing={listing}
            variant="page"
            moved={flagOf({ ...listing, publishedAt: null }, new Date(now)) === 'priceDrop'}
          />
          <AlsoHere listing={listing} home={home} cost={cost} />
        </Card>
        <div className="min-w-0 space-y-12 lg:row-span-2 lg:row-start-2" data-print="sections">
          <KeyFacts listing={listing} />
          {listing.description && (
            <Section id="description" title={listing.title}>
              <Description text={listing.description} />
            </Section>
          )}
          {listing.propertyType === 'programme' && (
            <Section id="programme" title="Le programme">
              <ProgrammeFacts listing={listing} />
            </Section>
          )}
          {units && units.length > 0 && (
            <Section id="lots" title="Les lots">
              <ProgrammeUnits units={units} order={order} hrefFor={(lots) => `${path}?lots=${lots}`} />
            </Section>
          )}
          {lifeAnnuity && (
            <Section id="viager" title="La vente en viager">
              <LifeAnnuity listing={listing} />
            </Section>
          )}
          {offered && (
            <Section
              id="agences"
              title={home.others.length > 0 ? 'Ce bien, toutes agences' : 'Ce bien, avant'}
            >
              <HomeOffers listing={listing} home={home} available={available} signedIn={person !== null} />
            </Section>
          )}
          {cost && (
            <Section
              id={COST_SECTION}
              title={cost.rental ? 'Ce qu’il coûte vraiment chaque mois' : 'Le vrai coût par mois'}
            >
              <MonthlyCost
                cost={cost}
                listingId={listing.id}
                kept={order === 'disponibilite' ? [] : [['lots', order]]}
              />
            </Section>
          )}
          {worth.sold && (
            <Section id="ventes" title="Le prix face aux ventes signées">
              <SoldPrices
                listing={listing}
                sold={worth.sold}
                where={listing.place ? atPlace(listing.place) : ''}
              />
            </Section>
          )}
          {(worth.rent || (showsRentControl(listing) && listing.baseRent !== null)) && (
            <Section id="encadrement" title="Encadrement des loyers">
              <div className="space-y-6">
                {worth.rent && <RentVerdict answer={worth.rent} />}
                {showsRentControl(listing) && <RentControl listing={listing} />}
              </div>
            </Section>
          )}
          {units === null && (
            <Section id="caracteristiques" title="Caractéristiques">
              <Characteristics listing={listing} />
            </Section>
          )}
          <Energy listing={listing} />
          <Section id="lieu" title="Situation">
            <Whereabouts listing={listing} around={around} />
          </Section>
          <PriceHistory listing={listing} home={home} now={now} />
          <Section id="informations-legales" title="Informations légales">
            <LegalSection listing={listing} />
          </Section>
          {available && <Contact listing={listing} person={person} answers={answers} />}
          {(reporting || actionData) && (
            <ReportSection
              action={`${path}?${REPORT_WORD}=oui`}
              reporter={reporter}
              submission={actionData?.submission ?? reporting ?? ''}
              answer={actionData ?? null}
            />
          )}
          {!reporting && <ReportLink listingId={listing.id} reporter={reporter} />}
        </div>
        <aside className="lg:col-start-2 lg:row-start-3" data-print="none">
          <div className="space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
            <AgencyCard listing={listing} reachable={available} write={<WriteButton />} answers={answers} />
            {isBuilt('newAlert') && <WatchOffer listing={listing} available={available} />}
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
                <MarkedCard listing={card} now={now} shape="tile" />
              </li>
            ))}
          </ul>
        </section>
      )}
      <CompareTray aboveBar={available} />
      {available && <ContactBar phone={listing.agency.phone} />}
    </div>
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
