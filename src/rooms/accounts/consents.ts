// Consents: what a person agrees to receive, in the very sentence that they read.

/** By the names of the specification's fields (interface.md, fine points 13). A sentence that changes is a new one. */
export const consentSubjects = {
  optInVigieAlerts: {
    subject: 'vigie_alerts',
    title: 'Annonces semblables à mes demandes',
    sentence: 'Je veux recevoir par e-mail les alertes de Vigie pour des biens comme ceux que je demande.',
  },
  optInPartnerOffers: {
    subject: 'partner_offers',
    title: 'Offres des partenaires',
    sentence: 'J’accepte de recevoir par e-mail les offres des partenaires de Vigie.',
  },
} as const;
export type ConsentName = keyof typeof consentSubjects;
export const consentNames = Object.keys(consentSubjects) as ConsentName[];
