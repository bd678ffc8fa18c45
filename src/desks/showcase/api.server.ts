import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, UserId } from '#platform/auth.server.ts';
import { joinAgain, tellApart } from './same-home.server.ts';
import { joinAgainCall, separateCall } from './same-home.ts';

export const showcaseApi = [
  bind(separateCall, async ({ params, body }, { db, actor }) => {
    await tellApart(db, userOf(actor), params, body.difference);
    return {};
  }),
  bind(joinAgainCall, async ({ params }, { db, actor }) => {
    await joinAgain(db, userOf(actor), params);
    return {};
  }),
];

/** The calls above are declared for users only: this never fails there. */
function userOf(actor: Actor): UserId {
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.userId;
}
