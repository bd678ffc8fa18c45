import { useLocation } from 'react-router';
import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { namedAgency } from '../registration.server.ts';
import type { Route } from './+types/register.ts';

const CreateAccountForm = later(() => import('../parts/create-account-form.tsx'), 'CreateAccountForm');
const SignupForm = later(() => import('../parts/signup-form.tsx'), 'SignupForm');

/** Two addresses, one registration: an account from nothing, or the space of an agency whose listings may be here. */
const fromNothing = {
  path: paths.agencyCreateAccount(),
  title: 'Créer le compte de votre agence – Vigie Pro',
  description: 'Deux minutes pour inscrire votre agence. La diffusion de vos annonces est gratuite.',
  Form: CreateAccountForm,
};
const ofAgency = {
  path: paths.agencySignup(),
  title: 'Inscrire votre agence – Vigie Pro',
  description: 'Prenez en main l’espace de votre agence, que ses annonces soient déjà ici ou non.',
  Form: SignupForm,
};

const entryAt = (pathname: string) => (pathname.startsWith(ofAgency.path) ? ofAgency : fromNothing);

export function meta({ loaderData, location }: Route.MetaArgs) {
  const { path, title, description } = entryAt(location.pathname);
  return pageMeta({ title, description, origin: loaderData?.origin ?? '', path });
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const reference = new URL(request.url).searchParams.get('agence') ?? '';
  return { origin: env.publicUrl, named: await namedAgency(db, reference) };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { registerAgency } = await import('../parts/registration-fields.tsx');
  return registerAgency(request);
}

export default function AgencyRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const { Form } = entryAt(useLocation().pathname);
  return <Form {...loaderData.named} refused={actionData} />;
}
