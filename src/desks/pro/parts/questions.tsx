import { paths } from '#contract/paths.ts';
import { documentKinds, feedFormats } from '#rooms/listings/feed-formats.ts';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { boostQuestions, type Question } from './boost-words.tsx';

export interface Theme {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

/** What agencies ask, and what this product really does. */
export const themes: readonly Theme[] = [
  {
    id: 'venir',
    title: 'Rejoindre Vigie',
    questions: [
      {
        asks: 'Combien coûte la diffusion ?',
        words:
          'Rien. Diffuser ses annonces et recevoir ses prospects est gratuit, sans engagement ni nombre limité d’annonces.',
      },
      {
        asks: 'Mon agence est-elle déjà ici ?',
        words:
          'Peut-être : un flux contient parfois vos annonces avant votre inscription. Cherchez par nom, code postal ou SIREN, puis « C’est mon agence ».',
        onward: <TextLink to={paths.agencySearch()}>Rechercher mon agence</TextLink>,
      },
      {
        asks: 'Quelqu’un d’autre peut-il prendre l’espace de mon agence ?',
        words:
          'Non. Une agence déjà connue est confiée à l’adresse que nous lui connaissons, ou par elle : une demande d’une autre adresse attend son accord.',
      },
      {
        asks: 'Je n’ai pas reçu le lien de confirmation',
        words:
          'Regardez dans les indésirables. Le lien vaut un jour et peut être renvoyé trois fois par jour.',
        onward: <TextLink to={paths.agencySignupDone()}>Renvoyer le lien</TextLink>,
      },
    ],
  },
  {
    id: 'annonces',
    title: 'Vos annonces',
    questions: [
      {
        asks: 'Comment mes annonces arrivent-elles ?',
        words: `Par l’export habituel de votre logiciel : ${feedFormats.poliris.name}, le plus courant, ou ceux ${documentKinds()}. Le format est reconnu à la lecture. Chaque annonce est lue et vérifiée à l’arrivée.`,
      },
      {
        asks: 'Pourquoi une annonce reste-t-elle hors ligne ?',
        words:
          'Parce qu’une mention que la loi exige y manque : classe énergie, honoraires, copropriété, SIREN ou carte professionnelle de l’agence. Le tableau de bord dit laquelle et quoi faire ; corrigée dans votre logiciel, elle revient au flux suivant.',
      },
      {
        asks: 'Une annonce a disparu alors que le bien est disponible',
        words:
          'Aucune annonce ne reste plus de 14 jours en ligne sans son flux ou une confirmation : c’est ce qui évite d’appeler pour un bien déjà vendu. Un flux à jour la ramène.',
      },
      {
        asks: 'Mon flux est « retenu »',
        words:
          'Plus de 30\u00a0% de vos annonces auraient disparu d’un coup, ou le fichier était vide. Rien n’a été retiré : un flux complet lève la retenue.',
      },
      {
        asks: 'Comment sont classées les annonces ?',
        words:
          'Par date, ou dans l’ordre que choisit la personne qui cherche. Rien de payé ne change ce classement.',
        onward: <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>,
      },
    ],
  },
  {
    id: 'prospects',
    title: 'Vos prospects',
    questions: [
      {
        asks: 'Où arrivent les demandes ?',
        words:
          'À l’adresse e-mail des prospects de votre profil, aussitôt, et dans votre espace. Répondre au courriel écrit à la personne.',
        onward: <TextLink to={paths.agencyProfile()}>Voir mon profil</TextLink>,
      },
      {
        asks: 'Que puis-je faire de leurs coordonnées ?',
        words:
          'Répondre à leur demande. Depuis août 2026, tout autre démarchage par téléphone exige leur accord préalable. Les demandes sont effacées trois ans après le dernier contact.',
      },
    ],
  },
  {
    id: 'boosts',
    title: 'Booster une annonce',
    questions: [
      {
        asks: 'Qu’est-ce qu’un boost\u00a0?',
        words:
          'Une publicité payée qui montre une de vos annonces, ou plusieurs, sur Facebook et Instagram, autour d’une ville et pendant une durée choisies. Sa place sur Vigie reste la même.',
        onward: <TextLink to={paths.boostHome()}>Les formules et leurs prix</TextLink>,
      },
      ...boostQuestions,
    ],
  },
  {
    id: 'loi',
    title: 'Ce que la loi demande',
    questions: [
      {
        asks: 'Que doit dire mon agence pour publier ?',
        words:
          'Son nom, son SIREN et le numéro de sa carte professionnelle : sans eux, aucune annonce ne paraît. Le profil reçoit aussi la CCI, les mentions de la carte, le garant, l’assurance, le médiateur et le barème.',
        onward: <TextLink to={paths.agencyProfile()}>Compléter le profil</TextLink>,
      },
      {
        asks: 'Où trouver le numéro de ma carte professionnelle ?',
        words:
          'Sur la carte, sous la forme CPI 7501 2026 000 000 000, ou dans le fichier des professionnels de l’immobilier des CCI.',
        onward: (
          <OutsideLink href="https://www.professionnels-immobilier.cci.fr">
            professionnels-immobilier.cci.fr
          </OutsideLink>
        ),
      },
    ],
  },
  {
    id: 'partir',
    title: 'Suspendre ou partir',
    questions: [
      {
        asks: 'Je ne veux plus que mes annonces paraissent ici',
        words:
          'Cherchez votre agence, puis « Ne pas diffuser » : un lien part à son adresse, et à nulle autre. Confirmé, il retire toutes ses annonces et refuse ses flux jusqu’à ce que vous reveniez.',
        onward: <TextLink to={paths.agencyOptOut()}>Ne plus diffuser mes annonces</TextLink>,
      },
      {
        asks: 'J’ai oublié mon mot de passe',
        words: 'Un lien arrive à l’adresse de votre espace et vaut une heure.',
        onward: <TextLink to={paths.agencyForgotPassword()}>Choisir un autre mot de passe</TextLink>,
      },
    ],
  },
];

const plain = (text: string) =>
  text.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll('’', "'");

/** The themes with the questions that hold every word asked for; all of them when nothing is. */
export function themesFor(asked: string): Theme[] {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  return themes
    .map((theme) => ({
      ...theme,
      questions: theme.questions.filter((question) => {
        const text = plain(`${theme.title} ${question.asks} ${question.words}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
