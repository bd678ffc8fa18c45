import { redirect } from 'react-router';
import type * as z from 'zod/mini';
import { callApi } from '../../../browser/api.ts';
import { refusal, useCheckedForm } from '../../../browser/checked-form.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { agencyRegisterCall, agencySignupSchema } from '../joining/contract.ts';
import { statusOf } from '../joining/rules.server.ts';
import { AgencyPromise } from '../parts/agency-promise.tsx';
import { RegistrationFields, RegistrationNotice } from '../parts/registration-fields.tsx';
import { agencyByReference } from '../rules.server.ts';
import type { Route } from './+types/signup.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Inscrire votre agence – Vigie Pro',
    description: 'Prenez en main l’espace de votre agence, que ses annonces soient déjà ici ou non.',
    origin: loaderData?.origin ?? '',
    path: paths.agencySignup(),
  });
}

/** `?agence=` is the reference of an agency that is known already; an unknown one asks for nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const reference = new URL(request.url).searchParams.get('agence') ?? '';
  const agency = reference ? await agencyByReference(db, reference) : null;
  const { status } = agency ? await statusOf(db, agency.ownerReference) : { status: 'unknown' };
  return {
    origin: env.publicUrl,
    claimed: agency && status === 'listed' ? { reference: agency.ownerReference, name: agency.name } : null,
    taken: agency && status === 'registered' ? agency.name : null,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const given = (await request.json()) as z.input<typeof agencySignupSchema> & { email: string };
  try {
    await callApi(agencyRegisterCall, { body: given });
  } catch (error) {
    return refusal(error);
  }
  return redirect(`${paths.agencySignupDone()}?${new URLSearchParams({ email: given.email.trim() })}`);
}

export default function AgencySignup({ loaderData, actionData }: Route.ComponentProps) {
  const { claimed, taken } = loaderData;
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
    refused: actionData,
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
      failure={actionData?.failure}
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
