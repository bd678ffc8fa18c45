import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { refusedBy } from '#browser/checked-form.ts';
import { readError } from '#browser/read-error.ts';
import type { AnswerOf } from '#contract/call.ts';
import { quoteCall } from '#rooms/payments/contract.ts';
import { boostCart } from '../ordering/cart.client.ts';
import { type Cart, wantedOf } from '../ordering/cart.ts';

export type Quote = AnswerOf<typeof quoteCall>;
export type QuotedBoost = Quote['boosts'][number];

/** A listing that left the cart because it can no longer be boosted, and why. */
export interface Gone {
  readonly listingId: number;
  readonly title: string;
  readonly reason: string;
}

/** While one types, nothing is asked. */
const SETTLE_MS = 600;
const NOTHING = '';

/** The text once it has stood for a while; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), settled === NOTHING ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}

/** What is asked of the server: the boosts that are whole, by their names in the cart. */
export function askedOf(cart: Cart | null) {
  const whole = (cart?.items ?? []).flatMap((item) => {
    const { wanted } = wantedOf(item);
    return wanted ? [{ id: item.id, wanted }] : [];
  });
  return {
    ids: whole.map(({ id }) => id),
    body: { boosts: whole.map(({ wanted }) => wanted), coupons: cart?.coupons ?? [] },
  };
}

interface Answered {
  readonly quote: Quote;
  readonly byId: ReadonlyMap<string, QuotedBoost>;
}

/**
 * The price of the cart, asked of the server after each change; nothing of it is kept. Listings that can no longer be boosted
 * leave the cart as soon as it is told, and a boost with the last of its own; `onGone` hears of them.
 */
export function useBoostQuote(
  ownerReference: string,
  cart: Cart | null | undefined,
  onGone: (gone: readonly Gone[]) => void,
) {
  const asked = askedOf(cart ?? null);
  const text = asked.ids.length === 0 ? NOTHING : JSON.stringify(asked);
  const settled = useSettled(text);
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['boosts', 'quote', settled],
    queryFn: async ({ signal }): Promise<Answered> => {
      const { ids, body } = JSON.parse(settled) as typeof asked;
      const { data: quote } = await callApi(quoteCall, { body }, { signal });
      const gone = quote.boosts.flatMap(({ dropped }) => dropped);
      if (gone.length > 0) {
        takeOut(ownerReference, ids, quote);
        onGone(gone);
      }
      return { quote, byId: new Map(ids.map((id, rank) => [id, quote.boosts[rank]!])) };
    },
    enabled: settled !== NOTHING,
    placeholderData: keepPreviousData,
    // A price is asked again each time.
    gcTime: 0,
  });
  const known = text === NOTHING ? undefined : data;
  return {
    quote: known?.quote ?? null,
    byId: known?.byId ?? new Map<string, QuotedBoost>(),
    state:
      text === NOTHING
        ? ('empty' as const)
        : isFetching || isPlaceholderData || settled !== text
          ? ('asking' as const)
          : isError
            ? ('failed' as const)
            : ('said' as const),
    failure: isError ? (refusedBy(readError(error)).failure ?? readError(error).message) : null,
    refresh: async () => (await refetch()).data?.quote ?? null,
  };
}
export type BoostQuote = ReturnType<typeof useBoostQuote>;

function takeOut(ownerReference: string, ids: readonly string[], quote: Quote): void {
  const left = new Map(ids.map((id, rank) => [id, quote.boosts[rank]!]));
  boostCart.change(ownerReference, ({ items }) => ({
    items: items.flatMap((item) => {
      const known = left.get(item.id);
      if (!known || known.dropped.length === 0) return [item];
      const dropped = new Set(known.dropped.map(({ listingId }) => listingId));
      const listingIds = item.listingIds.filter((id) => !dropped.has(id));
      return listingIds.length === 0 ? [] : [{ ...item, listingIds }];
    }),
  }));
}
