import { CircleCheck } from 'lucide-react';
import { data, Form, useNavigation } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { failureOf, refusedBy } from '../../../browser/checked-form.ts';
import { expireSessionCheck } from '../../../browser/session.ts';
import { textOf } from '../../../contract/form-text.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { privatePage, secretAddress } from '../../../ui/page-meta.ts';
import { resendVerificationCall, verifyEmailCall } from '../../accounts/contract.ts';
import { changeLinkState, undoLinkState } from '../../accounts/email-change/rules.server.ts';
import { linkState } from '../../accounts/links/rules.server.ts';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { isProven } from '../../accounts/rules.server.ts';
import { confirmEmailCall, undoEmailCall } from '../contract.ts';
import { ConfirmChange, UndoChange } from '../parts/address-change.tsx';
import type { Route } from './+types/verify-email.ts';

export const meta: Route.MetaFunction = () => privatePage('Confirmer mon adresse – Vigie');

export const headers: Route.HeadersFunction = secretAddress;

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
    mailboxPath: env.mailboxPath,
  };
}

type Done =
  | { done: 'verified' | 'resent' }
  | { done: 'changed'; state: 'changed' | 'already' }
  | { done: 'undone'; state: 'cancelled' | 'already' | 'restored' }
  | { done: 'refused'; failure: string };

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  try {
    return await use(textOf(form, 'intent'), textOf(form, 'token'));
  } catch (error) {
    const { failure, fields = {} } = refusedBy(failureOf(error));
    // With this status no loader is asked again: without a network that would replace the page.
    return data<Done>(
      { done: 'refused', failure: failure ?? Object.values(fields)[0] ?? '' },
      { status: 422 },
    );
  }
}

async function use(intent: string, token: string): Promise<Done> {
  if (intent === 'resend') {
    await callApi(resendVerificationCall, {});
    return { done: 'resent' };
  }
  if (intent === 'change' || intent === 'undo') {
    const body = { token };
    const done: Done =
      intent === 'change'
        ? { done: 'changed', state: (await callApi(confirmEmailCall, { body })).data.state }
        : { done: 'undone', state: (await callApi(undoEmailCall, { body })).data.state };
    expireSessionCheck();
    return done;
  }
  await callApi(verifyEmailCall, { body: { token } });
  return { done: 'verified' };
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const { token, state, account, mailboxPath, change, undo } = loaderData;
  const refused = actionData?.done === 'refused' ? actionData.failure : null;
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
        {actionData.failure}
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
