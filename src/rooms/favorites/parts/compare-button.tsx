import { Scale } from 'lucide-react';
import { type MouseEvent, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#browser/toasts.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { EitherLabel } from '#ui/either-label.tsx';
import { COMPARED_FIELD, COMPARED_MAX, comparePath } from '../comparison.ts';
import { compared } from './compared.tsx';

/** Longer than what only confirms. */
const SAID_MS = 10_000;

function useCompared(listingId: number) {
  const navigate = useNavigate();
  const ids = useSyncExternalStore(compared.subscribe, compared.get, compared.onServer);
  const chosen = ids.includes(listingId);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    if (chosen) return compared.remove(listingId);
    const added = compared.add(listingId);
    const action = { label: 'Comparer', onSelect: () => void navigate(comparePath(compared.get())) };
    if (added === 'full')
      toast({
        title: `${COMPARED_MAX} biens au plus`,
        description: 'Retirez-en un de la comparaison pour ajouter celui-ci.',
        action,
      });
    // Said with the first one only.
    if (added === 'of this page' && compared.get().length === 1)
      toast({
        title: 'Ce navigateur ne retient pas votre comparaison',
        description:
          'Elle se vide si vous rechargez la page. Pour la garder, ouvrez-la\u00a0: son adresse contient vos biens. Ou autorisez les données de ce site dans les réglages du navigateur.',
        duration: SAID_MS,
        action,
      });
  };
  return { chosen, press };
}

const label = (chosen: boolean) => <EitherLabel first="Comparer" second="À comparer" shows={chosen} />;

/** Puts a listing beside others, in this browser. Without JavaScript it opens the comparison with this one, where others are added. */
export function CompareButton({ listingId }: { listingId: number }) {
  const { chosen, press } = useCompared(listingId);
  return (
    <form action={paths.compare()} method="get">
      <input type="hidden" name={COMPARED_FIELD} value={listingId} />
      <Button
        type="submit"
        variant="secondary"
        aria-pressed={chosen}
        onClick={press}
        className="max-sm:px-3"
        icon={<Scale aria-hidden="true" className={`size-5 ${chosen ? 'text-phare-700' : ''}`} />}
      >
        {label(chosen)}
      </Button>
    </form>
  );
}

/** The same at the foot of a card; without JavaScript the listing's page has it. */
export function CompareToggle({ listingId }: { listingId: number }) {
  const { chosen, press } = useCompared(listingId);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={press}
      data-print="none"
      className={`relative z-1 -my-2.5 inline-flex min-h-11 shrink-0 items-center rounded-chip text-small font-medium text-phare-700 underline-offset-4 hover:underline noscript:hidden ${chosen ? 'underline' : ''}`}
    >
      {label(chosen)}
    </button>
  );
}
