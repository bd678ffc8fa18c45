import { PHOTO_KEYS, PHOTO_TITLE_KEYS } from '#rooms/feeds/columns.ts';
import { EXPOSURE_COLUMNS, HEATING_BITS, KITCHENS } from '#rooms/feeds/words.ts';
import { type ListingDraft, type PhotoDraft, type PropertyType, RENTAL } from '#rooms/listings/contract.ts';
import type { PolirisValues } from './writer.server.ts';

const PROPERTY_TYPES: Readonly<Record<Exclude<PropertyType, 'programme'>, string>> = {
  apartment: 'appartement',
  house: 'maison/villa',
  land: 'terrain',
  parking: 'parking/box',
  building: 'immeuble',
  loft: 'loft/atelier/surface',
  castle: 'château',
  mansion: 'hôtel particulier',
  office: 'bureaux',
  shop: 'boutique',
  other: 'inconnu',
};

interface RowWish {
  /** Column 1. */
  readonly agency: string;
  /** The name of the commune: a draft only holds its code. */
  readonly city: string;
  /** How the feed names a picture: an address, or a file of the archive. */
  readonly photo: (photo: PhotoDraft) => string;
}

/**
 * A draft as an agency's software writes it: read back, the row gives the same facts. What the format has no column for
 * is left out (lots of a programme, shared flats, zones of fees). Throws a RangeError for a programme.
 */
export function rowOf(draft: ListingDraft, { agency, city, photo }: RowWish): PolirisValues {
  if (draft.propertyType === 'programme') throw new RangeError('un programme ne tient pas dans une ligne');
  const rental = draft.transaction === RENTAL;
  return {
    agency,
    reference: draft.reference,
    technicalId: draft.technicalId,
    transaction: rental ? 'location' : draft.lifeAnnuity ? 'viager' : 'vente',
    propertyType: PROPERTY_TYPES[draft.propertyType],
    subType: draft.subType,
    duplex: draft.subType === 'duplex' ? true : null,
    postalCode: draft.postalCode,
    city,
    country: 'France',
    address: draft.address,
    quarter: draft.quarter,
    title: draft.title,
    description: draft.description,
    transportLine: draft.transportLine,
    transportStation: draft.transportStation,
    ...moneyOf(draft, rental),
    ...sizesOf(draft),
    ...equipmentOf(draft),
    ...energyOf(draft),
    coOwned: draft.coOwned,
    lots: draft.lots,
    yearlyCharges: euros(draft.yearlyCharges),
    procedure: draft.procedure,
    procedureDetail: draft.procedureDetail,
    mandateNumber: draft.mandateNumber,
    mandateDate: draft.mandateOn,
    exclusive: draft.exclusive,
    availableOn: draft.availableOn,
    visitUrl: draft.visitUrl,
    contactName: draft.contactName,
    contactPhone: draft.contactPhone?.replace(/^\+33/, '0') ?? null,
    contactEmail: draft.contactEmail,
    latitude: draft.exactLat?.toFixed(9) ?? null,
    longitude: draft.exactLng?.toFixed(9) ?? null,
    gpsPrecision: draft.exactLat === null ? null : 1,
    formatVersion: '4.12',
    ...Object.fromEntries(
      draft.photos.slice(0, PHOTO_KEYS.length).flatMap((one, index) => [
        [PHOTO_KEYS[index]!, photo(one)],
        [PHOTO_TITLE_KEYS[index]!, one.caption],
      ]),
    ),
  };
}

/** Cents to euros. */
function euros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

function moneyOf(draft: ListingDraft, rental: boolean): PolirisValues {
  const [man, woman] = draft.annuityAges ?? [];
  return {
    price: euros(draft.price),
    rentIncludesCharges: rental,
    feeScheduleUrl: draft.feeScheduleUrl,
    charges: euros(draft.charges),
    chargesMode: draft.chargesMode,
    annuityBouquet: euros(draft.annuityBouquet),
    annuityMonthly: euros(draft.annuityMonthly),
    ...(rental
      ? {
          fees: euros(draft.tenantFees),
          inventoryFees: euros(draft.inventoryFees),
          baseRent: euros(draft.baseRent),
          rentSupplement: euros(draft.rentSupplement),
          deposit: euros(draft.deposit),
          rentControlled: draft.rentControlled,
          referenceRent: euros(draft.referenceRent),
        }
      : {
          fees: draft.feesPercent,
          feesPayer: draft.feesPayer,
          priceWithoutFees: euros(draft.priceWithoutFees),
          manAge: man ?? null,
          womanAge: woman ?? null,
          annuitySoldFree: draft.annuityOccupied === null ? null : !draft.annuityOccupied,
        }),
  };
}

function sizesOf(draft: ListingDraft): PolirisValues {
  const { surface, landSurface, terraceSurface, balconySurface, cellarSurface } = draft;
  const { rooms, bedrooms, bathrooms, showerRooms, toilets, separateToilets, floor, floors, builtYear } =
    draft;
  return {
    surface,
    landSurface,
    livingSurface: draft.livingRoomSurface,
    terraceSurface,
    balconySurface,
    cellarSurface,
    rooms,
    bedrooms,
    bathrooms,
    showerRooms,
    toilets,
    separateToilets,
    floor,
    floors,
    builtYear,
  };
}

function equipmentOf(draft: ListingDraft): PolirisValues {
  const { elevator, balconies, terrace, terraces, cellar, parkings, boxes, pool, furnished, caretaker } =
    draft;
  const { openView, overlooked, quiet, accessible, petsAllowed, airConditioning, fireplace, parquet } = draft;
  const { intercom, doorCode, alarm, cupboards, renovated, workNeeded, exposures } = draft;
  const heating = HEATING_BITS.reduce(
    (sum, [bit, name]) => (draft.heating?.includes(name) ? sum + bit : sum),
    0,
  );
  return {
    elevator,
    balconies,
    terrace,
    terraces,
    cellar,
    parkings,
    boxes,
    pool,
    furnished,
    caretaker,
    openView,
    overlooked,
    quiet,
    accessible,
    petsAllowed,
    airConditioning,
    fireplace,
    parquet,
    intercom,
    doorCode,
    alarm,
    cupboards,
    renovated,
    workNeeded,
    heating: heating === 0 ? null : heating,
    kitchen: draft.kitchen === null ? null : KITCHENS.indexOf(draft.kitchen) + 1,
    ...Object.fromEntries(
      EXPOSURE_COLUMNS.map(([key, side]) => [key, exposures === null ? null : exposures.includes(side)]),
    ),
  };
}

const UNRATED = { exempt: 'NS', blank: 'VI' } as const;

function energyOf(draft: ListingDraft): PolirisValues {
  const said =
    draft.energyStatus === 'exempt' || draft.energyStatus === 'blank' ? UNRATED[draft.energyStatus] : null;
  return {
    energyClass: draft.energyClass ?? said,
    energyValue: draft.energyValue,
    energyFinal: draft.energyFinal,
    climateClass: draft.climateClass ?? said,
    climateValue: draft.climateValue,
    energyDate: draft.energyDate,
    energyVersion: draft.energyVersion,
    energyCostMin: euros(draft.energyCostMin),
    energyCostMax: euros(draft.energyCostMax),
    energyCostYear: draft.energyCostYear === null ? null : `01/01/${draft.energyCostYear}`,
  };
}
