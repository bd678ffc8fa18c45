/**
 * What the scam shield calls each of its signals, and what it weighs (domain.md F13).
 */

interface SignalWords {
  /** As a reader and a moderator read it. */
  readonly label: string;
  /** Points of a hundred that it weighs, where it does not say otherwise. */
  readonly weight: number;
}

/** A row is never renamed: listings keep its key. */
export const scamSignals = {
  untraceable_payment: { label: 'Paiement par un moyen sans trace ni retour', weight: 60 },
  advance_payment: { label: 'Argent demandé avant la visite', weight: 60 },
  keys_by_post: { label: 'Clés envoyées par la poste', weight: 60 },
  fake_platform: { label: 'Paiement confié à une plateforme qui n’en tient pas', weight: 50 },
  no_visit: { label: 'Visite impossible', weight: 45 },
  copied_photos: { label: 'Photos d’un autre bien, chez une autre agence', weight: 40 },
  reserve_by_paying: { label: 'Argent demandé pour réserver', weight: 30 },
  low_price: { label: 'Prix très inférieur à ceux du lieu', weight: 30 },
  owner_abroad: { label: 'Propriétaire à l’étranger', weight: 25 },
  personal_story: { label: 'Récit personnel pour inspirer confiance', weight: 25 },
  diverted_contact: { label: 'Échange détourné vers une messagerie privée', weight: 25 },
  urgency: { label: 'Urgence à payer', weight: 15 },
  unverified_agency: { label: 'Identité de l’agence pas encore vérifiée', weight: 10 },
} as const satisfies Record<string, SignalWords>;
export type ScamCode = keyof typeof scamSignals;
export const scamCodes = Object.keys(scamSignals) as [ScamCode, ...ScamCode[]];
