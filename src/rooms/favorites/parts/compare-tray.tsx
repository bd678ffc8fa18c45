import { Scale, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatCount } from '#contract/fmt.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { COMPARED_MAX, COMPARED_MIN, comparePath } from '../comparison.ts';
import { compared } from './compared.tsx';

/** What already stands at the foot of a small window: nothing, a bar, or a bar and the way to the map. */
const places = {
  nothing: 'bottom-5',
  bar: 'bottom-24 lg:bottom-5',
  map: 'bottom-35 lg:bottom-5',
} as const;

function said(count: number): string {
  if (count < COMPARED_MIN) return 'Un bien choisi, encore un';
  const words = `${formatCount(count, 'bien', 'biens')} à comparer`;
  return count === COMPARED_MAX ? `${words}, au plus` : words;
}

/** The listings chosen so far, at the foot of the window; nothing while there is none. */
export function CompareTray({ above = 'nothing' }: { above?: keyof typeof places }) {
  const ids = useSyncExternalStore(compared.subscribe, compared.get, compared.onServer);
  if (ids.length === 0) return null;
  return (
    <aside
      aria-label="Biens à comparer"
      data-print="none"
      className={`fixed inset-x-0 z-30 mx-auto flex w-max max-w-[calc(100vw-2rem)] items-center gap-2 rounded-full border border-ardoise-200 bg-blanc py-1.5 pr-1.5 pl-4 shadow-popover ${places[above]}`}
    >
      <Scale aria-hidden="true" className="size-5 shrink-0 text-ardoise-600" />
      <p aria-live="polite" className="text-small">
        {said(ids.length)}
      </p>
      {ids.length >= COMPARED_MIN && (
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
