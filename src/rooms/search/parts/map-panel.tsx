import { Search } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#browser/api.ts';
import { isCancelled } from '#browser/read-error.ts';
import { formatCount } from '#contract/fmt.ts';
import { circlesOf, readArea, writeArea, ZONES_MAX } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { writeSearch } from '#rooms/criteria/contract.ts';
import { circleAround, isZone, type Ring } from '#rooms/criteria/rings.ts';
import { useMarks } from '#rooms/favorites/parts/marks.tsx';
import { type Place, placeLabel } from '#rooms/places/contract.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { CityPage } from '../city.ts';
import { mapPath, searchPath, slugsOf } from '../contract.ts';
import { placesIn } from '../further-places.ts';
import { type MapAnswer, mapListingsCall } from '../map.ts';
import { type Bounds, boundsOf } from '../map-bounds.ts';
import { groupPins, type Mark } from '../map-grouping.ts';
import { arrivedAt, leavingFor, noPast } from '../map-history.ts';
import { type Engine, openMap } from './engine.tsx';
import { fillPin, pinLook } from './pins.tsx';
import { PreviewCard } from './preview-card.tsx';
import { cardOf, idOf, useFullScreen } from './sight.tsx';
import { StaticMap } from './static-map.tsx';
import { Strip, usePreviews } from './strip.tsx';
import { Toolbar, type Trace } from './toolbar.tsx';

const REST_MS = 150;
/** How many homes at one point are shown by the map itself. */
const PREVIEWS_MAX = 12;
/** Opened from the map during this visit. */
let seenSoFar: ReadonlySet<number> = new Set();
/** Ticked during this visit: the list follows the map. */
let followedLast = false;

interface Panel {
  view: CityPage;
  styleUrl: string | null;
}

/** The map of a search: its pins are the listings of its list. */
export default function MapPanel({ view, styleUrl }: Panel) {
  const { transaction, place, filters, sort, found } = view;
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [dead, setDead] = useState(false);
  const [answer, setAnswer] = useState<MapAnswer | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const [sight, setSight] = useState<{ bounds: Bounds; zoom: number } | null>(null);
  const [moved, setMoved] = useState(false);
  const [follows, setFollows] = useState(followedLast);
  const [active, setActive] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [seen, setSeen] = useState(seenSoFar);
  const [trace, setTrace] = useState<Trace | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const kept = useMarks()?.kept;

  const area = useMemo<AreaWords>(() => place.area ?? {}, [place.area]);
  const query = useMemo(() => {
    const { carte: _, ...where } = area;
    const words = new URLSearchParams(writeSearch(transaction, slugsOf(place), filters));
    return { ...Object.fromEntries(words), ...where };
  }, [transaction, place, filters, area]);
  const key = JSON.stringify(query);

  const where = useMemo(() => ({ places: slugsOf(place), area }), [place, area]);
  const [left, setPast] = useState(() => noPast(where));
  const past = arrivedAt(left, where);
  if (past !== left) setPast(past);
  const go = useCallback(
    (next: AreaWords, { undone = false, replace = false } = {}) => {
      setPast((before) => leavingFor(before, where, next, undone ? 'back' : replace ? 'same' : 'on'));
      const to = searchPath(transaction, { ...place, area: next }, { filters, sort });
      if (to) void navigate(to, { preventScrollReset: true, replace });
    },
    [where, transaction, place, filters, sort, navigate],
  );

  const request = useMemo(() => ({ query, sight, turn }), [query, sight, turn]);
  // What the map shows: asked again when the search changes, and when what is seen does.
  useEffect(() => {
    const controller = new AbortController();
    const { sight } = request;
    const vue = sight && { vue: sight.bounds.join(','), zoom: sight.zoom.toFixed(2) };
    callApi(
      mapListingsCall,
      { query: { ...request.query, ...vue } },
      { signal: controller.signal, quiet: true },
    ).then(
      ({ data }) => {
        setAnswer(data);
        setAnswered(JSON.stringify(request.query));
        setFailed(false);
      },
      (error: unknown) => {
        if (!isCancelled(error)) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [request]);

  // Following the map, the first box is a step that one comes back from; the next ones take its place.
  function searchHere(seen: Engine, { following = false } = {}) {
    go(
      { ...area, bbox: seen.bounds().join(','), carte: 'oui' },
      { replace: following && area.bbox !== undefined },
    );
  }
  const follow = useEffectEvent((seen: Engine) => {
    if (follows && !trace) searchHere(seen, { following: true });
  });

  // Opens once the first answer says where to look.
  const [start, setStart] = useState<Bounds | null>(null);
  if (answer && !start) setStart(boundsOf(answer, place, area));
  useEffect(() => {
    const container = box.current;
    if (!container || !start) return;
    let opened: Engine | null = null;
    let left = false;
    let wished = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    openMap(container, {
      styleUrl,
      bounds: start,
      title: 'Carte des annonces',
      onRest: (byHand) => {
        if (byHand) setMoved(true);
        wished ||= byHand;
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (!opened) return;
          setSight({ bounds: opened.bounds(), zoom: opened.zoom() });
          if (wished) follow(opened);
          wished = false;
        }, REST_MS);
      },
    }).then(
      (engine) => {
        if (left) return engine.close();
        opened = engine;
        setEngine(engine);
        setSight({ bounds: engine.bounds(), zoom: engine.zoom() });
      },
      () => setDead(true),
    );
    return () => {
      left = true;
      clearTimeout(timer);
      opened?.close();
      setEngine(null);
    };
  }, [start, styleUrl]);

  // Another search: the map goes where its listings are, unless the reader chose what it shows.
  const shownKey = useRef(key);
  useEffect(() => {
    // The answer to the search before would send it where that one was.
    if (!engine || !answer || answered !== key || shownKey.current === key) return;
    shownKey.current = key;
    setMoved(false);
    setChosen([]);
    if (!area.bbox) engine.show(boundsOf(answer, place, area));
  }, [engine, answer, answered, key, area, place]);

  useEffect(() => {
    const said = readArea(new URLSearchParams(area));
    const circles = said ? circlesOf(said, placesIn<Place>(place)) : [];
    engine?.setZones(
      said?.zones ?? [],
      said?.box ?? null,
      circles.map(({ x, y }) => circleAround([x, y], said?.radius ?? 0)),
    );
  }, [engine, area, place]);

  useEffect(() => {
    engine?.setNames(answer?.names ?? []);
  }, [engine, answer]);

  const choose = useCallback(
    (mark: Mark) => {
      const [west, south, east, north] = mark.box;
      const apart = Math.max(east - west, north - south) > 0.0004;
      if (mark.count > 1 && (mark.ids.length === 0 || (apart && (engine?.zoom() ?? 0) < 16.5))) {
        const room = Math.max(0.002, 0.2 / 2 ** Math.max(0, (engine?.zoom() ?? 8) - 8));
        engine?.show(apart ? mark.box : [west - room, south - room, east + room, north + room], true);
        return;
      }
      seenSoFar = new Set([...seenSoFar, ...mark.ids]);
      setSeen(seenSoFar);
      setChosen(mark.ids.slice(0, PREVIEWS_MAX));
      setActive(mark.ids[0] ?? null);
    },
    [engine],
  );

  const marks = useMemo(() => groupPins(answer?.features ?? [], sight?.zoom ?? 10), [answer, sight?.zoom]);
  const onPin = useEffectEvent(choose);
  useEffect(() => {
    engine?.setMarks(marks, (mark, button) => {
      fillPin(mark, button, transaction === 'location');
      button.addEventListener('click', () => onPin(mark));
      const light = (id: number | null) => () => setActive(id);
      button.addEventListener('mouseenter', light(mark.ids[0] ?? null));
      button.addEventListener('focus', light(mark.ids[0] ?? null));
      button.addEventListener('mouseleave', light(null));
      button.addEventListener('blur', light(null));
    });
  }, [engine, marks, transaction]);

  // States of pins: seen, kept, active; the card of the list answers.
  useEffect(() => {
    const byKey = new Map(marks.map((mark) => [mark.key, mark]));
    for (const { key, button } of engine?.buttons() ?? []) {
      const mark = byKey.get(key);
      if (!mark) continue;
      pinLook(mark, button, {
        active: active !== null && mark.ids.includes(active),
        seen: mark.ids.length > 0 && mark.ids.every((id) => seen.has(id)),
        kept: mark.ids.some((id) => kept?.has(id)),
      });
    }
    const card = active === null ? null : cardOf(active);
    card?.setAttribute('data-active', '');
    return () => card?.removeAttribute('data-active');
  }, [engine, marks, active, kept, seen]);

  useEffect(() => {
    const list = document.getElementById('resultats');
    const over = (event: Event) => setActive(idOf(event.target));
    const out = () => setActive(null);
    list?.addEventListener('mouseover', over);
    list?.addEventListener('focusin', over);
    list?.addEventListener('mouseleave', out);
    list?.addEventListener('focusout', out);
    return () => {
      list?.removeEventListener('mouseover', over);
      list?.removeEventListener('focusin', over);
      list?.removeEventListener('mouseleave', out);
      list?.removeEventListener('focusout', out);
    };
  }, []);

  const closing = mapPath(view, false);
  useFullScreen(frame, () => void navigate(closing, { preventScrollReset: true }));

  function addZone(ring: Ring | null) {
    setTrace(null);
    if (!ring) return;
    if (!isZone(ring)) {
      setWrong('Cette zone se croise, ou a plus de 100 côtés : recommencez-la plus simplement.');
      return;
    }
    setWrong(null);
    const said = readArea(new URLSearchParams(area));
    go(
      writeArea(
        { zones: [...(said?.zones ?? []), ring].slice(-ZONES_MAX), box: null, radius: said?.radius ?? null },
        true,
      ),
    );
  }

  async function draw() {
    if (!engine) return;
    setWrong(null);
    setMoved(false);
    try {
      setTrace(await engine.draw(addZone));
    } catch {
      setWrong('Le dessin n’a pas pu être chargé. Réessayez, ou choisissez une zone sans dessiner.');
    }
  }

  const previews = usePreviews(chosen, found);
  const here = { label: placeLabel(place), lng: place.lng, lat: place.lat };

  return (
    <section
      ref={frame}
      aria-label="Carte et zones de recherche"
      className="fixed inset-0 z-40 flex flex-col bg-ardoise-100 lg:static lg:z-0 lg:h-full"
    >
      <Toolbar
        {...{ area, here, trace, drawable: engine !== null, undoable: past.steps.length > 0, go }}
        onDraw={() => void draw()}
        onZone={addZone}
        onUndo={() => {
          const before = past.steps.at(-1);
          if (before) go({ ...before, carte: 'oui' }, { undone: true });
        }}
        onGiveUp={() => {
          trace?.stop();
          setTrace(null);
        }}
        onClose={() => void navigate(closing, { preventScrollReset: true })}
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
          {moved && !follows && engine && !trace && (
            <Button
              size="sm"
              className="rounded-full! shadow-popover"
              icon={<Search aria-hidden="true" className="size-4" />}
              onClick={() => searchHere(engine)}
            >
              Rechercher dans cette zone
            </Button>
          )}
          {(moved || follows) && engine && !trace && (
            <label className="inline-flex min-h-9 items-center gap-2 rounded-full bg-blanc px-3 text-small shadow-sticky">
              <input
                type="checkbox"
                checked={follows}
                onChange={({ target }) => {
                  followedLast = target.checked;
                  setFollows(target.checked);
                  if (target.checked && moved) searchHere(engine, { following: true });
                }}
                className="size-4.5"
              />
              Chercher en déplaçant la carte
            </label>
          )}
          {failed && (
            <p
              role="alert"
              className="flex items-center gap-3 rounded-control border border-ardoise-200 bg-blanc px-3 py-2 text-small shadow-popover"
            >
              Les annonces de la carte ne sont pas arrivées.
              <Button size="sm" variant="secondary" onClick={() => setTurn(turn + 1)}>
                Réessayer
              </Button>
            </p>
          )}
          {answer && !failed && answer.unplaced > 0 && (
            <p className="rounded-full bg-blanc px-3 py-1 text-caption text-ardoise-600 shadow-sticky">
              {formatCount(answer.unplaced, 'annonce sans', 'annonces sans')} emplacement précis, dans la
              liste seulement
            </p>
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
