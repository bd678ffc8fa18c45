import { FEES_BOTH, FEES_BUYER, FEES_SELLER, RENTAL, type Transaction } from '#rooms/listings/contract.ts';
import type { ColumnKey } from '../columns.ts';
import type { RowFields } from './fields.server.ts';
import { plainWords, readDecimal, toCents } from './values.server.ts';

const MOST_EUROS = 1_000_000_000;

/** The price in cents, or null once the row was refused for it. */
export function priceOf(row: RowFields): number | null {
  const read = readDecimal(row.raw('price'), 'thousands');
  if (read.kind === 'empty' || read.kind === 'wrong') {
    row.refuse(
      'price',
      'price',
      'Le prix manque ou est illisible : écrivez-le en chiffres avec un point décimal.',
    );
    return null;
  }
  if (read.value <= 1 || read.value > MOST_EUROS) {
    row.refuse('price', 'price', 'Prix nul ou invraisemblable : indiquez le prix réel de l’annonce.');
    return null;
  }
  if (read.kind === 'tolerated')
    row.warn(
      'number_form',
      'price',
      'Prix lu, mais écrit hors format : chiffres et point décimal seulement.',
    );
  return toCents(read.value);
}

/** Every amount of a row. Column 15 is a percentage for a sale, an amount for a rental. */
export function moneyOf(row: RowFields, transaction: Transaction, price: number) {
  const rental = transaction === RENTAL;
  return {
    price,
    ...(rental ? noSale : saleOf(row, price)),
    charges: row.cents('charges', rental ? {} : { zeroUnknown: true }),
    chargesMode: codeOf(row, 'chargesMode'),
    rentSupplement: rental ? row.cents('rentSupplement') : null,
    baseRent: rental ? row.cents('baseRent', { zeroUnknown: true }) : null,
    referenceRent: rental ? row.cents('referenceRent', { zeroUnknown: true }) : null,
    rentControlled: rental ? row.boolean('rentControlled') : null,
    deposit: rental ? depositOf(row) : null,
    tenantFees: rental ? row.cents('fees') : null,
    inventoryFees: rental ? row.cents('inventoryFees') : null,
    annuityBouquet: row.cents('annuityBouquet', { zeroUnknown: true }),
    annuityMonthly: row.cents('annuityMonthly', { zeroUnknown: true }),
    ...(rental ? {} : annuityOf(row)),
  };
}

/** Words that say that no deposit is asked; a lease « mobilité » forbids one. */
const NO_DEPOSIT = /\b(?:sans|aucun|pas de) depot de garantie\b|\bbail mobilite\b/;

/** Software writes 0 in what it does not know (poliris.md, section 3): only words make of it « none ». */
function depositOf(row: RowFields): number | null {
  const deposit = row.cents('deposit');
  return deposit === 0 && !NO_DEPOSIT.test(plainWords(row.raw('description'))) ? null : deposit;
}

const AGE = { min: 1, max: 120, zeroUnknown: true } as const;

/** Of a life annuity: whose lives it lasts, and whether they stay. */
function annuityOf(row: RowFields) {
  const ages = [row.integer('manAge', AGE), row.integer('womanAge', AGE)].filter((age) => age !== null);
  const free = row.boolean('annuitySoldFree');
  return { annuityAges: ages.length > 0 ? ages : null, annuityOccupied: free === null ? null : !free };
}

const noSale = { priceWithoutFees: null, feesPayer: null, feesPercent: null };

/** No honest fee reaches this share of a price; beyond, the field holds an amount. */
const MOST_PERCENT = 30;

function saleOf(row: RowFields, price: number) {
  const feesPayer = codeOf(row, 'feesPayer');
  const shown = feesPayer === FEES_BUYER || feesPayer === FEES_BOTH;
  const priceWithoutFees = shown ? row.cents('priceWithoutFees', { zeroUnknown: true }) : null;
  const fees = row.decimal('fees', { min: 0 });
  if (fees !== null && fees > MOST_PERCENT) {
    row.warn(
      'fees_amount',
      'fees',
      'Pour une vente, ce champ attend un pourcentage du prix hors honoraires, non un montant.',
    );
    const percent = priceWithoutFees ? ((price - priceWithoutFees) / priceWithoutFees) * 100 : null;
    const usable = percent !== null && percent >= 0 && percent <= MOST_PERCENT;
    return { feesPayer, priceWithoutFees, feesPercent: usable ? Math.round(percent * 1000) / 1000 : null };
  }
  // The seller's fees are never told (domain.md R3).
  const told =
    fees === null || feesPayer === FEES_SELLER || fees === 0 ? null : Math.round(fees * 1000) / 1000;
  if (shown && priceWithoutFees === null && told !== null) {
    // Column 15 is by definition a share of this very price: it follows from what the row says.
    row.warn(
      'fees_price',
      'priceWithoutFees',
      'Le prix hors honoraires manque : il a été calculé du prix et du pourcentage. Envoyez-le.',
    );
    return { feesPayer, priceWithoutFees: Math.round(price / (1 + told / 100)), feesPercent: told };
  }
  const share = priceWithoutFees ? ((price - priceWithoutFees) / priceWithoutFees) * 100 : 0;
  if (shown && told === null && priceWithoutFees !== null && share > 0 && share <= MOST_PERCENT) {
    // The other way round, the share follows from the two prices.
    row.warn(
      'fees_percent',
      'fees',
      'Le pourcentage des honoraires manque\u00a0: il a été calculé des deux prix. Envoyez-le.',
    );
    return { feesPayer, priceWithoutFees, feesPercent: Math.round(share * 1000) / 1000 };
  }
  return { feesPayer, priceWithoutFees, feesPercent: told };
}

function codeOf(row: RowFields, key: ColumnKey): 1 | 2 | 3 | null {
  const code = row.integer(key, { zeroUnknown: true });
  if (code === null || code === 1 || code === 2 || code === 3) return code;
  row.warn('code', key, 'Code inconnu : 1, 2 ou 3 sont admis.');
  return null;
}
