// Ubiflow: the XML that Ubiflow distributes, one agency a file (formats/poliris.md, « Ubiflow »).
import type { Exposure, Heating } from '#rooms/listings/words.ts';
import type { Dialect } from '../rows/rows.ts';
import { frenchDay, type Wordings, wordsOf, yesOrNo } from '../rows/translation.server.ts';

export const dialect: Dialect = {
  booleans: 'true, false',
  dates: 'AAAA-MM-JJ',
  transactions: '« V » ou « L »',
  photos: 'une adresse https://',
};

const TRANSACTIONS = new Map([
  ['v', 'vente'],
  ['g', 'vente'],
  ['w', 'viager'],
  ['l', 'location'],
  ['s', 'location vacances'],
  ['f', 'vente fonds de commerce'],
  ['b', 'cession de bail'],
]);

const PROPERTY_TYPES = new Map([
  ['maison', 'maison/villa'],
  ['villa', 'maison/villa'],
  ['pavillon', 'maison/villa'],
  ['ferme', 'maison/villa'],
  ['chalet', 'maison/villa'],
  ['propriete', 'maison/villa'],
  ['studio', 'appartement'],
  ['duplex', 'appartement'],
  ['appartement duplex', 'appartement'],
  ['loft', 'loft/atelier/surface'],
  ['parking', 'parking/box'],
  ['garage', 'parking/box'],
  ['box', 'parking/box'],
  ['stationnement', 'parking/box'],
  ['local commercial', 'local'],
  ['local professionnel', 'local'],
  ['bureau', 'bureaux'],
  ['terrain a batir', 'terrain'],
]);

/** `code_type`, which some files give alone (formats/poliris.md, « Ubiflow »): those that are known. */
export const TYPE_CODES: ReadonlyMap<string, string> = new Map([
  ['1100', 'appartement'],
  ['1200', 'maison/villa'],
]);

const CHARGES_MODES = new Map([
  ['forfait', '1'],
  ['forfait mensuel', '1'],
  ['provision', '2'],
  ['provisions', '2'],
  ['provisionnelles mensuelles avec regularisation annuelle', '2'],
  ['remboursement annuel', '3'],
  ['remboursement annuel par le locataire', '3'],
]);

const flag = (...at: string[]) => ({ at, as: yesOrNo });

export const wordings: Wordings = {
  reference: { at: ['reference'] },
  technicalId: { at: ['@id'] },
  transaction: { at: ['prestation/type', 'type'], as: wordsOf(TRANSACTIONS) },
  propertyType: { at: ['libelle_type'], as: wordsOf(PROPERTY_TYPES) },
  postalCode: { at: ['code_postal'] },
  city: { at: ['ville'] },
  country: { at: ['pays'], as: wordsOf(new Map([['fra', 'France']])) },
  address: { at: ['adresse'] },
  quarter: { at: ['quartier'] },
  title: { at: ['titre'] },
  description: { at: ['texte'] },
  surface: { at: ['surface_habitable', 'surface'] },
  landSurface: { at: ['surface_terrain'] },
  livingSurface: { at: ['surface_sejour'] },
  balconySurface: { at: ['surface_balcon'] },
  terraceSurface: { at: ['surface_terrasse'] },
  cellarSurface: { at: ['surface_cave'] },
  rooms: { at: ['nb_pieces', 'nb_pieces_logement'] },
  bedrooms: { at: ['nombre_de_chambres', 'nb_chambres'] },
  bathrooms: { at: ['nb_salles_de_bain'] },
  showerRooms: { at: ['nb_salles_d_eau'] },
  toilets: { at: ['nb_wc'] },
  separateToilets: flag('wc_independant'),
  floor: { at: ['etage'] },
  floors: { at: ['nombre_etages', 'nb_etages'] },
  builtYear: { at: ['annee_construction'] },
  furnished: flag('meuble'),
  elevator: flag('ascenseur'),
  balconies: { at: ['nb_balcons'] },
  terraces: { at: ['nb_terrasses'] },
  terrace: flag('terrasse'),
  parkings: { at: ['nb_parkings', 'nb_stationnements'] },
  boxes: { at: ['nb_garages'] },
  cellar: flag('cave'),
  pool: flag('piscine'),
  fireplace: flag('cheminee'),
  airConditioning: flag('climatise'),
  alarm: flag('alarme_habitation'),
  intercom: flag('interphone'),
  doorCode: flag('digicode'),
  caretaker: flag('gardien'),
  kitchen: { at: ['cuisine_equipee'] },
  availableOn: { at: ['date_disponibilite'], as: frenchDay },
  coOwned: flag('copropriete'),
  lots: { at: ['alur_nb_lots'] },
  yearlyCharges: { at: ['charges_copropriete_annuelle', 'charges_copropriete'] },
  procedure: flag('alur_syndic_en_procedure'),
  procedureDetail: { at: ['alur_syndicat_statut'] },
  mandateNumber: { at: ['mandat_numero'] },
  mandateDate: { at: ['mandat_date', 'date_mandat'], as: frenchDay },
  exclusive: { at: ['mandat_type'] },
  price: { at: ['prix'] },
  priceWithoutFees: { at: ['prix_hors_honoraires'] },
  fees: { at: ['alur_pourcentage_honoraires_ttc'] },
  feesPayer: { at: ['honoraires_payeurs', 'honoraires_charge_acquereur', 'honoraires_charge_vendeur'] },
  feeScheduleUrl: { at: ['url_bareme', 'bareme', 'url_tarifs_publics'] },
  charges: { at: ['charges_locatives', 'charges'] },
  chargesMode: { at: ['modalite_recuperation_charges_locatives'], as: wordsOf(CHARGES_MODES) },
  deposit: { at: ['depot_garantie'] },
  inventoryFees: { at: ['honoraires_etat_des_lieux'] },
  rentSupplement: { at: ['complement_loyer'] },
  baseRent: { at: ['loyer_de_base'] },
  referenceRent: { at: ['loyer_reference_majore'] },
  rentControlled: flag('zone_encadrement_loyer'),
  energyClass: { at: ['dpe_etiquette_conso', 'soumis_dpe'] },
  climateClass: { at: ['dpe_etiquette_ges', 'soumis_dpe'] },
  energyValue: { at: ['dpe_valeur_conso', 'dpe_valeur_conso_primaire'] },
  climateValue: { at: ['dpe_valeur_ges'] },
  energyFinal: { at: ['dpe_valeur_conso_finale'] },
  energyDate: { at: ['dpe_date_realisation'], as: frenchDay },
  energyVersion: {
    at: ['dpe_version'],
    as: wordsOf(
      new Map([
        ['2021', 'DPE_v07-2021'],
        ['2011', 'DPE_v01-2011'],
      ]),
    ),
  },
  energyCostMin: { at: ['montant_depenses_energies_min'] },
  energyCostMax: { at: ['montant_depenses_energies_max'] },
  energyCostYear: { at: ['date_indice_prix_energies'], as: frenchDay },
  latitude: { at: ['latitude'] },
  longitude: { at: ['longitude'] },
  contactName: { at: ['contact_a_afficher'] },
  contactPhone: { at: ['telephone_a_afficher'] },
  contactEmail: { at: ['email_a_afficher'] },
  visitUrl: { at: ['visite_virtuelle', 'url_visite_virtuelle'] },
  photo1: { at: ['photo'] },
};

/** Words of `exposition`. */
export const EXPOSURES: readonly (readonly [words: RegExp, exposure: Exposure])[] = [
  [/\bnord\b/, 'N'],
  [/\best\b/, 'E'],
  [/\bsud\b/, 'S'],
  [/\bouest\b/, 'O'],
];

/** Words of `chauffage_energie`, `chauffage_type` and `chauffage_mecanisme`. */
export const HEATINGS: readonly (readonly [words: RegExp, heating: Heating])[] = [
  [/\bindividuel/, 'individual'],
  [/\bcollectif/, 'collective'],
  [/\bgaz\b/, 'gas'],
  [/\b(?:fioul|fuel|mazout)\b/, 'oil'],
  [/\belectri/, 'electric'],
  [/\bbois\b/, 'wood'],
  [/\bpompe a chaleur\b/, 'heat_pump'],
  [/\breseau\b/, 'district'],
  [/\bradiateur/, 'radiator'],
  [/\bsol\b/, 'floor'],
  [/\bclimatisation reversible\b/, 'reversible_air'],
];
