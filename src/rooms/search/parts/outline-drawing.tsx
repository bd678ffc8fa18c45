import type { Map as GlMap } from 'maplibre-gl';
import { type Ring, type Spot, toUnits, VERTICES_MAX } from '#rooms/criteria/rings.ts';

/** Draws outlines on a map, one at a time, in an ink. What draws is fetched with the first one. */
export function outlineDrawing(map: GlMap, ink: string) {
  let stopDrawing: (() => void) | null = null;
  return {
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
              fillColor: ink as `#${string}`,
              outlineColor: ink as `#${string}`,
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
    stopDrawing: () => stopDrawing?.(),
  };
}
