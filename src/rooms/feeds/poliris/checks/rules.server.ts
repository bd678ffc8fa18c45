import { formatPrice } from '../../../../contract/fmt.ts';
import { FEES_BUYER, propertyTypes, RENTAL } from '../../../listings/contract.ts';
import type { UnplacedDraft } from '../contract.ts';
import type { RowFields } from '../fields/rules.server.ts';

/** The DPE method changed on this day. */
const NEW_METHOD = '2021-07-01';
const BOUNDS = { A: [70, 6], B: [110, 11], C: [180, 30], D: [250, 50], E: [330, 70], F: [420, 100] } as const;

/** Says what does not hold together in a listing that was read (formats/poliris.md, section 6). None of it refuses the row. */
export function checkDraft(row: RowFields, draft: UnplacedDraft): void {
  if (draft.transaction === RENTAL) checkRental(row, draft);
  else checkSale(row, draft);
  checkSize(row, draft);
  checkEnergy(row, draft);
}

function checkSale(row: RowFields, draft: UnplacedDraft): void {
  const { price, priceWithoutFees, feesPercent, feesPayer } = draft;
  if (feesPayer === null)
    row.warn(
      'fees_payer',
      'feesPayer',
      'Dites qui paie les honoraires (1 acquéreur, 2 vendeur, 3 les deux) : la loi l’exige.',
    );
  if (priceWithoutFees === null) {
    if (feesPayer === FEES_BUYER)
      row.warn(
        'fees_price',
        'priceWithoutFees',
        'Le prix hors honoraires manque alors que l’acquéreur les paie.',
      );
    return;
  }
  if (priceWithoutFees > price) {
    row.warn(
      'fees_price',
      'priceWithoutFees',
      `Le prix hors honoraires (${formatPrice(priceWithoutFees)}) dépasse le prix (${formatPrice(price)}).`,
    );
  } else if (feesPayer === FEES_BUYER && feesPercent !== null) {
    const expected = priceWithoutFees * (1 + feesPercent / 100);
    // One euro, and what two decimals of a percentage can hide.
    if (Math.abs(price - expected) > 100 + priceWithoutFees * 0.0001) {
      row.warn(
        'fees_sum',
        'fees',
        `Prix, prix hors honoraires et pourcentage ne s’accordent pas : ${formatPrice(Math.round(expected))} attendus.`,
      );
    }
  }
}

function checkRental(row: RowFields, draft: UnplacedDraft): void {
  const { price, baseRent, charges, rentSupplement, inventoryFees, tenantFees } = draft;
  if (baseRent !== null) {
    const sum = baseRent + (rentSupplement ?? 0) + (charges ?? 0);
    if (Math.abs(price - sum) > 100) {
      row.warn(
        'rent_sum',
        'price',
        `Loyer de base, complément et charges font ${formatPrice(sum)}, non ${formatPrice(price)}.`,
      );
    }
  }
  if (inventoryFees !== null && tenantFees !== null && inventoryFees > tenantFees) {
    row.warn(
      'inventory_fees',
      'inventoryFees',
      'La part de l’état des lieux dépasse les honoraires du locataire.',
    );
  }
  if (draft.surface !== null && draft.surface < 9 && propertyTypes[draft.propertyType].dwelling) {
    row.warn('surface', 'surface', 'Un logement loué fait au moins 9 m².');
  }
}

function checkSize(
  row: RowFields,
  { rooms, bedrooms, floor, floors, surface, propertyType }: UnplacedDraft,
): void {
  if (rooms !== null && bedrooms !== null && bedrooms > rooms)
    row.warn('bedrooms', 'bedrooms', 'Il y a plus de chambres que de pièces.');
  if (floor !== null && floors !== null && floor > floors)
    row.warn('floor', 'floor', 'L’étage dépasse le nombre d’étages.');
  if (
    surface !== null &&
    rooms !== null &&
    rooms > 1 &&
    surface / rooms < 5 &&
    propertyTypes[propertyType].dwelling
  ) {
    row.warn('surface', 'surface', 'La surface est trop petite pour ce nombre de pièces.');
  }
}

function checkEnergy(row: RowFields, draft: UnplacedDraft): void {
  const { energyDate, energyVersion } = draft;
  if (energyDate !== null && energyVersion !== null) {
    const old = /v01/i.test(energyVersion);
    if (old === energyDate >= NEW_METHOD)
      row.warn('energy_date', 'energyDate', 'La date du DPE ne s’accorde pas avec sa version.');
  }
  if (draft.energyStatus === 'blank' && !/v01/i.test(energyVersion ?? '')) {
    row.warn(
      'energy_blank',
      'energyClass',
      'Un DPE « vierge » n’existe plus depuis le 1er juillet 2021 : faites-le refaire.',
    );
  }
  // Small dwellings have other thresholds since July 2024: their certificate alone tells.
  if (
    draft.energyClass &&
    draft.energyValue !== null &&
    draft.climateValue !== null &&
    (draft.surface ?? 0) > 40
  ) {
    const expected = energyClassOf(draft.energyValue, draft.climateValue);
    if (expected !== draft.energyClass) {
      row.warn(
        'energy_class',
        'energyClass',
        `Ces valeurs donnent la classe ${expected} : vérifiez le DPE. La lettre envoyée est gardée.`,
      );
    }
  }
}

/** The worse of both scales. */
function energyClassOf(energy: number, climate: number): string {
  for (const [letter, [mostEnergy, mostClimate]] of Object.entries(BOUNDS)) {
    if (energy <= mostEnergy && climate <= mostClimate) return letter;
  }
  return 'G';
}
