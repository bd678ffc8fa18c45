import { type ComponentProps, lazy, type ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import type { User } from '#rooms/accounts/contract.ts';
import type { OwnMarks } from '#rooms/favorites/marks.ts';
import { CompareTray } from '#rooms/favorites/parts/compare-tray.tsx';
import { ViewRecorder } from '#rooms/favorites/parts/view-recorder.tsx';
import { ContactBar, WriteButton } from '#rooms/leads/parts/contact-links.tsx';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { flagOf } from '#rooms/listings/flag.ts';
import { headingOf } from '#rooms/listings/heading.ts';
import { AgencyCard } from '#rooms/listings/parts/agency-card.tsx';
import { EnergyBlock } from '#rooms/listings/parts/energy-block.tsx';
import { Gallery } from '#rooms/listings/parts/gallery.tsx';
import { LegalSection } from '#rooms/listings/parts/legal-section.tsx';
import { Characteristics, KeyFacts } from '#rooms/listings/parts/listing-facts.tsx';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import { type ListingCard, type ListingView, whereabouts } from '#rooms/listings/reading.ts';
import type { UnitOrder } from '#rooms/listings/units.ts';
import { ReportLink } from '#rooms/reports/parts/report-link.tsx';
import { REPORT_WORD } from '#rooms/reports/words.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Card } from '#ui/card.tsx';
import { PaperCode } from '#ui/paper-code.tsx';
import type { AroundView } from '../around.ts';
import { crumbsOf, safeAddress } from '../contract.ts';
import type { CostView } from '../monthly-cost.ts';
import type { HomeView } from '../offers.ts';
import { Actions } from './actions.tsx';
import { AlsoHere } from './also-here.tsx';
import { Contact } from './contact.tsx';
import { HomeOffers } from './home-offers.tsx';
import { Completeness, Mentions, Unavailable } from './mentions.tsx';
import { COST_SECTION, MonthlyCost } from './monthly-cost.tsx';
import { Presentation } from './presentation.tsx';
import { PriceHistory } from './price-history.tsx';
import { Section } from './section.tsx';
import { Similar } from './similar.tsx';
import { WatchOffer } from './watch-offer.tsx';
import { Whereabouts } from './whereabouts.tsx';
import { Worth, type WorthView } from './worth.tsx';

// Without a boundary around it the page waits for it: what comes later needs JavaScript to be shown.
const ReportSection = lazy(() => import('#rooms/reports/parts/report-section.tsx'));
const ScamWarning = lazy(() => import('#rooms/listings/parts/scam-warning.tsx'));

export interface ListingPageView {
  readonly listing: ListingView;
  readonly available: boolean;
  readonly similar: readonly ListingCard[];
  readonly home: HomeView | null;
  readonly around: AroundView | null;
  readonly cost: CostView | null;
  readonly worth: WorthView;
  /** Of the homes of a programme. */
  readonly order: UnitOrder;
  readonly person: User | null;
  /** What this person did with it; null without account. */
  readonly own: OwnMarks | null;
  /** « Répond en 2 heures. » */
  readonly answers: string | null;
  /** What stands in place of the contact form while administrators keep it closed. */
  readonly closed: string | null;
  /** A report being written without JavaScript. */
  readonly reporting: string | null;
  /** The page's address, for paper. */
  readonly paper: PaperCode;
  readonly now: string;
  readonly origin: string;
}

type Answered = Pick<ComponentProps<typeof ReportSection>, 'answer'>['answer'];

interface ListingPageProps {
  page: ListingPageView;
  answered: Answered;
  /** In the place of the way here. */
  above?: ReactNode;
  /** What the listings at its foot have in common, unless they are like it. */
  otherTitle?: string;
}

/** All that one listing has to say. */
export function ListingPage({ page, answered, above, otherTitle }: ListingPageProps) {
  const { listing, available, similar, home, around, cost, worth, order, now } = page;
  const { person, own, answers, closed, reporting, paper, origin } = page;
  const name = headingOf(listing);
  const path = paths.listing({ propertyId: listing.id });
  const reporter = {
    name: person ? `${person.firstName} ${person.lastName}` : '',
    email: person?.email ?? '',
  };
  const offered = home && (home.others.length > 0 || home.apart.length > 0 || home.former.length > 0);
  return (
    <div className="page py-6">
      {above ?? <Breadcrumb crumbs={crumbsOf(listing)} />}
      <ViewRecorder listingId={listing.id} />
      {!available && <Unavailable listing={listing} others={home?.others.length ?? 0} />}
      {available && listing.doubts.length > 0 && (
        <div className="mt-4">
          <ScamWarning doubts={listing.doubts} />
        </div>
      )}
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
      {/* The title, its price, what one does with it; then the contact follows the reader beside all the rest. A price that is
          taller than what is on its left takes the third line, so that nothing there is pushed apart. */}
      <div
        data-print="columns"
        className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_minmax(min-content,0.01fr)_minmax(min-content,1fr)] lg:gap-y-4"
      >
        <div className="min-w-0">
          <PaperCode code={paper} />
          <h1 className="text-h1">{name}</h1>
          <p className="mt-2 text-lead text-ardoise-600">{whereabouts(listing)}</p>
        </div>
        <Card
          as="section"
          aria-label="Prix"
          className="self-start lg:col-start-2 lg:self-stretch lg:row-span-3 lg:row-start-1"
        >
          {!available && <p className="text-small text-ardoise-600">Dernier prix demandé</p>}
          <PriceBlock
            listing={listing}
            variant="page"
            moved={flagOf({ ...listing, publishedAt: null }, new Date(now)) === 'priceDrop'}
          />
          <AlsoHere listing={listing} home={home} cost={cost} />
        </Card>
        <div className="min-w-0 lg:row-start-2">
          <Actions listing={listing} available={available} own={own} url={`${origin}${path}`} title={name} />
          <Mentions listing={listing} home={home} now={now} available={available} url={`${origin}${path}`} />
          {available && listing.complete && <Completeness />}
        </div>
        <div className="min-w-0 space-y-12 lg:row-span-2 lg:row-start-3 lg:mt-2" data-print="sections">
          <KeyFacts listing={listing} />
          <Presentation listing={listing} order={order} />
          {offered && (
            <div data-print="none">
              <Section
                id="agences"
                title={home.others.length > 0 ? 'Ce bien, toutes agences' : 'Ce bien, avant'}
              >
                <HomeOffers listing={listing} home={home} available={available} signedIn={person !== null} />
              </Section>
            </div>
          )}
          {cost && <CostSection listing={listing} cost={cost} order={order} />}
          <Worth listing={listing} worth={worth} />
          {listing.units === null && (
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
          {available && <Contact listing={listing} person={person} answers={answers} closed={closed} />}
          {(reporting || answered) && (
            <ReportSection
              action={`${path}?${REPORT_WORD}=oui`}
              reporter={reporter}
              submission={answered?.submission ?? reporting ?? ''}
              answer={answered}
            />
          )}
          {!reporting && <ReportLink listingId={listing.id} reporter={reporter} />}
        </div>
        <aside className="lg:col-start-2 lg:row-start-4" data-print="none">
          <div className="space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
            <AgencyCard listing={listing} reachable={available} write={<WriteButton />} answers={answers} />
            <WatchOffer listing={listing} available={available} />
          </div>
        </aside>
      </div>
      {similar.length > 0 && <Similar listings={similar} title={otherTitle} now={now} />}
      <CompareTray above={available ? 'bar' : 'nothing'} />
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

function CostSection({ listing, cost, order }: { listing: ListingView; cost: CostView; order: UnitOrder }) {
  return (
    // On the two sheets of a programme, its homes take the room.
    <div data-print={listing.units ? 'none' : undefined}>
      <Section
        id={COST_SECTION}
        title={cost.rental ? 'Ce qu’il coûte vraiment chaque mois' : 'Le vrai coût par mois'}
      >
        <MonthlyCost
          key={listing.id}
          cost={cost}
          listingId={listing.id}
          kept={order === 'disponibilite' ? [] : [['lots', order]]}
        />
      </Section>
    </div>
  );
}
