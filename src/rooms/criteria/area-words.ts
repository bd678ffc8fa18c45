// Words of an area in an address, as they stand: what every page carries, without the geometry.

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

/** Where else than in the limits of the places: words of an address, the radius in kilometres. */
export interface RequestedArea {
  /** Drawn outlines. */
  readonly zone?: string | undefined;
  /** `west,south,east,north` in degrees. */
  readonly bbox?: string | undefined;
  readonly rayon?: number | undefined;
}
export type AreaWord = keyof RequestedArea;

/** What each asks, as a reason says it. */
export const areaLabels: Readonly<Record<AreaWord, string>> = {
  zone: 'Dans une zone dessinée',
  bbox: 'Dans une partie de la carte',
  rayon: 'Autour du lieu',
};

/** As words of an address. */
export function areaWordsIn({ zone, bbox, rayon }: RequestedArea): AreaWords {
  return { ...(zone && { zone }), ...(bbox && { bbox }), ...(rayon && { rayon: String(rayon) }) };
}

/** Criteria without their area. */
export function withoutArea<C extends RequestedArea>(criteria: C): Omit<C, AreaWord> {
  const { zone: _zone, bbox: _bbox, rayon: _rayon, ...rest } = criteria;
  return rest;
}
