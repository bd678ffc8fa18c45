import { BadgeCheck } from 'lucide-react';
import { formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { LISTINGS_MAX, START_WITHIN_DAYS } from '#rooms/boosts/contract.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type BoostOffer, leastPrice } from '../ordering/boost-offer.ts';
import { FeedExample, MoreExamples } from './boost-example.tsx';
import { BoostPrices } from './boost-prices.tsx';
import { ReachMethod } from './boost-reach.tsx';
import { boostQuestions, boostSteps, rulesOf } from './boost-words.tsx';

interface BoostHomeViewProps extends BoostOffer {
  /** The agency that is signed in. */
  space: { ownerReference: string } | null;
}

/** What a boost is, what it costs, what it looks like, and what it does not do. */
export function BoostHomeView({ space, ...offer }: BoostHomeViewProps) {
  const { open, closed, formulas, example } = offer;
  const way = space ? paths.ownedBoost(space) : paths.boostSignup();
  const least = leastPrice(formulas);
  return (
    <>
      <section className="border-b border-ardoise-200">
        <div className="page grid items-center gap-x-12 gap-y-10 pt-10 pb-12 lg:grid-cols-12 lg:pt-16 lg:pb-20">
          <div className={example ? 'lg:col-span-7' : 'lg:col-span-9'}>
            <p className="font-medium text-ardoise-600">Boost Réseaux Sociaux</p>
            <h1 className="mt-2 text-home">Votre annonce, montrée autour de la ville choisie.</h1>
            <p className="mt-4 max-w-measure text-lead text-ardoise-700">
              Un boost la montre en publicité sur Facebook et Instagram, autour de la ville que vous
              choisissez. Vérifiée avant le paiement, mesurée chaque jour, arrêtée si le bien part.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              {open && (
                <ButtonLink to={way} size="lg">
                  Booster une annonce
                </ButtonLink>
              )}
              <ButtonLink to="#formules" size="lg" variant={open ? 'secondary' : 'primary'}>
                Voir les formules
              </ButtonLink>
            </div>
            {least !== null && (
              <p className="figures mt-5 text-small text-ardoise-600">
                À partir de {formatPrice(least)} HT, payés une fois. Ni abonnement, ni reconduction.
              </p>
            )}
          </div>
          {example && (
            <div className="lg:col-span-5">
              <FeedExample {...offer} example={example} network="facebook" eager />
            </div>
          )}
        </div>
      </section>

      <section id="formules" aria-labelledby="titre-formules" className="page scroll-mt-6 pt-12 lg:pt-16">
        <h2 id="titre-formules" className="text-h2">
          Les formules
        </h2>
        <p className="mt-2 max-w-measure text-ardoise-700">
          Le prix a deux parts{NBSP}: le budget de diffusion, dépensé auprès du réseau, et nos frais de
          service. Rien d’autre n’est demandé.
        </p>
        {!open && (
          <div className="mt-6">
            <Notice tone="warning" title="Aucun boost ne peut être commandé pour l’instant">
              {closed !== null && <p className="mb-1 whitespace-pre-line wrap-anywhere">{closed}</p>}
              Les prix restent ceux-ci, et les boosts en cours continuent.{' '}
              <TextLink to={paths.agencyContact()}>Nous écrire</TextLink>
            </Notice>
          </div>
        )}
        <BoostPrices {...offer} way={open ? way : null} />
        <div className="mt-10 grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <Points title="Compris dans chaque formule" points={included} />
          <div>
            <Points title="Ce que nous ne promettons pas" points={notPromised} />
            <p className="mt-4">
              <TextLink to={paths.ranking()}>Comment les annonces sont classées</TextLink>
            </p>
          </div>
        </div>
      </section>

      {example && <MoreExamples {...offer} example={example} />}

      <section aria-labelledby="titre-etapes" className="page pt-12 lg:pt-16">
        <h2 id="titre-etapes" className="text-h2">
          De l’annonce au dernier jour
        </h2>
        <ol className="mt-8 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
          {boostSteps(offer).map(({ Icon, title, words }, rank) => (
            <li key={title} className="border-t-2 border-ardoise-900 pt-5">
              <Icon aria-hidden="true" className="size-6 text-phare-700" />
              <h3 className="mt-3 text-h4">
                <span className="sr-only">Étape {rank + 1}&nbsp;: </span>
                {title}
              </h3>
              <p className="mt-2 text-ardoise-700">{words}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="on-dark mt-16 lg:mt-24">
        <div className="page grid gap-10 py-14 lg:grid-cols-12 lg:py-20">
          <h2 className="text-h1 lg:col-span-5">Un logement ne se montre pas selon l’âge des gens.</h2>
          <ul className="space-y-5 lg:col-span-7">
            {rulesOf(offer).map(({ title, words }) => (
              <li key={title} className="flex gap-4">
                <BadgeCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ardoise-300" />
                <div>
                  <h3 className="font-text text-lead font-bold tracking-normal">{title}</h3>
                  <p className="max-w-measure text-ardoise-300">{words}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <ReachMethod {...offer} />

      <section aria-labelledby="titre-questions" className="page pt-12 lg:pt-16">
        <h2 id="titre-questions" className="text-h2">
          Ce que les agences demandent
        </h2>
        <dl className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-2">
          {boostQuestions.map(({ asks, words, onward }) => (
            <div key={asks}>
              <dt className="font-bold">{asks}</dt>
              <dd className="mt-1 max-w-measure text-ardoise-700">
                {words} {onward}
              </dd>
            </div>
          ))}
        </dl>
        {open && (
          <div className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t-2 border-ardoise-900 pt-6">
            <p className="max-w-measure text-h4">
              {space
                ? 'Choisissez l’annonce, la ville et la formule\u00a0: l’aperçu se dessine aussitôt.'
                : 'Retrouvez ou inscrivez votre agence\u00a0: votre choix reste 24 heures dans ce navigateur.'}
            </p>
            <ButtonLink to={way} size="lg">
              Booster une annonce
            </ButtonLink>
          </div>
        )}
      </section>
    </>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <>
      <h3 className="text-h4">{title}</h3>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-ardoise-700">
        {points.map((point) => (
          <li key={point} className="max-w-measure">
            {point}
          </li>
        ))}
      </ul>
    </>
  );
}

const included = [
  'L’image de la publicité, dessinée par Vigie aux dimensions de chaque réseau, mentions légales comprises.',
  `De une à ${LISTINGS_MAX} annonces, qui se partagent le budget, et un premier jour au choix dans les ${formatNumber(START_WITHIN_DAYS)} jours.`,
  'Les chiffres de chaque jour, le coût par prospect, et la facture.',
  'L’arrêt automatique quand le bien est vendu, loué ou retiré.',
] as const;

const notPromised = [
  'Un nombre de vues, de clics ou de prospects\u00a0: nous nous engageons à confier le budget au réseau, pas à ce qu’il rapporte.',
  'Une meilleure place sur Vigie\u00a0: un boost ne change jamais l’ordre des résultats.',
  'L’accord du réseau\u00a0: il peut refuser une publicité. Si elle ne peut pas commencer, tout est remboursé.',
] as const;
