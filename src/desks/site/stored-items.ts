// Cookies: everything that a reader's browser is asked to keep, by name, with what it is for and how long it stays.
import {
  AUTH_STATUS_COOKIE,
  CONSENT_KEY,
  HIDDEN_KEY,
  KEPT_KEY,
  LAST_VISIT_KEY,
  LEFT_COOKIES,
  MAP_COLUMN_COOKIE,
  STORAGE_KEYS,
  VIEWED_KEY,
} from '#contract/constants.ts';

/** Where it is kept: sent to us with each request, in the browser until it is erased, or as long as the tab. */
export type Place = 'cookie' | 'local' | 'session';

export interface StoredItem {
  readonly name: string;
  readonly place: Place;
  readonly use: string;
  readonly life: string;
  /** What it needs: nothing (one asked for it, or the page would not work), or an agreement. */
  readonly needs: 'nothing' | 'comfort' | 'measurement';
}

const SESSION_LIFE =
  'Jusqu’à la fermeture du navigateur, un jour au plus\u00a0; 90 jours avec «\u00a0Se souvenir de moi\u00a0»';
const SIGN_OUT = 'Jusqu’à la déconnexion';

/** All of it, on this site: the cookie of sessions has its own name on each, and Google may not be there. */
export function storedItems(named: {
  session: string;
  joining: string;
  google: string | null;
}): readonly StoredItem[] {
  return [
    {
      name: named.session,
      place: 'cookie',
      use: 'Vous reconnaître d’une page à l’autre, une fois connecté. Illisible par les scripts.',
      life: SESSION_LIFE,
      needs: 'nothing',
    },
    {
      name: AUTH_STATUS_COOKIE,
      place: 'cookie',
      use: 'Savoir qu’une session existe. Ne contient que «\u00a01\u00a0».',
      life: SESSION_LIFE,
      needs: 'nothing',
    },
    {
      name: named.joining,
      place: 'cookie',
      use: 'Inscription d’une agence\u00a0: garder le mot de passe choisi si le lien reçu est ouvert dans le même navigateur.',
      life: 'Un jour',
      needs: 'nothing',
    },
    {
      name: `${LEFT_COOKIES.individual}, ${LEFT_COOKIES.agency}`,
      place: 'cookie',
      use: 'Une déconnexion que le serveur n’a pas entendue\u00a0: la session prend fin à la demande suivante. Ne contient que «\u00a01\u00a0».',
      life: 'Jusqu’à cette demande',
      needs: 'nothing',
    },
    ...(named.google
      ? [
          {
            name: named.google,
            place: 'cookie',
            use: 'Connexion par Google\u00a0: vérifier que le retour se fait dans le navigateur du départ.',
            life: 'Jusqu’au retour, dix minutes au plus',
            needs: 'nothing',
          } as const,
          {
            name: 'google_trip',
            place: 'session',
            use: 'Connexion par Google\u00a0: savoir où vous ramener.',
            life: 'Jusqu’au retour',
            needs: 'nothing',
          } as const,
        ]
      : []),
    {
      name: CONSENT_KEY,
      place: 'local',
      use: 'Retenir votre choix de cette page, refus compris.',
      life: 'Six mois, puis nous redemandons',
      needs: 'nothing',
    },
    {
      name: `${STORAGE_KEYS.user}, ${STORAGE_KEYS.token}`,
      place: 'local',
      use: 'Votre nom et votre adresse, une fois connecté, pour que vos onglets se connectent et se déconnectent ensemble.',
      life: SIGN_OUT,
      needs: 'nothing',
    },
    {
      name: `${STORAGE_KEYS.agency}, ${STORAGE_KEYS.agencyToken}`,
      place: 'local',
      use: 'La même chose pour une agence.',
      life: SIGN_OUT,
      needs: 'nothing',
    },
    {
      name: STORAGE_KEYS.boostCart,
      place: 'local',
      use: 'Les boosts qu’une agence est en train de commander, sans leurs prix.',
      life: '24 heures après le dernier changement, ou jusqu’à la déconnexion',
      needs: 'nothing',
    },
    {
      name: KEPT_KEY,
      place: 'local',
      use: 'Les annonces que vous gardez sans compte, parce que vous l’avez demandé d’un clic.',
      life: 'Jusqu’à ce que vous les retiriez',
      needs: 'nothing',
    },
    {
      name: HIDDEN_KEY,
      place: 'local',
      use: 'Les annonces que vous ne voulez plus voir, sans compte, et pourquoi si vous l’avez dit.',
      life: 'Jusqu’à ce que vous les affichiez de nouveau',
      needs: 'nothing',
    },
    {
      name: MAP_COLUMN_COOKIE,
      place: 'cookie',
      use: 'La carte à côté des listes, si vous l’avez réduite\u00a0: la page suivante vient sans elle. Ne contient que «\u00a0folded\u00a0».',
      life: 'Six mois, ou jusqu’à ce que vous rouvriez la carte',
      needs: 'nothing',
    },
    {
      name: 'kept_words',
      place: 'session',
      use: 'Ce que vous tapiez quand le réseau ou la session s’est arrêté, pour vous le rendre.',
      life: 'Jusqu’à ce que ce soit rendu, ou que l’onglet se ferme',
      needs: 'nothing',
    },
    {
      name: 'react-router-scroll-positions',
      place: 'session',
      use: 'L’endroit où vous en étiez dans chaque page, pour que «\u00a0Retour\u00a0» vous y ramène.',
      life: 'Jusqu’à la fermeture de l’onglet',
      needs: 'nothing',
    },
    {
      name: VIEWED_KEY,
      place: 'local',
      use: 'Les annonces que vous avez vues sans compte, pour les retrouver.',
      life: 'Jusqu’à ce que vous retiriez votre accord ou les effaciez',
      needs: 'comfort',
    },
    {
      name: LAST_VISIT_KEY,
      place: 'local',
      use: 'Le jour de votre dernière visite, pour compter les jours jusqu’à la suivante.',
      life: 'Jusqu’à ce que vous retiriez votre accord',
      needs: 'measurement',
    },
  ];
}
