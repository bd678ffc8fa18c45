import { type ComponentProps, lazy, Suspense } from 'react';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import { CompareToggle } from './compare-button.tsx';
import { FavoriteButton, HideButton } from './mark-buttons.tsx';
import { useMarks } from './marks.tsx';

const HiddenCard = lazy(() => import('./hidden-card.tsx'));

/** A listing in a list, with its heart, « Ne plus voir » and « Comparer »; once hidden, a line that says so and undoes it. */
export function MarkedCard(props: ComponentProps<typeof ListingCard>) {
  const { id } = props.listing;
  const card = (
    <ListingCard
      {...props}
      actions={
        <>
          <FavoriteButton listingId={id} />
          <HideButton listingId={id} />
        </>
      }
      beside={<CompareToggle listingId={id} />}
    />
  );
  if (!useMarks()?.hidden.has(id)) return card;
  return (
    <Suspense fallback={card}>
      <HiddenCard listing={props.listing} />
    </Suspense>
  );
}
