/**
 * Rents: total and charges (R6, R7), rent control (R8, R9).
 */
import { formatPrice } from '#contract/fmt.ts';
import { CHARGES_YEARLY } from '../contract.ts';
import { homeClassOf } from '../energy-classes.ts';
import { overSince } from '../laws.ts';
import { EURO, sameAmount } from '../price-lines.ts';
import type { RentControl } from './rent-control.ts';
import { type Case, frenchDay, type Rule } from './terms.ts';

/** The area whose rents are controlled where the home is: by the listing's own word first, else by the table. */
function rentControl({ draft, tables }: Case): RentControl | null {
  const area = tables.rentControl.get(draft.placeCode) ?? tables.rentControl.get(draft.cityCode);
  if (draft.rentControlled === true) return { area: area?.area ?? 'cette commune', partly: false };
  if (draft.rentControlled === false && area?.partly) return null;
  return area ?? null;
}

/** Why rent control is no longer certain, with a blank before it; null while it holds. */
function controlOver({ context: { on, lawEnds } }: Case): string | null {
  const last = overSince('rent-control', on, lawEnds);
  return last === null
    ? null
    : ` L’expérimentation de l’encadrement des loyers (loi ELAN, article 140) a pris fin le ${frenchDay(last)} et aucune prolongation au-delà n’est enregistrée sur Vigie`;
}

/** What the agency does first, once the experiment is over. */
const CHECK_FIRST =
  'Vérifiez si une loi a prolongé l’encadrement et si un arrêté s’applique encore à ce logement. Si oui, ';

const lettingOfDwelling = ({ rental, dwelling }: Case) => rental && dwelling;

export const rentRules: readonly Rule[] = [
  {
    id: 'R6',
    when: ({ rental }) => rental,
    check: ({ draft }, found) => {
      const { price, baseRent, rentSupplement, charges, chargesMode } = draft;
      if (!(price > 0)) {
        found(
          'rent_missing',
          'block',
          'price',
          'Le loyer est absent ou nul.',
          'Indiquez le loyer mensuel, charges et complément compris.',
        );
        return;
      }
      const included = chargesMode === CHARGES_YEARLY ? 0 : (charges ?? 0);
      if (included >= price) {
        found(
          'charges_above_rent',
          'block',
          'charges',
          `Les charges (${formatPrice(included)}) atteignent le loyer total (${formatPrice(price)}).`,
          'Corrigez le loyer total ou les charges.',
        );
        return;
      }
      if (baseRent === null) return;
      const total = baseRent + (rentSupplement ?? 0) + included;
      // Unknown charges may only add to it: R7 asks for them.
      if (sameAmount(total, price) || (charges === null && total < price)) return;
      // Without a mode nobody knows whether the charges are in the total: R7 says so.
      if (chargesMode === null && sameAmount(baseRent + (rentSupplement ?? 0), price)) return;
      found(
        'total_differs',
        'block',
        'price',
        `Le loyer charges comprises (${formatPrice(price)}) n’est pas la somme du loyer de base, du complément et des charges (${formatPrice(total)}).`,
        'Corrigez le loyer total, le loyer de base, le complément ou les charges.',
      );
    },
  },
  {
    id: 'R7',
    when: ({ rental }) => rental,
    check: ({ draft: { charges, chargesMode, baseRent, rentSupplement, price } }, found) => {
      if (charges !== null && charges > 0 && chargesMode === null) {
        found(
          'mode_missing',
          'block',
          'chargesMode',
          `Le mode de règlement des charges (${formatPrice(charges)}) n’est pas indiqué.`,
          'Indiquez forfait, provisions avec régularisation annuelle, ou remboursement annuel.',
        );
      }
      if (charges !== null) return;
      const left = baseRent === null ? null : price - baseRent - (rentSupplement ?? 0);
      if (left !== null && left > EURO) {
        found(
          'charges_untold',
          'block',
          'charges',
          `Le loyer charges comprises (${formatPrice(price)}) dépasse de ${formatPrice(left)} le loyer de base et le complément, et les charges ne sont pas indiquées.`,
          'Indiquez les charges mensuelles et leur mode de règlement.',
        );
      } else if (left === null) {
        found(
          'charges_missing',
          'warning',
          'charges',
          'Le montant des charges n’est pas indiqué.',
          'Indiquez les charges mensuelles, 0 s’il n’y en a pas, et leur mode de règlement.',
        );
      }
    },
  },
  {
    id: 'R8',
    when: lettingOfDwelling,
    check: (facts, found) => {
      const control = rentControl(facts);
      if (!control) return;
      const { referenceRent, baseRent } = facts.draft;
      const over = controlOver(facts);
      const kept = over === null ? '' : `${over} : la mention reste demandée.`;
      if (control.partly) {
        if (referenceRent === null || baseRent === null) {
          found(
            'zone_unsure',
            'warning',
            'rentControlled',
            `Une partie de la commune est soumise à l’encadrement des loyers (${control.area}), et l’annonce ne dit pas si le logement y est.${kept}`,
            'Indiquez si le logement est en zone d’encadrement ; si oui, le loyer de référence majoré et le loyer de base.',
          );
        }
        return;
      }
      if (referenceRent === null || referenceRent <= 0) {
        found(
          'reference_missing',
          'block',
          'referenceRent',
          `Le logement est en zone d’encadrement des loyers (${control.area}) et le loyer de référence majoré n’est pas indiqué.${kept}`,
          'Indiquez le loyer de référence majoré, en euros par mois.',
        );
      }
      if (baseRent === null || baseRent <= 0) {
        found(
          'base_missing',
          'block',
          'baseRent',
          `Le logement est en zone d’encadrement des loyers (${control.area}) et le loyer de base n’est pas indiqué.${kept}`,
          'Indiquez le loyer de base, hors charges et hors complément.',
        );
      }
    },
  },
  {
    id: 'R9',
    when: lettingOfDwelling,
    check: (facts, found) => {
      if (!rentControl(facts)) return;
      const { referenceRent, baseRent, rentSupplement } = facts.draft;
      const letter = homeClassOf(facts.draft);
      const supplement = rentSupplement ?? 0;
      const over = controlOver(facts);
      const severity = over === null ? 'block' : 'warning';
      const why = over === null ? '' : `${over} : ce point ne retient plus l’annonce.`;
      const remedy = (act: string) =>
        over === null ? `${act.charAt(0).toUpperCase()}${act.slice(1)}` : `${CHECK_FIRST}${act}`;
      if (referenceRent !== null && referenceRent > 0 && baseRent !== null && baseRent > referenceRent) {
        found(
          'base_above_ceiling',
          severity,
          'baseRent',
          `Le loyer de base (${formatPrice(baseRent)}) dépasse le loyer de référence majoré (${formatPrice(referenceRent)}) de ${formatPrice(baseRent - referenceRent)}.${why}`,
          remedy(
            'ramenez le loyer de base au loyer de référence majoré ; un complément se déclare à part et se justifie.',
          ),
        );
      }
      if (supplement <= 0) return;
      if (letter === 'F' || letter === 'G') {
        found(
          'supplement_forbidden',
          severity,
          'rentSupplement',
          `Un complément de loyer (${formatPrice(supplement)}) ${over === null ? 'est' : 'était'} interdit pour un logement de classe ${letter}.${why}`,
          remedy('retirez le complément de loyer.'),
        );
      } else if (referenceRent !== null && baseRent !== null && baseRent < referenceRent - EURO) {
        found(
          'supplement_below_ceiling',
          'warning',
          'rentSupplement',
          `Un complément de loyer (${formatPrice(supplement)}) s’ajoute à un loyer de base (${formatPrice(baseRent)}) inférieur au loyer de référence majoré (${formatPrice(referenceRent)}).${why}`,
          remedy(
            'un complément ne se demande que si le loyer de base est égal au loyer de référence majoré.',
          ),
        );
      }
    },
  },
];
