// Words of an area in an address, as they stand: what every page carries, without the geometry.
// Owns nothing.
// Announces nothing.

/** In addresses. `carte` is no criterion: the map stands beside the list. */
export const areaWordNames = ['zone', 'bbox', 'rayon', 'carte'] as const;

/** As an address says it, tidy. */
export type AreaWords = { readonly [Word in (typeof areaWordNames)[number]]?: string };

/** The words of an address that say where, as they stand. */
export function areaWordsOf(params: URLSearchParams): AreaWords {
  return Object.fromEntries(
    areaWordNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Whether the words limit the search otherwise than by the place. */
export function hasArea(words: AreaWords | undefined): boolean {
  return Boolean(words && (words.zone || words.bbox || words.rayon));
}
