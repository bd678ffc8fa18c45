import type { UseFormRegisterReturn } from 'react-hook-form';
import { data, redirect } from 'react-router';
import { callApi } from '#browser/api.ts';
import { type Refused, refusal } from '#browser/checked-form.ts';
import type { BodyOf } from '#contract/call.ts';
import { NAME_MAX } from '#contract/constants.ts';
import { paths } from '#contract/paths.ts';
import { EmailField } from '#ui/email-field.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { alikeAgenciesCall, type FoundAgency } from '../agency-search.ts';
import { destinationAt, waysTo } from '../destination.ts';
import { agencyRegisterCall, type NamedAgency, softwares } from '../registration.ts';
import { useWays } from './use-ways.tsx';

type Name = 'name' | 'town' | 'email' | 'phone' | 'software';

interface RegistrationFieldsProps {
  field: (name: Name) => UseFormRegisterReturn;
  errorOf: (name: Name) => string | undefined;
  phoneRequired?: boolean;
  /** The agency is known: what writes its feeds may be, too. */
  softwareOptional?: boolean;
}

/** What a registration came back with: refused, or put beside the agencies that it may already be. */
export interface RegistrationRefused extends Refused {
  readonly alike?: readonly FoundAgency[];
}

/** What the forms send: `isNew` once the agencies that it may already be were shown. */
type Given = BodyOf<typeof agencyRegisterCall> & { isNew?: boolean };

/**
 * Asks for an account, then says where its confirmation goes; or what was refused. A new agency that is like some that are
 * known is put beside them first. For the `clientAction` of both pages.
 */
export async function registerAgency(request: Request) {
  const { isNew = false, ...given } = (await request.json()) as Given;
  const alike = isNew || given.ownerReference ? [] : await alikeTo(given);
  if (alike.length > 0) return data<RegistrationRefused>({ alike }, { status: 422 });
  const destination = destinationAt(new URL(request.url)) ?? undefined;
  try {
    await callApi(agencyRegisterCall, { body: { ...given, destination } });
  } catch (error) {
    return refusal(error);
  }
  return redirect(waysTo(destination ?? null).registered(given.email.trim()));
}

/** Whatever keeps them from being known keeps nobody from registering. */
async function alikeTo({ name, town, siren }: Given): Promise<readonly FoundAgency[]> {
  const query = { name, town: town ?? '', siren: siren ?? '' };
  try {
    return (await callApi(alikeAgenciesCall, { query }, { quiet: true })).data.agencies;
  } catch {
    return [];
  }
}

/** What both registration pages ask of an agency (specification 3). */
export function RegistrationFields({
  field,
  errorOf,
  phoneRequired = false,
  softwareOptional = false,
}: RegistrationFieldsProps) {
  return (
    <>
      <Field label="Nom de l’agence" required error={errorOf('name')}>
        {(control) => <TextInput {...control} {...field('name')} autoComplete="organization" />}
      </Field>
      {!softwareOptional && (
        <Field
          label="Ville ou code postal"
          optional
          error={errorOf('town')}
          hint="Pour retrouver l’agence si elle est déjà ici."
        >
          {(control) => <TextInput {...control} {...field('town')} autoComplete="address-level2" />}
        </Field>
      )}
      <EmailField label="Adresse e-mail de l’agence" error={errorOf('email')} {...field('email')} />
      <PhoneField required={phoneRequired} error={errorOf('phone')} {...field('phone')} />
      <Field
        label="Logiciel de l’agence"
        required={!softwareOptional}
        error={errorOf('software')}
        hint="Celui d’où partent vos annonces. « Aucun » si vous les saisissez vous-même."
      >
        {(control) => (
          <Select
            {...control}
            {...field('software')}
            options={[
              { value: '', label: 'Choisir' },
              ...softwares.map((software) => ({ value: software, label: software })),
            ]}
          />
        )}
      </Field>
    </>
  );
}

/** What stands in the field of the name: that of an agency that is known stays as it is, however much of it fits here. */
export function nameOffered(claimed: NamedAgency['claimed']): string {
  return (claimed?.name ?? '').slice(0, NAME_MAX).trim();
}

/** The line under the title of both pages. */
export function leadOf(claimed: NamedAgency['claimed']): string {
  return claimed
    ? 'Ses annonces sont déjà ici. Un lien confirmera d’abord que vous la représentez.'
    : 'Deux minutes. La diffusion de vos annonces est gratuite.';
}

/** Before both forms: that the agency has a space already, or that its listings may be here. */
export function KnownAgency({ claimed, taken }: NamedAgency) {
  const ways = useWays();
  return (
    <>
      {taken && (
        <div className="mt-6">
          <Notice tone="warning" title={`${taken} a déjà un espace`}>
            <TextLink to={ways.login}>Connectez-vous</TextLink>, ou{' '}
            <TextLink to={paths.agencyForgotPassword()}>choisissez un nouveau mot de passe</TextLink>.
          </Notice>
        </div>
      )}
      {!claimed && (
        <p className="mt-4">
          Vos annonces sont peut-être déjà ici&nbsp;:{' '}
          <TextLink to={ways.search}>chercher mon agence</TextLink>.
        </p>
      )}
    </>
  );
}

/** What becomes of what is typed (RGPD 13). */
export function RegistrationNotice() {
  return (
    <p className="mt-4 text-small text-ardoise-600">
      Ces données servent à ouvrir l’espace de votre agence et à rien d’autre.{' '}
      <TextLink to={paths.terms()}>Conditions d’utilisation</TextLink>, qui les tient et vos droits&nbsp;:{' '}
      <TextLink to={`${paths.legalNotice()}#donnees`}>mentions légales</TextLink>.
    </p>
  );
}
