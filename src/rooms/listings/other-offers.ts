/**
 * What a programme still offers, in one look: how many homes, of how many rooms, how large.
 * The homes are facts of their listing.
 */
import * as z from 'zod/mini';
import { formatCount, formatSurface } from '#contract/fmt.ts';

const least = z.nullable(z.number());

/** Of the homes that can be had; of all of them once none can. Surfaces in m², null is unknown. */
export const homesSchema = z.object({
  count: z.int(),
  roomsMin: least,
  roomsMax: least,
  surfaceMin: least,
  surfaceMax: least,
});
export type Homes = z.output<typeof homesSchema>;

/** « 8 logements de 2 à 3 pièces », « dès 42 m² ». */
export function homesWords({ count, roomsMin, roomsMax, surfaceMin, surfaceMax }: Homes): string[] {
  const homes = formatCount(count, 'logement', 'logements');
  const from = roomsMin === roomsMax ? '' : `${roomsMin} à `;
  return [
    roomsMax === null ? homes : `${homes} de ${from}${formatCount(roomsMax, 'pièce', 'pièces')}`,
    ...(surfaceMin === null
      ? []
      : [`${surfaceMin === surfaceMax ? '' : 'dès '}${formatSurface(surfaceMin)}`]),
  ];
}
