import { paths } from '#contract/paths.ts';
import { ALERTS_PER_ACCOUNT, ALERTS_PER_ADDRESS, CONFIRMATION_DAYS } from '#rooms/alerts/contract.ts';
import { CONFIRMED_FOR_DAYS, GONE_AFTER_DAYS } from '#rooms/listings/contract.ts';
import { TextLink } from '#ui/link.tsx';
import type { Chapter } from './document.tsx';
import { Meaning } from './document.tsx';

/** What the service is, and what one does with it. */
export const serviceChapters: readonly Chapter[] = [
  {
    id: 'service',
    title: 'Ce que fait Vigie, et ce qu’il ne fait pas',
    body: (
      <>
        <p>
          Vigie rassemble des annonces immobilières rédigées par des agences, aide à les chercher, montre les
          prix des ventes signées et vous écrit quand une annonce correspond à ce que vous attendez. Ce
          service est gratuit pour les particuliers, avec ou sans compte.
        </p>
        <p>
          Vigie n’est pas une agence immobilière. Nous ne vendons, ne louons, ne faisons visiter et n’estimons
          aucun bien, nous ne détenons aucun mandat et ne touchons rien sur une vente ou une location. Le
          contrat que vous signerez peut-être se conclut avec le vendeur ou le bailleur, par l’agence, et sans
          nous.
        </p>
        <Meaning>
          Vérifiez toujours auprès de l’agence, et avant de payer quoi que ce soit, que le bien existe, qu’il
          est libre et que ses caractéristiques sont celles de l’annonce.
        </Meaning>
      </>
    ),
  },
  {
    id: 'accord',
    title: 'Accepter et faire évoluer ces conditions',
    body: (
      <>
        <p>
          Lire et chercher sur Vigie suppose de respecter ces conditions. Créer une alerte ou un compte, c’est
          les accepter. Cet accord ne vaut jamais consentement à recevoir de la publicité : celui-là se donne
          à part, par une case qui n’est pas cochée d’avance.
        </p>
        <p>
          Quand ces conditions changent, la date en tête de la page change aussi. Un changement qui réduirait
          vos droits est annoncé ici quinze jours avant de valoir. Les versions précédentes s’obtiennent en{' '}
          <TextLink to={paths.contact()}>nous écrivant</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'compte',
    title: 'Votre compte',
    body: (
      <>
        <p>
          Un compte n’est nécessaire ni pour chercher, ni pour créer une alerte. Il sert à retrouver vos
          alertes d’un appareil à l’autre et à les régler.
        </p>
        <ul>
          <li>Donnez une adresse qui est la vôtre : nous vous demandons de la confirmer par un lien.</li>
          <li>
            Gardez votre mot de passe pour vous. Nous n’en conservons qu’une empreinte, que nous ne savons pas
            relire ; personne chez nous ne vous le demandera.
          </li>
          <li>
            Le changer déconnecte vos autres appareils et vous en prévient par e-mail. Une connexion que vous
            ne reconnaissez pas : changez-le aussitôt, puis écrivez-nous.
          </li>
          <li>
            Vous fermez votre compte quand vous voulez, depuis{' '}
            <TextLink to={paths.profile()}>votre profil</TextLink>, sans motif. Vos alertes s’arrêtent et vos
            données sont effacées, sauf ce que la loi oblige à garder.
          </li>
        </ul>
        <p>
          Nous pouvons suspendre un compte qui sert à une fraude, à un envoi en masse ou à nuire au service.
          Vous en recevez la raison par e-mail et pouvez la contester en y répondant.
        </p>
      </>
    ),
  },
  {
    id: 'alertes',
    title: 'Les alertes',
    body: (
      <>
        <p>
          Une alerte garde vos critères et vous écrit dès la parution ou une fois par jour, comme vous le
          choisissez. Elle suit exactement les règles de la page de résultats, et la même annonce ne vous est
          jamais envoyée deux fois pour la même raison.
        </p>
        <ul>
          <li>
            Sans compte, elle ne commence qu’une fois votre adresse confirmée par un lien, valable{' '}
            {CONFIRMATION_DAYS} jours. Sans confirmation, rien ne part.
          </li>
          <li>
            Une adresse peut suivre {ALERTS_PER_ADDRESS} alertes, un compte {ALERTS_PER_ACCOUNT}.
          </li>
          <li>
            Chaque e-mail permet de l’arrêter en un clic, sans mot de passe, et de revenir sur ce choix.
          </li>
          <li>
            Une annonce qui ne dit rien d’un de vos critères n’est pas écartée en silence : elle est comptée à
            part, « peut-être ».
          </li>
        </ul>
        <p>
          Nous faisons de notre mieux pour écrire vite, mais un e-mail peut arriver tard ou être pris pour un
          indésirable : une alerte aide à ne rien manquer, elle ne le garantit pas.
        </p>
      </>
    ),
  },
  {
    id: 'annonces',
    title: 'Les annonces des agences',
    body: (
      <>
        <p>
          Les annonces sont rédigées et mises à jour par les agences, le plus souvent par leur logiciel. Elles
          en répondent, et leur nom figure sur chacune, avec leur numéro SIREN, leur carte professionnelle et
          leur barème. La diffusion est gratuite pour elles.
        </p>
        <p>
          Avant de mettre une annonce en ligne, un programme vérifie qu’elle porte ce que la loi impose (prix
          et honoraires, charges, classes énergie et climat, copropriété…). Une annonce à laquelle il manque
          une mention obligatoire n’est pas publiée. Nous ne visitons pas les biens et ne voyons pas les
          diagnostics : ce contrôle porte sur ce qui est écrit, pas sur ce qui est vrai.
        </p>
        <ul>
          <li>
            Une annonce que ni l’agence ni son logiciel n’ont confirmée depuis {CONFIRMED_FOR_DAYS} jours est
            retirée.
          </li>
          <li>
            Sa page reste {GONE_AFTER_DAYS} jours pour dire qu’elle n’est plus disponible, puis disparaît.
          </li>
          <li>L’emplacement est montré avec la précision que l’agence a choisie, jamais davantage.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'classement',
    title: 'Comment sont classées les annonces',
    body: (
      <>
        <p>
          Par défaut, la plus récente d’abord, selon sa première parution. Vous pouvez choisir un autre
          ordre : prix, surface, prix au mètre carré ou baisse de prix. À égalité, l’ordre d’enregistrement
          départage.
        </p>
        <p>
          Aucun paiement, aucun contrat ni lien avec une agence ne change cet ordre aujourd’hui. Si une
          annonce devait un jour être mise en avant contre paiement, elle porterait, à côté d’elle, la mention
          « Sponsorisé ». Rien ne dépend de votre profil ni de vos visites.
        </p>
        <p>
          Les règles entières, y compris les conditions de parution et de retrait, sont à la page{' '}
          <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'agence',
    title: 'Écrire à une agence',
    body: (
      <>
        <p>
          Quand vous écrivez à une agence depuis une annonce, nous lui transmettons votre nom, vos coordonnées
          et votre message, et vous en recevez la copie. L’agence s’en sert pour répondre à cette demande ;
          elle devient responsable de ce qu’elle en garde.
        </p>
        <Meaning>
          Aucune agence n’a le droit de vous demander avant une visite une carte bancaire, un relevé de compte
          ou un versement. Si c’est le cas, ne payez pas et prévenez-nous.
        </Meaning>
      </>
    ),
  },
  {
    id: 'prix',
    title: 'Prix et statistiques',
    body: (
      <p>
        Les pages de prix résument des ventes passées, publiées par l’État, et disent sur combien d’entre
        elles elles reposent. Ce sont des repères, pas une estimation de votre bien ni un conseil pour acheter
        ou vendre. Leurs sources et leurs limites sont à la page{' '}
        <TextLink to={paths.sources()}>Sources des données</TextLink>.
      </p>
    ),
  },
];
