import { redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { paths, safeRedirect } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { googleEnabled } from '../google.server.ts';
import type { Route } from './+types/signup.ts';

const SignupForm = later(() => import('../parts/signup-form.tsx'), 'SignupForm');

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Créer un compte – Vigie',
    description: 'Un compte gratuit pour réunir vos alertes, les mettre en pause et les reprendre.',
    origin: loaderData?.origin ?? '',
    path: paths.signup(),
  });
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, env } = services(context);
  const words = new URL(request.url).searchParams;
  const back = safeRedirect(words.get('redirect'));
  if (actor.kind === 'user') throw redirect(back ?? paths.dashboard());
  return { back, google: googleEnabled(env), email: words.get('email') ?? '', origin: env.publicUrl };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { signUp } = await import('../parts/signup-form.tsx');
  return signUp(request);
}

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const { back, google, email } = loaderData;
  return <SignupForm back={back} google={google} email={email} refused={actionData} />;
}
