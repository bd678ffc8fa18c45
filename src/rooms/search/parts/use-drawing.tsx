import { useState } from 'react';
import { readArea, writeArea, ZONES_MAX } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { isZone, type Ring } from '#rooms/criteria/rings.ts';
import type { Engine } from './engine.tsx';
import type { Trace } from './toolbar.tsx';
import type { Go } from './use-searched-area.tsx';

/** A zone that the reader draws, and those added to the search. */
export function useDrawing(area: AreaWords, go: Go) {
  const [trace, setTrace] = useState<Trace | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);

  /** Null: the drawing was given up. */
  function addZone(ring: Ring | null) {
    setTrace(null);
    if (!ring) return;
    if (!isZone(ring)) {
      setWrong('Cette zone se croise, ou a plus de 100 côtés : recommencez-la plus simplement.');
      return;
    }
    setWrong(null);
    const said = readArea(new URLSearchParams(area));
    go(
      writeArea(
        { zones: [...(said?.zones ?? []), ring].slice(-ZONES_MAX), box: null, radius: said?.radius ?? null },
        true,
      ),
    );
  }

  return {
    /** Null while nothing is drawn. */
    trace,
    wrong,
    addZone,
    async draw(engine: Engine) {
      setWrong(null);
      try {
        setTrace(await engine.draw(addZone));
      } catch {
        setWrong('Le dessin n’a pas pu être chargé. Réessayez, ou choisissez une zone sans dessiner.');
      }
    },
    giveUp() {
      trace?.stop();
      setTrace(null);
    },
  };
}
