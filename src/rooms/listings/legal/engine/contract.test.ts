import { describe, expect, test } from 'vitest';
import {
  exampleAgency,
  exampleRental,
  exampleSale,
  legalContext,
} from '../../../../../tests/kit/legal-examples.ts';
import type { ListingDraft, UnitDraft } from '../../contract.ts';
import { type AgencyFacts, checkListing, type LegalContext, type RuleId, type Severity } from './contract.ts';

interface Row {
  readonly rule: RuleId;
  readonly that: string;
  readonly draft: ListingDraft;
  readonly context?: Partial<LegalContext>;
  /** What the rule finds, and how grave; nothing: the rule is satisfied. */
  readonly finds?: readonly [code: string, severity: Severity][];
}

const sale = exampleSale;
const rental = exampleRental;
/** Outside the areas where rents are controlled, in a commune whose zone of fees is unknown. */
const elsewhere = {
  placeCode: '37261',
  cityCode: '37261',
  departmentCode: '37',
  postalCode: '37000',
} as const;
const freeRental = (said: Partial<ListingDraft> = {}) =>
  rental({ ...elsewhere, rentControlled: null, referenceRent: null, ...said });
const house = (said: Partial<ListingDraft> = {}) =>
  sale({
    propertyType: 'house',
    coOwned: false,
    lots: null,
    yearlyCharges: null,
    carrezSurface: null,
    ...said,
  });
const unit = (said: Partial<UnitDraft> = {}): UnitDraft => ({
  reference: 'A1',
  propertyType: 'apartment',
  rooms: 3,
  surface: 60,
  floor: 1,
  price: 28_000_000,
  vat: 20,
  status: 'available',
  ...said,
});
const energyUnknown = {
  energyStatus: null,
  energyClass: null,
  energyValue: null,
  climateClass: null,
  climateValue: null,
  energyCostMin: null,
  energyCostMax: null,
  energyCostYear: null,
  energyDate: null,
  energyVersion: null,
} as const;
const offPlan = (said: Partial<ListingDraft> = {}) =>
  sale({
    propertyType: 'programme',
    isNew: true,
    ...energyUnknown,
    coOwned: null,
    lots: null,
    yearlyCharges: null,
    procedure: null,
    price: 28_000_000,
    priceWithoutFees: null,
    feesPayer: 2,
    feesPercent: null,
    mandateNumber: null,
    delivery: '2028-T2',
    units: [
      unit(),
      unit({ reference: 'A2', price: 31_000_000 }),
      unit({ reference: 'A3', price: 25_000_000, status: 'sold' }),
    ],
    ...said,
  });
const agency = (said: Partial<AgencyFacts>): Partial<LegalContext> => ({
  agency: { ...exampleAgency, ...said },
});
const individual = { advertiser: 'private', agency: null } as const;

const rows: readonly Row[] = [
  { rule: 'R1', that: 'price and payer', draft: sale() },
  {
    rule: 'R1',
    that: 'price without payer',
    draft: sale({ feesPayer: null }),
    finds: [['payer_missing', 'block']],
  },
  { rule: 'R1', that: 'an individual pays no agency', draft: sale({ feesPayer: null }), context: individual },
  {
    rule: 'R1',
    that: 'no price',
    draft: sale({ price: 0 }),
    finds: [['price_missing', 'block']],
  },
  {
    rule: 'R1',
    that: 'price below the price without fees',
    draft: sale({ price: 29_000_000 }),
    finds: [['net_above_price', 'block']],
  },
  { rule: 'R2', that: '5 % of the price without fees', draft: sale() },
  {
    rule: 'R2',
    that: '4,76 % computed on the price with fees',
    draft: sale({ feesPercent: 4.76 }),
    finds: [['percent_of_total', 'block']],
  },
  {
    rule: 'R2',
    that: 'a percentage of nothing known',
    draft: sale({ feesPercent: 7 }),
    finds: [['amounts_disagree', 'block']],
  },
  {
    rule: 'R2',
    that: 'no price without fees',
    draft: sale({ priceWithoutFees: null }),
    finds: [['net_missing', 'block']],
  },
  {
    rule: 'R2',
    that: 'no percentage',
    draft: sale({ feesPercent: null }),
    finds: [['percent_missing', 'block']],
  },
  {
    rule: 'R2',
    that: 'no fees at all',
    draft: sale({ priceWithoutFees: 31_500_000, feesPercent: 0 }),
    finds: [['fees_nil', 'block']],
  },
  {
    rule: 'R2',
    that: 'amounts rounded to the euro',
    draft: sale({ price: 10_033_300, priceWithoutFees: 9_555_500, feesPercent: 5 }),
  },
  {
    rule: 'R3',
    that: 'the seller pays, nothing more is said',
    draft: sale({ feesPayer: 2, priceWithoutFees: null, feesPercent: null }),
  },
  {
    rule: 'R3',
    that: 'FAI when the seller pays',
    draft: sale({
      feesPayer: 2,
      priceWithoutFees: null,
      feesPercent: null,
      description: 'Prix 315 000 € FAI.',
    }),
    finds: [['fees_included_words', 'block']],
  },
  {
    rule: 'R3',
    that: 'honoraires inclus in the title when the seller pays',
    draft: sale({ feesPayer: 2, priceWithoutFees: null, feesPercent: null, title: 'T3 honoraires inclus' }),
    finds: [['fees_included_words', 'block']],
  },
  {
    rule: 'R3',
    that: 'HAI when the buyer pays',
    draft: sale({ description: 'Prix HAI.' }),
    finds: [['fees_included_words', 'warning']],
  },
  {
    rule: 'R3',
    that: 'a percentage when the seller pays',
    draft: sale({ feesPayer: 2, feesPercent: 4 }),
    finds: [['percent_with_seller', 'warning']],
  },
  {
    rule: 'R3',
    that: 'a word that begins so',
    draft: sale({ description: 'Quartier de la Faisanderie, à Hainaut.' }),
  },
  { rule: 'R4', that: 'shared, the part of the buyer', draft: sale({ feesPayer: 3 }) },
  {
    rule: 'R4',
    that: 'shared, computed on the total',
    draft: sale({ feesPayer: 3, feesPercent: 4.76 }),
    finds: [['percent_of_total', 'block']],
  },
  {
    rule: 'R4',
    that: 'shared, part unknown',
    draft: sale({ feesPayer: 3, priceWithoutFees: null, feesPercent: null }),
    finds: [
      ['net_missing', 'block'],
      ['percent_missing', 'block'],
    ],
  },
  { rule: 'R5', that: 'link of the listing', draft: sale(), context: agency({ feeScheduleUrl: null }) },
  { rule: 'R5', that: 'link of the agency', draft: sale({ feeScheduleUrl: null }) },
  {
    rule: 'R5',
    that: 'no link anywhere',
    draft: rental({ feeScheduleUrl: null }),
    context: agency({ feeScheduleUrl: null }),
    finds: [['schedule_missing', 'block']],
  },
  {
    rule: 'R5',
    that: 'a link that is none',
    draft: sale({ feeScheduleUrl: 'javascript:alert(1)' }),
    context: agency({ feeScheduleUrl: 'voir en agence' }),
    finds: [['schedule_no_link', 'block']],
  },
  {
    rule: 'R5',
    that: 'an individual has none',
    draft: rental({ feeScheduleUrl: null }),
    context: individual,
  },
  { rule: 'R6', that: 'total of base and charges', draft: rental() },
  {
    rule: 'R6',
    that: 'total of base, supplement and charges',
    draft: rental({ baseRent: 80_300, rentSupplement: 5_000, price: 89_800 }),
  },
  {
    rule: 'R6',
    that: 'another total',
    draft: rental({ price: 86_000 }),
    finds: [['total_differs', 'block']],
  },
  { rule: 'R6', that: 'no rent', draft: rental({ price: 0 }), finds: [['rent_missing', 'block']] },
  {
    rule: 'R6',
    that: 'charges above the rent',
    draft: rental({ charges: 90_000 }),
    finds: [['charges_above_rent', 'block']],
  },
  {
    rule: 'R6',
    that: 'charges paid back each year are outside the total',
    draft: rental({ chargesMode: 3, price: 79_700 }),
  },
  {
    rule: 'R6',
    that: 'charges paid back each year within the total',
    draft: rental({ chargesMode: 3 }),
    finds: [['total_differs', 'block']],
  },
  { rule: 'R7', that: 'charges and their mode', draft: rental() },
  {
    rule: 'R7',
    that: 'charges without mode',
    draft: rental({ chargesMode: null }),
    finds: [['mode_missing', 'block']],
  },
  {
    rule: 'R7',
    that: 'charges unknown',
    draft: freeRental({ charges: null, chargesMode: null, baseRent: null }),
    finds: [['charges_missing', 'warning']],
  },
  {
    rule: 'R7',
    that: 'no charges: the base is the total',
    draft: freeRental({ charges: null, chargesMode: null, price: 79_700 }),
  },
  { rule: 'R8', that: 'ceiling and base', draft: rental() },
  {
    rule: 'R8',
    that: 'ceiling missing',
    draft: rental({ referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  { rule: 'R8', that: 'base missing', draft: rental({ baseRent: null }), finds: [['base_missing', 'block']] },
  {
    rule: 'R8',
    that: 'the table knows the zone',
    draft: rental({ rentControlled: null, referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  {
    rule: 'R8',
    that: 'denied where the whole commune is concerned',
    draft: rental({ rentControlled: false, referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  {
    rule: 'R8',
    that: 'the listing knows a zone that the table does not',
    draft: freeRental({ rentControlled: true }),
    finds: [['reference_missing', 'block']],
  },
  { rule: 'R8', that: 'outside', draft: freeRental() },
  {
    rule: 'R8',
    that: 'a part of Grenoble, unsaid',
    draft: freeRental({ placeCode: '38185', cityCode: '38185', departmentCode: '38', postalCode: '38000' }),
    finds: [['zone_unsure', 'warning']],
  },
  {
    rule: 'R8',
    that: 'the other part of Grenoble',
    draft: freeRental({
      placeCode: '38185',
      cityCode: '38185',
      departmentCode: '38',
      postalCode: '38000',
      rentControlled: false,
    }),
  },
  {
    rule: 'R8',
    that: 'a shop',
    draft: rental({ propertyType: 'shop', referenceRent: null, baseRent: null }),
  },
  { rule: 'R9', that: 'base at the ceiling', draft: rental({ baseRent: 80_300, price: 84_800 }) },
  {
    rule: 'R9',
    that: 'base 820 with no supplement',
    draft: rental({ baseRent: 82_000, price: 86_500 }),
    finds: [['base_above_ceiling', 'block']],
  },
  {
    rule: 'R9',
    that: 'supplement below the ceiling',
    draft: rental({ rentSupplement: 5_000, price: 89_200 }),
    finds: [['supplement_below_ceiling', 'warning']],
  },
  {
    rule: 'R9',
    that: 'supplement in class F',
    draft: rental({ baseRent: 80_300, rentSupplement: 5_000, price: 89_800, energyClass: 'F' }),
    finds: [['supplement_forbidden', 'block']],
  },
  { rule: 'R10', that: 'two months, furnished', draft: rental() },
  {
    rule: 'R10',
    that: 'three months, furnished',
    draft: rental({ deposit: 239_100 }),
    finds: [['deposit_above_limit', 'block']],
  },
  {
    rule: 'R10',
    that: 'two months, empty',
    draft: rental({ furnished: false }),
    finds: [['deposit_above_limit', 'block']],
  },
  { rule: 'R10', that: 'one month, empty', draft: rental({ furnished: false, deposit: 79_700 }) },
  {
    rule: 'R10',
    that: 'none stated',
    draft: rental({ deposit: null }),
    finds: [['deposit_missing', 'block']],
  },
  { rule: 'R10', that: 'none asked', draft: rental({ deposit: 0 }) },
  {
    rule: 'R10',
    that: 'mobility lease',
    draft: rental({ lease: 'mobility' }),
    finds: [['deposit_forbidden', 'block']],
  },
  { rule: 'R11', that: 'fees and inventory', draft: rental() },
  {
    rule: 'R11',
    that: 'fees unstated',
    draft: rental({ tenantFees: null, inventoryFees: null }),
    finds: [['fees_missing', 'block']],
  },
  {
    rule: 'R11',
    that: 'inventory unstated',
    draft: rental({ inventoryFees: null }),
    finds: [['inventory_missing', 'block']],
  },
  { rule: 'R11', that: 'no fees, no inventory', draft: rental({ tenantFees: 0, inventoryFees: null }) },
  {
    rule: 'R11',
    that: 'inventory above the whole',
    draft: rental({ tenantFees: 6_000 }),
    finds: [['inventory_above_fees', 'block']],
  },
  { rule: 'R12', that: '12,10 and 3,03 in Paris', draft: rental() },
  {
    rule: 'R12',
    that: 'one cent more',
    draft: rental({ tenantFees: 33_287 }),
    finds: [['fees_above_cap', 'block']],
  },
  {
    rule: 'R12',
    that: 'inventory one cent more',
    draft: rental({ inventoryFees: 6_667 }),
    finds: [['inventory_above_cap', 'block']],
  },
  {
    rule: 'R12',
    that: 'unknown zone, between the caps',
    draft: freeRental(),
    finds: [['fees_unsure', 'warning']],
  },
  {
    rule: 'R12',
    that: 'unknown zone, above the highest',
    draft: freeRental({ tenantFees: 35_000 }),
    finds: [['fees_above_cap', 'block']],
  },
  { rule: 'R12', that: 'unknown zone, below the lowest', draft: freeRental({ tenantFees: 24_000 }) },
  {
    rule: 'R12',
    that: 'zone of the listing',
    draft: freeRental({ tenantFeeZone: 'other' }),
    finds: [['fees_above_cap', 'block']],
  },
  {
    rule: 'R12',
    that: 'zone of the commune',
    draft: rental({ placeCode: '69387', cityCode: '69123' }),
    finds: [['fees_above_cap', 'block']],
  },
  {
    rule: 'R12',
    that: 'zone that the table denies',
    draft: rental({ tenantFeeZone: 'other', tenantFees: 20_000 }),
    finds: [['zone_differs', 'warning']],
  },
  { rule: 'R13', that: 'furniture, surface, arrondissement', draft: rental() },
  {
    rule: 'R13',
    that: 'surface missing',
    draft: rental({ surface: null }),
    finds: [['surface_missing', 'block']],
  },
  {
    rule: 'R13',
    that: 'furniture unsaid',
    draft: rental({ furnished: null }),
    finds: [['furnished_missing', 'block']],
  },
  {
    rule: 'R13',
    that: 'Paris without arrondissement',
    draft: rental({ placeCode: '75056' }),
    finds: [['district_missing', 'block']],
  },
  {
    rule: 'R13',
    that: 'Marseille without arrondissement',
    draft: freeRental({ placeCode: '13055', cityCode: '13055' }),
    finds: [['district_missing', 'block']],
  },
  { rule: 'R14', that: 'both classes', draft: sale() },
  {
    rule: 'R14',
    that: 'no certificate',
    draft: sale(energyUnknown),
    finds: [
      ['energy_class_missing', 'block'],
      ['climate_class_missing', 'block'],
    ],
  },
  {
    rule: 'R14',
    that: 'no climate class',
    draft: sale({ climateClass: null }),
    finds: [['climate_class_missing', 'block']],
  },
  {
    rule: 'R14',
    that: 'values missing',
    draft: sale({ energyValue: null, climateValue: null }),
    finds: [
      ['energy_value_missing', 'warning'],
      ['climate_value_missing', 'warning'],
    ],
  },
  {
    rule: 'R14',
    that: 'ongoing',
    draft: sale({ ...energyUnknown, energyStatus: 'ongoing' }),
    finds: [['ongoing', 'block']],
  },
  {
    rule: 'R14',
    that: 'exempt, no reason',
    draft: house({ ...energyUnknown, energyStatus: 'exempt' }),
    finds: [['reason_missing', 'block']],
  },
  {
    rule: 'R14',
    that: 'exempt, no heating',
    draft: house({ ...energyUnknown, energyStatus: 'exempt', energyExemption: 'no_heating' }),
  },
  {
    rule: 'R14',
    that: 'small building of 62 m²',
    draft: house({ ...energyUnknown, energyStatus: 'exempt', energyExemption: 'small_building' }),
    finds: [['small_building_denied', 'block']],
  },
  {
    rule: 'R14',
    that: 'off plan, but old',
    draft: sale({ ...energyUnknown, energyStatus: 'exempt', energyExemption: 'off_plan' }),
    finds: [['off_plan_denied', 'block']],
  },
  { rule: 'R14', that: 'a programme off plan', draft: offPlan() },
  {
    rule: 'R14',
    that: 'a new flat off plan',
    draft: offPlan({
      propertyType: 'apartment',
      units: null,
      energyStatus: 'exempt',
      energyExemption: 'off_plan',
    }),
  },
  {
    rule: 'R14',
    that: 'a programme handed over',
    draft: offPlan({ progress: 'delivered' }),
    finds: [
      ['energy_class_missing', 'block'],
      ['climate_class_missing', 'block'],
    ],
  },
  {
    rule: 'R14',
    that: 'a programme whose quarter is past',
    draft: offPlan({ delivery: '2026-T3' }),
    finds: [
      ['energy_class_missing', 'block'],
      ['climate_class_missing', 'block'],
    ],
  },
  {
    rule: 'R15',
    that: 'classes that a programme hopes for, before it is handed over',
    draft: offPlan({ energyStatus: 'rated', energyClass: 'A', climateClass: 'A' }),
  },
  { rule: 'R14', that: 'classes whose state is not named', draft: sale({ energyStatus: null }) },
  {
    rule: 'R14',
    that: '« vierge » while it was lawful',
    draft: sale({ ...energyUnknown, energyStatus: 'blank' }),
    context: { on: '2020-01-01' },
  },
  {
    rule: 'R15',
    that: 'classes whose state is not named, range missing',
    draft: sale({ energyStatus: null, climateClass: null, energyCostMax: null }),
    finds: [['cost_missing', 'block']],
  },
  {
    rule: 'R15',
    that: 'lower bound missing',
    draft: sale({ energyCostMin: null }),
    finds: [['cost_missing', 'block']],
  },
  {
    rule: 'R19',
    that: '« vierge » while it was lawful',
    draft: sale({ ...energyUnknown, energyStatus: 'blank' }),
    context: { on: '2020-01-01' },
  },
  {
    rule: 'R20',
    that: 'a new flat that has its certificate is handed over',
    draft: sale({ isNew: true, coOwned: null }),
    finds: [['co_ownership_unknown', 'block']],
  },
  {
    rule: 'R20',
    that: 'a new flat that has its certificate and is not finished',
    draft: sale({ isNew: true, coOwned: null, progress: 'finishing' }),
  },
  {
    rule: 'R7',
    that: 'charges unknown, base below the total',
    draft: freeRental({ charges: null, chargesMode: null }),
    finds: [['charges_untold', 'block']],
  },
  {
    rule: 'R6',
    that: 'a base rent above the total, charges unknown',
    draft: freeRental({ charges: null, chargesMode: null, baseRent: 120_000 }),
    finds: [['total_differs', 'block']],
  },
  {
    rule: 'R9',
    that: 'supplement, base unknown',
    draft: rental({ baseRent: null, rentSupplement: 5_000 }),
  },
  {
    rule: 'R2',
    that: 'a price without fees of nothing',
    draft: sale({ priceWithoutFees: 0 }),
    finds: [['net_missing', 'block']],
  },
  {
    rule: 'R8',
    that: 'a part of Grenoble, ceiling and base said',
    draft: freeRental({
      placeCode: '38185',
      cityCode: '38185',
      departmentCode: '38',
      postalCode: '38000',
      referenceRent: 80_300,
    }),
  },
  {
    rule: 'R19',
    that: 'exempt, with the date of an old certificate',
    draft: house({ energyStatus: 'exempt', energyExemption: 'no_heating', energyDate: '2012-01-01' }),
  },
  { rule: 'R20', that: 'no lot at all', draft: sale({ lots: 0 }), finds: [['lots_missing', 'block']] },
  {
    rule: 'C12',
    that: 'a bouquet above the price',
    draft: sale({ lifeAnnuity: true, annuityBouquet: 40_000_000, annuityAges: [82], annuityOccupied: true }),
    finds: [['bouquet_above_price', 'warning']],
  },
  { rule: 'R14', that: 'land', draft: sale({ ...energyUnknown, propertyType: 'land' }) },
  { rule: 'R15', that: 'range and year', draft: rental() },
  {
    rule: 'R15',
    that: 'range missing',
    draft: rental({ energyCostMin: null, energyCostMax: null }),
    finds: [['cost_missing', 'block']],
  },
  {
    rule: 'R15',
    that: 'year missing',
    draft: rental({ energyCostYear: null }),
    finds: [['year_missing', 'block']],
  },
  {
    rule: 'R15',
    that: 'range reversed',
    draft: rental({ energyCostMin: 90_000 }),
    finds: [['cost_reversed', 'block']],
  },
  { rule: 'R16', that: 'class F of a certificate', draft: sale() },
  {
    rule: 'R16',
    that: 'class F and « non soumis »',
    draft: sale({ energyStatus: 'exempt', energyExemption: 'no_heating' }),
    finds: [['class_without_certificate', 'block']],
  },
  {
    rule: 'R16',
    that: 'class H',
    draft: sale({ energyClass: 'H' as 'G' }),
    finds: [['class_unknown', 'block']],
  },
  { rule: 'R17', that: 'class D', draft: rental() },
  {
    rule: 'R17',
    that: 'class G',
    draft: rental({ energyClass: 'G' }),
    finds: [['letting_forbidden', 'block']],
  },
  {
    rule: 'R17',
    that: 'class G set aside in writing',
    draft: rental({ energyClass: 'G' }),
    context: { exceptions: new Set(['R17']) },
    finds: [['letting_forbidden', 'warning']],
  },
  {
    rule: 'R17',
    that: 'class F until 2028',
    draft: rental({ energyClass: 'F' }),
    finds: [['letting_ends', 'warning']],
  },
  {
    rule: 'R17',
    that: 'class E until 2034',
    draft: rental({ energyClass: 'E' }),
    finds: [['letting_ends', 'warning']],
  },
  {
    rule: 'R17',
    that: 'class G overseas until 2028',
    draft: freeRental({
      energyClass: 'G',
      placeCode: '97411',
      cityCode: '97411',
      departmentCode: '974',
      postalCode: '97400',
    }),
    finds: [['letting_ends', 'warning']],
  },
  { rule: 'R17', that: 'class G for sale', draft: sale({ energyClass: 'G' }) },
  { rule: 'R18', that: 'house F with its audit', draft: house({ energyAuditOn: '2025-02-03' }) },
  { rule: 'R18', that: 'house F without audit', draft: house(), finds: [['audit_missing', 'warning']] },
  {
    rule: 'R18',
    that: 'audit of six years ago',
    draft: house({ energyAuditOn: '2020-11-20' }),
    finds: [['audit_out_of_date', 'warning']],
  },
  { rule: 'R18', that: 'house D', draft: house({ energyClass: 'D' }) },
  { rule: 'R18', that: 'flat F', draft: sale() },
  { rule: 'R19', that: 'certificate of 2023', draft: sale() },
  {
    rule: 'R19',
    that: '« vierge »',
    draft: sale({ ...energyUnknown, energyStatus: 'blank' }),
    finds: [['blank', 'block']],
  },
  {
    rule: 'R19',
    that: 'method of 2011',
    draft: sale({ energyDate: null, energyVersion: 'DPE_v01-2011' }),
    finds: [['old_method', 'block']],
  },
  {
    rule: 'R19',
    that: 'certificate of June 2021',
    draft: sale({ energyDate: '2021-06-30' }),
    finds: [['certificate_over', 'block']],
  },
  {
    rule: 'R19',
    that: 'certificate to come',
    draft: sale({ energyDate: '2026-12-01' }),
    finds: [['certificate_to_come', 'block']],
  },
  { rule: 'R20', that: 'co-ownership complete', draft: sale() },
  {
    rule: 'R20',
    that: 'co-ownership unknown',
    draft: sale({ coOwned: null }),
    finds: [['co_ownership_unknown', 'block']],
  },
  {
    rule: 'R20',
    that: 'nothing said of it',
    draft: sale({ lots: null, yearlyCharges: null, procedure: null }),
    finds: [
      ['lots_missing', 'block'],
      ['yearly_charges_missing', 'block'],
      ['procedure_missing', 'block'],
    ],
  },
  {
    rule: 'R20',
    that: 'a procedure unnamed',
    draft: sale({ procedure: true }),
    finds: [['procedure_unnamed', 'block']],
  },
  {
    rule: 'R20',
    that: 'a procedure named',
    draft: sale({ procedure: true, procedureDetail: 'plan de sauvegarde' }),
  },
  { rule: 'R20', that: 'a house alone', draft: house({ coOwned: null }) },
  { rule: 'R20', that: 'off plan', draft: offPlan({ propertyType: 'apartment', units: null }) },
  {
    rule: 'R20',
    that: 'a garage in co-ownership',
    draft: sale({ propertyType: 'parking', lots: null }),
    finds: [['lots_missing', 'block']],
  },
  { rule: 'R21', that: 'unknown: the sentence is shown', draft: sale() },
  {
    rule: 'R21',
    that: 'denied, with brush to clear',
    draft: sale({ risksConcerned: false, brushClearing: true }),
    finds: [['risks_denied', 'warning']],
  },
  {
    rule: 'R21',
    that: 'report of seven months ago',
    draft: sale({ risksReportOn: '2026-04-20' }),
    finds: [['report_out_of_date', 'warning']],
  },
  { rule: 'R23', that: 'agency complete', draft: sale() },
  {
    rule: 'R23',
    that: 'no SIREN',
    draft: sale(),
    context: agency({ siren: null }),
    finds: [['siren_missing', 'block']],
  },
  {
    rule: 'R23',
    that: 'SIREN with a wrong key',
    draft: sale(),
    context: agency({ siren: '732829321' }),
    finds: [['siren_wrong', 'block']],
  },
  {
    rule: 'R23',
    that: 'no agency',
    draft: sale(),
    context: { agency: null },
    finds: [['agency_unknown', 'block']],
  },
  {
    rule: 'R23',
    that: 'agent without register',
    draft: sale({ contactRsac: null }),
    finds: [['rsac_missing', 'warning']],
  },
  {
    rule: 'R23',
    that: 'employee',
    draft: sale({ contactStatus: 'employee', contactRsac: null, contactRsacCity: null }),
  },
  { rule: 'R23', that: 'an individual', draft: rental(), context: individual },
  { rule: 'R24', that: 'card', draft: sale() },
  {
    rule: 'R24',
    that: 'no card',
    draft: sale(),
    context: agency({ cardNumber: null }),
    finds: [['card_missing', 'block']],
  },
  {
    rule: 'R24',
    that: 'card ill-formed',
    draft: sale(),
    context: agency({ cardNumber: 'CPI 69' }),
    finds: [['card_wrong', 'block']],
  },
  {
    rule: 'R25',
    that: 'an individual asks no fees',
    draft: rental({ tenantFees: null, inventoryFees: null }),
    context: individual,
  },
  {
    rule: 'R25',
    that: 'an individual asks fees',
    draft: rental(),
    context: individual,
    finds: [['fees_by_individual', 'block']],
  },
  { rule: 'R26', that: 'a text that chooses nobody', draft: rental() },
  {
    rule: 'R26',
    that: 'Français uniquement',
    draft: rental({ description: 'Beau studio. Français uniquement.' }),
    finds: [['discrimination_origin', 'review']],
  },
  {
    rule: 'R26',
    that: 'in the title',
    draft: rental({ title: 'Studio, pas d’enfants' }),
    finds: [['discrimination_family', 'review']],
  },
  {
    rule: 'R26',
    that: 'read by a person',
    draft: rental({ description: 'Beau studio. Français uniquement.' }),
    context: { wordingCleared: true },
  },
  { rule: 'C1', that: 'codes that go together', draft: sale() },
  {
    rule: 'C1',
    that: 'postal code of elsewhere',
    draft: sale({ postalCode: '13007' }),
    finds: [['postal_code_elsewhere', 'warning']],
  },
  {
    rule: 'C1',
    that: 'department of elsewhere',
    draft: sale({ departmentCode: '38' }),
    finds: [['codes_disagree', 'warning']],
  },
  {
    rule: 'C1',
    that: 'Corsica',
    draft: freeRental({ placeCode: '2A004', cityCode: '2A004', departmentCode: '2A', postalCode: '20000' }),
  },
  {
    rule: 'C1',
    that: 'Réunion',
    draft: freeRental({ placeCode: '97411', cityCode: '97411', departmentCode: '974', postalCode: '97400' }),
  },
  {
    rule: 'C1',
    that: 'Marseille 16e',
    draft: freeRental({ placeCode: '13216', cityCode: '13055', departmentCode: '13', postalCode: '13016' }),
  },
  {
    rule: 'C1',
    that: 'a post office of another department',
    draft: freeRental({ placeCode: '91479', cityCode: '91479', departmentCode: '91', postalCode: '94390' }),
  },
  { rule: 'C2', that: '22 m²', draft: rental() },
  { rule: 'C2', that: '8 m²', draft: rental({ surface: 8 }), finds: [['too_small_to_let', 'warning']] },
  { rule: 'C3', that: 'three rooms in 62 m²', draft: sale() },
  {
    rule: 'C3',
    that: 'four rooms in 15 m²',
    draft: sale({ rooms: 4, surface: 15 }),
    finds: [['rooms_do_not_fit', 'warning']],
  },
  { rule: 'C4', that: 'two bedrooms of three rooms', draft: sale() },
  {
    rule: 'C4',
    that: 'three bedrooms of three rooms',
    draft: sale({ bedrooms: 3 }),
    finds: [['too_many_bedrooms', 'warning']],
  },
  { rule: 'C4', that: 'a studio with its bedroom', draft: rental({ bedrooms: 1 }) },
  { rule: 'C5', that: 'second of five floors', draft: sale() },
  {
    rule: 'C5',
    that: 'sixth of five floors',
    draft: sale({ floor: 6 }),
    finds: [['floor_above_top', 'warning']],
  },
  { rule: 'C6', that: 'Carrez and living area', draft: sale() },
  {
    rule: 'C6',
    that: 'Carrez far above the living area',
    draft: sale({ carrezSurface: 70 }),
    finds: [['carrez_above_living', 'warning']],
  },
  { rule: 'C7', that: '352 kWh, 46 kg: F and D', draft: sale() },
  {
    rule: 'C7',
    that: '352 kWh in class C',
    draft: sale({ energyClass: 'C' }),
    finds: [['energy_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: '46 kg in climate class A',
    draft: sale({ climateClass: 'A' }),
    finds: [['climate_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: 'a small home has other bounds',
    draft: sale({ surface: 38, carrezSurface: 38, energyClass: 'E' }),
  },
  {
    rule: 'C7',
    that: 'mountains have other bounds',
    draft: house({
      energyClass: 'E',
      placeCode: '74056',
      cityCode: '74056',
      departmentCode: '74',
      postalCode: '74400',
    }),
  },
  {
    rule: 'C7',
    that: 'the certificate of 2026 betters a letter',
    draft: sale({ energyClass: 'E', energyCertificate: true }),
  },
  { rule: 'C8', that: 'a likely price', draft: sale() },
  { rule: 'C8', that: 'one euro', draft: rental({ price: 100 }), finds: [['price_implausible', 'warning']] },
  { rule: 'C9', that: 'a mandate', draft: sale() },
  {
    rule: 'C9',
    that: 'no mandate',
    draft: sale({ mandateNumber: null }),
    finds: [['mandate_missing', 'warning']],
  },
  {
    rule: 'C9',
    that: 'a mandate that is over',
    draft: sale({ mandateUntil: '2026-11-20' }),
    finds: [['mandate_over', 'warning']],
  },
  { rule: 'C9', that: 'an individual has none', draft: rental({ mandateNumber: null }), context: individual },
  { rule: 'C10', that: 'the price of the cheapest lot left', draft: offPlan() },
  {
    rule: 'C10',
    that: 'the price of a lot that is sold',
    draft: offPlan({ price: 25_000_000 }),
    finds: [['price_of_no_unit', 'warning']],
  },
  {
    rule: 'C10',
    that: 'no lot left',
    draft: offPlan({ units: [unit({ status: 'sold' })] }),
    finds: [['no_unit_left', 'warning']],
  },
  { rule: 'C11', that: 'handed over in 2028', draft: offPlan() },
  {
    rule: 'C11',
    that: 'handed over last year',
    draft: offPlan({ delivery: '2025-T4' }),
    finds: [['delivery_past', 'warning']],
  },
  {
    rule: 'C11',
    that: 'handed over one day',
    draft: offPlan({ delivery: 'bientôt' }),
    finds: [['delivery_unreadable', 'warning']],
  },
  {
    rule: 'C12',
    that: 'a life annuity',
    draft: sale({
      lifeAnnuity: true,
      annuityBouquet: 5_000_000,
      annuityMonthly: 90_000,
      annuityAges: [82],
      annuityOccupied: true,
    }),
  },
  {
    rule: 'C12',
    that: 'a life annuity that says nothing',
    draft: sale({ lifeAnnuity: true }),
    finds: [
      ['annuity_missing', 'warning'],
      ['ages_missing', 'warning'],
      ['occupation_missing', 'warning'],
    ],
  },
  {
    rule: 'R13',
    that: 'unfurnished, on a lease of furnished homes',
    draft: rental({ furnished: false, lease: 'furnished', deposit: 79_700 }),
    finds: [['lease_disagrees', 'block']],
  },
  {
    rule: 'R13',
    that: 'furnished, on a lease of empty homes',
    draft: rental({ lease: 'empty' }),
    finds: [['lease_disagrees', 'block']],
  },
  { rule: 'R13', that: 'furnished, for a student', draft: rental({ lease: 'student' }) },
  {
    rule: 'R13',
    that: 'a lease alone does not print « meublé »',
    draft: rental({ furnished: null, lease: 'furnished' }),
    finds: [['furnished_missing', 'block']],
  },
  {
    rule: 'R14',
    that: 'a flat called new that was built years ago',
    draft: sale({ isNew: true, ...energyUnknown, builtYear: 2019 }),
    finds: [
      ['energy_class_missing', 'block'],
      ['climate_class_missing', 'block'],
    ],
  },
  { rule: 'R14', that: 'a new flat', draft: sale({ isNew: true, ...energyUnknown, builtYear: 2026 }) },
  {
    rule: 'R14',
    that: 'a flat is no building of its own',
    draft: sale({
      ...energyUnknown,
      energyStatus: 'exempt',
      energyExemption: 'small_building',
      surface: 30,
      carrezSurface: 30,
    }),
    finds: [['small_building_denied', 'block']],
  },
];

describe('each rule alone', () => {
  test.each(rows)('$rule: $that', ({ rule, draft, context, finds = [] }) => {
    const { findings } = checkListing(draft, legalContext(context));
    expect(
      findings.filter((finding) => finding.rule === rule).map(({ code, severity }) => [code, severity]),
    ).toEqual(finds);
  });

  test('every rule on listings has a case that passes and one that fails', () => {
    const ids = [
      ...Array.from({ length: 26 }, (_, index) => `R${index + 1}`),
      ...Array.from({ length: 12 }, (_, index) => `C${index + 1}`),
    ];
    const lacking = ids.filter(
      (id) =>
        id !== 'R22' &&
        !(
          rows.some(({ rule, finds }) => rule === id && finds) &&
          rows.some(({ rule, finds }) => rule === id && !finds)
        ),
    );
    expect(lacking).toEqual([]);
  });
});
