import { paths } from '#contract/paths.ts';
import { built, type NavEntry } from './navigation.ts';

/** Apart from the other menus, which every page loads. */
export function adminEntries(): NavEntry[] {
  return built([
    ['admin', 'Tableau de bord', paths.admin()],
    ['adminAgencies', 'Agences', paths.adminAgencies()],
    ['adminRequests', 'Demandes', paths.adminRequests()],
    ['adminReports', 'Signalements', paths.adminReports()],
    ['adminSignals', 'Signaux d’arnaque', paths.adminSignals()],
    ['adminBoosts', 'Boosts', paths.adminBoosts()],
    ['adminBoostConfiguration', 'Configuration des boosts', paths.adminBoostConfiguration()],
    ['adminCoupons', 'Coupons', paths.adminCoupons()],
    ['adminMails', 'Courriels', paths.adminMails()],
    ['adminService', 'Service', paths.adminService()],
    ['adminAudit', 'Journal', paths.adminAudit()],
  ]);
}
