/** Leaving: what people are mailed when a favourite is under offer or leaves (domain.md, F5). */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';

export const favoriteMailErrors = defineErrors({
  FAVORITE_MAIL_TOKEN_UNKNOWN: [
    404,
    'Ce lien n’est pas valable\u00a0: réglez ces courriels depuis votre profil.',
  ],
});

/** The word of `/desinscription` that holds the link of such a mail. */
export const FAVORITES_WORD = 'favoris';

/** What became of a listing that somebody keeps. */
export type Departure = 'under_offer' | 'left';

export const favoriteMailsCall = defineCall({
  method: 'PUT',
  path: '/favorites/mails',
  access: 'user',
  summary: 'Recevoir ou non un courriel quand une annonce gardée est sous offre ou quitte le site',
  body: z.object({ wanted: z.boolean() }),
  answer: z.object({ wanted: z.boolean() }),
});

export const stopFavoriteMailsCall = defineCall({
  method: 'POST',
  path: '/favorites/mails/unsubscribe',
  access: 'token',
  // Mail providers post for all their users from a few addresses.
  tier: 'often',
  form: true,
  page: (search) => paths.unsubscribe() + search,
  summary: 'Arrêter les courriels des favoris en un clic (RFC 8058) ; le redire ne change rien',
  query: z.object({ [FAVORITES_WORD]: z.string().check(z.minLength(1), z.maxLength(300)) }),
  body: z.looseObject({}),
  answer: z.object({ stopped: z.literal(true) }),
  errors: [favoriteMailErrors.FAVORITE_MAIL_TOKEN_UNKNOWN],
});
