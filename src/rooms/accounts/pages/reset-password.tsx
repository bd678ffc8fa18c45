import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import { linkState } from '../account-links.server.ts';
import type { Route } from './+types/reset-password.ts';

const ResetPasswordForm = later(() => import('../parts/reset-password-form.tsx'), 'ResetPasswordForm');

export const meta: Route.MetaFunction = () => privatePage('Nouveau mot de passe – Vigie');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: a program that follows the links of mails uses none up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return { state: await linkState(services(context).db, token, 'reset') };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { resetPassword } = await import('../parts/reset-password-form.tsx');
  return resetPassword(request);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordForm state={loaderData.state} refused={actionData} />;
}
