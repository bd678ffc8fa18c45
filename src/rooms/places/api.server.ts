import { bind } from '#platform/api.server.ts';
import { searchPlacesCall } from './contract.ts';
import { suggestPlaces } from './suggestions.server.ts';

export const placesApi = [
  bind(searchPlacesCall, async ({ query }, { readDb }) => ({
    places: await suggestPlaces(readDb, query.q, { limit: query.limit }),
  })),
];
