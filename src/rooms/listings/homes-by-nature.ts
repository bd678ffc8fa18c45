/**
 * Nature: what a listing describes, whatever its type says.
 */
import { formatCount } from '#contract/fmt.ts';
import { type ListingDraft, type PropertyType, propertyTypes, RENTAL } from './contract.ts';

/** The facts by which a home is known. */
type NatureFacts = Pick<
  ListingDraft,
  | 'transaction'
  | 'propertyType'
  | 'subType'
  | 'rooms'
  | 'bedrooms'
  | 'bathrooms'
  | 'showerRooms'
  | 'energyStatus'
  | 'energyClass'
  | 'climateClass'
>;

/** Words of « Autre bien » that name a place nobody lives in. */
const NOT_LIVED_IN =
  /^(?:caves?|cellier|grenier|box|garage|parking|stationnement|hangar|entrep[oô]t|d[eé]p[oô]t|bateau|anneau|place de port|jardin|terrain|serre|[eé]curie|local|bureaux?|commerce|boutique|entreprises?|fonds de commerce)\b/i;
/** Among those, places with rooms and a certificate of their own: only a bedroom makes them a home. */
const PREMISES = /^(?:hangar|entrep[oô]t|d[eé]p[oô]t|local|bureaux?|commerce|boutique|entreprises?|fonds)\b/i;
const premises: ReadonlySet<PropertyType> = new Set(['office', 'shop']);

/**
 * What a listing of a type that is no home says of a home, in French: « 3 pièces », « classe énergie G », « loyer
 * mensuel »; empty when it says nothing of the kind, or when its type is that of a home.
 */
export function homeSigns(facts: NatureFacts): readonly string[] {
  const { propertyType, bedrooms } = facts;
  if (propertyTypes[propertyType].dwelling) return none;
  const rental = facts.transaction === RENTAL;
  const slept = has(bedrooms) ? [formatCount(bedrooms, 'chambre', 'chambres')] : none;
  // A building is sold with all that it holds.
  if (propertyType === 'building') return rental ? slept : none;
  const named = propertyType === 'other' ? (facts.subType?.trim() ?? '') : '';
  const unnamed = propertyType === 'other' && !NOT_LIVED_IN.test(named);
  // Land and premises that say that no certificate is due: software leaves rooms of the listing before in its fields.
  if (!unnamed && facts.energyStatus === 'exempt' && !facts.energyClass && !facts.climateClass) return none;
  if (premises.has(propertyType) || PREMISES.test(named)) return slept;
  return [
    ...(unnamed && has(facts.rooms) ? [formatCount(facts.rooms, 'pièce', 'pièces')] : []),
    ...slept,
    ...(has(facts.bathrooms) || has(facts.showerRooms) ? ['salle de bain ou d’eau'] : []),
    ...(facts.energyClass === null ? [] : [`classe énergie ${facts.energyClass}`]),
    ...(facts.climateClass === null ? [] : [`classe climat ${facts.climateClass}`]),
    ...(facts.energyStatus === 'rated' && facts.energyClass === null ? ['diagnostic établi'] : []),
    ...(unnamed && rental ? ['loyer mensuel'] : []),
  ];
}

const none: readonly string[] = [];

function has(count: number | null): count is number {
  return count !== null && count > 0;
}

/** Whether the rules on homes are for this listing: by its type, or else by what it says (domain.md R13 to R20). */
export function isHome(facts: NatureFacts): boolean {
  return propertyTypes[facts.propertyType].dwelling || homeSigns(facts).length > 0;
}
