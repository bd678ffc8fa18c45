import { useCheckedForm } from '#browser/checked-form.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Profile, passwordSchema } from '../contract.ts';
import { OwnPassword } from './proof.tsx';
import { Section } from './section.tsx';

export function GoogleSection({ profile }: { profile: Profile }) {
  const { google, hasPassword } = profile;
  const unlink = useOwnForm('google-unlink');
  const link = useOwnForm('google-link');
  if (google.linked) {
    return (
      <Section id="google">
        <p className="flex items-start gap-3">
          <img src="/google.svg" alt="" width={20} height={20} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {google.email ? (
              <>
                Le compte Google <strong>{google.email}</strong> ouvre votre compte.
              </>
            ) : (
              'Votre compte Google ouvre votre compte.'
            )}
          </span>
        </p>
        {!hasPassword && (
          <Notice>
            C’est votre seule façon d’entrer. Pour retirer Google,{' '}
            <TextLink to="#mot-de-passe">choisissez d’abord un mot de passe</TextLink>.
          </Notice>
        )}
        <FormOutcome {...unlink} />
        {hasPassword && (
          <div>
            <Button variant="secondary" busy={unlink.busy} onClick={() => void unlink.submit()}>
              Retirer Google
            </Button>
          </div>
        )}
      </Section>
    );
  }
  return (
    <Section
      id="google"
      lead="Liez un compte Google pour entrer sans taper de mot de passe. Vigie n’en reçoit que votre nom et votre adresse."
    >
      <FormOutcome done={unlink.done} refused={undefined} />
      <LinkForm own={link} />
    </Section>
  );
}

function LinkForm({ own }: { own: ReturnType<typeof useOwnForm> }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: passwordSchema,
    defaults: { password: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2 sm:max-w-form">
      <OwnPassword error={errorOf('password')} {...field('password')} />
      <FormOutcome {...own} />
      <div className="mt-2">
        <Button
          type="submit"
          variant="secondary"
          busy={own.busy}
          icon={<img src="/google.svg" alt="" width={20} height={20} />}
        >
          Lier un compte Google
        </Button>
      </div>
    </form>
  );
}
