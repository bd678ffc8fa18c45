import type { ReactNode } from 'react';
import { formatAgo } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Flag } from '#ui/flag.tsx';
import { Link, stretched, TextLink } from '#ui/link.tsx';
import { flagOf } from '../flag.ts';
import { excessiveText } from '../price-lines.ts';
import {
  type ListingCard as Listing,
  mainFacts,
  secondaryFacts,
  sharedWords,
  whereabouts,
} from '../reading.ts';
import { againstMedian, againstMedianWords } from '../worth.ts';
import { ClassChip } from './energy-block.tsx';
import { ListingPhoto } from './listing-photo.tsx';
import { PriceBlock } from './price-block.tsx';

interface ListingCardProps {
  listing: Listing;
  /** Its own page, unless said. */
  to?: string;
  /** ISO 8601, from the loader: the server and the browser must say the same. */
  now: string;
  /** Among the first in sight: its picture is fetched at once. */
  eager?: boolean;
  heading?: 'h2' | 'h3';
  /** `row`: picture on the left from 640 px. `tile`: picture above, for narrow columns. */
  shape?: 'row' | 'tile';
  /** Under the facts: « Étage non précisé », reasons of an alert… */
  note?: ReactNode;
  /** Round buttons in the card's corner, the main one first; siblings of the link, never inside. */
  actions?: ReactNode;
  /** Facing the agency, at the foot: « Comparer ». Sibling of the link, never inside. */
  beside?: ReactNode;
}

/** A listing in a list. One link covers the card; a home that several agencies show has another one, to them. */
export function ListingCard({
  listing,
  to = paths.listing({ propertyId: listing.id }),
  now,
  eager = false,
  heading: Heading = 'h3',
  shape = 'row',
  note,
  actions,
  beside,
}: ListingCardProps) {
  const flag = flagOf(listing, new Date(now));
  const secondary = secondaryFacts(listing);
  const row = shape === 'row';
  return (
    <Card
      as="article"
      clickable
      padding="none"
      className={`grid h-full overflow-hidden ${row ? 'sm:grid-cols-[16rem_minmax(0,1fr)]' : 'grid-rows-[auto_1fr]'}`}
    >
      <div className="relative">
        <ListingPhoto
          photo={listing.photo}
          propertyType={listing.propertyType}
          photoCount={listing.photoCount}
          alt=""
          eager={eager}
          sizes={
            row
              ? '(min-width: 40rem) 16rem, 100vw'
              : '(min-width: 64rem) 20rem, (min-width: 40rem) 50vw, 100vw'
          }
          {...(row ? { className: 'sm:h-full' } : {})}
        />
        {flag === 'new' && listing.publishedAt && (
          <span className="absolute top-3 left-0">
            <Flag>Nouveau · {formatAgo(new Date(listing.publishedAt), new Date(now))}</Flag>
          </span>
        )}
      </div>
      <div className={`flex flex-col gap-1 p-4 ${actions && row ? 'sm:pr-16' : ''}`}>
        <PriceBlock listing={listing} variant="card" moved={flag === 'priceDrop'} />
        <AgainstMedian listing={listing} />
        <Heading className="mt-1 font-text text-body font-medium tracking-normal">
          <Link to={to} className={`rounded-chip ${stretched}`}>
            {mainFacts(listing).join(' · ')}
            <span className="sr-only">, {whereabouts(listing)}</span>
          </Link>
        </Heading>
        <p className="text-ardoise-600">{whereabouts(listing)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ardoise-600">
          <ClassChip listing={listing} />
          {secondary.length > 0 && <span>{secondary.join(', ')}</span>}
        </p>
        <ExcessiveEnergy listing={listing} />
        <CardBadges listing={listing} />
        {note && <div className="text-small text-ardoise-600">{note}</div>}
        <SharedBy listing={listing} />
        <div
          className={`flex items-center justify-between gap-x-3 pt-1 ${listing.shared ? '' : 'mt-auto'} ${actions && row ? 'sm:-mr-12' : ''}`}
        >
          <p className="min-w-0 text-caption text-ardoise-500">{listing.agency.name}</p>
          {beside}
        </div>
      </div>
      {actions && (
        <div
          className={`absolute top-2 right-2 z-1 flex flex-row-reverse gap-1.5 ${row ? 'sm:flex-col' : ''}`}
          data-print="none"
        >
          {actions}
        </div>
      )}
    </Card>
  );
}

/** What the price is worth here, at a glance; the listing's page says how it is reckoned. */
function AgainstMedian({ listing }: { listing: Listing }) {
  const percent = againstMedian(listing);
  return percent === null ? null : (
    <p className="figures text-small text-ardoise-600" data-median>
      {againstMedianWords(percent)}
    </p>
  );
}

/** The sentence that classes F and G must carry wherever they are offered (domain.md R16), at body size. */
function ExcessiveEnergy({ listing }: { listing: Listing }) {
  const excessive = excessiveText(listing);
  return excessive && <p data-mention="excessiveEnergy">{excessive}</p>;
}

/** One card for a home: who else shows it is one press away. */
function SharedBy({ listing }: { listing: Listing }) {
  const words = sharedWords(listing);
  return words === null ? null : (
    <p className="mt-auto pt-1">
      <TextLink
        to={`${paths.listing({ propertyId: listing.id })}#agences`}
        className="figures relative z-1 inline-flex min-h-11 items-center text-small"
      >
        {words}
      </TextLink>
    </p>
  );
}

function CardBadges({ listing }: { listing: Listing }) {
  if (!listing.isNew && !listing.lifeAnnuity && listing.status !== 'under_offer') return null;
  return (
    <p className="flex flex-wrap gap-2">
      {listing.isNew && <Badge tone="teal">Neuf</Badge>}
      {listing.lifeAnnuity && <Badge>Viager</Badge>}
      {listing.status === 'under_offer' && <Badge tone="amber">Sous offre</Badge>}
    </p>
  );
}
