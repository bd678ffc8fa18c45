import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { sessionCookieName } from '#rooms/accounts/accounts.server.ts';
import { googleCookieName, googleEnabled } from '#rooms/accounts/google.server.ts';
import { joiningCookieName } from '#rooms/agencies/registration.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { storedItems } from '../stored-items.ts';
import type { Route } from './+types/cookies.ts';

const CookiesView = later(() => import('../parts/cookies-view.tsx'), 'CookiesView');

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return {
    origin: env.publicUrl,
    measures: env.measurementUrl ? new URL(env.measurementUrl).host : null,
    things: storedItems({
      session: sessionCookieName(env),
      joining: joiningCookieName(env),
      google: googleEnabled(env) ? googleCookieName(env) : null,
    }),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Gérer mes cookies – Vigie',
    description:
      'Ce que votre navigateur garde quand vous venez sur Vigie, pourquoi, combien de temps, et votre choix.',
    origin: loaderData?.origin ?? '',
    path: paths.cookies(),
  });
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  const { things, measures } = loaderData;
  return <CookiesView things={things} measures={measures} />;
}
