import { useMapFolded } from '#browser/map-column.ts';
import { paths } from '#contract/paths.ts';
import { filtersKey } from '#rooms/criteria/contract.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { TextLink } from '#ui/link.tsx';
import type { BaseMap } from '../base-map.ts';
import { type CityPage, crumbsOf, pageHeading } from '../city.ts';
import { slugsOf } from '../contract.ts';
import { Around } from './around.tsx';
import { FilterBar } from './filter-bar.tsx';
import { AreaChips, MapColumn, MapLink, PictureColumn } from './map-door.tsx';
import { PlaceChips } from './place-chips.tsx';
import { CountLine, NothingFound, ResultList, SortForm } from './results.tsx';

/** The listings of a commune or a district, whatever address led here. */
export function CityView({
  view,
  baseMap,
  mapFolded,
}: {
  view: CityPage;
  baseMap: BaseMap;
  mapFolded: boolean;
}) {
  const { transaction, place, filters, sort, counts, found } = view;
  const bar = { transaction, place, filters, sort, types: counts.types };
  const key = filtersKey(filters);
  const mapped = place.area?.carte !== undefined;
  // On a phone the map is one press away all along the list; over an empty one it would hide what to do next.
  const floats = !mapped && found.length > 0;
  const folded = useMapFolded(mapFolded) && !mapped;
  return (
    <div
      className={
        folded
          ? ''
          : 'lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] [&_article[data-active]]:border-ardoise-700'
      }
    >
      <div className={`page pt-4 pb-10 md:pb-16 ${folded ? '' : 'lg:mx-0! lg:max-w-none!'}`}>
        <Breadcrumb crumbs={crumbsOf(view)} />
        <h1 className="mt-2 text-h1">{pageHeading(view)}</h1>
        <CountLine view={view} />
        <div className="mt-4">
          <PlaceChips key={`places ${slugsOf(place).join()}`} view={view} />
        </div>
        <div className="mt-2">
          <FilterBar key={`bar ${transaction} ${slugsOf(place).join()} ${key}`} {...bar} />
        </div>
        <AreaChips view={view} />
        <div
          className={`mt-6 grid gap-x-10 gap-y-12 grid-cols-[minmax(0,1fr)] ${folded ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}
        >
          <div id="resultats">
            {found.length > 0 ? (
              <>
                <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                  <SortForm view={view} />
                  <p className="text-small">
                    <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
                  </p>
                </div>
                <ResultList view={view} />
              </>
            ) : (
              <NothingFound view={view} />
            )}
          </div>
          <aside className={folded ? 'space-y-10 lg:pt-12' : 'space-y-10'}>
            {(folded || (!mapped && !floats)) && (
              <MapLink
                view={view}
                className={`min-h-28 w-full justify-center rounded-card border border-ardoise-200 bg-ardoise-100 text-phare-700 hover:border-ardoise-700 ${floats ? 'max-lg:hidden' : ''} ${folded ? '' : 'lg:hidden'}`}
              />
            )}
            <Around view={view} />
          </aside>
        </div>
        {floats && (
          // Sticky, not fixed: it stays above the end of the page, whose links it would cover.
          <div className="pointer-events-none sticky bottom-20 z-20 mt-6 flex justify-center lg:hidden">
            <MapLink
              view={view}
              className="pointer-events-auto min-h-11 rounded-full bg-ardoise-900 px-5 text-craie shadow-popover ring-1 ring-craie/30"
            />
          </div>
        )}
      </div>
      {mapped ? <MapColumn view={view} base={baseMap} /> : !folded && <PictureColumn view={view} />}
    </div>
  );
}
