import { readEmail } from '#contract/email.ts';
import { toInternational } from '#contract/phone.ts';
import {
  type PhotoDraft,
  type PropertyType,
  propertyTypes,
  type Transaction,
  type Translations,
  translationLanguages,
} from '#rooms/listings/contract.ts';
import { unknownListing } from '#rooms/listings/intake.ts';
import type { ColumnKey } from '../columns.ts';
import type { ReadListing } from '../contract.ts';
import { NEW_SUB_TYPES, TRANSACTIONS } from '../words.ts';
import { energyOf } from './energy.server.ts';
import { equipmentOf } from './equipment.server.ts';
import { type RowFields, SMALL, threeDigitsOf } from './fields.server.ts';
import { moneyOf, priceOf } from './money.server.ts';
import { readNature } from './natures.server.ts';
import type { RowRefusal, UnplacedDraft } from './rows.ts';
import { cutText, plainWords, readDecimal, readUrl } from './values.server.ts';

/** What a row gives: a draft, or the reason why it gives none. */
type Mapped = { readonly refusal: RowRefusal } | { readonly refusal: null; readonly draft: UnplacedDraft };

const LONGEST_ID = 60;
const LONGEST_EMAIL = 254;
/** Most characters of a value stored as it is. */
const LONGEST_SAID = 2_000;

/**
 * A row of the right width to a listing. Unknown stays null. What is wrong is said in `row.diagnostics`.
 * `feeSchedule` is that of the agency's rows, for one that gives none.
 */
export function mapRow(row: RowFields, feeSchedule: string | null): Mapped {
  if (row.technicalId === '' || row.technicalId.length > LONGEST_ID) {
    row.refuse(
      'technical_id',
      'technicalId',
      'L’identifiant technique manque ou dépasse 60 caractères : sans lui, l’annonce ne peut être suivie d’un envoi à l’autre.',
    );
    return { refusal: 'content' };
  }
  const transaction = transactionOf(row);
  if (typeof transaction !== 'number') return transaction;
  const price = priceOf(row);
  const postalCode = postalCodeOf(row);
  const city = row.line1('city');
  if (city === '') row.refuse('city', 'city', 'La ville manque.');
  if (price === null || postalCode === null || city === '') return { refusal: 'content' };
  const propertyType = propertyTypeOf(row);
  const kind = kindOf(row);
  const words = wordsOf(row, propertyType, city);
  const draft: UnplacedDraft = {
    ...unknownListing,
    technicalId: row.technicalId,
    reference: cutText(row.reference || row.technicalId, LONGEST_ID),
    status: 'online',
    transaction,
    propertyType,
    ...kind,
    ...words,
    city,
    postalCode,
    quarter: row.orNull('quarter'),
    address: row.orNull('address'),
    ...pointOf(row),
    transportLine: row.orNull('transportLine'),
    transportStation: row.orNull('transportStation'),
    ...moneyOf(row, transaction, price),
    feeScheduleUrl: readUrl(row.raw('feeScheduleUrl')) ?? feeSchedule,
    ...sizesOf(row, propertyType),
    ...equipmentOf(row),
    ...energyOf(row, { transaction, ...kind, description: words.description }),
    ...coOwnershipOf(row),
    ...mandateOf(row),
    ...contactOf(row),
    translations: translationsOf(row),
    photos: photosOf(row),
  };
  return { refusal: null, draft };
}

function transactionOf(row: RowFields): Transaction | { refusal: RowRefusal } {
  const country = plainWords(row.raw('country'));
  if (country !== '' && country !== 'france' && country !== 'fr') {
    row.refuse('country', 'country', 'Seuls les biens situés en France sont publiés.');
    return { refusal: 'outOfScope' };
  }
  const known = TRANSACTIONS.get(plainWords(row.raw('transaction')));
  if (known) return known;
  if (known === null) {
    row.refuse(
      'transaction_scope',
      'transaction',
      'Ce type d’annonce n’est pas publié ici : seules les ventes et les locations le sont.',
    );
    return { refusal: 'outOfScope' };
  }
  row.refuse(
    'transaction',
    'transaction',
    `Type d’annonce inconnu : écrivez ${row.record.dialect.transactions}.`,
  );
  return { refusal: 'content' };
}

function postalCodeOf(row: RowFields): string | null {
  const given = row.raw('postalCode').replaceAll(/\s/g, '');
  if (given === '' && row.record.department !== null) return '';
  if (/^\d{5}$/.test(given)) return given;
  if (/^[1-9]\d{3}$/.test(given)) {
    row.warn('postal_code', 'postalCode', 'Code postal à quatre chiffres : le zéro de tête a été rétabli.');
    return `0${given}`;
  }
  row.refuse('postal_code', 'postalCode', 'Code postal invalide : il faut cinq chiffres.');
  return null;
}

/**
 * Reads the column of the type, else that of the sub-type. What stays unknown is judged by its facts (legal engine,
 * C13).
 */
function propertyTypeOf(row: RowFields): PropertyType {
  const known = readNature(row.raw('propertyType')) ?? readNature(row.raw('subType'));
  if (!known)
    row.warn(
      'property_type',
      'propertyType',
      `${row.raw('propertyType') === '' ? 'Le type de bien manque' : 'Type de bien inconnu'} : l’annonce est rangée dans « Autre bien », et jugée comme un logement si elle en décrit un.`,
    );
  return known?.type ?? 'other';
}

function kindOf(row: RowFields) {
  const subType = row.orNull('subType') ?? (row.boolean('duplex') ? 'duplex' : namedIn(row));
  return {
    subType,
    isNew: subType !== null && NEW_SUB_TYPES.has(plainWords(subType)),
    lifeAnnuity: plainWords(row.raw('transaction')) === 'viager',
  };
}

/** « Studio », « Péniche » in the column of the type: what it is, more exactly than its type says. */
function namedIn(row: RowFields): string | null {
  return readNature(row.raw('propertyType'))?.precise ? row.orNull('propertyType') : null;
}

function wordsOf(row: RowFields, propertyType: PropertyType, city: string) {
  const title = row.text('title').replaceAll(/\s+/g, ' ');
  if (title === '') row.warn('title', 'title', 'Le libellé manque : un titre a été composé.');
  if (title.length > 64) row.warn('title', 'title', 'Le libellé dépasse 64 caractères.');
  const description = row.text('description');
  if (description === '') row.warn('description', 'description', 'Le descriptif manque.');
  if (description.length > 4000)
    row.warn('description', 'description', 'Le descriptif dépasse 4 000 caractères.');
  return {
    title: cutText(title || `${propertyTypes[propertyType].label} ${city}`, 200),
    description: cutText(description, 8000),
  };
}

function pointOf(row: RowFields) {
  const nowhere = { exactLat: null, exactLng: null, pointRadius: null };
  const lat = row.decimal('latitude', { zeroUnknown: true, min: -90, max: 90 });
  const lng = row.decimal('longitude', { min: -180, max: 180 });
  // 0.000000000 twice is « not said »; a longitude of 0 alone is Greenwich.
  if (lat === null || lng === null) return nowhere;
  if (row.raw('gpsPrecision') === '') {
    row.warn('gps_precision', 'gpsPrecision', 'Coordonnées ignorées : leur précision n’est pas dite.');
    return nowhere;
  }
  return { exactLat: lat, exactLng: lng, pointRadius: null };
}

const AREA = { min: 0, max: 999_999, zeroUnknown: true } as const;

function sizesOf(row: RowFields, propertyType: PropertyType) {
  return {
    surface: row.decimal('surface', AREA),
    landSurface: row.decimal('landSurface', { ...AREA, max: 999_999_999 }),
    livingRoomSurface: row.decimal('livingSurface', AREA),
    terraceSurface: row.decimal('terraceSurface', AREA),
    balconySurface: row.decimal('balconySurface', AREA),
    // A dwelling has at least one room: 0 is « not said » there, and a fact for land.
    rooms: row.integer('rooms', { ...SMALL, zeroUnknown: propertyTypes[propertyType].dwelling }),
    bedrooms: row.integer('bedrooms', SMALL),
    bathrooms: row.integer('bathrooms', SMALL),
    showerRooms: row.integer('showerRooms', SMALL),
    toilets: row.integer('toilets', SMALL),
    separateToilets: row.boolean('separateToilets'),
    cellarSurface: row.decimal('cellarSurface', AREA),
    floor: row.integer('floor', { min: -20, max: 300 }),
    floors: row.integer('floors', { min: 0, max: 300, zeroUnknown: true }),
    builtYear: row.integer('builtYear', { min: 1000, max: 2100, zeroUnknown: true }),
  };
}

function coOwnershipOf(row: RowFields) {
  return {
    coOwned: row.boolean('coOwned'),
    lots: row.integer('lots', { min: 0, max: 100_000, zeroUnknown: true }),
    yearlyCharges: row.cents('yearlyCharges', { zeroUnknown: true }),
    procedure: row.boolean('procedure'),
    procedureDetail: row.orNull('procedureDetail'),
  };
}

function mandateOf(row: RowFields) {
  return {
    mandateNumber: row.orNull('mandateNumber'),
    mandateType: row.boolean('exclusive') ? ('exclusive' as const) : null,
    mandateOn: row.date('mandateDate'),
  };
}

const TRANSLATIONS = [1, 2, 3] as const;

/** Up to three other languages, each with its title and its text. */
function translationsOf(row: RowFields): Translations | null {
  const told: Translations = {};
  for (const rank of TRANSLATIONS) {
    const given = row.raw(`language${rank}`).toLowerCase();
    const language = translationLanguages.find((code) => code === given);
    const title = row.text(`languageTitle${rank}`);
    const description = row.text(`languageDescription${rank}`);
    if (language && (title !== '' || description !== ''))
      told[language] = { title: cutText(title, 200), description: cutText(description, 8000) };
  }
  return Object.keys(told).length > 0 ? told : null;
}

function contactOf(row: RowFields) {
  const email = readEmail(row.raw('contactEmail'));
  const visit = row.raw('visitUrl');
  const visitUrl = visit === '' ? null : readUrl(visit);
  if (visit !== '' && visitUrl === null)
    row.warn('url', 'visitUrl', 'Adresse de visite ignorée : elle doit commencer par https://.');
  return {
    availableOn: row.date('availableOn'),
    visitUrl,
    contactName: row.orNull('contactName'),
    contactPhone: toInternational(row.raw('contactPhone')),
    contactEmail: email && cutText(email, LONGEST_EMAIL),
  };
}

const PICTURE_NAME = /^[^\\/:*?"<>|]{1,200}\.(jpe?g|png|gif|bmp|webp)$/i;

function photosOf(row: RowFields): PhotoDraft[] {
  const photos: PhotoDraft[] = [];
  const seen = new Set<string>();
  for (const { number, given, caption, told } of row.record.photos()) {
    const photo = readPhoto(given);
    if (photo === null) {
      row.warn('photo', told, `Photo ${number} ignorée\u00a0: donnez ${row.record.dialect.photos}.`);
      continue;
    }
    if (seen.has(photo.source)) continue;
    seen.add(photo.source);
    photos.push({ ...photo, caption: row.shorten(caption) || null });
  }
  return photos;
}

/** An address, or the name of a file of the archive; null for what is neither. */
export function readPhoto(given: string): Pick<PhotoDraft, 'source' | 'kind'> | null {
  const url = readUrl(given);
  if (url !== null) return { source: url, kind: 'url' };
  const name = given.split(/[\\/]/).at(-1) ?? '';
  if (/^[a-z]+:\/\//i.test(given) || !PICTURE_NAME.test(name)) return null;
  return { source: cutText(name, LONGEST_SAID), kind: 'file' };
}

/** What was read, under the names that integrators compare. Zeros stay zeros here, coordinates apart. */
export function readOf(row: RowFields, draft: UnplacedDraft): ReadListing {
  const number = (key: ColumnKey) => {
    const read = readDecimal(row.raw(key), threeDigitsOf(key));
    return read.kind === 'value' || read.kind === 'tolerated' ? read.value : null;
  };
  const said = (key: ColumnKey) => cutText(row.raw(key), LONGEST_SAID);
  const lat = number('latitude') || null;
  const lon = number('longitude');
  return {
    agence: row.agency,
    reference: row.reference,
    technique: row.technicalId,
    transaction: said('transaction'),
    type: said('propertyType'),
    cp: draft.postalCode,
    ville: said('city'),
    prix: draft.price / 100,
    surface: number('surface'),
    pieces: number('rooms'),
    chambres: number('bedrooms'),
    honoraires_charge: number('feesPayer') ?? '',
    dpe: said('energyClass'),
    ges: said('climateClass'),
    lat,
    lon: lat === null ? null : lon,
    photos: row.record.photos().map(({ given }) => cutText(given, LONGEST_SAID)),
    meuble: said('furnished'),
  };
}
