import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { PostForm } from '#browser/post-form.tsx';
import { paths } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

interface Link {
  readonly token: string;
  readonly email: string;
  /** What the server said to the button, when it said no. */
  readonly refused: string | null;
  readonly busy: boolean;
}

/** Where the link mailed to a new address leads: nothing changes before the button. */
export function ConfirmChange(
  props: Link & {
    state: 'waiting' | 'used' | 'invalid';
    /** It is that of the account that is signed in. */
    mine: boolean;
    done: boolean;
    signedIn: boolean;
  },
) {
  const { token, email, state, mine, done, refused, busy, signedIn } = props;
  if (done || state === 'used') {
    return (
      <AccountFrame title="Votre adresse a changé">
        <Told>
          <strong className="wrap-anywhere">{email}</strong> est maintenant l’adresse de votre compte. Vos
          alertes y partent, et c’est avec elle que vous vous connectez.
        </Told>
        <div className="mt-8 flex flex-wrap gap-3">
          {signedIn ? (
            <ButtonLink to={paths.profile()}>Revenir à mon profil</ButtonLink>
          ) : (
            <ButtonLink to={paths.login()}>Se connecter</ButtonLink>
          )}
        </div>
      </AccountFrame>
    );
  }
  if (state === 'invalid') return <Dead />;
  if (!mine) {
    const back = new URLSearchParams({ redirect: `${paths.verifyEmail()}?changement=${token}` });
    return (
      <AccountFrame
        title="Confirmer ma nouvelle adresse"
        lead="Connectez-vous d’abord au compte qui change d’adresse, avec celle d’aujourd’hui. Si vous n’avez rien demandé, ne faites rien : votre adresse ne servira pas."
      >
        <div className="mt-8">
          <ButtonLink to={`${paths.login()}?${back}`}>Se connecter</ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Confirmer ma nouvelle adresse"
      lead={
        <>
          <strong className="wrap-anywhere">{email}</strong> deviendra l’adresse de votre compte et de vos
          alertes.
        </>
      }
      needsScript
    >
      <Refusal words={refused} />
      <Send intent="change" token={token} busy={busy}>
        Confirmer cette adresse
      </Send>
    </AccountFrame>
  );
}

/** Where the link mailed to the old address leads. */
export function UndoChange(
  props: Link & {
    state: 'waiting' | 'changed' | 'cancelled' | 'invalid';
    done: 'cancelled' | 'already' | 'restored' | null;
  },
) {
  const { token, email, state, done, refused, busy } = props;
  if (done === 'restored') {
    return (
      <AccountFrame title="Votre adresse est rétablie">
        <Told>
          Tous les appareils sont déconnectés, et l’ancien mot de passe n’ouvre plus rien. Un courriel arrive
          à cette adresse pour en choisir un nouveau.
        </Told>
        <div className="mt-8">
          <ButtonLink to={paths.login()}>Se connecter</ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (done || state === 'cancelled') {
    return (
      <AccountFrame title="Le changement est annulé">
        <Told>
          Votre compte garde son adresse. Si ce n’est pas vous qui aviez demandé à la changer, choisissez un
          nouveau mot de passe.
        </Told>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.forgotPassword()}>Choisir un nouveau mot de passe</ButtonLink>
          <ButtonLink to={paths.home()} variant="secondary">
            Accueil
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (state === 'invalid') return <Dead />;
  const changed = state === 'changed';
  return (
    <AccountFrame
      title={changed ? 'Reprendre mon compte' : 'Arrêter le changement d’adresse'}
      lead={
        changed ? (
          <>
            L’adresse de votre compte est devenue <strong>{email}</strong>. Si ce n’est pas vous, reprenez-le.
          </>
        ) : (
          <>
            Quelqu’un a demandé que <strong>{email}</strong> devienne l’adresse de votre compte.
          </>
        )
      }
      needsScript
    >
      {changed && (
        <ul className="mt-6 list-disc space-y-1 pl-5">
          <li>Votre adresse redevient celle du compte et de ses alertes.</li>
          <li>Tous les appareils sont déconnectés.</li>
          <li>Le mot de passe est retiré&nbsp;: vous en choisissez un nouveau par courriel.</li>
        </ul>
      )}
      <Refusal words={refused} />
      <Send intent="undo" token={token} busy={busy}>
        {changed ? 'Reprendre mon compte' : 'Garder mon adresse'}
      </Send>
    </AccountFrame>
  );
}

function Told({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex gap-3 text-lead" aria-live="polite">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-vert-700" />
      <p className="min-w-0">{children}</p>
    </div>
  );
}

function Refusal({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <div className="mt-6">
      <Notice tone="error" live>
        {words}
      </Notice>
    </div>
  );
}

function Send({
  intent,
  token,
  busy,
  children,
}: {
  intent: string;
  token: string;
  busy: boolean;
  children: ReactNode;
}) {
  return (
    <PostForm className="mt-8">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" size="lg" busy={busy}>
        {children}
      </Button>
    </PostForm>
  );
}

function Dead() {
  return (
    <AccountFrame
      title="Ce lien n’est plus valable"
      lead="Il a pu être remplacé, annulé, ou dépasser son temps. Un nouveau se demande depuis le profil."
    >
      <div className="mt-8">
        <ButtonLink to={paths.profile()}>Ouvrir mon profil</ButtonLink>
      </div>
    </AccountFrame>
  );
}
