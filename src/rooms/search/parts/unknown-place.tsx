import { paths } from '#contract/paths.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { SuggestedPlaces } from '#rooms/places/parts/suggested-places.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Horizon } from '#ui/empty-state.tsx';
import type { Suggested } from '../city.ts';
import { PlaceSearch } from './place-search.tsx';

interface UnknownPlaceProps {
  transaction: TransactionWord;
  asked: string;
  suggestions: readonly Suggested[];
}

/** No place bears that name: the ones that look like it, and a way to search. */
export function UnknownPlace({ transaction, asked, suggestions }: UnknownPlaceProps) {
  return (
    <div className="page grid items-start gap-10 py-12 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-7">
        <p className="figures mb-3 text-small font-medium text-ardoise-500">Erreur 404</p>
        <h1 className="text-h1">Aucun lieu ne s’appelle «&nbsp;{asked}&nbsp;»</h1>
        {suggestions.length > 0 && (
          <>
            <p className="mt-4 text-lead text-ardoise-600">Vous cherchiez peut-être&nbsp;:</p>
            <SuggestedPlaces suggestions={suggestions} />
          </>
        )}
        <div className="mt-8">
          <PlaceSearch transaction={transaction} />
        </div>
        <p className="mt-6">
          <ButtonLink variant="quiet" to={paths.newAlert()}>
            Créer une alerte
          </ButtonLink>
        </p>
      </div>
      <Horizon className="order-first h-auto w-64 max-w-full lg:order-none lg:col-span-5 lg:w-full" />
    </div>
  );
}
