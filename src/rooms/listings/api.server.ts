import { bind, raw } from '../../platform/api.server.ts';
import { clock } from '../../platform/clock.server.ts';
import { photoFileKey } from './photos/contract.ts';
import { listingCall } from './reading/contract.ts';
import { publicListing } from './rules.server.ts';

export const listingsApi = [
  bind(listingCall, ({ params }, { readDb }) => publicListing(readDb, params.id, clock.now())),
  raw({
    method: 'GET',
    url: '/photos/:file',
    handle: async (request, reply, { storage }) => {
      const key = photoFileKey((request.params as { file: string }).file);
      const file = key && (await storage.get(key));
      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Photo introuvable.');
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-length': String(file.size),
          // Files are named by their content: one name never means two pictures.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
          // Mail read in a web mailbox shows them too.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.stream);
    },
  }),
];
