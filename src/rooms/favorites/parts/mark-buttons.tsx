import { EyeOff, Heart } from 'lucide-react';
import { useNavigate } from 'react-router';
import { loginPathFor } from '../../../contract/paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { openedMarks, useMarks } from './marks.tsx';

interface MarkProps {
  listingId: number;
  /** With its words beside the icon, where there is room. */
  wide?: boolean;
  /** What the page knows already, until this browser knows better. */
  marked?: boolean;
}

const icon = 'size-5 transition';
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
    icon: <Heart aria-hidden="true" className={`${icon} ${kept ? 'fill-phare-700 text-phare-700' : ''}`} />,
  };
  return wide ? (
    <Button {...shared} variant="secondary" aria-label={label}>
      {kept ? 'Ne plus garder' : 'Garder'}
    </Button>
  ) : (
    <IconButton {...shared} floating label={label} />
  );
}

/** « Ne plus voir », for those who are signed in: their searches leave the listing out. */
export function HideButton({ listingId, wide = false }: MarkProps) {
  const marks = useMarks();
  if (!marks?.signedIn) return null;
  const hidden = marks.hidden.has(listingId);
  const press = async () => {
    const store = await openedMarks();
    if (hidden) store.showAgain(listingId);
    else store.hide(listingId, { quiet: !wide });
  };
  const shared = {
    onClick: () => void press().catch(() => {}),
    icon: <EyeOff aria-hidden="true" className={icon} />,
  };
  return wide ? (
    <Button {...shared} variant="secondary" aria-pressed={hidden} aria-label="Ne plus voir cette annonce">
      {hidden ? 'Masquée' : 'Ne plus voir'}
    </Button>
  ) : (
    <IconButton {...shared} floating label="Ne plus voir" />
  );
}
