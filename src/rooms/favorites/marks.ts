/**
 * Marks: what the buttons of a listing say and ask. Light, for every page with a heart loads it.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { visibleText } from '#contract/visible.ts';

/** A browser keeps no more for somebody without account: they are sent one by one after the login. */
export const KEPT_HERE_MAX = 50;
export const VIEWED_HERE_MAX = 12;

/** Numbers of listings as a browser keeps them; what cannot be read counts for none. */
export function readIds(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(value)) return [];
    return [...new Set(value)].filter((id): id is number => Number.isSafeInteger(id) && id > 0);
  } catch {
    return [];
  }
}

export const NOTE_MAX = 1_000;

/** Why a listing is not to be seen any more. */
export const hideReasons = {
  price: 'Trop chère',
  place: 'Mal située',
  size: 'Pas la bonne taille',
  state: 'Trop de travaux',
  seen: 'Déjà visitée',
  other: 'Autre raison',
} as const;
export type HideReason = keyof typeof hideReasons;

/** Listings hidden by a browser, with the reason given; what cannot be read counts for none. */
export function readReasons(text: string | null): Map<number, HideReason | null> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return new Map(
      Object.entries(value ?? {}).flatMap(([id, reason]) =>
        readIds(`[${id}]`).map((each): [number, HideReason | null] => [
          each,
          typeof reason === 'string' && Object.hasOwn(hideReasons, reason) ? (reason as HideReason) : null,
        ]),
      ),
    );
  } catch {
    return new Map();
  }
}

/** What somebody did with one listing, as far as the server knows. */
export interface OwnMarks {
  readonly kept: boolean;
  readonly hidden: boolean;
  readonly reason: HideReason | null;
}

export const hideReasonSchema = z.enum(Object.keys(hideReasons) as [HideReason, ...HideReason[]]);

export const favoriteErrors = defineErrors({
  FAVORITE_LISTING_UNKNOWN: [404, 'Cette annonce n’existe pas ou n’existe plus.'],
  FAVORITE_LIMIT: [
    409,
    'Vous gardez déjà 500 annonces, c’est le maximum. Retirez-en une de vos favoris pour garder celle-ci.',
  ],
  HIDDEN_LIMIT: [
    409,
    'Vous avez déjà masqué 500 annonces, c’est le maximum. Affichez-en une de nouveau pour masquer celle-ci.',
  ],
});

const one = { params: z.object({ listingId: z.string() }) } as const;
const unknown = [favoriteErrors.FAVORITE_LISTING_UNKNOWN];

export const keepCall = defineCall({
  method: 'PUT',
  path: '/favorites/:listingId',
  access: 'user',
  summary: 'Garder une annonce, ou changer sa note ; sans note, celle qui est là reste',
  ...one,
  body: z.object({
    note: z.optional(
      z.pipe(
        z.pipe(z.string('La note est un texte'), z.transform(visibleText)),
        z.string().check(z.maxLength(NOTE_MAX, 'Au plus 1 000 caractères')),
      ),
    ),
  }),
  answer: z.object({ listingId: z.int(), note: z.string(), keptAt: z.string() }),
  errors: [...unknown, favoriteErrors.FAVORITE_LIMIT],
});

export const unkeepCall = defineCall({
  method: 'DELETE',
  path: '/favorites/:listingId',
  access: 'user',
  summary: 'Ne plus garder une annonce',
  ...one,
  errors: unknown,
});

export const hideCall = defineCall({
  method: 'PUT',
  path: '/hidden-listings/:listingId',
  access: 'user',
  summary: 'Ne plus voir une annonce dans mes recherches ; la raison est facultative',
  ...one,
  body: z.object({ reason: z.optional(z.nullable(hideReasonSchema)) }),
  answer: z.object({ listingId: z.int(), reason: z.nullable(hideReasonSchema), hiddenAt: z.string() }),
  errors: [...unknown, favoriteErrors.HIDDEN_LIMIT],
});

export const showAgainCall = defineCall({
  method: 'DELETE',
  path: '/hidden-listings/:listingId',
  access: 'user',
  summary: 'Voir de nouveau une annonce masquée',
  ...one,
  errors: unknown,
});

export const viewCall = defineCall({
  method: 'PUT',
  path: '/viewed-listings/:listingId',
  access: 'user',
  // One for every page that is opened.
  tier: 'often',
  summary: 'Noter que j’ai ouvert une annonce',
  ...one,
  errors: unknown,
});

export const clearViewedCall = defineCall({
  method: 'DELETE',
  path: '/viewed-listings',
  access: 'user',
  summary: 'Effacer l’historique des annonces ouvertes',
});

export const marksCall = defineCall({
  method: 'GET',
  path: '/listing-marks',
  access: 'user',
  summary: 'Les numéros des annonces que je garde et de celles que j’ai masquées',
  answer: z.object({ kept: z.array(z.int()), hidden: z.array(z.int()) }),
});
