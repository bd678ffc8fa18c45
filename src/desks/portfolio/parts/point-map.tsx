import { useEffect, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { type BaseMap, styleUrlOf } from '#rooms/search/base-map.ts';
import { mapListingsCall } from '#rooms/search/map.ts';
import type { Bounds } from '#rooms/search/map-bounds.ts';
import { type Engine, openMap } from '#rooms/search/parts/engine.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { OwnListing } from '../contract.ts';
import type { Point } from '../editing/point.ts';

interface PointMapProps {
  place: NonNullable<OwnListing['place']>;
  point: Point | null;
  base: BaseMap;
  onPoint: (point: Point) => void;
}

/** Degrees around a point that is known, and around a place of which only the centre is. */
const NEAR = 0.004;
const AROUND = 0.05;
const HELP = 'aide-carte';

/** The map moves under a mark that stays in its middle: a finger, a mouse and the arrow keys do it alike. */
export default function PointMap({ place, point, base, onPoint }: PointMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [dead, setDead] = useState(false);
  const [streets, setStreets] = useState(base !== 'builtin');
  const [start] = useState<Bounds>(() => boundsOf(place, point));

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const asking = new AbortController();
    let opened: Engine | null = null;
    const name = () => {
      if (!opened || styleUrlOf(base) !== null) return;
      const query = { transaction: 'achat', lieux: place.slug, vue: opened.bounds().join(',') };
      callApi(mapListingsCall, { query }, { signal: asking.signal, quiet: true }).then(
        ({ data }) => opened?.setNames(data.names),
        // Names only help: the map stands without them.
        () => {},
      );
    };
    openMap(container, {
      base,
      bounds: start,
      title: 'Carte du bien',
      bare: true,
      onRest: name,
      onStreets: setStreets,
    }).then(
      (map) => {
        if (asking.signal.aborted) return map.close();
        opened = map;
        setEngine(map);
        name();
        const canvas = container.querySelector('canvas');
        canvas?.setAttribute('aria-describedby', HELP);
        canvas?.focus({ preventScroll: true });
      },
      () => setDead(true),
    );
    return () => {
      asking.abort();
      opened?.close();
    };
  }, [start, base, place.slug]);

  if (dead)
    return (
      <Notice tone="warning">
        La carte ne peut pas s’ouvrir dans ce navigateur{'\u00a0'}: collez la latitude et la longitude.
      </Notice>
    );
  return (
    <div>
      <p id={HELP} className="mb-2 text-small text-ardoise-600">
        Déplacez la carte sous le repère, à la main ou avec les flèches du clavier{'\u00a0'}; + et − zooment.
        {!streets &&
          ' Elle ne montre pas les rues : pour être précis, collez plutôt la latitude et la longitude.'}
      </p>
      <div className="relative h-96 overflow-hidden rounded-card border border-ardoise-200 bg-ardoise-100">
        <div ref={box} className="h-full" />
        <svg
          viewBox="0 0 32 44"
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1/2 h-11 w-8 -translate-x-1/2 -translate-y-full"
        >
          <path
            d="M16 43C9 33 2 25 2 16a14 14 0 1 1 28 0c0 9-7 17-14 27Z"
            strokeWidth="2"
            className="fill-phare-700 stroke-blanc"
          />
          <circle cx="16" cy="16" r="5" className="fill-blanc" />
        </svg>
      </div>
      <Button
        disabled={!engine}
        onClick={() => {
          if (engine) onPoint(engine.centre());
        }}
        className="mt-3"
      >
        Placer le bien ici
      </Button>
    </div>
  );
}

function boundsOf({ bbox, lng, lat }: PointMapProps['place'], point: Point | null): Bounds {
  if (point) return around(point, NEAR);
  return bbox ?? (lng === null || lat === null ? [-5, 41, 10, 51.5] : around([lng, lat], AROUND));
}

function around([lng, lat]: Point, by: number): Bounds {
  return [lng - by, lat - by, lng + by, lat + by];
}
