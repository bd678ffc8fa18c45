// Contours of zones as their publishers give them: GeoJSON, or the answer of the rent observatories.
import * as z from 'zod/mini';
import { FileRefused } from '../csv-source.ts';
import { type Rings, type Spot, simplifyRing } from '../rent-quarters.ts';
import { isTerritory, rentTerritories, type TerritoryName } from '../rent-territories.ts';
import { quarterCode } from './assembling.ts';
import { type PublishedQuarter, readZone, type Told, zoneKey } from './terms.ts';

/** A zone is not known better than that: its border runs along streets. */
const METRES = 2;

const spot = z.tuple(
  [z.number().check(z.minimum(-180), z.maximum(180)), z.number().check(z.minimum(-90), z.maximum(90))],
  z.number(),
);
const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(spot)) });
const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(spot))),
});
export const geometrySchema = z.discriminatedUnion('type', [polygon, multiPolygon]);

const featureSchema = z.object({
  geometry: geometrySchema,
  properties: z.record(z.string(), z.unknown()),
});
const shapesSchema = z.object({ features: z.array(featureSchema).check(z.minLength(1)) });
const observatorySchema = z.object({ zone_cal: z.array(z.object({ geojson: shapesSchema })) });

type Feature = z.output<typeof featureSchema>;

export function ringsOf(shape: z.output<typeof geometrySchema>): Rings {
  const rings = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
  return rings.map((ring) =>
    simplifyRing(
      ring.map(([lng, lat]): Spot => [round5(lng), round5(lat)]),
      METRES,
    ),
  );
}

const round5 = (degrees: number) => Math.round(degrees * 100_000) / 100_000;

/** The zones of a file of contours. Throws `FileRefused`, with the path of what is wrong. */
export function readShapes(given: unknown, told: Told): PublishedQuarter[] {
  const observed = observatorySchema.safeParse(given);
  if (observed.success) {
    const territory = territoryTold(told);
    return observed.data.zone_cal
      .flatMap(({ geojson }) => geojson.features)
      .map((feature) => zoneOf(territory, observedZone(territory, wordOf(feature, 'code')), null, feature));
  }
  const alone = (given as { type?: unknown } | null)?.type === 'Feature';
  const read = shapesSchema.safeParse(alone ? { features: [given] } : given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FileRefused(
      'ce ne sont pas les contours de zones d’encadrement, en GeoJSON et en degrés (EPSG:4326)',
      { field: issue?.path.join('.') ?? '' },
    );
  }
  return read.data.features.flatMap((feature, index) => quarterOf(feature, index + 1, told) ?? []);
}

/** Null for one of a territory that is left out. */
function quarterOf(feature: Feature, rank: number, told: Told): PublishedQuarter | null {
  if (wordOf(feature, 'c_qu')) return parisQuarter(feature, told);
  const named = wordOf(feature, 'territoire');
  if (named && !isTerritory(named)) {
    throw new FileRefused(`ce territoire n’est pas l’un de ${Object.keys(rentTerritories).join(', ')}`, {
      line: rank,
      field: 'territoire',
      value: named,
    });
  }
  const territory = named && isTerritory(named) ? named : territoryTold(told);
  if (told.territory !== null && told.territory !== territory) return null;
  const sector = wordOf(feature, 'zonage', 'zone', 'id_zone', 'secteur');
  const zone = readZone(sector);
  if (!zone) throw new FileRefused('ce contour ne dit pas sa zone', { line: rank, field: 'zone' });
  const commune = wordOf(feature, 'code_insee', 'com_code', 'codeinsee', 'insee', 'commune');
  return zoneOf(territory, zone, /^\d[\dAB]\d{3}$/.test(commune) ? commune : null, feature);
}

/** « Quartiers administratifs » of the City of Paris. */
function parisQuarter(feature: Feature, told: Told): PublishedQuarter | null {
  if (told.territory !== null && told.territory !== 'paris') return null;
  const district = Number(wordOf(feature, 'c_ar'));
  if (!Number.isInteger(district) || district < 1 || district > 20)
    throw new FileRefused('ce n’est pas un arrondissement de Paris', { field: 'c_ar' });
  return {
    territory: 'paris',
    code: wordOf(feature, 'c_qu'),
    name: wordOf(feature, 'l_qu') || null,
    zone: '',
    placeCodes: [String(75_100 + district)],
    rings: ringsOf(feature.geometry),
  };
}

function zoneOf(
  territory: TerritoryName,
  zone: string,
  commune: string | null,
  feature: Feature,
): PublishedQuarter {
  const rings = ringsOf(feature.geometry);
  if (commune === null)
    return { territory, code: zoneKey(zone), name: zoneKey(zone), zone, placeCodes: null, rings };
  const code = quarterCode(territory, commune, zone);
  const label = readLabel(wordOf(feature, 'libelle'));
  return {
    territory,
    code,
    name: label.name ?? (code === zone ? null : zoneKey(zone)),
    zone: code === zone ? (label.zone ?? '') : zone,
    placeCodes: [commune],
    rings,
  };
}

/** « Montpellier — Vert Bois (secteur 2) » is Vert Bois, in the zone 2; « Lyon 1er Arrondissement — zone 1 » is zone 1. */
function readLabel(label: string): { name: string | null; zone: string | null } {
  const [, zone] = /\b(?:zone|secteur) (\w+)\)?$/.exec(label) ?? [];
  const name = label
    .replace(/^.* — /, '')
    .replace(/ \(secteur \w+\)$/, '')
    .replaceAll("'", '’')
    .trim();
  return { name: name || null, zone: zone ? readZone(zone) : null };
}

/** The observatories number the zones « 1.01 », « 1.02 »; the order of Grenoble calls those after the third A, B and C. */
function observedZone(territory: TerritoryName, code: string): string {
  const [, number] = /^\d+\.(\d+)$/.exec(code) ?? [];
  if (!number) throw new FileRefused('ce n’est pas le numéro d’une zone', { field: 'code', value: code });
  const rank = Number(number);
  return territory === 'grenoble' && rank > 3 ? (['A', 'B', 'C'][rank - 4] ?? String(rank)) : String(rank);
}

function territoryTold({ territory }: Told): TerritoryName {
  if (territory === null)
    throw new FileRefused('le fichier ne dit pas son territoire\u00a0: ajoutez --territory');
  return territory;
}

/** The first of those properties that is there, whatever its case; empty when none is. */
function wordOf({ properties }: Feature, ...names: readonly string[]): string {
  for (const name of names) {
    const found = Object.entries(properties).find(([key]) => key.toLowerCase() === name);
    const value = found?.[1];
    if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  }
  return '';
}
