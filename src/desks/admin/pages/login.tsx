import { redirect } from 'react-router';
import { adminName, enterAdmin } from '#browser/admin-session.ts';
import { type Refused, refuse, refusedBy } from '#browser/checked-form.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import { AdminLoginForm } from '../parts/admin-login-form.tsx';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = () => privatePage('Connexion – Administration Vigie');

export function loader({ context }: Route.LoaderArgs) {
  const { env, local } = services(context);
  return { demo: !env.production && local && env.VIGIE_DEMO === '1' && env.administrators === null };
}

/** Where one goes once signed in: the page that was asked, of administrators only. */
function wayBack(request: Request): string {
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  return back && /^\/admin([/?#]|$)/.test(back) && !back.startsWith(paths.adminLogin())
    ? back
    : paths.admin();
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (adminName() !== null) throw redirect(wayBack(request));
  // Who lost the network may be sent here: the form stands all the same.
  return serverLoader().catch((error: unknown) => {
    if (error instanceof TypeError) return { demo: false };
    throw error;
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { username, password } = (await request.json()) as { username: string; password: string };
  let refused: Refused;
  try {
    const failure = await enterAdmin(username, password);
    if (failure === null) return redirect(wayBack(request));
    refused =
      failure.status === 401 ? { failure: 'Identifiant ou mot de passe incorrect.' } : refusedBy(failure);
  } catch {
    refused = {
      failure:
        'Ce navigateur refuse de garder quoi que ce soit pour cet onglet. Autorisez le stockage de session pour entrer.',
    };
  }
  return refuse(refused);
}

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminLoginForm demo={loaderData.demo} refused={actionData} />;
}
