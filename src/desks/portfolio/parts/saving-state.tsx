import { Check, CloudOff } from 'lucide-react';
import { loginPathFor } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Saving } from './use-draft.tsx';

/** Whether what is typed is kept, and where. */
export function SavingState({
  saving,
  automatic,
  unsaved,
}: {
  saving: Saving;
  automatic: boolean;
  unsaved: boolean;
}) {
  return (
    <output className="inline-flex items-center gap-1.5">
      {saving.state === 'offline' ? (
        <>
          <CloudOff aria-hidden="true" className="size-4 text-ambre-700" />
          Hors connexion, vos changements sont gardés ici
        </>
      ) : saving.state === 'saving' ? (
        'Enregistrement…'
      ) : saving.state === 'refused' ? (
        'Pas enregistré'
      ) : unsaved ? (
        automatic ? (
          'Enregistrement dans un instant'
        ) : (
          'Changements à enregistrer'
        )
      ) : (
        <>
          <Check aria-hidden="true" className="size-4 text-vert-700" />
          Tout est enregistré
        </>
      )}
    </output>
  );
}

/** Why nothing is written, and the way on. */
export function SavingRefused({ saving }: { saving: Extract<Saving, { state: 'refused' }> }) {
  const { status, code, message } = saving.failure;
  return (
    <Notice
      tone="error"
      live
      title="Rien n’est enregistré"
      actions={
        code === 'LISTING_CHANGED' ? (
          <Button size="sm" onClick={() => window.location.reload()}>
            Recharger l’annonce
          </Button>
        ) : status === 401 ? (
          <ButtonLink
            size="sm"
            to={loginPathFor('agency', `${window.location.pathname}${window.location.search}`)}
          >
            Se connecter
          </ButtonLink>
        ) : undefined
      }
    >
      {message} Vos changements restent sur cet appareil.
    </Notice>
  );
}
