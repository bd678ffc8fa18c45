import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { NBSP } from '#contract/fmt.ts';
import { cancelOrderCall, type Order } from '#rooms/payments/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { boostCart } from '../ordering/cart.client.ts';
import { Outcome, WaysOn } from './order-outcome.tsx';
import { receiptPath } from './use-boost-checkout.tsx';

interface CancelViewProps {
  order: Order;
  ownerReference: string;
}

/** The page of payment was left: the order is given up, its codes are free again, the cart is as it was. */
export function CancelView({ order: first, ownerReference }: CancelViewProps) {
  const [order, setOrder] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const once = useOnce();
  const { reference, status } = order;

  async function giveUp() {
    setFailure(null);
    try {
      const { data } = await callApi(cancelOrderCall, { params: { reference } });
      setOrder(data.order);
    } catch (error) {
      const read = failureOf(error);
      setFailure(refusedBy(read).failure ?? read.message);
    }
  }
  const begin = useEffectEvent(() => void once(giveUp));
  useEffect(() => {
    if (status === 'pending') begin();
    else if (status !== 'paid') boostCart.forgetPress(ownerReference, reference);
  }, [status, ownerReference, reference]);

  if (status === 'paid' || status === 'refunded')
    return (
      <Outcome
        icon={<CircleCheck aria-hidden="true" className="mt-1 size-8 shrink-0 text-vert-700" />}
        title={status === 'paid' ? 'Cette commande est payée' : 'Cette commande est remboursée'}
        actions={<ButtonLink to={receiptPath(reference)}>Voir le reçu</ButtonLink>}
      >
        <p>
          {status === 'paid'
            ? 'Le paiement a été confirmé avant que vous ne quittiez sa page. Un boost s’annule encore depuis vos boosts.'
            : 'Son paiement vous a été rendu.'}
        </p>
      </Outcome>
    );
  const done = status !== 'pending';
  return (
    <Outcome
      icon={
        done ? (
          <CircleSlash aria-hidden="true" className="mt-1 size-8 shrink-0 text-ardoise-600" />
        ) : (
          <CircleAlert aria-hidden="true" className="mt-1 size-8 shrink-0 text-ambre-700" />
        )
      }
      title="Rien n’a été payé"
      actions={<WaysOn ownerReference={ownerReference} boosts={false} />}
    >
      <p aria-live="polite">
        {done
          ? `La commande ${reference} est annulée, et ses codes promo sont de nouveau libres.`
          : failure
            ? ''
            : `La commande ${reference} s’annule.`}
      </p>
      {failure && !done && (
        <Notice
          tone="error"
          title="La commande n’a pas pu être annulée"
          live
          actions={
            <Button variant="secondary" onClick={() => void once(giveUp)}>
              Réessayer
            </Button>
          }
        >
          {failure} Sans rien faire, elle s’annule d’elle-même en moins d’une heure.
        </Notice>
      )}
      <p>Votre panier est intact{NBSP}: vous y retrouvez vos choix et vos mots.</p>
    </Outcome>
  );
}
