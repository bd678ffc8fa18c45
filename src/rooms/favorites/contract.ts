/**
 * Favorites: the listings that a person keeps, with a note; those they no longer want to see; those they looked at.
 * Owns the tables favorite, hidden_listing, viewed_listing, favorite_mail_stop.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { paths } from '#contract/paths.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';
import { hideReasonSchema } from './marks.ts';

/** An ask without account is a click; with one, a favourite counts against this. */
export const FAVORITES_MAX = 500;
export const HIDDEN_MAX = 500;
/** The newest stay. */
export const VIEWED_MAX = 50;
/** What was looked at longer ago is forgotten. */
export const VIEWED_DAYS = 180;
/** For so long after « Ne plus garder », keeping the listing again finds its note, its price and its day. */
export const UNDO_MINUTES = 60;

export const favoriteSorts = {
  date: 'Gardées récemment',
  prix: 'Prix croissant',
  '-prix': 'Prix décroissant',
} as const;
export type FavoriteSort = keyof typeof favoriteSorts;

/** Never throws: an unknown order gives the usual one. */
export function readFavoriteSort(word: unknown): FavoriteSort {
  return typeof word === 'string' && Object.hasOwn(favoriteSorts, word) ? (word as FavoriteSort) : 'date';
}

/** From 1; anything else is 1. */
export function readPage(word: unknown): number {
  return typeof word === 'string' && /^[1-9]\d{0,3}$/.test(word) ? Number(word) : 1;
}

/** Whether a listing can still be had: on line; left, with a page that tells so; left, and its page too. */
export const visibilityLabels = { online: 'En ligne', left: 'Retirée', gone: 'Retirée' } as const;
export type Visibility = keyof typeof visibilityLabels;
const standing = z.enum(Object.keys(visibilityLabels) as [Visibility, ...Visibility[]]);

const moment = z.string();

const favoriteSchema = z.object({
  /** Its price is the last one asked. */
  listing: listingCardSchema,
  standing,
  note: z.string(),
  keptAt: moment,
  /** Cents, when it was kept. */
  keptPrice: z.int(),
});
export type Favorite = z.output<typeof favoriteSchema>;

const hiddenSchema = z.object({
  listing: listingCardSchema,
  standing,
  reason: z.nullable(hideReasonSchema),
  hiddenAt: moment,
});
export type Hidden = z.output<typeof hiddenSchema>;

const viewedSchema = z.object({
  listing: listingCardSchema,
  standing,
  viewedAt: moment,
  /** Whether it is a favourite too. */
  kept: z.boolean(),
});
export type Viewed = z.output<typeof viewedSchema>;

/** One page of a list; `total` counts all of it. */
export interface ListPage<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** Addresses of the lists, which are tabs of the dashboard (`onglet=`). Usual words are left out. */
export function tabPath(
  tab: 'favoris' | 'vus' | 'masques',
  words: { sort?: FavoriteSort; page?: number } = {},
): string {
  const params = new URLSearchParams({ onglet: tab });
  if (words.sort && words.sort !== 'date') params.set('tri', words.sort);
  if (words.page && words.page > 1) params.set('page', String(words.page));
  return `${paths.dashboard()}?${params}`;
}

const word = z.optional(z.union([z.string(), z.array(z.string())]));
const paged = { total: z.int(), page: z.int(), pages: z.int() } as const;

export const listFavoritesCall = defineCall({
  method: 'GET',
  path: '/favorites',
  access: 'user',
  summary: 'Mes favoris, 24 par page, avec leur note et le prix du jour où ils ont été gardés',
  query: z.object({ tri: word, page: word }),
  answer: z.object({ favorites: z.array(favoriteSchema), ...paged }),
});

export const listHiddenCall = defineCall({
  method: 'GET',
  path: '/hidden-listings',
  access: 'user',
  summary: 'Les annonces que je ne veux plus voir, 24 par page',
  query: z.object({ page: word }),
  answer: z.object({ hidden: z.array(hiddenSchema), ...paged }),
});

export const listViewedCall = defineCall({
  method: 'GET',
  path: '/viewed-listings',
  access: 'user',
  summary: 'Les dernières annonces que j’ai ouvertes, 50 au plus',
  answer: z.object({ viewed: z.array(viewedSchema) }),
});
