/**
 * Words of the pictures drawn of a listing: where it is shared, where it is advertised.
 */
import { RENTAL } from './contract.ts';
import { excessiveText, priceLines } from './price-lines.ts';
import { type ListingView, mainFacts, whereabouts } from './reading.ts';

export interface PictureWords {
  /** « Appartement à vendre ». */
  readonly lead: string;
  /** The price, alone. */
  readonly figure: string;
  /** What must stand beside a price (domain.md R1 to R8). */
  readonly terms: readonly string[];
  /** Of the classes F and G (R16). */
  readonly excessive: string | null;
  /** « 3 pièces · 62,4 m² », « 30000 Nîmes ». */
  readonly facts: readonly string[];
}

/** The price in its legal form, with all that must stand beside it. */
export function pictureWords(listing: ListingView): PictureWords {
  const { prefix, main, suffix, lines } = priceLines(listing);
  const [type = '', ...facts] = mainFacts(listing);
  return {
    lead: `${type} ${marketOf(listing)}${prefix ? `, ${prefix.toLowerCase()}` : ''}`,
    figure: main,
    terms: [
      ...(suffix ? [suffix] : []),
      ...lines.flatMap(({ essential, text }) => (essential ? [text] : [])),
    ],
    excessive: excessiveText(listing),
    facts: [...(facts.length > 0 ? [facts.join(' · ')] : []), whereabouts(listing)],
  };
}

function marketOf({ transaction, lifeAnnuity }: ListingView): string {
  if (transaction === RENTAL) return 'à louer';
  return lifeAnnuity ? 'en viager' : 'à vendre';
}
