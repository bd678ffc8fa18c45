import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/legal-notice.ts';

const LegalNoticeView = later(() => import('../parts/legal-notice-view.tsx'), 'LegalNoticeView');

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return {
    origin: env.publicUrl,
    demonstration: !env.production,
    address: env.contactAddress,
    publisher: env.publisher,
    director: env.PUBLICATION_DIRECTOR ?? null,
    host: env.host,
    mediator: env.MEDIATOR ?? null,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Mentions légales – Vigie',
    description:
      'Éditeur, directeur de la publication, hébergeur, contact, données personnelles et médiation.',
    origin: loaderData?.origin ?? '',
    path: paths.legalNotice(),
  });
}

export default function LegalNotice({ loaderData }: Route.ComponentProps) {
  return <LegalNoticeView facts={loaderData} />;
}
