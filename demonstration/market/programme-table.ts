// New programmes of the demonstration: too rich for the agencies' feeds, they are entered by hand.
import type { Progress } from '#rooms/listings/words.ts';
import type { Quarter } from './places/place.ts';

export interface DemoProgramme {
  readonly name: string;
  /** Of its pictures: `le-fanal`. */
  readonly seed: string;
  /** Reference of the agency that sells it. */
  readonly agency: string;
  readonly placeCode: string;
  readonly quarter: Quarter;
  readonly developer: string;
  readonly floors: number;
  readonly units: number;
  /** `2028-T2`. */
  readonly delivery: string;
  /** When it will be finished. */
  readonly year: number;
  readonly progress: Progress;
  /** Percent: the lower one in quarters under renewal. */
  readonly vat: 20 | 5.5;
}

/** « 2e trimestre 2028 ». */
export function deliveryWords(delivery: string): string {
  const [year, quarter] = delivery.split('-T');
  return `${quarter}${quarter === '1' ? 'er' : 'e'} trimestre ${year}`;
}

/**
 * A line each: name, agency, code and quarter of the place, developer, floors, lots, quarters until it is handed over
 * (from this one), progress, VAT. Names and developers are invented.
 */
export const PROGRAMMES = `
Le Fanal | trois-lanternes | 69387 | Gerland | Ateliers Bâtisseurs du Rhône | 5 | 32 | 6 | started | 20
Les Soies | cinquieme-pente | 69384 | Hénon | Ateliers Bâtisseurs du Rhône | 4 | 14 | 9 | planned | 20
Les Voiles du Lez | micocoule | 34172 | Port Marianne | Garance Promotion | 6 | 40 | 4 | started | 20
Patio Jacquard | clef-du-clapas | 34172 | Hôpitaux-Facultés | Garance Promotion | 4 | 18 | 8 | planned | 5.5
L’Escale Lawton | maree-haute | 33063 | Bassins à flot | Compagnie de l’Estuaire | 6 | 36 | 5 | started | 20
Les Gabares | comptoir-toits | 44109 | Île de Nantes | Compagnie de l’Estuaire | 7 | 38 | 3 | finishing | 20
Cour Thabor | estran-genets | 35238 | Thabor | Pierre d’Iroise | 4 | 16 | 7 | planned | 20
Les Terrasses du Sillon | estran-genets | 35288 | Paramé | Pierre d’Iroise | 3 | 12 | 4 | started | 20
Passage Cardinet | zinc-parquet | 75117 | Clichy-Batignolles | Seine Ouest Habitat | 7 | 24 | 6 | started | 20
Les Verrières | passe-muraille | 93066 | Confluence | Seine Ouest Habitat | 6 | 40 | 5 | started | 5.5
Le Clos Barbieux | brique-tilleul | 59512 | Barbieux | Briqueterie Neuve | 3 | 20 | 6 | started | 5.5
Les Filatures | brique-tilleul | 59350 | Saint-Maurice | Briqueterie Neuve | 5 | 28 | 2 | finishing | 20
Brique et Violette | tuile-violette | 31555 | Minimes | Pastel Promotion | 5 | 34 | 7 | planned | 20
Villa Longchamp Neuf | toits-du-mistral | 13209 | Sainte-Anne | Calanque Bâtir | 6 | 30 | 5 | started | 20
Les Cédrats | baie-citronniers | 06088 | Libération | Littoral Bâtir | 7 | 26 | 4 | started | 20
Cap Arbousier | cap-et-maquis | 83137 | Cap Brun | Littoral Bâtir | 4 | 18 | 8 | planned | 20
Les Sept Lacs | sept-alpages | 74010 | Seynod | Alpages Promotion | 5 | 24 | 6 | started | 20
Belvédère Europole | sept-alpages | 38185 | Europole | Alpages Promotion | 8 | 36 | 0 | delivered | 20
Les Tanneries | cigogne-et-gres | 67482 | Neudorf | Grès Rose Habitat | 5 | 30 | 5 | started | 20
Lac et Jardins | clos-aux-merles | 21231 | Toison d’Or | Grès Rose Habitat | 4 | 8 | 3 | finishing | 20
`;
