// Apimo: the answer of its API to « properties », kept as a file, one agency a file (formats/poliris.md, « Apimo »).
import type { Dialect } from '../rows/rows.ts';
import { frenchDay, type Wordings } from '../rows/translation.server.ts';

/** Catalogues of Apimo, as third parties tell them: what they leave out stays unknown. */
const CATEGORIES: Readonly<Record<string, string>> = {
  1: 'vente',
  2: 'location',
  3: 'location vacances',
  4: 'produit catalogue',
  5: 'viager',
  6: 'enchère',
};

const TYPES: Readonly<Record<string, string>> = {
  1: 'appartement',
  2: 'maison/villa',
  3: 'terrain',
  4: 'local',
  5: 'parking/box',
  6: 'immeuble',
  7: 'bureaux',
  8: 'bateau',
  9: 'local',
  10: 'cave',
};

/** Types whose surface is that of the ground. */
export const LAND = '3';
/** Types that nobody lives in: they owe no energy class. A type that is unknown may be that of a home. */
export const PREMISES: ReadonlySet<string> = new Set(['3', '4', '5', '6', '7', '8', '9', '10']);
/** Unit of areas: square metres. */
export const SQUARE_METRES = '1';

export const dialect: Dialect = {
  booleans: 'true, false',
  dates: 'AAAA-MM-JJ',
  transactions: '1 (vente) ou 2 (location)',
  photos: 'une adresse https://',
};

const coded = (words: Readonly<Record<string, string>>) => (text: string) =>
  Object.hasOwn(words, text) ? (words[text] ?? text) : text;

export const wordings: Wordings = {
  technicalId: { at: ['id'] },
  reference: { at: ['reference'] },
  transaction: { at: ['category'], as: coded(CATEGORIES) },
  propertyType: { at: ['type'], as: coded(TYPES) },
  postalCode: { at: ['city.zipcode'] },
  city: { at: ['city.name'] },
  country: { at: ['country'] },
  address: { at: ['address'] },
  quarter: { at: ['district.name'] },
  price: { at: ['price.value'] },
  fees: { at: ['price.fees'] },
  deposit: { at: ['price.deposit'] },
  inventoryFees: { at: ['price.inventory'] },
  surface: { at: ['area.value'] },
  landSurface: { at: ['area.value'] },
  rooms: { at: ['rooms'] },
  bedrooms: { at: ['bedrooms'] },
  floor: { at: ['floor.value'] },
  floors: { at: ['floor.floors'] },
  builtYear: { at: ['construction.construction_year'] },
  lots: { at: ['residence.lots'] },
  coOwned: { at: ['residence.lots'] },
  mandateNumber: { at: ['agreement.reference'] },
  mandateDate: { at: ['agreement.start_at'], as: frenchDay },
  availableOn: { at: ['available_at'], as: frenchDay },
  latitude: { at: ['latitude'] },
  longitude: { at: ['longitude'] },
  title: { at: ['comments.fr.title'] },
  description: { at: ['comments.fr.comment'] },
  energyClass: { at: ['regulations.1.value'] },
  energyValue: { at: ['regulations.1.value'] },
  energyDate: { at: ['regulations.1.date'], as: frenchDay },
  climateClass: { at: ['regulations.2.value'] },
  climateValue: { at: ['regulations.2.value'] },
  photo1: { at: ['pictures.0.url'] },
};
