import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, AgencyId } from '#platform/auth.server.ts';
import { act, actTogether, confirmOwnValues, removeListing } from './actions.server.ts';
import {
  actTogetherCall,
  addPhotosCall,
  checkListingCall,
  confirmListingCall,
  confirmValuesCall,
  createListingCall,
  ownListingCall,
  pauseListingCall,
  publishListingCall,
  removeListingCall,
  reviseListingCall,
} from './contract.ts';
import { completeMissingFacts, missingFactsOf } from './missing-facts.server.ts';
import { completeUnsaidCall, unsaidCall } from './missing-facts.ts';
import { checkChanges, createListing, ownListing, reviseListing } from './own-listings.server.ts';
import { addPhotos } from './pictures.server.ts';
import { stockOf } from './table.server.ts';
import { listStockCall, readTableWords } from './table.ts';

/** The agency is that of the session, whatever the call says (security.md, threat 10). */
function agencyOf({ actor }: { readonly actor: Actor }): AgencyId {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

export const portfolioApi = [
  bind(listStockCall, ({ query }, context) =>
    stockOf(
      context.db,
      agencyOf(context),
      readTableWords({ get: (name) => query[name as keyof typeof query] ?? null }),
    ),
  ),
  bind(createListingCall, ({ body }, context) => createListing(context.db, agencyOf(context), body)),
  bind(unsaidCall, ({ query }, context) => missingFactsOf(context.db, agencyOf(context), query.sujet)),
  bind(completeUnsaidCall, ({ body }, context) => completeMissingFacts(context.db, agencyOf(context), body)),
  bind(ownListingCall, ({ params }, context) => ownListing(context.db, agencyOf(context), params.id)),
  bind(reviseListingCall, ({ params, body }, context) =>
    reviseListing(context.db, agencyOf(context), params.id, body),
  ),
  bind(checkListingCall, ({ params, body }, context) =>
    checkChanges(context.db, agencyOf(context), params.id, body),
  ),
  bind(removeListingCall, async ({ params, query }, context) => {
    await removeListing(context.db, agencyOf(context), params.id, query.motif);
    return {};
  }),
  bind(addPhotosCall, ({ params }, context) =>
    addPhotos(context, agencyOf(context), params.id, context.files),
  ),
  bind(publishListingCall, ({ params }, context) => act(context.db, agencyOf(context), 'publish', params.id)),
  bind(pauseListingCall, ({ params }, context) => act(context.db, agencyOf(context), 'pause', params.id)),
  bind(confirmListingCall, ({ params }, context) => act(context.db, agencyOf(context), 'confirm', params.id)),
  bind(confirmValuesCall, ({ params, body }, context) =>
    confirmOwnValues(context.db, agencyOf(context), params.id, body),
  ),
  bind(actTogetherCall, ({ body }, context) =>
    actTogether(context.db, agencyOf(context), body.action, body.ids),
  ),
];
