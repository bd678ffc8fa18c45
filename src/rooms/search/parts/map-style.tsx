import type {
  ExpressionSpecification,
  Map as GlMap,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { LANDMARKS } from '../base-map.ts';

export type Inks = Record<
  'sea' | 'land' | 'abroad' | 'town' | 'line' | 'water' | 'road' | 'text' | 'halo' | 'zone',
  string
>;

/** The colours of the design language, for a canvas that reads no class. */
export function inks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    sea: read('phare-100'),
    land: read('ardoise-100'),
    abroad: read('ardoise-200'),
    town: read('ville'),
    line: read('ardoise-300'),
    water: read('carte-3'),
    road: read('bordure'),
    text: read('ardoise-700'),
    halo: read('blanc'),
    zone: read('phare-700'),
  };
}

/** The lowest layer above the landmarks. */
const COASTS = 'cotes';
const LANDMARKS_SOURCE = 'reperes';

/** Land and sea; nothing of it leaves the origin. */
export function embeddedStyle(): StyleSpecification {
  const { sea, land, abroad, line } = inks();
  return {
    version: 8,
    name: 'Vigie',
    sources: {
      pays: {
        type: 'geojson',
        data: new URL('/geo/pays.json', location.href).href,
        attribution: 'IGN Admin Express · INSEE',
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
      { id: COASTS, type: 'line', source: 'pays', paint: { 'line-color': line, 'line-width': 1 } },
    ],
  };
}

/** What one knows a region by, on a map whose embedded style has loaded: a tile that never comes delays no listing. */
export function addLandmarks(map: GlMap, ink: Inks): void {
  map.addSource(LANDMARKS_SOURCE, {
    type: 'vector',
    // As text: `URL` percent-encodes the braces.
    tiles: [`${location.origin}${LANDMARKS.path}`],
    minzoom: LANDMARKS.minZoom,
    maxzoom: LANDMARKS.maxZoom,
    attribution: LANDMARKS.credit,
  });
  for (const layer of landmarkLayers(ink)) map.addLayer(layer, COASTS);
}

/** Drawn from 1:10,000,000: close up a road is hundreds of metres from its place, so that it fades to a hint of where it goes. */
const fading = (near: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  10,
  1,
  14,
  near,
];

function landmarkLayers({ sea, land, town, line, water, road, text, halo }: Inks): LayerSpecification[] {
  const source = LANDMARKS_SOURCE;
  return [
    {
      id: 'urbain',
      type: 'fill',
      source,
      'source-layer': 'urbain',
      paint: { 'fill-color': town, 'fill-opacity': fading(0.6) },
    },
    {
      id: 'glaciers',
      type: 'fill',
      source,
      'source-layer': 'glaciers',
      paint: { 'fill-color': halo },
    },
    {
      id: 'lacs',
      type: 'fill',
      source,
      'source-layer': 'lacs',
      paint: { 'fill-color': sea, 'fill-outline-color': water },
    },
    {
      id: 'cours-d-eau',
      type: 'line',
      source,
      'source-layer': 'cours-d-eau',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 8, 1.6, 13, 5],
        'line-opacity': fading(0.6),
      },
    },
    {
      id: 'voies-ferrees',
      type: 'line',
      source,
      'source-layer': 'voies-ferrees',
      paint: {
        'line-color': line,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 12, 1.4],
        'line-dasharray': [4, 2],
        'line-opacity': fading(0.4),
      },
    },
    {
      id: 'routes-bord',
      type: 'line',
      source,
      'source-layer': 'routes',
      filter: ['<', ['get', 'classe'], 3],
      minzoom: 8,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': road,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 2.4, 13, 5],
        'line-opacity': fading(0.3),
      },
    },
    {
      id: 'routes',
      type: 'line',
      source,
      'source-layer': 'routes',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        // Far out a line of ink; from zoom 8 the larger ones are pale between two lines.
        'line-color': ['step', ['zoom'], road, 8, ['case', ['<', ['get', 'classe'], 3], land, road]],
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          0.5,
          8,
          ['match', ['get', 'classe'], 1, 1.4, 2, 1.2, 0.8],
          13,
          ['match', ['get', 'classe'], 1, 3.4, 2, 3, 1.4],
        ],
        'line-opacity': fading(0.3),
      },
    },
    {
      id: 'cours-d-eau-noms',
      type: 'symbol',
      source,
      'source-layer': 'cours-d-eau',
      minzoom: 6,
      filter: ['has', 'nom'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': ['get', 'nom'],
        'text-font': ['Figtree Variable'],
        'text-size': 11,
        'text-letter-spacing': 0.1,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.2 },
    },
  ];
}
