import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { restoreAddressCall } from './address/contract.ts';
import { restoreAddress } from './address/rules.server.ts';
import { audienceCall } from './audience/contract.ts';
import { audienceOf } from './audience/rules.server.ts';
import { confirmAlert, stopAlert } from './consent/rules.server.ts';
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
import { explainToOwner } from './explanation/rules.server.ts';
import { inviteCall, leavePairCall } from './pair/contract.ts';
import { invite, leavePair } from './pair/rules.server.ts';
import { previewCall } from './preview/contract.ts';
import { previewOf } from './preview/rules.server.ts';
import { resultsCall } from './results/contract.ts';
import { resultsOf } from './results/rules.server.ts';
import { alertsOf, createAlert, deleteAlert, editAlert, ownAlert, restoreAlert } from './rules.server.ts';
import { parseSentenceCall } from './sentence/contract.ts';
import { readSentence } from './sentence/rules.server.ts';
import { openFeedsCall } from './subscription/contract.ts';
import { openFeeds } from './subscription/rules.server.ts';
import { verdictCall } from './verdicts/contract.ts';
import { judgeListing } from './verdicts/rules.server.ts';

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
