import type { ReactNode } from 'react';
import { data, Form } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import { textOf } from '../../../contract/form-text.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { alertToConfirm, confirmAlert, resendConfirmation } from '../consent/rules.server.ts';
import { AlertPreview } from '../parts/alert-preview.tsx';
import { AlertSummary } from '../parts/alert-summary.tsx';
import type { Preview } from '../preview/contract.ts';
import { previewOf } from '../preview/rules.server.ts';
import type { Route } from './+types/confirm.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Confirmer une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails confirm nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const found = await alertToConfirm(db, token);
  const mailboxPath = env.mailboxPath;
  if (!found) return data({ state: 'unknown' as const, mailboxPath }, { status: token ? 404 : 200 });
  const preview = found.state === 'already' ? await previewOf(db, found.alert.criteria) : null;
  return data({ ...found, token, preview, mailboxPath });
}

/** Works without JavaScript (interface.md, fine points 17). */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env } = services(context);
  const form = await request.formData();
  const token = textOf(form, 'token');
  try {
    if (textOf(form, 'intent') === 'resend') {
      await resendConfirmation({ db, env }, token);
      return data({ done: 'resent' as const });
    }
    const { alert } = await confirmAlert(db, token);
    return data({ done: 'confirmed' as const, alert, preview: await previewOf(db, alert.criteria) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ done: 'refused' as const, message: error.message }, { status: error.spec.status });
  }
}

export default function ConfirmAlert({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.done === 'confirmed')
    return <Confirmed alert={actionData.alert} preview={actionData.preview} />;
  if (actionData?.done === 'resent') {
    return (
      <Frame title="Vérifiez votre boîte aux lettres">
        <p className="text-lead" aria-live="polite">
          Un nouveau lien part vers la même adresse. Trois au plus sont envoyés par jour.
        </p>
        {loaderData.mailboxPath && (
          <ButtonLink to={loaderData.mailboxPath} variant="secondary">
            Boîte aux lettres de démonstration
          </ButtonLink>
        )}
      </Frame>
    );
  }
  if (loaderData.state === 'unknown') {
    return (
      <Frame title="Ce lien n’est pas valable">
        <p>
          Vérifiez qu’il est complet, ou <TextLink to={paths.newAlert()}>créez une nouvelle alerte</TextLink>.
        </p>
      </Frame>
    );
  }
  const { state, alert, inviter, token, preview } = loaderData;
  if (state === 'already') return <Confirmed alert={alert} preview={preview} again />;
  if (state === 'stopped') {
    return (
      <Frame title="Cette alerte a été arrêtée">
        <AlertSummary alert={alert} />
        <ButtonLink to={paths.newAlert()}>Créer une nouvelle alerte</ButtonLink>
      </Frame>
    );
  }
  const expired = state === 'expired' || actionData?.done === 'refused';
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
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value={expired ? 'resend' : 'confirm'} />
        <Button type="submit" variant={expired ? 'primary' : 'beam'} size="lg">
          {expired ? 'Envoyer un nouveau lien' : inviter === null ? 'Confirmer mon alerte' : 'Accepter'}
        </Button>
      </Form>
    </Frame>
  );
}

type Alert = Parameters<typeof AlertSummary>[0]['alert'];

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

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[40rem] space-y-6 px-4 py-12 sm:py-16">
      <h1 className="text-h1">{title}</h1>
      {children}
    </div>
  );
}
