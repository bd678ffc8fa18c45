import { type Map as GlMap, Marker } from 'maplibre-gl';
import type { Mark } from '../map-grouping.ts';

/** The buttons that stand on a map where its marks are. */
export function markersOn(map: GlMap) {
  const markers = new Map<string, { marker: Marker; button: HTMLButtonElement }>();
  return {
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
    removeMarks() {
      for (const { marker } of markers.values()) marker.remove();
    },
  };
}
