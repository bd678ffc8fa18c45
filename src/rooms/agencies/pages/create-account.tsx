import { later } from '../../../browser/later.tsx';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { pageMeta } from '../../../ui/page-meta.ts';
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

export function loader({ context }: Route.LoaderArgs) {
  return { origin: services(context).env.publicUrl };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { registerAgency } = await import('../parts/registration-fields.tsx');
  return registerAgency(request);
}

export default function AgencyCreateAccount({ actionData }: Route.ComponentProps) {
  return <CreateAccountForm refused={actionData} />;
}
