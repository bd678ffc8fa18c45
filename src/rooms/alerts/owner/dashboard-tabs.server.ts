import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readFavoriteSort, readPage } from '#rooms/favorites/contract.ts';
import { favoritesOf, hiddenOf, totalsOf, viewedOf } from '#rooms/favorites/favorites.server.ts';
import { requestCountOf, requestsOf } from '#rooms/leads/leads.server.ts';
import { boardOf } from './dashboard.server.ts';
import { countAlertsOf } from './dashboard-tabs.sql.server.ts';
import { readTab, type Tab } from './dashboard-tabs.ts';

/** How many of each this person has. */
export async function tabTotals(db: Db, userId: UserId): Promise<Record<Tab, number>> {
  const [alertes, { favorites, viewed, hidden }, demandes] = await Promise.all([
    countAlertsOf(db, userId),
    totalsOf(db, userId),
    requestCountOf(db, { accountId: userId }),
  ]);
  return { alertes, favoris: favorites, vus: viewed, masques: hidden, demandes };
}

/** What the tab that an address opens shows, and nothing of the others. */
export async function openTab(db: Db, userId: UserId, words: URLSearchParams) {
  const tab = readTab(words.get('onglet'));
  const now = clock.now().toISOString();
  const page = readPage(words.get('page'));
  switch (tab) {
    case 'alertes':
      return { tab, board: await boardOf(db, userId) };
    case 'favoris': {
      const sort = readFavoriteSort(words.get('tri'));
      return { tab, sort, list: await favoritesOf(db, userId, { sort, page }) };
    }
    case 'vus':
      return { tab, now, viewed: await viewedOf(db, userId) };
    case 'masques':
      return { tab, list: await hiddenOf(db, userId, { page }) };
    case 'demandes':
      return { tab, now, requests: await requestsOf(db, { accountId: userId }) };
  }
}
