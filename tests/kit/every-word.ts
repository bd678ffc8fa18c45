import type { Filters } from '#rooms/criteria/contract.ts';
import type { CriterionWord } from '#rooms/criteria/criteria-table.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';

export interface WordExample {
  readonly asked: Filters;
  /** What the listing that enters says, and the one that stays out; the rest is a flat in Nîmes (`flat`). */
  readonly enters: Partial<ListingDraft>;
  readonly leaves: Partial<ListingDraft>;
  /** What each said forty days ago; null: it did not exist. */
  readonly entered?: Partial<ListingDraft> | null;
  readonly left?: Partial<ListingDraft> | null;
  /** The one that stays out says nothing of it; null where nothing is ever unknown. */
  readonly silent: Partial<ListingDraft> | null;
  readonly rental?: true;
  /** The listing that stays out is another agency's. */
  readonly elsewhere?: true;
}

const flag = (word: CriterionWord, column: keyof ListingDraft): WordExample => ({
  asked: { [word]: true },
  enters: { [column]: true },
  leaves: { [column]: false },
  silent: { [column]: null },
});
const bound = (
  word: CriterionWord,
  column: keyof ListingDraft,
  [asked, enters, leaves]: readonly [number, number, number],
): WordExample => ({
  asked: { [word]: asked },
  enters: { [column]: enters },
  leaves: { [column]: leaves },
  silent: { [column]: null },
});
const euro = 100;

/** A listing that enters and one that stays out, for every word of a search. */
export const everyWord: Readonly<Record<CriterionWord, WordExample>> = {
  type: {
    asked: { type: ['maison'] },
    enters: { propertyType: 'house' },
    leaves: { propertyType: 'apartment' },
    silent: null,
  },
  prixMin: { ...bound('prixMin', 'price', [200_000, 200_000 * euro, 199_999 * euro]), silent: null },
  prixMax: { ...bound('prixMax', 'price', [200_000, 200_000 * euro, 200_001 * euro]), silent: null },
  prixM2Max: {
    asked: { prixM2Max: 4_000 },
    enters: { price: 200_000 * euro, surface: 50 },
    leaves: { price: 202_000 * euro, surface: 50 },
    silent: { surface: null },
  },
  budgetMax: {
    asked: { budgetMax: 1_800 },
    enters: { price: 200_000 * euro, propertyTax: 1_000 * euro },
    leaves: { price: 400_000 * euro, propertyTax: 1_000 * euro },
    silent: { price: 200_000 * euro, propertyTax: null },
  },
  surfaceMin: bound('surfaceMin', 'surface', [50, 50, 49]),
  surfaceMax: bound('surfaceMax', 'surface', [50, 50, 51]),
  terrainMin: bound('terrainMin', 'landSurface', [300, 300, 299]),
  pieces: bound('pieces', 'rooms', [3, 3, 2]),
  piecesMax: bound('piecesMax', 'rooms', [3, 3, 4]),
  chambres: bound('chambres', 'bedrooms', [2, 2, 1]),
  sdbMin: bound('sdbMin', 'bathrooms', [2, 2, 1]),
  etageMin: bound('etageMin', 'floor', [2, 2, 1]),
  etageMax: bound('etageMax', 'floor', [2, 2, 3]),
  anneeMin: bound('anneeMin', 'builtYear', [1990, 1990, 1989]),
  honorairesMax: {
    asked: { honorairesMax: 8_000 },
    enters: { price: 208_000 * euro, priceWithoutFees: 200_000 * euro, feesPayer: 1 },
    leaves: { price: 212_000 * euro, priceWithoutFees: 200_000 * euro, feesPayer: 1 },
    silent: { priceWithoutFees: null, feesPayer: 1 },
  },
  photos: {
    asked: { photos: 1 },
    enters: { photos: [{ source: 'https://photos.example.test/mots.jpg', kind: 'url', caption: null }] },
    leaves: { photos: [] },
    silent: null,
  },
  dpe: {
    asked: { dpe: ['A', 'B'] },
    enters: { energyClass: 'B', climateClass: 'B' },
    leaves: { energyClass: 'B', climateClass: 'C' },
    silent: { energyClass: null },
  },
  ges: {
    asked: { ges: ['A', 'B'] },
    enters: { climateClass: 'A' },
    leaves: { climateClass: 'G' },
    silent: { climateClass: null },
  },
  rdc: { asked: { rdc: false }, enters: { floor: 2 }, leaves: { floor: 0 }, silent: { floor: null } },
  dernierEtage: {
    asked: { dernierEtage: true },
    enters: { floor: 4, floors: 4 },
    leaves: { floor: 3, floors: 4 },
    silent: { floor: null },
  },
  meuble: flag('meuble', 'furnished'),
  ascenseur: flag('ascenseur', 'elevator'),
  balcon: flag('balcon', 'balcony'),
  terrasse: flag('terrasse', 'terrace'),
  jardin: flag('jardin', 'garden'),
  parking: flag('parking', 'parking'),
  cave: flag('cave', 'cellar'),
  piscine: flag('piscine', 'pool'),
  gardien: flag('gardien', 'caretaker'),
  vue: flag('vue', 'openView'),
  visAVis: {
    ...flag('visAVis', 'overlooked'),
    asked: { visAVis: false },
    enters: { overlooked: false },
    leaves: { overlooked: true },
  },
  calme: flag('calme', 'quiet'),
  pmr: flag('pmr', 'accessible'),
  animaux: flag('animaux', 'petsAllowed'),
  exclusivite: flag('exclusivite', 'exclusive'),
  louable: {
    asked: { louable: 2034 },
    enters: { energyClass: 'D', climateClass: 'D' },
    leaves: { energyClass: 'D', climateClass: 'E' },
    silent: { energyClass: null },
  },
  encadrement: {
    asked: { encadrement: true },
    enters: { rentControlled: true, referenceRent: 62_000, baseRent: 60_000 },
    leaves: { rentControlled: true, referenceRent: 58_000, baseRent: 60_000 },
    silent: { rentControlled: null, referenceRent: null },
    rental: true,
  },
  baisse: {
    asked: { baisse: true },
    entered: { price: 260_000 * euro },
    enters: { price: 250_000 * euro },
    leaves: {},
    silent: null,
  },
  visite: {
    asked: { visite: true },
    enters: { visitUrl: 'https://visite.example.test/1' },
    leaves: { visitUrl: null },
    silent: null,
  },
  chauffage: {
    asked: { chauffage: ['gaz', 'bois'] },
    enters: { heating: ['individual', 'gas'] },
    leaves: { heating: ['individual', 'electric'] },
    // Who is heated together is said, with what is not.
    silent: { heating: ['individual'] },
  },
  exposition: {
    asked: { exposition: ['sud'] },
    enters: { exposures: ['S', 'O'] },
    leaves: { exposures: ['N'] },
    silent: { exposures: null },
  },
  etat: {
    asked: { etat: ['refait', 'bon'] },
    enters: { condition: 'good' },
    leaves: { condition: 'works' },
    silent: { condition: null },
  },
  mots: {
    asked: { mots: ['vue dégagée', 'lumin*'] },
    enters: { description: 'Très lumineux, VUE DEGAGEE sur le jardin.' },
    leaves: { description: 'Très lumineux, la vue est dégagée.' },
    silent: null,
  },
  sans: {
    asked: { sans: ['viager', 'rez-de-jardin'] },
    enters: { description: 'Au jardin, près du rez.' },
    leaves: { description: 'Un rez de jardin.' },
    silent: null,
  },
  agence: {
    asked: { agence: 'arenes' },
    enters: {},
    leaves: {},
    silent: null,
    elsewhere: true,
  },
  depuis: {
    asked: { depuis: 7 },
    enters: {},
    // Forty days old: its price falls today, and is told to those who look at any age.
    left: { price: 260_000 * euro },
    leaves: { price: 250_000 * euro },
    silent: null,
  },
  disponibleAvant: {
    asked: { disponibleAvant: '2027-03-01' },
    enters: { availableOn: '2027-03-01' },
    leaves: { availableOn: '2027-03-02' },
    silent: { availableOn: null },
  },
};
