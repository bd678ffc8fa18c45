import type { Db, Queryable } from '#platform/db.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import type { Agency, AgencyIdentity } from '#rooms/agencies/contract.ts';
import { FEES_SELLER, type ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { draftListing, type JudgedDraft } from '#rooms/listings/intake.ts';

/** As if the legal engine had found nothing to say: for tests of what comes after it. */
export function cleared(draft: ListingDraft): JudgedDraft {
  return { ...draft, wanted: draft.status, verdict: { findings: [], hold: null, score: 100 } };
}

/** Writes listings as the feed of an agency brings them, now. */
export function receiveListings(db: Db, agencyId: number, drafts: readonly JudgedDraft[]) {
  return db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now: new Date(), drafts: [...drafts] }),
    );
}

const identity: AgencyIdentity = {
  rcsCity: 'Nîmes',
  legalForm: 'SARL',
  capital: 1_000_000,
  address: '12 boulevard des Arènes',
  postalCode: '30000',
  city: 'Nîmes',
  phone: '+33466000000',
  website: 'https://arenes.exemple-agence.test',
  vatNumber: 'FR44732829320',
  cardOffice: 'CCI du Gard',
  cardActivities: 'TG',
  cardUntil: '2035-12-31',
  guarantorName: 'Galian',
  guarantorAddress: '89 rue La Boétie, 75008 Paris',
  insurance: 'MMA, police 120 137 405',
  mediatorName: 'MEDIMMOCONSO',
  mediatorUrl: 'https://medimmoconso.fr',
  feeScheduleUrl: 'https://arenes.exemple-agence.test/honoraires.pdf',
};

/** An agency of which nothing keeps listings off line. */
export function lawfulAgency(
  db: Queryable,
  ref: string,
  said: { name?: string; email?: string; identity?: AgencyIdentity } = {},
): Promise<Agency> {
  return addAgency(
    db,
    {
      ref,
      name: said.name ?? `Agence ${ref}`,
      siren: '732829320',
      card: 'CPI 3002 2024 000 000 123',
      ...(said.email === undefined ? {} : { email: said.email }),
    },
    { identity: { ...identity, ...said.identity } },
  );
}

const inNimes = {
  placeCode: '30189',
  cityCode: '30189',
  departmentCode: '30',
  postalCode: '30000',
} as const;

const rated = {
  energyStatus: 'rated',
  energyNumber: '2330E1680837R',
  energyClass: 'C',
  energyValue: 150,
  climateClass: 'C',
  climateValue: 20,
  energyFinal: 90,
  energyDate: '2025-03-12',
  energyVersion: 'DPE_v07-2021',
  energyCostMin: 80_000,
  energyCostMax: 110_000,
  energyCostYear: 2023,
} as const;

/** A flat for sale in Nîmes that the law lets be published. */
export function lawfulSale(technicalId: string, said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId,
    reference: `V-${technicalId}`,
    transaction: 1,
    propertyType: 'apartment',
    title: 'Appartement 3 pièces, près des arènes',
    description: 'Un séjour traversant, deux chambres, une cuisine équipée. Au calme.',
    ...inNimes,
    price: 25_000_000,
    feesPayer: FEES_SELLER,
    feeScheduleUrl: 'https://arenes.exemple-agence.test/honoraires.pdf',
    rooms: 3,
    bedrooms: 2,
    surface: 64,
    carrezSurface: 64,
    ...rated,
    coOwned: true,
    lots: 24,
    yearlyCharges: 148_000,
    procedure: false,
    risksConcerned: true,
    mandateNumber: '1204',
    ...said,
  });
}

/** A flat to let in Nîmes that the law lets be published. */
export function lawfulRental(technicalId: string, said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId,
    reference: `L-${technicalId}`,
    transaction: 2,
    propertyType: 'apartment',
    title: 'Appartement 2 pièces à louer',
    description: 'Un séjour, une chambre, une cuisine équipée. Au calme.',
    ...inNimes,
    price: 65_000,
    baseRent: 60_000,
    charges: 5_000,
    chargesMode: 2,
    deposit: 60_000,
    tenantFees: 44_000,
    inventoryFees: 12_000,
    feeScheduleUrl: 'https://arenes.exemple-agence.test/honoraires.pdf',
    furnished: false,
    lease: 'empty',
    rentControlled: false,
    rooms: 2,
    bedrooms: 1,
    surface: 44,
    ...rated,
    risksConcerned: true,
    mandateNumber: '1205',
    ...said,
  });
}
