import { type MouseEventHandler, useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { data, redirect, useNavigation } from 'react-router';
import type * as z from 'zod/mini';
import { callApi } from '../../../browser/api.ts';
import { type Refused, refusal } from '../../../browser/checked-form.ts';
import { usePost } from '../../../browser/post-form.tsx';
import type { BodyOf } from '../../../contract/call.ts';
import { NAME_MAX } from '../../../contract/constants.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { alikeAgenciesCall, type FoundAgency } from '../discovery/contract.ts';
import {
  agencyRegisterCall,
  type agencyRegistrationSchema,
  type NamedAgency,
  softwares,
} from '../joining/contract.ts';
import { FoundLine } from './found-agency.tsx';

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
  try {
    await callApi(agencyRegisterCall, { body: given });
  } catch (error) {
    return refusal(error);
  }
  return redirect(`${paths.agencySignupDone()}?${new URLSearchParams({ email: given.email.trim() })}`);
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

/** The agencies to choose from, if any, and how a form sends what it asks: as one of them, or as a new one. */
export function useAlike(refused: RegistrationRefused | undefined) {
  const post = usePost();
  const busy = useNavigation().state !== 'idle';
  const chosen = useRef('');
  const sent = useRef('');
  const seen = useRef('');
  const alike = refused?.alike;
  useEffect(() => {
    if (alike) seen.current = sent.current;
  }, [alike]);
  return {
    alike,
    busy,
    /** That one is theirs; null: none of them is. */
    choose: (ownerReference: string | null) => {
      chosen.current = ownerReference ?? '';
    },
    send: (
      values: Pick<z.input<typeof agencyRegistrationSchema>, 'name' | 'ownerReference' | 'town'> & {
        siren?: string | null | undefined;
      },
    ) => {
      // With another name or another town there may be others.
      sent.current = JSON.stringify([values.name, values.town, values.siren]);
      const ownerReference = chosen.current || values.ownerReference || '';
      const isNew = seen.current === sent.current;
      return post({ ...values, ownerReference, isNew });
    },
  };
}

/**
 * What the second press of a double one does not do: between the two, what stands under the pointer may have become another
 * button.
 */
export function onlyOnce(press: MouseEventHandler<HTMLButtonElement>): MouseEventHandler<HTMLButtonElement> {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else press(event);
  };
}

interface AlikeAgenciesProps {
  agencies: readonly FoundAgency[];
  busy: boolean;
  choose: (ownerReference: string) => void;
}

function whatToDo(agencies: readonly FoundAgency[]): string {
  const [only, ...others] = agencies;
  if (only && others.length === 0)
    return only.registered
      ? 'Elle est déjà sur Vigie, et a son espace\u00a0: connectez-vous plutôt que d’en créer une seconde.'
      : 'Elle est déjà sur Vigie. Prenez-la en main plutôt que d’en créer une seconde.';
  return 'Elles sont déjà sur Vigie. Si l’une est la vôtre, prenez-la en main plutôt que d’en créer une seconde.';
}

/** Before a new agency is made: those that it may already be, each one press away. */
export function AlikeAgencies({ agencies, busy, choose }: AlikeAgenciesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (agencies.length > 0) title.current?.focus();
  }, [agencies]);
  return (
    <section
      aria-labelledby="deja-connues"
      className="mt-2 mb-4 rounded-card border border-phare-700/30 bg-phare-100 px-4 py-4 sm:px-5"
    >
      <h2 id="deja-connues" ref={title} tabIndex={-1} className="text-h4">
        {agencies.length === 1 ? 'Est-ce cette agence ?' : 'Est-ce l’une de ces agences ?'}
      </h2>
      <p className="mt-1">{whatToDo(agencies)}</p>
      <ul className="mt-3 grid gap-2">
        {agencies.map((agency) => (
          <li key={agency.ownerReference} className="rounded-control bg-blanc px-4 py-3">
            <FoundLine {...agency}>
              {!agency.registered && (
                <Button
                  variant="secondary"
                  busy={busy}
                  onClick={onlyOnce(({ currentTarget }) => {
                    choose(agency.ownerReference);
                    currentTarget.form?.requestSubmit();
                  })}
                >
                  C’est mon agence<span className="sr-only">, {agency.name}</span>
                </Button>
              )}
            </FoundLine>
          </li>
        ))}
      </ul>
    </section>
  );
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
  return (
    <>
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
