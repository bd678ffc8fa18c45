import type {
  EnergyClass,
  ListingDraft,
  ListingStatus,
  PhotoDraft,
  PropertyType,
} from '#rooms/listings/contract.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import type { Heating, Kitchen } from '#rooms/listings/words.ts';
import { illustrationSource } from '../pictures/sources.ts';
import type { DemoAgency } from './agencies/agency.ts';
import type { GalleryPicture } from './gallery.ts';
import { dayBefore } from './homes/energy.ts';
import type { HomeFacts } from './homes/home.ts';
import type { Money } from './money/money.ts';
import { moneyAt } from './portfolios/course.ts';
import type { DemoListing } from './portfolios/portfolio.ts';
import { houseNoun } from './words/opening.ts';

/**
 * What an agency says of a listing when it sends its feed of this rank: the status it asks for is `status`. `day` is
 * the day of the demonstration, `YYYY-MM-DD`. Amounts become cents here.
 */
export function draftOf(
  agency: DemoAgency,
  listing: DemoListing,
  given: { rank: number; day: string; status?: ListingStatus },
): ListingDraft {
  const { home, place, quarter, words, contact, rental } = listing;
  const money = moneyAt(listing, given.rank);
  const draft = draftListing({
    technicalId: listing.technicalId,
    reference: listing.reference,
    status: given.status ?? 'online',
    transaction: rental ? 2 : 1,
    isNew: home.kind === 'newFlat',
    lifeAnnuity: money.kind === 'sale' && money.annuity !== null,
    propertyType: PROPERTY_TYPES[home.kind],
    subType: subTypeOf(listing),
    title: words.title,
    description: words.description,
    placeCode: place.code,
    cityCode: place.cityCode,
    departmentCode: place.departmentCode,
    postalCode: quarter.postalCode,
    quarter: quarter.name,
    exactLat: degrees(listing.lat),
    exactLng: degrees(listing.lng),
    ...moneyOf(money),
    feeScheduleUrl: agency.identity.feeScheduleUrl,
    ...sizesOf(home),
    ...comfortOf(home),
    ...energyOf(home),
    furnished: rental && home.rooms > 0 ? listing.furnished : null,
    exclusive: listing.exclusive,
    mandateType: listing.exclusive ? 'exclusive' : null,
    mandateNumber: listing.mandate,
    mandateOn: dayBefore(given.day, listing.mandateAge),
    availableOn: listing.availableIn === null ? null : dayBefore(given.day, -listing.availableIn),
    contactName: contact.name,
    contactPhone: `+33${contact.phone.slice(1)}`,
    contactEmail: agency.email,
    photos: listing.pictures.map(drawnPhoto),
  });
  return flawed(draft, listing);
}

const PROPERTY_TYPES: Readonly<Record<HomeFacts['kind'], PropertyType>> = {
  flat: 'apartment',
  newFlat: 'apartment',
  house: 'house',
  loft: 'loft',
  mansion: 'mansion',
  castle: 'castle',
  land: 'land',
  parking: 'parking',
  building: 'building',
  shop: 'shop',
  office: 'office',
};

function subTypeOf({ home, place }: DemoListing): string | null {
  if (home.kind === 'newFlat') return 'programme';
  if (home.duplex) return 'duplex';
  if (home.kind !== 'house') return null;
  const noun = houseNoun({ home, place });
  return noun === 'maison' ? null : noun;
}

/** As the feed writes it: nine decimals. */
function degrees(value: number): number {
  return Number(value.toFixed(9));
}

function cents(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100);
}

function moneyOf(money: Money) {
  if (money.kind === 'rent') {
    return {
      price: cents(money.price)!,
      baseRent: cents(money.base),
      charges: cents(money.charges),
      chargesMode: money.chargesMode,
      rentSupplement: cents(money.supplement),
      deposit: cents(money.deposit),
      tenantFees: cents(money.tenantFees),
      inventoryFees: cents(money.inventoryFees),
      rentControlled: money.tenantFees === null ? null : money.reference !== null,
      referenceRent: cents(money.reference),
    };
  }
  const { annuity } = money;
  return {
    price: cents(money.price)!,
    feesPayer: money.payer,
    feesPercent: money.percent,
    priceWithoutFees: cents(money.net),
    coOwned: money.lots !== null,
    lots: money.lots,
    yearlyCharges: cents(money.charges),
    procedure: money.lots === null ? null : money.procedure !== null,
    procedureDetail: money.procedure,
    ...(annuity
      ? {
          annuityBouquet: cents(annuity.bouquet),
          annuityMonthly: cents(annuity.monthly),
          annuityAges: [...annuity.ages],
          annuityOccupied: annuity.occupied,
        }
      : {}),
  };
}

function positive(value: number): number | null {
  return value > 0 ? value : null;
}

function sizesOf(home: HomeFacts) {
  return {
    surface: positive(home.surface),
    landSurface: home.landSurface,
    livingRoomSurface: home.livingSurface,
    terraceSurface: positive(home.terrace),
    balconySurface: positive(home.balcony),
    floor: home.floor,
    floors: home.floors,
    builtYear: home.year,
    ...(home.rooms > 0
      ? {
          rooms: home.rooms,
          bedrooms: home.bedrooms,
          bathrooms: home.bathrooms,
          showerRooms: home.showerRooms,
          toilets: home.toilets,
        }
      : {}),
  };
}

const HEATINGS: Readonly<Record<HomeFacts['energy'], Heating[] | null>> = {
  gas: ['radiator', 'gas', 'individual'],
  collectiveGas: ['radiator', 'gas', 'collective'],
  electric: ['radiator', 'electric', 'individual'],
  heatPump: ['floor', 'electric', 'individual'],
  oil: ['radiator', 'oil', 'individual'],
  // The format has no code for wood.
  wood: null,
};

const KITCHEN_CODES: readonly Kitchen[] = [
  'none',
  'open',
  'separate',
  'industrial',
  'corner',
  'open_equipped',
  'separate_equipped',
  'corner_equipped',
  'equipped',
];

// In the order of the format.
const SIDES = ['N', 'E', 'S', 'O'] as const;

function comfortOf(home: HomeFacts) {
  if (home.kind === 'parking') {
    const boxes = home.boxes > 0 ? 1 : 0;
    return { parking: true, parkings: 1 - boxes, boxes };
  }
  if (home.rooms === 0) {
    const { elevator, airConditioning, accessible, openView, cellar } = home;
    return { elevator, airConditioning, accessible, openView, cellar };
  }
  const house = home.kind === 'house' || home.kind === 'castle' || home.kind === 'mansion';
  return {
    elevator: house ? null : home.elevator,
    balcony: house ? null : home.balcony > 0,
    balconies: house ? null : home.balcony > 0 ? 1 : 0,
    terrace: home.terrace > 0,
    terraces: home.terrace > 0 ? 1 : 0,
    cellar: home.cellar,
    parking: home.parkings + home.boxes > 0,
    parkings: home.parkings,
    boxes: home.boxes,
    pool: house ? home.pool : null,
    fireplace: home.fireplace ? true : null,
    parquet: home.parquet ? true : null,
    intercom: home.intercom,
    doorCode: home.doorCode,
    caretaker: home.caretaker,
    quiet: home.quiet,
    openView: home.openView,
    overlooked: home.overlooked,
    airConditioning: home.airConditioning,
    accessible: home.accessible,
    petsAllowed: home.petsAllowed,
    renovated: home.condition === 'renovated' ? true : null,
    workNeeded: home.condition === 'toRenovate' ? true : home.condition === 'good' ? false : null,
    exposures: home.exposures && SIDES.filter((side) => home.exposures!.includes(side)),
    heating:
      home.kind === 'newFlat' ? (['floor', 'electric', 'collective'] as Heating[]) : HEATINGS[home.energy],
    kitchen: home.kitchen === null ? null : (KITCHEN_CODES[home.kitchen - 1] ?? null),
  };
}

function energyOf({ rating, kind }: HomeFacts) {
  if (!rating) return kind === 'newFlat' ? { energyStatus: 'exempt' as const } : {};
  return {
    energyStatus: 'rated' as const,
    energyClass: rating.energyClass,
    energyValue: rating.energyValue,
    energyFinal: rating.energyFinal,
    climateClass: rating.climateClass,
    climateValue: rating.climateValue,
    energyDate: rating.date,
    energyVersion: 'DPE_v07-2021',
    energyCostMin: cents(rating.costMin),
    energyCostMax: cents(rating.costMax),
    energyCostYear: rating.pricesOf,
  };
}

const LETTER: EnergyClass = 'G';

/** What is wrong on purpose with the few listings that show what the product refuses. */
function flawed(draft: ListingDraft, { flaw }: DemoListing): ListingDraft {
  switch (flaw) {
    case 'payerMissing':
      return { ...draft, feesPayer: null, feesPercent: null, priceWithoutFees: null };
    case 'percentOfTotal':
      return {
        ...draft,
        feesPercent: Math.round(((draft.price - draft.priceWithoutFees!) / draft.price) * 10_000) / 100,
      };
    case 'rentAboveCeiling': {
      const over = Math.round(draft.referenceRent! * 1.08) - draft.baseRent!;
      return { ...draft, baseRent: draft.baseRent! + over, price: draft.price + over };
    }
    case 'classGLet':
      return { ...draft, energyClass: LETTER, energyValue: 468, energyFinal: 455 };
    case 'blankCertificate':
      return {
        ...draft,
        energyStatus: 'blank',
        energyClass: null,
        energyValue: null,
        energyFinal: null,
        climateClass: null,
        climateValue: null,
      };
    case 'chargesWithoutMode':
      return { ...draft, chargesMode: null };
    case 'depositTooHigh':
      return { ...draft, deposit: draft.baseRent! * 3 };
    case 'tenantFeesTooHigh':
      return { ...draft, tenantFees: draft.tenantFees! * 3 };
    case 'certificateMissing':
      return {
        ...draft,
        energyStatus: null,
        energyClass: null,
        energyValue: null,
        energyFinal: null,
        climateClass: null,
        climateValue: null,
        energyDate: null,
        energyVersion: null,
        energyCostMin: null,
        energyCostMax: null,
        energyCostYear: null,
      };
    case 'furnishingUnsaid':
      return { ...draft, furnished: null };
    default:
      return draft;
  }
}

/** A picture that is drawn when it is first asked for. */
export function drawnPhoto({ brief, caption }: GalleryPicture): PhotoDraft {
  return { source: illustrationSource(brief), kind: 'drawn', caption };
}
