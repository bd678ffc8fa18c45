import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { type ListingCard, mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { mailsAWeek, PREVIEW_DAYS, type Preview } from '../asking/preview.ts';
import type { Frequency } from '../asking/rhythm.ts';
import { ExampleMap } from './example-map.tsx';

const MANY_A_WEEK = 50;

/** What the alert would have found, and would bring. No place yet: what to do first. */
export function AlertPreview({
  preview,
  frequency,
  state = 'said',
  advises = true,
}: {
  preview: Preview | null;
  frequency: Frequency;
  state?: 'said' | 'asking' | 'failed';
  /** Beside the form: a criterion to loosen is one press away. */
  advises?: boolean;
}) {
  const title = useId();
  return (
    <Card as="section" aria-labelledby={title} className="space-y-4">
      <h2 id={title} className="text-body font-bold">
        Ces {PREVIEW_DAYS} derniers jours
      </h2>
      {preview === null ? (
        <p className="text-ardoise-600">Choisissez un lieu pour voir ce que l’alerte aurait trouvé.</p>
      ) : (
        <div
          aria-busy={state === 'asking'}
          className={`space-y-4 transition-opacity duration-200 ${state === 'asking' ? 'opacity-60' : ''}`}
        >
          <Counts preview={preview} frequency={frequency} />
          {state === 'failed' && (
            <p aria-live="polite" className="text-small text-ardoise-600">
              Ces chiffres datent d’avant votre dernière modification : le réseau ne répond pas.
            </p>
          )}
          {advises && preview.looser && <Looser looser={preview.looser} frequency={frequency} />}
          {preview.examples.length > 0 && (
            <>
              {preview.sketch && (
                <ExampleMap
                  sketch={preview.sketch}
                  numberOf={(id) => 1 + preview.examples.findIndex((listing) => listing.id === id)}
                />
              )}
              <ol
                aria-label="Les dernières annonces"
                className="divide-y divide-ardoise-200 border-t border-ardoise-200"
              >
                {preview.examples.map((listing, index) => (
                  <li key={listing.id}>
                    <Example listing={listing} number={preview.sketch ? index + 1 : null} />
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

function Counts({ preview, frequency }: { preview: Preview; frequency: Frequency }) {
  const { recent, online, looser } = preview;
  const none = recent.yes + recent.maybe === 0;
  return (
    <div aria-live="polite">
      <p>
        <span className="title figures block text-h2">
          {none ? 'Aucune annonce' : formatCount(recent.yes, 'annonce', 'annonces')}
        </span>
        {recent.maybe > 0 && (
          <span className="figures text-ardoise-600">
            + {formatCount(recent.maybe, 'peut-être', 'peut-être')}
          </span>
        )}
      </p>
      {none ? (
        <p className="mt-1 text-ardoise-600">
          {looser
            ? 'Rien n’a paru avec tous ces critères. '
            : 'Rien n’a paru, même avec un critère plus souple. '}
          Vous serez le premier prévenu.
        </p>
      ) : (
        <>
          <p className="mt-1 text-small text-ardoise-600">
            Parues et encore en ligne.
            {online.yes > recent.yes && (
              <span className="figures">
                {' '}
                En comptant les plus anciennes{NBSP}: {formatNumber(online.yes)}.
              </span>
            )}
          </p>
          <Weekly weekly={preview.weekly} frequency={frequency} />
        </>
      )}
    </div>
  );
}

function Weekly({ weekly, frequency }: { weekly: number | null; frequency: Frequency }) {
  if (weekly === null) {
    return (
      <p className="mt-2 text-small text-ardoise-600">
        Trop tôt pour dire combien par semaine : nous observons ces annonces depuis moins de {PREVIEW_DAYS}{' '}
        jours.
      </p>
    );
  }
  const mails = mailsAWeek(weekly, frequency);
  return (
    <p className="figures mt-2 text-small text-encre">
      {mails === 0
        ? 'Moins d’un courriel par semaine'
        : `Environ ${formatCount(mails, 'courriel', 'courriels')} par semaine`}
      {frequency === 'immediate' && weekly > MANY_A_WEEK
        ? '. C’est beaucoup : un critère de plus, ou un courriel par jour.'
        : ', sans compter les baisses de prix.'}
    </p>
  );
}

function Looser({
  looser: { text, was, gain, query },
  frequency,
}: {
  looser: NonNullable<Preview['looser']>;
  frequency: Frequency;
}) {
  return (
    <p className="flex gap-3 rounded-card bg-phare-100 p-3 text-small">
      <SlidersHorizontal aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-phare-700" />
      <span>
        <strong className="figures">+{formatCount(gain, 'annonce', 'annonces')}</strong>{' '}
        {text === null ? 'sans ' : 'avec '}
        <span className="figures">
          «{NBSP}
          {text ?? was}
          {NBSP}»
        </span>
        . C’est le critère qui change le plus.{' '}
        <TextLink
          to={`?${query}${frequency === 'immediate' ? '' : `&frequence=${frequency}`}`}
          preventScrollReset
        >
          Essayer
        </TextLink>
      </span>
    </p>
  );
}

/** `number`: of its pin; null when there is no map. */
function Example({ listing, number }: { listing: ListingCard; number: number | null }) {
  return (
    <Link
      to={paths.listing({ propertyId: listing.id })}
      className="group grid grid-cols-[5rem_minmax(0,1fr)] gap-3 py-3 text-small no-underline"
    >
      <ListingPhoto
        photo={listing.photo}
        propertyType={listing.propertyType}
        photoCount={listing.photoCount}
        alt=""
        sizes="5rem"
        className="self-start overflow-hidden rounded-chip"
      />
      <span className="min-w-0">
        <span className="figures block font-bold text-encre">
          {number !== null && (
            <span
              aria-hidden="true"
              className="mr-2 inline-grid size-5 place-items-center rounded-full bg-phare-700 text-caption text-blanc"
            >
              {number}
            </span>
          )}
          {priceSentence(priceLines(listing))}
        </span>
        <span className="block text-ardoise-700 group-hover:underline">{mainFacts(listing).join(' · ')}</span>
        <span className="block truncate text-ardoise-600">{whereabouts(listing)}</span>
      </span>
    </Link>
  );
}
