import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import { pauseBoost, resumeBoost, stopBoost } from './boosts.server.ts';
import {
  boostsCall,
  captionCall,
  creativeCall,
  exampleCall,
  pauseBoostCall,
  resumeBoostCall,
  stopBoostCall,
} from './contract.ts';
import { exampleCreative, ownCaption, ownCreative } from './creatives.server.ts';
import { boostOf, boostsOf } from './reading.server.ts';

function agencyIn({ actor }: RequestContext) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor;
}

export const boostsApi = [
  bind(boostsCall, async (_, context) => ({
    boosts: await boostsOf(context.db, agencyIn(context).agencyId),
  })),
  bind(pauseBoostCall, async ({ params }, context) => {
    const id = await pauseBoost(context.db, agencyIn(context), params.id);
    context.say('Le boost est en pause. Ses jours restants sont gardés.');
    return { boost: await boostOf(context.db, id) };
  }),
  bind(resumeBoostCall, async ({ params }, context) => {
    const id = await resumeBoost(context.db, agencyIn(context), params.id);
    context.say('Le boost reprend. Sa fin recule d’autant.');
    return { boost: await boostOf(context.db, id) };
  }),
  bind(stopBoostCall, async ({ params }, context) => {
    const id = await stopBoost(context.db, agencyIn(context), params.id);
    context.say('Le boost est arrêté. Ce qui n’est pas dépensé donne lieu à un avoir.');
    return { boost: await boostOf(context.db, id) };
  }),
  bindFile(creativeCall, ({ query }, context) => ownCreative(context, agencyIn(context).agencyId, query)),
  bind(captionCall, async ({ query }, context) => ({
    caption: await ownCaption(context, agencyIn(context).agencyId, query),
  })),
  bindFile(exampleCall, ({ query }, context) => exampleCreative(context, query.format)),
];
