import { later } from '#browser/later.tsx';
import { formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { boostOffer } from '../ordering/boost-offer.server.ts';
import { type BoostOffer, leastPrice } from '../ordering/boost-offer.ts';
import type { Route } from './+types/boost-home.ts';

const BoostHomeView = later(() => import('../parts/boost-home-view.tsx'), 'BoostHomeView');

export async function loader({ context }: Route.LoaderArgs) {
  const here = services(context);
  const { actor, env } = here;
  const offer = await boostOffer(here);
  const space = actor.kind === 'agency' ? { ownerReference: actor.ownerReference as string } : null;
  return { offer, space, head: headOf(env.publicUrl, offer) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? [];
}

function headOf(origin: string, { formulas }: BoostOffer) {
  const least = leastPrice(formulas);
  const from = least === null ? '' : ` À partir de ${formatPrice(least)} HT, sans abonnement.`;
  return pageMeta({
    title: 'Boost Réseaux Sociaux\u00a0: vos annonces sur Facebook et Instagram – Vigie Pro',
    description: `Vos annonces immobilières en publicité autour de la ville choisie${NBSP}: vérifiées avant le paiement, mesurées chaque jour.${from}`,
    origin,
    path: paths.boostHome(),
    data: [
      {
        '@type': 'Service',
        name: 'Boost Réseaux Sociaux',
        serviceType: 'Publicité d’annonces immobilières sur les réseaux sociaux',
        areaServed: 'FR',
        audience: { '@type': 'BusinessAudience', audienceType: 'Agences immobilières' },
        provider: { '@type': 'Organization', name: 'Vigie', url: `${origin}${paths.home()}` },
        offers: formulas.map(({ name, description, net }) => ({
          '@type': 'Offer',
          name,
          description,
          priceSpecification: {
            '@type': 'PriceSpecification',
            price: (net / 100).toFixed(2),
            priceCurrency: 'EUR',
            valueAddedTaxIncluded: false,
          },
        })),
      },
    ],
  });
}

export default function BoostHome({ loaderData }: Route.ComponentProps) {
  return <BoostHomeView {...loaderData.offer} space={loaderData.space} />;
}
