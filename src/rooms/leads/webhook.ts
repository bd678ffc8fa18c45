/**
 * Webhook: tells an agency’s own software of its leads, by signed posts to an address that it gives (Standard Webhooks).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { leadErrors } from './contract.ts';
import { inboxLeadSchema } from './inbox.ts';

/** Woken when something is to be told. */
export const WEBHOOK_CHANNEL = 'vigie_lead_webhook';

export const webhookErrors = defineErrors({
  WEBHOOK_ADDRESS: [
    422,
    'Donnez une adresse publique en https, sans port ni identifiants, par exemple https://logiciel.exemple.fr/vigie.',
  ],
  WEBHOOK_UNKNOWN: [404, 'Aucun logiciel n’est relié à votre espace.'],
});

const moment = z.nullable(z.string());
const webhookSchema = z.object({
  url: z.string(),
  /** To be sent, or tried again. */
  waiting: z.int(),
  /** Given up after a day. */
  failed: z.int(),
  deliveredAt: moment,
  /** Of the last attempt that did not arrive. */
  reason: z.nullable(z.string()),
  /** Its secret was made of another key of the site: nothing is sent before it has a new one. */
  stale: z.boolean(),
});
export type Webhook = z.output<typeof webhookSchema>;

const stateSchema = z.object({ webhook: z.nullable(webhookSchema) });
/** `secret`: `whsec_…`, said when it is made and never again. */
const madeSchema = z.object({ webhook: webhookSchema, secret: z.nullable(z.string()) });

export const webhookCall = defineCall({
  method: 'GET',
  path: '/agence/webhook',
  access: 'agency',
  summary: 'Le logiciel que Vigie prévient des prospects de l’agence',
  answer: stateSchema,
});

export const setWebhookCall = defineCall({
  method: 'PUT',
  path: '/agence/webhook',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Relier un logiciel, ou changer son adresse ; son secret est donné la première fois',
  body: z.object({
    url: z.string().check(z.trim(), z.maxLength(500, { error: webhookErrors.WEBHOOK_ADDRESS.message })),
  }),
  answer: madeSchema,
  errors: [webhookErrors.WEBHOOK_ADDRESS],
});

export const renewWebhookCall = defineCall({
  method: 'POST',
  path: '/agence/webhook/secret',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Remplacer le secret : l’ancien ne signe plus rien',
  answer: madeSchema,
  errors: [webhookErrors.WEBHOOK_UNKNOWN],
});

export const dropWebhookCall = defineCall({
  method: 'DELETE',
  path: '/agence/webhook',
  access: 'agency',
  summary: 'Ne plus prévenir de logiciel',
  answer: stateSchema,
});

export const testWebhookCall = defineCall({
  method: 'POST',
  path: '/agence/webhook/test',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Envoyer un essai au logiciel et dire ce qu’il répond',
  answer: z.object({ arrived: z.boolean(), reason: z.nullable(z.string()) }),
  errors: [webhookErrors.WEBHOOK_UNKNOWN, sharedErrors.RATE_LIMIT_EXCEEDED],
});

export const retryWebhookCall = defineCall({
  method: 'POST',
  path: '/agence/webhook/retry',
  access: 'agency',
  summary: 'Envoyer à nouveau tout ce que le logiciel n’a pas reçu',
  answer: stateSchema,
});

/** One lead. */
export const redeliverLeadCall = defineCall({
  method: 'POST',
  path: '/agence/leads/:id/redeliver',
  access: 'agency',
  summary: 'Envoyer à nouveau au logiciel ce qu’il n’a pas reçu d’un prospect',
  params: z.object({ id: z.string() }),
  answer: inboxLeadSchema,
  errors: [leadErrors.LEAD_UNKNOWN, leadErrors.LEAD_ERASED],
});
