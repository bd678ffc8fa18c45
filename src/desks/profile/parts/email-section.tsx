import { MailCheck } from 'lucide-react';
import { useCheckedForm } from '#browser/checked-form.ts';
import { formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { SilencedNotice } from '#rooms/alerts/parts/silenced.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import { emailFormSchema, emailSchema, type Profile } from '../contract.ts';
import { ComeBack, mustComeBack, OwnPassword } from './proof.tsx';
import { Section } from './section.tsx';

export function EmailSection({ profile }: { profile: Profile }) {
  const own = useOwnForm('email');
  const { user, emailProven, pendingEmail, google, silenced } = profile;
  return (
    <Section
      id="adresse"
      lead="Elle sert à vous connecter et à recevoir vos alertes. Elle ne change qu’une fois la nouvelle confirmée."
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{user.email}</strong>
        {emailProven && (
          <span className="inline-flex items-center gap-1.5 text-small text-vert-700">
            <MailCheck aria-hidden="true" className="size-4.5" /> Confirmée
          </span>
        )}
      </p>
      {silenced && <SilencedNotice {...silenced} />}
      {!emailProven && (
        <Notice
          tone="warning"
          actions={
            <ButtonLink to={paths.verifyEmail()} variant="secondary" size="sm">
              Recevoir un nouveau lien
            </ButtonLink>
          }
        >
          Cette adresse n’est pas encore confirmée&nbsp;: ouvrez le lien du courriel que vous avez reçu.
        </Notice>
      )}
      {pendingEmail ? (
        <Pending pending={pendingEmail} />
      ) : mustComeBack(profile) ? (
        <ComeBack section="adresse" google={google} what="changer d’adresse" />
      ) : (
        <NewAddress key={own.round} own={own} asksPassword={profile.hasPassword} />
      )}
    </Section>
  );
}

function NewAddress({ own, asksPassword }: { own: ReturnType<typeof useOwnForm>; asksPassword: boolean }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: (asksPassword ? emailFormSchema : emailSchema) as never,
    defaults: { email: '', password: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2 sm:max-w-form">
      <EmailField label="Nouvelle adresse e-mail" error={errorOf('email')} {...field('email')} />
      {asksPassword && <OwnPassword error={errorOf('password')} {...field('password')} />}
      <FormOutcome {...own} />
      <div className="mt-2">
        <Button type="submit" busy={own.busy}>
          Changer d’adresse
        </Button>
      </div>
    </form>
  );
}

function Pending({ pending }: { pending: NonNullable<Profile['pendingEmail']> }) {
  const again = useOwnForm('email-resend');
  const cancel = useOwnForm('email-cancel');
  return (
    <>
      <Notice
        tone={pending.expired ? 'warning' : 'info'}
        title={pending.expired ? 'Le lien n’est plus valable' : 'En attente de confirmation'}
        actions={
          <>
            <Button variant="secondary" size="sm" busy={again.busy} onClick={() => void again.submit()}>
              Renvoyer le lien
            </Button>
            <Button variant="quiet" size="sm" busy={cancel.busy} onClick={() => void cancel.submit()}>
              Annuler le changement
            </Button>
          </>
        }
      >
        {pending.expired ? (
          <>
            <strong className="wrap-anywhere">{pending.email}</strong> n’a pas confirmé à temps.
          </>
        ) : (
          <>
            Un lien est parti vers <strong className="wrap-anywhere">{pending.email}</strong>. Il est valable
            jusqu’au <Time at={pending.expiresAt} /> à {formatTime(new Date(pending.expiresAt))}. D’ici là,
            l’adresse d’aujourd’hui reste la bonne.
          </>
        )}
      </Notice>
      <FormOutcome {...again} />
      <FormOutcome done={null} refused={cancel.refused} />
    </>
  );
}
