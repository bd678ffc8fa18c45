/**
 * Coherence of the file: mandate, programme and its lots, life annuity (C9 to C12).
 */
import { formatPrice } from '#contract/fmt.ts';
import { sameAmount } from '../../price-lines.ts';
import { type AddFinding, type Case, frenchDay, lastDayOfQuarter, type Rule } from '../terms.ts';

export const fileRules: readonly Rule[] = [
  {
    // A developer sells its own programme: no mandate there.
    id: 'C9',
    when: ({ professional, draft }) => professional && draft.propertyType !== 'programme' && !draft.isNew,
    check: ({ draft: { mandateNumber, mandateUntil }, context }, found) => {
      if (mandateNumber === null || mandateNumber.trim() === '') {
        found(
          'mandate_missing',
          context.byHand ? 'block' : 'warning',
          'mandateNumber',
          'Le numéro du mandat n’est pas indiqué.',
          'Indiquez le numéro du mandat : il n’est jamais affiché.',
        );
      }
      if (mandateUntil !== null && mandateUntil < context.on) {
        found(
          'mandate_over',
          'warning',
          'mandateUntil',
          `Le mandat a pris fin le ${frenchDay(mandateUntil)}.`,
          'Renouvelez le mandat ou retirez l’annonce.',
        );
      }
    },
  },
  { id: 'C10', when: ({ draft }) => draft.units !== null, check: (facts, found) => checkUnits(facts, found) },
  {
    id: 'C11',
    when: ({ draft }) => draft.delivery !== null,
    check: ({ draft: { delivery, progress }, context }, found) => {
      const last = lastDayOfQuarter(delivery);
      if (last === null) {
        found(
          'delivery_unreadable',
          'warning',
          'delivery',
          `La livraison (${delivery}) n’est pas un trimestre.`,
          'Écrivez-la comme 2028-T2.',
        );
        return;
      }
      if (last < context.on && progress !== 'delivered') {
        found(
          'delivery_past',
          'warning',
          'delivery',
          `La livraison annoncée (${delivery}) est passée.`,
          'Corrigez la date de livraison, ou indiquez que le programme est livré.',
        );
      }
    },
  },
  {
    id: 'C12',
    when: ({ draft, rental }) => !rental && draft.lifeAnnuity,
    check: ({ draft: { annuityBouquet, annuityMonthly, annuityAges, annuityOccupied, price } }, found) => {
      if (annuityBouquet === null && annuityMonthly === null) {
        found(
          'annuity_missing',
          'warning',
          'annuityMonthly',
          'Le viager n’indique ni bouquet ni rente.',
          'Indiquez le bouquet et la rente mensuelle.',
        );
      }
      if (annuityAges === null || annuityAges.length === 0) {
        found(
          'ages_missing',
          'warning',
          'annuityAges',
          'Le viager n’indique pas l’âge des vendeurs.',
          'Indiquez l’âge de chaque tête.',
        );
      }
      if (annuityOccupied === null) {
        found(
          'occupation_missing',
          'warning',
          'annuityOccupied',
          'Le viager ne dit pas s’il est libre ou occupé.',
          'Indiquez libre ou occupé.',
        );
      }
      if (annuityBouquet !== null && price > 0 && annuityBouquet > price) {
        found(
          'bouquet_above_price',
          'warning',
          'annuityBouquet',
          `Le bouquet (${formatPrice(annuityBouquet)}) dépasse le prix (${formatPrice(price)}).`,
          'Vérifiez le bouquet et le prix.',
        );
      }
    },
  },
];

/** The price of a programme is that of its cheapest lot still for sale. */
function checkUnits({ draft: { units, price } }: Case, found: AddFinding): void {
  const prices = (units ?? []).filter(({ status }) => status === 'available').map((unit) => unit.price);
  if (prices.length === 0) {
    found(
      'no_unit_left',
      'warning',
      'units',
      'Aucun lot du programme n’est disponible.',
      'Indiquez les lots disponibles, ou retirez l’annonce.',
    );
    return;
  }
  const lowest = prices.reduce((one, other) => Math.min(one, other));
  if (!sameAmount(lowest, price)) {
    found(
      'price_of_no_unit',
      'warning',
      'price',
      `Le prix (${formatPrice(price)}) n’est pas celui du lot disponible le moins cher (${formatPrice(lowest)}).`,
      'Affichez le prix du lot disponible le moins cher.',
    );
  }
}
