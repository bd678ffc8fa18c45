import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { alertsOf, createAlert, deleteAlert, editAlert, ownAlert, restoreAlert } from './alerts.server.ts';
import { previewOf } from './asking/preview.server.ts';
import { previewCall } from './asking/preview.ts';
import { readSentence } from './asking/sentence/sentence.server.ts';
import { parseSentenceCall } from './asking/sentence/sentence.ts';
import { audienceOf } from './audience.server.ts';
import { audienceCall } from './audience.ts';
import {
  alertCall,
  confirmAlertCall,
  createAlertCall,
  deleteAlertCall,
  editAlertCall,
  explainAlertCall,
  listAlertsCall,
  restoreAlertCall,
  unsubscribeCall,
} from './contract.ts';
import { explainToOwner } from './matching/explanation.server.ts';
import { judgeListing } from './matching/verdicts.server.ts';
import { verdictCall } from './matching/verdicts.ts';
import { confirmAlert, stopAlert } from './owner/consent.server.ts';
import { invite, leavePair } from './owner/pair.server.ts';
import { inviteCall, leavePairCall } from './owner/pair.ts';
import { openFeeds } from './owner/private-feeds.server.ts';
import { openFeedsCall } from './owner/private-feeds.ts';
import { resultsOf } from './owner/results.server.ts';
import { resultsCall } from './owner/results.ts';
import { restoreAddress } from './silenced-address.server.ts';
import { restoreAddressCall } from './silenced-address.ts';

export const alertsApi = [
  bind(createAlertCall, ({ body }, { db, env, actor, ip }) =>
    createAlert({ db, env }, actor.kind === 'user' ? actor : null, body, clientOf(ip)),
  ),
  bind(parseSentenceCall, ({ body }, { readDb }) =>
    readSentence(readDb, body.sentence, parisDay(clock.now()).day),
  ),
  bind(previewCall, ({ body }, { readDb }) => previewOf(readDb, body.criteria)),
  bind(confirmAlertCall, ({ body }, { db, actor }) => confirmAlert(db, body.token, actor)),
  bind(listAlertsCall, async (_, { db, actor }) => ({ alerts: await alertsOf(db, userOf(actor)) })),
  bind(alertCall, async ({ params }, { db, actor }) => ({
    alert: await ownAlert(db, userOf(actor), params.id),
  })),
  bind(editAlertCall, async ({ params, body }, { db, actor }) => ({
    alert: await editAlert(db, userOf(actor), params.id, body),
  })),
  bind(deleteAlertCall, async ({ params }, { db, actor }) => {
    await deleteAlert(db, userOf(actor), params.id);
    return {};
  }),
  bind(restoreAlertCall, async ({ params }, { db, actor }) => ({
    alert: await restoreAlert(db, userOf(actor), params.id),
  })),
  bind(resultsCall, ({ params, query }, { db, actor }) =>
    resultsOf(db, userOf(actor), params.id, { view: query.view ?? 'found', page: query.page ?? 1 }),
  ),
  bind(verdictCall, ({ params, body }, { db, env, actor }) =>
    judgeListing({ db, env }, actor, params.id, body),
  ),
  bind(explainAlertCall, ({ params, query }, { db, actor }) =>
    explainToOwner(db, userOf(actor), { alertId: params.id, listingId: query.listing }),
  ),
  bind(restoreAddressCall, (_, { db, env, actor }) => restoreAddress({ db, env }, userOf(actor))),
  bind(openFeedsCall, async ({ params, body }, { db, env, actor }) => ({
    feeds: await openFeeds({ db, env }, userOf(actor), params.id, body.open),
  })),
  bind(inviteCall, async ({ params, body }, { db, env, actor, ip }) => ({
    pair: await invite({ db, env }, userOf(actor), params.id, { email: body.email, client: clientOf(ip) }),
  })),
  bind(leavePairCall, async ({ params }, { db, actor }) => ({
    pair: await leavePair(db, userOf(actor), params.id),
  })),
  bind(audienceCall, ({ body }, { readDb }) => audienceOf(readDb, body)),
  bind(unsubscribeCall, async ({ query }, { db, env }) => {
    await stopAlert({ db, env }, query.token);
    return { stopped: true as const };
  }),
];

/** The calls above that need one are declared for users only: this never fails there. */
function userOf(actor: Actor): UserId {
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.userId;
}
