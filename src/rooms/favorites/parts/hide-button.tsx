import { EyeOff } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { type MarkProps, openedMarks, useMarks } from './marks.tsx';

/** Loaded with the account: most visitors have none. */
export default function Hide({ listingId, wide = false }: MarkProps) {
  const hidden = Boolean(useMarks()?.hidden.has(listingId));
  const press = async () => {
    const store = await openedMarks();
    if (hidden) store.showAgain(listingId);
    else store.hide(listingId, { quiet: !wide });
  };
  const shared = {
    onClick: () => void press().catch(() => {}),
    icon: <EyeOff aria-hidden="true" className="size-5" />,
  };
  return wide ? (
    <Button {...shared} variant="secondary" aria-pressed={hidden} aria-label="Ne plus voir cette annonce">
      {hidden ? 'Masquée' : 'Ne plus voir'}
    </Button>
  ) : (
    <IconButton {...shared} floating label="Ne plus voir" />
  );
}
