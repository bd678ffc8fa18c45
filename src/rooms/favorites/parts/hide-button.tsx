import { EyeOff } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { openedMarks } from './marks.tsx';

/** Loaded with the account: most visitors have none. */
export default function Hide({ listingId }: { listingId: number }) {
  const press = async () => (await openedMarks()).hide(listingId, { quiet: true });
  return (
    <IconButton
      onClick={() => void press().catch(() => {})}
      icon={<EyeOff aria-hidden="true" className="size-5" />}
      floating
      label="Ne plus voir"
    />
  );
}
