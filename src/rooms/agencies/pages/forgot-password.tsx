import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import { agencyLink } from '../password-reset.server.ts';
import type { Route } from './+types/forgot-password.ts';

const ForgotPasswordForm = later(() => import('../parts/forgot-password-form.tsx'), 'ForgotPasswordForm');

export const meta: Route.MetaFunction = () => privatePage('Mot de passe de l’agence – Vigie Pro');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks at the mailed link (`?token=`), if there is one: a program that follows it uses nothing up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token');
  const link = token === null ? null : await agencyLink(db, token);
  return {
    link: link && (link.purpose === 'reset' ? link.state : 'invalid'),
    email: words.get('email') ?? '',
    mailboxPath: env.mailboxPath,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { askOrSetPassword } = await import('../parts/forgot-password-form.tsx');
  return askOrSetPassword(request);
}

export default function AgencyForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgotPasswordForm {...loaderData} answer={actionData} />;
}
