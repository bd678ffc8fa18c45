import { useCheckedForm } from '#browser/checked-form.ts';
import { formatTyped } from '#contract/phone.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { identitySchema, type Profile } from '../contract.ts';
import { Section } from './section.tsx';

const civilities = [
  { value: '', label: 'Non précisée' },
  { value: 'Mme', label: 'Madame' },
  { value: 'M.', label: 'Monsieur' },
];

/** As one types it: a French number without its prefix. */
const typed = (phone: string | null) => formatTyped((phone ?? '').replace(/^\+33/, '0'));

export function IdentitySection({ user }: { user: Profile['user'] }) {
  const own = useOwnForm('identity');
  const { firstName, lastName } = user;
  const civility = (user.civility ?? '') as '' | 'M.' | 'Mme';
  const phone = typed(user.phone);
  const { form, field, errorOf } = useCheckedForm({
    schema: identitySchema as never,
    defaults: { civility, firstName, lastName, phone },
    refused: own.refused,
    send: own,
  });
  return (
    <Section
      id="identite"
      lead="Ces champs préremplissent vos demandes aux agences. Rien n’est transmis avant que vous les envoyiez."
    >
      <form {...form} className="grid gap-2">
        <div className="sm:w-48">
          <Field label="Civilité" optional error={errorOf('civility')}>
            {(control) => (
              <Select
                {...control}
                {...field('civility')}
                defaultValue={civility}
                options={civilities}
                autoComplete="honorific-prefix"
              />
            )}
          </Field>
        </div>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <Field label="Prénom" required lines={2} error={errorOf('firstName')}>
            {(control) => (
              <TextInput
                {...control}
                {...field('firstName')}
                defaultValue={firstName}
                autoComplete="given-name"
              />
            )}
          </Field>
          <Field label="Nom" required lines={2} error={errorOf('lastName')}>
            {(control) => (
              <TextInput
                {...control}
                {...field('lastName')}
                defaultValue={lastName}
                autoComplete="family-name"
              />
            )}
          </Field>
        </div>
        <div className="sm:max-w-80">
          <PhoneField error={errorOf('phone')} {...field('phone')} defaultValue={phone} />
        </div>
        <FormOutcome {...own} />
        <div className="mt-2">
          <Button type="submit" busy={own.busy}>
            Enregistrer
          </Button>
        </div>
      </form>
    </Section>
  );
}
