import { isBuilt, paths } from '../../../contract/paths.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { type CityPage, crumbsOf } from '../city/contract.ts';
import { headingOf } from '../contract.ts';
import { filtersKey } from '../criteria/contract.ts';
import { Around } from './around.tsx';
import { FilterBar } from './filter-bar.tsx';
import { CountLine, NothingFound, ResultList, SortForm } from './results.tsx';

/** The listings of a commune or a district, whatever address led here. */
export function CityView({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort, counts, found } = view;
  const bar = { transaction, place, filters, sort, types: counts.types };
  const key = filtersKey(filters);
  return (
    <div className="page pt-4 pb-28 md:pb-16">
      <Breadcrumb crumbs={crumbsOf(view)} />
      <h1 className="mt-2 text-h1">{headingOf(transaction, place, filters.type)}</h1>
      <CountLine view={view} />
      <div className="mt-4">
        <FilterBar key={`bar ${transaction} ${place.code} ${key}`} {...bar} />
      </div>
      <div className="mt-6 grid gap-x-10 gap-y-12 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          {found.length > 0 ? (
            <>
              <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <SortForm view={view} />
                {isBuilt('ranking') && (
                  <p className="text-small">
                    <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
                  </p>
                )}
              </div>
              <ResultList view={view} />
            </>
          ) : (
            <NothingFound view={view} />
          )}
        </div>
        <aside className="space-y-10 lg:pt-12">
          <Around view={view} />
        </aside>
      </div>
    </div>
  );
}
