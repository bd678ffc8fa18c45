import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { cancelOrderCall, type Order } from '#rooms/payments/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { hadCodes } from '../campaigns.ts';
import { boostCart } from '../ordering/cart.client.ts';
import { CartLeft, GIVEN_BACK, moneyWords, Outcome, WayBack } from './order-outcome.tsx';
import { useBoostCart } from './use-boost-cart.tsx';
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
  const cart = useBoostCart(ownerReference);
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

  const title = titleOf(order, failure);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Ended
        order={order}
        title={title}
        failure={failure}
        onRetry={() => void once(giveUp)}
        ownerReference={ownerReference}
        cart={cart}
      />
    </>
  );
}

/** Nothing is said of the money before it is known. */
function titleOf({ status, givenBack, unproven }: Order, failure: string | null): string {
  if (status === 'pending')
    return failure === null ? 'La commande s’annule' : 'La commande n’est pas encore annulée';
  if (status === 'paid') return 'Cette commande est payée';
  if (status === 'refunded') return 'Cette commande est remboursée';
  if (givenBack) return GIVEN_BACK;
  return unproven ? 'La commande est annulée' : 'Rien n’a été payé';
}

interface EndedProps extends CancelViewProps {
  title: string;
  /** Why it could not be given up. */
  failure: string | null;
  onRetry: () => void;
  cart: ReturnType<typeof useBoostCart>;
}

function Ended({ order, title, failure, onRetry, ownerReference, cart }: EndedProps) {
  const { reference, status } = order;
  if (status === 'paid' || status === 'refunded')
    return (
      <Outcome
        icon={<CircleCheck aria-hidden="true" className="mt-1 size-8 shrink-0 text-vert-700" />}
        title={title}
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
      title={title}
      actions={<WayBack ownerReference={ownerReference} cart={cart} />}
    >
      {done ? (
        <>
          <p>
            La commande {reference} est annulée
            {hadCodes(order) && ', et ses codes promo sont de nouveau libres'}.
          </p>
          {(order.givenBack || order.unproven) && <p>{moneyWords(order)}</p>}
        </>
      ) : (
        failure === null && <p>C’est la commande {reference}.</p>
      )}
      {failure !== null && !done && (
        <Notice
          tone="error"
          title="La commande n’a pas pu être annulée"
          live
          actions={
            <Button variant="secondary" onClick={onRetry}>
              Réessayer
            </Button>
          }
        >
          {failure} Sans rien faire, elle s’annule d’elle-même en moins d’une heure.
        </Notice>
      )}
      <CartLeft cart={cart} intact="vous y retrouvez vos choix et vos mots." />
    </Outcome>
  );
}
