// The schema of criteria, apart from the words of an address that every search page reads: it brings zod along.
import * as z from 'zod/mini';
import { RADIUS_MAX_KM, readBox, readZones, ZONES_MAX } from './area.ts';
import { type Criteria, isDay, PLACES_MAX, transactions } from './contract.ts';
import { criteriaTable } from './criteria-table.ts';
import type { Criterion } from './kinds.ts';
import { VERTICES_MAX } from './rings.ts';
import { isTerm, TERMS_MAX } from './terms.ts';

const placeCode = z.string().check(z.regex(/^(\d{5}|2[AB]\d{3}|D(\d{2,3}|2[AB]))$/, 'Lieu inconnu'));

function fieldOf(criterion: Criterion): z.ZodMiniType {
  switch (criterion.kind) {
    case 'flag':
      return z.boolean();
    case 'oneOf':
    case 'anyOf':
      return z.array(z.enum(Object.keys(criterion.values))).check(z.minLength(1));
    case 'allOf':
    case 'noneOf':
      return z
        .array(z.string().check(z.refine(isTerm, 'Un mot ou une courte suite de mots')))
        .check(z.minLength(1), z.maxLength(TERMS_MAX, `Au plus ${TERMS_MAX} mots`));
    case 'named':
      return z.string().check(z.regex(criterion.pattern));
    case 'byDay':
      return z.string().check(z.refine(isDay, 'Date invalide'));
    default:
      return criterion.only
        ? z.literal([...criterion.only])
        : z.int().check(z.minimum(0), z.maximum(criterion.max));
  }
}

const zone = z.string().check(
  z.maxLength(ZONES_MAX * VERTICES_MAX * 12),
  z.refine((text) => {
    const outlines = text.split('.');
    return outlines.length <= ZONES_MAX && readZones(text).length === outlines.length;
  }, 'Dessinez la zone à nouveau'),
);
const bbox = z.string().check(
  z.maxLength(100),
  z.refine((text) => readBox(text) !== null, 'Choisissez une autre partie de la carte'),
);

/** What an alert keeps and what the API takes as JSON. At least one place. */
export const criteriaSchema = z.strictObject({
  transaction: z.enum(transactions),
  places: z.array(placeCode).check(z.minLength(1, 'Choisissez au moins un lieu'), z.maxLength(PLACES_MAX)),
  zone: z.optional(zone),
  bbox: z.optional(bbox),
  rayon: z.optional(z.int().check(z.minimum(1), z.maximum(RADIUS_MAX_KM))),
  ...Object.fromEntries(criteriaTable.map((criterion) => [criterion.word, z.optional(fieldOf(criterion))])),
}) as unknown as z.ZodMiniType<Criteria>;
