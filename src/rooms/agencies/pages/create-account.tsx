import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { namedAgency } from '../registration.server.ts';
import type { Route } from './+types/create-account.ts';

const CreateAccountForm = later(() => import('../parts/create-account-form.tsx'), 'CreateAccountForm');

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Créer le compte de votre agence – Vigie Pro',
    description: 'Deux minutes pour inscrire votre agence. La diffusion de vos annonces est gratuite.',
    origin: loaderData?.origin ?? '',
    path: paths.agencyCreateAccount(),
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

export default function AgencyCreateAccount({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateAccountForm {...loaderData.named} refused={actionData} />;
}
