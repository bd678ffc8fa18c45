import { redirect } from 'react-router';
import { adminName } from '#browser/admin-credentials.ts';
import { later } from '#browser/later.tsx';
import { paths, safeRedirect } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import type { Route } from './+types/login.ts';

const AdminLoginForm = later(() => import('../parts/admin-login-form.tsx'), 'AdminLoginForm');

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

/** With its form, which is there by then: nothing is fetched between the press and the call. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { enterWith } = await import('../parts/admin-login-form.tsx');
  return enterWith(request, wayBack(request));
}

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminLoginForm demo={loaderData.demo} refused={actionData} />;
}
