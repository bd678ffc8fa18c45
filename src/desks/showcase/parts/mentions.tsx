import { BadgeCheck } from 'lucide-react';
import { formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { formatPhone } from '#contract/phone.ts';
import { PrintButton } from '#rooms/listings/parts/print-button.tsx';
import type { ListingView } from '#rooms/listings/reading.ts';
import { Badge } from '#ui/badge.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import { departureOf } from '../contract.ts';
import { daysSince, type HomeView } from '../offers.ts';

export function Unavailable({ listing, others }: { listing: ListingView; others: number }) {
  const left = listing.withdrawnAt && formatDate(new Date(listing.withdrawnAt));
  return (
    <div className="mt-4">
      <Notice tone="warning" title="Cette annonce n’est plus disponible">
        {left && `${departureOf(listing.status)} le ${left}. `}
        {others > 0 ? (
          <>
            Mais ce bien est encore proposé <a href="#agences">par une autre annonce</a>.{' '}
          </>
        ) : null}
        Les informations ci-dessous sont gardées pour mémoire.
      </Notice>
    </div>
  );
}

export function Mentions({
  listing,
  home,
  now,
  available,
  url,
}: {
  listing: ListingView;
  home: HomeView | null;
  now: string;
  available: boolean;
  /** Of the page: on paper there is nothing else to find it by. */
  url: string;
}) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-ardoise-600">
      {listing.isNew && <Badge tone="teal">Neuf</Badge>}
      {listing.lifeAnnuity && <Badge>Viager</Badge>}
      {listing.exclusive && <Badge>Exclusivité</Badge>}
      {listing.status === 'under_offer' && <Badge tone="amber">Sous offre</Badge>}
      <OnTheMarket listing={listing} home={home} now={now} />
      {available && listing.confirmedAt && (
        <span>
          Disponibilité confirmée <Time at={listing.confirmedAt} format="ago" now={now} />
        </span>
      )}
      <PrintButton />
      <span className="hidden print:inline">{contactOf(listing)}</span>
      <span className="hidden print:inline">{url}</span>
    </div>
  );
}

/** Since when one could buy or rent it: a listing published again does not make it new. */
function OnTheMarket({ listing, home, now }: { listing: ListingView; home: HomeView | null; now: string }) {
  const first = home?.firstSeenAt ?? listing.publishedAt;
  if (!first) return null;
  const days = listing.withdrawnAt ? null : daysSince(first, now);
  return (
    <span>
      Sur le marché depuis le <Time at={first} />
      {days && ` (${days})`}
      {home && home.returns > 0 && ', remis en ligne'}
    </span>
  );
}

/** On paper: whom to call, and about what. */
function contactOf({ agency, reference }: ListingView): string {
  return [agency.name, agency.phone && formatPhone(agency.phone), `référence ${reference}`]
    .filter(Boolean)
    .join(' · ');
}

/** Said in public as the engine says it to the agency: what the law asks of this listing is all there. */
export function Completeness() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ardoise-600">
      <span className="inline-flex items-center gap-1.5 font-medium text-vert-700">
        <BadgeCheck aria-hidden="true" className="size-5" />
        Annonce complète
      </span>
      <span>
        Tout ce que la loi demande d’indiquer y est.{' '}
        <TextLink to={paths.ranking()}>Ce que nous vérifions</TextLink>
      </span>
    </p>
  );
}
