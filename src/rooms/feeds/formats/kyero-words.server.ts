// Kyero v3: the XML of agencies near the Spanish border, one agency a file (formats/poliris.md, « Kyero v3 »).
import type { ColumnKey } from '../columns.ts';
import type { Dialect } from '../rows/rows.ts';
import { frenchDay, type Wordings, wordsOf, yesOrNo } from '../rows/translation.server.ts';

export const dialect: Dialect = {
  booleans: '1, 0',
  dates: 'AAAA-MM-JJ',
  transactions: '« sale » ou « month »',
  photos: 'une adresse https://',
};

const TRANSACTIONS = new Map([
  ['sale', 'vente'],
  ['month', 'location'],
  ['week', 'location vacances'],
  ['day', 'location vacances'],
]);

const PROPERTY_TYPES = new Map([
  ['apartment', 'appartement'],
  ['flat', 'appartement'],
  ['studio', 'appartement'],
  ['penthouse', 'appartement'],
  ['duplex', 'appartement'],
  ['house', 'maison/villa'],
  ['villa', 'maison/villa'],
  ['town house', 'maison/villa'],
  ['townhouse', 'maison/villa'],
  ['country house', 'maison/villa'],
  ['village house', 'maison/villa'],
  ['farmhouse', 'maison/villa'],
  ['finca', 'maison/villa'],
  ['cottage', 'maison/villa'],
  ['chalet', 'maison/villa'],
  ['bungalow', 'maison/villa'],
  ['land', 'terrain'],
  ['plot', 'terrain'],
  ['garage', 'parking/box'],
  ['parking', 'parking/box'],
  ['commercial', 'local'],
  ['shop', 'local'],
  ['office', 'bureaux'],
  ['building', 'immeuble'],
  ['castle', 'chateau'],
]);

const CLASSES = new Map([['x', 'NS']]);

export const wordings: Wordings = {
  technicalId: { at: ['id'] },
  reference: { at: ['ref'] },
  transaction: { at: ['price_freq'], as: wordsOf(TRANSACTIONS) },
  propertyType: { at: ['type'], as: wordsOf(PROPERTY_TYPES) },
  city: { at: ['town'] },
  country: { at: ['country'] },
  quarter: { at: ['location_detail'] },
  price: { at: ['price'] },
  surface: { at: ['surface_area/built'] },
  landSurface: { at: ['surface_area/plot'] },
  rooms: { at: ['desc/fr'] },
  bedrooms: { at: ['beds'] },
  bathrooms: { at: ['baths'] },
  title: { at: ['title/fr', 'desc/fr'] },
  description: { at: ['desc/fr', 'desc'] },
  pool: { at: ['pool'], as: yesOrNo },
  energyClass: { at: ['energy_rating/consumption'], as: wordsOf(CLASSES) },
  climateClass: { at: ['energy_rating/emissions'], as: wordsOf(CLASSES) },
  availableOn: { at: ['available_from'], as: frenchDay },
  latitude: { at: ['location/latitude', 'latitude'] },
  longitude: { at: ['location/longitude', 'longitude'] },
  contactEmail: { at: ['email'] },
  visitUrl: { at: ['virtual_tour_url'] },
  photo1: { at: ['image/url'] },
};

/** Free words of `feature`, in plain words, that are facts of a listing. */
export const FEATURES: ReadonlyMap<string, ColumnKey> = new Map([
  ['terrace', 'terrace'],
  ['terrasse', 'terrace'],
  ['lift', 'elevator'],
  ['elevator', 'elevator'],
  ['ascenseur', 'elevator'],
  ['furnished', 'furnished'],
  ['meuble', 'furnished'],
  ['air conditioning', 'airConditioning'],
  ['climatisation', 'airConditioning'],
  ['fireplace', 'fireplace'],
  ['cheminee', 'fireplace'],
  ['alarm', 'alarm'],
  ['alarme', 'alarm'],
  ['cellar', 'cellar'],
  ['cave', 'cellar'],
]);
