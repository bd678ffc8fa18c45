import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useMarks } from '#rooms/favorites/parts/marks.tsx';
import type { MapAnswer } from '../map.ts';
import { groupPins, type Mark } from '../map-grouping.ts';
import type { Engine } from './engine.tsx';
import { fillPin, pinLook } from './pins.tsx';
import { cardOf, idOf } from './sight.tsx';

/** How many homes at one point are shown by the map itself. */
const PREVIEWS_MAX = 12;
/** Opened from the map during this visit. */
let seenSoFar: ReadonlySet<number> = new Set();

/** The listings that the reader points at, has chosen on the map, and has seen from it. */
export function useSelection() {
  const [active, setActive] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [seen, setSeen] = useState(seenSoFar);
  return {
    active,
    setActive,
    chosen,
    seen,
    choose(ids: readonly number[]) {
      seenSoFar = new Set([...seenSoFar, ...ids]);
      setSeen(seenSoFar);
      setChosen(ids.slice(0, PREVIEWS_MAX));
      setActive(ids[0] ?? null);
    },
    unchoose: () => setChosen([]),
  };
}

interface Shown {
  readonly answer: MapAnswer | null;
  readonly zoom: number;
  readonly rental: boolean;
}

/** The pins of the listings: a pin and the card of the list light each other, a press chooses or comes nearer. */
export function usePins(
  engine: Engine | null,
  { answer, zoom, rental }: Shown,
  { active, setActive, seen, choose }: ReturnType<typeof useSelection>,
): void {
  const kept = useMarks()?.kept;
  const marks = useMemo(() => groupPins(answer?.features ?? [], zoom), [answer, zoom]);

  const press = useEffectEvent((mark: Mark) => {
    const [west, south, east, north] = mark.box;
    const apart = Math.max(east - west, north - south) > 0.0004;
    if (mark.count > 1 && (mark.ids.length === 0 || (apart && (engine?.zoom() ?? 0) < 16.5))) {
      const room = Math.max(0.002, 0.2 / 2 ** Math.max(0, (engine?.zoom() ?? 8) - 8));
      engine?.show(apart ? mark.box : [west - room, south - room, east + room, north + room], true);
      return;
    }
    choose(mark.ids);
  });
  useEffect(() => {
    engine?.setMarks(marks, (mark, button) => {
      fillPin(mark, button, rental);
      button.addEventListener('click', () => press(mark));
      const light = (id: number | null) => () => setActive(id);
      button.addEventListener('mouseenter', light(mark.ids[0] ?? null));
      button.addEventListener('focus', light(mark.ids[0] ?? null));
      button.addEventListener('mouseleave', light(null));
      button.addEventListener('blur', light(null));
    });
  }, [engine, marks, rental, setActive]);

  // States of pins: seen, kept, active; the card of the list answers.
  useEffect(() => {
    const byKey = new Map(marks.map((mark) => [mark.key, mark]));
    for (const { key, button } of engine?.buttons() ?? []) {
      const mark = byKey.get(key);
      if (!mark) continue;
      pinLook(mark, button, {
        active: active !== null && mark.ids.includes(active),
        seen: mark.ids.length > 0 && mark.ids.every((id) => seen.has(id)),
        kept: mark.ids.some((id) => kept?.has(id)),
      });
    }
    const card = active === null ? null : cardOf(active);
    card?.setAttribute('data-active', '');
    return () => card?.removeAttribute('data-active');
  }, [engine, marks, active, kept, seen]);

  useEffect(() => {
    const list = document.getElementById('resultats');
    const over = (event: Event) => setActive(idOf(event.target));
    const out = () => setActive(null);
    list?.addEventListener('mouseover', over);
    list?.addEventListener('focusin', over);
    list?.addEventListener('mouseleave', out);
    list?.addEventListener('focusout', out);
    return () => {
      list?.removeEventListener('mouseover', over);
      list?.removeEventListener('focusin', over);
      list?.removeEventListener('mouseleave', out);
      list?.removeEventListener('focusout', out);
    };
  }, [setActive]);
}
