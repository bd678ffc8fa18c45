import { fail, sharedErrors } from '../../contract/errors.ts';
import { bind } from '../../platform/api.server.ts';
import { agencyDashboardCall } from './contract.ts';
import { dashboardOf } from './rules.server.ts';

export const proApi = [
  bind(agencyDashboardCall, async (_, { db, actor }) => {
    if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
    return dashboardOf(db, actor.agencyId);
  }),
];
