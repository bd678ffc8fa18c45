/**
 * Programme: what goes together in a programme of new homes, and in it alone.
 */
import { type ListingDraft, PURCHASE } from '#rooms/listings/contract.ts';

type Told = Pick<ListingDraft, 'propertyType' | 'transaction' | 'isNew' | 'units' | 'price'>;

/** Cents: of the cheapest lot still for sale, which is the price of the programme; null when none is left. */
export function lowestPrice(units: ListingDraft['units']): number | null {
  const prices = (units ?? []).flatMap(({ status, price }) => (status === 'available' ? price : []));
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** What contradicts itself, by the fact to correct; null when nothing does. */
export function contradictionIn(draft: Told): { field: string; message: string } | null {
  const { propertyType, transaction, units } = draft;
  if (propertyType !== 'programme') {
    if (units === null || units.length === 0) return null;
    return {
      field: 'propertyType',
      message: 'Seul un programme neuf a des lots\u00a0: retirez-les avant de changer de type.',
    };
  }
  if (transaction !== PURCHASE) return { field: 'transaction', message: 'Un programme neuf est à vendre.' };
  const seen = new Set<string>();
  for (const { reference } of units ?? []) {
    const word = reference.toLowerCase();
    if (seen.has(word))
      return { field: 'units', message: `Deux lots portent la référence «\u00a0${reference}\u00a0».` };
    seen.add(word);
  }
  return null;
}

/** A programme is new, and costs what its cheapest lot does. */
export function asProgramme<Draft extends Told>(draft: Draft): Draft {
  if (draft.propertyType !== 'programme') return draft;
  return { ...draft, isNew: true, price: lowestPrice(draft.units) ?? draft.price };
}
