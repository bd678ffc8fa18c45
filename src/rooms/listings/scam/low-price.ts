/**
 * Low price: how far what is asked stands under what the place asks, and what explains it.
 */
import { type ListingDraft, RENTAL } from '../contract.ts';
import { netPricePerM2 } from '../worth.ts';

/** Kinds of homes of which the median of a place is known. */
export type MedianKind = 'apartment' | 'house' | 'rent-house' | 'rent-small' | 'rent-large';

/** Cents for a square metre: of a sale without fees, of a rent with its charges, a month. Null where too few are known. */
export type LocalMedian = (placeCode: string, kind: MedianKind) => number | null;

/** From so many points under the median on, a price is a signal (domain.md F13). */
export const LOW_FROM = 40;

/** Why a home is cheap, on folded letters: works, a tenant, a right that is not sold, a price that the State holds down. */
const EXPLAINED =
  /\b(?:travaux|renover|rehabiliter|restaurer|ruine|a reprendre|sinistree?|incendie|inondation|perils?|insalubr[a-z]*|vendue?s? (?:loue|occupe)|occupee?|locataire|bail en cours|viager|bouquet|rente|usufruit|nue propriete|nu proprietaire|demembrement|indivi[a-z]+|encheres|mise a prix|adjudication|bail reel solidaire|\bbrs\b|psla|hlm|logement social|conventionnee?|plafond|plafonnee?|loi 1948|ressources|colocation|chambre chez|multipropriete|temps partage|parts? sociales?|droit au bail|terrain de loisirs?|mobil ?home|residence (?:services?|etudiante|de tourisme|seniors)|bail commercial|divisible|plateau|cave|grange|auction|usufruct|renovat[a-z]+ needed|to renovate|shared flat)\b/;

const kinds: Readonly<Record<string, 'apartment' | 'house'>> = {
  apartment: 'apartment',
  loft: 'apartment',
  house: 'house',
};

/** Points under the local median, negative above it; null where there is none, or where a price says nothing. */
export function underMedianOf(
  draft: Pick<
    ListingDraft,
    | 'transaction'
    | 'propertyType'
    | 'placeCode'
    | 'price'
    | 'priceWithoutFees'
    | 'surface'
    | 'rooms'
    | 'isNew'
    | 'lifeAnnuity'
    | 'flatShare'
    | 'condition'
  >,
  medianOf: LocalMedian,
): number | null {
  const { transaction, propertyType, placeCode, price, surface, rooms } = draft;
  const kind = kinds[propertyType];
  if (!kind || draft.isNew || draft.lifeAnnuity || draft.flatShare || draft.condition === 'works')
    return null;
  const asked = transaction === RENTAL ? surface && price / surface : netPricePerM2(draft);
  if (!asked || asked <= 0) return null;
  const rented = kind === 'house' ? 'rent-house' : (rooms ?? 1) > 2 ? 'rent-large' : 'rent-small';
  const median = medianOf(placeCode, transaction === RENTAL ? rented : kind);
  return median === null ? null : Math.round((1 - asked / median) * 100);
}

/** Whether the words of the listing, folded, say why it is cheap. */
export function explainsPrice(letters: string): boolean {
  return EXPLAINED.test(letters);
}
