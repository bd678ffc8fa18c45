import type { StyleSpecification } from 'maplibre-gl';

export type Inks = Record<'sea' | 'land' | 'abroad' | 'line' | 'text' | 'halo' | 'zone', string>;

/** The colours of the design language, for a canvas that reads no class. */
export function inks(): Inks {
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
export function embeddedStyle(): StyleSpecification {
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
