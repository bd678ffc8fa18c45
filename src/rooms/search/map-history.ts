// Past: what « Annuler » of the map comes back to.
import { readArea, writeArea } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';

/** Where a page of results looks: its places and its area, as its address says them. */
export interface Where {
  readonly places: readonly string[];
  readonly area: AreaWords;
}

interface Past {
  /** What the map changed, the oldest first: each is what there was before. */
  readonly steps: readonly AreaWords[];
  /** Where the page looks now. */
  readonly here: string;
  /** Where the map sent the reader, until the page says that it is there. */
  readonly next: { readonly key: string; readonly steps: readonly AreaWords[] } | null;
}

/** Equal where one looks at the same, however it is written; the map being open is not part of it. */
function keyOf({ places, area }: Where): string {
  return JSON.stringify([places, writeArea(readArea(new URLSearchParams(area)))]);
}

/** A map that was just opened. */
export function noPast(where: Where): Past {
  return { steps: [], here: keyOf(where), next: null };
}

/** The map changes the area: `back` undoes its last change, `same` is a step that takes the place of the one before. */
export function leavingFor(
  past: Past,
  from: Where,
  area: AreaWords,
  how: 'on' | 'back' | 'same' = 'on',
): Past {
  const { steps } = past;
  const left = { on: [...steps, from.area], back: steps.slice(0, -1), same: steps }[how];
  return { ...past, next: { key: keyOf({ ...from, area }), steps: left } };
}

/** The page looks here now: what was not the map's doing (a chip, « Retour », another place) leaves nothing to undo. */
export function arrivedAt(past: Past, where: Where): Past {
  const here = keyOf(where);
  if (here === past.here) return past;
  return { steps: here === past.next?.key ? past.next.steps : [], here, next: null };
}
