import { Heart } from 'lucide-react';
import { lazy, type MouseEvent, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { loginPathFor, paths } from '#contract/paths.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { EitherLabel } from '#ui/either-label.tsx';
import { MARK_FIELD } from '../mark-form.ts';
import { type MarkProps, openedMarks, useMarks } from './marks.tsx';

/** The heart. Without an account the listing is kept in this browser, until the next login. */
export function FavoriteButton({ listingId, wide = false, marked = false }: MarkProps) {
  const navigate = useNavigate();
  const marks = useMarks();
  const kept = marks?.known ? marks.kept.has(listingId) : marked || Boolean(marks?.kept.has(listingId));
  const label = kept ? 'Ne plus garder' : 'Garder cette annonce';
  const signIn = () => {
    const { pathname, search } = window.location;
    void navigate(loginPathFor('individual', pathname + search));
  };
  const press = async () => {
    const store = await openedMarks();
    if (kept) store.unkeep(listingId);
    else store.keep(listingId, signIn);
  };
  const shared = {
    'aria-pressed': kept,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      void press().catch(() => {});
    },
    icon: (
      <Heart
        aria-hidden="true"
        className={`size-5 transition ${kept ? 'fill-phare-700 text-phare-700' : ''}`}
      />
    ),
  };
  if (!wide) return <IconButton {...shared} floating label={label} className="noscript:hidden" />;
  return (
    // Without JavaScript the page of the listing does it, for a person with an account.
    <form method="post" action={paths.listing({ propertyId: listingId })}>
      <Button
        {...shared}
        type="submit"
        name={MARK_FIELD}
        value={kept ? 'oublier' : 'garder'}
        variant="secondary"
        aria-label={kept ? 'Gardée, ne plus garder' : label}
        className="max-sm:px-3"
      >
        <EitherLabel first="Garder" second="Gardée" shows={kept} />
      </Button>
    </form>
  );
}

const Hide = lazy(() => import('./hide-button.tsx'));

/** « Ne plus voir », for those who are signed in: their searches leave the listing out. */
export function HideButton({ listingId }: { listingId: number }) {
  if (!useMarks()?.signedIn) return null;
  return (
    <Suspense fallback={null}>
      <Hide listingId={listingId} />
    </Suspense>
  );
}
