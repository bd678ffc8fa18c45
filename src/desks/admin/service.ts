/**
 * Service: the words of what works by itself behind the site: queues, and tasks that come back at an hour.
 */
import { NBSP } from '#contract/fmt.ts';

/** What waits for the worker, by the name of its queue. */
export const queues = {
  mail: 'Courriels à remettre',
  push: 'Notifications aux appareils',
  imports: 'Imports à comparer ou à appliquer',
  photos: 'Photos à aller chercher',
  properties: 'Annonces à rapprocher d’un même bien',
  webhooks: 'Demandes à transmettre aux logiciels des agences',
  boosts: 'Boosts à dire au réseau',
  invoices: 'Factures à dessiner et à envoyer',
  refunds: 'Remboursements à demander',
  tasks: 'Tâches à heure fixe',
} as const;
export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as [QueueName, ...QueueName[]];

interface Task {
  readonly label: string;
  /** What it makes the database forget, and after how long (security.md L3); null: it forgets nothing. */
  readonly forgets: string | null;
}

/** Scheduled tasks, by the name of their job. */
export const tasks: Readonly<Record<string, Task>> = {
  'accounts.expire-sessions': {
    label: 'Comptes des particuliers',
    forgets: 'Sessions finies, liens et tentatives de connexion périmés',
  },
  'agencies.expire-sessions': {
    label: 'Espaces des agences',
    forgets: 'Sessions finies, liens périmés, demandes d’inscription de plus de 90 jours',
  },
  'agencies.sweep-logos': { label: 'Logos', forgets: 'Fichiers de logos remplacés' },
  'alerts.end-pauses': { label: 'Pauses des alertes', forgets: 'Alertes supprimées par leur propriétaire' },
  'alerts.forget': {
    label: 'Alertes',
    forgets: 'Annonces déjà envoyées, alertes jamais confirmées',
  },
  'alerts.release-forgotten': { label: 'Imports restés ouverts', forgets: null },
  'favorites.forget': { label: 'Favoris', forgets: 'Favoris retirés, annonces vues autrefois' },
  'feeds.sweep': { label: 'Imports', forgets: 'Fichiers et lignes de plus de 60 jours' },
  'leads.forget': {
    label: 'Demandes de contact',
    forgets: 'Demandes trois ans après le dernier échange, tentatives de plus d’un jour',
  },
  'listings.expire': { label: 'Annonces sans confirmation', forgets: null },
  'listings.sweep-photos': { label: 'Photos', forgets: 'Fichiers d’annonces disparues' },
  'listings.to-confirm': { label: 'Annonces à confirmer', forgets: null },
  'mail.forget': {
    label: 'Courriels',
    forgets: 'Contenus de plus de 30 jours, courriels de plus d’un an',
  },
  'notifications.forget': {
    label: 'Notifications des agences',
    forgets: 'Notifications de plus de 180 jours',
  },
  'push.forget': { label: 'Notifications aux appareils', forgets: 'Messages de plus de 30 jours' },
  'reports.forget': { label: 'Signalements', forgets: 'Signalements de plus de trois ans' },
  'sharing.forget': { label: 'Images de partage', forgets: 'Images que personne ne demande plus' },
  'site.forget-messages': { label: 'Messages reçus', forgets: 'Messages de plus de trois ans' },
  'statistics.close-days': { label: 'Chiffres du jour écoulé', forgets: null },
};

const two = (word: string) => word.padStart(2, '0');

/** A cron line in words: « chaque jour à 04:20 »; as it is when it says something rarer. */
export function cronWords(cron: string): string {
  const [minute = '', hours = '', ...rest] = cron.split(' ');
  if (rest.join(' ') !== '* * *') return cron;
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (every && hours === '*') return `toutes les ${every}${NBSP}minutes`;
  if (!/^\d+$/.test(minute) || !/^\d+(,\d+)*$/.test(hours)) return cron;
  const times = hours.split(',').map((hour) => `${two(hour)}:${two(minute)}`);
  const last = times.pop();
  return `chaque jour à ${times.length > 0 ? `${times.join(', ')} et ` : ''}${last}`;
}
