import { Scale, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatCount } from '../../../contract/fmt.ts';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { COMPARED_MIN, comparePath } from '../contract.ts';
import { compared } from './compared.tsx';

/** The listings chosen so far, at the foot of the window; nothing while there is none. */
export function CompareTray({ aboveBar = false }: { aboveBar?: boolean }) {
  const ids = useSyncExternalStore(compared.subscribe, compared.get, compared.onServer);
  if (ids.length === 0) return null;
  const enough = ids.length >= COMPARED_MIN;
  return (
    <aside
      aria-label="Annonces à comparer"
      data-print="none"
      className={`fixed inset-x-0 z-30 mx-auto flex w-max max-w-[calc(100vw-2rem)] items-center gap-2 rounded-full border border-ardoise-200 bg-blanc py-1.5 pr-1.5 pl-4 shadow-popover ${
        aboveBar ? 'bottom-24 lg:bottom-5' : 'bottom-5'
      }`}
    >
      <Scale aria-hidden="true" className="size-5 shrink-0 text-ardoise-600" />
      <p aria-live="polite" className="text-small">
        {enough
          ? `${formatCount(ids.length, 'annonce', 'annonces')} à comparer`
          : 'Une annonce choisie, encore une'}
      </p>
      {enough && (
        <ButtonLink to={comparePath(ids)} size="sm" className="min-h-11! rounded-full!">
          Comparer
        </ButtonLink>
      )}
      <IconButton
        label="Vider la comparaison"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={() => compared.clear()}
        className="rounded-full!"
      />
    </aside>
  );
}
