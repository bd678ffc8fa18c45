import { Download } from 'lucide-react';
import { addressOf } from '#browser/api.ts';
import { useSender } from '#browser/post-form.tsx';
import { formatPrice } from '#contract/fmt.ts';
import { invoiceCall, type Order, orderStatuses } from '#rooms/payments/contract.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import type { CampaignAct, CampaignOutcome } from '../campaigns.client.ts';
import { hadCodes } from '../campaigns.ts';
import { boostAddress } from './campaign-list.tsx';
import { useFocusAfter } from './use-focus.tsx';

interface BoostOrdersProps {
  orders: readonly Order[];
  title: string;
  ownerReference: string;
}

const tones = {
  pending: 'amber',
  paid: 'green',
  failed: 'red',
  cancelled: 'grey',
  refunded: 'teal',
} as const satisfies Record<Order['status'], string>;

/** Orders with their invoices and credit notes; one that is not paid yet is paid or given up here. */
export function BoostOrders({ orders, title, ownerReference }: BoostOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="factures">
      <h2 id="factures" tabIndex={-1} className="scroll-mt-24 text-h4">
        {title}
      </h2>
      <p className="mt-1 text-small text-ardoise-600">
        Les documents sont au format Factur-X&nbsp;: ils se lisent comme un PDF, et votre logiciel de
        comptabilité y trouve les mêmes données.
      </p>
      <ul className="mt-4 space-y-3">
        {orders.map((order) => (
          <Card key={order.reference} as="li" padding="none" className="px-4 py-3">
            <OrderLine order={order} ownerReference={ownerReference} />
          </Card>
        ))}
      </ul>
    </section>
  );
}

function OrderLine({ order, ownerReference }: { order: Order; ownerReference: string }) {
  const { reference, status, totals, boosts, documents, createdAt, paidAt } = order;
  // What it was paid or given up with is gone.
  useFocusAfter(status === 'pending', () => document.getElementById('factures'));
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="text-body font-bold">
          <span className="sr-only">Commande </span>
          {reference}
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={tones[status]}>{orderStatuses[status]}</Badge>
          <span className="figures font-bold whitespace-nowrap">{formatPrice(totals.gross)} TTC</span>
        </p>
      </div>
      <p className="mt-1 text-small text-ardoise-600">
        {paidAt === null ? 'Passée le ' : 'Payée le '}
        <Time at={paidAt ?? createdAt} />
        {boosts.length > 0 && (
          <>
            {' · '}
            {boosts.map((boost, rank) => (
              <span key={boost}>
                {rank > 0 && ', '}
                <TextLink to={boostAddress(ownerReference, boost)}>{boost}</TextLink>
              </span>
            ))}
          </>
        )}
      </p>
      {documents.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {documents.map(({ number, issuedOn, gross }) => (
            <li key={number}>
              <a
                href={addressOf(invoiceCall, { params: { number } })}
                download
                className="inline-flex min-h-11 items-center gap-2 rounded-chip text-small text-phare-700 underline underline-offset-4"
              >
                <Download aria-hidden="true" className="size-4 shrink-0" />
                <span>
                  {number.startsWith('F') ? 'Facture' : 'Avoir'} {number} du{' '}
                  <Time at={issuedOn} format="short" />, {formatPrice(gross)}
                  <span className="sr-only"> (PDF)</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {status === 'pending' && <Unpaid order={order} />}
    </>
  );
}

function Unpaid({ order }: { order: Order }) {
  const { reference, url } = order;
  const { sendJson, state, data } = useSender<CampaignOutcome>();
  const busy = state !== 'idle';
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-3">
        {url && (
          <a href={url} className={buttonClass()}>
            Payer<span className="sr-only"> la commande {reference}</span>
          </a>
        )}
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void sendJson({ intent: 'cancel', order: reference } satisfies CampaignAct)}
        >
          Annuler<span className="sr-only"> la commande {reference}</span>
        </Button>
      </div>
      <p className="mt-2 text-small text-ardoise-600">
        {url
          ? `Si vous l’annulez, ${hadCodes(order) ? 'elle rend ses codes promo et ' : ''}rien n’est débité.`
          : 'Sa page de paiement est fermée. Si vous avez payé, la confirmation arrive seule.'}
      </p>
      {data?.failure && !busy && (
        <div className="mt-3">
          <Notice tone="error" live>
            {data.failure}
          </Notice>
        </div>
      )}
    </>
  );
}
