// Chips of an area: what it says, each with its way out.
import type { AreaWords } from './area-words.ts';

/** What an area says, for a chip each, with the words that stay without it. */
export function areaChips(words: AreaWords): { text: string; rest: AreaWords }[] {
  const { zone, bbox, rayon, ...shown } = words;
  const zones = zone?.split('.').length ?? 0;
  return [
    ...(zone
      ? [
          {
            text: zones === 1 ? 'Dans la zone dessinée' : `Dans les ${zones} zones dessinées`,
            rest: { ...(bbox && { bbox }), ...(rayon && { rayon }), ...shown },
          },
        ]
      : []),
    ...(bbox
      ? [
          {
            text: 'Dans cette partie de la carte',
            rest: { ...(zone && { zone }), ...(rayon && { rayon }), ...shown },
          },
        ]
      : []),
    ...(rayon
      ? [
          {
            text: `Jusqu’à ${rayon}\u00a0km autour`,
            rest: { ...(zone && { zone }), ...(bbox && { bbox }), ...shown },
          },
        ]
      : []),
  ];
}
