import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { circlesOf, readArea } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { circleAround } from '#rooms/criteria/rings.ts';
import type { Place } from '#rooms/places/contract.ts';
import type { BaseMap } from '../base-map.ts';
import type { CityPage } from '../city.ts';
import { placesIn } from '../further-places.ts';
import type { MapAnswer } from '../map.ts';
import { type Bounds, boundsOf } from '../map-bounds.ts';
import { type Engine, openMap } from './engine.tsx';

const REST_MS = 150;

interface Opening {
  readonly base: BaseMap;
  /** Null: it is not known yet what it opens on. */
  readonly start: Bounds | null;
  /** The reader moves it. */
  readonly onMove: () => void;
  /** It is open, or has come to rest; `byHand`: the reader moved it since it last did. */
  readonly onRest: (engine: Engine, byHand: boolean) => void;
}

/**
 * The map in an element, while the panel stands. `dead`: this browser cannot show one. `streetless`: streets were to be shown,
 * and do not come.
 */
export function useEngine(
  box: RefObject<HTMLDivElement | null>,
  { base, start, onMove, onRest }: Opening,
): { engine: Engine | null; dead: boolean; streetless: boolean } {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [dead, setDead] = useState(false);
  const [streetless, setStreetless] = useState(false);
  const move = useEffectEvent(onMove);
  const rest = useEffectEvent(onRest);
  useEffect(() => {
    const container = box.current;
    if (!container || !start) return;
    let opened: Engine | null = null;
    let left = false;
    let wished = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    openMap(container, {
      base,
      bounds: start,
      title: 'Carte des annonces',
      onStreets: (come) => setStreetless(!come),
      onRest: (byHand) => {
        if (byHand) move();
        wished ||= byHand;
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (!opened) return;
          rest(opened, wished);
          wished = false;
        }, REST_MS);
      },
    }).then(
      (engine) => {
        if (left) return engine.close();
        opened = engine;
        setEngine(engine);
        rest(engine, false);
      },
      () => setDead(true),
    );
    return () => {
      left = true;
      clearTimeout(timer);
      opened?.close();
      setEngine(null);
      setStreetless(false);
    };
  }, [box, start, base]);
  return { engine, dead, streetless };
}

interface Search {
  readonly query: object;
  readonly area: AreaWords;
  readonly place: CityPage['place'];
  readonly answer: MapAnswer | null;
  /** The search of the answer, as JSON. */
  readonly answered: string | null;
  /** The map goes to another search. */
  readonly onShow: () => void;
}

/** Draws a search on the map: where its listings are, its zones, the names around. */
export function useShownSearch(
  engine: Engine | null,
  { query, area, place, answer, answered, onShow }: Search,
): void {
  const key = JSON.stringify(query);
  const show = useEffectEvent(onShow);
  // Another search: the map goes where its listings are, unless the reader chose what it shows.
  const shownKey = useRef(key);
  useEffect(() => {
    // The answer to the search before would send it where that one was.
    if (!engine || !answer || answered !== key || shownKey.current === key) return;
    shownKey.current = key;
    show();
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
}
