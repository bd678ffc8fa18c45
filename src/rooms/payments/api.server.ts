import { Readable } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext, raw } from '#platform/api.server.ts';
import { refuseForeignOrigin } from '#platform/pages.server.ts';
import {
  cancelOrderCall,
  checkoutCall,
  invoiceCall,
  orderCall,
  ordersCall,
  quoteCall,
  stripeWebhookCall,
} from './contract.ts';
import { EMBEDDED_PATH, leaveSession, paySession, shownSession } from './embedded.server.ts';
import { receiveEvent } from './events.server.ts';
import { invoiceFile } from './invoices.server.ts';
import { cancelOrder, checkout, orderOf, ordersOf } from './orders.server.ts';
import { quoteCart } from './quote.server.ts';

/** The calls below are declared for agencies only: this never fails there. */
function buyer({ actor }: RequestContext) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor;
}

export const paymentsApi = [
  bind(quoteCall, ({ body }, context) => {
    const { agencyId, ownerReference } = buyer(context);
    return quoteCart(context, { agencyId, ownerReference, ...body });
  }),
  bind(checkoutCall, ({ body }, context) => {
    const { agencyId, ownerReference } = buyer(context);
    return checkout(context, { agencyId, ownerReference, ...body });
  }),
  bind(ordersCall, async (_, context) => ({ orders: await ordersOf(context.db, buyer(context).agencyId) })),
  bind(orderCall, async ({ params }, context) => ({
    order: await orderOf(context.db, buyer(context).agencyId, params.reference),
  })),
  bind(cancelOrderCall, async ({ params }, context) => ({
    order: await cancelOrder(context, buyer(context).agencyId, params.reference),
  })),
  bindFile(invoiceCall, async ({ params }, context) => {
    const bytes = await invoiceFile(context.db, buyer(context).agencyId, params.number);
    return { fileName: `${params.number}.pdf`, content: Readable.from([bytes]) };
  }),
  bind(stripeWebhookCall, async (_, context) => {
    await receiveEvent(context, context.signed);
    return { received: true };
  }),
  raw({
    method: 'POST',
    url: `${EMBEDDED_PATH}/:session/:gesture`,
    development: true,
    handle: async (request, reply, services) => {
      refuseForeignOrigin(request, services.env);
      const { session: id, gesture } = request.params as { session: string; gesture: string };
      const session = await shownSession(services.db, id);
      if (gesture === 'refuser') return reply.redirect(`${EMBEDDED_PATH}/${id}?refus`, 303);
      const paid = { payer: 1, 'payer-deux-fois': 2 } as const;
      if (gesture !== 'abandonner' && !Object.hasOwn(paid, gesture)) throw fail(sharedErrors.NOT_FOUND);
      const events =
        gesture === 'abandonner'
          ? await leaveSession(services, id)
          : await paySession(services, id, paid[gesture as keyof typeof paid]);
      for (const event of events) await receiveEvent(services, event);
      const back = new URL(gesture === 'abandonner' ? session.cancelUrl : session.successUrl);
      // By the name that this browser uses: its session is of that name.
      return reply.redirect(`${back.pathname}${back.search}`, 303);
    },
  }),
];
