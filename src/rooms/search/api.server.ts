import { paths } from '../../contract/paths.ts';
import { bind } from '../../platform/api.server.ts';
import type { Actor } from '../../platform/auth.server.ts';
import { pricesOfSearchCall } from './budget/contract.ts';
import { pricesOfSearch } from './budget/rules.server.ts';
import {
  countListingsCall,
  countOptionsCall,
  paramsOf,
  readSearchWords,
  searchListingsCall,
} from './contract.ts';
import { mapListingsCall } from './map/contract.ts';
import { mapOfSearch } from './map/rules.server.ts';
import { countOfSearch, listingsOfSearch, optionsOfSearch } from './rules.server.ts';

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
];

function readerOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.userId : null;
}
