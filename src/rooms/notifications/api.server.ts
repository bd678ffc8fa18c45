import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, type RequestContext } from '#platform/api.server.ts';
import {
  changeNotificationSettingsCall,
  notificationSettingsCall,
  notificationsCall,
  readNotificationsCall,
} from './contract.ts';
import {
  changeNotificationSettings,
  notificationSettings,
  notificationsOf,
  readNotifications,
} from './notifications.server.ts';

function agencyIn({ actor }: Pick<RequestContext, 'actor'>) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

export const notificationsApi = [
  bind(notificationSettingsCall, (_, context) => notificationSettings(context.db, agencyIn(context))),
  bind(changeNotificationSettingsCall, ({ body }, context) =>
    changeNotificationSettings(context.db, agencyIn(context), body),
  ),
  bind(notificationsCall, ({ query }, context) =>
    notificationsOf(context.db, agencyIn(context), query.apres),
  ),
  bind(readNotificationsCall, ({ body }, context) =>
    readNotifications(context.db, agencyIn(context), body.upTo),
  ),
];
