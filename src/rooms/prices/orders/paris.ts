// « Logement - Encadrement des loyers » of the City of Paris, one record for each line of its orders.
import * as z from 'zod/mini';
import { FileRefused } from '../csv-source.ts';
import type { Rings } from '../rent-quarters.ts';
import type { ReadLine } from './assembling.ts';
import { type PublishedQuarter, readBuilt } from './terms.ts';

const number = z.coerce.number();

const lineSchema = z.object({
  annee: z.coerce.string().check(z.regex(/^20\d\d$/)),
  nom_quartier: z.string().check(z.minLength(1)),
  id_quartier: number.check(z.int(), z.minimum(1), z.maximum(80)),
  id_zone: number.check(z.int()),
  piece: number.check(z.int(), z.minimum(1), z.maximum(4)),
  epoque: z.string(),
  meuble_txt: z.enum(['meublé', 'non meublé']),
  ref: number.check(z.minimum(1), z.maximum(200)),
  max: number,
  min: number,
});

/** The columns of the file in CSV. */
export const PARIS_COLUMNS = [
  'id_zone',
  'id_quartier',
  'nom_quartier',
  'piece',
  'epoque',
  'meuble_txt',
  'ref',
  'max',
  'min',
  'annee',
  'geo_shape',
] as const;

/** One record, with the contour that the CSV writes beside it. Throws `FileRefused`. */
export function readParisLine(
  given: unknown,
  line: number,
  rings: Rings | null = null,
): { read: ReadLine; quarter: PublishedQuarter } {
  const parsed = lineSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? '');
    const value = (given as Record<string, unknown> | null)?.[field];
    throw new FileRefused('ce n’est pas une ligne d’encadrement des loyers', {
      line,
      ...(field ? { field } : {}),
      ...(value === undefined ? {} : { value: JSON.stringify(value) }),
    });
  }
  const said = parsed.data;
  const built = readBuilt(said.epoque);
  if (!built) {
    throw new FileRefused('cette époque n’est pas de l’arrêté', {
      line,
      field: 'epoque',
      value: said.epoque,
    });
  }
  if (said.min > said.ref || said.ref > said.max) {
    throw new FileRefused('le loyer de référence n’est pas entre le minoré et le majoré', {
      line,
      field: 'ref',
      value: String(said.ref),
    });
  }
  const code = String(said.id_quartier);
  return {
    read: {
      territory: 'paris',
      year: said.annee,
      line,
      said: {
        key: code,
        dwelling: 'any',
        rooms: said.piece,
        ...built,
        furnished: said.meuble_txt === 'meublé',
        floor: said.min,
        reference: said.ref,
        ceiling: said.max,
      },
    },
    quarter: {
      territory: 'paris',
      code,
      name: said.nom_quartier,
      zone: String(said.id_zone),
      // Four quarters a district, numbered in their order.
      placeCodes: [String(75_100 + Math.ceil(said.id_quartier / 4))],
      rings,
    },
  };
}
