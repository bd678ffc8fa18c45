import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import type { Route } from './+types/signup-done.ts';

const SignupDoneView = later(() => import('../parts/signup-done-view.tsx'), 'SignupDoneView');

export const meta: Route.MetaFunction = () => privatePage('Confirmez votre adresse – Vigie Pro');

export function loader({ request, context }: Route.LoaderArgs) {
  const { env } = services(context);
  return {
    email: new URL(request.url).searchParams.get('email') ?? '',
    mailboxPath: env.mailboxPath,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { resendAgencyLink } = await import('../parts/signup-done-view.tsx');
  return resendAgencyLink(request);
}

export default function AgencySignupDone({ loaderData, actionData }: Route.ComponentProps) {
  return <SignupDoneView {...loaderData} answer={actionData} />;
}
