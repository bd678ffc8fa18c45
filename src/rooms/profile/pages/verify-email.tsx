import { CircleCheck } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { ApiError } from '../../../browser/read-error.ts';
import { expireSessionCheck } from '../../../browser/session.ts';
import { textOf } from '../../../contract/form-text.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { resendVerificationCall, verifyEmailCall } from '../../accounts/contract.ts';
import { changeLinkState, undoLinkState } from '../../accounts/email-change/rules.server.ts';
import { linkState } from '../../accounts/links/rules.server.ts';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { isProven } from '../../accounts/rules.server.ts';
import { confirmEmailCall, undoEmailCall } from '../contract.ts';
import { ConfirmChange, UndoChange } from '../parts/address-change.tsx';
import type { Route } from './+types/verify-email.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Confirmer mon adresse – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails confirm nothing (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token') ?? '';
  const [change, undo] = [words.get('changement'), words.get('annulation')];
  return {
    change: change === null ? null : { token: change, ...(await changeLinkState(db, change)) },
    undo: undo === null ? null : { token: undo, ...(await undoLinkState(db, undo)) },
    token,
    state: token ? await linkState(db, token, 'verify') : null,
    account: actor.kind === 'user' ? { email: actor.email, proven: await isProven(db, actor.userId) } : null,
    mailboxPath: env.production || env.SMTP_URL ? null : '/dev/mails',
  };
}

type Done =
  | { done: 'verified' | 'resent' }
  | { done: 'changed'; state: 'changed' | 'already' }
  | { done: 'undone'; state: 'cancelled' | 'already' | 'restored' }
  | { done: 'refused'; message: string };

export async function clientAction({ request }: Route.ClientActionArgs): Promise<Done> {
  const form = await request.formData();
  try {
    if (textOf(form, 'intent') === 'resend') {
      await callApi(resendVerificationCall, {});
      return { done: 'resent' };
    }
    if (textOf(form, 'intent') === 'change') {
      const { data } = await callApi(confirmEmailCall, { body: { token: textOf(form, 'token') } });
      expireSessionCheck();
      return { done: 'changed', state: data.state };
    }
    if (textOf(form, 'intent') === 'undo') {
      const { data } = await callApi(undoEmailCall, { body: { token: textOf(form, 'token') } });
      expireSessionCheck();
      return { done: 'undone', state: data.state };
    }
    await callApi(verifyEmailCall, { body: { token: textOf(form, 'token') } });
    return { done: 'verified' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { done: 'refused', message: error.message };
  }
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const { token, state, account, mailboxPath, change, undo } = loaderData;
  const refused = actionData?.done === 'refused' ? actionData.message : null;
  if (change) {
    const done = actionData?.done === 'changed';
    return (
      <ConfirmChange {...change} done={done} refused={refused} busy={busy} signedIn={account !== null} />
    );
  }
  if (undo) {
    const done = actionData?.done === 'undone' ? actionData.state : null;
    return <UndoChange {...undo} done={done} refused={refused} busy={busy} />;
  }
  const refusal = actionData?.done === 'refused' && (
    <div className="mt-6">
      <Notice tone="error" live>
        {actionData.message}
      </Notice>
    </div>
  );
  if (actionData?.done === 'verified' || account?.proven || (state === 'used' && !account)) {
    return (
      <AccountFrame title="Votre adresse est confirmée">
        <p className="mt-6 flex gap-3 text-lead" aria-live="polite">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-vert-700" />
          Vos alertes y partiront sans autre formalité.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {account ? (
            <ButtonLink to={paths.dashboard()}>Voir mes alertes</ButtonLink>
          ) : (
            <ButtonLink to={paths.login()}>Se connecter</ButtonLink>
          )}
          <ButtonLink to={paths.newAlert()} variant="secondary">
            Créer une alerte
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (state === 'waiting') {
    return (
      <AccountFrame
        title="Confirmer mon adresse"
        lead="Un clic, et vos alertes y partiront sans autre formalité."
        needsScript
      >
        {refusal}
        <Form method="post" className="mt-8">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" busy={busy}>
            Confirmer mon adresse
          </Button>
        </Form>
      </AccountFrame>
    );
  }
  if (!account) {
    return (
      <AccountFrame
        title={token ? 'Ce lien n’est plus valable' : 'Confirmer mon adresse'}
        lead="Connectez-vous : un nouveau lien partira vers l’adresse de votre compte."
      >
        <div className="mt-8">
          <ButtonLink to={`${paths.login()}?${new URLSearchParams({ redirect: paths.verifyEmail() })}`}>
            Se connecter
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={token ? 'Ce lien n’est plus valable' : 'Confirmer mon adresse'}
      lead={
        <>
          Un lien peut partir vers <strong className="wrap-anywhere">{account.email}</strong>. Il est valable
          un jour.
        </>
      }
      needsScript
    >
      {refusal}
      {actionData?.done === 'resent' ? (
        <div className="mt-8 space-y-6">
          <Notice tone="success" live>
            Le lien est parti. Trois au plus sont envoyés par jour.
          </Notice>
          {mailboxPath && (
            <ButtonLink to={mailboxPath} variant="secondary">
              Boîte aux lettres de démonstration
            </ButtonLink>
          )}
        </div>
      ) : (
        <Form method="post" className="mt-8">
          <input type="hidden" name="intent" value="resend" />
          <Button type="submit" size="lg" busy={busy}>
            Envoyer le lien
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
