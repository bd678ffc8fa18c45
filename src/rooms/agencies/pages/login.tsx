import { useEffect } from 'react';
import { redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { presence } from '#browser/presence.ts';
import { keepsAgency } from '#browser/start-up.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import type { Route } from './+types/login.ts';

const LoginForm = later(() => import('../parts/login-form.tsx'), 'LoginForm');

export const meta: Route.MetaFunction = () => [
  { title: 'Connexion agence – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, env } = services(context);
  const words = new URL(request.url).searchParams;
  const back = safeRedirect(words.get('redirect'));
  const home =
    actor.kind === 'agency' ? paths.ownedDashboard({ ownerReference: actor.ownerReference }) : null;
  if (home && request.headers.get('sec-fetch-dest') === 'document') throw redirect(back ?? home);
  return { demo: !env.production, back, email: words.get('email') ?? '', home };
}

/**
 * A person who lost the network is sent here: the page stands without an answer, and does not send back a tab that was
 * just logged out, whatever its cookie still opens (specification 8; interface.md, fine points 12).
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  const found = await serverLoader().catch((error: unknown) => {
    if (error instanceof TypeError) return { demo: false, back, email: '', home: null };
    throw error;
  });
  if (found.home && !presence.isAway()) throw redirect(back ?? found.home);
  return found;
}

/** With its form, which is there by then: nothing is fetched between the press and the call. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { logInAgency } = await import('../parts/login-form.tsx');
  return logInAgency(request);
}

export default function AgencyLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, back, email, home } = loaderData;
  // A session that died while no page was open: the server sent here before anything of it was cleaned (specification 8).
  useEffect(() => {
    if (home !== null || !keepsAgency()) return;
    void import('#browser/agency-session.ts').then(({ cleanUpAgency }) => cleanUpAgency());
  }, [home]);
  return <LoginForm demo={demo} back={back} email={email} refused={actionData} />;
}
