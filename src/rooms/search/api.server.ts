import { gunzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { paths } from '#contract/paths.ts';
import { bind, raw } from '#platform/api.server.ts';
import type { Actor } from '#platform/auth.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { LANDMARKS, readTile, STREETS, showsFrance, type TileWords } from './base-map.ts';
import { pricesOfSearch } from './budget.server.ts';
import { pricesOfSearchCall } from './budget.ts';
import {
  countListingsCall,
  countOptionsCall,
  paramsOf,
  readSearchWords,
  searchListingsCall,
} from './contract.ts';
import { optionsOfSearch } from './counting.server.ts';
import { landmarksTile } from './landmarks.server.ts';
import { mapOfSearch } from './map.server.ts';
import { mapListingsCall } from './map.ts';
import { mapPicture } from './map-picture.server.ts';
import { MAP_PICTURE } from './map-picture.ts';
import { countOfSearch, listingsOfSearch } from './search.server.ts';
import { streetTile } from './street-plan.server.ts';

/** In seconds. */
const HOUR = 3_600;
const DAY = 86_400;
const TILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};

export const searchApi = [
  bind(searchListingsCall, async ({ query }, { readDb, actor }) => {
    const params = paramsOf(query);
    const { found, ...page } = await listingsOfSearch(
      readDb,
      params,
      readSearchWords(params),
      readerOf(actor),
    );
    return {
      ...page,
      listings: found.map((listing) => ({ ...listing, url: paths.listing({ propertyId: listing.id }) })),
    };
  }),
  bind(countListingsCall, ({ query }, { readDb, actor }) =>
    countOfSearch(readDb, paramsOf(query), readerOf(actor)),
  ),
  bind(countOptionsCall, async ({ query }, { readDb, actor }) => ({
    options: await optionsOfSearch(readDb, paramsOf(query), readerOf(actor)),
  })),
  bind(pricesOfSearchCall, async ({ query }, { readDb, actor }) => ({
    prices: await pricesOfSearch(readDb, paramsOf(query), readerOf(actor)),
  })),
  bind(mapListingsCall, ({ query }, { readDb, actor }) =>
    mapOfSearch(readDb, paramsOf(query), readerOf(actor)),
  ),
  raw({
    method: 'GET',
    url: MAP_PICTURE,
    handle: async (request, reply, { readDb, env }) => {
      const { searchParams } = new URL(request.raw.url ?? '/', env.publicUrl);
      const picture = await mapPicture(readDb, searchParams);
      if (!picture) {
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Carte introuvable.');
      }
      reply.headers({
        // As long as the page that shows it.
        'cache-control': 'public, max-age=60, stale-while-revalidate=600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
      });
      return reply.type('image/svg+xml; charset=utf-8').send(picture);
    },
  }),
  raw({
    method: 'GET',
    url: routeOf(LANDMARKS.path),
    tier: 'tiles',
    handle: async (request, reply) => {
      const tile = readTile(LANDMARKS, request.params as TileWords);
      const found = tile && (await landmarksTile(tile));
      if (!found) return sendNoTile(reply, tile ? 204 : 404);
      const gzip = takesGzip(request.headers['accept-encoding'] ?? '');
      reply.headers({
        ...TILE_HEADERS,
        'content-type': 'application/vnd.mapbox-vector-tile',
        'cache-control': `public, max-age=${DAY}`,
        etag: found.etag,
        vary: 'accept-encoding',
      });
      if (request.headers['if-none-match']?.includes(found.etag)) return reply.code(304).send();
      return gzip
        ? reply.header('content-encoding', 'gzip').send(found.packed)
        : reply.send(gunzipSync(found.packed));
    },
  }),
  raw({
    method: 'GET',
    url: routeOf(STREETS.path),
    tier: 'tiles',
    handle: async (request, reply, { env, log }) => {
      // The plan is asked for readers of our maps, not for those of another site.
      const foreign = request.headers['sec-fetch-site'] === 'cross-site';
      const tile = readTile(STREETS, request.params as TileWords);
      if (env.mapTiles !== 'ign' || foreign || !tile) return sendNoTile(reply, 404);
      if (!showsFrance(tile)) return sendNoTile(reply, 204);
      const reader = { client: clientOf(request.ip), gone: goneOf(reply) };
      const answer = await streetTile({ env, log }, tile, reader);
      // A plan that has nothing there may have it tomorrow.
      if (answer.kind === 'none') return sendNoTile(reply, 204, HOUR);
      if (answer.kind !== 'picture') {
        const away = answer.kind === 'away';
        return reply
          .code(away ? 503 : 429)
          .headers({ ...TILE_HEADERS, 'cache-control': 'no-store', 'retry-after': String(answer.seconds) })
          .type('text/plain; charset=utf-8')
          .send(away ? 'Le plan des rues ne répond pas.' : 'Trop de tuiles sont demandées à la fois.');
      }
      return reply
        .headers({
          ...TILE_HEADERS,
          'content-type': answer.type,
          'cache-control': `public, max-age=${7 * DAY}`,
        })
        .send(answer.bytes);
    },
  }),
];

/** `/carte/plan/{z}/{x}/{y}` to the pattern of the router. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w)\}/g, ':$1');
}

/** 204: nothing is drawn there. 404: there is no such tile. */
function sendNoTile(reply: FastifyReply, status: 204 | 404, maxAge = DAY) {
  return reply
    .code(status)
    .headers({ ...TILE_HEADERS, 'cache-control': status === 204 ? `public, max-age=${maxAge}` : 'no-store' })
    .send();
}

/** `gzip;q=0` refuses it (RFC 9110, 12.5.3). */
function takesGzip(acceptEncoding: string): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);
}

/** Aborted when the request is closed before its answer. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function readerOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.userId : null;
}
