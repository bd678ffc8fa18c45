import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { type Box, type Ring, UNITS } from '#rooms/criteria/rings.ts';
import type { MapAnswer } from '../map.ts';
import type { Inks } from './map-style.tsx';

/** The highest zoom that a layer may have (MapLibre style specification). */
const CLOSEST = 24;

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Lays the zones of a search over a map, and where it is `nameless`, the names of communes. */
export function addLayers(map: GlMap, ink: Inks, nameless: boolean) {
  addZones(map, ink);
  if (nameless) addNames(map, ink);
  const put = (name: string, data: FeatureCollection) => {
    void map.getSource<GeoJSONSource>(name)?.setData(data);
  };
  return {
    setZones(zones: readonly Ring[], box: Box | null, circles: readonly Ring[]) {
      const shapes = [
        ...zones.map((ring) => ({ ring, filled: true })),
        ...[...circles, ...(box ? [cornersOf(box)] : [])].map((ring) => ({ ring, filled: false })),
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
    /** Below this zoom only, or everywhere: a map that writes the names of places itself needs no others. */
    showNamesBelow(zoom: number | null) {
      for (const layer of nameless ? ['communes', 'noms'] : [])
        map.setLayerZoomRange(layer, 0, zoom ?? CLOSEST);
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
  };
}

/** The lowest of what lies over a map. */
export const LOWEST_LAYER = 'zones-fond';

function addZones(map: GlMap, ink: Inks): void {
  map.addSource('zones', { type: 'geojson', data: nothing });
  map.addLayer({
    id: LOWEST_LAYER,
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
}

function addNames(map: GlMap, ink: Inks): void {
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

function cornersOf([west, south, east, north]: Box): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}
