import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, type RequestContext } from '#platform/api.server.ts';
import { dropLogo } from '#rooms/agencies/logo.server.ts';
import { changeProfile, exclude } from './agency-profile.server.ts';
import { agencyExclusionConfirmCall, agencyProfileCall } from './agency-profile.ts';
import { agencyDashboardCall } from './contract.ts';
import { dashboardOf } from './dashboard.server.ts';
import { setLogo } from './logo.server.ts';
import { dropLogoCall, setLogoCall } from './logo.ts';
import { boostableOf } from './ordering/boostable.server.ts';
import { boostableCall, readIds } from './ordering/boostable.ts';

function agencyIn({ actor }: Pick<RequestContext, 'actor'>) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

export const proApi = [
  bind(agencyDashboardCall, (_, context) => dashboardOf(context.db, agencyIn(context))),
  bind(agencyExclusionConfirmCall, ({ body }, context) => exclude(context, body.token)),
  bind(agencyProfileCall, ({ body }, context) => changeProfile(context, agencyIn(context), body)),
  bind(boostableCall, ({ query }, context) =>
    boostableOf(context.db, agencyIn(context), { words: query.q, ids: readIds(query.ids) }),
  ),
  bind(setLogoCall, async (_, context) => ({
    logo: await setLogo(context, agencyIn(context), context.files[0]),
  })),
  bind(dropLogoCall, async (_, context) => {
    await dropLogo(context.db, agencyIn(context));
    return {};
  }),
];
