import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, raw } from '#platform/api.server.ts';
import { clock } from '#platform/clock.server.ts';
import { photoStorageKey, readPhotoFile } from './photos.ts';
import { drawPhoto } from './pictures/drawing.server.ts';
import { publicListing } from './reading.server.ts';
import { listingCall } from './reading.ts';
import { decideSignals, scamCsv, scamQueue } from './scam-decisions.server.ts';
import { scamCsvCall, scamDecisionCall, scamQueueCall } from './scam-queue.ts';

export const listingsApi = [
  bind(listingCall, ({ params }, { readDb }) => publicListing(readDb, params.id, clock.now())),
  bind(scamQueueCall, ({ query: { apres, ...filter } }, { db }) => scamQueue(db, filter, apres ?? null)),
  bindFile(scamCsvCall, async ({ query }, { db }) => ({
    fileName: 'signaux-d-arnaque.csv',
    content: scamCsv(db, query),
  })),
  bind(scamDecisionCall, ({ params, body }, services) => {
    const { actor } = services;
    if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
    return decideSignals(services, { ...body, listingId: params.id, by: actor.name });
  }),
  raw({
    method: 'GET',
    url: '/photos/:file',
    tier: 'files',
    handle: async (request, reply, services) => {
      const { file } = request.params as { file: string };
      const name = readPhotoFile(file);
      const stored = name && (await services.storage.get(photoStorageKey(file)));
      const drawn = name && !stored ? await drawPhoto(name, services) : null;
      if (!name || !(stored || drawn)) {
        // It may be made later: nobody keeps this answer.
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Photo introuvable.');
      }
      return reply
        .headers({
          'content-type': `image/${name.format}`,
          'content-length': String(stored?.size ?? drawn?.length),
          // Files are named by their content: one name never means two pictures.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
          // Mail read in a web mailbox shows them too.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(stored?.stream ?? drawn);
    },
  }),
];
