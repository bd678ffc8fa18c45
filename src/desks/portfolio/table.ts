/**
 * Table: the listings of an agency as a list to work on, with its views, its search and its orders.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { runningStatuses } from '#rooms/boosts/contract.ts';
import { type ListingStatus, listingSources } from '#rooms/listings/contract.ts';
import { suspensionSchema } from '#rooms/listings/moderation.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';

/** What each view holds, by the word of its address; `toutes` is the usual one. */
export const views = {
  toutes: 'Toutes',
  'en-ligne': 'En ligne',
  'a-confirmer': 'À confirmer',
  retenues: 'Retenues',
  brouillons: 'Brouillons',
  'en-pause': 'En pause',
  parties: 'Parties',
} as const;
export type View = keyof typeof views;

/**
 * Statuses of each view; `a-confirmer` also looks at the last confirmation, and what Vigie suspends is withheld, not paused.
 */
export const statusesOf: Record<View, readonly ListingStatus[]> = {
  toutes: ['draft', 'pending', 'online', 'suspended', 'under_offer', 'expired', 'refused'],
  'en-ligne': ['online', 'under_offer'],
  'a-confirmer': ['online', 'under_offer', 'expired'],
  retenues: ['refused', 'pending'],
  brouillons: ['draft'],
  'en-pause': ['suspended', 'expired'],
  parties: ['sold', 'rented', 'withdrawn'],
};

export const orders = {
  recentes: 'Modifiées récemment',
  confirmation: 'À confirmer d’abord',
  conformite: 'Les moins conformes d’abord',
  contacts: 'Les plus demandées',
  vues: 'Les plus vues',
  '-vues': 'Les moins vues',
  anciennes: 'Les plus anciennes en ligne',
  prix: 'Prix croissant',
  '-prix': 'Prix décroissant',
} as const;
export type Order = keyof typeof orders;

/** A listing on line that nobody confirmed for so long is one to confirm: a week before it leaves. */
export const CONFIRM_AFTER_DAYS = 7;
/** Days whose views are told. */
export const VIEWS_DAYS = 30;
export const ROWS = 40;
const SOUGHT_MAX = 80;

export interface TableWords {
  readonly view: View;
  readonly order: Order;
  /** Empty: everything. */
  readonly q: string;
  /** Where the last page ended; null: from the beginning. */
  readonly after: { readonly key: number; readonly id: number } | null;
}

/** Words of an address, or of a call; malformed ones are dropped. */
export function readTableWords(words: { readonly get: (name: string) => string | null }): TableWords {
  const view = words.get('vue') ?? '';
  const order = words.get('tri') ?? '';
  const [, key, id] = /^(-?\d{1,20}(?:\.\d{1,20})?)_(\d{1,15})$/.exec(words.get('apres') ?? '') ?? [];
  return {
    view: Object.hasOwn(views, view) ? (view as View) : 'toutes',
    order: Object.hasOwn(orders, order) ? (order as Order) : 'recentes',
    q: (words.get('q') ?? '').trim().slice(0, SOUGHT_MAX),
    after: key && id ? { key: Number(key), id: Number(id) } : null,
  };
}

/** The words of an address, usual ones left out: « ?vue=retenues&tri=prix ». */
export function writeTableWords(
  words: Partial<Omit<TableWords, 'after'>> & { apres?: string | null },
): string {
  const params = new URLSearchParams();
  if (words.view && words.view !== 'toutes') params.set('vue', words.view);
  if (words.q) params.set('q', words.q);
  if (words.order && words.order !== 'recentes') params.set('tri', words.order);
  if (words.apres) params.set('apres', words.apres);
  return params.size > 0 ? `?${params}` : '';
}

const stockRowSchema = z.object({
  card: listingCardSchema,
  source: z.enum(listingSources),
  /** Null before the legal engine saw it. */
  score: z.nullable(z.int()),
  hold: z.nullable(z.enum(['block', 'review'])),
  /** By Vigie; null: it does not suspend it. */
  suspension: z.nullable(suspensionSchema),
  /** What keeps it off line, or is to be corrected: the first words of it. */
  findings: z.array(
    z.object({
      rule: z.string(),
      message: z.string(),
      /** Of a value that waits for a confirmation. */
      heldKey: z.optional(z.nullable(z.string())),
    }),
  ),
  /** ISO. */
  confirmedAt: z.nullable(z.string()),
  updatedAt: z.string(),
  /** Of the last `VIEWS_DAYS`, today included. */
  views: z.int(),
  /** Messages received about it; what was put aside as spam is none. */
  contacts: z.int(),
  /** Of the campaign that shows it; null: none does. */
  boost: z.nullable(z.enum(runningStatuses)),
});
export type StockRow = z.output<typeof stockRowSchema>;

const word = z.optional(z.string());
const countsSchema = z.object(
  Object.fromEntries(Object.keys(views).map((view) => [view, z.int()])) as Record<View, z.ZodMiniInt>,
);

const tableSchema = z.object({
  rows: z.array(stockRowSchema),
  /** How many listings each view holds, whatever is sought. */
  counts: countsSchema,
  /** Of this view, as sought. */
  found: z.int(),
  /** Value of `apres` for the rest; null at the end. */
  next: z.nullable(z.string()),
});
export type StockTable = z.output<typeof tableSchema>;

export const listStockCall = defineCall({
  method: 'GET',
  path: '/agence/listings',
  access: 'agency',
  summary: 'Les annonces de l’agence : vue, recherche, ordre, 40 à la fois',
  query: z.object({ vue: word, q: word, tri: word, apres: word }),
  answer: tableSchema,
});
