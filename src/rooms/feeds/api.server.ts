import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile } from '#platform/api.server.ts';
import type { Actor } from '#platform/auth.server.ts';
import {
  applyFeed,
  diagnosticsFile,
  feedHistory,
  feedReport,
  receiveFeed,
  type Sender,
  undoFeed,
} from './diagnosis.server.ts';
import {
  applyFeedCall,
  feedDiagnosticsCall,
  feedHistoryCall,
  feedReportCall,
  sendFeedCall,
  undoFeedCall,
} from './diagnosis.ts';

/** The agency is that of the session, whatever the call says (security.md, threat 10). */
function senderOf({ actor }: { readonly actor: Actor }): Sender {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor;
}

export const feedsApi = [
  bind(sendFeedCall, (_, context) => receiveFeed(context, senderOf(context), context.file)),
  bind(feedHistoryCall, ({ query }, context) =>
    feedHistory(context.db, senderOf(context).agencyId, query.avant),
  ),
  bind(feedReportCall, ({ params, query }, context) =>
    feedReport(context.db, senderOf(context), params.id, query),
  ),
  bindFile(feedDiagnosticsCall, ({ params }, context) =>
    diagnosticsFile(context.db, senderOf(context), params.id),
  ),
  bind(applyFeedCall, ({ params, body }, context) =>
    applyFeed(context.db, senderOf(context), params.id, body.confirmed ?? false),
  ),
  bind(undoFeedCall, ({ params }, context) => undoFeed(context.db, senderOf(context), params.id)),
];
