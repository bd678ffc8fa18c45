import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { CONFIRMED_FOR_DAYS } from '#rooms/listings/contract.ts';
import { sorts } from '#rooms/search/contract.ts';
import { TextLink } from '#ui/link.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/ranking.ts';

export function loader({ context }: Route.LoaderArgs) {
  return {
    origin: services(context).env.publicUrl,
    // Said by contracts that weigh more than this page.
    orders: Object.entries(sorts)
      .filter(([word]) => word !== 'date')
      .map(([word, label]) => ({ word, label: label.toLowerCase() })),
    confirmedForDays: CONFIRMED_FOR_DAYS,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Comment sont classées les annonces – Vigie',
    description:
      'Ordre par défaut, critères de tri, conditions de parution et de retrait des annonces sur Vigie.',
    origin: loaderData?.origin ?? '',
    path: paths.ranking(),
  });
}

/** What article L111-7 of the consumer code asks of a site that ranks offers (domain.md R22). */
export default function Ranking({ loaderData }: Route.ComponentProps) {
  const { orders, confirmedForDays } = loaderData;
  return (
    <Prose
      title="Comment sont classées les annonces"
      lead="Par défaut, la plus récente d’abord. Personne ne peut payer pour remonter dans une liste."
    >
      <ProseSection title="L’ordre des listes">
        <p>
          Une page de résultats montre toutes les annonces du lieu qui remplissent vos critères, et elles
          seules. Elles sont rangées par date de première parution, la plus récente en tête. Une annonce
          retirée puis remise en ligne garde sa date d’origine.
        </p>
        <p>Vous pouvez choisir un autre ordre&nbsp;:</p>
        <ul>
          {orders.map(({ word, label }) => (
            <li key={word}>{label}</li>
          ))}
        </ul>
        <p>
          À égalité, l’ordre d’enregistrement départage. Deux personnes qui font la même recherche au même
          moment voient la même liste&nbsp;: rien ne dépend de votre profil ni de vos visites.
        </p>
      </ProseSection>
      <ProseSection title="Oui, et peut-être">
        <p>
          Une annonce qui ne dit rien d’un critère demandé (l’étage, par exemple) n’est pas écartée en
          silence. Elle est comptée à part, «&nbsp;peut-être&nbsp;», et présentée après celles qui remplissent
          tout. Les alertes suivent exactement la même règle.
        </p>
      </ProseSection>
      <ProseSection title="Aucune place payée">
        <p>
          Aucun paiement, aucun contrat et aucun lien avec une agence ne change l’ordre des annonces. Si cela
          devait changer un jour, chaque annonce concernée porterait la mention «&nbsp;Sponsorisé&nbsp;».
        </p>
        <p>
          Les agences peuvent payer un boost, qui montre leur annonce sur des réseaux sociaux. Il n’a aucun
          effet ici&nbsp;: boostée ou non, une annonce garde sa place dans les listes, sur les cartes et dans
          les alertes.
        </p>
      </ProseSection>
      <ProseSection title="Qui paraît, et quand une annonce disparaît">
        <p>
          Les annonces viennent des agences, par leur logiciel. La diffusion est gratuite et ouverte à toute
          agence. Une annonce est retirée quand l’agence la retire, quand le bien est vendu ou loué, ou quand
          ni l’agence ni son logiciel ne l’ont confirmée depuis {confirmedForDays} jours.
        </p>
      </ProseSection>
      <ProseSection title="Pour aller plus loin">
        <p>
          Les données publiques que nous utilisons sont décrites dans{' '}
          <TextLink to={paths.sources()}>Sources des données</TextLink>.
        </p>
      </ProseSection>
    </Prose>
  );
}
