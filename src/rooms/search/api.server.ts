import { paths } from '../../contract/paths.ts';
import { bind } from '../../platform/api.server.ts';
import { countListingsCall, paramsOf, readSearchWords, searchListingsCall } from './contract.ts';
import { countOfSearch, listingsOfSearch } from './rules.server.ts';

export const searchApi = [
  bind(searchListingsCall, async ({ query }, { readDb }) => {
    const params = paramsOf(query);
    const { found, ...page } = await listingsOfSearch(readDb, params, readSearchWords(params));
    return {
      ...page,
      listings: found.map((listing) => ({ ...listing, url: paths.listing({ propertyId: listing.id }) })),
    };
  }),
  bind(countListingsCall, ({ query }, { readDb }) => countOfSearch(readDb, paramsOf(query))),
];
