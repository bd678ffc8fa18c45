import { paths } from '#contract/paths.ts';
import { MarkedCard } from '#rooms/favorites/parts/marked-card.tsx';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { TextLink } from '#ui/link.tsx';

/** Other listings: those like this one, unless a title says what they have in common. */
export function Similar({
  listings,
  title,
  now,
}: {
  listings: readonly ListingCard[];
  title: string | undefined;
  /** ISO. */
  now: string;
}) {
  return (
    <section aria-labelledby="semblables" className="mt-16" data-print="none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="semblables" className="text-h2">
          {title ?? 'Annonces semblables'}
        </h2>
        {!title && (
          <p className="text-small">
            <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
          </p>
        )}
      </div>
      <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {listings.map((card) => (
          <li key={card.id} className="asleep:unseen-124">
            <MarkedCard listing={card} now={now} shape="tile" />
          </li>
        ))}
      </ul>
    </section>
  );
}
