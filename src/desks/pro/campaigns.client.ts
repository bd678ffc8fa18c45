import { data } from 'react-router';
import { dashboards } from '#browser/agency-dashboards.ts';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { boostErrors, pauseBoostCall, resumeBoostCall, stopBoostCall } from '#rooms/boosts/contract.ts';
import { cancelOrderCall } from '#rooms/payments/contract.ts';
import { hadCodes } from './campaigns.ts';

/** What the page of boosts may ask. */
export type CampaignAct =
  | { readonly intent: 'pause' | 'resume' | 'stop'; readonly id: number }
  | { readonly intent: 'cancel'; readonly order: string };

/** Why it was not done, beside the button; null: it was done. */
export interface CampaignOutcome {
  readonly failure: string | null;
}

const calls = { pause: pauseBoostCall, resume: resumeBoostCall, stop: stopBoostCall } as const;

/** Does what a button of the page asks. The page is read anew afterwards, after a refusal too: what it showed is past. */
export async function actOnCampaign(asked: CampaignAct) {
  try {
    if (asked.intent === 'cancel') {
      const { data: given } = await callApi(cancelOrderCall, { params: { reference: asked.order } });
      toast({
        title: 'Commande annulée',
        ...(hadCodes(given.order) && { description: 'Ses codes promo sont de nouveau libres.' }),
      });
    } else {
      const { message } = await callApi(calls[asked.intent], { params: { id: String(asked.id) } });
      toast({ title: message || 'C’est fait.' });
    }
    // What was believed of the dashboard is older than this.
    dashboards.clear();
    return { failure: null } satisfies CampaignOutcome as CampaignOutcome;
  } catch (caught) {
    if (!(caught instanceof ApiError)) throw caught;
    const silent = caught.status === null;
    const failure = silent
      ? 'Le serveur ne répond pas. Rien n’a changé\u00a0: réessayez.'
      : caught.code === boostErrors.BOOST_STATUS.code
        ? 'Ce boost a changé entre-temps\u00a0: voici où il en est.'
        : caught.message;
    // Without a network, asking the page again would put an error in its place.
    return data({ failure } satisfies CampaignOutcome as CampaignOutcome, silent ? { status: 503 } : {});
  }
}
