import {
  ChartLine,
  CreditCard,
  Eye,
  ListChecks,
  type LucideIcon,
  MousePointerClick,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { TextLink } from '#ui/link.tsx';
import type { BoostOffer } from '../ordering/boost-offer.ts';

export interface Question {
  readonly asks: string;
  /** Read by the search, and shown where nothing more than words is needed. */
  readonly words: string;
  /** Where to do it. */
  readonly onward?: ReactNode;
}

interface Step {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly words: string;
}

/** From the choice of a listing to the end of its campaign. */
export function boostSteps({
  radiusMinKm,
  radiusMaxKm,
  requiredScore,
  requiredPhotos,
}: Pick<BoostOffer, 'radiusMinKm' | 'radiusMaxKm' | 'requiredScore' | 'requiredPhotos'>): readonly Step[] {
  return [
    {
      Icon: MousePointerClick,
      title: 'Vous choisissez',
      words: `Une annonce en ligne, ou jusqu’à ${LISTINGS_MAX} qui se partagent un budget. Une formule, une ville, un rayon de ${formatNumber(radiusMinKm)} à ${formatNumber(radiusMaxKm)}${NBSP}km, un premier jour.`,
    },
    {
      Icon: ListChecks,
      title: 'Nous relisons avant le paiement',
      words: `Conformité légale d’au moins ${formatNumber(requiredScore)}${NBSP}%, ${formatCount(requiredPhotos, 'photo assez grande', 'photos assez grandes')}, règles du logement. Chaque point qui manque mène au champ à corriger.`,
    },
    {
      Icon: Eye,
      title: 'Vous voyez la publicité',
      words:
        'Sur chaque réseau, dans le fil et en story. Elle paraît sous le nom de la page de Vigie, et nomme votre agence. Le titre et le texte restent les vôtres.',
    },
    {
      Icon: CreditCard,
      title: 'Vous payez une fois',
      words:
        'HT, remise, TVA et TTC, ligne par ligne, puis la carte. La facture arrive par courriel et reste dans votre espace.',
    },
    {
      Icon: ChartLine,
      title: 'Vous suivez chaque jour',
      words:
        'Affichages, clics, prospects, euros dépensés. Et ce que vos annonces comparables ont reçu sans boost, quand elles sont assez nombreuses.',
    },
    {
      Icon: Undo2,
      title: 'Vous arrêtez quand vous voulez',
      words:
        'La pause garde les jours restants. L’arrêt, le vôtre ou celui d’un bien vendu ou loué, vous rend le budget que le réseau n’a pas dépensé.',
    },
  ];
}

/** What the law and the networks ask of an advertisement for a home. */
export function rulesOf({
  radiusMinKm,
}: Pick<BoostOffer, 'radiusMinKm'>): readonly { readonly title: string; readonly words: string }[] {
  return [
    {
      title: 'Ni âge, ni genre, ni code postal',
      words: `Les réseaux classent le logement parmi les catégories protégées. Personne n’est visé ni exclu pour ce qu’il est${NBSP}: reste un rayon autour d’une ville, de ${formatNumber(radiusMinKm)}${NBSP}km au moins.`,
    },
    {
      title: '«\u00a0Annonce sponsorisée\u00a0», en toutes lettres',
      words: 'C’est écrit sur l’image et sous le texte, avec le nom de l’agence qui paie.',
    },
    {
      title: 'Les mentions de l’annonce la suivent',
      words:
        'Prix, honoraires, classes d’énergie, copropriété, risques, identité de l’agence. Vigie les insère, vous n’avez rien à recopier.',
    },
    {
      title: 'Aucune place payée sur Vigie',
      words: 'Boostée ou non, une annonce garde sa place dans nos résultats.',
    },
  ];
}

/** What agencies ask before their first boost, and what really happens. */
export const boostQuestions: readonly Question[] = [
  {
    asks: 'Qui publie la publicité\u00a0?',
    words:
      'Vigie, avec son propre compte publicitaire\u00a0: par l’outil du réseau ou par une personne. Votre agence y est nommée, et n’a pas de compte à ouvrir.',
  },
  {
    asks: 'Quand commence-t-elle\u00a0?',
    words:
      'Quand le réseau l’a acceptée, ou le jour choisi. Les jours se comptent à partir de là, et une pause repousse la fin d’autant.',
  },
  {
    asks: 'Où arrivent les demandes\u00a0?',
    words:
      'Le clic mène à votre annonce sur Vigie. La demande arrive parmi vos prospects, avec la référence du boost qui l’a amenée.',
  },
  {
    asks: 'Que me rend-on si j’annule\u00a0?',
    words:
      'Avant le premier jour, tout. Ensuite, la part du budget que le réseau n’a pas dépensée\u00a0; les frais de service restent dus. Un avoir le constate.',
    onward: <TextLink to={`${paths.salesTerms()}#annulation`}>Conditions générales de vente</TextLink>,
  },
  {
    asks: 'Le bien se vend pendant la campagne\u00a0?',
    words:
      'Sous offre, vendu, loué ou retiré, il sort de la publicité. S’il y était seul, elle s’arrête et le budget non dépensé vous revient.',
  },
  {
    asks: 'Ai-je quatorze jours pour me rétracter\u00a0?',
    words:
      'Non, pas pour une commande passée en ligne par un professionnel pour son activité. L’annulation et l’arrêt vous restent ouverts.',
    onward: <TextLink to={`${paths.salesTerms()}#retractation`}>Ce que dit la loi</TextLink>,
  },
  {
    asks: 'Et si je ferme la page en cours de route\u00a0?',
    words:
      'Le panier reste 24 heures dans ce navigateur. Les prix y sont recalculés à chaque fois, et une annonce qui n’est plus en ligne en sort\u00a0; la page vous le dit.',
  },
  {
    asks: 'Diffuser mes annonces reste-t-il gratuit\u00a0?',
    words: 'Oui, avec ou sans boost, et sans limite de nombre.',
    onward: <TextLink to={paths.agencyHome()}>La diffusion gratuite</TextLink>,
  },
];
