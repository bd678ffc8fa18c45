import { redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { presence } from '#browser/presence.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { googleEnabled } from '../google.server.ts';
import type { Route } from './+types/login.ts';

const LoginForm = later(() => import('../parts/login-form.tsx'), 'LoginForm');

export const meta: Route.MetaFunction = () => [
  { title: 'Connexion – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, env } = services(context);
  const words = new URL(request.url).searchParams;
  const back = safeRedirect(words.get('redirect'));
  const signedIn = actor.kind === 'user';
  if (signedIn && request.headers.get('sec-fetch-dest') === 'document')
    throw redirect(back ?? paths.dashboard());
  return {
    demo: !env.production,
    back,
    google: googleEnabled(env),
    email: words.get('email') ?? '',
    signedIn,
  };
}

/**
 * A person who lost the network is sent here: the page stands without an answer, and does not send back a tab that was
 * just logged out, whatever its cookie still opens (specification 8; interface.md, fine points 12).
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  const found = await serverLoader().catch((error: unknown) => {
    if (error instanceof TypeError) return { demo: false, back, google: false, email: '', signedIn: false };
    throw error;
  });
  if (found.signedIn && !presence.isAway()) throw redirect(back ?? paths.dashboard());
  return found;
}

/** With its form, which is there by then: nothing is fetched between the press and the call. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { logIn } = await import('../parts/login-form.tsx');
  return logIn(request);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, back, google, email } = loaderData;
  return <LoginForm demo={demo} back={back} google={google} email={email} refused={actionData} />;
}
