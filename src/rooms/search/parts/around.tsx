import { formatNumber, formatOrdinal } from '#contract/fmt.ts';
import { ofPlace, placeLabel } from '#rooms/places/contract.ts';
import { Link } from '#ui/link.tsx';
import type { CityPage } from '../city.ts';
import { kindOfSearch, type PlaceCount, searchPath } from '../contract.ts';

/** Where else to look: the districts of the city, the communes around it. */
export function Around({ view }: { view: CityPage }) {
  const { districts, neighbours, place } = view;
  const elsewhere = districts.filter(({ code }) => code !== place.code);
  return (
    <>
      {elsewhere.length > 0 && (
        <PlaceLinks
          title={`${kindOfSearch(view.transaction)} par arrondissement`}
          view={view}
          places={elsewhere}
          name={({ rank, cityName }) => `${cityName} ${formatOrdinal(rank ?? 0)}`}
          columns
        />
      )}
      {neighbours.length > 0 && (
        <PlaceLinks
          title={`Autour ${ofPlace({ ...place, kind: 'commune', rank: null, name: place.cityName ?? place.name, liaison: place.rank === null ? place.liaison : 0 })}`}
          view={view}
          places={neighbours}
          name={(near) => placeLabel(near)}
        />
      )}
    </>
  );
}

interface PlaceLinksProps {
  title: string;
  view: CityPage;
  places: readonly PlaceCount[];
  name: (place: PlaceCount) => string;
  columns?: boolean;
}

function PlaceLinks({ title, view, places, name, columns = false }: PlaceLinksProps) {
  return (
    <section>
      <h2 className="font-text text-body font-bold tracking-normal">{title}</h2>
      <ul className={`mt-2 gap-x-6 ${columns ? 'grid grid-cols-2' : ''}`}>
        {places.map((place) => (
          <li key={place.code} className="border-b border-ardoise-100">
            <Link
              to={searchPath(view.transaction, place) ?? ''}
              className="flex min-h-10 items-center justify-between gap-3 py-1.5 text-ardoise-700 transition hover:text-phare-700"
            >
              <span>{name(place)}</span>
              <span className="figures text-small text-ardoise-500">{formatNumber(place.count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
