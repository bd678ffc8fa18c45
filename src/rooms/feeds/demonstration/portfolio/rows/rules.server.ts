import type { PolirisValues } from '../../../poliris/writer/rules.server.ts';
import type { DemoAgency } from '../../agencies/contract.ts';
import type { HomeFacts } from '../../homes/contract.ts';
import type { Money } from '../../money/contract.ts';
import type { DemoPlace } from '../../places/contract.ts';
import { houseNoun } from '../../words/others/rules.server.ts';
import type { DemoListing } from '../contract.ts';

const DAY_MS = 86_400_000;

/** What the feed of this rank says of the listings it holds. `last` is the day of the last feed. */
export function rowsOf(
  agency: DemoAgency,
  listings: readonly DemoListing[],
  rank: number,
  last: Date,
): PolirisValues[] {
  return listings
    .filter(({ since, until }) => since <= rank && (until === null || rank < until))
    .map((listing) => rowOf(agency, listing, rank, last));
}

const PROPERTY_TYPES: Readonly<Record<HomeFacts['kind'], string>> = {
  flat: 'appartement',
  newFlat: 'appartement',
  house: 'maison/villa',
  land: 'terrain',
  parking: 'parking/box',
};

function rowOf(
  { ref, email, identity }: DemoAgency,
  listing: DemoListing,
  rank: number,
  last: Date,
): PolirisValues {
  const { home, place, quarter, words, contact } = listing;
  const money = listing.prices.findLast(({ from }) => from <= rank)!.money;
  return {
    agency: ref,
    reference: listing.reference,
    technicalId: listing.technicalId,
    transaction: money.kind === 'rent' ? 'location' : 'vente',
    propertyType: PROPERTY_TYPES[home.kind],
    subType: subTypeOf(home, place),
    postalCode: quarter.postalCode,
    city: place.city,
    country: 'France',
    quarter: quarter.name,
    title: words.title,
    description: words.description,
    ...moneyOf(money),
    feeScheduleUrl: identity.feeScheduleUrl,
    ...sizeOf(home),
    ...comfortOf(home),
    ...energyOf(home),
    ...(money.kind === 'rent' && home.kind !== 'parking' ? { furnished: listing.furnished } : {}),
    exclusive: listing.exclusive,
    mandateNumber: listing.mandate,
    contactName: contact.name,
    contactPhone: contact.phone,
    contactEmail: email,
    availableOn:
      listing.availableIn === null
        ? null
        : new Date(last.getTime() + listing.availableIn * DAY_MS).toISOString().slice(0, 10),
    latitude: listing.lat.toFixed(9),
    longitude: listing.lng.toFixed(9),
    gpsPrecision: 1,
    formatVersion: '4.12',
    ...Object.fromEntries(
      listing.pictures.flatMap(({ file, caption }, index) => [
        [`photo${index + 1}`, file],
        [`photoTitle${index + 1}`, caption],
      ]),
    ),
  };
}

function subTypeOf(home: HomeFacts, place: DemoPlace): string | null {
  if (home.kind === 'newFlat') return 'programme';
  if (home.duplex) return 'duplex';
  const noun = home.kind === 'house' ? houseNoun(home, place) : 'maison';
  return noun === 'maison' ? null : noun;
}

function moneyOf(money: Money): PolirisValues {
  if (money.kind === 'rent') {
    return {
      price: money.price,
      rentIncludesCharges: true,
      baseRent: money.base,
      charges: money.charges,
      chargesMode: money.chargesMode,
      rentSupplement: money.supplement,
      deposit: money.deposit,
      fees: money.tenantFees,
      inventoryFees: money.inventoryFees,
      rentControlled: money.reference !== null,
      referenceRent: money.reference,
    };
  }
  return {
    price: money.price,
    rentIncludesCharges: false,
    feesPayer: money.payer,
    fees: money.percent,
    priceWithoutFees: money.net,
    coOwned: money.lots !== null,
    lots: money.lots,
    yearlyCharges: money.charges,
    procedure: money.lots === null ? null : money.procedure !== null,
    procedureDetail: money.procedure,
  };
}

function sizeOf(home: HomeFacts): PolirisValues {
  const dwelling = home.rooms > 0;
  return {
    surface: home.surface > 0 ? home.surface : null,
    landSurface: home.landSurface,
    livingSurface: home.livingSurface,
    terraceSurface: home.terrace > 0 ? home.terrace : null,
    balconySurface: home.balcony > 0 ? home.balcony : null,
    ...(dwelling
      ? {
          rooms: home.rooms,
          bedrooms: home.bedrooms,
          bathrooms: home.bathrooms,
          showerRooms: home.showerRooms,
          toilets: home.toilets,
        }
      : {}),
    floor: home.floor,
    floors: home.floors,
    builtYear: home.year,
  };
}

const HEATING: Readonly<Record<HomeFacts['energy'], number>> = {
  gas: 8192 + 512 + 128,
  collectiveGas: 4096 + 512 + 128,
  electric: 8192 + 2048 + 128,
  heatPump: 8192 + 2048 + 256,
  oil: 8192 + 1024 + 128,
};

function comfortOf(home: HomeFacts): PolirisValues {
  if (home.kind === 'parking') return { parkings: home.boxes > 0 ? 0 : 1, boxes: home.boxes };
  if (home.kind === 'land') return { openView: home.openView, buildable: true };
  const towards = (side: 'N' | 'E' | 'S' | 'O') => (home.exposures?.includes(side) ? true : null);
  return {
    facingNorth: towards('N'),
    facingEast: towards('E'),
    facingSouth: towards('S'),
    facingWest: towards('O'),
    elevator: home.elevator,
    balconies: home.kind === 'house' ? null : home.balcony > 0 ? 1 : 0,
    terrace: home.terrace > 0,
    terraces: home.terrace > 0 ? 1 : 0,
    cellar: home.cellar,
    parkings: home.parkings,
    boxes: home.boxes,
    pool: home.kind === 'house' ? home.pool : null,
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
    duplex: home.duplex ? true : null,
    heating: home.kind === 'newFlat' ? 4096 + 2048 + 256 : HEATING[home.energy],
    kitchen: home.kitchen,
  };
}

function energyOf({ rating }: HomeFacts): PolirisValues {
  if (!rating) return { energyClass: 'NS', climateClass: 'NS' };
  return {
    energyClass: rating.energyClass,
    energyValue: rating.energyValue,
    energyFinal: rating.energyFinal,
    climateClass: rating.climateClass,
    climateValue: rating.climateValue,
    energyDate: rating.date,
    energyVersion: 'DPE_v07-2021',
    energyCostMin: rating.costMin,
    energyCostMax: rating.costMax,
    energyCostYear: `01/01/${rating.pricesOf}`,
  };
}
