/**
 * Changes: what differs between two versions of a listing, in the words that agencies read.
 */
import { formatNumber, formatPrice, formatSurface } from '#contract/fmt.ts';
import { type ListingDraft, propertyTypes } from '#rooms/listings/contract.ts';
import type { FactName } from '#rooms/listings/facts.ts';
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
} from '#rooms/listings/words.ts';

export interface Change {
  readonly field: string;
  /** « – » when it was not said; both empty when the values are not worth showing. */
  readonly from: string;
  readonly to: string;
}

type Kind = 'text' | 'money' | 'surface' | 'long' | 'year' | Readonly<Record<string, unknown>>;

const sides = { 1: 'acquéreur', 2: 'vendeur', 3: 'les deux' };
const modes = { 1: 'forfait', 2: 'provisions', 3: 'remboursement annuel' };

/** Each fact, and how its values are said. `long`: that it changed says enough. */
const facts: Record<FactName, readonly [field: string, kind?: Kind]> = {
  transaction: ['Projet', { 1: 'vente', 2: 'location' }],
  isNew: ['Neuf'],
  lifeAnnuity: ['Viager'],
  propertyType: ['Type de bien', propertyTypes],
  subType: ['Sous-type'],
  title: ['Titre'],
  description: ['Descriptif', 'long'],
  placeCode: ['Commune (code INSEE)', 'text'],
  cityCode: ['Ville (code INSEE)', 'text'],
  departmentCode: ['Département', 'text'],
  postalCode: ['Code postal', 'text'],
  quarter: ['Quartier'],
  address: ['Adresse'],
  exactLat: ['Latitude', 'text'],
  exactLng: ['Longitude', 'text'],
  pointRadius: ['Précision du point (m)'],
  addressDisplay: [
    'Adresse affichée',
    { exact: 'exacte', street: 'rue', quarter: 'quartier', commune: 'commune' },
  ],
  transportLine: ['Ligne de transport'],
  transportStation: ['Station'],
  price: ['Prix', 'money'],
  priceWithoutFees: ['Prix hors honoraires', 'money'],
  feesPayer: ['Honoraires à la charge de', sides],
  feesPercent: ['Honoraires (%)'],
  feeScheduleUrl: ['Barème des honoraires'],
  propertyTax: ['Taxe foncière', 'money'],
  charges: ['Charges', 'money'],
  chargesMode: ['Modalité des charges', modes],
  rentSupplement: ['Complément de loyer', 'money'],
  rentSupplementReason: ['Motif du complément'],
  baseRent: ['Loyer de base', 'money'],
  referenceRent: ['Loyer de référence majoré', 'money'],
  medianRent: ['Loyer de référence', 'money'],
  rentControlled: ['Encadrement des loyers'],
  deposit: ['Dépôt de garantie', 'money'],
  tenantFees: ['Honoraires du locataire', 'money'],
  inventoryFees: ['Dont état des lieux', 'money'],
  landlordFees: ['Honoraires du bailleur', 'money'],
  landlordInventoryFees: ['Dont état des lieux, au bailleur', 'money'],
  tenantFeeZone: ['Zone d’honoraires', tenantFeeZones],
  lease: ['Bail', leases],
  leaseMonths: ['Durée du bail (mois)'],
  flatShare: ['Colocation'],
  annuityBouquet: ['Bouquet', 'money'],
  annuityMonthly: ['Rente', 'money'],
  annuityOccupied: ['Viager occupé'],
  annuityAges: ['Âge des têtes'],
  surface: ['Surface', 'surface'],
  carrezSurface: ['Surface Carrez', 'surface'],
  landSurface: ['Terrain', 'surface'],
  livingRoomSurface: ['Séjour', 'surface'],
  terraceSurface: ['Surface de terrasse', 'surface'],
  balconySurface: ['Surface de balcon', 'surface'],
  cellarSurface: ['Surface de cave', 'surface'],
  rooms: ['Pièces'],
  bedrooms: ['Chambres'],
  bathrooms: ['Salles de bain'],
  showerRooms: ['Salles d’eau'],
  toilets: ['WC'],
  separateToilets: ['WC séparés'],
  floor: ['Étage'],
  floors: ['Nombre d’étages'],
  topFloor: ['Dernier étage'],
  builtYear: ['Année de construction', 'year'],
  condition: ['État', conditions],
  elevator: ['Ascenseur'],
  balcony: ['Balcon'],
  terrace: ['Terrasse'],
  garden: ['Jardin'],
  parking: ['Stationnement'],
  parkings: ['Parkings'],
  boxes: ['Box'],
  balconies: ['Balcons'],
  terraces: ['Terrasses'],
  cellar: ['Cave'],
  pool: ['Piscine'],
  furnished: ['Meublé'],
  caretaker: ['Gardien'],
  openView: ['Vue dégagée'],
  overlooked: ['Vis-à-vis'],
  quiet: ['Calme'],
  accessible: ['Accès handicapés'],
  petsAllowed: ['Animaux acceptés'],
  airConditioning: ['Climatisation'],
  fireplace: ['Cheminée'],
  parquet: ['Parquet'],
  intercom: ['Interphone'],
  doorCode: ['Digicode'],
  alarm: ['Alarme'],
  fibre: ['Fibre'],
  cupboards: ['Placards'],
  exclusive: ['Exclusivité'],
  renovated: ['Refait à neuf'],
  workNeeded: ['Travaux à prévoir'],
  exposures: ['Exposition', exposures],
  heating: ['Chauffage', heatings],
  kitchen: ['Cuisine', kitchens],
  energyStatus: ['DPE', { rated: 'réalisé', blank: 'vierge', exempt: 'non soumis', ongoing: 'en cours' }],
  energyExemption: ['Motif de non-soumission', energyExemptions],
  energyNumber: ['Numéro de DPE'],
  energyClass: ['Classe énergie'],
  energyValue: ['Consommation (kWh/m²/an)'],
  climateClass: ['Classe climat'],
  climateValue: ['Émissions (kg CO₂/m²/an)'],
  energyFinal: ['Énergie finale (kWh/m²/an)'],
  energyDate: ['Date du DPE'],
  energyVersion: ['Version du DPE'],
  energyCostMin: ['Dépenses d’énergie, au moins', 'money'],
  energyCostMax: ['Dépenses d’énergie, au plus', 'money'],
  energyCostYear: ['Année des prix de l’énergie', 'year'],
  energyCertificate: ['Attestation 2026'],
  energyAuditOn: ['Audit énergétique du'],
  coOwned: ['Copropriété'],
  lots: ['Lots'],
  yearlyCharges: ['Charges annuelles', 'money'],
  procedure: ['Procédure du syndicat'],
  procedureDetail: ['Détail de la procédure'],
  risksConcerned: ['Risques'],
  risksReportOn: ['État des risques du'],
  brushClearing: ['Débroussaillement'],
  mandateNumber: ['Numéro de mandat'],
  mandateType: ['Type de mandat', mandateTypes],
  mandateOn: ['Mandat signé le'],
  mandateUntil: ['Mandat jusqu’au'],
  availableOn: ['Disponible le'],
  visitUrl: ['Visite virtuelle'],
  videoUrl: ['Vidéo'],
  contactName: ['Contact'],
  contactPhone: ['Téléphone du contact'],
  contactEmail: ['E-mail du contact'],
  contactStatus: ['Statut du contact', { employee: 'salarié', commercial_agent: 'agent commercial' }],
  contactRsac: ['Numéro RSAC'],
  contactRsacCity: ['Ville du RSAC'],
  contactSoleTrader: ['Entrepreneur individuel'],
  programmeName: ['Programme'],
  developer: ['Promoteur'],
  delivery: ['Livraison'],
  progress: ['Avancement', progresses],
  re2020: ['RE2020'],
  reducedNotaryFees: ['Frais de notaire réduits'],
  zeroRateLoan: ['PTZ'],
  completionGuarantee: ['Garantie d’achèvement'],
  units: ['Lots du programme', 'long'],
  translations: ['Traductions', 'long'],
};

const SHOWN = 80;
/** Follow from the commune; the radius is stored as it was applied, not as it was said. */
const derived: readonly FactName[] = ['cityCode', 'departmentCode', 'pointRadius'];

/** What changes from one version to the next: facts in their order, then the reference, then the photos. */
export function changesBetween(before: ListingDraft, after: ListingDraft): Change[] {
  const changed = (Object.keys(facts) as FactName[]).filter(
    (fact) => !derived.includes(fact) && !same(before[fact], after[fact]),
  );
  const all = changed.map((fact): Change => {
    const [field, kind] = facts[fact];
    return kind === 'long'
      ? { field, from: '', to: '' }
      : { field, from: said(before[fact], kind), to: said(after[fact], kind) };
  });
  if (before.reference !== after.reference)
    all.push({ field: 'Référence', from: said(before.reference), to: said(after.reference) });
  const photos = (draft: ListingDraft) =>
    draft.photos.map(({ kind, source, caption }) => [kind, source, caption]);
  if (!same(photos(before), photos(after)))
    all.push({ field: 'Photos', from: String(before.photos.length), to: String(after.photos.length) });
  return all;
}

/** Lists of words have no order. */
function same(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each !== 'object')
      ? value.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
      : value;
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function said(value: unknown, kind?: Kind): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (Array.isArray(value)) return value.map((each) => said(each, kind)).join(', ');
  if (kind === 'money') return formatPrice(Number(value));
  if (kind === 'surface') return formatSurface(Number(value));
  if (typeof value === 'number' && kind === undefined) return formatNumber(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof kind === 'object') return wordOf(kind[text]) ?? text;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function wordOf(word: unknown): string | null {
  if (typeof word === 'string') return word;
  if (typeof word !== 'object' || word === null || !('label' in word)) return null;
  return typeof word.label === 'string' ? word.label : null;
}
