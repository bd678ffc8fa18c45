import { Link } from 'react-router';
import { formatNumber, formatPricePerM2, NBSP } from '#contract/fmt.ts';
import { SuggestedPlaces } from '#rooms/places/parts/suggested-places.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { priceKindWords } from '../contract.ts';
import { type PriceHome, pricePath, type ShownKind, sampleWords, shownKinds } from '../price-page.ts';
import { publication } from '../published.ts';
import { MethodText } from './method.tsx';
import { PriceSearch } from './price-search.tsx';
import { Section } from './section.tsx';

type City = PriceHome['cities'][number];

/** Three columns that hold on a phone. */
function Cities({ cities }: { cities: readonly City[] }) {
  return (
    <table className="figures w-full text-left">
      <caption className="sr-only">
        Prix au m², ville par ville&nbsp;: médianes de nos ventes ou médianes publiées {publication.words}
      </caption>
      <thead className="text-small text-ardoise-600">
        <tr>
          <th scope="col" className="pb-2 font-medium">
            Ville
          </th>
          {shownKinds.map((kind) => (
            <th key={kind} scope="col" className="pb-2 pl-2 text-right font-medium">
              {priceKindWords[kind].plural}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cities.map((city) => (
          <tr key={city.code} className="border-t border-ardoise-200">
            <th scope="row" className="py-1 font-medium">
              <Link
                to={pricePath(city.slug)}
                className="inline-flex min-h-11 items-center rounded-chip text-phare-700 underline-offset-4 hover:underline"
              >
                {city.name}
              </Link>
            </th>
            {shownKinds.map((kind) => (
              <td key={kind} className="py-1 pl-2 text-right text-small sm:text-body sm:whitespace-nowrap">
                <CityPrice city={city} kind={kind} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CityPrice({ city, kind }: { city: City; kind: ShownKind }) {
  const sold = city[kind];
  if (!sold) return <span className="text-small text-ardoise-600">Trop peu</span>;
  const { low, high, districts } = sold;
  return (
    <Link
      to={pricePath(city.slug, kind)}
      className="inline-block rounded-chip py-1 text-encre underline-offset-4 hover:text-phare-700 hover:underline"
    >
      {districts === null ? (
        formatPricePerM2(low)
      ) : (
        <>
          <span className="block">{formatPricePerM2(low)}</span>
          <span className="block">à {formatPricePerM2(high)}</span>
          <span className="block text-caption whitespace-normal text-ardoise-600">
            {formatNumber(districts)} arrondissements
          </span>
        </>
      )}
      <span className="block text-caption whitespace-normal text-ardoise-600">{sampleWords(sold)}</span>
    </Link>
  );
}

/** Where one looks for a place, with the cities whose sales are known. */
export function PriceHomeView({ home }: { home: PriceHome }) {
  const { asked, suggestions, cities } = home;
  return (
    <div className="page pt-10 pb-16 lg:pt-16">
      <h1 className="max-w-200 text-home">Le prix au m², d’après les ventes signées.</h1>
      <p className="mt-4 max-w-measure text-lead text-ardoise-700">
        La médiane, ce qui s’en écarte, combien de ventes et sur quelle période&nbsp;: tout ce qu’il faut pour
        juger le chiffre, et le refaire.
      </p>
      <div className="mt-8">
        <PriceSearch
          key={asked ?? ''}
          defaultText={asked ?? ''}
          error={
            asked && suggestions.length === 0 ? `Aucun lieu ne ressemble à «${NBSP}${asked}${NBSP}».` : null
          }
        />
      </div>
      {suggestions.length > 0 && (
        <div className="mt-6 max-w-160">
          <h2 className="font-text text-body font-bold tracking-normal">
            Plusieurs lieux correspondent. Lequel&nbsp;?
          </h2>
          <SuggestedPlaces suggestions={suggestions} />
        </div>
      )}
      <div className="mt-12 lg:mt-16">
        <Section
          title="Par ville"
          lead={
            <p>
              Les villes les plus peuplées. Sous chaque prix, le nombre de ventes, de douze mois si rien
              d’autre n’est dit, ou les années ({publication.years}) d’une médiane publiée, qui est d’une
              autre méthode.
            </p>
          }
        >
          {cities.length > 0 ? (
            <Cities cities={cities} />
          ) : (
            <EmptyState title="Aucune vente n’est encore chargée" heading="h3">
              Les prix paraîtront avec le prochain import des données publiques.
            </EmptyState>
          )}
        </Section>
        <Section title="Ce qui n’y est pas" lead={<p>Mieux vaut le dire que l’inventer.</p>}>
          <p className="max-w-measure">
            L’administration fiscale ne publie pas les ventes du Bas-Rhin, du Haut-Rhin, de la Moselle,
            inscrites au livre foncier, ni celles de Mayotte. Sous onze ventes, aucun chiffre n’est
            donné&nbsp;: la page s’élargit à l’intercommunalité ou au département, et le dit. Sans leurs
            ventes, Lyon, Marseille et les départements n’ont pas de médiane&nbsp;: une étendue ou une
            moyenne, nommée ainsi.
          </p>
        </Section>
        <Section id="methode" title="La méthode, en entier">
          <MethodText release={null} />
          <p className="mt-8 border-t border-ardoise-200 pt-4 text-small text-ardoise-600">
            Source&nbsp;: DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab – Licence Ouverte
            2.0. La période et le mois de publication sont sur chaque page. Médianes de cinq ans&nbsp;:{' '}
            {publication.name} (data.gouv.fr), d’après les mêmes données, {publication.licence}.
          </p>
        </Section>
      </div>
    </div>
  );
}
