/**
 * Rules of sales: price and fees (R1 to R4), co-ownership aside.
 */
import { formatPercent, formatPrice } from '#contract/fmt.ts';
import { FEES_BOTH, FEES_BUYER, FEES_SELLER } from '../contract.ts';
import { sameAmount } from '../price-lines.ts';
import { type AddFinding, type Case, type Rule } from './terms.ts';

/** Rounding of a declared percentage that two correct amounts may disagree with, in points. */
const PERCENT_SLACK = 0.05;
/** No honest fee is beyond this share of a price: the prices are wrong, and nobody is told to declare it. */
const MOST_PERCENT = 30;

export const saleRules: readonly Rule[] = [
  {
    id: 'R1',
    when: ({ rental }) => !rental,
    check: ({ draft, professional }, found) => {
      const { price, priceWithoutFees, feesPayer } = draft;
      if (!(price > 0)) {
        found(
          'price_missing',
          'block',
          'price',
          'Le prix est absent ou nul.',
          'Indiquez le prix, honoraires à la charge de l’acquéreur compris.',
        );
      }
      if (professional && feesPayer === null) {
        found(
          'payer_missing',
          'block',
          'feesPayer',
          'Qui paie les honoraires n’est pas indiqué.',
          'Indiquez si les honoraires sont à la charge de l’acquéreur, du vendeur, ou partagés.',
        );
      }
      if (price > 0 && priceWithoutFees !== null && priceWithoutFees > price) {
        found(
          'net_above_price',
          'block',
          'price',
          `Le prix affiché (${formatPrice(price)}) est inférieur au prix hors honoraires (${formatPrice(priceWithoutFees)}).`,
          'Affichez un prix qui comprend les honoraires à la charge de l’acquéreur.',
        );
      }
    },
  },
  {
    id: 'R2',
    when: ({ rental, professional, draft }) => !rental && professional && draft.feesPayer === FEES_BUYER,
    check: (facts, found) => checkBuyerFees(facts, found),
  },
  {
    id: 'R3',
    when: ({ rental, professional }) => !rental && professional,
    check: ({ draft, wording }, found) => {
      const seller = draft.feesPayer === FEES_SELLER;
      if (seller && draft.feesPercent !== null && draft.feesPercent > 0) {
        found(
          'percent_with_seller',
          'warning',
          'feesPercent',
          `Un taux d’honoraires (${formatPercent(draft.feesPercent)}) est déclaré alors que le vendeur les paie : il n’est pas affiché.`,
          'Retirez le taux, ou corrigez qui paie les honoraires.',
        );
      }
      const words = wording().find(({ criterion }) => criterion === 'fees');
      if (words) {
        found(
          'fees_included_words',
          seller ? 'block' : 'warning',
          words.field,
          seller
            ? `« ${words.excerpt} » laisse croire que l’acquéreur paie des honoraires, alors que le vendeur les paie.`
            : `« ${words.excerpt} » ne remplace pas la mention des honoraires, que l’annonce affiche déjà.`,
          `Retirez « ${words.excerpt} » du texte.`,
        );
      }
    },
  },
  {
    id: 'R4',
    when: ({ rental, professional, draft }) => !rental && professional && draft.feesPayer === FEES_BOTH,
    check: (facts, found) => checkBuyerFees(facts, found),
  },
];

/** Price without the buyer's fees and their share of it: both stated, and agreeing with the price (R2, R4). */
function checkBuyerFees(
  { draft: { price, priceWithoutFees: net, feesPercent, feesPayer } }: Case,
  found: AddFinding,
) {
  const part = feesPayer === FEES_BOTH ? 'la part d’honoraires de l’acquéreur' : 'les honoraires';
  if (net === null || net <= 0) {
    found(
      'net_missing',
      'block',
      'priceWithoutFees',
      `Le prix hors honoraires n’est pas indiqué, alors que l’acquéreur paie ${part}.`,
      'Indiquez le prix hors honoraires à la charge de l’acquéreur.',
    );
  }
  if (feesPercent === null) {
    found(
      'percent_missing',
      'block',
      'feesPercent',
      `Le taux TTC n’est pas indiqué, alors que l’acquéreur paie ${part}.`,
      'Indiquez le taux TTC, en pourcentage du prix hors honoraires.',
    );
  }
  if (net === null || net <= 0 || !(price > 0) || net > price) return;
  const share = ((price - net) / net) * 100;
  if (net === price) {
    found(
      'fees_nil',
      'block',
      'priceWithoutFees',
      `Le prix hors honoraires est égal au prix (${formatPrice(price)}), alors que l’acquéreur paie ${part}.`,
      'Corrigez le prix hors honoraires, ou indiquez que le vendeur paie les honoraires.',
    );
    return;
  }
  if (feesPercent === null) return;
  if (Math.abs(feesPercent - share) <= PERCENT_SLACK) return;
  if (sameAmount(price, net * (1 + feesPercent / 100))) return;
  const ofTotal = Math.abs(feesPercent - ((price - net) / price) * 100) <= PERCENT_SLACK;
  found(
    ofTotal ? 'percent_of_total' : 'amounts_disagree',
    'block',
    'feesPercent',
    ofTotal
      ? `Le taux déclaré (${formatPercent(feesPercent)}) est calculé sur le prix honoraires inclus : rapporté au prix hors honoraires, il est de ${formatPercent(share)}.`
      : `${formatPrice(net)} hors honoraires et ${formatPercent(feesPercent)} ne font pas ${formatPrice(price)} : le taux est de ${formatPercent(share)}.`,
    share > MOST_PERCENT
      ? 'Corrigez le prix, le prix hors honoraires ou le taux.'
      : `Indiquez ${formatPercent(Math.round(share * 100) / 100)}, taux TTC du prix hors honoraires, ou corrigez les prix.`,
  );
}
