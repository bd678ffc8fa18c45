import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { placeLabel } from '#rooms/places/contract.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { BaseMap } from '../base-map.ts';
import type { CityPage } from '../city.ts';
import { mapPath } from '../contract.ts';
import { type Bounds, boundsOf } from '../map-bounds.ts';
import { MapListingsNotices, type Sight, useMapListings } from './map-listings.tsx';
import { PreviewCard } from './preview-card.tsx';
import { SearchHere, useSearchHere } from './search-here.tsx';
import { useFullScreen } from './sight.tsx';
import { StaticMap } from './static-map.tsx';
import { Strip, usePreviews } from './strip.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDrawing } from './use-drawing.tsx';
import { useEngine, useShownSearch } from './use-engine.tsx';
import { usePins, useSelection } from './use-pins.tsx';
import { useSearchedArea } from './use-searched-area.tsx';

interface Panel {
  view: CityPage;
  base: BaseMap;
}

/** The map of a search: its pins are the listings of its list. */
export default function MapPanel({ view, base }: Panel) {
  const { transaction, place, found } = view;
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const [sight, setSight] = useState<Sight | null>(null);
  const { area, query, go, undoable, undo } = useSearchedArea(view);
  const { answer, answered, failed, retry } = useMapListings(query, sight);
  const here = useSearchHere(area, go);
  const { trace, wrong, addZone, draw, giveUp } = useDrawing(area, go);
  const selection = useSelection();

  // Opens once the first answer says where to look.
  const [start, setStart] = useState<Bounds | null>(null);
  if (answer && !start) setStart(boundsOf(answer, place, area));
  const { engine, dead, streetless } = useEngine(box, {
    base,
    start,
    onMove: () => here.setMoved(true),
    onRest: (seen, byHand) => {
      setSight({ bounds: seen.bounds(), zoom: seen.zoom() });
      if (byHand && here.follows && !trace) here.search(seen, { following: true });
    },
  });
  const onShow = () => {
    here.setMoved(false);
    selection.unchoose();
  };
  useShownSearch(engine, { query, area, place, answer, answered, onShow });
  usePins(engine, { answer, zoom: sight?.zoom ?? 10, rental: transaction === 'location' }, selection);

  const close = () => void navigate(mapPath(view, false), { preventScrollReset: true });
  useFullScreen(frame, close);
  const { chosen, setActive } = selection;
  const previews = usePreviews(chosen, found);

  return (
    <section
      ref={frame}
      aria-label="Carte et zones de recherche"
      className="fixed inset-0 z-40 flex flex-col bg-ardoise-100 lg:static lg:z-0 lg:h-full"
    >
      <Toolbar
        {...{ area, trace, undoable, go }}
        here={{ label: placeLabel(place), lng: place.lng, lat: place.lat }}
        drawable={engine !== null}
        onDraw={() => {
          if (!engine) return;
          here.setMoved(false);
          void draw(engine);
        }}
        onZone={addZone}
        onUndo={undo}
        onGiveUp={giveUp}
        onClose={close}
      />
      {wrong && (
        <p role="alert" className="z-2 bg-rouge-100 px-4 py-2 text-small text-rouge-700">
          {wrong}
        </p>
      )}
      <div className="relative min-h-0 flex-1">
        {dead ? (
          <div className="h-full overflow-y-auto p-6 text-center">
            <p className="mx-auto max-w-measure font-medium">
              La carte ne peut pas s’afficher dans ce navigateur. La liste est complète.
            </p>
            <StaticMap answer={answer} />
          </div>
        ) : (
          <div ref={box} data-map={engine ? 'ready' : 'loading'} className="size-full" />
        )}
        {!engine && !dead && !failed && (
          <output className="absolute inset-0 grid place-items-center text-ardoise-600">
            <span className="flex items-center gap-2">
              <Spinner /> La carte arrive…
            </span>
          </output>
        )}
        <div className="pointer-events-none absolute inset-x-0 top-3 z-2 flex flex-col items-center gap-2 px-3 *:pointer-events-auto">
          {engine && !trace && <SearchHere here={here} engine={engine} />}
          <MapListingsNotices {...{ answer, failed, retry }} />
          {streetless && (
            <output className="rounded-full bg-blanc px-3 py-1 text-caption text-ardoise-600 shadow-sticky">
              Le plan des rues ne répond pas{'\u00a0'}: carte simplifiée
            </output>
          )}
        </div>
        <div className="pointer-events-none absolute inset-x-0 bottom-0 z-2">
          {chosen.length > 0 && !trace && (
            <div className="pointer-events-auto mx-3 mb-10 hidden max-h-72 gap-3 overflow-x-auto lg:flex">
              {previews.map((listing) => (
                <div key={listing.id} className="w-full max-w-100 shrink-0">
                  <PreviewCard listing={listing} />
                </div>
              ))}
            </div>
          )}
          {/* The whole map is needed to draw on it. */}
          {!trace && (
            <Strip
              listings={[...previews, ...found.filter(({ id }) => !chosen.includes(id))]}
              onActive={setActive}
            />
          )}
        </div>
      </div>
    </section>
  );
}
