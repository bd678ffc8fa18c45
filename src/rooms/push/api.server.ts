import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, UserId } from '#platform/auth.server.ts';
import { addDeviceCall, devicesCall, removeDeviceCall } from './contract.ts';
import { addDevice, devicesFor, removeDevice } from './push.server.ts';

export const pushApi = [
  bind(devicesCall, (_, { db, env, actor }) => devicesFor({ db, env }, userOf(actor))),
  bind(addDeviceCall, ({ body }, { db, env, actor, userAgent }) =>
    addDevice({ db, env }, userOf(actor), { ...body, userAgent }),
  ),
  bind(removeDeviceCall, ({ params }, { db, env, actor }) =>
    removeDevice({ db, env }, userOf(actor), params.id),
  ),
];

/** The calls above are declared for users only: this never fails there. */
function userOf(actor: Actor): UserId {
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.userId;
}
