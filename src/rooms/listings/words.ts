/**
 * Words: what is chosen from a closed list to describe a listing, each with the French that people read.
 */

/** Compass points, in the letters people read. */
export const exposures = { N: 'Nord', E: 'Est', S: 'Sud', O: 'Ouest' } as const;
export type Exposure = keyof typeof exposures;

/** Who is heated together, with what energy, through what. */
export const heatings = {
  individual: { word: 'individuel', label: 'Individuel' },
  collective: { word: 'collectif', label: 'Collectif' },
  gas: { word: 'gaz', label: 'Gaz' },
  oil: { word: 'fioul', label: 'Fioul' },
  electric: { word: 'electrique', label: 'Électrique' },
  wood: { word: 'bois', label: 'Bois' },
  heat_pump: { word: 'pompe-a-chaleur', label: 'Pompe à chaleur' },
  district: { word: 'reseau', label: 'Réseau urbain' },
  radiator: { word: 'radiateur', label: 'Radiateur' },
  floor: { word: 'sol', label: 'Sol' },
  reversible_air: { word: 'climatisation-reversible', label: 'Climatisation réversible' },
} as const;
export type Heating = keyof typeof heatings;

export const kitchens = {
  none: 'Aucune',
  open: 'Américaine',
  separate: 'Séparée',
  industrial: 'Industrielle',
  corner: 'Coin cuisine',
  open_equipped: 'Américaine équipée',
  separate_equipped: 'Séparée équipée',
  corner_equipped: 'Coin cuisine équipé',
  equipped: 'Équipée',
} as const;
export type Kitchen = keyof typeof kitchens;

/** Why a building needs no energy certificate (R14: a closed list). */
export const energyExemptions = {
  no_heating: 'bâtiment sans chauffage fixe',
  small_building: 'bâtiment indépendant de moins de 50 m²',
  seasonal_use: 'logement utilisé moins de quatre mois par an',
  temporary: 'construction provisoire',
  off_plan: 'logement neuf vendu avant sa livraison',
  monument: 'monument historique',
  unfinished: 'logement vendu hors d’eau et hors d’air',
  farm_or_workshop: 'bâtiment agricole, artisanal ou industriel peu chauffé',
} as const;
export type EnergyExemption = keyof typeof energyExemptions;

export const conditions = {
  new: 'Neuf',
  renovated: 'Refait à neuf',
  good: 'Bon état',
  refresh: 'À rafraîchir',
  works: 'Travaux à prévoir',
} as const;
export type Condition = keyof typeof conditions;

/** Leases of a dwelling: three or six years, one year, nine months, one to ten months. */
export const leases = {
  empty: 'Bail de trois ou six ans',
  furnished: 'Bail meublé d’un an',
  student: 'Bail étudiant de neuf mois',
  mobility: 'Bail mobilité',
} as const;
export type Lease = keyof typeof leases;

/** Zones of the caps on tenants' fees (R12): A bis, vacant-housing tax, the rest. */
export const tenantFeeZones = { very_tense: 'très tendue', tense: 'tendue', other: 'autre' } as const;
export type TenantFeeZone = keyof typeof tenantFeeZones;

export const mandateTypes = {
  simple: 'simple',
  exclusive: 'exclusif',
  semi_exclusive: 'semi-exclusif',
  delegated: 'délégation',
} as const;
export type MandateType = keyof typeof mandateTypes;

/** How far the building of a programme has come. */
export const progresses = {
  planned: 'En projet',
  started: 'En travaux',
  finishing: 'En finition',
  delivered: 'Livré',
} as const;
export type Progress = keyof typeof progresses;

export const unitStatuses = {
  available: 'Disponible',
  optioned: 'Optionné',
  reserved: 'Réservé',
  sold: 'Vendu',
} as const;
export type UnitStatus = keyof typeof unitStatuses;
