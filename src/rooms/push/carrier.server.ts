import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';
import type { Env } from '#platform/env.server.ts';
import { type Outcome, PUSH_SERVICES } from './carrier.ts';
import type { PushMessage } from './contract.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_MS = 4 * 3_600_000;

/**
 * Whether messages may be handed to this address (security.md, threat 19): a push service of the list, by https on its
 * usual port. Hosts of PUSH_HOSTS, which tests use, may be anything.
 */
export function isPushEndpoint(env: Pick<Env, 'pushHosts'>, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password || !['http:', 'https:'].includes(protocol)) return false;
  if (env.pushHosts.includes(hostname)) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    PUSH_SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  );
}

/** Whether these are the keys of a subscription: a point of P-256 and sixteen bytes (RFC 8291). */
export function areDeviceKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    return false;
  }
}

/**
 * Hands a message to the push service of a device, encrypted for it (RFC 8291) and signed in our name (RFC 8292). The
 * service keeps it `ttlSeconds` for a device that is off, and only the last one of its kind. Never throws.
 */
export async function carryPush(
  env: Pick<Env, 'pushHosts' | 'vapid' | 'contactAddress'>,
  device: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  message: PushMessage,
  ttlSeconds: number,
): Promise<Outcome> {
  const { endpoint, p256dh, auth } = device;
  if (!isPushEndpoint(env, endpoint)) return { kind: 'refused', reason: 'service inconnu' };
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: `mailto:${env.contactAddress}`, ...env.vapid },
      TTL: ttlSeconds,
      urgency: 'high',
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    });
  } catch (error) {
    return { kind: 'refused', reason: String(error) };
  }
  try {
    const { 'Content-Length': _length, ...headers } = request.headers;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    return { kind: 'later', reason: reasonOf(error), afterMs: null };
  }
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    const afterMs = seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null;
    return { kind: 'later', reason: `réponse ${status}`, afterMs };
  }
  return { kind: 'refused', reason: `réponse ${status}` };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}
