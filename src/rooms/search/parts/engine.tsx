import 'maplibre-gl/dist/maplibre-gl.css';
import { AttributionControl, Map as GlMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
// A file of this origin: the security policy asks for worker-src 'self' only (stack.md, pitfalls 4).
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { toUnits, UNITS } from '#rooms/criteria/rings.ts';
import { type BaseMap, styleUrlOf } from '../base-map.ts';
import type { Bounds } from '../map-bounds.ts';
import { addLayers, LOWEST_LAYER } from './map-layers.tsx';
import { markersOn } from './map-markers.tsx';
import { addLandmarks, embeddedStyle, inks } from './map-style.tsx';
import { outlineDrawing } from './outline-drawing.tsx';
import { addStreets, STREETS_FROM } from './street-layer.tsx';

setWorkerUrl(workerUrl);

const SAME_SPOT_ZOOM = 17;
/** Around what is shown; on a phone the cards cover the foot of the map. */
function padding(container: HTMLElement) {
  const foot = matchMedia('(min-width: 64rem)').matches ? 56 : Math.min(300, container.clientHeight * 0.45);
  return { top: 56, right: 64, bottom: foot, left: 64 };
}

const locale = {
  'AttributionControl.ToggleAttribution': 'Afficher les sources de la carte',
  'NavigationControl.ZoomIn': 'Zoom avant',
  'NavigationControl.ZoomOut': 'Zoom arrière',
  'NavigationControl.ResetBearing': 'Remettre le nord en haut',
};

interface Listeners {
  /** The view came to rest; `byHand`: the reader moved it. */
  readonly onRest: (byHand: boolean) => void;
  /** Streets are to be shown: whether they come, each time it is known. */
  readonly onStreets?: (come: boolean) => void;
}

interface Frame {
  readonly base: BaseMap;
  readonly bounds: Bounds;
  /** What it shows, for who cannot see it. */
  readonly title: string;
  /** Nothing lies over it: what it shows first stands in its very middle. */
  readonly bare?: boolean;
}

export type Engine = Awaited<ReturnType<typeof openMap>>;

/** Opens a map in an element. Throws where there is no WebGL. */
export async function openMap(container: HTMLElement, { onRest, onStreets, ...frame }: Frame & Listeners) {
  const map = mapIn(container, frame);
  await loaded(map);

  const ink = inks();
  const own = styleUrlOf(frame.base) === null;
  // Landmarks and streets once the map is there: what may be slow keeps nobody from its listings.
  if (own) addLandmarks(map, ink);
  const { setZones, setNames, showNamesBelow } = addLayers(map, ink, own);
  if (frame.base === 'ign')
    addStreets(map, LOWEST_LAYER, {
      onShown: (shown) => showNamesBelow(shown ? STREETS_FROM : null),
      onAnswer: (answers) => onStreets?.(answers),
    });
  const { setMarks, buttons, removeMarks } = markersOn(map);
  const { draw, stopDrawing } = outlineDrawing(map, ink.zone);

  // A window that changes size moves the map too, and nobody asked for it.
  let asked = false;
  map.on('moveend', ({ originalEvent }) => {
    onRest(asked || originalEvent !== undefined);
    asked = false;
  });
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

  return {
    bounds(): Bounds {
      const box = map.getBounds();
      const tidy = (value: number, limit: number) =>
        Number(Math.max(-limit, Math.min(limit, value)).toFixed(4));
      return [
        tidy(box.getWest(), 180),
        tidy(box.getSouth(), 85),
        tidy(box.getEast(), 180),
        tidy(box.getNorth(), 85),
      ];
    },
    /** What stands in the middle of the element, to a metre. */
    centre(): readonly [lng: number, lat: number] {
      const { lng, lat } = map.getCenter();
      return [toUnits(lng) / UNITS, toUnits(lat) / UNITS];
    },
    zoom: () => map.getZoom(),
    /** Moves to show a box; `byHand`: the reader asked for it. */
    show([west, south, east, north]: Bounds, byHand = false) {
      asked = byHand;
      map.fitBounds([west, south, east, north], {
        padding: padding(container),
        maxZoom: SAME_SPOT_ZOOM,
        animate: !still,
      });
    },
    setMarks,
    buttons,
    setZones,
    setNames,
    draw,
    close() {
      stopDrawing();
      removeMarks();
      map.remove();
    },
  };
}

/** A map that starts to load, with its controls. */
function mapIn(container: HTMLElement, { base, bounds, title, bare = false }: Frame): GlMap {
  const map = new GlMap({
    container,
    style: styleUrlOf(base) ?? embeddedStyle(),
    bounds: [bounds[0], bounds[1], bounds[2], bounds[3]],
    fitBoundsOptions: { padding: bare ? 0 : padding(container), maxZoom: 15 },
    locale: { ...locale, 'Map.Title': title },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    minZoom: 3,
    maxZoom: 18,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // On a phone the cards cover the foot of the map, and two fingers zoom.
  const wide = matchMedia('(min-width: 64rem)').matches;
  if (wide) {
    map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
    map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left');
  }
  map.addControl(new AttributionControl({ compact: false }), wide ? 'bottom-right' : 'top-left');
  return map;
}

async function loaded(map: GlMap): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    map.once('load', () => resolve());
    // A style that cannot be had leaves nothing to show; a tile that fails is no matter, even one of the first.
    map.on('error', (event) => {
      if (!('tile' in event) && !map.isStyleLoaded()) reject(event.error);
    });
  }).catch((error: unknown) => {
    map.remove();
    throw error;
  });
}
