import { useCheckedForm } from '#browser/checked-form.ts';
import { passwordParts } from '#contract/fields.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { agencyRegistrationSchema, type NamedAgency } from '../registration.ts';
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

interface CreateAccountFormProps extends NamedAgency {
  refused: RegistrationRefused | undefined;
}

/** The whole of the page that opens an agency's account. */
export function CreateAccountForm({ claimed, taken, refused }: CreateAccountFormProps) {
  const ways = useWays();
  const { alike, choose, send, busy } = useSimilarAgencies(refused);
  const { form, field, errorOf } = useCheckedForm({
    schema: agencyRegistrationSchema,
    defaults: {
      name: nameOffered(claimed),
      town: '',
      email: '',
      phone: '',
      software: '',
      siren: '',
      password: '',
      ownerReference: claimed?.reference ?? '',
    },
    refused,
    send: { submit: send, busy },
  });
  return (
    <AccountFrame
      title={claimed ? `Créer le compte : ${claimed.name}` : 'Créer le compte de votre agence'}
      lead={leadOf(claimed)}
      aside={<AgencyPromise />}
      needsScript
      failure={refused?.failure}
    >
      <KnownAgency claimed={claimed} taken={taken} />
      <form {...form} className="mt-8 grid gap-2">
        <input {...field('ownerReference')} type="hidden" />
        <RegistrationFields field={field} errorOf={errorOf} softwareOptional={claimed !== null} />
        <Field
          label="SIREN"
          optional
          error={errorOf('siren')}
          lines={2}
          hint="9 chiffres. Sans lui, aucune annonce ne peut paraître ; il peut attendre."
        >
          {(control) => <TextInput {...control} {...field('siren')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <PasswordField
          label="Mot de passe"
          optional
          autoComplete="new-password"
          parts={passwordParts}
          error={errorOf('password')}
          {...field('password')}
        />
        <RegistrationSubmit alike={alike} busy={busy} choose={choose}>
          {alike ? 'Non, créer le compte' : 'Créer le compte'}
        </RegistrationSubmit>
      </form>
      <RegistrationNotice />
      <p className="mt-8">
        Déjà un espace&nbsp;? <TextLink to={ways.login}>Se connecter</TextLink>
      </p>
    </AccountFrame>
  );
}
