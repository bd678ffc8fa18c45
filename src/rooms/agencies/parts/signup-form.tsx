import { useCheckedForm } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/link.tsx';
import { agencySignupSchema, type NamedAgency } from '../registration.ts';
import { AgencyPromise } from './agency-promise.tsx';
import {
  KnownAgency,
  leadOf,
  nameOffered,
  RegistrationFields,
  RegistrationNotice,
  type RegistrationRefused,
} from './registration-fields.tsx';
import { RegistrationSubmit, useSimilarAgencies } from './registration-submit.tsx';
import { useWays } from './use-ways.tsx';

interface SignupFormProps extends NamedAgency {
  refused: RegistrationRefused | undefined;
}

/** The whole of the page that registers an agency. */
export function SignupForm({ claimed, taken, refused }: SignupFormProps) {
  const ways = useWays();
  const { alike, choose, send, busy } = useSimilarAgencies(refused);
  const { form, field, errorOf } = useCheckedForm({
    schema: agencySignupSchema,
    defaults: {
      name: nameOffered(claimed),
      town: '',
      email: '',
      phone: '',
      software: '',
      ownerReference: claimed?.reference ?? '',
      agreedToTerms: false,
    },
    refused,
    send: { submit: send, busy },
  });
  return (
    <AccountFrame
      title={claimed ? `C’est mon agence : ${claimed.name}` : 'Inscrire votre agence'}
      lead={leadOf(claimed)}
      aside={<AgencyPromise />}
      needsScript
      failure={refused?.failure}
    >
      <KnownAgency claimed={claimed} taken={taken} />
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
        <RegistrationSubmit alike={alike} busy={busy} choose={choose}>
          {claimed ? 'Demander cet espace' : alike ? 'Non, inscrire mon agence' : 'Inscrire mon agence'}
        </RegistrationSubmit>
      </form>
      <RegistrationNotice />
      <p className="mt-8">
        Déjà un espace&nbsp;? <TextLink to={ways.login}>Se connecter</TextLink>
      </p>
    </AccountFrame>
  );
}
