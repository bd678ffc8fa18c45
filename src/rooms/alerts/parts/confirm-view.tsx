import type { ComponentProps } from 'react';
import { PostForm } from '#browser/post-form.tsx';
import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Preview } from '../asking/preview.ts';
import { AlertPreview } from './alert-preview.tsx';
import { AlertSummary } from './alert-summary.tsx';
import { Frame } from './stop-link.tsx';

type Alert = ComponentProps<typeof AlertSummary>['alert'];

interface ConfirmViewProps {
  found:
    | { state: 'unknown'; mailboxPath: string | null }
    | {
        state: 'waiting' | 'expired' | 'already' | 'stopped';
        alert: Alert;
        /** Who asks to search together with it; null: nobody. */
        inviter: string | null;
        token: string;
        preview: Preview | null;
        mailboxPath: string | null;
      };
  /** Outcome of the button, if it was pressed. */
  answer:
    | { done: 'resent' }
    | { done: 'confirmed'; alert: Alert; preview: Preview | null }
    | { done: 'refused' }
    | undefined;
}

/** The whole of the page that the link mailed for an alert opens. */
export function ConfirmView({ found, answer }: ConfirmViewProps) {
  if (answer?.done === 'confirmed') return <Confirmed alert={answer.alert} preview={answer.preview} />;
  if (answer?.done === 'resent') {
    return (
      <Frame title="Vérifiez votre boîte aux lettres">
        <p className="text-lead" aria-live="polite">
          Un nouveau lien part vers la même adresse. Trois au plus sont envoyés par jour.
        </p>
        {found.mailboxPath && (
          <ButtonLink to={found.mailboxPath} variant="secondary">
            Boîte aux lettres de démonstration
          </ButtonLink>
        )}
      </Frame>
    );
  }
  if (found.state === 'unknown') {
    return (
      <Frame title="Ce lien n’est pas valable">
        <p>
          Vérifiez qu’il est complet, ou <TextLink to={paths.newAlert()}>créez une nouvelle alerte</TextLink>.
        </p>
      </Frame>
    );
  }
  const { state, alert, inviter, token, preview } = found;
  if (state === 'already') return <Confirmed alert={alert} preview={preview} again />;
  if (state === 'stopped') {
    return (
      <Frame title="Cette alerte a été arrêtée">
        <AlertSummary alert={alert} />
        <ButtonLink to={paths.newAlert()}>Créer une nouvelle alerte</ButtonLink>
      </Frame>
    );
  }
  const expired = state === 'expired' || answer?.done === 'refused';
  return (
    <Frame
      title={expired ? 'Ce lien a expiré' : inviter === null ? 'Confirmer cette alerte' : 'Chercher à deux ?'}
    >
      {inviter !== null && (
        <p className="text-lead">
          <strong>{inviter}</strong> vous propose de chercher avec cette alerte, qui sera la vôtre. Chacun
          verra ce que l’autre retient et écarte, et ce qui est hors de ses critères.
        </p>
      )}
      <AlertSummary alert={alert} />
      {expired ? (
        <p>Demandez-en un nouveau : il part vers la même adresse.</p>
      ) : (
        <p>
          Vous recevrez le premier courriel dès qu’une annonce correspond. Vous pourrez arrêter en un clic.
        </p>
      )}
      {/* Without JavaScript it is a plain form; with it, the page stays where it is. */}
      <PostForm>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value={expired ? 'resend' : 'confirm'} />
        <Button type="submit" variant={expired ? 'primary' : 'beam'} size="lg">
          {expired ? 'Envoyer un nouveau lien' : inviter === null ? 'Confirmer mon alerte' : 'Accepter'}
        </Button>
      </PostForm>
    </Frame>
  );
}

function Confirmed({
  alert,
  preview,
  again = false,
}: {
  alert: Alert;
  preview: Preview | null;
  again?: boolean;
}) {
  return (
    <Frame title={again ? 'Cette alerte est déjà confirmée' : 'Votre alerte veille'}>
      <Notice tone="success" live={!again}>
        Le premier courriel partira dès qu’une annonce correspond.
      </Notice>
      <AlertSummary alert={alert} />
      {preview && <AlertPreview preview={preview} frequency={alert.frequency} advises={false} />}
      <div className="flex flex-wrap gap-3">
        {alert.resultsPath && <ButtonLink to={alert.resultsPath}>Voir les annonces d’aujourd’hui</ButtonLink>}
        <ButtonLink to={paths.newAlert()} variant="secondary">
          Créer une autre alerte
        </ButtonLink>
      </div>
    </Frame>
  );
}
