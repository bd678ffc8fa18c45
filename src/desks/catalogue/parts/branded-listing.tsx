import { ListingPage, type ListingPageView } from '#desks/showcase/parts/listing-view.tsx';
import type { OwnerView } from '../contract.ts';
import { AgencyBand } from './agency-band.tsx';
import { OwnerPanel } from './owner-panel.tsx';

/** A listing as its page shows it, under the name of the agency and with its others. */
export function BrandedListing({ page, owner }: { page: ListingPageView; owner: OwnerView | null }) {
  const { agency } = page.listing;
  return (
    <ListingPage
      page={page}
      answered={null}
      above={
        <>
          <AgencyBand agency={agency} />
          {owner && (
            <OwnerPanel owner={owner} ownerReference={agency.ownerReference} available={page.available} />
          )}
        </>
      }
      otherTitle="Autres annonces de l’agence"
    />
  );
}
