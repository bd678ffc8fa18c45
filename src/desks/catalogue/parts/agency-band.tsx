import { ArrowRight } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { AgencyLogo } from '#rooms/agencies/parts/agency-logo.tsx';
import type { ListingView } from '#rooms/listings/reading.ts';
import { townLine } from '#rooms/places/contract.ts';
import { TextLink } from '#ui/link.tsx';

/** The head of a page under the name of an agency: who it is, and the way to its other listings. */
export function AgencyBand({ agency }: { agency: ListingView['agency'] }) {
  const where = [agency.address, townLine(agency)].filter(Boolean).join(', ');
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-ardoise-200 pb-4">
      <div className="flex min-w-0 items-center gap-4">
        <AgencyLogo agency={agency} />
        <div className="min-w-0">
          <p className="text-h4 font-bold wrap-anywhere">{agency.name}</p>
          {where && <p className="text-small text-ardoise-600">{where}</p>}
        </div>
      </div>
      <TextLink to={paths.agencyCatalogue(agency)} className="inline-flex min-h-11 items-center gap-1.5">
        Toutes ses annonces
        <ArrowRight aria-hidden="true" className="size-4.5" />
      </TextLink>
    </header>
  );
}
