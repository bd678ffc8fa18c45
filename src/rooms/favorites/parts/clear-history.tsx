import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { clearViewedCall } from '../marks.ts';
import { useMarks } from './marks.tsx';

/** « Effacer l’historique »: asked once more, for nothing brings it back. */
export function ClearHistory({ count }: { count: number }) {
  const ready = useMarks() !== null;
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const clear = async () => {
    setBusy(true);
    try {
      await callApi(clearViewedCall, {});
      await revalidate();
      toast({ title: 'Historique effacé' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Rien n’a été effacé', description: error.message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  if (!ready) return <span className="inline-block h-11" />;
  return (
    <Confirm
      title="Effacer l’historique ?"
      description={`${formatCount(count, 'annonce vue sera oubliée', 'annonces vues seront oubliées')}. Vos favoris restent.`}
      trigger={
        <Button variant="secondary" busy={busy}>
          Effacer l’historique
        </Button>
      }
      no="Garder"
      yes="Effacer"
      onYes={() => void clear()}
    />
  );
}
