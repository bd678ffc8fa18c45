import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import {
  AttributionControl,
  type GeoJSONSource,
  Map as GlMap,
  Marker,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
// A file of this origin: the security policy asks for worker-src 'self' only (stack.md, pitfalls 4).
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type Box, type Ring, type Spot, toUnits, UNITS, VERTICES_MAX } from '#rooms/criteria/rings.ts';
import type { MapAnswer } from '../map.ts';
import type { Bounds } from '../map-bounds.ts';
import { type Mark } from '../map-grouping.ts';

setWorkerUrl(workerUrl);

const SAME_SPOT_ZOOM = 17;
/** Around what is shown; on a phone the cards cover the foot of the map. */
function padding(container: HTMLElement) {
  const foot = matchMedia('(min-width: 64rem)').matches ? 56 : Math.min(300, container.clientHeight * 0.45);
  return { top: 56, right: 64, bottom: foot, left: 64 };
}

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The colours of the design language, for a canvas that reads no class. */
function inks(): Record<'sea' | 'land' | 'abroad' | 'line' | 'text' | 'halo' | 'zone', string> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    sea: read('phare-100'),
    land: read('ardoise-100'),
    abroad: read('ardoise-200'),
    line: read('ardoise-300'),
    text: read('ardoise-700'),
    halo: read('blanc'),
    zone: read('phare-700'),
  };
}

/** Land and sea; nothing of it leaves the origin. */
function embeddedStyle(): StyleSpecification {
  const { sea, land, abroad, line } = inks();
  return {
    version: 8,
    name: 'Vigie',
    sources: {
      pays: {
        type: 'geojson',
        data: new URL('/geo/pays.json', location.href).href,
        attribution: 'IGN Admin Express · Natural Earth · INSEE',
        tolerance: 0.2,
      },
    },
    layers: [
      { id: 'fond', type: 'background', paint: { 'background-color': sea } },
      {
        id: 'terre',
        type: 'fill',
        source: 'pays',
        paint: { 'fill-color': ['case', ['get', 'france'], land, abroad], 'fill-antialias': true },
      },
      { id: 'cotes', type: 'line', source: 'pays', paint: { 'line-color': line, 'line-width': 1 } },
    ],
  };
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
}

interface Frame {
  /** Where its style is; null for the embedded one. */
  readonly styleUrl: string | null;
  readonly bounds: Bounds;
  /** What it shows, for who cannot see it. */
  readonly title: string;
  /** Nothing lies over it: what it shows first stands in its very middle. */
  readonly bare?: boolean;
}

export type Engine = Awaited<ReturnType<typeof openMap>>;

/** Opens a map in an element. Throws where there is no WebGL. */
export async function openMap(
  container: HTMLElement,
  { styleUrl, bounds, title, bare = false, onRest }: Frame & Listeners,
) {
  const map = new GlMap({
    container,
    style: styleUrl ?? embeddedStyle(),
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
  await new Promise<void>((resolve, reject) => {
    map.once('load', () => resolve());
    // A style that cannot be had leaves nothing to show; a tile that fails is no matter.
    map.on('error', ({ error }) => (map.isStyleLoaded() ? undefined : reject(error)));
  }).catch((error: unknown) => {
    map.remove();
    throw error;
  });

  const ink = inks();
  map.addSource('zones', { type: 'geojson', data: nothing });
  map.addLayer({
    id: 'zones-fond',
    type: 'fill',
    source: 'zones',
    paint: { 'fill-color': ink.zone, 'fill-opacity': ['case', ['get', 'filled'], 0.12, 0.04] },
  });
  map.addLayer({
    id: 'zones-bord',
    type: 'line',
    source: 'zones',
    paint: { 'line-color': ink.zone, 'line-width': 2, 'line-dasharray': [2, 1] },
  });
  if (!styleUrl) {
    map.addSource('noms', { type: 'geojson', data: nothing });
    map.addLayer({
      id: 'communes',
      type: 'circle',
      source: 'noms',
      paint: { 'circle-radius': 2.5, 'circle-color': ink.line },
    });
    map.addLayer({
      id: 'noms',
      type: 'symbol',
      source: 'noms',
      layout: {
        'text-field': ['get', 'name'],
        // Without glyphs the browser's own letters are drawn.
        'text-font': ['Figtree Variable'],
        'text-size': ['interpolate', ['linear'], ['get', 'rank'], 0, 17, 6, 14, 30, 12],
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 8,
        'text-variable-anchor': ['top', 'bottom'],
        'text-radial-offset': 0.5,
      },
      paint: { 'text-color': ink.text, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
    });
  }

  // A window that changes size moves the map too, and nobody asked for it.
  let asked = false;
  map.on('moveend', ({ originalEvent }) => {
    onRest(asked || originalEvent !== undefined);
    asked = false;
  });
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const markers = new Map<string, { marker: Marker; button: HTMLButtonElement }>();
  const put = (name: string, data: FeatureCollection) => {
    void map.getSource<GeoJSONSource>(name)?.setData(data);
  };
  let stopDrawing: (() => void) | null = null;

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
    resize: () => map.resize(),
    /** Shows these marks and no others; `make` fills the button of a new one. */
    setMarks(marks: readonly Mark[], make: (mark: Mark, button: HTMLButtonElement) => void) {
      const kept = new Set(marks.map(({ key }) => key));
      for (const [key, { marker }] of markers) {
        if (kept.has(key)) continue;
        marker.remove();
        markers.delete(key);
      }
      for (const mark of marks.toSorted((a, b) => b.lat - a.lat)) {
        if (markers.has(mark.key)) continue;
        const button = document.createElement('button');
        button.type = 'button';
        make(mark, button);
        const marker = new Marker({ element: button }).setLngLat([mark.lng, mark.lat]).addTo(map);
        markers.set(mark.key, { marker, button });
      }
    },
    buttons: () => [...markers].map(([key, { button }]) => ({ key, button })),
    setZones(zones: readonly Ring[], box: Box | null, circles: readonly Ring[]) {
      const shapes = [
        ...zones.map((ring) => ({ ring, filled: true })),
        ...circles.map((ring) => ({ ring, filled: false })),
        ...(box
          ? [
              {
                ring: [
                  [box[0], box[1]],
                  [box[2], box[1]],
                  [box[2], box[3]],
                  [box[0], box[3]],
                ] as Ring,
                filled: false,
              },
            ]
          : []),
      ];
      put('zones', {
        type: 'FeatureCollection',
        features: shapes.map(({ ring, filled }) => ({
          type: 'Feature',
          properties: { filled },
          geometry: {
            type: 'Polygon',
            coordinates: [[...ring, ...ring.slice(0, 1)].map(([x, y]) => [x / UNITS, y / UNITS])],
          },
        })),
      });
    },
    setNames(names: MapAnswer['names']) {
      put('noms', {
        type: 'FeatureCollection',
        features: names.map(({ name, lng, lat }, rank) => ({
          type: 'Feature',
          properties: { name, rank },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      });
    },
    /** One outline, corner by corner; Enter closes it, Escape gives up. Answers undo and stop. */
    async draw(finished: (ring: Ring | null) => void) {
      const [terra, { TerraDrawMapLibreGLAdapter }] = await Promise.all([
        import('terra-draw'),
        import('terra-draw-maplibre-gl-adapter'),
      ]);
      const draw = new terra.TerraDraw({
        adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: `trace${Date.now()}` }),
        modes: [
          new terra.TerraDrawPolygonMode({
            styles: {
              fillColor: ink.zone as `#${string}`,
              outlineColor: ink.zone as `#${string}`,
              outlineWidth: 2,
            },
          }),
        ],
        undoRedo: { modeLevel: new terra.TerraDrawModeUndoRedo() },
      });
      const stop = () => {
        stopDrawing = null;
        if (draw.enabled) draw.stop();
      };
      stopDrawing?.();
      stopDrawing = stop;
      draw.start();
      draw.setMode('polygon');
      draw.on('finish', (id) => {
        const shape = draw.getSnapshotFeature(id)?.geometry;
        const outline = shape?.type === 'Polygon' ? (shape.coordinates[0] ?? []) : [];
        const ring = outline
          .slice(0, -1)
          .slice(0, VERTICES_MAX + 1)
          .map(([lng = 0, lat = 0]): Spot => [toUnits(lng), toUnits(lat)]);
        // Not while it is still telling of its end.
        setTimeout(() => {
          stop();
          finished(ring.length > 0 ? ring : null);
        });
      });
      return { stop, undo: () => draw.undo() };
    },
    close() {
      stopDrawing?.();
      for (const { marker } of markers.values()) marker.remove();
      map.remove();
    },
  };
}
