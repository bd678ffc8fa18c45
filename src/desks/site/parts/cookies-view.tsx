import { Fragment } from 'react';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import type { Place, StoredItem } from '../stored-items.ts';
import { ConsentForm } from './consent-form.tsx';
import { type Brief, type Chapter, Definitions, Document } from './document.tsx';

const SINCE = '2026-11-21';

const brief: readonly Brief[] = [
  {
    title: 'Rien avant votre choix',
    words: 'Ni cookie, ni traceur, ni fichier venu d’ailleurs. Chercher et lire n’en demandent pas.',
  },
  { title: 'Refuser vaut accepter', words: 'Un clic dans les deux cas, et tout le site fonctionne.' },
  { title: 'Vous changez d’avis ici', words: 'Le choix vaut six mois et se reprend à tout moment.' },
];

const places: Record<Place, string> = {
  cookie: 'Cookie',
  local: 'Stockage du navigateur',
  session: 'Stockage de l’onglet',
};

function Things({ things }: { things: readonly StoredItem[] }) {
  return (
    <Definitions
      rows={things.map(({ name, place, use, life }) => [
        <Fragment key={name}>
          <code className="block font-bold break-words">{name}</code>
          <span className="block text-small font-regular text-ardoise-600">{places[place]}</span>
        </Fragment>,
        <Fragment key={name}>
          {use}
          <span className="mt-1 block text-small">
            <span className="font-medium text-encre">Durée :</span> {life}
          </span>
        </Fragment>,
      ])}
    />
  );
}

export function CookiesView({
  things,
  measures,
}: {
  things: readonly StoredItem[];
  /** The host of the service that counts visits. */
  measures: string | null;
}) {
  const needing = (needs: StoredItem['needs']) => things.filter((thing) => thing.needs === needs);
  const chapters: Chapter[] = [
    {
      id: 'choix',
      title: 'Votre choix',
      body: <ConsentForm measures={measures !== null} />,
    },
    {
      id: 'necessaires',
      title: 'Ce que vous demandez en vous en servant',
      body: (
        <>
          <p>
            Rien de ceci n’existe tant que vous n’avez pas fait le geste qui l’appelle : vous connecter,
            garder une annonce, faire un choix ici. La loi n’exige pas d’accord pour ce qu’on demande
            soi-même.
          </p>
          <Things things={needing('nothing')} />
        </>
      ),
    },
    {
      id: 'confort',
      title: 'Retenir les annonces vues',
      body: (
        <>
          <p>
            Avec votre accord seulement. La liste reste sur cet appareil : nous ne la gardons pas et n’en
            tirons aucun profil. Elle s’efface à la page d’accueil, et disparaît dès que vous reprenez votre
            accord.
          </p>
          <Things things={needing('comfort')} />
        </>
      ),
    },
    {
      id: 'mesure',
      title: 'Mesurer l’audience',
      body: (
        <>
          <p>
            Avec votre accord seulement. Nous comptons les pages ouvertes, les alertes créées, les demandes
            envoyées et, quand vous revenez un autre jour, le nombre de jours passés. Ni nom, ni adresse, ni
            identifiant, ni mots cherchés : rien ne dit que deux visites sont de la même personne.
          </p>
          <p>
            {measures
              ? `Ces comptes sont tenus par le service ${measures}, sans cookie.`
              : 'Aucun service de mesure n’est branché sur ce site : rien n’est envoyé à personne.'}
          </p>
          <Things things={needing('measurement')} />
        </>
      ),
    },
    {
      id: 'ailleurs',
      title: 'Ce qu’il n’y a pas',
      body: (
        <p>
          Pas de publicité, pas de bouton de réseau social chargé d’ailleurs, pas de carte ni de police servie
          par un tiers. Chaque fichier de ce site vient de ce site, photos des annonces comprises. Le reste de
          ce que nous savons de vous est dans les{' '}
          <TextLink to={`${paths.legalNotice()}#donnees`}>mentions légales</TextLink>.
        </p>
      ),
    },
  ];
  return (
    <Document
      title="Gérer mes cookies"
      lead="Ce que votre navigateur garde quand vous venez ici, par son nom, et ce que vous en décidez."
      since={SINCE}
      sinceWords="Liste à jour le"
      brief={brief}
      chapters={chapters}
    />
  );
}
