import type { ListingDraft } from '#rooms/listings/contract.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import type { AgencyFacts, LegalContext } from '#rooms/listings/legal-engine.ts';

/** An agency that owes nothing (R23, R24). */
export const exampleAgency: AgencyFacts = {
  name: 'Agence des Quais',
  siren: '732829320',
  rcsCity: 'Lyon',
  soleTrader: false,
  cardNumber: 'CPI 6901 2026 000 000 001',
  cardOffice: 'CCI Lyon Métropole',
  cardActivities: 'TG',
  cardUntil: '2029-01-31',
  guarantorName: 'Caisse de garantie',
  guarantorAddress: '1 rue de la Paix, 75002 Paris',
  holdsNoFunds: false,
  insurance: 'Assureur, police 123',
  mediatorName: 'Médiation de la consommation',
  mediatorUrl: 'https://mediation.example/',
  feeScheduleUrl: 'https://agence.example/bareme.pdf',
  vatNumber: 'FR12732829320',
  legalForm: 'SARL',
  capital: 1_000_000,
};

/** The day of the examples, unless said. */
export const exampleDay = '2026-11-21';

export function legalContext(said: Partial<LegalContext> = {}): LegalContext {
  return {
    advertiser: 'professional',
    agency: exampleAgency,
    on: exampleDay,
    exceptions: new Set(),
    wordingCleared: false,
    ...said,
  };
}

/** The first block of domain.md 3.12: a flat for sale, fees paid by the buyer, class F. */
export function exampleSale(said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId: 'V1',
    reference: 'V1',
    transaction: 1,
    propertyType: 'apartment',
    title: 'Appartement 3 pièces, Lyon 7e',
    description: 'Trois pièces traversant, proche des écoles et du parc. Deux chambres, cuisine ouverte.',
    placeCode: '69387',
    cityCode: '69123',
    departmentCode: '69',
    postalCode: '69007',
    price: 31_500_000,
    priceWithoutFees: 30_000_000,
    feesPayer: 1,
    feesPercent: 5,
    feeScheduleUrl: 'https://agence.example/bareme.pdf',
    surface: 62.4,
    carrezSurface: 62.4,
    rooms: 3,
    bedrooms: 2,
    floor: 2,
    floors: 5,
    coOwned: true,
    lots: 24,
    yearlyCharges: 148_000,
    procedure: false,
    energyStatus: 'rated',
    energyClass: 'F',
    energyValue: 352,
    climateClass: 'D',
    climateValue: 46,
    energyDate: '2023-05-04',
    energyVersion: 'DPE_v07-2021',
    energyCostMin: 156_000,
    energyCostMax: 215_000,
    energyCostYear: 2023,
    mandateNumber: '1204',
    contactName: 'M. Y',
    contactStatus: 'commercial_agent',
    contactRsac: '512345678',
    contactRsacCity: 'Lyon',
    contactSoleTrader: true,
    ...said,
  });
}

/** The second block of domain.md 3.12: a furnished studio to let where rents are controlled. */
export function exampleRental(said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId: 'L1',
    reference: 'L1',
    transaction: 2,
    propertyType: 'apartment',
    title: 'Studio meublé, Paris 11e',
    description: 'Studio meublé et lumineux, au calme sur cour.',
    placeCode: '75111',
    cityCode: '75056',
    departmentCode: '75',
    postalCode: '75011',
    price: 84_200,
    charges: 4_500,
    chargesMode: 1,
    rentControlled: true,
    referenceRent: 80_300,
    baseRent: 79_700,
    deposit: 159_400,
    tenantFees: 33_286,
    inventoryFees: 6_666,
    feeScheduleUrl: 'https://agence.example/bareme.pdf',
    furnished: true,
    surface: 22,
    rooms: 1,
    floor: 1,
    floors: 6,
    energyStatus: 'rated',
    energyClass: 'D',
    energyValue: 212,
    climateClass: 'B',
    climateValue: 7,
    energyDate: '2024-09-12',
    energyVersion: 'DPE_v07-2021',
    energyCostMin: 42_000,
    energyCostMax: 61_000,
    energyCostYear: 2023,
    mandateNumber: '1205',
    ...said,
  });
}
