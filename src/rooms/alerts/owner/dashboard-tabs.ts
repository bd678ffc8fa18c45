/**
 * Tabs: the lists of the dashboard, each with its address and its number.
 * It shows what alerts, favorites and leads keep.
 */
import { paths } from '#contract/paths.ts';

/** Words of `onglet=`; alerts are what the page is for and need none. */
export const tabs = {
  alertes: 'Alertes',
  favoris: 'Favoris',
  vus: 'Vus récemment',
  masques: 'Masqués',
  demandes: 'Mes demandes',
} as const;
export type Tab = keyof typeof tabs;

/** Never throws: an unknown word is the tab of alerts. */
export function readTab(word: string | null): Tab {
  return word !== null && Object.hasOwn(tabs, word) ? (word as Tab) : 'alertes';
}

export function tabAddress(tab: Tab): string {
  return tab === 'alertes' ? paths.dashboard() : `${paths.dashboard()}?onglet=${tab}`;
}
