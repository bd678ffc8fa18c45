import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { readCsv, readFirstLine } from './csv-source.server.ts';
import { FileRefused } from './csv-source.ts';
import type { QuarterRow, ReferenceRow } from './rent-control.sql.server.ts';
import type { RentEpoch } from './rent-control.ts';
import type { Rings } from './rent-quarters.ts';

/** What a file of the City of Paris holds: an order (with its contours or not), or the contours alone. */
interface PublishedOrder {
  readonly references: readonly ReferenceRow[];
  readonly quarters: readonly QuarterRow[];
}

const EPOCHS: Readonly<Record<string, RentEpoch>> = {
  'avant 1946': 'before-1946',
  '1946-1970': '1946-1970',
  '1971-1990': '1971-1990',
  'apres 1990': 'after-1990',
};

const number = z.coerce.number();

const referenceSchema = z.object({
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

const spot = z.tuple([z.number(), z.number()]);
const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(spot)) });
const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(spot))),
});
const geometry = z.discriminatedUnion('type', [polygon, multiPolygon]);
const quartersSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      geometry,
      properties: z.object({
        c_qu: z.coerce.string(),
        l_qu: z.string(),
        c_ar: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)),
      }),
    }),
  ),
});

/**
 * Reads « Logement - Encadrement des loyers » of Paris in JSON or CSV, or « Quartiers administratifs » in GeoJSON
 * (formats/prices.md 4.2). Throws `FileRefused` at the first thing that is wrong, with its line or its rank.
 */
export async function readOrder(file: string): Promise<PublishedOrder> {
  const head = (await readFirstLine(file)).trimStart();
  if (head.startsWith('[') || head.startsWith('{')) return readJsonOrder(await jsonOf(file));
  return readCsvOrder(file);
}

const JSON_MAX = 50_000_000;

async function jsonOf(file: string): Promise<unknown> {
  if ((await stat(file)).size > JSON_MAX) throw new FileRefused('ce fichier est trop grand pour un arrêté');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new FileRefused('ce n’est pas du JSON\u00a0: le fichier est coupé ou abîmé');
  }
}

function readJsonOrder(given: unknown): PublishedOrder {
  if (!Array.isArray(given)) return { references: [], quarters: readQuarters(given) };
  const read = given.map((one, index) => readReference(one, index + 1));
  return ordered(
    read.map(({ row }) => row),
    read.map(({ quarter }) => quarter),
  );
}

function readQuarters(given: unknown): QuarterRow[] {
  const read = quartersSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FileRefused('ce ne sont pas les quartiers administratifs de Paris', {
      field: issue?.path.join('.') ?? '',
    });
  }
  return read.data.features.map(({ geometry: shape, properties }) => ({
    code: properties.c_qu,
    name: properties.l_qu,
    placeCode: String(75_100 + properties.c_ar),
    rings: ringsOf(shape),
  }));
}

/** Rounded to the metre: a quarter is not known better. */
function ringsOf(shape: z.output<typeof geometry>): Rings {
  const rings = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
  return rings.map((ring) => ring.map(([lng, lat]) => [round5(lng), round5(lat)] as const));
}

const round5 = (degrees: number) => Math.round(degrees * 100_000) / 100_000;

const CSV_COLUMNS = [
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

async function readCsvOrder(file: string): Promise<PublishedOrder> {
  const references: ReferenceRow[] = [];
  const quarters = new Map<string, QuarterRow>();
  const rows = readCsv({ file, delimiter: ';', columns: CSV_COLUMNS, gzip: 'maybe' });
  for await (const batch of rows) {
    for (const { values, line } of batch) {
      const given = Object.fromEntries(CSV_COLUMNS.map((name, rank) => [name, values[rank] ?? '']));
      const { row, quarter } = readReference(given, line);
      references.push(row);
      if (!quarters.has(quarter.code))
        quarters.set(quarter.code, { ...quarter, rings: shapeOf(given.geo_shape ?? '', line) });
    }
  }
  return ordered(references, [...quarters.values()]);
}

function shapeOf(text: string, line: number): Rings | null {
  if (!text) return null;
  try {
    return ringsOf(geometry.parse(JSON.parse(text)));
  } catch {
    throw new FileRefused('ce contour n’en est pas un', { line, field: 'geo_shape', value: text });
  }
}

function readReference(given: unknown, line: number): { row: ReferenceRow; quarter: QuarterRow } {
  const read = referenceSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = String(issue?.path[0] ?? '');
    const value = (given as Record<string, unknown> | null)?.[field];
    throw new FileRefused('ce n’est pas une ligne d’encadrement des loyers', {
      line,
      ...(field ? { field } : {}),
      ...(value === undefined ? {} : { value: JSON.stringify(value) }),
    });
  }
  const said = read.data;
  const epoch = EPOCHS[said.epoque.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()];
  if (!epoch) {
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
    row: {
      quarterCode: code,
      zone: String(said.id_zone),
      rooms: said.piece,
      epoch,
      furnished: said.meuble_txt === 'meublé',
      reference: said.ref,
      ceiling: said.max,
      floor: said.min,
      // The order of a year begins on its 1st of July (formats/prices.md 4.2).
      validFrom: `${said.annee}-07-01`,
    },
    // Four quarters a district, numbered in their order.
    quarter: {
      code,
      name: said.nom_quartier,
      placeCode: String(75_100 + Math.ceil(said.id_quartier / 4)),
      rings: null,
    },
  };
}

function ordered(references: readonly ReferenceRow[], quarters: readonly QuarterRow[]): PublishedOrder {
  const seen = new Set<string>();
  for (const [index, row] of references.entries()) {
    const key = [row.validFrom, row.quarterCode, row.rooms, row.epoch, row.furnished].join(' ');
    if (seen.has(key)) {
      throw new FileRefused(
        'ce quartier, ce nombre de pièces, cette époque et ce type sont déjà dits plus haut',
        {
          line: index + 1,
        },
      );
    }
    seen.add(key);
  }
  if (references.length === 0) throw new FileRefused('ce fichier ne contient aucun loyer de référence');
  return { references, quarters: [...new Map(quarters.map((one) => [one.code, one])).values()] };
}
