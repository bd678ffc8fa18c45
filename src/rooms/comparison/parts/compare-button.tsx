import { Scale } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../../browser/toasts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { COMPARED_MAX, comparePath } from '../contract.ts';
import { compared } from './compared.tsx';

const never = () => () => {};

/** Puts a listing beside others, in this browser; nothing without JavaScript. */
export function CompareButton({ listingId, wide = false }: { listingId: number; wide?: boolean }) {
  const navigate = useNavigate();
  const live = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const ids = useSyncExternalStore(compared.subscribe, compared.get, compared.onServer);
  if (!live) return wide ? <span aria-hidden="true" className="inline-block h-11 w-36" /> : null;
  const chosen = ids.includes(listingId);
  const press = () => {
    if (chosen) return compared.remove(listingId);
    if (compared.add(listingId)) return;
    toast({
      title: `${COMPARED_MAX} annonces au plus`,
      description: 'Retirez-en une de la comparaison pour ajouter celle-ci.',
      action: { label: 'Comparer', onSelect: () => void navigate(comparePath(compared.get())) },
    });
  };
  const icon = <Scale aria-hidden="true" className={`size-5 ${chosen ? 'text-phare-700' : ''}`} />;
  return wide ? (
    <Button variant="secondary" aria-pressed={chosen} onClick={press} icon={icon}>
      {chosen ? 'À comparer' : 'Comparer'}
    </Button>
  ) : (
    <IconButton
      floating
      aria-pressed={chosen}
      onClick={press}
      icon={icon}
      label={chosen ? 'Ne plus comparer' : 'Comparer cette annonce'}
    />
  );
}
