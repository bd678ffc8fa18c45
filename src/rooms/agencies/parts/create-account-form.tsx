import { type Refused, useCheckedForm } from '../../../browser/checked-form.ts';
import { passwordParts } from '../../../contract/fields.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { agencyRegistrationSchema } from '../joining/contract.ts';
import { AgencyPromise } from './agency-promise.tsx';
import { RegistrationFields, RegistrationNotice } from './registration-fields.tsx';

/** The whole of the page that opens an agency's account. */
export function CreateAccountForm({ refused }: { refused: Refused | undefined }) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: agencyRegistrationSchema,
    defaults: { name: '', email: '', phone: '', software: '', siren: '', password: '' },
    refused,
  });
  return (
    <AccountFrame
      title="Créer le compte de votre agence"
      lead="Deux minutes. La diffusion de vos annonces est gratuite."
      aside={<AgencyPromise />}
      needsScript
      failure={refused?.failure}
    >
      {isBuilt('agencySearch') && (
        <p className="mt-4">
          Vos annonces sont peut-être déjà ici&nbsp;:{' '}
          <TextLink to={paths.agencySearch()}>chercher mon agence</TextLink>.
        </p>
      )}
      <form {...form} className="mt-8 grid gap-2">
        <RegistrationFields field={field} errorOf={errorOf} />
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
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          Créer le compte
        </Button>
      </form>
      <RegistrationNotice />
      <p className="mt-8">
        Déjà un espace&nbsp;? <TextLink to={paths.agencyLogin()}>Se connecter</TextLink>
      </p>
    </AccountFrame>
  );
}
