// Map: the listings of a search as points, or as clusters where they are too many, and the names around them.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { searchQuery } from './contract.ts';

/** More listings than this are gathered by the server. */
export const POINTS_MAX = 2000;
/** At most so many clusters. */
export const CLUSTERS_MAX = 500;

const degrees = z.number();
const point = z.object({
  type: z.literal('Point'),
  /** Longitude, latitude: the public point, already blurred. */
  coordinates: z.tuple([degrees, degrees]),
});

const pinSchema = z.object({
  kind: z.literal('listing'),
  id: z.int(),
  /** Cents. */
  price: z.int(),
  /** False: it may match, but does not say it all. */
  sure: z.boolean(),
  /** On line for less than three days. */
  fresh: z.boolean(),
});

const clusterSchema = z.object({
  kind: z.literal('cluster'),
  count: z.int(),
  /** The lowest of them, in cents. */
  price: z.int(),
});

export const mapListingsCall = defineCall({
  method: 'GET',
  path: '/listings/map',
  access: 'all',
  summary:
    'Annonces d’une recherche en GeoJSON : des points, ou 500 groupes au plus au-delà de 2 000 annonces. « vue » ' +
    '(ouest,sud,est,nord) ne garde que ce que la carte montre, sans changer la recherche',
  query: z.extend(searchQuery, { zoom: z.optional(z.unknown()), vue: z.optional(z.unknown()) }),
  answer: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: point,
        properties: z.union([pinSchema, clusterSchema]),
      }),
    ),
    /** West, south, east, north of the whole search; null when it has no point. */
    bbox: z.nullable(z.tuple([degrees, degrees, degrees, degrees])),
    /** Listings of the whole search with a public point, sure and maybe. */
    placed: z.int(),
    /** Those without one: only the list shows them. */
    unplaced: z.int(),
    /** Communes in sight, the biggest first. */
    names: z.array(z.object({ name: z.string(), lng: degrees, lat: degrees })),
  }),
});

export type MapFeature = z.output<typeof mapListingsCall.answer>['features'][number];
export type MapAnswer = z.output<typeof mapListingsCall.answer>;
