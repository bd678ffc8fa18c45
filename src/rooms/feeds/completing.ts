/**
 * Completing: facts that an agency types where its feed says nothing, added to each file until the feed says them itself.
 */
import type { ListingDraft } from '#rooms/listings/contract.ts';

/** Facts by name; none is null. */
export type Completion = Partial<ListingDraft>;

/** What the feed says, then what it leaves unsaid as its agency typed it. */
export function completeDraft(draft: ListingDraft, said: Completion | undefined): ListingDraft {
  if (!said) return draft;
  const missing = Object.entries(said).filter(([name]) => draft[name as keyof ListingDraft] === null);
  return { ...draft, ...Object.fromEntries(missing) };
}

/** What may be typed together of many listings, by subject: facts that the law asks for and feeds leave unsaid. */
export const unsaidSubjects = {
  depenses: ['energyCostMin', 'energyCostMax', 'energyCostYear'],
  copropriete: ['coOwned', 'lots', 'yearlyCharges', 'procedure'],
  honoraires: ['feesPayer', 'feesPercent', 'priceWithoutFees'],
  location: ['deposit', 'tenantFees', 'inventoryFees', 'furnished'],
  loyer: ['baseRent', 'rentSupplement', 'referenceRent', 'charges', 'chargesMode'],
  dpe: ['energyStatus', 'energyDate', 'energyClass', 'energyValue', 'climateClass', 'climateValue'],
} as const satisfies Record<string, readonly (keyof ListingDraft)[]>;
export type UnsaidSubject = keyof typeof unsaidSubjects;
export const unsaidNames = Object.keys(unsaidSubjects) as UnsaidSubject[];
