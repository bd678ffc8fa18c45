import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { offerFigures } from '../dashboard.server.ts';
import { leastBoostPrice } from '../ordering/boost-offer.server.ts';
import type { Route } from './+types/offer.ts';

const OfferView = later(() => import('../parts/offer-view.tsx'), 'OfferView');

/** `/agence` and `/offre-agence-immobiliere` are one page (specification 2); the first one is its canonical. */
export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Agences immobilières : diffusez gratuitement vos annonces – Vigie Pro',
    description:
      'Votre logiciel publie, Vigie lit, vérifie et met en relation. Diffusion gratuite, depuis 2017.',
    origin: loaderData?.origin ?? '',
    path: paths.agencyHome(),
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const { readDb, env, actor } = services(context);
  const space = actor.kind === 'agency' ? { ownerReference: actor.ownerReference } : null;
  const [figures, boostsFrom] = await Promise.all([offerFigures(readDb), leastBoostPrice(readDb)]);
  return { origin: env.publicUrl, figures, boostsFrom, space };
}

export default function AgencyOffer({ loaderData }: Route.ComponentProps) {
  const { figures, space, boostsFrom } = loaderData;
  return <OfferView figures={figures} space={space} boostsFrom={boostsFrom} />;
}
