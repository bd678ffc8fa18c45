import { lazy, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { loginPathFor, paths } from '#contract/paths.ts';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import type { ListingView } from '#rooms/listings/reading.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import type { HomeView } from '../offers.ts';

const ApartDialog = lazy(() => import('./apart-dialog.tsx'));

interface HomeOffersProps {
  listing: ListingView;
  home: HomeView;
  available: boolean;
  signedIn: boolean;
}

/** Every agency that shows this home, each price in the form of the law; what tells that two are not one. */
export function HomeOffers({ listing, home, available, signedIn }: HomeOffersProps) {
  const [asked, setAsked] = useState<{ id: number; agency: string; from: HTMLElement } | null>(null);
  const close = () => {
    const from = asked?.from;
    setAsked(null);
    // Once the dialog has let go of it.
    setTimeout(() => from?.focus(), 50);
  };
  const { others, former, apart } = home;
  const all = [
    ...(available ? [{ listing, since: listing.publishedAt ?? home.firstSeenAt, own: true }] : []),
    ...others.map((offer) => ({ ...offer, own: false })),
  ].toSorted((a, b) => a.listing.price - b.listing.price);
  const lowest = all[0]?.listing.price;
  const cheaper = all.length > 1 && all.at(-1)?.listing.price !== lowest;
  return (
    <div className="max-w-measure space-y-4">
      {others.length > 0 && (
        <>
          <p className="text-ardoise-700">
            {available
              ? `Le même bien est proposé par ${others.length + 1} annonces.`
              : 'Ce bien est encore proposé.'}{' '}
            Mêmes lieu, surface et pièces, photos ou diagnostic{NBSP}: Vigie les a réunies.
          </p>
          <ul className="divide-y divide-ardoise-200 rounded-card border border-ardoise-200 bg-blanc">
            {all.map(({ listing: each, since, own }) => (
              <li key={each.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 p-4">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-bold">{each.agency.name}</p>
                  <p className="text-small text-ardoise-600">
                    Référence {each.reference}, en ligne depuis le {formatDate(new Date(since))}
                  </p>
                  <p className="mt-1.5 flex flex-wrap items-center gap-2">
                    {own && <Badge tone="teal">Cette annonce</Badge>}
                    {cheaper && each.price === lowest && <Badge tone="green">La moins chère</Badge>}
                  </p>
                  {!own && (
                    <p className="mt-1 flex flex-wrap items-center gap-x-5" data-print="none">
                      <TextLink
                        to={paths.listing({ propertyId: each.id })}
                        className="inline-flex min-h-11 items-center"
                      >
                        Voir cette annonce
                        <span className="sr-only"> de {each.agency.name}</span>
                      </TextLink>
                      <NotTheSame
                        signedIn={signedIn}
                        listingId={listing.id}
                        agency={each.agency.name}
                        onAsk={(from) => setAsked({ id: each.id, agency: each.agency.name, from })}
                      />
                    </p>
                  )}
                </div>
                <div className="basis-52">
                  <PriceBlock listing={each} variant="card" />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {apart.map((one) => (
        <Apart key={one.listingId} listingId={listing.id} other={one} />
      ))}
      {former.length > 0 && (
        <ul className="space-y-1 text-small text-ardoise-600">
          {former.map(({ listingId, agency, price, since, until }) => (
            <li key={listingId}>
              Déjà paru chez {agency}, du {formatDate(new Date(since))} au {formatDate(new Date(until))},
              dernier prix {formatPrice(price)}
              {listing.transaction === 2 && '/mois'}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Suspense fallback={null}>
          <ApartDialog listingId={listing.id} other={asked.id} agency={asked.agency} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

interface NotTheSameProps {
  signedIn: boolean;
  listingId: number;
  agency: string;
  /** From this button. */
  onAsk: (from: HTMLElement) => void;
}

/** For a person with an account: what it says is said to everyone, so somebody says it. */
function NotTheSame({ signedIn, listingId, agency, onAsk }: NotTheSameProps) {
  const look =
    'inline-flex min-h-11 items-center rounded-chip text-small text-ardoise-700 underline underline-offset-4 hover:text-encre';
  if (!signedIn) {
    return (
      <a
        href={loginPathFor('individual', `${paths.listing({ propertyId: listingId })}#agences`)}
        className={look}
        rel="nofollow"
      >
        Pas le même bien{NBSP}? Connectez-vous pour le dire
      </a>
    );
  }
  return (
    <button
      type="button"
      className={`${look} noscript:hidden`}
      onClick={(event) => onAsk(event.currentTarget)}
    >
      Ce n’est pas le même bien
      <span className="sr-only">, annonce de {agency}</span>
    </button>
  );
}

/** What this reader took apart, and the way back. */
function Apart({ listingId, other }: { listingId: number; other: HomeView['apart'][number] }) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const takeBack = async () => {
    setState('busy');
    try {
      const [{ callApi }, { joinAgainCall }] = await Promise.all([
        import('#browser/api.ts'),
        import('../same-home.ts'),
      ]);
      await callApi(joinAgainCall, { params: { id: String(listingId), other: String(other.listingId) } });
      await revalidate();
    } catch {
      setState('failed');
    }
  };
  return (
    <div data-print="none">
      <Notice
        tone={state === 'failed' ? 'error' : 'info'}
        live={state === 'failed'}
        actions={
          <Button
            size="sm"
            variant="secondary"
            className="noscript:hidden"
            busy={state === 'busy'}
            onClick={() => void takeBack()}
          >
            Annuler
          </Button>
        }
      >
        {state === 'failed'
          ? 'Rien n’a changé : réessayez dans un instant.'
          : `Vous avez dit que l’annonce de ${other.agency} montre un autre bien. Les deux sont séparées.`}
      </Notice>
    </div>
  );
}
