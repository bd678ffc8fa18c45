import { formatCount, formatPrice, formatPricePerM2 } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { SuggestedPlaces } from '#rooms/places/parts/suggested-places.tsx';
import { alertPath } from '#rooms/search/contract.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState, Horizon } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { priceKindWords } from '../contract.ts';
import { crumbsOf, headingOf, type PricePage, pricePath, type Suggested, shownKinds } from '../price-page.ts';
import { AskingAndRentedPrices, Districts, Neighbours, OnSale } from './around.tsx';
import { History, Slices, Spread } from './charts.tsx';
import { Headline, HeadlineDetails, KindTabs, PublishedHeadline } from './headline.tsx';
import { Method, Questions } from './method.tsx';
import { Communes } from './places-map.tsx';
import { PriceSearch } from './price-search.tsx';
import { RentCeilings } from './rent-ceilings.tsx';

/** The prices of a place: the answer, then what it is made of. */
export function PriceView({ page }: { page: PricePage }) {
  const { shown, prices } = page;
  const one = prices[shown];
  const { figure, published } = one;
  const whose = published ?? one;
  const wider = whose.widened ? whose.area : null;
  return (
    <div className="page pt-4 pb-16">
      <Breadcrumb crumbs={crumbsOf(page)} />
      <h1 className="mt-2 text-h1">{headingOf(page)}</h1>
      <div className="mt-4">
        <KindTabs page={page} />
      </div>
      {figure || published ? (
        <>
          <div className="grid gap-x-12 gap-y-8 py-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem] lg:pb-14">
            <div>
              {published ? <PublishedHeadline kind={shown} one={one} /> : <Headline kind={shown} one={one} />}
              {wider?.slug && (
                <p className="mt-4">
                  <TextLink to={pricePath(wider.slug, shown)}>Tous les prix de ce territoire</TextLink>
                </p>
              )}
            </div>
            <HeadlineDetails page={page} />
          </div>
          <History page={page} />
          <Spread page={page} />
          <Slices page={page} />
        </>
      ) : (
        <NoFigure page={page} />
      )}
      <Districts page={page} />
      <Communes page={page} />
      <AskingAndRentedPrices page={page} />
      <RentCeilings page={page} />
      <OnSale page={page} />
      <Neighbours page={page} />
      <Method page={page} />
      <Questions page={page} />
    </div>
  );
}

/** No sale to count: why, what is known all the same, and what to do. */
function NoFigure({ page }: { page: PricePage }) {
  const { place, shown, prices } = page;
  const asked = shownKinds.flatMap((kind) => {
    const { asking } = prices[kind];
    return asking ? [{ kind, asking }] : [];
  });
  return (
    <div className="mt-6 mb-10 rounded-card border border-ardoise-200 bg-blanc">
      <EmptyState
        title={`Pas de prix des ventes ${atPlace(place)}`}
        actions={
          <>
            <ButtonLink variant="beam" to={alertPath('achat', [place.slug], {})}>
              Créer une alerte
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.prices()}>
              Voir d’autres villes
            </ButtonLink>
          </>
        }
      >
        <p>{prices.notice ?? prices[shown].notice}</p>
        {asked.map(({ kind, asking }) => (
          <p key={kind} className="mt-2 text-encre">
            {priceKindWords[kind].plural}&nbsp;: {formatPricePerM2(asking.median)} en médiane{' '}
            <strong>demandés</strong> dans {formatCount(asking.n, 'annonce', 'annonces')} en ligne.
          </p>
        ))}
        {shownKinds.map((kind) => {
          const { rent } = prices[kind];
          return (
            rent && (
              <p key={kind} className="mt-2">
                Loyer d’annonce estimé, {priceKindWords[kind].word}&nbsp;: {formatPrice(rent.rent)}/m² par
                mois, charges comprises ({rent.year}).
              </p>
            )
          );
        })}
      </EmptyState>
    </div>
  );
}

/** No place bears that name, or no type of home: the ones that look like it. */
export function UnknownPrices({ asked, suggestions }: { asked: string; suggestions: readonly Suggested[] }) {
  return (
    <div className="page grid items-start gap-10 py-12 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-7">
        <p className="figures mb-3 text-small font-medium text-ardoise-500">Erreur 404</p>
        <h1 className="text-h1">Pas de page de prix pour «&nbsp;{asked}&nbsp;»</h1>
        {suggestions.length > 0 && (
          <>
            <p className="mt-4 text-lead text-ardoise-600">Vous cherchiez peut-être&nbsp;:</p>
            <SuggestedPlaces suggestions={suggestions} />
          </>
        )}
        <div className="mt-8">
          <PriceSearch />
        </div>
      </div>
      <Horizon className="order-first h-auto w-64 max-w-full lg:order-none lg:col-span-5 lg:w-full" />
    </div>
  );
}
