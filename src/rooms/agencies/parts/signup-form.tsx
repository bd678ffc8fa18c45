import { type Refused, useCheckedForm } from '../../../browser/checked-form.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { agencySignupSchema } from '../joining/contract.ts';
import { AgencyPromise } from './agency-promise.tsx';
import { RegistrationFields, RegistrationNotice } from './registration-fields.tsx';

interface SignupFormProps {
  /** The agency that the link names, known already and nobody's yet. */
  claimed: { reference: string; name: string } | null;
  /** The name of one that has a space already. */
  taken: string | null;
  refused: Refused | undefined;
}

/** The whole of the page that registers an agency. */
export function SignupForm({ claimed, taken, refused }: SignupFormProps) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: agencySignupSchema,
    defaults: {
      name: claimed?.name ?? '',
      email: '',
      phone: '',
      software: '',
      ownerReference: claimed?.reference ?? '',
      agreedToTerms: false,
    },
    refused,
  });
  return (
    <AccountFrame
      title={claimed ? `C’est mon agence : ${claimed.name}` : 'Inscrire votre agence'}
      lead={
        claimed
          ? 'Ses annonces sont déjà ici. Un lien confirmera d’abord que vous la représentez.'
          : 'Deux minutes. La diffusion de vos annonces est gratuite.'
      }
      aside={<AgencyPromise />}
      needsScript
      failure={refused?.failure}
    >
      {taken && (
        <div className="mt-6">
          <Notice tone="warning" title={`${taken} a déjà un espace`}>
            <TextLink to={paths.agencyLogin()}>Connectez-vous</TextLink>, ou{' '}
            <TextLink to={paths.agencyForgotPassword()}>choisissez un nouveau mot de passe</TextLink>.
          </Notice>
        </div>
      )}
      {!claimed && isBuilt('agencySearch') && (
        <p className="mt-4">
          Vos annonces sont peut-être déjà ici&nbsp;:{' '}
          <TextLink to={paths.agencySearch()}>chercher mon agence</TextLink>.
        </p>
      )}
      <form {...form} className="mt-8 grid gap-2">
        <input {...field('ownerReference')} type="hidden" />
        <RegistrationFields
          field={field}
          errorOf={errorOf}
          phoneRequired
          softwareOptional={claimed !== null}
        />
        <Checkbox
          label={
            <>
              J’accepte les <TextLink to={paths.terms()}>conditions d’utilisation</TextLink>
            </>
          }
          {...field('agreedToTerms')}
        />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          {claimed ? 'Demander cet espace' : 'Inscrire mon agence'}
        </Button>
      </form>
      <RegistrationNotice />
      <p className="mt-8">
        Déjà un espace&nbsp;? <TextLink to={paths.agencyLogin()}>Se connecter</TextLink>
      </p>
    </AccountFrame>
  );
}
