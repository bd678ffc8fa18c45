import { raw } from '#platform/api.server.ts';
import { feedOf } from './catalogue.server.ts';

export const catalogueApi = [
  raw({
    method: 'GET',
    url: '/agence/:ownerReference/catalogue.json',
    handle: async (request, reply, { readDb, env }) => {
      const { ownerReference } = request.params as { ownerReference: string };
      const { apres } = request.query as { apres?: unknown };
      const after = typeof apres === 'string' && /^\d{1,15}$/.test(apres) ? Number(apres) : 0;
      const feed = await feedOf(readDb, ownerReference, after, env.publicUrl);
      return reply
        .type('application/feed+json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .send(JSON.stringify(feed));
    },
  }),
];
