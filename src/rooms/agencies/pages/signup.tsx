import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { namedAgency } from '../registration.server.ts';
import type { Route } from './+types/signup.ts';

const SignupForm = later(() => import('../parts/signup-form.tsx'), 'SignupForm');

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Inscrire votre agence – Vigie Pro',
    description: 'Prenez en main l’espace de votre agence, que ses annonces soient déjà ici ou non.',
    origin: loaderData?.origin ?? '',
    path: paths.agencySignup(),
  });
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

export default function AgencySignup({ loaderData, actionData }: Route.ComponentProps) {
  return <SignupForm {...loaderData.named} refused={actionData} />;
}
