import { Heart } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { loginPathFor } from '../../../contract/paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { type MarkProps, openedMarks, useMarks } from './marks.tsx';

/** Keeps the place of a button that only JavaScript can bring to life. */
const Waiting = () => <span aria-hidden="true" className="inline-block h-11 w-32" />;

/** The heart. Without an account the listing is kept in this browser, until the next login. */
export function FavoriteButton({ listingId, wide = false, marked = false }: MarkProps) {
  const navigate = useNavigate();
  const marks = useMarks();
  if (!marks) return wide ? <Waiting /> : null;
  const kept = marks.known ? marks.kept.has(listingId) : marked || marks.kept.has(listingId);
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
    onClick: () => void press().catch(() => {}),
    icon: (
      <Heart
        aria-hidden="true"
        className={`size-5 transition ${kept ? 'fill-phare-700 text-phare-700' : ''}`}
      />
    ),
  };
  return wide ? (
    <Button {...shared} variant="secondary" aria-label={label}>
      {kept ? 'Ne plus garder' : 'Garder'}
    </Button>
  ) : (
    <IconButton {...shared} floating label={label} />
  );
}

const Hide = lazy(() => import('./hide-button.tsx'));

/** « Ne plus voir », for those who are signed in: their searches leave the listing out. */
export function HideButton(props: MarkProps) {
  if (!useMarks()?.signedIn) return null;
  return (
    <Suspense fallback={null}>
      <Hide {...props} />
    </Suspense>
  );
}
