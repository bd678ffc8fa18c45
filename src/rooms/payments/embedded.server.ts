import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, sharedErrors } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type EmbeddedSession, endSession, insertSession, selectSession } from './embedded.sql.server.ts';
import {
  CURRENCY,
  type Provider,
  type ProviderEvent,
  ProviderTrouble,
  type SessionState,
} from './provider.ts';

type Open = Pick<Services, 'db' | 'env'>;

const TOLERANCE_SECONDS = 300;
export const EMBEDDED_PATH = '/dev/paiement';

/** The payment of demonstrations: a page of this site stands for the provider’s, and its events are signed as theirs are. */
export function embeddedProvider({ db, env }: Open): Provider {
  return {
    name: 'embedded',
    async openSession({ reference, amount, successUrl, cancelUrl, expiresAt }) {
      const id = await insertSession(db, {
        id: numberOf('session'),
        orderReference: reference,
        amount,
        successUrl,
        cancelUrl,
        expiresAt,
        createdAt: clock.now(),
      });
      return { id, url: `${env.publicUrl}${EMBEDDED_PATH}/${id}` };
    },
    readSession: async (id) => stateOf(await sessionOf(db, id)),
    async closeSession(id) {
      await endSession(db, id, { status: 'expired' });
      return stateOf(await sessionOf(db, id));
    },
    // One number for each key, however often it is asked.
    refund: async ({ key }) =>
      `refund_${createHmac('sha256', env.secret).update(key).digest('hex').slice(0, 16)}`,
    readEvent: async (signed) => readSigned(env, signed),
  };
}

const numberOf = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

async function sessionOf(db: Services['db'], id: string): Promise<EmbeddedSession> {
  const session = await selectSession(db, id);
  if (!session) throw new ProviderTrouble('session inconnue', { final: true });
  return session;
}

function stateOf({ status, expiresAt, paymentId, amount }: EmbeddedSession): SessionState {
  if (status === 'paid' && paymentId !== null)
    return { status: 'complete', paid: { id: paymentId, amount, currency: CURRENCY } };
  return { status: status === 'open' && expiresAt > clock.now() ? 'open' : 'expired', paid: null };
}

/** A session as its page shows it. Throws NOT_FOUND. */
export async function shownSession(db: Services['db'], id: string) {
  const session = await selectSession(db, id);
  if (!session) throw fail(sharedErrors.NOT_FOUND);
  return { ...session, open: stateOf(session).status === 'open' };
}

/** An event as it would come over the wire. */
export interface SignedEvent {
  readonly signature: string;
  readonly body: string;
}

/**
 * Pays an open session, once or twice (another payment of the same order); answers the events to be taken in. A session that is
 * not open is not paid: no event.
 */
export async function paySession({ db, env }: Open, id: string, times: 1 | 2): Promise<SignedEvent[]> {
  const session = await shownSession(db, id);
  if (!session.open) return [];
  const paymentIds = Array.from({ length: times }, () => numberOf('payment'));
  await endSession(db, id, { status: 'paid', paymentId: paymentIds[0]! });
  const { orderReference: reference, amount } = session;
  return paymentIds.map((paymentId) =>
    sign(env, {
      kind: 'paid',
      reference,
      payment: { id: paymentId, amount, currency: CURRENCY },
    }),
  );
}

/** Closes an open session that its person left; answers the event to be taken in. */
export async function leaveSession({ db, env }: Open, id: string): Promise<SignedEvent[]> {
  const session = await shownSession(db, id);
  if (!session.open) return [];
  await endSession(db, id, { status: 'expired' });
  return [sign(env, { kind: 'expired', reference: session.orderReference })];
}

function sign(env: Open['env'], news: ProviderEvent['news']): SignedEvent {
  const event: ProviderEvent = { id: numberOf('event'), type: `embedded.${news.kind}`, news };
  const body = JSON.stringify(event);
  const seconds = Math.floor(clock.now().getTime() / 1000);
  return { body, signature: `t=${seconds},v1=${signatureOf(env, seconds, body)}` };
}

function signatureOf({ secret }: Pick<Open['env'], 'secret'>, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`embedded payment\n${seconds}.${body}`).digest('hex');
}

function readSigned(
  env: Open['env'],
  { signature, body }: { signature: string; body: string | Uint8Array },
): ProviderEvent | null {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? [];
  if (given === '' || typeof body !== 'string') return null;
  const age = clock.now().getTime() / 1000 - Number(time);
  const expected = signatureOf(env, Number(time), body);
  if (age > TOLERANCE_SECONDS || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null;
  return JSON.parse(body) as ProviderEvent;
}
