import { SHARE_PREFIX } from '#contract/share-picture.ts';
import { raw } from '#platform/api.server.ts';
import { sharedPicture } from './pictures.server.ts';

const ENDING = '.jpg';

export const sharingApi = [
  raw({
    method: 'GET',
    url: `${SHARE_PREFIX}/*`,
    tier: 'drawing',
    handle: async (request, reply, services) => {
      const { '*': rest } = request.params as { '*': string };
      const picture = rest.endsWith(ENDING)
        ? await sharedPicture(services, `/${rest.slice(0, -ENDING.length)}`)
        : null;
      if (!picture) {
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Image introuvable.');
      }
      const etag = `"${picture.digest}"`;
      reply.headers({
        etag,
        // What it says may change, and another address says it then: nobody needs it for long.
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/jpeg').send(picture.bytes);
    },
  }),
];
