import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import { checkSignature } from '#rooms/mail/bounces.server.ts';
import { answerLead } from './answers.server.ts';
import { answerLeadCall } from './answers.ts';
import { contactAgency } from './contact.server.ts';
import { type ContactAnswer, sendAgencyLeadCall, sendLeadCall } from './contact.ts';
import { exportLeads } from './export.server.ts';
import { type AgencyActor, editLead, inboxOf, openLead, takeLead } from './inbox.server.ts';
import {
  editLeadCall,
  inboxCall,
  leadExportCall,
  openLeadCall,
  readInboxWords,
  takeLeadCall,
} from './inbox.ts';
import { receiveReply } from './replies.server.ts';
import { mailInboundCall } from './replies.ts';
import {
  dropWebhook,
  redeliverLead,
  renewSecret,
  retryDeliveries,
  setWebhook,
  testWebhook,
  webhookOf,
} from './webhook.server.ts';
import {
  dropWebhookCall,
  redeliverLeadCall,
  renewWebhookCall,
  retryWebhookCall,
  setWebhookCall,
  testWebhookCall,
  webhookCall,
} from './webhook.ts';

function agencyIn({ actor }: RequestContext): AgencyActor {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor;
}

const said: Readonly<Record<ContactAnswer['state'], string>> = {
  sent: 'Votre demande est envoyée.',
  already: 'Votre demande est déjà partie\u00a0: l’agence ne la reçoit qu’une fois.',
  held: 'Votre demande est gardée dans la boîte de l’agence, sans courriel\u00a0: trop de demandes semblables viennent du même endroit. Appelez l’agence.',
};

async function send(
  { db, env, actor, ip, say }: RequestContext,
  given: Pick<Parameters<typeof contactAgency>[1], 'to' | 'contact'>,
) {
  const accountId = actor.kind === 'user' ? actor.userId : null;
  const sent = await contactAgency({ db, env }, { ...given, sender: { accountId, ip } });
  say(said[sent.state]);
  return sent;
}

export const leadsApi = [
  bind(sendLeadCall, ({ params, body }, context) =>
    send(context, { to: { listing: params.id }, contact: body }),
  ),
  bind(sendAgencyLeadCall, ({ params, body }, context) =>
    send(context, { to: { agency: params.ownerReference }, contact: body }),
  ),
  bind(inboxCall, ({ query }, context) => inboxOf(context.db, agencyIn(context), readInboxWords(query))),
  bindFile(leadExportCall, async ({ query }, context) =>
    exportLeads(context.db, agencyIn(context), readInboxWords(query)),
  ),
  bind(openLeadCall, ({ params }, context) => openLead(context.db, agencyIn(context).agencyId, params.id)),
  bind(editLeadCall, ({ params, body }, context) => editLead(context.db, agencyIn(context), params.id, body)),
  bind(answerLeadCall, ({ params, body }, context) =>
    answerLead(context, agencyIn(context), { word: params.id, ...body }),
  ),
  bind(mailInboundCall, ({ body }, { db, env, signed }) => {
    checkSignature(env, signed);
    return receiveReply({ db, env }, body);
  }),
  bind(webhookCall, async (_, context) => ({
    webhook: await webhookOf(context, agencyIn(context).agencyId),
  })),
  bind(setWebhookCall, ({ body }, context) => setWebhook(context, agencyIn(context).agencyId, body.url)),
  bind(renewWebhookCall, (_, context) => renewSecret(context, agencyIn(context).agencyId)),
  bind(dropWebhookCall, async (_, context) => {
    await dropWebhook(context.db, agencyIn(context).agencyId);
    return { webhook: null };
  }),
  bind(testWebhookCall, (_, context) => testWebhook(context, agencyIn(context).agencyId)),
  bind(retryWebhookCall, async (_, context) => {
    const { agencyId } = agencyIn(context);
    await retryDeliveries(context.db, agencyId);
    return { webhook: await webhookOf(context, agencyId) };
  }),
  bind(redeliverLeadCall, ({ params }, context) => redeliverLead(context.db, agencyIn(context), params.id)),
  bind(takeLeadCall, ({ params }, context) => takeLead(context.db, agencyIn(context), params.id)),
];
