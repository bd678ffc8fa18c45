/**
 * To do: what waits for an administrator, in the order in which it is looked at in the morning, and where each is done.
 */
import { paths } from '#contract/paths.ts';
import type { AuditAction } from '#rooms/administrators/contract.ts';
import { writeAgencyWords } from './agency-words.ts';

interface Todo {
  readonly one: string;
  readonly many: string;
  /** The page with what waits, and nothing else. */
  readonly to: string;
  /** What the audit says once one of them is done; none: nothing is audited. */
  readonly acts: readonly AuditAction[];
}

const page = (path: string, words: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(words)}`;

export const todos = {
  reports: {
    one: 'signalement à trancher',
    many: 'signalements à trancher',
    to: page(paths.adminReports(), { etat: 'a-traiter', origine: 'person' }),
    acts: ['report.decided'],
  },
  appeals: {
    one: 'contestation à trancher',
    many: 'contestations à trancher',
    to: page(paths.adminReports(), { contestees: 'oui' }),
    acts: ['report.appeal'],
  },
  wordings: {
    one: 'tournure à lire',
    many: 'tournures à lire',
    to: page(paths.adminReports(), { etat: 'a-traiter', origine: 'rule' }),
    acts: ['listing.wording'],
  },
  signals: {
    one: 'annonce retenue pour des signaux d’arnaque',
    many: 'annonces retenues pour des signaux d’arnaque',
    to: page(paths.adminSignals(), { vue: 'attente' }),
    acts: ['listing.signals'],
  },
  claims: {
    one: 'demande d’espace à trancher',
    many: 'demandes d’espace à trancher',
    to: page(paths.adminRequests(), { etat: 'attente' }),
    acts: ['agency.claim'],
  },
  identities: {
    one: 'identité d’agence à vérifier',
    many: 'identités d’agence à vérifier',
    to: paths.adminAgencies() + writeAgencyWords({ status: 'active', identity: 'unverified', space: 'with' }),
    acts: ['agency.identity'],
  },
  boosts: {
    one: 'boost à faire à la main',
    many: 'boosts à faire à la main',
    to: paths.adminBoosts(),
    acts: ['boost.task', 'boost.figures', 'boost.retried', 'boost.refused'],
  },
  imports: {
    one: 'agence dont le dernier import est en erreur',
    many: 'agences dont le dernier import est en erreur',
    to: paths.adminAgencies() + writeAgencyWords({ imports: 'error' }),
    acts: [],
  },
  alarms: {
    one: 'paiement à regarder',
    many: 'paiements à regarder',
    to: `${paths.adminService()}#paiements`,
    acts: ['payment.alarm'],
  },
} as const satisfies Record<string, Todo>;
type TodoKind = keyof typeof todos;
export const todoKinds = Object.keys(todos) as [TodoKind, ...TodoKind[]];
