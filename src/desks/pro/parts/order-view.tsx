import { useState } from 'react';
import { flushSync } from 'react-dom';
import { LiveData } from '#browser/live-data.tsx';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { BOOSTS_MAX } from '#rooms/payments/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Boostable, OrderSettings } from '../ordering/boostable.ts';
import { boostCart } from '../ordering/cart.client.ts';
import type { Cart } from '../ordering/cart.ts';
import { boostTitle, OrderBoost } from './order-boost.tsx';
import { EarlierOrder, PaidNotice } from './order-earlier.tsx';
import { useKnownListings } from './order-listings.tsx';
import { AnotherBoost, FirstBoost } from './order-pick.tsx';
import { reachField } from './order-preflight.tsx';
import { Recap, TotalBar } from './order-recap.tsx';
import { addBoost, cartActs, useAsked, useBoostCart } from './use-boost-cart.tsx';
import { useBoostPayment } from './use-boost-payment.tsx';
import { type BoostQuote, type Gone, useBoostQuote } from './use-boost-quote.tsx';

interface OrderViewProps {
  ownerReference: string;
  /** False: nothing can be ordered at the moment. */
  open: boolean;
  /** What is read then, when it is administrators who keep orders closed. */
  closed: string | null;
  settings: OrderSettings;
  /** Of the listings of the agency that may be boosted: the latest ones, and how many there are. */
  listings: readonly Boostable[];
  found: number;
  /** Numbers that the address names, and those of them that may be boosted. */
  askedIds: readonly number[];
  asked: readonly Boostable[];
  /** Key of the formula that it names, when it is sold. */
  askedFormula: string | null;
}

/** The order of boosts, from the listings to the payment, on one page. */
export function OrderView(props: OrderViewProps) {
  return (
    <LiveData>
      <div className="page py-8 pb-28 lg:py-10">
        <h1 className="text-h1">Booster des annonces</h1>
        <p className="mt-2 max-w-measure text-ardoise-600">
          Vos annonces en publicité sur Facebook et Instagram, autour de la ville que vous choisissez. Un seul
          paiement, sans abonnement.
        </p>
        <noscript>
          <div className="mt-6">
            <Notice>Commander un boost a besoin de JavaScript.</Notice>
          </div>
        </noscript>
        <Order {...props} />
      </div>
    </LiveData>
  );
}

function Order(props: OrderViewProps) {
  const { ownerReference, settings, listings, found, askedIds, askedFormula, asked } = props;
  const cart = useBoostCart(ownerReference);
  const beginWith = (key: string | null) => settings.formulas.find((one) => one.key === key);
  const defaultsWith = (key: string | null) => ({
    ...settings,
    formula: (beginWith(key) ?? settings.formulas[0])?.key ?? '',
  });
  const made = useAsked({
    ownerReference,
    ids: askedIds,
    listings: asked,
    formula: askedFormula,
    defaults: defaultsWith(askedFormula),
  });
  const unplaced = made.unplaced ? beginWith(made.formula) : undefined;
  // Once they have left the address, the page knows them still.
  const [first] = useState(asked);
  const [paid, setPaid] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly Gone[]>([]);
  const quote = useBoostQuote(ownerReference, cart, (more) =>
    setGone((before) => [
      ...before.filter(({ listingId }) => more.every((one) => one.listingId !== listingId)),
      ...more,
    ]),
  );
  const items = cart?.items ?? [];
  const open = quote.quote?.open ?? props.open;

  function add(chosen: readonly Boostable[]): string | null {
    const ids = chosen.map(({ id }) => id);
    return addBoost(ownerReference, { ids, place: chosen[0]?.place ?? null }, defaultsWith(made.formula));
  }

  return (
    <>
      <div className="mt-6 space-y-3 empty:hidden">
        {!open && <Closed words={props.closed} />}
        {made.full && (
          <Notice tone="warning" title="Le panier est plein">
            Il tient {BOOSTS_MAX} boosts au plus{NBSP}: commandez ceux-ci, ou retirez-en un.
          </Notice>
        )}
        {made.cut && (
          <Notice tone="warning" title="Ce boost montre les premières annonces choisies">
            Il en montre {LISTINGS_MAX} au plus{NBSP}: ajoutez un autre boost pour les suivantes.
          </Notice>
        )}
        {unplaced && (
          <Notice live>
            Formule {unplaced.name}
            {NBSP}: choisissez-la dans le boost voulu.
          </Notice>
        )}
        {paid && <PaidNotice reference={paid} />}
        {gone.length > 0 && (
          <GoneNotice
            gone={gone}
            onClose={() => {
              setGone([]);
              // Its button is gone: the keyboard stays on the page.
              document.getElementById('contenu')?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      {items.length === 0 && found === 0 ? (
        <Nothing ownerReference={ownerReference} />
      ) : cart === undefined ? (
        <Loading />
      ) : cart === null || items.length === 0 ? (
        <FirstBoost listings={listings} found={found} onAdd={add} />
      ) : (
        <Filled
          {...props}
          cart={cart}
          quote={quote}
          known={[...listings, ...first, ...asked]}
          begun={made.id}
          onAdd={add}
          onPaid={setPaid}
        />
      )}
    </>
  );
}

interface FilledProps extends Omit<OrderViewProps, 'open' | 'closed'> {
  cart: Cart;
  quote: BoostQuote;
  known: readonly Boostable[];
  /** The boost that the address of the page asked for. */
  begun: string | null;
  onAdd: (chosen: readonly Boostable[]) => string | null;
  /** An earlier order of this cart turned out to be paid. */
  onPaid: (reference: string) => void;
}

function Filled({
  ownerReference,
  settings,
  listings,
  found,
  cart,
  quote,
  known: given,
  begun,
  onAdd,
  onPaid,
}: FilledProps) {
  const acts = cartActs(ownerReference);
  const { items } = cart;
  // Undefined until a boost is opened or folded by hand. The one that was asked for is the last one, before `begun` says which.
  const [handled, setOpenId] = useState<string | null>();
  const openId = handled === undefined ? (begun ?? items.at(-1)?.id ?? null) : handled;
  // Not the one that is made here: its page of payment opens at once.
  const [earlier] = useState(cart.order);
  const [picked, setPicked] = useState<readonly Boostable[]>([]);
  const known = useKnownListings(
    [...given, ...picked],
    items.flatMap(({ listingIds }) => listingIds),
  );
  const { accepted, termsError, trouble, busy, accept, pay } = useBoostPayment({
    ownerReference,
    cart,
    quote,
    onOpen: setOpenId,
  });
  const pick = (listing: Boostable) => setPicked((before) => [...before, listing]);

  function remove(id: string, rank: number) {
    const next = items[rank + 1] ?? items[rank - 1];
    flushSync(() => {
      acts.removeBoost(id);
      setOpenId(next?.id ?? null);
    });
    if (next) reachField(`${next.id}-titre-du-boost`);
    else document.getElementById('contenu')?.focus();
  }

  return (
    <>
      {earlier !== null && earlier === cart.order && (
        <div className="mt-6">
          <EarlierOrder reference={earlier} ownerReference={ownerReference} onPaid={onPaid} />
        </div>
      )}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-6">
          {items.map((draft, rank) => (
            <OrderBoost
              key={draft.id}
              draft={draft}
              rank={rank + 1}
              count={items.length}
              open={items.length === 1 || draft.id === openId}
              settings={settings}
              ownerReference={ownerReference}
              first={listings}
              found={found}
              known={known}
              quoted={quote.byId.get(draft.id) ?? null}
              asking={quote.state === 'asking'}
              onOpen={(open) => setOpenId(open ? draft.id : null)}
              onChange={(part) => acts.changeBoost(draft.id, part)}
              onPick={pick}
              onRemove={() => remove(draft.id, rank)}
            />
          ))}
          {items.length < BOOSTS_MAX && found > 0 && (
            <AnotherBoost
              listings={listings}
              found={found}
              onAdd={(chosen) => {
                chosen.forEach(pick);
                const id = onAdd(chosen);
                if (id === null) return;
                flushSync(() => setOpenId(id));
                reachField(`${id}-titre-du-boost`);
              }}
            />
          )}
        </div>
        <div className="lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:max-h-[calc(100dvh-var(--header)-3rem)] lg:overflow-y-auto">
          <Recap
            cart={cart}
            titles={new Map(items.map((draft) => [draft.id, boostTitle(draft, known)]))}
            quote={quote}
            ownerReference={ownerReference}
            accepted={accepted}
            termsError={termsError}
            trouble={trouble}
            busy={busy}
            kept={boostCart.isKept()}
            onAccept={accept}
            onCodes={acts.setCoupons}
            onPay={pay}
          />
        </div>
      </div>
      <TotalBar said={quote.quote}>{formatCount(items.length, 'boost', 'boosts')}</TotalBar>
    </>
  );
}

/** What left the cart by itself, and why. */
function GoneNotice({ gone, onClose }: { gone: readonly Gone[]; onClose: () => void }) {
  return (
    <Notice
      tone="warning"
      live
      title={
        gone.length === 1 ? 'Une annonce a quitté le panier' : `${gone.length} annonces ont quitté le panier`
      }
      actions={
        <Button variant="secondary" onClick={onClose}>
          J’ai compris
        </Button>
      }
    >
      <ul className="space-y-1">
        {gone.map(({ listingId, title, reason }) => (
          <li key={listingId}>
            {title}. {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Closed({ words }: { words: string | null }) {
  return (
    <Notice tone="warning" title="Aucun boost ne peut être commandé pour l’instant">
      {words !== null && <p className="mb-1 whitespace-pre-line wrap-anywhere">{words}</p>}
      Rien n’est perdu{NBSP}: vous pouvez préparer le vôtre, le panier est gardé 24 heures, et les boosts en
      cours continuent. <TextLink to={paths.agencyBoosts()}>Voir mes boosts</TextLink>
    </Notice>
  );
}

function Nothing({ ownerReference }: { ownerReference: string }) {
  return (
    <EmptyState
      title="Aucune de vos annonces ne peut être boostée"
      actions={
        <>
          <ButtonLink to={paths.ownedListings({ ownerReference })}>Voir mes annonces</ButtonLink>
          <ButtonLink to={paths.ownedNewListing({ ownerReference })} variant="secondary">
            Créer une annonce
          </ButtonLink>
        </>
      }
    >
      Un boost montre des annonces en ligne, qui ne sont ni vendues, ni louées, ni sous offre. Publiez-en une,
      puis revenez ici.
    </EmptyState>
  );
}

/** Until the cart of this browser is known. */
function Loading() {
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <p className="sr-only">Le panier se charge.</p>
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
