// Territories of rent control: one order each, for the communes that the legal tables give to its area.

interface RentTerritory {
  /** Its name, as in the legal tables (rooms/listings/legal-tables). */
  readonly area: string;
  /** The day on which its orders begin, `MM-DD`, where it is the same every year. */
  readonly starts: string | null;
  /** Its orders say that they hold one year. Elsewhere the end of one is known by the next. */
  readonly yearly: boolean;
}

export const rentTerritories = {
  paris: { area: 'Paris', starts: '07-01', yearly: true },
  'est-ensemble': { area: 'Est Ensemble', starts: '06-01', yearly: true },
  'plaine-commune': { area: 'Plaine Commune', starts: '06-01', yearly: true },
  'lyon-villeurbanne': { area: 'Lyon et Villeurbanne', starts: '11-01', yearly: false },
  montpellier: { area: 'Montpellier', starts: '07-01', yearly: false },
  lille: { area: 'Lille, Hellemmes et Lomme', starts: null, yearly: false },
  bordeaux: { area: 'Bordeaux', starts: null, yearly: false },
  'pays-basque': { area: 'Pays basque', starts: null, yearly: false },
  grenoble: { area: 'Grenoble-Alpes Métropole', starts: null, yearly: false },
} as const satisfies Record<string, RentTerritory>;

export type TerritoryName = keyof typeof rentTerritories;

export function isTerritory(text: string): text is TerritoryName {
  return Object.hasOwn(rentTerritories, text);
}

/** « Lyon et Villeurbanne »; the word itself for a territory that is no longer known. */
export function areaOf(territory: string): string {
  return isTerritory(territory) ? rentTerritories[territory].area : territory;
}
