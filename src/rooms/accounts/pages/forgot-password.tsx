import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import type { Route } from './+types/forgot-password.ts';

const ForgotPasswordForm = later(() => import('../parts/forgot-password-form.tsx'), 'ForgotPasswordForm');

export const meta: Route.MetaFunction = () => privatePage('Mot de passe oublié – Vigie');

export function loader({ request, context }: Route.LoaderArgs) {
  const email = new URL(request.url).searchParams.get('email') ?? '';
  return { email, mailboxPath: services(context).env.mailboxPath };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { askForPasswordLink } = await import('../parts/forgot-password-form.tsx');
  return askForPasswordLink(request);
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgotPasswordForm {...loaderData} answer={actionData} />;
}
