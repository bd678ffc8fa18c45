import { useQuery } from '@tanstack/react-query';
import { callApi } from '#browser/api.ts';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { orderCall } from '#rooms/payments/contract.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { boostCart } from '../ordering/cart.client.ts';
import { receiptPath } from './use-boost-checkout.tsx';

interface EarlierOrderProps {
  /** Of the order that this very cart has made. */
  reference: string;
  ownerReference: string;
  onPaid: (reference: string) => void;
}

/**
 * What became of the order that this cart made, for who comes back without passing by the return of its payment: paid, it
 * empties the cart, so that nothing is bought twice; open still, it can be paid or given up.
 */
export function EarlierOrder({ reference, ownerReference, onPaid }: EarlierOrderProps) {
  const { data: order } = useQuery({
    queryKey: ['boosts', 'order', reference, 'earlier'],
    queryFn: async ({ signal }) => {
      const { data } = await callApi(orderCall, { params: { reference } }, { signal });
      if (data.order.status === 'paid' || data.order.status === 'refunded') {
        boostCart.dropOrdered(ownerReference, reference);
        onPaid(reference);
      } else if (data.order.status !== 'pending') boostCart.forgetPress(ownerReference, reference);
      return data.order;
    },
    gcTime: 0,
  });
  if (order?.status !== 'pending' || order.url === null) return null;
  const giveUp = `${paths.agencyBoostCancel()}?${new URLSearchParams({ commande: reference })}`;
  return (
    <Notice
      title="Une commande de ce panier attend son paiement"
      actions={
        <>
          <a href={order.url} className={buttonClass({ variant: 'secondary' })}>
            Reprendre le paiement
          </a>
          <TextLink to={giveUp} className="inline-flex min-h-11 items-center">
            Y renoncer
          </TextLink>
        </>
      }
    >
      C’est la commande {reference}. Changer le panier en fait une autre{NBSP}: renoncez d’abord à celle-ci.
    </Notice>
  );
}

/** The cart was emptied by an order that is paid. */
export function PaidNotice({ reference }: { reference: string }) {
  return (
    <Notice tone="success" title={`La commande ${reference} est payée`} live>
      Son panier est vidé. <TextLink to={receiptPath(reference)}>Voir le reçu</TextLink>
    </Notice>
  );
}
