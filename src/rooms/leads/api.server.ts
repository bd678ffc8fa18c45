import { bind } from '../../platform/api.server.ts';
import { sendLeadCall } from './contact/contract.ts';
import { contactAgency } from './contact/rules.server.ts';

export const leadsApi = [
  bind(sendLeadCall, async ({ params, body }, { db, env, actor, ip, say }) => {
    const accountId = actor.kind === 'user' ? actor.userId : null;
    const sent = await contactAgency(
      { db, env },
      { listing: params.id, contact: body, sender: { accountId, ip } },
    );
    say(
      sent.state === 'sent'
        ? 'Votre demande est envoyée.'
        : 'Votre demande est déjà partie : l’agence ne la reçoit qu’une fois.',
    );
    return sent;
  }),
];
