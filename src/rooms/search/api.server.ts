import { paths } from '#contract/paths.ts';
import { bind, raw } from '#platform/api.server.ts';
import type { Actor } from '#platform/auth.server.ts';
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
import { mapOfSearch } from './map.server.ts';
import { mapListingsCall } from './map.ts';
import { mapPicture } from './map-picture.server.ts';
import { MAP_PICTURE } from './map-picture.ts';
import { countOfSearch, listingsOfSearch } from './search.server.ts';

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
];

function readerOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.userId : null;
}
