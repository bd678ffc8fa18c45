/**
 * Cart: the boosts that an agency is about to order, as its browser keeps them for 24 hours (specification 3 and 9). It holds
 * what is asked for, never a price: prices are asked of the server each time.
 */
import * as z from 'zod/mini';
import { BOOST_CART_LIFETIME_MS } from '#contract/constants.ts';
import {
  type BoostConfiguration,
  callsToAction,
  LISTINGS_MAX,
  objectives,
  type WantedBoost,
  wantedBoostSchema,
} from '#rooms/boosts/contract.ts';
import { COUPONS_MAX } from '#rooms/coupons/contract.ts';
import { BOOSTS_MAX } from '#rooms/payments/contract.ts';

/** Longer than any field takes: what is typed too long is kept too, and said to be so. */
const TYPED_MAX = 2_000;
const typed = z.string().check(z.maxLength(TYPED_MAX));
const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string];

/** What `wantedBoostSchema` asks, while it is being filled in: empty fields and no listing are taken. */
const draftBoostSchema = z.object({
  /** Tells the boosts of a cart apart. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  listingIds: z.array(z.int().check(z.positive())).check(z.maxLength(LISTINGS_MAX)),
  formula: z.string().check(z.maxLength(32)),
  /** INSEE code; empty: none is chosen. */
  place: z.string().check(z.maxLength(10)),
  /** As its field shows it. */
  placeLabel: z.string().check(z.maxLength(100)),
  radiusKm: z.int(),
  objective: z.enum(keysOf(objectives)),
  startOn: z.nullable(z.iso.date()),
  title: typed,
  text: typed,
  callToAction: z.enum(keysOf(callsToAction)),
});
export type DraftBoost = z.output<typeof draftBoostSchema>;

const VERSION = 1;

const cartSchema = z.object({
  version: z.literal(VERSION),
  /** Of its last change, in milliseconds: it is kept 24 hours from then. */
  timestamp: z.number(),
  /** Whose it is; null: of who has not signed in yet, and of the first agency that does. */
  ownerReference: z.nullable(z.string().check(z.maxLength(200))),
  items: z.array(draftBoostSchema).check(z.maxLength(BOOSTS_MAX)),
  coupons: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(COUPONS_MAX)),
  /** Of the last press of « Payer », until the cart changes: pressed again, it is the same order. */
  key: z.nullable(z.string().check(z.regex(/^[\w-]{16,64}$/))),
  /** Reference of the order that this press made; null: none was heard of. */
  order: z.nullable(z.string().check(z.maxLength(40))),
});
export type Cart = z.output<typeof cartSchema>;

/** A cart with nothing in it, at a moment in milliseconds. */
export function emptyCart(ownerReference: string | null, now: number): Cart {
  return {
    version: VERSION,
    timestamp: now,
    ownerReference,
    items: [],
    coupons: [],
    key: null,
    order: null,
  };
}

/** Reads what a browser kept; null when there is nothing, when it is no cart of ours, or older than 24 hours. */
export function parseCart(text: string | null, now: number): Cart | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = cartSchema.safeParse(value);
  return data && isFresh(data, now) ? data : null;
}

/** Of the past or, by a clock that was ahead, of the future (src/browser/start-up.ts says the same). */
export function isFresh({ timestamp }: Pick<Cart, 'timestamp'>, now: number): boolean {
  return Math.abs(now - timestamp) <= BOOST_CART_LIFETIME_MS;
}

/** Until when it is kept, in milliseconds. */
export const keptUntil = ({ timestamp }: Pick<Cart, 'timestamp'>): number =>
  timestamp + BOOST_CART_LIFETIME_MS;

/** The cart as this agency may see it: its own, or nobody's yet, which becomes its own. Another one's is none. */
export function cartOf(cart: Cart | null, ownerReference: string): Cart | null {
  if (!cart || (cart.ownerReference !== null && cart.ownerReference !== ownerReference)) return null;
  return cart.ownerReference === null ? { ...cart, ownerReference } : cart;
}

/** What a person may change of a cart. */
export type CartChange = Partial<Pick<Cart, 'items' | 'coupons'>>;

/** A cart that was changed: another order, kept 24 hours from now. */
export function changedCart(cart: Cart, change: CartChange, now: number): Cart {
  return { ...cart, ...change, timestamp: now, key: null, order: null };
}

/** What a new boost begins with. */
export type DraftDefaults = Pick<BoostConfiguration, 'defaults' | 'radiusMinKm'> & {
  /** Key of the formula that is chosen at first; empty: none. */
  readonly formula: string;
};

/** A boost of these listings, around a place, with everything else as it is usually wanted. */
export function newDraft(
  {
    id,
    listingIds,
    place,
  }: Pick<DraftBoost, 'id' | 'listingIds'> & { readonly place: { code: string; label: string } | null },
  { defaults, radiusMinKm, formula }: DraftDefaults,
): DraftBoost {
  return {
    id,
    listingIds: listingIds.slice(0, LISTINGS_MAX),
    formula,
    place: place?.code ?? '',
    placeLabel: place?.label ?? '',
    radiusKm: radiusMinKm,
    objective: 'leads',
    startOn: null,
    title: defaults.title,
    text: defaults.text,
    callToAction: defaults.callToAction,
  };
}

/**
 * The boosts of a cart once a formula was chosen before any listing: the one that has no listing yet takes it, else `added`, a new
 * one, does. A full cart stays as it is.
 */
export function withFormula(items: readonly DraftBoost[], added: DraftBoost): DraftBoost[] {
  if (!items.some(({ listingIds }) => listingIds.length === 0))
    return items.length < BOOSTS_MAX ? [...items, added] : [...items];
  const { formula } = added;
  return items.map((item) => (item.listingIds.length === 0 ? { ...item, formula } : item));
}

export type DraftField = keyof WantedBoost;

/** A draft as it would be ordered, or what is to be filled in first: one sentence by field. */
export function wantedOf(
  draft: DraftBoost,
):
  | { readonly wanted: WantedBoost; readonly errors: null }
  | { readonly wanted: null; readonly errors: Readonly<Partial<Record<DraftField, string>>> } {
  const { id: _id, placeLabel: _placeLabel, ...asked } = draft;
  const parsed = wantedBoostSchema.safeParse(asked);
  const errors: Partial<Record<DraftField, string>> = {};
  if (asked.formula === '') errors.formula = 'Choisissez une formule.';
  if (asked.place === '') errors.place = 'Choisissez une ville.';
  for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as DraftField] ??= message;
  return parsed.success && Object.keys(errors).length === 0
    ? { wanted: parsed.data, errors: null }
    : { wanted: null, errors };
}

/** As the page of the order asks for them, from its top. */
const fieldsInOrder = [
  'listingIds',
  'formula',
  'place',
  'radiusKm',
  'startOn',
  'title',
  'text',
  'callToAction',
  'objective',
] as const satisfies readonly DraftField[];

/** What is to be filled in first of a draft, and what is said of it; null: it can be ordered. */
export function firstLack(
  draft: DraftBoost,
): { readonly field: DraftField; readonly message: string } | null {
  const { errors } = wantedOf(draft);
  for (const field of fieldsInOrder) {
    const message = errors?.[field];
    if (message !== undefined) return { field, message };
  }
  return null;
}

/** Whether two boosts show the same listings, in any order. */
export function showSame(one: Pick<DraftBoost, 'listingIds'>, listingIds: readonly number[]): boolean {
  return one.listingIds.length === listingIds.length && listingIds.every((id) => one.listingIds.includes(id));
}
