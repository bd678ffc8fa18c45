import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dashboards } from '#browser/agency-dashboards.ts';
import { callApi } from '#browser/api.ts';
import { LiveData } from '#browser/live-data.tsx';
import { NBSP } from '#contract/fmt.ts';
import { type Order, type OrderStatus, orderCall } from '#rooms/payments/contract.ts';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { hadCodes } from '../campaigns.ts';
import { boostCart } from '../ordering/cart.client.ts';
import { CartLeft, GIVEN_BACK, moneyWords, Outcome, Receipt, WayBack, WaysOn } from './order-outcome.tsx';
import { useBoostCart } from './use-boost-cart.tsx';

interface PaymentViewProps {
  order: Order;
  ownerReference: string;
}

/** The return from the page of payment: waits for the provider to be heard, then shows the receipt. It grants nothing by itself. */
export function PaymentView(props: PaymentViewProps) {
  return (
    <LiveData>
      <Followed {...props} />
    </LiveData>
  );
}

/** Between two questions, in milliseconds: often at first, then as long as it takes. */
const WAITS = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000];
const LATE_MS = 60_000;

function Followed({ order: first, ownerReference }: PaymentViewProps) {
  const { reference } = first;
  const { data: order } = useQuery({
    queryKey: ['boosts', 'order', reference],
    queryFn: async ({ signal }) =>
      (await callApi(orderCall, { params: { reference } }, { signal })).data.order,
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending'
        ? WAITS[Math.min(state.dataUpdateCount + state.errorUpdateCount, WAITS.length - 1)]!
        : false,
  });
  const { status } = order;
  useEffect(() => {
    if (status === 'paid' || status === 'refunded') {
      boostCart.dropOrdered(ownerReference, reference);
      // What was believed of the dashboard is older than this.
      dashboards.clear();
    } else if (status !== 'pending') boostCart.forgetPress(ownerReference, reference);
  }, [status, ownerReference, reference]);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {titleOf(order)}
      </p>
      <Ended order={order} ownerReference={ownerReference} />
    </>
  );
}

const said: Readonly<Record<OrderStatus, string>> = {
  pending: 'Paiement en cours de confirmation',
  paid: 'Paiement confirmé',
  failed: 'Le paiement n’a pas abouti',
  cancelled: 'La commande est annulée',
  refunded: 'La commande est remboursée',
};

const titleOf = ({ status, givenBack }: Order) =>
  givenBack && (status === 'failed' || status === 'cancelled') ? GIVEN_BACK : said[status];

function Ended({ order, ownerReference }: PaymentViewProps) {
  const { status } = order;
  const cart = useBoostCart(ownerReference);
  const bad = <CircleAlert aria-hidden="true" className="mt-1 size-8 shrink-0 text-ambre-700" />;
  if (status === 'pending') return <Pending order={order} />;
  if (status === 'failed' || status === 'cancelled')
    return (
      <Outcome
        icon={bad}
        title={titleOf(order)}
        actions={<WayBack ownerReference={ownerReference} cart={cart} />}
      >
        <p>
          {status === 'failed' &&
            !order.givenBack &&
            'La banque n’a pas accepté le paiement, ou sa page s’est fermée avant la fin. '}
          {moneyWords(order)}
        </p>
        <CartLeft cart={cart} intact="vous pouvez recommencer, avec une autre carte si vous le voulez." />
        {hadCodes(order) && <p>Vos codes promo sont de nouveau libres.</p>}
      </Outcome>
    );
  return (
    <>
      <Outcome
        icon={
          status === 'paid' ? (
            <CircleCheck aria-hidden="true" className="mt-1 size-8 shrink-0 text-vert-700" />
          ) : (
            <RotateCcw aria-hidden="true" className="mt-1 size-8 shrink-0 text-ardoise-600" />
          )
        }
        title={said[status]}
        actions={<WaysOn ownerReference={ownerReference} />}
      >
        {status === 'paid' ? (
          <p>
            {order.lines.length > 1 ? 'Vos boosts partent' : 'Votre boost part'} au réseau. Vous serez prévenu
            quand la diffusion commence{NBSP}; la facture arrive aussi par courriel.
          </p>
        ) : (
          <p>Le paiement vous est rendu. L’avoir dit pourquoi, et de combien.</p>
        )}
      </Outcome>
      <div className="page -mt-4 pb-12">
        <div className="mx-auto max-w-measure">
          <Receipt order={order} />
        </div>
      </div>
    </>
  );
}

function Pending({ order }: { order: Order }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Outcome
      icon={
        <span className="mt-1 grid size-8 shrink-0 place-items-center text-phare-700">
          <Spinner />
        </span>
      }
      title={said.pending}
      actions={
        order.url && (
          <a href={order.url} className={buttonClass({ variant: 'secondary' })}>
            Revenir à la page de paiement
          </a>
        )
      }
    >
      <p>
        Nous attendons la réponse du prestataire de paiement, pour la commande {order.reference}. Cette page
        se met à jour seule.
      </p>
      {late && (
        <Notice title="C’est plus long que d’habitude" live>
          Rien n’est débité deux fois. Vous pouvez fermer cette page{NBSP}: un courriel vous apportera la
          facture dès que le paiement sera confirmé, et votre panier reste gardé d’ici là.
        </Notice>
      )}
    </Outcome>
  );
}
