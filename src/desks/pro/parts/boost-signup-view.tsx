import { ShoppingCart } from 'lucide-react';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { loginPathFor, paths } from '#contract/paths.ts';
import type { SoughtAgencies } from '#rooms/agencies/agency-search.ts';
import { waysTo } from '#rooms/agencies/destination.ts';
import { AgencyFinder } from '#rooms/agencies/parts/agency-finder.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { withFormulaWord } from '../ordering/boost-offer.ts';
import type { DraftDefaults } from '../ordering/cart.ts';
import { useCartBefore } from './use-boost-cart.tsx';

interface BoostSignupViewProps {
  sought: SoughtAgencies;
  /** The formulas that are sold today. */
  names: readonly { readonly key: string; readonly name: string }[];
  /** What the formula that the address says makes a boost begin with. */
  chosen: DraftDefaults | null;
}

const toBoost = waysTo('boost');

/** Before a first boost: which agency orders it. What was chosen already waits in this browser. */
export function BoostSignupView({ sought, names, chosen }: BoostSignupViewProps) {
  // The cart of this browser may be an agency's, which keeps it: then the address alone says what was chosen.
  const ways = chosen
    ? { ...toBoost, login: loginPathFor('agency', withFormulaWord(paths.agencyBoost(), chosen.formula)) }
    : toBoost;
  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Booster une annonce{NBSP}: d’abord, votre agence</h1>
      <p className="mt-2 max-w-measure text-ardoise-600">
        Un boost se commande depuis l’espace de l’agence. Retrouvez la vôtre, ou inscrivez-la{NBSP}: la
        commande se fait ensuite, dès qu’une annonce est en ligne.
      </p>
      <Waiting names={names} chosen={chosen} />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to={ways.login}>Se connecter</ButtonLink>
        <span className="text-ardoise-600">si votre agence a déjà son espace.</span>
      </div>
      <AgencyFinder {...sought} ways={ways}>
        <dl className="mt-10 grid gap-x-8 gap-y-6 border-t border-ardoise-200 pt-8 sm:grid-cols-3">
          <div>
            <dt className="font-bold">Ses annonces sont déjà ici</dt>
            <dd className="mt-1 text-small text-ardoise-600">
              Cherchez-la, puis «{NBSP}C’est mon agence{NBSP}»{NBSP}: un lien confirme que vous la
              représentez. Depuis une adresse que nous ne lui connaissons pas, elle doit d’abord donner son
              accord.
            </dd>
          </div>
          <div>
            <dt className="font-bold">Elle n’est pas encore sur Vigie</dt>
            <dd className="mt-1 text-small text-ardoise-600">
              Deux minutes suffisent{NBSP}: <TextLink to={ways.create}>créer le compte de l’agence</TextLink>.
            </dd>
          </div>
          <div>
            <dt className="font-bold">Et ensuite</dt>
            <dd className="mt-1 text-small text-ardoise-600">
              Une fois l’espace ouvert et une annonce en ligne, vous commandez. Rien n’est payé avant.
            </dd>
          </div>
        </dl>
      </AgencyFinder>
      <p className="mt-10 text-small">
        <TextLink to={paths.boostHome()}>Revoir les formules et les prix</TextLink>
      </p>
    </div>
  );
}

/** What was chosen in this browser before anybody signed in. */
function Waiting({ names, chosen }: Pick<BoostSignupViewProps, 'names' | 'chosen'>) {
  const items = useCartBefore(chosen)?.items ?? [];
  const last = items.at(-1);
  if (!last) return null;
  const name = names.find(({ key }) => key === last.formula)?.name;
  return (
    <output className="mt-6 flex gap-3 rounded-card border border-ardoise-200 bg-blanc px-4 py-3">
      <ShoppingCart aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-phare-700" />
      <span>
        {items.length === 1 && name ? (
          <>
            Formule <strong>{name}</strong> choisie.
          </>
        ) : (
          `${formatCount(items.length, 'boost', 'boosts')} dans le panier.`
        )}{' '}
        Ce navigateur garde le panier 24 heures, pendant que vous ouvrez l’espace de l’agence.
      </span>
    </output>
  );
}
