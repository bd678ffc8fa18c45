import { paths } from '#contract/paths.ts';
import { entriesOf, type NavEntry } from './navigation.ts';

/** Apart from the other menus, which every page loads. */
export function adminEntries(): NavEntry[] {
  return entriesOf([
    ['Tableau de bord', paths.admin()],
    ['Agences', paths.adminAgencies()],
    ['Demandes', paths.adminRequests()],
    ['Signalements', paths.adminReports()],
    ['Signaux d’arnaque', paths.adminSignals()],
    ['Boosts', paths.adminBoosts()],
    ['Configuration des boosts', paths.adminBoostConfiguration()],
    ['Coupons', paths.adminCoupons()],
    ['Courriels', paths.adminMails()],
    ['Service', paths.adminService()],
    ['Journal', paths.adminAudit()],
  ]);
}
