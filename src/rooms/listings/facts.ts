/**
 * Facts: what a feed or an agency says of a listing, one row each, in the order of reports. What a draft holds, its
 * columns, its schemas, what alerts ask and the words that agencies read come from it (docs/decisions/0073).
 * A fact more is a migration, a row, and the formats that carry it.
 */
import {
  conditions,
  energyExemptions,
  exposures,
  heatings,
  kitchens,
  leases,
  mandateTypes,
  progresses,
  tenantFeeZones,
} from './words.ts';

/**
 * What a value is. text: one line; long: several; money: cents; surface: m²; level: a storey, negative below the ground;
 * share: points of a hundred; degree: of latitude or longitude; day: `YYYY-MM-DD`; quarter: `2028-T2`; one, several: of
 * the words of the row; ages: one for each person; units: the lots of a programme; translations: by language.
 */
export type FactKind =
  | 'text'
  | 'long'
  | 'url'
  | 'yesNo'
  | 'money'
  | 'surface'
  | 'count'
  | 'level'
  | 'year'
  | 'share'
  | 'degree'
  | 'day'
  | 'quarter'
  | 'propertyType'
  | 'one'
  | 'several'
  | 'ages'
  | 'units'
  | 'translations';

/** Where a fact has a meaning; one of several conditions needs them all. */
export type FactCondition =
  | 'sale'
  | 'rental'
  | 'programme'
  | 'oneHome'
  | 'dwelling'
  | 'built'
  | 'otherType'
  | 'annuity'
  | 'buyerFees'
  | 'mobilityLease'
  | 'rentControl'
  | 'supplement'
  | 'exempt'
  | 'notExempt'
  | 'coOwnership'
  | 'procedure'
  | 'commercialAgent';

export type FactWords = Readonly<Record<string, string | { readonly label: string }>>;

export interface FactRow {
  readonly kind: FactKind;
  /** Of the kinds `one` and `several`: as they are stored, and the French of each. */
  readonly words?: FactWords;
  /** In reports of changes; in the editor too, where it does not ask in other words. */
  readonly label: string;
  readonly unit?: string;
  /** Every draft says it. */
  readonly always?: true;
  /** What a draft holds when nobody says it: null when not given. */
  readonly unsaid?: false;
  /** Who may read it: whoever sees a card, or the page of the listing; nobody when not given. */
  readonly seen?: 'card' | 'page';
  /** Part of what is told to alerts, to count how many wait for such a listing. */
  readonly audience?: true;
  /** Agencies cannot type it: it follows from another fact, or only feeds say it. */
  readonly typed?: false;
  /** Least and greatest number that may be typed, or the longest text; those of the kind when not given. */
  readonly from?: number;
  readonly to?: number;
  /** What is typed looks like this. */
  readonly pattern?: RegExp;
  /** Where it has a meaning: the editor asks for it there. */
  readonly when?: FactCondition | readonly FactCondition[];
}

const transactions = { 1: 'vente', 2: 'location' } as const;
const payers = { 1: 'acquéreur', 2: 'vendeur', 3: 'les deux' } as const;
const chargesModes = { 1: 'forfait', 2: 'provisions', 3: 'remboursement annuel' } as const;
const addressDisplays = { exact: 'exacte', street: 'rue', quarter: 'quartier', commune: 'commune' } as const;
/** rated: classes known; blank: before July 2021 only; ongoing: ordered, not done yet. */
const energyStatuses = {
  rated: 'réalisé',
  blank: 'vierge',
  exempt: 'non soumis',
  ongoing: 'en cours',
} as const;
const energyLetters = { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E', F: 'F', G: 'G' } as const;
const contactStatuses = { employee: 'salarié', commercial_agent: 'agent commercial' } as const;

export const facts = {
  transaction: {
    kind: 'one',
    words: transactions,
    label: 'Projet',
    always: true,
    seen: 'card',
    audience: true,
  },
  isNew: {
    kind: 'yesNo',
    label: 'Neuf',
    unsaid: false,
    seen: 'card',
    audience: true,
    when: ['sale', 'oneHome'],
  },
  lifeAnnuity: { kind: 'yesNo', label: 'Viager', unsaid: false, seen: 'card', when: ['sale', 'oneHome'] },
  propertyType: { kind: 'propertyType', label: 'Type de bien', always: true, seen: 'card', audience: true },
  subType: { kind: 'text', label: 'Sous-type', seen: 'card', to: 60, when: 'otherType' },
  title: { kind: 'text', label: 'Titre', always: true, seen: 'card', to: 64 },
  description: { kind: 'long', label: 'Descriptif', always: true, seen: 'page', to: 4_000 },

  /** INSEE: commune or municipal arrondissement. */
  placeCode: {
    kind: 'text',
    label: 'Commune (code INSEE)',
    always: true,
    audience: true,
    pattern: /^[0-9AB]{5}$/,
  },
  /** INSEE: the commune, 75056 for a district of Paris. */
  cityCode: { kind: 'text', label: 'Ville (code INSEE)', always: true, typed: false },
  departmentCode: { kind: 'text', label: 'Département', always: true, typed: false },
  postalCode: { kind: 'text', label: 'Code postal', always: true, seen: 'card', pattern: /^\d{5}$/ },
  quarter: { kind: 'text', label: 'Quartier', seen: 'card', to: 80 },
  address: { kind: 'text', label: 'Adresse', seen: 'page', to: 200 },
  exactLat: { kind: 'degree', label: 'Latitude', from: -85, to: 85 },
  exactLng: { kind: 'degree', label: 'Longitude', from: -180, to: 180 },
  /** Metres declared with the exact point; null takes the default. */
  pointRadius: { kind: 'count', label: 'Précision du point', unit: 'm', seen: 'page', typed: false },
  addressDisplay: { kind: 'one', words: addressDisplays, label: 'Adresse affichée' },
  transportLine: { kind: 'text', label: 'Ligne de transport', seen: 'page', to: 60 },
  transportStation: { kind: 'text', label: 'Station', seen: 'page', to: 80 },

  /** Sale: buyer's fees included. Rental: per month, charges and supplement included. */
  price: { kind: 'money', label: 'Prix', always: true, seen: 'card', audience: true },
  priceWithoutFees: {
    kind: 'money',
    label: 'Prix hors honoraires',
    seen: 'card',
    when: ['sale', 'buyerFees'],
  },
  feesPayer: { kind: 'one', words: payers, label: 'Honoraires à la charge de', seen: 'card', when: 'sale' },
  /** Points of the price without fees: 5 is 5 %. */
  feesPercent: { kind: 'share', label: 'Honoraires', unit: '%', seen: 'card', when: ['sale', 'buyerFees'] },
  feeScheduleUrl: { kind: 'url', label: 'Barème des honoraires', seen: 'card' },
  /** « taxe foncière », per year. */
  propertyTax: {
    kind: 'money',
    label: 'Taxe foncière',
    seen: 'page',
    audience: true,
    when: ['sale', 'oneHome'],
  },
  charges: { kind: 'money', label: 'Charges', seen: 'card', when: 'rental' },
  chargesMode: {
    kind: 'one',
    words: chargesModes,
    label: 'Modalité des charges',
    seen: 'card',
    when: 'rental',
  },
  rentSupplement: { kind: 'money', label: 'Complément de loyer', seen: 'card', when: 'rental' },
  rentSupplementReason: {
    kind: 'text',
    label: 'Motif du complément',
    seen: 'page',
    to: 500,
    when: ['rental', 'supplement'],
  },
  baseRent: { kind: 'money', label: 'Loyer de base', seen: 'card', when: 'rental' },
  /** « loyer de référence majoré ». */
  referenceRent: {
    kind: 'money',
    label: 'Loyer de référence majoré',
    seen: 'card',
    when: ['rental', 'rentControl'],
  },
  /** « loyer de référence », before its 20 %. */
  medianRent: { kind: 'money', label: 'Loyer de référence', seen: 'page', when: ['rental', 'rentControl'] },
  rentControlled: { kind: 'yesNo', label: 'Encadrement des loyers', seen: 'card', when: 'rental' },
  deposit: { kind: 'money', label: 'Dépôt de garantie', seen: 'card', when: 'rental' },
  tenantFees: { kind: 'money', label: 'Honoraires du locataire', seen: 'card', when: 'rental' },
  inventoryFees: { kind: 'money', label: 'Dont état des lieux', seen: 'card', when: 'rental' },
  /** What the landlord pays for the acts that the tenant shares: visits, file and lease, inventory (loi 89-462, article 5). */
  landlordFees: { kind: 'money', label: 'Honoraires du bailleur', when: 'rental' },
  /** Of which the inventory. */
  landlordInventoryFees: { kind: 'money', label: 'Dont état des lieux, au bailleur', when: 'rental' },
  tenantFeeZone: { kind: 'one', words: tenantFeeZones, label: 'Zone d’honoraires', when: 'rental' },
  lease: { kind: 'one', words: leases, label: 'Bail', seen: 'page', when: 'rental' },
  leaseMonths: {
    kind: 'count',
    label: 'Durée du bail',
    unit: 'mois',
    seen: 'page',
    from: 1,
    to: 120,
    when: ['rental', 'mobilityLease'],
  },
  flatShare: { kind: 'yesNo', label: 'Colocation', seen: 'page', when: 'rental' },
  annuityBouquet: { kind: 'money', label: 'Bouquet', seen: 'card', when: ['sale', 'annuity'] },
  annuityMonthly: { kind: 'money', label: 'Rente', seen: 'card', when: ['sale', 'annuity'] },
  /** Whether the seller goes on living there. */
  annuityOccupied: { kind: 'yesNo', label: 'Viager occupé', seen: 'page', when: ['sale', 'annuity'] },
  /** Of the people whose lives the annuity lasts. */
  annuityAges: { kind: 'ages', label: 'Âge des têtes', seen: 'page', when: ['sale', 'annuity'] },

  /** Living area (« surface habitable », loi Boutin). */
  surface: { kind: 'surface', label: 'Surface', seen: 'card', audience: true, when: ['built', 'oneHome'] },
  /** Sale in co-ownership (« loi Carrez »). */
  carrezSurface: {
    kind: 'surface',
    label: 'Surface Carrez',
    seen: 'page',
    when: ['sale', 'built', 'oneHome'],
  },
  landSurface: { kind: 'surface', label: 'Terrain', seen: 'card', audience: true },
  livingRoomSurface: { kind: 'surface', label: 'Séjour', seen: 'page' },
  terraceSurface: { kind: 'surface', label: 'Surface de terrasse', seen: 'page' },
  balconySurface: { kind: 'surface', label: 'Surface de balcon', seen: 'page' },
  cellarSurface: { kind: 'surface', label: 'Surface de cave', seen: 'page' },
  rooms: { kind: 'count', label: 'Pièces', seen: 'card', audience: true, when: 'dwelling' },
  bedrooms: { kind: 'count', label: 'Chambres', seen: 'card', audience: true, when: 'dwelling' },
  bathrooms: { kind: 'count', label: 'Salles de bain', seen: 'page', audience: true, when: 'dwelling' },
  showerRooms: { kind: 'count', label: 'Salles d’eau', seen: 'page', when: 'dwelling' },
  toilets: { kind: 'count', label: 'WC', seen: 'page', when: 'dwelling' },
  separateToilets: { kind: 'yesNo', label: 'WC séparés', seen: 'page' },
  /** 0 is the ground floor. */
  floor: { kind: 'level', label: 'Étage', seen: 'card', audience: true, when: ['built', 'oneHome'] },
  floors: { kind: 'count', label: 'Nombre d’étages', seen: 'card', audience: true, when: 'built' },
  topFloor: { kind: 'yesNo', label: 'Dernier étage', seen: 'page', audience: true },
  builtYear: { kind: 'year', label: 'Année de construction', seen: 'page', audience: true, when: 'built' },
  condition: { kind: 'one', words: conditions, label: 'État', seen: 'page', when: 'built' },

  elevator: { kind: 'yesNo', label: 'Ascenseur', seen: 'card', audience: true, when: 'built' },
  balcony: { kind: 'yesNo', label: 'Balcon', seen: 'card', audience: true, when: 'built' },
  terrace: { kind: 'yesNo', label: 'Terrasse', seen: 'card', audience: true, when: 'built' },
  garden: { kind: 'yesNo', label: 'Jardin', seen: 'card', audience: true },
  parking: { kind: 'yesNo', label: 'Stationnement', seen: 'card', audience: true },
  parkings: { kind: 'count', label: 'Parkings', seen: 'page' },
  boxes: { kind: 'count', label: 'Box', seen: 'page' },
  balconies: { kind: 'count', label: 'Balcons', seen: 'page' },
  terraces: { kind: 'count', label: 'Terrasses', seen: 'page' },
  cellar: { kind: 'yesNo', label: 'Cave', seen: 'page', audience: true, when: 'built' },
  pool: { kind: 'yesNo', label: 'Piscine', seen: 'page', audience: true },
  furnished: { kind: 'yesNo', label: 'Meublé', seen: 'card', audience: true, when: ['rental', 'dwelling'] },
  caretaker: { kind: 'yesNo', label: 'Gardien', seen: 'page', audience: true, when: 'built' },
  openView: { kind: 'yesNo', label: 'Vue dégagée', seen: 'page', audience: true },
  overlooked: { kind: 'yesNo', label: 'Vis-à-vis', seen: 'page', audience: true, when: ['built', 'oneHome'] },
  quiet: { kind: 'yesNo', label: 'Calme', seen: 'page', audience: true },
  accessible: { kind: 'yesNo', label: 'Accès handicapés', seen: 'page', audience: true, when: 'built' },
  petsAllowed: { kind: 'yesNo', label: 'Animaux acceptés', seen: 'page', audience: true, when: 'rental' },
  airConditioning: { kind: 'yesNo', label: 'Climatisation', seen: 'page', when: 'built' },
  fireplace: { kind: 'yesNo', label: 'Cheminée', seen: 'page', when: 'built' },
  parquet: { kind: 'yesNo', label: 'Parquet', seen: 'page' },
  intercom: { kind: 'yesNo', label: 'Interphone', seen: 'page', when: 'built' },
  doorCode: { kind: 'yesNo', label: 'Digicode', seen: 'page' },
  alarm: { kind: 'yesNo', label: 'Alarme', seen: 'page' },
  fibre: { kind: 'yesNo', label: 'Fibre', seen: 'page', when: 'built' },
  cupboards: { kind: 'yesNo', label: 'Placards', seen: 'page' },
  exclusive: { kind: 'yesNo', label: 'Exclusivité', seen: 'page', audience: true },
  renovated: { kind: 'yesNo', label: 'Refait à neuf', seen: 'page' },
  workNeeded: { kind: 'yesNo', label: 'Travaux à prévoir', seen: 'page' },
  exposures: { kind: 'several', words: exposures, label: 'Exposition', seen: 'page' },
  heating: { kind: 'several', words: heatings, label: 'Chauffage', seen: 'page', when: 'built' },
  kitchen: { kind: 'one', words: kitchens, label: 'Cuisine', seen: 'page', when: 'dwelling' },

  energyStatus: { kind: 'one', words: energyStatuses, label: 'DPE', seen: 'card' },
  energyExemption: {
    kind: 'one',
    words: energyExemptions,
    label: 'Motif de non-soumission',
    seen: 'card',
    when: 'exempt',
  },
  /** 13 characters, as `2363T1680837R`. */
  energyNumber: { kind: 'text', label: 'Numéro de DPE', seen: 'page', to: 20, when: 'notExempt' },
  energyClass: {
    kind: 'one',
    words: energyLetters,
    label: 'Classe énergie',
    seen: 'card',
    audience: true,
    when: 'notExempt',
  },
  /** kWh of primary energy per m² and year. */
  energyValue: { kind: 'count', label: 'Consommation', unit: 'kWh/m²/an', seen: 'page', when: 'notExempt' },
  climateClass: {
    kind: 'one',
    words: energyLetters,
    label: 'Classe climat',
    seen: 'card',
    audience: true,
    when: 'notExempt',
  },
  /** kg of CO₂ per m² and year. */
  climateValue: { kind: 'count', label: 'Émissions', unit: 'kg CO₂/m²/an', seen: 'page', when: 'notExempt' },
  energyFinal: { kind: 'count', label: 'Énergie finale', unit: 'kWh/m²/an', seen: 'page', when: 'notExempt' },
  energyDate: { kind: 'day', label: 'Date du DPE', seen: 'page', when: 'notExempt' },
  energyVersion: { kind: 'text', label: 'Version du DPE', to: 40 },
  energyCostMin: {
    kind: 'money',
    label: 'Dépenses d’énergie, au moins',
    seen: 'page',
    audience: true,
    when: 'notExempt',
  },
  energyCostMax: {
    kind: 'money',
    label: 'Dépenses d’énergie, au plus',
    seen: 'page',
    audience: true,
    when: 'notExempt',
  },
  energyCostYear: { kind: 'year', label: 'Année des prix de l’énergie', seen: 'page', when: 'notExempt' },
  /** ADEME's certificate of the electricity factor of 2026. */
  energyCertificate: { kind: 'yesNo', label: 'Attestation 2026', seen: 'page' },
  energyAuditOn: { kind: 'day', label: 'Audit énergétique du', seen: 'page', when: 'notExempt' },

  coOwned: { kind: 'yesNo', label: 'Copropriété', seen: 'page', when: 'sale' },
  lots: { kind: 'count', label: 'Lots', seen: 'page', when: ['sale', 'coOwnership'] },
  yearlyCharges: {
    kind: 'money',
    label: 'Charges annuelles',
    seen: 'page',
    audience: true,
    when: ['sale', 'coOwnership'],
  },
  procedure: { kind: 'yesNo', label: 'Procédure du syndicat', seen: 'page', when: ['sale', 'coOwnership'] },
  procedureDetail: {
    kind: 'text',
    label: 'Détail de la procédure',
    seen: 'page',
    to: 128,
    when: ['sale', 'procedure'],
  },

  /** false: the agency says that the property lies in no risk perimeter. */
  risksConcerned: { kind: 'yesNo', label: 'Risques', seen: 'page' },
  /** Valid for six months. */
  risksReportOn: { kind: 'day', label: 'État des risques du', seen: 'page' },
  /** Duty to clear brush around. */
  brushClearing: { kind: 'yesNo', label: 'Débroussaillement', seen: 'page' },

  mandateNumber: { kind: 'text', label: 'Numéro de mandat', to: 40 },
  mandateType: { kind: 'one', words: mandateTypes, label: 'Type de mandat' },
  mandateOn: { kind: 'day', label: 'Mandat signé le' },
  mandateUntil: { kind: 'day', label: 'Mandat jusqu’au' },
  availableOn: { kind: 'day', label: 'Disponible le', seen: 'page' },
  visitUrl: { kind: 'url', label: 'Visite virtuelle', seen: 'page' },
  videoUrl: { kind: 'url', label: 'Vidéo', seen: 'page' },
  contactName: { kind: 'text', label: 'Contact', seen: 'page', to: 100 },
  contactPhone: { kind: 'text', label: 'Téléphone du contact', typed: false },
  contactEmail: { kind: 'text', label: 'E-mail du contact', typed: false },
  contactStatus: { kind: 'one', words: contactStatuses, label: 'Statut du contact', seen: 'page' },
  /** Number and city of the register of commercial agents. */
  contactRsac: { kind: 'text', label: 'Numéro RSAC', seen: 'page', to: 40, when: 'commercialAgent' },
  contactRsacCity: { kind: 'text', label: 'Ville du RSAC', seen: 'page', to: 80, when: 'commercialAgent' },
  /** « EI ». */
  contactSoleTrader: {
    kind: 'yesNo',
    label: 'Entrepreneur individuel',
    seen: 'page',
    when: 'commercialAgent',
  },

  programmeName: { kind: 'text', label: 'Programme', seen: 'page', to: 80, when: 'programme' },
  developer: { kind: 'text', label: 'Promoteur', seen: 'page', to: 100, when: 'programme' },
  /** `2028-T2`: the quarter when it is handed over. */
  delivery: { kind: 'quarter', label: 'Livraison', seen: 'page', when: 'programme' },
  progress: { kind: 'one', words: progresses, label: 'Avancement', seen: 'page', when: 'programme' },
  re2020: { kind: 'yesNo', label: 'RE2020', seen: 'page', when: 'programme' },
  /** « frais de notaire réduits ». */
  reducedNotaryFees: { kind: 'yesNo', label: 'Frais de notaire réduits', seen: 'page', when: 'programme' },
  /** « PTZ ». */
  zeroRateLoan: { kind: 'yesNo', label: 'PTZ', seen: 'page', when: 'programme' },
  completionGuarantee: {
    kind: 'text',
    label: 'Garantie d’achèvement',
    seen: 'page',
    to: 200,
    when: 'programme',
  },
  /** Lots of a programme; `price` is then the lowest of those available. */
  units: { kind: 'units', label: 'Lots du programme', seen: 'page', when: 'programme' },
  translations: { kind: 'translations', label: 'Traductions', typed: false },
} as const satisfies Readonly<Record<string, FactRow>>;

export type FactName = keyof typeof facts;
/** The facts that have a property of their row: `FactsWith<{ seen: 'card' }>`. */
export type FactsWith<Part> = {
  [Name in FactName]: (typeof facts)[Name] extends Part ? Name : never;
}[FactName];

/** The same table, as any row may be. */
export const factRows: Readonly<Record<FactName, FactRow>> = facts;
/** In the order of the table. */
export const factNames = Object.keys(facts) as FactName[];

/** The column that holds what a listing says by this name: « pricePerM2 » is `price_per_m2`. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
