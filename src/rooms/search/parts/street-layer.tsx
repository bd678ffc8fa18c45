import type { Map as GlMap, RasterTileSource } from 'maplibre-gl';
import { STREETS } from '../base-map.ts';

const ID = 'plan';
/** So many tiles missed with none between them: the plan does not answer. */
const MISSED = 3;
/** Before a map that is moved asks for it again. */
const REST_MS = 30_000;
/** Before a map asks again for tiles that our own site was too busy to give: it does not by itself while they are in view. */
const BUSY_MS = 5_000;
/** From this zoom of the map on, streets are shown: images of 256 pixels show it with tiles of the next one. */
export const STREETS_FROM = STREETS.minZoom - 1;

interface StreetListeners {
  /** The built-in map under it hides its names where streets with names are shown. */
  readonly onShown: (shown: boolean) => void;
  /** The plan does not answer, or does again. */
  readonly onAnswer: (answers: boolean) => void;
}

/** Lays the plan of streets over the built-in map, below a layer. Where the plan does not answer, the map under it is seen. */
export function addStreets(map: GlMap, below: string, { onShown, onAnswer }: StreetListeners): void {
  let missed = 0;
  let shown = false;
  let away = false;
  let leftAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const lay = () => {
    away = false;
    missed = 0;
    map.addSource(ID, {
      type: 'raster',
      // As text: `URL` percent-encodes the braces.
      tiles: [`${location.origin}${STREETS.path}`],
      tileSize: 256,
      minzoom: STREETS.minZoom,
      maxzoom: STREETS.maxZoom,
      attribution: STREETS.credit,
    });
    map.addLayer({ id: ID, type: 'raster', source: ID, minzoom: STREETS_FROM }, below);
    const source = map.getSource<RasterTileSource>(ID);
    source?.on('data', ({ tile }) => {
      // Other events of the source carry no tile. A 204 is loaded as a transparent texture of one pixel: no street is seen there.
      if ((tile?.texture?.size[0] ?? 0) <= 1) return;
      missed = 0;
      if (shown) return;
      shown = true;
      onShown(true);
      onAnswer(true);
    });
    source?.on('error', ({ error }) => {
      // Our own site asks this reader to wait: the plan answers.
      if ((error as { status?: number }).status === 429) {
        retry ??= setTimeout(() => {
          retry = undefined;
          if (map.getSource(ID) !== undefined) map.refreshTiles(ID);
        }, BUSY_MS);
        return;
      }
      missed += 1;
      if (missed === MISSED) leave();
    });
  };
  const leave = () => {
    shown = false;
    away = true;
    leftAt = performance.now();
    // What was shown would stop in the middle of the map. The source leaves too: it would draw the tiles that it keeps without a
    // `data` event, and nobody would know that streets are shown again.
    map.removeLayer(ID);
    map.removeSource(ID);
    onShown(false);
    onAnswer(false);
  };

  lay();
  map.on('moveend', () => {
    if (away && performance.now() - leftAt >= REST_MS) lay();
  });
}
