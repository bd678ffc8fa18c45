import { CircleCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { callApi } from '#browser/api.ts';
import { failureOf, type Refused, refusedBy } from '#browser/checked-form.ts';
import { PostForm } from '#browser/post-form.tsx';
import { expireSessionCheck } from '#browser/session.ts';
import { toast } from '#browser/toasts.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { resendVerificationCall, verifyEmailCall } from '#rooms/accounts/contract.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { sendNewPassword } from '#rooms/accounts/parts/forgotten-password.tsx';
import { NewPassword } from '#rooms/accounts/parts/new-password.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { confirmEmailCall, undoEmailCall } from '../contract.ts';
import { ConfirmChange, UndoChange } from './address-change.tsx';

type Done =
  | { done: 'verified' | 'resent' }
  | { done: 'changed'; state: 'changed' | 'already' }
  | { done: 'undone'; state: 'cancelled' | 'already' | 'restored' }
  | { done: 'refused'; failure: string };

/** What the page's `clientAction` answers. */
export async function followMailedLink(request: Request) {
  if (!/form/.test(request.headers.get('content-type') ?? '')) return chooseOwnPassword(request);
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

/** Opened elsewhere than where the account was: its reader chooses the password, then signs in. */
function chooseOwnPassword(request: Request) {
  return sendNewPassword(
    request,
    (body) => callApi(verifyEmailCall, { body }),
    () => {
      toast({ title: 'Adresse confirmée', description: 'Connectez-vous avec ce mot de passe.' });
      return redirect(paths.login());
    },
  );
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

interface VerifyEmailViewProps {
  /** Of the link to confirm an address, and what it would do; null without one. */
  token: string;
  state: 'waiting' | 'used' | 'invalid' | null;
  /** It is that of the account that is signed in. */
  own: boolean;
  /** Of the links of a changed address: to the new one, and to the old one. */
  change: ({ token: string } & Pick<ComponentProps<typeof ConfirmChange>, 'state' | 'email' | 'mine'>) | null;
  undo: ({ token: string } & Pick<ComponentProps<typeof UndoChange>, 'state' | 'email'>) | null;
  /** Of the signed-in person. */
  account: { email: string; proven: boolean } | null;
  mailboxPath: string | null;
  answer: Done | Refused | undefined;
}

/** The whole of the page that the links mailed to an address open. */
export function VerifyEmailView(props: VerifyEmailViewProps) {
  const { token, state, own, account, mailboxPath, change, undo } = props;
  const busy = useNavigation().state !== 'idle';
  const answer = props.answer && 'done' in props.answer ? props.answer : undefined;
  const refused = answer?.done === 'refused' ? answer.failure : null;
  if (change) {
    const done = answer?.done === 'changed';
    return (
      <ConfirmChange {...change} done={done} refused={refused} busy={busy} signedIn={account !== null} />
    );
  }
  if (undo) {
    const done = answer?.done === 'undone' ? answer.state : null;
    return <UndoChange {...undo} done={done} refused={refused} busy={busy} />;
  }
  const refusal = answer?.done === 'refused' && (
    <div className="mt-6">
      <Notice tone="error" live>
        {answer.failure}
      </Notice>
    </div>
  );
  if (state === 'waiting' && !own) {
    return (
      <NewPassword
        title="Confirmer mon adresse"
        lead="Choisissez le mot de passe de votre compte : celui qui a pu être donné à l’inscription ne vaudra plus, et les appareils connectés seront déconnectés."
        button="Confirmer mon adresse"
        refused={props.answer && !('done' in props.answer) ? props.answer : undefined}
      />
    );
  }
  if (answer?.done === 'verified' || account?.proven || (state === 'used' && !account)) {
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
        <PostForm className="mt-8">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" busy={busy}>
            Confirmer mon adresse
          </Button>
        </PostForm>
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
      {answer?.done === 'resent' ? (
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
        <PostForm className="mt-8">
          <input type="hidden" name="intent" value="resend" />
          <Button type="submit" size="lg" busy={busy}>
            Envoyer le lien
          </Button>
        </PostForm>
      )}
    </AccountFrame>
  );
}
