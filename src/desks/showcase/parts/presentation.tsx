import { paths } from '#contract/paths.ts';
import { LifeAnnuity } from '#rooms/listings/parts/life-annuity.tsx';
import { ProgrammeFacts, ProgrammeUnits } from '#rooms/listings/parts/programme-block.tsx';
import type { ListingView } from '#rooms/listings/reading.ts';
import type { UnitOrder } from '#rooms/listings/units.ts';
import { Description } from './description.tsx';
import { Section } from './section.tsx';

/** What the agency says of the property: its text, the programme with its homes, the life annuity. */
export function Presentation({ listing, order }: { listing: ListingView; order: UnitOrder }) {
  const { units, lifeAnnuity } = listing;
  const path = paths.listing({ propertyId: listing.id });
  return (
    <>
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
    </>
  );
}
