import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, type RequestContext } from '#platform/api.server.ts';
import { dropLogo } from '#rooms/agencies/logo/rules.server.ts';
import { agencyDashboardCall } from './contract.ts';
import { agencyExclusionConfirmCall, agencyProfileCall } from './identity/contract.ts';
import { changeProfile, exclude } from './identity/rules.server.ts';
import { dropLogoCall, setLogoCall } from './logo/contract.ts';
import { setLogo } from './logo/rules.server.ts';
import { dashboardOf } from './rules.server.ts';

function agencyIn({ actor }: Pick<RequestContext, 'actor'>) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

export const proApi = [
  bind(agencyDashboardCall, (_, context) => dashboardOf(context.db, agencyIn(context))),
  bind(agencyExclusionConfirmCall, ({ body }, context) => exclude(context, body.token)),
  bind(agencyProfileCall, ({ body }, context) => changeProfile(context, agencyIn(context), body)),
  bind(setLogoCall, async (_, context) => ({
    logo: await setLogo(context, agencyIn(context), context.files[0]),
  })),
  bind(dropLogoCall, async (_, context) => {
    await dropLogo(context.db, agencyIn(context));
    return {};
  }),
];
