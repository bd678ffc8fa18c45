import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { formatCount } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import { applyFeedCall, type Import, undoFeedCall } from '../diagnosis.ts';

type Act = 'apply' | 'undo';

/** What may be done with an import as it stands; what takes listings away or back asks once more. */
export function ImportActs({ own }: { own: Import }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Act | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { state, counts, applicable, undoable } = own;
  const leaving = counts?.leaving || (counts?.withdrawn ?? 0);
  if (!applicable && !undoable) return null;

  async function act(which: Act, confirmed = false) {
    setBusy(which);
    setTrouble(null);
    try {
      const params = { id: String(own.id) };
      const { data } =
        which === 'apply'
          ? await callApi(applyFeedCall, { params, body: { confirmed } }, { quiet: true })
          : await callApi(undoFeedCall, { params }, { quiet: true });
      if (data.import.id === own.id) await revalidate();
      else await navigate(`?envoi=${data.import.id}`);
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        {applicable && state === 'compared' && (
          <Button busy={busy === 'apply'} onClick={() => void act('apply')}>
            Appliquer ce fichier
          </Button>
        )}
        {applicable && state === 'held' && (
          <Confirm
            trigger={
              <Button variant="destructive" busy={busy === 'apply'}>
                Confirmer le retrait…
              </Button>
            }
            title={`Retirer ${formatCount(leaving, 'annonce', 'annonces')} du site\u00a0?`}
            description="Elles quittent le site aussitôt. Qui les suivait en est prévenu. Annuler l’import les rendra telles qu’elles sont."
            no="Ne rien retirer"
            yes="Retirer et appliquer"
            onYes={() => void act('apply', true)}
          />
        )}
        {undoable && (
          <Confirm
            trigger={
              <Button variant="secondary" busy={busy === 'undo'}>
                Annuler cet import…
              </Button>
            }
            title="Revenir à l’état d’avant cet import ?"
            description="Faits, prix, photos et statuts redeviennent exactement ce qu’ils étaient. Les imports appliqués depuis sont annulés aussi. Les annonces que vous avez mises en pause ou vendues entre-temps le restent. Personne n’est prévenu."
            no="Garder cet import"
            yes="Annuler l’import"
            onYes={() => void act('undo')}
          />
        )}
        {applicable && state !== 'compared' && state !== 'held' && (
          <Button variant="quiet" busy={busy === 'apply'} onClick={() => void act('apply')}>
            Comparer ce fichier à nouveau
          </Button>
        )}
      </div>
      {trouble && (
        <Notice tone="error" live title="Rien n’a changé">
          {trouble}
        </Notice>
      )}
    </div>
  );
}
