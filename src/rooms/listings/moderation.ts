/**
 * Moderation: the listings that Vigie suspends, on which ground, and how it came to know (security.md L7; DSA, article 17).
 */
import * as z from 'zod/mini';

interface Ground {
  readonly label: string;
  /** What the statement of reasons cites: after « Fondement : ». */
  readonly basis: string;
  /** Whether the law forbids it, or the terms of this site alone. */
  readonly kind: 'law' | 'terms';
}

const TERMS = 'les conditions d’utilisation de Vigie';

/** A row is never renamed: suspensions keep its key. */
export const suspensionGrounds = {
  scam: {
    label: 'Arnaque ou tromperie suspectée',
    basis:
      'les articles L121-2 du code de la consommation (pratiques commerciales trompeuses) et 313-1 du code pénal (escroquerie)',
    kind: 'law',
  },
  discrimination: {
    label: 'Discrimination',
    basis: 'les articles 225-1 et 225-2 du code pénal',
    kind: 'law',
  },
  price: {
    label: 'Prix, loyer ou honoraires faux',
    basis:
      'l’arrêté du 10 janvier 2017 sur l’information des consommateurs par les professionnels de l’immobilier',
    kind: 'law',
  },
  rent: {
    label: 'Loyer au-dessus de l’encadrement',
    basis: 'l’article 140 de la loi n°\u00a02018-1021 du 23 novembre 2018',
    kind: 'law',
  },
  mentions: {
    label: 'Mentions obligatoires absentes ou fausses',
    basis: 'l’arrêté du 10 janvier 2017 et la loi n°\u00a070-9 du 2 janvier 1970',
    kind: 'law',
  },
  energy: {
    label: 'DPE absent ou faux',
    basis: 'les articles R126-21 à R126-24 du code de la construction et de l’habitation',
    kind: 'law',
  },
  indecent: {
    label: 'Logement que la loi ne laisse pas louer',
    basis: 'l’article 6 de la loi n°\u00a089-462 du 6 juillet 1989',
    kind: 'law',
  },
  photos: {
    label: 'Photos ou textes pris sans droit',
    basis: 'l’article L335-2 du code de la propriété intellectuelle',
    kind: 'law',
  },
  personal: {
    label: 'Données ou coordonnées d’autrui',
    basis: 'le règlement (UE) 2016/679 sur la protection des données',
    kind: 'law',
  },
  illegal: {
    label: 'Autre contenu illicite',
    basis: 'la loi que citent les faits ci-dessus',
    kind: 'law',
  },
  unavailable: {
    label: 'Bien déjà vendu ou loué, ou qui n’existe pas',
    basis: `${TERMS}, chapitre «\u00a0Les annonces des agences\u00a0»`,
    kind: 'terms',
  },
  duplicate: {
    label: 'Annonce en double',
    basis: `${TERMS}, chapitre «\u00a0Les annonces des agences\u00a0»`,
    kind: 'terms',
  },
  terms: {
    label: 'Autre manquement aux conditions d’utilisation',
    basis: `${TERMS}, chapitre «\u00a0Ce qui n’est pas permis\u00a0»`,
    kind: 'terms',
  },
} as const satisfies Record<string, Ground>;
export type SuspensionGround = keyof typeof suspensionGrounds;
export const suspensionGroundNames = Object.keys(suspensionGrounds) as [
  SuspensionGround,
  ...SuspensionGround[],
];

/** How a suspension began, and what machines had to do with it (DSA, article 17, 3 b and c). */
export const suspensionSources = {
  own: {
    label: 'Vue par une personne de Vigie',
    statement: 'Elle a été prise par une personne, de notre propre initiative, sans moyen automatisé.',
  },
  report: {
    label: 'Signalée',
    statement:
      'Elle a été prise par une personne, à la suite d’un signalement (règlement (UE) 2022/2065, article 16), sans moyen automatisé.',
  },
  program: {
    label: 'Repérée par un programme',
    statement:
      'Un programme avait repéré l’annonce\u00a0; la décision elle-même a été prise par une personne, qui l’a lue.',
  },
} as const satisfies Record<string, { readonly label: string; readonly statement: string }>;
export type SuspensionSource = keyof typeof suspensionSources;
export const suspensionSourceNames = Object.keys(suspensionSources) as [
  SuspensionSource,
  ...SuspensionSource[],
];

/** Months during which a decision is contested free of charge (DSA, article 20; terms, chapter « moderation »). */
export const CONTEST_MONTHS = 6;

/** What the agency reads of a suspension, and the administrator too. */
export const suspensionSchema = z.object({
  reference: z.string(),
  ground: z.enum(suspensionGroundNames),
  source: z.enum(suspensionSourceNames),
  reason: z.string(),
  /** ISO. */
  since: z.string(),
});
export type Suspension = z.output<typeof suspensionSchema>;
