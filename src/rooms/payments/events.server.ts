import { fail } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { paymentErrors } from './contract.ts';
import { insertEvent, recordOutcome, selectOrderOfPayment } from './orders.sql.server.ts';
import { currentProvider } from './provider.server.ts';
import type { ProviderEvent } from './provider.ts';
import { failRefund } from './refunds.sql.server.ts';
import { releaseByReference, type Settling, takePayment } from './settlement.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

/**
 * Takes in what the provider announces, once for each event, in whatever order events come. An event that is not about us is
 * known from then on and changes nothing. Throws WEBHOOK_SIGNATURE; anything else makes the provider send it again.
 */
export async function receiveEvent(
  services: Open,
  signed: { readonly signature: string; readonly body: string | Uint8Array },
): Promise<void> {
  const { db, log } = services;
  const provider = currentProvider(services);
  const event = await provider?.readEvent(signed);
  if (!provider || !event) throw fail(paymentErrors.WEBHOOK_SIGNATURE);
  const { id, type } = event;
  const outcome = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await insertEvent(tx, { id, provider: provider.name, type, receivedAt: now }))) return null;
    const became = await takeIn({ tx, env: services.env, now }, event);
    await recordOutcome(tx, id, became);
    return became;
  });
  if (outcome === null) return;
  log.info({ event: id, type, outcome }, 'événement de paiement');
}

async function takeIn(settling: Settling, { news }: ProviderEvent): Promise<string> {
  const { tx, now } = settling;
  switch (news.kind) {
    case 'paid':
      return takePayment(settling, news.reference, news.payment);
    case 'failed':
    case 'expired': {
      const status = news.kind === 'failed' ? 'failed' : 'cancelled';
      return (await releaseByReference(tx, news.reference, status, now)) ? status : 'unknown';
    }
    case 'refund-failed': {
      const refund = await failRefund(tx, news);
      if (!refund) return 'unknown';
      await addAlarm(tx, refund.orderId, 'returned', news.reason);
      return news.kind;
    }
    case 'disputed': {
      const order = await selectOrderOfPayment(tx, news.paymentId);
      if (!order) return 'unknown';
      await addAlarm(tx, order.id, 'disputed', news.paymentId);
      return news.kind;
    }
    case 'other':
      return 'ignored';
  }
}
