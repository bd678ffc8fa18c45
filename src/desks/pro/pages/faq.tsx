import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { themes } from '../parts/questions.tsx';
import type { Route } from './+types/faq.ts';

const FaqView = later(() => import('../parts/faq-view.tsx'), 'FaqView');

/** A form that needs no script: the address says what is looked for. */
export function loader({ request, context }: Route.LoaderArgs) {
  const asked = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100);
  return { asked, head: headOf(services(context).env.publicUrl, asked) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? [];
}

/** Made with the data: the questions weigh too much for the browser. */
function headOf(origin: string, asked: string) {
  const questions = themes.flatMap((theme) => theme.questions);
  return pageMeta({
    title: 'Questions fréquentes des agences – Vigie Pro',
    description:
      'Diffusion, flux, mentions légales, prospects : ce que demandent les agences, et nos réponses.',
    origin,
    path: paths.agencyFaq(),
    robots: asked ? 'noindex, follow' : undefined,
    data: [
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ asks, words }) => ({
          '@type': 'Question',
          name: asks,
          acceptedAnswer: { '@type': 'Answer', text: words },
        })),
      },
    ],
  });
}

export default function AgencyFaq({ loaderData }: Route.ComponentProps) {
  return <FaqView asked={loaderData.asked} />;
}
