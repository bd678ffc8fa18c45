import { paths } from '#contract/paths.ts';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { type Brief, type Chapter, Definitions, Document } from './document.tsx';

const SINCE = '2026-11-21';
const contactPath = `${paths.contact()}?${new URLSearchParams({ sujet: 'Accessibilité' })}`;

const brief: readonly Brief[] = [
  {
    title: 'Pas encore d’audit',
    words: 'Sans audit selon le RGAA, un site se déclare non conforme. C’est le cas de celui-ci.',
  },
  {
    title: 'Vérifié à chaque version',
    words:
      'Un programme contrôle les pages sur écran large et sur téléphone : aucune faute grave n’est admise.',
  },
  {
    title: 'Une difficulté ?',
    words: 'Dites-la : nous vous donnons l’information autrement et nous corrigeons.',
  },
];

function chaptersOf(address: string): readonly Chapter[] {
  return [
    {
      id: 'etat',
      title: 'État de conformité',
      body: (
        <p>
          Aucun audit n’a été mené selon le référentiel général d’amélioration de l’accessibilité (RGAA
          4.1.2). Selon ce référentiel, Vigie est donc <strong className="font-bold">non conforme</strong>, ce
          qui ne veut pas dire inutilisable : cela veut dire que personne ne l’a mesuré en entier.
        </p>
      ),
    },
    {
      id: 'verifie',
      title: 'Ce qui est vérifié',
      body: (
        <>
          <p>
            Par des programmes, à chaque version, dans un vrai navigateur, à 1 280 et à 360 pixels de large :
          </p>
          <ul>
            <li>
              aucune faute grave ou critique selon l’outil axe (contrastes, noms, rôles, titres, champs) sur
              les pages contrôlées ;
            </li>
            <li>aucun débordement horizontal ;</li>
            <li>chercher, lire une annonce, confirmer et arrêter une alerte fonctionnent sans JavaScript.</li>
          </ul>
          <p>Par construction :</p>
          <ul>
            <li>tout ce qui se fait à la souris se fait au clavier, avec un cadre de focus visible ;</li>
            <li>aucune information n’est donnée par la couleur seule, et chaque graphique a son tableau ;</li>
            <li>
              les erreurs d’un formulaire sont écrites sous leur champ, et rien de ce qui est tapé n’est
              perdu ;
            </li>
            <li>les animations cessent quand votre appareil le demande.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'manque',
      title: 'Ce qui manque',
      body: (
        <ul>
          <li>Les photos viennent des agences, le plus souvent sans description.</li>
          <li>Les essais avec des lecteurs d’écran n’ont pas été menés.</li>
          <li>Les documents que joignent les agences (diagnostics, barèmes) échappent à notre contrôle.</li>
        </ul>
      ),
    },
    {
      id: 'declaration',
      title: 'Cette déclaration',
      body: (
        <Definitions
          rows={[
            ['Établie le', 'La date en tête de page, à partir des contrôles ci-dessus.'],
            ['Technologies', 'HTML, CSS, SVG, JavaScript, WAI-ARIA.'],
            ['Navigateur et outil', 'Chromium, axe-core.'],
          ]}
        />
      ),
    },
    {
      id: 'contact',
      title: 'Signaler une difficulté',
      body: (
        <p>
          Si une page vous résiste, écrivez par la <TextLink to={contactPath}>page de contact</TextLink> ou à{' '}
          {address}, en disant laquelle et ce que vous vouliez faire. Nous vous orientons vers une autre façon
          d’y parvenir, ou vous envoyons l’information sous une autre forme.
        </p>
      ),
    },
    {
      id: 'recours',
      title: 'Voies de recours',
      body: (
        <>
          <p>
            Si vous avez signalé un défaut qui vous empêche d’accéder à un contenu et que notre réponse ne
            suffit pas :
          </p>
          <ul>
            <li>
              écrivez un message au{' '}
              <OutsideLink href="https://formulaire.defenseurdesdroits.fr/">Défenseur des droits</OutsideLink>
              &nbsp;;
            </li>
            <li>
              rencontrez son délégué dans{' '}
              <OutsideLink href="https://www.defenseurdesdroits.fr/saisir/delegues">votre région</OutsideLink>
              &nbsp;;
            </li>
            <li>
              envoyez un courrier, gratuit et sans timbre, à Défenseur des droits, Libre réponse 71120, 75342
              Paris CEDEX 07.
            </li>
          </ul>
        </>
      ),
    },
  ];
}

export function AccessibilityView({ address }: { address: string }) {
  return (
    <Document
      title="Accessibilité : non conforme"
      lead="Vigie est fait pour être utilisé au clavier, agrandi, avec un lecteur d’écran et, pour l’essentiel, sans JavaScript. Voici ce qui est mesuré et ce qui ne l’est pas."
      since={SINCE}
      sinceWords="Déclaration établie le"
      brief={brief}
      chapters={chaptersOf(address)}
    />
  );
}
