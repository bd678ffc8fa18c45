// Asked areas: an area as criteria keep it, and what it says of one listing.
import { type Area, type Circle, judgeArea, readArea, writeArea } from './area.ts';
import type { AreaWord, AreaWords, RequestedArea } from './area-words.ts';

/** The area that words of an address say, tidy; nothing of it when they say none. */
export function requestedArea(words: AreaWords): RequestedArea {
  const { zone, bbox, rayon } = writeArea(readArea(new URLSearchParams(words)));
  return { ...(zone && { zone }), ...(bbox && { bbox }), ...(rayon && { rayon: Number(rayon) }) };
}

/** An area with the circles of its radius. */
export type AreaAround = Area & { readonly circles: readonly Circle[] };

/**
 * What of an area a listing does not meet or does not say, as `judgeArea` decides. `places`: it has no public point, and is
 * of no place asked.
 */
export function wordsAgainst(
  area: AreaAround,
  listing: { readonly lng: number | null; readonly lat: number | null; readonly inPlace: boolean },
): { failed: (AreaWord | 'places')[]; unknown: AreaWord[] } {
  const verdict = judgeArea(area, listing, area.circles);
  if (verdict === 'inside') return { failed: [], unknown: [] };
  const bounds = [
    ...(area.zones.length > 0 ? ['zone' as const] : []),
    ...(area.box ? ['bbox' as const] : []),
  ];
  if (verdict === 'unknown') return { failed: [], unknown: bounds };
  if (listing.lat === null) return { failed: ['places'], unknown: [] };
  const none = { zones: [], box: null, radius: null };
  const alone = [
    { word: 'zone' as const, part: { ...none, zones: area.zones } },
    { word: 'bbox' as const, part: { ...none, box: area.box } },
    { word: 'rayon' as const, part: { ...none, radius: area.radius } },
  ];
  const failed = alone.filter(({ part }) => judgeArea(part, listing, area.circles) === 'outside');
  return { failed: failed.map(({ word }) => word), unknown: [] };
}
