import { bind, raw } from '#platform/api.server.ts';
import './local-medians.server.ts';
import { pricesCall } from './contract.ts';
import { csvOf } from './csv.server.ts';
import { pricesBySlug } from './prices.server.ts';

export const pricesApi = [
  bind(pricesCall, ({ params }, { readDb }) => pricesBySlug(readDb, params.citySlug)),
  raw({
    method: 'GET',
    url: '/api/prices/:citySlug/agregats.csv',
    handle: async (request, reply, { readDb }) => {
      const { citySlug } = request.params as { citySlug: string };
      const prices = await pricesBySlug(readDb, citySlug);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="prix-${prices.place.slug}.csv"`)
        .header('cache-control', 'public, max-age=3600')
        .send(csvOf(prices));
    },
  }),
];
