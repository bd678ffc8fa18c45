import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { isPrivateHost } from '#contract/private-host.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { DownloadRefused, postSafely } from '#platform/safe-download.server.ts';
import { type Lead, leadErrors, SYSTEM, sendingStatuses } from './contract.ts';
import { type AgencyActor, openLead } from './inbox.server.ts';
import type { OpenLead } from './inbox.ts';
import { moveLead } from './leads.server.ts';
import { lockLead } from './leads.sql.server.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  closeDelivery,
  deleteDelivery,
  dropHook,
  forgetDeliveries,
  type Hook,
  keepPayload,
  renewSalt,
  reviveDeliveries,
  selectHook,
  selectLeadToDeliver,
  selectState,
  upsertHook,
} from './webhook.sql.server.ts';
import { type Webhook, webhookErrors } from './webhook.ts';

type Open = Pick<Services, 'db' | 'env'>;

const RANDOM_BYTES = 24;
const MARK_BYTES = 8;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TIMEOUT_MS = 10_000;
/** Longer than any attempt lasts. */
const LEASE_MS = MINUTE_MS;
/** Agencies told at the same time. */
const AT_ONCE = 8;
/** Between two looks at what is due while somebody keeps us waiting. */
const LOOK_AGAIN_MS = 250;
const KEPT_DAYS = 30;
/** Between an attempt and the next: a day in all, then it is given up until somebody asks again. */
const DELAYS_MS = [
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
] as const;
const LONGEST_WAIT_MS = 4 * HOUR_MS;

/** The software of an agency, its secret left out; null when there is none. */
export async function webhookOf(
  { db, env }: { readonly db: Queryable; readonly env: Pick<Env, 'secret'> },
  agencyId: AgencyId,
): Promise<Webhook | null> {
  const state = await selectState(db, agencyId);
  if (!state) return null;
  const { salt, ...webhook } = state;
  return { ...webhook, stale: !isOurs(env, agencyId, salt) };
}

/** Whether posts may go there (security.md, threat 19): https on its usual port; hosts of WEBHOOK_HOSTS may be anything. */
function isWebhookAddress({ webhookHosts }: Pick<Env, 'webhookHosts'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password || !['http:', 'https:'].includes(protocol)) return false;
  if (webhookHosts.includes(hostname)) return true;
  return protocol === 'https:' && port === '' && !isPrivateHost(hostname);
}

/** `whsec_…` of Standard Webhooks: made of the secret of the site, so that no copy of the database holds it. */
function secretOf({ secret }: Pick<Env, 'secret'>, agencyId: number, { salt }: Pick<Hook, 'salt'>): string {
  const made = createHmac('sha256', secret)
    .update(`lead webhook ${agencyId}\n`)
    .update(salt)
    .digest('base64');
  return `whsec_${made}`;
}

/** What a secret is made of, with a mark of the secret of the site. */
function newSalt(env: Pick<Env, 'secret'>, agencyId: number): Buffer {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, markOf(env, agencyId, random)]);
}

function markOf({ secret }: Pick<Env, 'secret'>, agencyId: number, random: Buffer): Buffer {
  const mark = createHmac('sha256', secret).update(`lead webhook mark ${agencyId}\n`).update(random).digest();
  return mark.subarray(0, MARK_BYTES);
}

/** Whether a secret was made of the secret that the site has now: any other signs what no software believes. */
function isOurs(env: Pick<Env, 'secret'>, agencyId: number, salt: Buffer): boolean {
  // Earlier secrets had no mark.
  if (salt.length === RANDOM_BYTES) return true;
  return markOf(env, agencyId, salt.subarray(0, RANDOM_BYTES)).equals(salt.subarray(RANDOM_BYTES));
}

/** Tells this address of leads from now on. The secret is answered when it is made. Throws WEBHOOK_ADDRESS. */
export async function setWebhook(
  { db, env }: Open,
  agencyId: AgencyId,
  url: string,
): Promise<{ webhook: Webhook; secret: string | null }> {
  if (!isWebhookAddress(env, url)) throw fail(webhookErrors.WEBHOOK_ADDRESS);
  const salt = newSalt(env, agencyId);
  const address = new URL(url);
  address.hash = '';
  const hook = { agencyId, url: address.href, salt, changedAt: clock.now() };
  const made = await db.transaction().execute((tx) => upsertHook(tx, hook));
  const webhook = await webhookOf({ db, env }, agencyId);
  return { webhook: webhook!, secret: made ? secretOf(env, agencyId, { salt }) : null };
}

/** Signs with another secret from now on, what waits included. Throws WEBHOOK_UNKNOWN. */
export async function renewSecret(
  { db, env }: Open,
  agencyId: AgencyId,
): Promise<{ webhook: Webhook; secret: string }> {
  const salt = newSalt(env, agencyId);
  if (!(await renewSalt(db, agencyId, salt))) throw fail(webhookErrors.WEBHOOK_UNKNOWN);
  const webhook = await webhookOf({ db, env }, agencyId);
  return { webhook: webhook!, secret: secretOf(env, agencyId, { salt }) };
}

/** Tells nobody any more, not even what waits; leads that nothing else was to bring are moved to the inbox (contact.server.ts). */
export async function dropWebhook(db: Queryable, agencyId: AgencyId): Promise<void> {
  await dropHook(db, agencyId);
}

/** Posts a test at once. Throws WEBHOOK_UNKNOWN. */
export async function testWebhook(
  { db, env }: Open,
  agencyId: AgencyId,
): Promise<{ arrived: boolean; reason: string | null }> {
  const hook = await selectHook(db, agencyId);
  if (!hook) throw fail(webhookErrors.WEBHOOK_UNKNOWN);
  const payload = JSON.stringify({ type: 'webhook.test', timestamp: clock.now().toISOString(), data: {} });
  const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
  const { reason } = await post(env, { ...hook, agencyId, messageId }, payload);
  return { arrived: reason === null, reason };
}

/** Retries every delivery that was given up. */
export async function retryDeliveries(db: Db, agencyId: AgencyId): Promise<void> {
  await revive(db, agencyId, null);
}

/** What was given up of one lead is tried again. Throws LEAD_UNKNOWN (another agency’s too), LEAD_ERASED. */
export async function redeliverLead(db: Db, { agencyId }: AgencyActor, word: string): Promise<OpenLead> {
  const { id, erased } = await openLead(db, agencyId, word);
  if (erased) throw fail(leadErrors.LEAD_ERASED);
  await revive(db, agencyId, id);
  return openLead(db, agencyId, word);
}

async function revive(db: Db, agencyId: number, leadId: number | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    for (const id of await reviveDeliveries(tx, agencyId, { leadId, now })) {
      // Lock each lead before it moves.
      if ((await lockLead(tx, id))?.status === 'error')
        await moveLead(tx, { id, to: 'processing', by: SYSTEM, reason: 'Nouvel envoi demandé' }, now);
    }
  });
}

/**
 * Sends the due deliveries, one at a time for each agency: an agency that does not answer blocks no other. When a
 * process dies, its lease expires after a minute and another retries under the same identifier.
 */
export async function deliverLeads(
  services: Pick<Services, 'db' | 'env' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = services;
  const underWay = new Map<number, Promise<void>>();
  const claim = () => {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    return claimDelivery(db, { now, until, busy: [...underWay.keys()] });
  };
  try {
    for (;;) {
      // A delivery that ends during the query may free the next one of its agency.
      const alone = underWay.size === 0;
      const claimed = signal.aborted || underWay.size === AT_ONCE ? null : await claim();
      if (claimed) {
        const { id, agencyId } = claimed;
        const sending = deliver(services, claimed)
          .catch((error: unknown) => log.error({ err: error, delivery: id }, 'envoi au logiciel interrompu'))
          .finally(() => underWay.delete(agencyId));
        underWay.set(agencyId, sending);
      } else if (alone) return;
      else if (underWay.size > 0) await Promise.race([...underWay.values(), wait(LOOK_AGAIN_MS)]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
}

async function deliver(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  claimed: ClaimedDelivery,
): Promise<void> {
  const payload = claimed.payload ?? (await payloadOf({ db, env }, claimed));
  // The person of the lead was erased meanwhile.
  if (payload === null) return deleteDelivery(db, claimed.id);
  const { reason, waitMs } = await post(env, claimed, payload);
  const now = clock.now();
  if (reason === null)
    return closeDelivery(db, claimed, { status: 'delivered', payload: null, reason, settledAt: now });
  log.info({ delivery: claimed.id, attempts: claimed.attempts, reason }, 'prospect non remis au logiciel');
  const delay = DELAYS_MS[claimed.attempts - 1];
  if (delay === undefined) return closeDelivery(db, claimed, { status: 'failed', reason, settledAt: now });
  const nextAt = new Date(now.getTime() + Math.max(delay, Math.min(waitMs, LONGEST_WAIT_MS)));
  return closeDelivery(db, claimed, { status: 'pending', reason, nextAt });
}

/** The payload, stored before it is sent: a retry sends the same bytes. */
async function payloadOf({ db, env }: Open, { id, leadId, event }: ClaimedDelivery): Promise<string | null> {
  const lead = await selectLeadToDeliver(db, leadId);
  if (!lead) return null;
  const payload = JSON.stringify({
    type: event,
    timestamp: clock.now().toISOString(),
    data: toldOf(env, lead),
  });
  await keepPayload(db, id, payload);
  return payload;
}

/** A lead as software reads it (docs/operations.md). What is still on its way to the agency is new to it. */
function toldOf({ publicUrl }: Pick<Env, 'publicUrl'>, lead: Lead) {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id: lead.id,
    version: lead.version,
    status: sendingStatuses.has(lead.status) ? 'new' : lead.status,
    disqualifiedBecause: lead.disqualifiedBecause,
    request: lead.request,
    source: lead.source,
    boostId: lead.boostReference,
    listing: lead.listingReference === null ? null : { id: lead.listingId, reference: lead.listingReference },
    person: {
      civility: lead.civility,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: lead.email,
      phone: lead.phone,
    },
    message: lead.message,
    assignedTo: lead.assignedTo,
    remindOn: lead.remindOn,
    createdAt: at(lead.createdAt),
    readAt: at(lead.readAt),
    firstAnswerAt: at(lead.firstAnswerAt),
    closedAt: at(lead.closedAt),
    keepUntil: lead.keepUntil,
    url: `${publicUrl}${paths.agencyLeads()}?${new URLSearchParams({ prospect: String(lead.id) })}`,
  };
}

/** What a line says of itself, in words. */
const troubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connexion refusée',
  ECONNRESET: 'connexion coupée',
  ENOTFOUND: 'hôte inconnu',
  EAI_AGAIN: 'hôte inconnu pour l’instant',
  CERT_HAS_EXPIRED: 'certificat expiré',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificat que personne ne garantit',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificat d’un autre nom',
};

/** One attempt. `reason`: why it did not arrive, null when it did; `waitMs`: as the other side asks. Never throws. */
async function post(
  env: Pick<Env, 'secret' | 'webhookHosts'>,
  { url, salt, agencyId, messageId }: Hook & { agencyId: number; messageId: string },
  payload: string,
): Promise<{ reason: string | null; waitMs: number }> {
  if (!isWebhookAddress(env, url)) return { reason: 'adresse refusée', waitMs: 0 };
  if (!isOurs(env, agencyId, salt)) return { reason: 'secret à remplacer', waitMs: 0 };
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const key = Buffer.from(secretOf(env, agencyId, { salt }).slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${payload}`).digest('base64');
  try {
    const { status, retryAfter } = await postSafely(url, {
      body: payload,
      headers: {
        'content-type': 'application/json',
        'webhook-id': messageId,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      allowedHosts: env.webhookHosts,
      timeoutMs: TIMEOUT_MS,
    });
    if (status >= 200 && status < 300) return { reason: null, waitMs: 0 };
    const asked = Number(retryAfter ?? Number.NaN);
    return {
      reason:
        status >= 300 && status < 400 ? `réponse ${status}, redirection non suivie` : `réponse ${status}`,
      waitMs: asked > 0 ? asked * 1000 : 0,
    };
  } catch (error) {
    if (!(error instanceof DownloadRefused)) throw error;
    return { reason: troubles[error.message] ?? error.message, waitMs: 0 };
  }
}

/** Forgets what was settled a month ago. */
export async function forgetOldDeliveries(db: Db): Promise<void> {
  await forgetDeliveries(db, new Date(clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS));
}
