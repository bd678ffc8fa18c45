import { fail, sharedErrors } from '#contract/errors.ts';
import { bind } from '#platform/api.server.ts';
import type { Actor, UserId } from '#platform/auth.server.ts';
import { listFavoritesCall, listHiddenCall, listViewedCall, readFavoriteSort, readPage } from './contract.ts';
import { chooseByToken, chooseFavoriteMails } from './departures.server.ts';
import { FAVORITES_WORD, favoriteMailsCall, stopFavoriteMailsCall } from './departures.ts';
import {
  addFavorite,
  clearViewed,
  favoritesOf,
  hiddenOf,
  hide,
  marksOf,
  recordView,
  removeFavorite,
  showAgain,
  viewedOf,
} from './favorites.server.ts';
import {
  clearViewedCall,
  hideCall,
  keepCall,
  marksCall,
  showAgainCall,
  unkeepCall,
  viewCall,
} from './marks.ts';

export const favoritesApi = [
  bind(marksCall, (_, { db, actor }) => marksOf(db, userOf(actor))),
  bind(listFavoritesCall, async ({ query }, { db, actor }) => {
    const at = { sort: readFavoriteSort(query.tri), page: readPage(query.page) };
    const { items, ...rest } = await favoritesOf(db, userOf(actor), at);
    return { favorites: items, ...rest };
  }),
  bind(keepCall, ({ params, body }, { db, actor }) =>
    addFavorite(db, userOf(actor), params.listingId, body.note),
  ),
  bind(unkeepCall, async ({ params }, { db, actor }) => {
    await removeFavorite(db, userOf(actor), params.listingId);
    return {};
  }),
  bind(listHiddenCall, async ({ query }, { db, actor }) => {
    const { items, ...rest } = await hiddenOf(db, userOf(actor), { page: readPage(query.page) });
    return { hidden: items, ...rest };
  }),
  bind(hideCall, ({ params, body }, { db, actor }) => hide(db, userOf(actor), params.listingId, body.reason)),
  bind(showAgainCall, async ({ params }, { db, actor }) => {
    await showAgain(db, userOf(actor), params.listingId);
    return {};
  }),
  bind(listViewedCall, async (_, { db, actor }) => ({ viewed: await viewedOf(db, userOf(actor)) })),
  bind(viewCall, async ({ params }, { db, actor }) => {
    await recordView(db, userOf(actor), params.listingId);
    return {};
  }),
  bind(favoriteMailsCall, async ({ body: { wanted } }, { db, actor }) => {
    await chooseFavoriteMails(db, userOf(actor), wanted);
    return { wanted };
  }),
  bind(stopFavoriteMailsCall, async ({ query }, { db, env }) => {
    await chooseByToken({ db, env }, query[FAVORITES_WORD], false);
    return { stopped: true as const };
  }),
  bind(clearViewedCall, async (_, { db, actor }) => {
    await clearViewed(db, userOf(actor));
    return {};
  }),
];

/** The calls above are declared for users only: this never fails there. */
function userOf(actor: Actor): UserId {
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.userId;
}
