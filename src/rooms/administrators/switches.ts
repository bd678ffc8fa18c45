/**
 * Switches: the rooms that administrators close for a while, with the words that visitors read meanwhile. Light: pages of
 * everybody load it.
 */
import { defineErrors } from '#contract/errors.ts';

interface Switched {
  readonly name: string;
  /** What stops, and what goes on, for whoever closes it. */
  readonly stops: string;
  /** Who reads the words, and where. */
  readonly readers: string;
  /** Proposed for them. */
  readonly words: string;
}

export const switchedRooms = {
  imports: {
    name: 'Imports',
    stops:
      'Aucun fichier n’est reçu ni appliqué. Ce qui est déjà arrivé, et les dossiers de dépôt, attendent et reprennent seuls à la réouverture. Un import en cours se termine, et annuler un import reste possible.',
    readers: 'Les agences, sur leur page d’import',
    words:
      'Les imports sont suspendus pour quelques heures. Vos annonces restent en ligne, et ce que votre logiciel dépose est gardé.',
  },
  leads: {
    name: 'Demandes de contact',
    stops:
      'Le formulaire des annonces et des pages d’agence laisse la place à vos mots, avec le téléphone de l’agence. Les demandes déjà reçues restent dans les boîtes, et leurs réponses circulent.',
    readers: 'Les visiteurs, à la place du formulaire',
    words:
      'L’envoi de messages aux agences est suspendu pour quelques heures. Vous pouvez les appeler, ou revenir un peu plus tard.',
  },
  boosts: {
    name: 'Commandes de boosts',
    stops:
      'Ni prix ni commande. Les boosts déjà payés continuent, et une page de paiement déjà ouverte peut encore être payée.',
    readers: 'Les agences, sur les pages des boosts',
    words:
      'Les commandes de boosts sont suspendues pour quelques heures. Vos boosts en cours continuent, et votre panier est gardé.',
  },
} as const satisfies Record<string, Switched>;
export type SwitchedRoom = keyof typeof switchedRooms;

/** Characters of what visitors read. */
export const SERVICE_WORDS_MAX = 300;

export const serviceErrors = defineErrors({
  /** Refused with the words of whoever closed it. */
  SERVICE_CLOSED: [503, 'Ce service est fermé pour l’instant. Réessayez plus tard.'],
});
