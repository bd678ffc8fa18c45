import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf } from '#browser/api.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { invoiceCall, type Order } from '#rooms/payments/contract.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { Cart } from '../ordering/cart.ts';
import { TotalLines } from './order-recap.tsx';

/** The frame of what became of an order: a title, what it means, what can be done. */
export function Outcome({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="page py-10 lg:py-14">
      <div className="mx-auto max-w-measure">
        <div className="flex items-start gap-4">
          {icon}
          <div className="min-w-0">
            <h1 className="text-h1">{title}</h1>
            <div className="mt-2 space-y-2 text-ardoise-700">{children}</div>
          </div>
        </div>
        {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}

/** What was bought: its lines, its totals, its invoice and, if some of it was given back, its credit notes. */
export function Receipt({ order }: { order: Order }) {
  const { reference, lines, totals, documents, paidAt } = order;
  return (
    <Card as="section" aria-labelledby="recu">
      <h2 id="recu" className="text-h4">
        Reçu
      </h2>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-1 text-small">
        <div className="flex gap-2">
          <dt className="text-ardoise-600">Commande</dt>
          <dd className="font-medium">{reference}</dd>
        </div>
        {paidAt && (
          <div className="flex gap-2">
            <dt className="text-ardoise-600">Payée le</dt>
            <dd className="font-medium">{formatDate(new Date(paidAt))}</dd>
          </div>
        )}
      </dl>
      <ul className="mt-4 divide-y divide-ardoise-200 border-t border-ardoise-200">
        {lines.map(({ boost, label, days, freeDays, listings, net, discount }) => (
          <li key={boost} className="py-3">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{label}</span>
              <span className="figures font-medium whitespace-nowrap">{formatPrice(net)}</span>
            </p>
            <p className="text-small text-ardoise-700 wrap-anywhere">{listings.join(', ')}</p>
            <p className="text-small text-ardoise-600">
              {boost} · {formatCount(days, 'jour', 'jours')}
              {freeDays > 0 && ` + ${formatCount(freeDays, 'jour offert', 'jours offerts')}`}
            </p>
            {discount > 0 && (
              <p className="flex justify-between gap-3 text-small text-vert-700">
                <span>Remise</span>
                <span className="figures whitespace-nowrap">{formatPrice(-discount)}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      <TotalLines {...totals} />
      <div className="mt-4 flex flex-wrap gap-3 border-t border-ardoise-200 pt-4">
        {documents.map(({ number }, rank) => (
          <ButtonLink
            key={number}
            to={addressOf(invoiceCall, { params: { number } })}
            reloadDocument
            download
            variant="secondary"
            icon={<Download aria-hidden="true" className="size-5" />}
          >
            {rank === 0 ? 'Facture' : 'Avoir'} {number}
            <span className="sr-only"> (PDF)</span>
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}

/** The ways on from an order that is paid, the best one first. */
export function WaysOn({ ownerReference }: { ownerReference: string }) {
  return (
    <>
      <ButtonLink to={paths.ownedBoosts({ ownerReference })}>Voir mes boosts</ButtonLink>
      <ButtonLink to={paths.ownedBoost({ ownerReference })} variant="secondary">
        Booster d’autres annonces
      </ButtonLink>
    </>
  );
}

/** What is known of the money of an order that came to nothing. */
export function moneyWords({ givenBack, unproven }: Pick<Order, 'givenBack' | 'unproven'>): string {
  if (givenBack)
    return `Il est arrivé alors que la commande n’en attendait plus. Il repart sur la même carte${NBSP}; le délai est celui de votre banque.`;
  return unproven
    ? 'Le prestataire de paiement n’a pas encore confirmé que rien n’a été payé. Un paiement qui arriverait serait honoré ou rendu.'
    : 'Rien n’a été payé.';
}

/** The title of an order whose money came, and goes back. */
export const GIVEN_BACK = 'Votre paiement vous est rendu';

/** The cart of this browser as `useBoostCart` tells it. */
type KnownCart = Cart | null | undefined;

/** From an order that came to nothing: to what is in the cart, or to begin anew. */
export function WayBack({ ownerReference, cart }: { ownerReference: string; cart: KnownCart }) {
  return (
    <ButtonLink to={paths.ownedBoost({ ownerReference })}>
      {cart === undefined || cart?.items.length ? 'Revenir au panier' : 'Préparer un boost'}
    </ButtonLink>
  );
}

/** What is left of the cart of such an order: `intact` says what to do with it. Nothing until the browser is known. */
export function CartLeft({ cart, intact }: { cart: KnownCart; intact: string }) {
  if (cart?.items.length)
    return (
      <p>
        Votre panier est intact{NBSP}: {intact}
      </p>
    );
  return cart === null ? (
    <p>Ce navigateur n’a pas gardé le panier{NBSP}: il faut choisir de nouveau.</p>
  ) : null;
}
