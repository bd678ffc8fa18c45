import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import { clock } from '#platform/clock.server.ts';
import { pauseBoost, resumeBoost, stopBoost } from './boosts.server.ts';
import {
  addConfiguration,
  configurationCsv,
  configurationPage,
  shownVersion,
} from './configuration.server.ts';
import { configurationCall, configurationCsvCall, loadConfigurationCall } from './configuration-versions.ts';
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
import { actOnBoost, boostCreative, boostFile, boostPackage, boostsCsv, boostsPage } from './tasks.server.ts';
import {
  actOnBoostCall,
  adminBoostCall,
  adminBoostsCall,
  adminBoostsCsvCall,
  adminCreativeCall,
  boostPackageCall,
} from './tasks.ts';

function administratorIn({ actor }: RequestContext) {
  if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.name;
}

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
  bind(adminBoostsCall, ({ query: { apres, ...words } }, { db }) => boostsPage(db, words, apres ?? null)),
  bindFile(adminBoostsCsvCall, async ({ query }, { db }) => ({
    fileName: query.vue === 'tous' ? 'boosts.csv' : 'boosts-a-faire.csv',
    content: boostsCsv(db, query),
  })),
  bind(adminBoostCall, ({ params }, context) => boostFile(context, params.reference)),
  bind(actOnBoostCall, ({ params, body }, context) =>
    actOnBoost(context.db, params.reference, body, administratorIn(context)),
  ),
  bindFile(adminCreativeCall, ({ params, query }, context) =>
    boostCreative(context, params.reference, query),
  ),
  bindFile(boostPackageCall, ({ params }, context) => boostPackage(context, params.reference)),
  bind(configurationCall, ({ query }, { db }) => configurationPage(db, query)),
  bindFile(configurationCsvCall, async (_, { db }) => ({
    fileName: 'configuration-des-boosts.csv',
    content: configurationCsv(db),
  })),
  bind(loadConfigurationCall, async ({ body }, context) => {
    const given = { ...body, by: administratorIn(context) };
    const { id } = await addConfiguration(context.db, given, clock.now());
    return { version: await shownVersion(context.db, id) };
  }),
];
